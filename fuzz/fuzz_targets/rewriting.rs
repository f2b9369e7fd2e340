//! Names inside text: what is found is in order and within the text, and a text in pieces is rewritten as the whole is.
//! The first octet chooses how, the second one the sizes of the pieces.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::Profile;
use acelabel::text::{Rewriter, Rewriting, Sought, find, rewritten};
use libfuzzer_sys::fuzz_target;

fn knows(tld: &str) -> bool {
    ["com", "de", "xn--p1ai", "jp"].contains(&tld)
}

fn in_pieces(text: &[u8], size: usize, how: &Rewriting<'_>) -> Vec<u8> {
    let (mut rewriter, mut output) = (Rewriter::default(), Vec::new());
    for piece in text.chunks(size) {
        rewriter.feed(piece, how, &mut output).unwrap();
    }
    rewriter.finish(how, &mut output).unwrap();
    output
}

fuzz_target!(|data: &[u8]| {
    let [choice, size, text @ ..] = data else { return };
    let is_set = |bit: u8| choice >> bit & 1 == 1;
    let sought = Sought {
        url_hosts: !is_set(0),
        email_domains: !is_set(1),
        bare_names: !is_set(2),
        tlds: if is_set(3) { Some(&knows) } else { None },
        everywhere: is_set(4),
        ..Sought::all(&Profile::UTS46)
    };
    let how = Rewriting { sought, to_unicode: !is_set(5), annotate: is_set(6), isolate: is_set(7), shows: None };
    let mut end = 0;
    for found in find(text, &sought).unwrap() {
        assert!(end <= found.start && found.start < found.end && found.end <= text.len(), "{found:?}");
        end = found.end;
    }
    let whole = rewritten(text, &how).unwrap();
    assert_ne!(whole.as_deref(), Some(text));
    assert!(in_pieces(text, usize::from(*size) + 1, &how) == whole.as_deref().unwrap_or(text));
    // Octets that are not UTF-8 stay, and none are made.
    if let (Ok(_), Some(whole)) = (core::str::from_utf8(text), &whole) {
        assert!(core::str::from_utf8(whole).is_ok());
    }
});

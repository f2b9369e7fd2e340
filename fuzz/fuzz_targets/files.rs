//! Names of files whose syntax says where they stand: places are in order and within the file, and a file in pieces is
//! rewritten as the whole is. The first octet chooses how, the second one the sizes of the pieces.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::files::{Counts, FileRewriter, FileRewriting, Format, find};
use acelabel::{OnError, Profile};
use libfuzzer_sys::fuzz_target;

fn in_pieces(file: &[u8], size: usize, how: &FileRewriting<'_>) -> (Vec<u8>, Counts) {
    let (mut rewriter, mut output) = (FileRewriter::default(), Vec::new());
    for piece in file.chunks(size) {
        // A piece that is refused is not taken, and can be given again.
        if rewriter.feed(piece, how, &mut output).is_err() {
            rewriter.feed(piece, &FileRewriting { on_error: OnError::Keep, ..*how }, &mut output).unwrap();
        }
    }
    rewriter.finish(&FileRewriting { on_error: OnError::Keep, ..*how }, &mut output).unwrap();
    (output, rewriter.counts())
}

fuzz_target!(|data: &[u8]| {
    let [choice, size, file @ ..] = data else { return };
    let is_set = |bit: u8| choice >> bit & 1 == 1;
    let format = Format::ALL[usize::from(*choice & 0x1F) % Format::ALL.len()];
    let on_error = if is_set(5) { OnError::Raise } else { OnError::Keep };
    let profile = if is_set(6) { &Profile::UTS46 } else { &Profile::DNS };
    let how = FileRewriting { format, profile, to_unicode: is_set(7), on_error };
    let mut end = 0;
    for place in find(file, format).unwrap() {
        let range = place.range;
        assert!(end <= range.start && range.start < range.end && range.end <= file.len(), "{range:?}");
        assert!(!file[range.clone()].contains(&b'\n'), "{range:?}");
        end = range.end;
    }
    let keep = FileRewriting { on_error: OnError::Keep, ..how };
    let (whole, counts) = in_pieces(file, file.len() + 1, &keep);
    assert!(in_pieces(file, usize::from(*size) + 1, &how) == (whole.clone(), counts));
    assert_eq!(counts.lines, file.split_inclusive(|&octet| octet == b'\n').count());
    assert!(counts.rewritten + counts.refused <= counts.names && (whole != file) == (counts.rewritten > 0));
    // Octets that are not UTF-8 stay, and none are made.
    assert!(core::str::from_utf8(file).is_err() || core::str::from_utf8(&whole).is_ok());
});

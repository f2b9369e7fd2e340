//! The Rust `idna` crate beside ours: the same names, both directions, and every difference of a kind that is known.
//!
//! `ACELABEL_NAMES` says how many names are asked, 100,000 if it is not set.

use std::collections::BTreeMap;

use acelabel::{Profile, to_ascii, to_unicode};
use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use crate::names::{Dice, name};

fn number_of_names() -> usize {
    std::env::var("ACELABEL_NAMES").map_or(100_000, |number| number.parse().unwrap())
}

type Verdict = Result<String, &'static str>;

/// Why the two say what they say; nothing where nobody knows.
fn cause(ours: &[Verdict; 2], theirs: &[Verdict; 2]) -> Option<&'static str> {
    let refused_alone = ours[0].is_err() && theirs[0].is_ok();
    match (ours[0].clone(), theirs[1].clone()) {
        _ if ours.iter().chain(theirs).all(Result::is_err) => Some("both refuse"),
        _ if ours == theirs => Some("both accept"),
        // The URL standard refuses an empty result after UTS #46, which the crate leaves to its caller.
        (Err("empty_domain"), Ok(unicode)) if unicode.is_empty() => Some("empty result"),
        // UTS #46 section 4.1, criterion 4: without CheckHyphens no label begins with xn--, decoded ones included.
        (Err("invalid_alabel"), Ok(unicode))
            if refused_alone && unicode.split('.').any(|label| label.starts_with("xn--")) =>
        {
            Some("prefix behind the prefix")
        }
        _ => None,
    }
}

#[test]
fn the_idna_crate_says_the_same() {
    let names = number_of_names();
    let mut dice = Dice::new(7);
    let uts46 = Uts46::new();
    let mut lenient = Profile::UTS46;
    lenient.verify_dns_length = false;
    let mut strict = lenient;
    strict.check_hyphens = true;
    // The crate has the rule of the URL Standard before June 2026 (servo/rust-url#1135).
    let mut whatwg = Profile::WHATWG;
    whatwg.pass_ascii_domain = false;
    let settings = [
        (whatwg, AsciiDenyList::URL, Hyphens::Allow),
        (lenient, AsciiDenyList::STD3, Hyphens::Allow),
        (strict, AsciiDenyList::STD3, Hyphens::Check),
    ];
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..names {
        let name = name(&mut dice);
        for (profile, deny, hyphens) in &settings {
            let ascii = uts46.to_ascii(name.as_bytes(), *deny, *hyphens, DnsLength::Ignore);
            let (unicode, verdict) = uts46.to_unicode(name.as_bytes(), *deny, *hyphens);
            let theirs = [
                ascii.map(String::from).map_err(|_| "refused"),
                verdict.map(|()| unicode.into_owned()).map_err(|_| "refused"),
            ];
            let code = |error: acelabel::LabelError| error.kind().code();
            let ours = [
                to_ascii(&name, profile).map(String::from).map_err(code),
                to_unicode(&name, profile).map(String::from).map_err(code),
            ];
            let cause = cause(&ours, &theirs);
            assert!(cause.is_some(), "{name:?} {}\n{ours:?}\n{theirs:?}\n{profile:?}", name.escape_unicode());
            *causes.entry(cause.unwrap()).or_default() += 1;
        }
    }
    assert!(causes["both accept"] > names / 2 && causes["both refuse"] > names / 2, "{causes:?}");
    assert_eq!(causes.len(), 4, "{causes:?}");
}

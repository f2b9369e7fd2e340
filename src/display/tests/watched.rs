//! Texts that are more than a name, and texts of which no watchlist is made.

use crate::display::watchlist::Looked;
use crate::display::{Policy, Watchlist, to_display, to_display_beside};
use crate::error::Error;

/// Scheme, user, port and path, in the ways in which browsers and feeds of phishing write them.
#[test]
fn the_names_in_a_text_are_looked_up() {
    let watchlist = Watchlist::new(["paypal.com"]).unwrap_or_default();
    for (before, behind) in [
        ("https://", "/login"),
        ("hxxps[:]//", ":8080"),
        ("https:/", ""),
        ("https:\\\\", "\\x"),
        ("HTTPS:///", "?q"),
        ("//", ""),
        ("https：／／", "：80"),
        ("https://a:b@", "#f"),
        ("a@", ""),
        ("", ":443"),
        ("", "/"),
        ("https://a.example,b.", "/x"),
    ] {
        for name in ["раураl.com", "раураl[.]com", "раураl(dot)com", "xn--l-7sba6dbr.com", "www.раураl.com"]
        {
            let text = [before, name, behind].concat();
            assert_eq!(watchlist.looked(&text), Ok(Looked::Like("paypal.com")), "{text}");
        }
        let text = [before, "paypal.com", behind].concat();
        assert_eq!(watchlist.looked(&text), Ok(Looked::Unlike), "{text}");
    }
}

#[test]
fn a_text_without_a_name_is_told_from_one_with_a_name() {
    let watchlist = Watchlist::new(["paypal.com"]).unwrap_or_default();
    for text in
        ["[::1]", "https://[::1]/x.раураl.com", "2001:db8::1", "http://2001:db8::1/", "# x", "https://", "$", "a b"]
    {
        assert_eq!(watchlist.looked(text), Ok(Looked::NoName), "{text}");
    }
    for text in
        ["", " ", "a", "localhost:80", "u@localhost", "https://evil.com/раураl.com", "https://раураl.com@evil.com"]
    {
        assert_eq!(watchlist.looked(text), Ok(Looked::Unlike), "{text}");
    }
}

#[test]
fn a_text_with_a_lookalike_is_shown_in_ascii() {
    let watchlist = Watchlist::new(["müller.de"]).unwrap_or_default();
    let shown = |name: &str| to_display_beside(name, &Policy::LOOKALIKE_AWARE, &watchlist).unwrap_or_default();
    for name in ["https://www.mūller.de/x", "mūller.de:80", "a@x.mūller.de", "a\u{2028}.mūller.de"] {
        assert!(shown(name).is_ascii() && !to_display(name, &Policy::LOOKALIKE_AWARE).unwrap_or_default().is_ascii());
        assert_eq!(shown(&shown(name)), shown(name), "{name}");
    }
    for name in ["https://www.müller.de/x", "https://www.é.de/mūller.de", "mūller.de:x@é.com:80"] {
        assert!(!shown(name).is_ascii(), "{name}");
        assert_eq!(shown(&shown(name)), shown(name), "{name}");
    }
}

#[test]
fn what_is_no_name_is_not_watched() {
    let refusal = |name| {
        let refused = Watchlist::new(["a.com", name]).err()?;
        assert_eq!(Error::from(refused), refused.error().error());
        Some((refused.index(), refused.error().kind().code(), refused.error().offset(), refused.error().label_index()))
    };
    for (name, expected) in [
        ("https://a.com", Some((1, "std3_disallowed", 5, 0))),
        (" *.a b", Some((1, "std3_disallowed", 4, 1))),
        ("a.*", Some((1, "std3_disallowed", 2, 1))),
        ("\u{3000}.", Some((1, "empty_domain", 1, 0))),
        ("a..", Some((1, "empty_label", 2, 1))),
        ("\u{3000}*.ü.com。 ", None),
        ("_a.com", None),
    ] {
        assert_eq!(refusal(name), expected, "{name:?}");
    }
    let text = Watchlist::new(["a b"]).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(text.starts_with("name 0: std3_disallowed at offset 1 in label 0: "), "{text}");
}

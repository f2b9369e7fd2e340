//! Texts that are more than a name, and texts of which no watchlist is made.

use super::*;
use crate::SuffixRules;
use crate::watch::hits::Looked;

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
            assert_eq!(watchlist.lookup(&text), Ok(Some("paypal.com")), "{text}");
        }
        let text = [before, "paypal.com", behind].concat();
        assert_eq!(watchlist.looked(&text), Ok(Looked::Unlike), "{text}");
    }
}

/// A key, an equals sign and names between slashes; a path of a URL has no such key before it.
#[test]
fn the_names_of_a_line_of_dnsmasq_are_looked_up() {
    let watchlist = Watchlist::new(["paypal.com"]).unwrap_or_default();
    for (line, place) in [
        ("address=/раураl.com/0.0.0.0", 9..19),
        ("--server=/a.example/*.раураl.com./1.1.1.1#53", 22..32),
        ("# local = /xn--l-7sba6dbr.com/", 11..29),
        ("a=b\nipset=/paypal.com/www.раураl.com/x,y", 26..36),
        ("\"address=\\/раураl.com\\/0.0.0.0\"", 11..21),
        ("rebind-domain-ok＝／раураl[.]com／", 0..31),
        ("server=/%D1%80%D0%B0%D1%83%D1%80%D0%B0l%2Ecom/#", 0..47),
    ] {
        assert_eq!(best(&watchlist, line), Some(("paypal.com", How::Skeleton, 100, place)), "{line}");
    }
    for text in [
        "address=/www.paypal.com/0.0.0.0",
        "https://a.example/?u=/раураl.com/",
        "https://a.example/?u=1&v=/раураl.com/",
        "src=//a.example/раураl.com/",
        "a.example=/раураl.com/",
        "a.example/раураl.com",
        "=/раураl.com/x",
    ] {
        assert_eq!(best(&watchlist, text), None, "{text}");
    }
    let watchlist = Watchlist::default().with_labels(["paypal"]).unwrap_or_default();
    assert_eq!(best(&watchlist, "path=/paypal/x"), None);
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
    let shown = |name: &str| shown_beside(name, &watchlist);
    for name in ["https://www.mūller.de/x", "mūller.de:80", "a@x.mūller.de", "a\u{2028}.mūller.de"] {
        assert!(shown(name).is_ascii() && !super::shown(name).is_ascii());
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

/// The most alike of what a text looks like, where in it, and how much.
fn best<'a>(watchlist: &'a Watchlist, text: &str) -> Option<(&'a str, How, u8, std::ops::Range<usize>)> {
    let found = watchlist.lookalikes(text).ok()?.into_iter().next()?;
    let hundredths = (0..=100).find(|&hundredths| f64::from(hundredths) / 100.0 == found.score)?;
    Some((found.target, found.how, hundredths, found.span))
}

#[test]
fn a_label_is_watched_wherever_it_stands() {
    let watchlist = Watchlist::default().with_labels(["paypal", "coca-cola", "bücher"]).unwrap_or_default();
    let watchlist = watchlist.allowing(["paypal.com"]).unwrap_or_default();
    for (text, expected) in [
        ("раураl.co", Some(("paypal", How::Skeleton, 100, 0..6))),
        ("paypal.co", Some(("paypal", How::Label, 80, 0..6))),
        ("paypal", Some(("paypal", How::Label, 80, 0..6))),
        ("www.paypal-login.co.uk", Some(("paypal", How::Part, 60, 4..10))),
        ("a.ʀ-раураl_x.ru", Some(("paypal", How::Skeleton, 90, 4..10))),
        ("secure.paypal.com.evil.example", Some(("paypal", How::Label, 75, 7..13))),
        ("my-coca-cola-shop.example", Some(("coca-cola", How::Part, 60, 3..12))),
        ("https://u@XN--BCHER-KVA.example:80/", Some(("bücher", How::Label, 80, 10..23))),
        ("ｂücher。example", Some(("bücher", How::Label, 80, 0..6))),
        ("b\u{fc}cher-shop.example", Some(("bücher", How::Part, 60, 0..6))),
        ("x.p-a-y-p-a-l.example", None),
        ("mypaypal.example", None),
        ("example.paypal", None),
        ("paypal.com", None),
        ("www.PayPal.com.", None),
        ("раураl.paypal.com", None),
    ] {
        assert_eq!(best(&watchlist, text), expected, "{text}");
    }
}

/// A digit may belong to the letters before it and behind it, a mark belongs to the letter before it, and letters of
/// Latin, Greek and Cyrillic may stand in one look-alike.
#[test]
fn a_part_ends_where_the_script_changes() {
    let watchlist = Watchlist::default().with_labels(["paypal", "coca-cola", "1inch", "école"]).unwrap_or_default();
    for (text, expected) in [
        ("我在paypal.example", Some(("paypal", How::Part, 60, 2..8))),
        ("paypal中.example", Some(("paypal", How::Part, 60, 0..6))),
        ("x-中paypal中-x.example", Some(("paypal", How::Part, 60, 3..9))),
        ("мойpaypal.example", Some(("paypal", How::Part, 60, 3..9))),
        ("中coca-cola.example", Some(("coca-cola", How::Part, 60, 1..10))),
        ("中1inch.example", Some(("1inch", How::Part, 60, 1..6))),
        ("1inch中.example", Some(("1inch", How::Part, 60, 0..5))),
        ("paypal2中.example", Some(("paypal", How::Part, 60, 0..6))),
        ("中e\u{301}cole.example", Some(("école", How::Part, 60, 1..7))),
        ("中x\u{301}1inch.example", None),
        ("中pаypаl.example", Some(("paypal", How::Skeleton, 90, 1..7))),
        ("мойpаypal.example", Some(("paypal", How::Skeleton, 90, 3..9))),
        ("mypaypal.example", None),
        ("中mypaypal.example", None),
        ("日のpaypal.example", Some(("paypal", How::Part, 60, 2..8))),
    ] {
        assert_eq!(best(&watchlist, text), expected, "{text}");
    }
    // As many pieces are put together as between hyphens.
    let watchlist = Watchlist::default().with_labels(["a中b日", "a中b日c"]).unwrap_or_default();
    assert_eq!(best(&watchlist, "x-a中b日.example"), Some(("a中b日", How::Part, 60, 2..6)));
    assert_eq!(best(&watchlist, "日a中b日.example"), Some(("a中b日", How::Part, 60, 1..5)));
    assert_eq!(best(&watchlist, "日a中b日c.example"), Some(("a中b日", How::Part, 60, 1..5)));
}

/// Letters that are mapped stand where they were mapped from, with what vanishes behind them.
#[test]
fn the_place_of_a_part_is_that_in_the_text() {
    let watchlist = Watchlist::default().with_labels(["google"]).unwrap_or_default();
    for (text, place) in [
        ("my-goo𝗀le.example", 3..9),
        ("MY-GOOGLE.example", 3..9),
        ("ﬃ-google-ü.example", 2..8),
        ("u\u{308}-google-ü.example", 3..9),
        ("\u{AD}my-goo\u{AD}gle\u{AD}-x.example", 4..12),
        ("x.my-goo𝗀le\u{AD}.example", 5..12),
        ("https://my-goo𝗀le.example:80/", 11..17),
        ("xn---google-9xa.example", 0..15),
        ("my-goo𝗀le[.]example", 0..19),
    ] {
        assert_eq!(best(&watchlist, text), Some(("google", How::Part, 60, place)), "{text}");
    }
    let watchlist = Watchlist::new(["netflix.com"]).unwrap_or_default();
    for (text, place) in
        [("netꞘl𑑋x.com:443", 0..11), ("https://u@NETꞘl𑑋x.com:443/a", 10..21), ("https:a\t@netꞘl𑑋x.com", 9..20)]
    {
        assert_eq!(best(&watchlist, text), Some(("netflix.com", How::Similar, 90, place)), "{text}");
    }
}

#[test]
fn the_public_suffix_is_told_by_rules() {
    let rules = SuffixRules::new(["co.uk", "uk"], false).ok();
    let watchlist = Watchlist::default().with_labels(["paypal"]).unwrap_or_default();
    assert_eq!(best(&watchlist, "paypal.co.uk"), Some(("paypal", How::Label, 75, 0..6)));
    let watchlist = rules.map(|rules| watchlist.with_suffixes(rules)).unwrap_or_default();
    assert_eq!(best(&watchlist, "paypal.co.uk"), Some(("paypal", How::Label, 80, 0..6)));
    assert_eq!(best(&watchlist, "www.paypal.co.uk"), Some(("paypal", How::Label, 80, 4..10)));
}

#[test]
fn kinds_are_chosen() {
    let of = |similar, distance| {
        Watchlist::of_kinds(Kinds { similar, distance })
            .with_names(["google.com", "groß.de", "grob.de"])
            .unwrap_or_default()
    };
    assert_eq!(best(&of(false, false), "ɢoogle.com"), None);
    assert_eq!(best(&of(true, false), "ɢoogle.com"), Some(("google.com", How::Similar, 90, 0..10)));
    assert_eq!(best(&of(true, false), "gogle.com"), None);
    for text in ["gogle.com", "gooogle.com", "goolge.com", "goofle.com", "google.co"] {
        let end = text.len();
        assert_eq!(best(&of(false, true), text), Some(("google.com", How::Distance, 60, 0..end)), "{text}");
    }
    assert_eq!(best(&of(false, true), "ogle.com"), None);
    // Each is watched itself, and a name below another one is no look-alike of that one.
    assert_eq!([best(&of(true, true), "groß.de"), best(&of(true, true), "www.grob.de")], [None, None]);
    let only = Watchlist::new(["groß.de"]).unwrap_or_default();
    assert_eq!(best(&only, "grob.de"), None);
}

#[test]
fn hits_come_in_the_order_of_their_scores() {
    let kinds = Kinds { similar: true, distance: true };
    let watchlist = Watchlist::of_kinds(kinds).with_labels(["kraken", "krakem"]).unwrap_or_default();
    let found = watchlist.lookalikes("kraken.ĸraken.example").unwrap_or_default();
    let found: Vec<_> = found.iter().map(|hit| (hit.target, hit.how)).collect();
    assert_eq!(found, [("kraken", How::Similar), ("krakem", How::Distance)]);
}

#[test]
fn what_is_no_label_is_not_watched() {
    for (label, expected) in [("a.b", 1), ("", 0), ("  a b", 3), ("https://a", 5)] {
        let refused = Watchlist::default().with_labels(["a", label]).err();
        assert_eq!(refused.map(|refused| (refused.index(), refused.error().offset())), Some((1, expected)), "{label}");
    }
}

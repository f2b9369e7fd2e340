//! Long names, one function of the length for each shape that makes some implementation suffer.

/// Every kind of name with the families that are compared with it. A kind is a family, too: the one that is benign.
pub const KINDS: [(&str, &[&str]); 5] = [
    ("letters", &["one ASCII label"]),
    ("short labels", &["ASCII labels", "dots"]),
    (
        "words",
        &[
            "one label",
            "combining marks",
            "marks out of order",
            "joiners",
            "non-joiners",
            "digits of both kinds",
            "digits in Hebrew",
            "nothing after mapping",
            "Hangul parts",
            "ligatures",
            "wide letters",
            "refused ASCII",
            "a wide letter before ASCII",
            "a wide letter before what is refused",
            "accented capitals",
            "soft hyphens in between",
            "marks of half width",
            "scripts in turn",
            "an emoji before ASCII",
        ],
    ),
    ("labels of words", &["labels", "labels of both directions", "labels that grow"]),
    ("A-labels of words", &["A-labels", "no A-labels", "one A-label"]),
];

/// Every family with its kind, the benign ones among them.
pub fn families() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_kind = |(kind, hostile): (&'static str, &'static [&'static str])| {
        std::iter::once(kind).chain(hostile.iter().copied()).map(move |family| (kind, family))
    };
    KINDS.into_iter().flat_map(of_kind)
}

/// The name of a family: as many whole repetitions as fit into so many octets.
///
/// # Panics
///
/// For a name that is not in [`KINDS`].
pub fn name(family: &str, octets: usize) -> String {
    let (start, repeated) = match family {
        "letters" => ("", "abcdefghijklmnopqrstuvwxyz0123456789"),
        "short labels" => ("", "8.b.d.0.1.0.0.2.ip6.arpa."),
        "words" => ("", "bücherпримерπαράδειγμα例え"),
        "labels of words" => ("", "bü.да.πα.例え."),
        "A-labels of words" => ("", "xn--bcher-kva.xn--e1afmkfd.xn--hxajbheg2az3al.xn--r8jz45g."),
        "one ASCII label" => ("", "a"),
        "one label" => ("", "ü"),
        "ASCII labels" => ("", "a."),
        "labels" => ("", "ü."),
        "A-labels" => ("", "xn--tda."),
        "no A-labels" => ("", "xn--a."),
        "dots" => ("", "."),
        "one A-label" => ("xn--", "a"),
        "combining marks" => ("a", "\u{301}"),
        "marks out of order" => ("", "\u{301}\u{327}"),
        "joiners" => ("क\u{94D}", "\u{200D}"),
        "non-joiners" => ("ب", "\u{200C}"),
        "digits of both kinds" => ("", "\u{660}\u{6F0}"),
        "digits in Hebrew" => ("א", "1\u{661}"),
        "labels of both directions" => ("", "א.1."),
        "nothing after mapping" => ("", "\u{AD}"),
        "Hangul parts" => ("", "\u{1100}\u{1161}\u{11A8}"),
        "ligatures" => ("", "\u{FDFA}"),
        "wide letters" => ("", "ａ"),
        "a wide letter before ASCII" => ("ａ", "A"),
        "a wide letter before what is refused" => ("ａ", "%"),
        "refused ASCII" => ("", "%"),
        "accented capitals" => ("", "É"),
        "soft hyphens in between" => ("", "a\u{AD}"),
        "marks of half width" => ("a", "\u{FF9E}"),
        "scripts in turn" => ("", "aбγאبक가あ漢ไ"),
        "labels that grow" => ("", "㍿."),
        "an emoji before ASCII" => ("💩.", "a"),
        other => panic!("no family {other}"),
    };
    start.to_owned() + &repeated.repeat(octets.saturating_sub(start.len()) / repeated.len())
}

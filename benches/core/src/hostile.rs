//! Long names, one function of the length for each shape that makes some implementation suffer.

/// The names of the families.
pub const FAMILIES: [&str; 28] = [
    "one ASCII label",
    "one label",
    "ASCII labels",
    "labels",
    "A-labels",
    "no A-labels",
    "dots",
    "one A-label",
    "combining marks",
    "marks out of order",
    "joiners",
    "non-joiners",
    "digits of both kinds",
    "digits in Hebrew",
    "labels of both directions",
    "nothing after mapping",
    "Hangul parts",
    "ligatures",
    "wide letters",
    "a wide letter before ASCII",
    "a wide letter before what is refused",
    "refused ASCII",
    "accented capitals",
    "soft hyphens in between",
    "marks of half width",
    "scripts in turn",
    "labels that grow",
    "an emoji before ASCII",
];

/// The name of a family: as many whole repetitions as fit into so many octets.
///
/// # Panics
///
/// For a name that is not in [`FAMILIES`].
pub fn name(family: &str, octets: usize) -> String {
    let (start, repeated) = match family {
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

//! The rules of names in text, each a row.

use super::*;
use crate::Profile;

const TLDS: &[&str] = &["com", "de", "uk", "xn--p1ai", "xn--11b4c3d", "jp"];

fn knows(tld: &str) -> bool {
    TLDS.contains(&tld)
}

pub(super) fn sought(tlds: bool) -> Sought<'static> {
    Sought { tlds: if tlds { Some(&knows) } else { None }, ..Sought::all(&Profile::UTS46) }
}

pub(super) fn rewriting(to_unicode: bool) -> Rewriting<'static> {
    Rewriting { sought: sought(false), to_unicode, annotate: false, isolate: false, shows: None }
}

/// The new text. Nothing where nothing changes.
fn made(text: &str, how: &Rewriting<'_>) -> Option<String> {
    rewritten(text.as_bytes(), how).unwrap_or_default().map(|octets| String::from_utf8(octets).unwrap_or_default())
}

pub(super) fn unicode(text: &str) -> String {
    made(text, &rewriting(true)).unwrap_or_else(|| text.to_owned())
}

pub(super) fn ascii(text: &str, tlds: bool) -> String {
    made(text, &Rewriting { sought: sought(tlds), ..rewriting(false) }).unwrap_or_else(|| text.to_owned())
}

fn names(text: &str, tlds: bool) -> Vec<(&str, Kind)> {
    let found = find(text.as_bytes(), &sought(tlds)).unwrap_or_default();
    found.iter().map(|one| (text.get(one.start..one.end).unwrap_or("?"), one.kind)).collect()
}

/// `B` stands for the A-label, `Ü` for the U-label.
const A: &str = "xn--bcher-kva";
const U: &str = "bücher";

#[test]
fn a_labels_become_u_labels_where_names_stand() {
    for row in [
        "Ü.de",
        "see Ü.de.",
        "https://Ü.de/x",
        "//Ü",
        "mail an a@Ü.de.",
        "a@Ü",
        "(Ü.de)",
        "„Ü.de“",
        "'Ü'",
        "<a@Ü.de>",
        "_dmarc.Ü.de",
        "*.Ü.de",
        ".Ü.de",
        "http://user:pw@Ü.de:80/",
        "host=Ü.de,x",
        "http://a.Ü/?x=1#y",
        "Ü:443",
        "https://_x.Ü.de",
        "Ü.de\\nnext",
        "日本語。Ü.de",
        "Ü。",
        "\"a b\"@Ü.de",
        "a.b+c@Ü.de>",
        "Ü.xn--a.de",
        "1.2.3.4 Ü",
        "http://[::1]/ Ü.de",
        "Ü.Ü.Ü",
        "http://a@b@Ü.de/",
        "-->Ü.de",
        "Ü.de/path",
        "Ü.de?q",
        "follow @Ü.de",
        "\\u003cÜ.de\\u003e",
        "a@Ü.de\\u003e",
        "\"http:\\/\\/Ü.de\\/\"",
        "//\\u00fc@Ü:\\u0038/",
        "mailto:a@Ü.de?subject=x",
        "//日本。Ü．Ü｡Ü/",
        "Ü-",
        "Ü-->",
        "Ü.de-",
        "a@Ü--",
        "https://Ü-- x",
        "Ü.de#@#.ad",
        "Ü.de$@$x",
        "Ü@ x",
        "-Ü",
        "<!--Ü.de-->",
    ] {
        assert_eq!(unicode(&row.replace('Ü', A)), row.replace('Ü', U), "{row}");
    }
    assert_eq!(unicode("XN--BCHER-KVA.DE"), "bücher.DE");
}

#[test]
fn what_only_looks_like_an_a_label_stays() {
    for row in [
        "aB",
        "_B",
        "B_",
        "éB",
        "Bé",
        "x-B.de",
        "xn--",
        "xn--a",
        "xn--example-",
        "xn--xn---epa",
        "\\032B.de",
        "\\.B.de",
        "B\\.de",
        "B\\046de",
        "B\\u00fc.de",
        "a@B\\u00fc.de",
        "a@B%C3%BC.de",
        "a@B.b\\u00fc.de",
        "B.b\\u00fc.de",
        "B\\u0040x.de",
        "http:\\/\\/x\\/B.de\\/\\/B",
        "\\u00fcB.de",
        "%20B.de",
        "B%C3%BC.de",
        "2B",
        "http://x/B.de",
        "http://x/?h=B.de",
        "http://x/#B",
        "/var/B.de/log",
        "a/B",
        "B@x.de",
        "B.a@x.de",
        "a.B+c@x.de",
        "\"B\"@x.de",
        "\"a B c\"@x.de",
        "http://B:pw@x.de/",
        "http://[B]/",
        "http://a!B/",
        "http://x/y@B.de",
        "x.de?B",
        "x.de/B",
        "xn--bcher-kv\u{e4}",
        "ＸＮ--bcher-kva",
    ] {
        let row = row.replace('B', A);
        assert_eq!(unicode(&row), row);
    }
}

#[test]
fn u_labels_become_a_labels_where_names_are_marked() {
    for row in [
        "https://Ü.de/Ü?Ü#Ü",
        "//Ü",
        "a@Ü.de.",
        "Ü@Ü.de",
        "(http://Ü.de)",
        "http://Ü:Ü@Ü.de:80/",
        "<Ü.ü@Ü.de>",
        "http://Ü.de，Ü",
        "\"Ü x\"@Ü.de",
        "http://Ü.de./x",
        "http://[::1]/Ü",
        "http://Ü.de. Ü.de",
    ] {
        // In a row each marked host is the last name of its authority or address.
        let host =
            if row.contains("@Ü") { row.rfind("@Ü").map(|at| at + 1) } else { row.find("//Ü").map(|at| at + 2) };
        let expected =
            host.map_or_else(|| row.to_owned(), |at| format!("{}{}", &row[..at], row[at..].replacen('Ü', A, 1)));
        assert_eq!(ascii(&row.replace('Ü', U), false), expected.replace('Ü', U), "{row}");
    }
    assert_eq!(ascii("http://Bücher。de/ 。Bücher", false), "http://xn--bcher-kva.de/ 。Bücher");
    assert_eq!(ascii("http://a。。b/ //a．b/", false), "http://a。。b/ //a．b/");
    assert_eq!(ascii("http:\\/\\/ü.de\\/ü //ü.de\\u002fü", false), "http:\\/\\/xn--tda.de\\/ü //xn--tda.de\\u002fü");
    assert_eq!(
        ascii("http://B\\u00fccher.de/ http://b%C3%BCcher.de/é", false),
        "http://B\\u00fccher.de/ http://b%C3%BCcher.de/é"
    );
    assert_eq!(ascii("siehe bücher.de, bücher.foo und bücher", false), "siehe bücher.de, bücher.foo und bücher");
    assert_eq!(ascii("siehe bücher.de, bücher.foo und bücher", true), "siehe xn--bcher-kva.de, bücher.foo und bücher");
    assert_eq!(
        ascii("кто@пример.рф, пример.рф。пример.рф", true),
        "кто@xn--e1afmkfd.xn--p1ai, xn--e1afmkfd.xn--p1ai。xn--e1afmkfd.xn--p1ai"
    );
}

#[test]
fn names_are_found_with_what_marks_them() {
    use Kind::{Bare, EmailDomain, UrlHost};
    let text = "http://a.com:80/x b@c.de. xn--bcher-kva.de x.com //[::1] http://a_b y@z_ http://b%C3%BCcher.de/";
    let found = [("a.com", UrlHost), ("c.de", EmailDomain), ("xn--bcher-kva.de", Bare)];
    let marked = [("a_b", UrlHost), ("z", EmailDomain), ("b%C3%BCcher.de", UrlHost)];
    assert_eq!(names(text, false), [&found[..], &marked].concat());
    assert_eq!(names(text, true), [&found[..], &[("x.com", Bare)], &marked].concat());
}

#[test]
fn what_is_escaped_is_found_and_not_judged() {
    for (text, name, kind) in [
        ("a@b\\u00fccher.de", "b\\u00fccher.de", Kind::EmailDomain),
        ("a@ü%C3%BC.x", "ü%C3%BC.x", Kind::EmailDomain),
        ("//ü\\u002ea:80/", "ü\\u002ea", Kind::UrlHost),
        ("b%C3%BCcher.de", "b%C3%BCcher.de", Kind::Bare),
        ("a@xn--tda\\303\\274.de", "xn--tda", Kind::EmailDomain),
        ("a@xn--tda=\nx", "xn--tda", Kind::EmailDomain),
        ("a@xn--tda&#46;de/", "xn--tda", Kind::EmailDomain),
    ] {
        let start = text.find(name).unwrap_or_default();
        let end = start.saturating_add(name.len());
        let (local_start, is_part) = (text.starts_with("a@").then_some(0), name == "xn--tda");
        let found = Found { start, end, kind, local_start, is_escaped: true, is_part, is_defanged: false, code: None };
        assert_eq!(find(text.as_bytes(), &sought(true)).as_deref(), Ok(&[found][..]), "{text}");
        assert_eq!((ascii(text, true), unicode(text)), (text.to_owned(), text.to_owned()));
    }
    // A label that is left out has the escape.
    for before in ["\\032b\\u00fc.", "C:\\f\\u00fcr."] {
        assert_eq!(unicode(&format!("{before}xn--bcher-kva.de")), format!("{before}bücher.de"));
    }
}

#[test]
fn octets_that_are_not_utf8_make_no_name_shorter() {
    for text in [&b"//a.b\xFCc.de/x a@b\xFCc.de"[..], b"//xn--tda\xFCx/", b"a@xn--tda.\xFC", b"xn--tda\xFC \xFCxn--tda"]
    {
        assert_eq!(find(text, &sought(true)), Ok(vec![]));
        assert_eq!(rewritten(text, &rewriting(true)), Ok(None));
    }
    let found = find(b"//\xFC@xn--tda:80/ \xFC a@xn--tda", &sought(false)).unwrap_or_default();
    assert_eq!(found.iter().map(|one| (one.start, one.end)).collect::<Vec<_>>(), [(4, 11), (20, 27)]);
}

#[test]
fn options_choose_what_is_rewritten_and_how() {
    let with = |text: &str, change: fn(&mut Rewriting<'static>)| {
        let mut chosen = rewriting(true);
        change(&mut chosen);
        made(text, &chosen)
    };
    let text = "xn--yho-ela6g.com a@xn--bcher-kva.de //xn--bcher-kva.de/xn--bcher-kva.de?xn--bcher-kva";
    assert_eq!(
        with("by xn--yho-ela6g.com.", |how| how.annotate = true).as_deref(),
        Some("by xn--yho-ela6g.com (yáhoó.com).")
    );
    assert_eq!(
        with("xn--4dbcagdahymbxekheh6e0a7fei0b.com", |how| how.isolate = true).as_deref(),
        Some("\u{2068}למההםפשוטלאמדבריםעברית\u{2069}.com")
    );
    assert_eq!(with("xn--bcher-kva.de", |how| how.isolate = true).as_deref(), Some("bücher.de"));
    assert_eq!(
        with(text, |how| how.sought.everywhere = true).as_deref(),
        Some("yáhoó.com a@bücher.de //bücher.de/bücher.de?bücher")
    );
    let local = "xn--bcher-kva@a.de http://xn--bcher-kva:x@b.de";
    assert_eq!(with(local, |how| how.sought.everywhere = true).as_deref(), Some("bücher@a.de http://bücher:x@b.de"));
    assert_eq!(
        with(text, |how| (how.sought.bare_names, how.sought.url_hosts) = (false, false)).as_deref(),
        Some("xn--yho-ela6g.com a@bücher.de //xn--bcher-kva.de/xn--bcher-kva.de?xn--bcher-kva")
    );
    assert_eq!(with("nothing here", |_| ()), None);
}

#[test]
fn a_name_whose_label_its_profile_leaves_stays() {
    let with = |profile: Profile, to_unicode: bool, text: &str| {
        let how = Rewriting { sought: Sought::all(&profile), ..rewriting(to_unicode) };
        made(text, &how).is_some()
    };
    // A label that is not right-to-left and begins with a digit, or ends with a symbol, beside one that is.
    for name in ["xn--1-eha.xn--4db.example", "xn--4db.xn--a-0xp.example", "xn--a-1xp.xn--4dbc5h.com"] {
        for text in [format!("https://{name}/"), format!("a@{name}")] {
            assert!(!with(Profile::DNS, true, &text), "{text}");
        }
    }
    assert!(!with(Profile::DNS, true, "see xn--1-eha.xn--4db.example"));
    assert!(with(Profile::DNS, true, "https://xn--4db.xn--tda.example/ _a.xn--tda.xn--4db"));
    assert!(with(Profile::DNS, true, "a@xn--4db.xn--fake.example"));
    // A domain that passes undecoded, as something else is wrong with it.
    let passing = Profile { pass_ascii_domain: true, ..Profile::UTS46 };
    let numbers = Profile { deny_end_in_number: true, ..Profile::WHATWG };
    assert!(!with(passing, true, "https://_x.xn--tda.example/") && !with(numbers, true, "a@xn--9ca.1"));
    assert!(with(passing, true, "https://xn--tda.example/") && with(numbers, true, "a@xn--9ca.1a"));
    // At the ends of a name, characters that UTS #46 removes and IDNA2003 does not.
    for label in ["xn--osd", "xn--psd", "xn--z3e", "xn--03e"] {
        for text in [format!("https://{label}.com/"), format!("https://a.{label}/"), format!("a@{label}.xn--tda")] {
            assert!(!with(Profile::IDNA2003, true, &text), "{text}");
        }
    }
}

#[test]
fn a_defanged_name_stays_and_a_policy_knows_no_name_that_goes_on() {
    for text in [
        "hxxps://xn--tda[.]com/ a@xn--tda(.)com www[dot]xn--tda{.}com www.]xn--tda[.com xn--tda [dot] com",
        "hxxp[://]xn--tda.com/ a[@]xn--tda.com a [at] xn--tda.com",
    ] {
        assert_eq!(unicode(text), text);
    }
    let text = "hxxps://ü[.]com/ https://ü/ (https://ü.com) [ü.com](https://ü.com)";
    assert_eq!(ascii(text, false).matches("xn--").count(), 3);
    assert_eq!(unicode("xn--tda.com (.) [xn--tda.com] <.> hxxp://xn--tda.com"), "ü.com (.) [ü.com] <.> hxxp://ü.com");
    let shows = &|_: &str| Ok(true);
    let how = Rewriting { shows: Some(shows), ..rewriting(true) };
    let made = made("https://xn--tda,x.com https://xn--tda.com", &how);
    assert_eq!(made.as_deref(), Some("https://xn--tda,x.com https://ü.com"));
}

/// It may be what is left of another name.
#[test]
fn a_bare_name_with_an_alabel_becomes_ascii_if_its_tld_is_known() {
    let text = "//ﬁ.bücher\u{34F}-\"a b\"@comü.a_b\u{AD}._`";
    assert_eq!(ascii(&ascii(text, false), false), ascii(text, false));
    assert_eq!(ascii("see xn--tda.ü and ü.com", true), "see xn--tda.ü and xn--tda.com");
}

/// Returns what a rewriter makes of pieces.
pub(super) fn in_pieces(text: &[u8], sizes: &[usize], how: &Rewriting<'_>) -> Vec<u8> {
    let (mut rewriter, mut output, mut rest) = (Rewriter::default(), Vec::new(), text);
    for &size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (now, later) = rest.split_at(size.min(rest.len()));
        assert_eq!(rewriter.feed(now, how, &mut output), Ok(()));
        rest = later;
    }
    assert_eq!(rewriter.finish(how, &mut output), Ok(()));
    output
}

#[test]
fn a_line_comes_out_when_it_is_complete() {
    let (mut rewriter, mut output) = (Rewriter::default(), Vec::new());
    assert_eq!(rewriter.feed(b"1 xn--bch", &rewriting(true), &mut output), Ok(()));
    assert_eq!(output, b"");
    assert_eq!(rewriter.feed(b"er-kva\n2", &rewriting(true), &mut output), Ok(()));
    assert_eq!(output, "1 bücher\n".as_bytes());
    assert_eq!(rewriter.finish(&rewriting(true), &mut output), Ok(()));
    assert_eq!(output, "1 bücher\n2".as_bytes());
    assert_eq!(rewriter.count(), 1);
}

/// Lines without white space: names next to where their parts end are whole, or left out.
#[test]
fn no_part_of_a_long_line_ends_in_a_name() {
    const U: &str = "xn--e1afmkfd.xn--p1ai";
    let marks = [(",\"", "\""), ("<b>", "</b>"), (",", ","), ("", "/"), (";", ";")];
    for ((before, behind), mark) in marks.into_iter().flat_map(|marks| ["https://", "a@"].map(|mark| (marks, mark))) {
        for size in seek::LONGEST - 60..seek::LONGEST + 4 {
            let text = [&"x".repeat(size), before, mark, U, behind, &"y".repeat(100)].concat();
            let found = find(text.as_bytes(), &sought(false)).unwrap_or_default();
            for one in &found {
                assert_eq!(text.get(one.start..one.end), Some(U), "{before} {mark} {size}");
            }
            let other = unicode(&text);
            let whole = text.replace(U, "пример.рф");
            // No mark ends a part where the only one is its last octet.
            let may_stay = before.is_empty() || size + 2 > seek::LONGEST;
            assert!(other == whole && !found.is_empty() || other == text && may_stay, "{before} {mark} {size}");
        }
    }
    // Where the authority goes on behind the end of a part, that is said.
    for size in seek::LONGEST - 40..seek::LONGEST {
        let text = ["x".repeat(size).as_str(), ",https://a.example,b.example/"].concat();
        let found = find(text.as_bytes(), &sought(false)).unwrap_or_default();
        assert!(found.iter().all(|one| one.kind == Kind::Bare || one.code == Some(AUTHORITY_CONTINUES)), "{size}");
    }
}

#[test]
fn long_lines_are_the_same_in_pieces_and_nothing_is_held_of_them() {
    let word = "x".repeat(30_000);
    let line = [
        &word,
        "xn--bcher-kva.de",
        &word,
        "xn--bcher-kva.de",
        &"y".repeat(140_000),
        "xn--bcher-kva /xn--bcher-kva xn--bcher-kva",
    ]
    .join(" ");
    let line = line.replace(" xn--bcher-kva /", "/xn--bcher-kva /");
    for how in [rewriting(true), rewriting(false)] {
        let whole = rewritten(line.as_bytes(), &how).unwrap_or_default().unwrap_or_else(|| line.clone().into_bytes());
        for sizes in [&[1_000_usize][..], &[7, 65_536, 1], &[100_000]] {
            assert!(in_pieces(line.as_bytes(), sizes, &how) == whole, "{sizes:?}");
        }
    }
    assert_eq!(unicode(&line).matches(U).count(), 3);
    let (mut rewriter, mut output) = (Rewriter::default(), Vec::new());
    for _ in 0..40 {
        assert_eq!(rewriter.feed(&[b'x'; 10_000], &rewriting(true), &mut output), Ok(()));
        assert!(rewriter.held.capacity() <= 4 * seek::LONGEST);
    }
}

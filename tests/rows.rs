//! The rows of vectors/: of each name the form that a standard gives, or a refusal, asked of each function. A mutant of
//! src/domain or src/label is judged by these alone in `nox -s mutants -- --rows`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use acelabel::{
    Inspection, OnError, Profile, Workspace, alabel, alabel_code_points, canonical, ends_in_number, inspect,
    inspect_code_points, is_plain, is_valid, same_name, to_ascii, to_ascii_code_points, to_ascii_or_keep, to_unicode,
    to_unicode_code_points, to_unicode_or_keep, ulabel, ulabel_code_points,
};
use serde_json::Value;

const PROFILES: [(&str, Profile); 6] = [
    ("UTS46", Profile::UTS46),
    ("WHATWG", Profile::WHATWG),
    ("WHATWG_STRICT", Profile::WHATWG_STRICT),
    ("IDNA2008", Profile::IDNA2008),
    ("IDNA2008_MAPPED", Profile::IDNA2008_MAPPED),
    ("IDNA2003", Profile::IDNA2003),
];

/// The four characters that separate labels.
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];

/// The order in which acelabel asks the rules of a label: the clauses of each, and the codes.
const ORDER: [(&[&str], &[&str]); 5] = [
    (&["UTS #46 4.1 V1", "RFC 5891 4.1"], &["not_nfc"]),
    (&["UTS #46 4.1 V2", "UTS #46 4.1 V3", "RFC 5891 4.2.3.1"], &["hyphen_3_4", "hyphen_start_end"]),
    (&["UTS #46 4.1 V6", "RFC 5891 4.2.3.2"], &["leading_combiner"]),
    (
        &["UTS #46 4.1 V7", "UTS #46 4.1 U1", "RFC 5892", "URL 3.3: a forb", "RFC 3490 4.1: ASCII", "RFC 3491"],
        &["disallowed_codepoint", "std3_disallowed", "contextj", "contexto", "unassigned"],
    ),
    (
        &["RFC 5893 2", "RFC 3454 6"],
        &["bidi_rule_1", "bidi_rule_2", "bidi_rule_3", "bidi_rule_4", "bidi_rule_5", "bidi_rule_6"],
    ),
];

/// Asks which rule refuses a label: that of the first of the clauses it breaks. Returns whether it breaks several rules
/// that have a place in the order.
fn ask_for_the_first(name: &str, rules: &Profile, clauses: &[&str]) -> bool {
    let place = |clause: &&str| ORDER.iter().position(|(known, _)| known.iter().any(|start| clause.starts_with(start)));
    let Some(places) = clauses.iter().map(place).collect::<Option<Vec<_>>>() else { return false };
    if name.contains(DOTS) {
        return false;
    }
    let code = to_ascii(name, rules).unwrap_err().kind().code();
    let first = *places.iter().min().unwrap();
    // In IDNA2003 hyphens at the ends are of the same clause as other characters. The prefix is asked before all rules.
    let is_of_hyphens = *rules == Profile::IDNA2003 && first == 3 && ORDER[1].1.contains(&code);
    assert!(ORDER[first].1.contains(&code) || is_of_hyphens || code == "invalid_alabel", "{name:?}: {code}");
    places.iter().any(|place| *place != first)
}

/// The clauses of a file, and its rows; those with a surrogate, which no `str` holds, are left out.
fn rows(path: &Path) -> (Vec<String>, Vec<Value>) {
    let content = std::fs::read_to_string(path).unwrap();
    assert!(content.lines().any(|line| line.contains("IDNA2008_MAPPED")), "{}", path.display());
    let (head, rows) = content.split_once("\"rows\": [").unwrap();
    let (_, clauses) = head.split_once("\"clauses\": ").unwrap();
    let clauses = serde_json::from_str(clauses.trim_end().trim_end_matches(',')).unwrap();
    (clauses, rows.lines().filter_map(|row| serde_json::from_str(row.trim_end_matches(',')).ok()).collect())
}

/// Asks each function about a name whose form, or refusal, is known.
fn ask(name: &str, rules: &Profile, form: Option<&str>) {
    assert_eq!(to_ascii(name, rules).ok().as_deref(), form);
    assert_eq!(is_valid(name, rules), form.is_some());
    let report = inspect(name, rules);
    assert_eq!(report.ascii(), form);
    assert_eq!(report.first_error, to_ascii(name, rules).err());
    assert_eq!(report.ends_in_number && form.is_some(), form.is_some_and(is_number));
    ask_labels(name, rules, &report);
    assert_eq!(ends_in_number(name, rules).ok(), form.map(is_number));
    assert_eq!(is_plain(name.as_bytes()), is_plain_by_rule(name));
    // The Unicode form of a name has the same ASCII form.
    let unicode = to_unicode(name, rules).ok();
    assert_eq!(unicode.as_ref().and_then(|unicode| to_ascii(unicode, rules).ok()).as_deref(), form);
    assert_eq!(report.unicode(), unicode.as_deref());
    let mut workspace = Workspace::default();
    assert_eq!(workspace.to_ascii(name, rules, OnError::Raise).ok(), form);
    assert_eq!(workspace.to_unicode(name, rules, OnError::Raise).ok(), unicode.as_deref());
    // A name that was kept is kept again as it is.
    let kept = to_ascii_or_keep(name, rules);
    assert_eq!(form.unwrap_or(&kept), to_ascii_or_keep(&kept, rules));
    let kept = to_unicode_or_keep(name, rules);
    assert_eq!(unicode.as_deref().unwrap_or(&kept), to_unicode_or_keep(&kept, rules));
    if !name.contains(DOTS) {
        assert_eq!(alabel(name, rules).ok().as_deref(), form);
        assert_eq!(ulabel(name, rules).ok().as_deref(), unicode.as_deref());
    }
    if name.is_ascii() && !name.contains(['.', '\\']) && form.is_none() {
        // A record that is more than a name stays whole, a refused label in lower case.
        let is_of_a_name = name.bytes().all(|octet| octet.is_ascii_alphanumeric() || b"-_*".contains(&octet));
        let kept = if is_of_a_name { name.to_ascii_lowercase() } else { name.to_owned() };
        assert_eq!(to_ascii_or_keep(name, rules), kept);
        assert_eq!(to_unicode_or_keep(name, rules), kept);
    }
}

/// Asks the functions that take a name as code points, of which each does the same as the one for a text.
fn ask_code_points(name: &str, rules: &Profile) {
    let in_code_points = |text: &str| text.chars().map(u32::from).collect::<Vec<u32>>();
    let code_points = in_code_points(name);
    let same =
        |converted: Option<Vec<u32>>, text: Option<String>| assert_eq!(converted, text.as_deref().map(in_code_points));
    let form = |on_error| to_ascii_code_points(&code_points, rules, on_error).ok();
    same(form(OnError::Raise), to_ascii(name, rules).ok().map(String::from));
    same(form(OnError::Keep), Some(to_ascii_or_keep(name, rules).into()));
    let form = |on_error| to_unicode_code_points(&code_points, rules, on_error).ok();
    same(form(OnError::Raise), to_unicode(name, rules).ok().map(String::from));
    same(form(OnError::Keep), Some(to_unicode_or_keep(name, rules).into()));
    assert_eq!(inspect_code_points(&code_points, rules), inspect(name, rules));
    assert_eq!(alabel_code_points(&code_points, rules), alabel(name, rules));
    assert_eq!(ulabel_code_points(&code_points, rules), ulabel(name, rules));
}

/// Asks whether the labels of a name that is valid make its forms, and which kinds they are (RFC 5890 section 2.3).
fn ask_labels(name: &str, rules: &Profile, report: &Inspection) {
    if report.first_error.is_some() {
        let of_labels = report.labels.iter().flat_map(|label| &label.errors);
        assert!(of_labels.chain(&report.errors).any(|error| Some(*error) == report.first_error));
        return;
    }
    let forms: Vec<_> = report.labels.iter().map(|label| report.forms(label).unwrap()).collect();
    let joined = |labels: Vec<&str>| labels.join(".");
    let without_root = |form: Option<&str>| form.unwrap().strip_suffix('.').unwrap_or(form.unwrap()).to_owned();
    assert_eq!(joined(forms.iter().map(|form| form.0).collect()), without_root(report.ascii()));
    assert_eq!(joined(forms.iter().map(|form| form.1).collect()), without_root(report.unicode()));
    assert_eq!(report.label_count, report.labels.len());
    let is_undecoded = forms.iter().any(|(ascii, unicode)| ascii == unicode && ascii.starts_with("xn--"));
    for (label, (ascii, unicode)) in report.labels.iter().zip(forms) {
        let given: String = name.chars().skip(label.range.start).take(label.range.len()).collect();
        let is_ldh = (1..=63).contains(&ascii.len())
            && !ascii.starts_with('-')
            && !ascii.ends_with('-')
            && ascii.bytes().all(is_ldh);
        let expected = match ascii.strip_prefix("xn--") {
            // One that is decoded alone, but not in its name, is an A-label.
            Some(_) if ascii == unicode && ulabel(ascii, rules).is_ok_and(|alone| alone == unicode) => "fake_alabel",
            Some(_) if given.is_ascii() => "a_label",
            Some(_) => "u_label",
            None if !is_ldh => "other",
            None if ascii.get(2..4) == Some("--") => "ldh",
            None => "nr_ldh",
        };
        assert_eq!(label.kind.name(), expected);
        assert!(label.errors.is_empty());
        // The others have a problem where it is the Bidi Rule that leaves the name undecoded.
        assert!(label.problems.is_empty() != (expected == "fake_alabel") || is_undecoded && expected != "fake_alabel");
    }
}

/// The "ends in a number checker" (URL Standard, section 3.5).
fn is_number(form: &str) -> bool {
    let last = form.strip_suffix('.').unwrap_or(form).rsplit('.').next().unwrap();
    let hexadecimal =
        last.strip_prefix("0x").is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    hexadecimal || (!last.is_empty() && last.bytes().all(|digit| digit.is_ascii_digit()))
}

fn is_ldh(octet: u8) -> bool {
    octet.is_ascii_lowercase() || octet.is_ascii_digit() || octet == b'-'
}

/// The definition of a plain name, label by label.
fn is_plain_by_rule(name: &str) -> bool {
    let body = name.strip_suffix('.').unwrap_or(name);
    let is_plain_label = |label: &str| {
        let has_mark = label.starts_with('-') || label.ends_with('-') || label.contains("--");
        (1..=63).contains(&label.len()) && !has_mark && label.bytes().all(is_ldh)
    };
    body.len() <= 253 && body.split('.').all(is_plain_label)
}

/// Asks which names of neighbouring rows are the same: under UTS #46 those with the same form, the root aside.
fn ask_of_two([name, other]: [&str; 2], [form, other_form]: [&str; 2]) {
    let key = form.strip_suffix('.').unwrap_or(form);
    assert_eq!(canonical(name).unwrap(), key);
    assert!(same_name(name, form));
    assert_eq!(same_name(name, other), key == other_form.strip_suffix('.').unwrap_or(other_form));
    let longer = format!("{key}.x");
    assert!(!same_name(name, &longer) && !same_name(&longer, name));
}

#[test]
fn names_have_the_forms_of_the_standards() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let (mut count, mut of_several) = (0, 0);
    let (mut before, mut form_before) = ("a.example".to_owned(), "a.example".to_owned());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        if !file.ends_with(".json") || file.starts_with("race") {
            continue;
        }
        let (clauses, rows) = rows(&path);
        for row in rows {
            let (name, answers) = (row[0].as_str().unwrap(), row[1].as_array().unwrap());
            for (place, (profile, rules)) in PROFILES.iter().enumerate() {
                let answer = &answers[if answers.len() == 1 { 0 } else { place }];
                let form = answer.as_str();
                println!("{profile}: {name:?}");
                ask(name, rules, form);
                if let Some(broken) = answer.as_array() {
                    let broken: Vec<_> = broken
                        .iter()
                        .map(|at| clauses[usize::try_from(at.as_u64().unwrap()).unwrap()].as_str())
                        .collect();
                    of_several += usize::from(ask_for_the_first(name, rules, &broken));
                }
                count += usize::from(form.is_some());
                if place == 0 {
                    ask_code_points(name, rules);
                }
                if let (0, Some(form)) = (place, form) {
                    ask_of_two([name, &before], [form, &form_before]);
                    (before, form_before) = (name.to_owned(), form.to_owned());
                }
            }
        }
    }
    assert!(count > 30_000, "{count}");
    assert!(of_several > 1_000, "{of_several}");
}

//! The rows of vectors/: of each name the form that a standard gives, or a refusal, asked of each function.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use acelabel::{
    OnError, Profile, alabel, inspect, inspect_code_points, is_valid, to_ascii, to_ascii_code_points, to_ascii_or_keep,
    to_unicode, to_unicode_code_points, to_unicode_or_keep, ulabel,
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

/// The rows of a file; those with a surrogate, which no `str` holds, are left out.
fn rows(path: &Path) -> Vec<Value> {
    let content = std::fs::read_to_string(path).unwrap();
    assert!(content.lines().any(|line| line.contains("IDNA2008_MAPPED")), "{}", path.display());
    let (_, rows) = content.split_once("\"rows\": [").unwrap();
    rows.lines().filter_map(|row| serde_json::from_str(row.trim_end_matches(',')).ok()).collect()
}

/// Asks each function about a name whose form, or refusal, is known.
fn ask(name: &str, rules: &Profile, form: Option<&str>) {
    assert_eq!(to_ascii(name, rules).ok().as_deref(), form);
    assert_eq!(is_valid(name, rules), form.is_some());
    let code_points: Vec<u32> = name.chars().map(u32::from).collect();
    let in_code_points = |text: &str| text.chars().map(u32::from).collect::<Vec<u32>>();
    let converted = to_ascii_code_points(&code_points, rules, OnError::Raise).ok();
    assert_eq!(converted, form.map(in_code_points));
    for report in [inspect(name, rules), inspect_code_points(&code_points, rules)] {
        assert_eq!(report.ascii(), form);
        assert_eq!(report.first_error, to_ascii(name, rules).err());
    }
    // The Unicode form of a name has the same ASCII form.
    let unicode = to_unicode(name, rules).ok();
    assert_eq!(unicode.as_ref().and_then(|unicode| to_ascii(unicode, rules).ok()).as_deref(), form);
    assert_eq!(inspect(name, rules).unicode(), unicode.as_deref());
    let converted = to_unicode_code_points(&code_points, rules, OnError::Raise).ok();
    assert_eq!(converted, unicode.as_deref().map(in_code_points));
    // A name that was kept is kept again as it is.
    let kept = to_ascii_or_keep(name, rules);
    assert_eq!(form.unwrap_or(&kept), to_ascii_or_keep(&kept, rules));
    let kept = to_unicode_or_keep(name, rules);
    assert_eq!(unicode.as_deref().unwrap_or(&kept), to_unicode_or_keep(&kept, rules));
    if !name.contains(DOTS) {
        assert_eq!(alabel(name, rules).ok().as_deref(), form);
        assert_eq!(ulabel(name, rules).ok().as_deref(), unicode.as_deref());
    }
}

#[test]
fn names_have_the_forms_of_the_standards() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        if !file.ends_with(".json") || file.starts_with("race") {
            continue;
        }
        for row in rows(&path) {
            let (name, answers) = (row[0].as_str().unwrap(), row[1].as_array().unwrap());
            for (place, (profile, rules)) in PROFILES.iter().enumerate() {
                let form = answers[if answers.len() == 1 { 0 } else { place }].as_str();
                println!("{profile}: {name:?}");
                ask(name, rules, form);
                count += usize::from(form.is_some());
            }
        }
    }
    assert!(count > 30_000, "{count}");
}

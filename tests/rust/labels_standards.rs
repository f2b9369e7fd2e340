//! The rows of `vectors/`, made by rules: the form of each name under the profiles of the standards, or a refusal. Two
//! judges in Python made them; the clauses of refusals are asked there, too.

use std::path::Path;

use acelabel::{Profile, race, to_ascii};
use serde_json::Value;

const NAMED: &str = r#""profiles": ["UTS46", "WHATWG", "WHATWG_STRICT", "IDNA2008", "IDNA2008_MAPPED", "IDNA2003"],"#;
const PROFILES: [Profile; 6] = [
    Profile::UTS46,
    Profile::WHATWG,
    Profile::WHATWG_STRICT,
    Profile::IDNA2008,
    Profile::IDNA2008_MAPPED,
    Profile::IDNA2003,
];
const NAMES: [&str; 10] = [
    "statuses",
    "ascii_characters",
    "bidi_classes",
    "joiners",
    "contexts",
    "dots",
    "prefixes",
    "lengths",
    "payloads",
    "compositions",
];

/// The text of each row with its answers. A row with a single surrogate is no string of Rust, and left out.
fn rows(kind: &str, profiles: &str) -> Vec<(String, Vec<Value>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors").join(format!("{kind}.json"));
    let text = std::fs::read_to_string(path).unwrap();
    let (head, lines) = text.split_once("\"rows\": [\n").unwrap();
    assert!(head.contains(profiles));
    let read =
        lines.lines().filter_map(|line| serde_json::from_str::<(String, Vec<Value>)>(line.trim_end_matches(',')).ok());
    read.collect()
}

#[test]
fn every_name_has_the_answer_of_each_standard() {
    let mut count = 0;
    for (name, answers) in NAMES.iter().flat_map(|kind| rows(kind, NAMED)) {
        for (number, profile) in PROFILES.iter().enumerate() {
            let expected = answers.get(number).unwrap_or(&answers[0]).as_str();
            assert_eq!(to_ascii(&name, profile).ok().as_deref(), expected, "{name:?} {profile:?}");
            count += 1;
        }
    }
    assert!(count > 70_000);
}

#[test]
fn every_text_and_label_of_race_has_its_answer() {
    let (texts, labels) = (rows("race_texts", "[\"RACE\"]"), rows("race_labels", "[\"RACE\"]"));
    assert!(texts.len() > 3_800 && labels.len() > 400);
    for (text, answers) in texts {
        assert_eq!(race::encode(&text).ok().as_deref(), answers[0].as_str(), "{text:?}");
    }
    for (label, answers) in labels {
        assert_eq!(race::decode(&label).ok().as_deref(), answers[0].as_str(), "{label:?}");
    }
}

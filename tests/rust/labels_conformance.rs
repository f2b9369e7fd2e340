//! Conformance to UTS #46: every row of IdnaTestV2.txt, read from the published archive of the `idna` crate.
//!
//! That is the file of Unicode 16.0, the newest that a crate has. `nox -s compat` goes through the rows of our version.

use std::path::PathBuf;
use std::process::Command;

use acelabel::{Inspection, LabelError, OnError, Profile, inspect, to_ascii, to_ascii_code_points, to_unicode};

/// The folder in which Cargo keeps the archive of a package that the tests depend on.
fn archive(package: &str) -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let manifest = packages.iter().find(|of| of["name"] == package).unwrap()["manifest_path"].as_str().unwrap();
    PathBuf::from(manifest).parent().unwrap().to_path_buf()
}

struct Row {
    line: usize,
    source: Vec<u32>,
    unicode: Vec<u32>,
    unicode_status: Vec<String>,
    ascii: Vec<u32>,
    ascii_status: Vec<String>,
    transitional: Vec<u32>,
    transitional_status: Vec<String>,
}

fn unescape(field: &str) -> Vec<u32> {
    let mut units = Vec::new();
    let mut rest = field.trim();
    if rest == "\"\"" {
        return units;
    }
    while let Some(first) = rest.chars().next() {
        let (unit, length) = if let Some(hex) = rest.strip_prefix("\\u") {
            (u32::from_str_radix(&hex[..4], 16).unwrap(), 6)
        } else if let Some(hex) = rest.strip_prefix("\\x{") {
            let end = hex.find('}').unwrap();
            (u32::from_str_radix(&hex[..end], 16).unwrap(), end + 4)
        } else {
            (u32::from(first), first.len_utf8())
        };
        units.push(unit);
        rest = &rest[length..];
    }
    units
}

fn status(field: &str) -> Vec<String> {
    let inside = field.trim().trim_start_matches('[').trim_end_matches(']');
    inside.split(',').map(str::trim).filter(|code| !code.is_empty()).map(String::from).collect()
}

fn rows() -> Vec<Row> {
    let file = archive("idna").join("tests/IdnaTestV2.txt");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('#').next().unwrap().split(';').collect();
        if fields.len() < 7 {
            continue;
        }
        let source = unescape(fields[0]);
        let or = |field: &str, other: &Vec<u32>| if field.trim().is_empty() { other.clone() } else { unescape(field) };
        let unicode = or(fields[1], &source);
        let unicode_status = status(fields[2]);
        let ascii = or(fields[3], &unicode);
        let status_or =
            |field: &str, other: &[String]| if field.trim().is_empty() { other.to_vec() } else { status(field) };
        let ascii_status = status_or(fields[4], &unicode_status);
        let transitional = or(fields[5], &ascii);
        let transitional_status = status_or(fields[6], &ascii_status);
        let line = number + 1;
        rows.push(Row {
            line,
            source,
            unicode,
            unicode_status,
            ascii,
            ascii_status,
            transitional,
            transitional_status,
        });
    }
    rows
}

/// Returns what our codes say in the words of the file.
fn statuses(code: &str) -> &'static [&'static str] {
    match code {
        "invalid_alabel" | "non_canonical_alabel" => &["P4", "A3", "V4"],
        "not_nfc" => &["V1"],
        "hyphen_3_4" => &["V2"],
        "hyphen_start_end" => &["V3"],
        "leading_combiner" => &["V6"],
        "disallowed_codepoint" | "surrogate" => &["V7", "V1", "P1"],
        "std3_disallowed" => &["U1"],
        "contextj" => &["C1", "C2"],
        "bidi_rule_1" => &["B1"],
        "bidi_rule_2" => &["B2"],
        "bidi_rule_3" => &["B3"],
        "bidi_rule_4" => &["B4"],
        "bidi_rule_5" => &["B5"],
        "bidi_rule_6" => &["B6"],
        "label_too_long" => &["A4_2"],
        "domain_too_long" => &["A4_1"],
        "empty_label" => &["A4_2", "X4_2"],
        "empty_domain" => &["A4_1", "A4_2", "X4_2"],
        other => panic!("{other}"),
    }
}

/// Returns whether every code of an inspection is one the row names.
fn agrees(inspection: &Inspection, named: &[String]) -> bool {
    let in_labels = inspection.labels.iter().flat_map(|label| &label.errors);
    let all: Vec<&LabelError> = in_labels.chain(&inspection.errors).collect();
    !all.is_empty()
        && all.iter().all(|e| statuses(e.kind().code()).iter().any(|of| named.iter().any(|code| code == of)))
}

/// Characters that came with Unicode 17 (CJK Extension J) and 18 (Small Seal), which the file of version 16 refuses.
fn is_newer(name: &str) -> bool {
    name.chars().any(|c| matches!(c, '\u{323B0}'..='\u{33479}' | '\u{3D000}'..='\u{3FC3F}'))
}

fn text(units: &[u32]) -> Option<String> {
    units.iter().map(|&unit| char::from_u32(unit)).collect()
}

#[test]
fn every_row_of_idna_test_v2() {
    let mut strict = Profile::UTS46;
    strict.check_hyphens = true;
    strict.allow_root_dot = false;
    let mut to_unicode_of = strict;
    // ToUnicode verifies no length (UTS #46 section 4.3).
    to_unicode_of.verify_dns_length = false;
    let rows = rows();
    assert!(rows.len() > 6_000, "{}", rows.len());
    let (mut surrogates, mut newer, mut wrong) = (0, 0, Vec::new());
    for row in &rows {
        let Some(source) = text(&row.source) else {
            let refused = to_ascii_code_points(&row.source, &strict, OnError::Raise).is_err();
            assert!(refused && !row.ascii_status.is_empty(), "line {}", row.line);
            surrogates += 1;
            continue;
        };
        let unicode = to_unicode(&source, &to_unicode_of);
        if unicode.as_deref().is_ok_and(is_newer) {
            newer += 1;
            continue;
        }
        // X4_2 marks an empty label. It stands in for a status of ToASCII, and ToASCII alone refuses for it.
        let named: Vec<String> = row.unicode_status.iter().filter(|code| *code != "X4_2").cloned().collect();
        if !match &unicode {
            Ok(unicode) => named.is_empty() && Some(unicode.as_ref()) == text(&row.unicode).as_deref(),
            // The empty name has no form here.
            Err(error) if error.kind().code() == "empty_domain" => row.unicode.is_empty(),
            Err(_) => agrees(&inspect(&source, &to_unicode_of), &named),
        } {
            wrong.push(format!("line {} to_unicode {source:?} {named:?} {unicode:?}", row.line));
        }
        let ascii = to_ascii(&source, &strict);
        if !match &ascii {
            Ok(ascii) => row.ascii_status.is_empty() && Some(ascii.as_ref()) == text(&row.ascii).as_deref(),
            Err(_) => agrees(&inspect(&source, &strict), &row.ascii_status),
        } {
            wrong.push(format!("line {} to_ascii {source:?} {:?} {ascii:?}", row.line, row.ascii_status));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong[..wrong.len().min(60)].join("\n"));
    assert_eq!((surrogates, newer), (2, 7));
}

/// The flags that may be off, and the status codes that the file says are ignored then.
type Flag = fn(&mut Profile) -> &mut bool;
const FLAGS: [(Flag, &[&str]); 5] = [
    (|profile| &mut profile.verify_dns_length, &["A4_1", "A4_2"]),
    (|profile| &mut profile.check_hyphens, &["V2", "V3"]),
    (|profile| &mut profile.check_joiners, &["C1", "C2"]),
    (|profile| &mut profile.check_bidi, &["B1", "B2", "B3", "B4", "B5", "B6"]),
    (|profile| &mut profile.use_std3_ascii_rules, &["U1"]),
];

#[test]
fn every_row_of_idna_test_v2_with_flags_off() {
    let mut rows = rows();
    rows.retain(|row| text(&row.unicode).is_some_and(|unicode| !is_newer(&unicode)));
    for off in 0..1_u32 << FLAGS.len() {
        let mut profile = Profile::UTS46;
        profile.check_hyphens = true;
        profile.allow_root_dot = false;
        let mut ignored = Vec::new();
        for (_, (flag, codes)) in FLAGS.iter().enumerate().filter(|(index, _)| off >> index & 1 == 1) {
            *flag(&mut profile) = false;
            ignored.extend_from_slice(codes);
        }
        let mut transitional = profile;
        transitional.transitional_processing = true;
        for row in &rows {
            let Some(source) = text(&row.source) else { continue };
            for (profile, expected, statuses) in [
                (&profile, &row.ascii, &row.ascii_status),
                (&transitional, &row.transitional, &row.transitional_status),
            ] {
                let is_good = statuses.iter().all(|code| ignored.contains(&code.as_str()));
                // The empty name has no form here.
                let form = text(expected).filter(|form| is_good && !form.is_empty());
                let answer = to_ascii(&source, profile).ok().map(String::from);
                assert_eq!(answer, form, "line {} {statuses:?} {profile:?}", row.line);
            }
        }
    }
}

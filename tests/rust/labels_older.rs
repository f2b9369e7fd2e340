//! Profiles that ask for an older version of Unicode, judged by the published tables of that version.

use acelabel::{
    CodePointStatus, ErrorKind, Profile, Rules, UnicodeVersion, alabel, code_point, inspect, is_valid, same_name,
    to_ascii, to_unicode, ulabel,
};

use crate::known_answers::rows;

const UTS46: Profile = Profile::UTS46;

fn of(profile: Profile, version: UnicodeVersion) -> Profile {
    let mut older = profile;
    older.unicode = Some(version);
    older
}

/// FNV-1a, of 64 bits.
fn digest(octets: impl Iterator<Item = u8>) -> String {
    let number = octets
        .fold(0xCBF2_9CE4_8422_2325_u64, |number, octet| (number ^ u64::from(octet)).wrapping_mul(0x100_0000_01B3));
    format!("{number:016x}")
}

/// The status and the mapping as tools/unicode_older.py writes them.
fn described(unit: u32, profile: &Profile) -> String {
    let found = code_point(unit, profile);
    match found.status {
        CodePointStatus::Valid => "V;".into(),
        CodePointStatus::Ignored => "I;".into(),
        CodePointStatus::Deviation => "D;".into(),
        CodePointStatus::Mapped => {
            let to = found.to.unwrap_or_default();
            let words: String = to.chars().map(|one| format!(" {:04X}", u32::from(one))).collect();
            format!("M{words};")
        }
        _ => "X;".into(),
    }
}

#[test]
fn every_code_point_has_the_status_and_the_mapping_of_the_published_table() {
    let published = rows("older_unicode.json", "versions");
    let mut versions = Vec::new();
    for row in &published {
        let name = row["unicode"].as_str().unwrap();
        let version = *UnicodeVersion::ALL.iter().find(|version| version.to_string() == name).unwrap();
        versions.push(version);
        for (key, std3) in [("lax", false), ("std3", true)] {
            let mut profile = of(UTS46, version);
            profile.use_std3_ascii_rules = std3;
            let all = (0..0x11_0000).flat_map(|unit| described(unit, &profile).into_bytes());
            assert_eq!(digest(all), row[key].as_str().unwrap(), "{name} {key}");
        }
    }
    versions.push(UnicodeVersion::V18_0);
    assert_eq!(versions, UnicodeVersion::ALL);
}

#[test]
fn the_newest_version_is_what_a_profile_has_without_one() {
    for unit in (0..0x11_0000).step_by(7) {
        let Some(name) = char::from_u32(unit).map(|character| format!("a{character}.b")) else { continue };
        for profile in [UTS46, Profile::IDNA2008, Profile::WHATWG] {
            let newest = of(profile, UnicodeVersion::V18_0);
            assert_eq!(to_ascii(&name, &profile), to_ascii(&name, &newest), "{name}");
        }
        // IDNA2003 does not ask.
        let older = of(Profile::IDNA2003, UnicodeVersion::V13_0);
        assert_eq!(to_ascii(&name, &Profile::IDNA2003), to_ascii(&name, &older), "{name}");
    }
}

#[test]
fn a_refusal_names_the_version() {
    // U+1E030 came with version 15.0, U+10A0 is mapped since version 16.0.
    let refused = |name: &str, profile, version| to_ascii(name, &of(profile, version)).unwrap_err();
    let error = refused("ab.a\u{1E030}", UTS46, UnicodeVersion::V14_0);
    assert_eq!((error.kind(), error.offset(), error.label_index()), (ErrorKind::Unassigned, 4, 1));
    assert_eq!(error.error().unicode(), Some(UnicodeVersion::V14_0));
    assert_eq!(
        error.to_string(),
        "unassigned at offset 4 in label 1: '\u{1E030}' (U+1E030) is not assigned in Unicode 14.0"
    );
    assert_eq!(error.reason("ab.a\u{1E030}"), "'\u{1E030}' (U+1E030) is not assigned in Unicode 14.0");
    assert_eq!(to_ascii("a\u{1E030}", &of(UTS46, UnicodeVersion::V15_0)), to_ascii("a\u{1E030}", &UTS46));

    let error = refused("\u{10A0}", UTS46, UnicodeVersion::V15_1);
    assert_eq!(error.kind(), ErrorKind::DisallowedCodepoint);
    assert_eq!(error.reason("\u{10A0}"), "'\u{10A0}' (U+10A0) is not allowed in a label in Unicode 15.1");
    assert_eq!(error.hint("\u{10A0}"), None);
    assert_eq!(to_ascii("\u{10A0}", &of(UTS46, UnicodeVersion::V16_0)).unwrap(), "xn--rkj");

    // No version knows it, and what another rule refuses names none.
    assert_eq!(refused("\u{378}a", UTS46, UnicodeVersion::V17_0).kind(), ErrorKind::Unassigned);
    assert_eq!(refused("\u{E000}", UTS46, UnicodeVersion::V17_0).error().unicode(), None);
    let error = refused("a\u{16EA0}", Profile::IDNA2008_MAPPED, UnicodeVersion::V16_0);
    assert_eq!((error.kind(), error.error().unicode()), (ErrorKind::Unassigned, Some(UnicodeVersion::V16_0)));
}

#[test]
fn every_form_of_a_character_that_a_version_does_not_know_is_refused() {
    let is_unknown = |unit: u32, version| code_point(unit, &of(UTS46, version)).idna2008 == "UNASSIGNED";
    let newer: Vec<u32> = (0x80..0x11_0000)
        .filter(|&unit| is_unknown(unit, UnicodeVersion::V13_0) && !is_unknown(unit, UnicodeVersion::V18_0))
        .collect();
    let mut count = 0;
    for &version in UnicodeVersion::ALL {
        let bases = [UTS46, Profile::IDNA2008, Profile::IDNA2008_MAPPED, Profile::WHATWG, Profile::DNS];
        let profiles = bases.map(|profile| of(profile, version));
        for &unit in newer.iter().filter(|&&unit| is_unknown(unit, version)) {
            count += 1;
            // Most are ideographs.
            if unit > 0x2_0000 && count % 101 != 0 {
                continue;
            }
            let label = String::from(char::from_u32(unit).unwrap());
            for profile in &profiles {
                let error = alabel(&label, profile).unwrap_err();
                assert_eq!((error.kind(), error.error().unicode()), (ErrorKind::Unassigned, Some(version)));
                assert_eq!(inspect(&label, profile).first_error, Some(error));
                assert!(!is_valid(&format!("a.{label}.b"), profile));
            }
            let known = alabel(&label, &UTS46).ok().filter(|ascii| ascii.starts_with("xn--"));
            if let Some(error) = known.and_then(|ascii| ulabel(&ascii, &profiles[0]).err()) {
                assert!(error.error().unicode() == Some(version) || error.kind() == ErrorKind::NotNfc, "{label}");
            }
        }
    }
    assert!(count > 90_000, "{count}");
}

#[test]
fn a_capital_sharp_s_is_two_letters_up_to_version_15_0() {
    for (version, ascii) in [(UnicodeVersion::V15_0, "strasse"), (UnicodeVersion::V15_1, "xn--strae-oqa")] {
        for profile in [UTS46, Profile::WHATWG, Profile::DNS] {
            assert_eq!(to_ascii("STRAẞE", &of(profile, version)).unwrap(), ascii);
        }
    }
    let older = of(UTS46, UnicodeVersion::V15_0);
    assert_eq!(to_unicode("ẞ", &older).unwrap(), "ss");
    assert_eq!(to_ascii("straße", &older).unwrap(), "xn--strae-oqa");
    assert_eq!(to_ascii("Xn--ẞa", &older).unwrap_err().kind(), to_ascii("xn--ssa", &UTS46).unwrap_err().kind());
    let found = inspect("ẞ", &older).labels;
    assert_eq!(found[0].mapped[0].to, "ss");
    // RFC 5895 asks for the small letter, which the character always had.
    let mapped = of(Profile::IDNA2008_MAPPED, UnicodeVersion::V15_0);
    assert_eq!(to_ascii("STRAẞE", &mapped).unwrap(), "xn--strae-oqa");
}

#[test]
fn signs_that_std3_rules_refused_are_refused_before_they_compose() {
    use UnicodeVersion::{V15_0, V15_1, V16_0};
    for (label, last) in [("a≠", Some(V15_0)), ("a=\u{338}", Some(V15_1)), ("a＝\u{338}", Some(V15_1))] {
        for version in [V15_0, V15_1, V16_0] {
            let refused = to_ascii(label, &of(UTS46, version)).map_err(|error| (error.kind(), error.offset()));
            let expected =
                if Some(version) <= last { Err((ErrorKind::Std3Disallowed, 1)) } else { Ok("xn--a-ufo".into()) };
            assert_eq!(refused, expected, "{label} {version}");
            let mut lax = of(UTS46, version);
            lax.use_std3_ascii_rules = false;
            assert_eq!(to_ascii(label, &lax).unwrap(), "xn--a-ufo");
        }
    }
}

#[test]
fn classes_that_changed_are_those_of_the_version() {
    use UnicodeVersion::{V13_0, V15_1, V16_0};
    // U+1171E was a non-spacing mark, which may stand in a label from right to left (RFC 5893 section 2).
    assert!(is_valid("א\u{1171E}", &of(UTS46, V15_1)));
    assert_eq!(to_ascii("א\u{1171E}", &of(UTS46, V16_0)).unwrap_err().kind(), ErrorKind::BidiRule2);
    // The other way round at the end: an L may follow a hyphen there, a non-spacing mark may not.
    assert!(is_valid("א.\u{11700}-\u{1171E}", &of(UTS46, V16_0)));
    assert_eq!(to_ascii("א.\u{11700}-\u{1171E}", &of(UTS46, V15_1)).unwrap_err().kind(), ErrorKind::BidiRule6);
    // The same of U+1B3C, up to the version before the newest.
    assert!(is_valid("א\u{1B3C}", &of(UTS46, UnicodeVersion::V17_0)));
    assert_eq!(to_ascii("א\u{1B3C}", &UTS46).unwrap_err().kind(), ErrorKind::BidiRule2);
    // Transparent, so that the letters around it join (RFC 5892 appendix A.1).
    let joined = "\u{628}\u{1171E}\u{200C}\u{628}";
    let mut without_bidi = of(Profile::IDNA2008, V15_1);
    without_bidi.check_bidi = false;
    assert!(is_valid(joined, &without_bidi));
    without_bidi.unicode = Some(V16_0);
    assert_eq!(to_ascii(joined, &without_bidi).unwrap_err().kind(), ErrorKind::ContextJ);
    // Of the script Han since version 14.0 (RFC 5892 appendix A.7).
    let dotted = "\u{16FE3}\u{30FB}";
    assert_eq!(to_ascii(dotted, &of(Profile::IDNA2008, V13_0)).unwrap_err().kind(), ErrorKind::ContextO);
    assert!(is_valid(dotted, &of(Profile::IDNA2008, UnicodeVersion::V14_0)));
    let facts = |version| code_point(0x1171E, &of(UTS46, version));
    assert_eq!((facts(V15_1).bidi, facts(V15_1).joining), ("NSM", "T"));
    assert_eq!((facts(V16_0).bidi, facts(V16_0).joining), ("L", "U"));
}

#[test]
fn a_mark_at_the_beginning_that_a_version_does_not_know_is_no_mark() {
    // U+0897 came with version 16.0.
    let error = to_ascii("\u{897}a", &of(UTS46, UnicodeVersion::V15_1)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Unassigned, 0));
    let error = to_ascii("\u{897}a", &of(UTS46, UnicodeVersion::V16_0)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LeadingCombiner);
}

#[test]
fn names_that_all_versions_know_have_one_answer() {
    let names =
        ["bücher.example", "ＢÜCHER．example", "नामः.भारत", "xn--fa-hia", "a_b.de", "λόγος", "食狮.中国", "a\u{AD}b"];
    for profile in [UTS46, Profile::WHATWG, Profile::DNS, Profile::IDNA2008, Profile::IDNA2008_MAPPED] {
        for name in names {
            for version in UnicodeVersion::ALL {
                assert_eq!(to_ascii(name, &of(profile, *version)), to_ascii(name, &profile), "{name}");
                assert_eq!(to_unicode(name, &of(profile, *version)), to_unicode(name, &profile), "{name}");
            }
        }
    }
    assert!(same_name("ẞ.example", "ß.example"));
}

#[test]
fn characters_that_vanish_since_version_16_are_refused_before() {
    // U+3164 as the last label would be the root.
    for (name, kind) in [("a.\u{3164}", ErrorKind::DisallowedCodepoint), ("\u{180E}a", ErrorKind::DisallowedCodepoint)]
    {
        assert_eq!(to_ascii(name, &of(UTS46, UnicodeVersion::V15_1)).unwrap_err().kind(), kind, "{name:?}");
        assert!(is_valid(name, &of(UTS46, UnicodeVersion::V16_0)), "{name:?}");
    }
    let mut strict = of(UTS46, UnicodeVersion::V15_1);
    strict.refuse_ignored = true;
    assert_eq!(to_ascii("\u{180E}a", &strict).unwrap_err().kind(), ErrorKind::DisallowedCodepoint);
    assert_eq!(Profile::IDNA2003.rules, Rules::Idna2003);
}

//! Laws that hold for every name: both directions agree, results are fixed points, and refusals are explained.

use acelabel::{
    OnError, Profile, Rules, Workspace, inspect, same_name, to_ascii, to_ascii_code_points, to_ascii_or_keep,
    to_unicode, to_unicode_code_points, to_unicode_or_keep,
};

use crate::names::{Dice, name};

const NAMES: usize = 20_000;

fn profiles() -> Vec<Profile> {
    let named =
        [Profile::UTS46, Profile::WHATWG, Profile::IDNA2008, Profile::IDNA2008_MAPPED, Profile::IDNA2003, Profile::DNS];
    let mut profiles = named.to_vec();
    for mut profile in named {
        profile.check_hyphens ^= true;
        profile.verify_dns_length ^= true;
        profile.use_std3_ascii_rules ^= true;
        profile.allow_unassigned = true;
        profiles.push(profile);
    }
    profiles
}

fn text(code_points: Vec<u32>) -> String {
    code_points.into_iter().map(|unit| char::from_u32(unit).unwrap()).collect()
}

#[test]
fn both_directions_agree_and_results_are_fixed_points() {
    let mut dice = Dice::new(1);
    let mut workspace = Workspace::default();
    for _ in 0..NAMES {
        let name = name(&mut dice);
        for profile in &profiles() {
            let (ascii, unicode) = (to_ascii(&name, profile), to_unicode(&name, profile));
            let code_points: Vec<u32> = name.chars().map(u32::from).collect();
            let of_code_points = to_ascii_code_points(&code_points, profile, OnError::Raise).map(text);
            assert_eq!(of_code_points.as_deref(), ascii.as_deref(), "{name:?}");
            let reused = workspace.to_ascii(&name, profile, OnError::Raise);
            assert_eq!(reused, ascii.as_deref().map_err(|error| *error));
            let (Ok(ascii), Ok(unicode)) = (&ascii, &unicode) else {
                assert_eq!(ascii, unicode, "{name:?} {profile:?}");
                continue;
            };
            assert!(ascii.is_ascii());
            for same in [ascii, unicode] {
                assert_eq!(to_ascii(same, profile).as_ref(), Ok(ascii), "{name:?} {profile:?}");
                assert_eq!(to_unicode(same, profile).as_ref(), Ok(unicode), "{name:?} {profile:?}");
            }
            assert_eq!(to_ascii_or_keep(&name, profile), *ascii);
            assert_eq!(to_unicode_or_keep(&name, profile), *unicode);
        }
    }
}

#[test]
fn every_refusal_is_explained() {
    let mut dice = Dice::new(2);
    for _ in 0..NAMES {
        let name = name(&mut dice);
        for profile in &profiles() {
            let (inspection, ascii) = (inspect(&name, profile), to_ascii(&name, profile));
            let refused: Vec<_> = inspection.labels.iter().flat_map(|label| &label.errors).collect();
            let any = !refused.is_empty() || !inspection.errors.is_empty();
            assert_eq!(any, ascii.is_err(), "{name:?} {profile:?}\n{inspection:?}");
            assert_eq!(inspection.ascii(), ascii.as_deref().ok());
            for label in &inspection.labels {
                let is_valid = inspection.forms(label).is_some();
                assert_eq!(is_valid, label.errors.is_empty(), "{name:?} {profile:?}\n{label:?}");
                let end = label.range.end.max(label.range.start + 1);
                assert!(
                    label.errors.iter().all(|e| (label.range.start..end).contains(&e.offset())),
                    "{name:?} {label:?}"
                );
            }
            assert_eq!(inspection.first_error, ascii.err(), "{name:?} {profile:?}");
            if let Some(error) = inspection.first_error {
                let mut named = refused.into_iter().chain(&inspection.errors);
                assert!(named.any(|one| *one == error), "{name:?} {profile:?} {error} {inspection:?}");
            }
        }
    }
}

/// Returns whether a refused label holds a character that no name holds, unless it is escaped.
fn shows_more_than_a_name(label: &str) -> bool {
    let mut lax = Profile::UTS46;
    (lax.use_std3_ascii_rules, lax.verify_dns_length) = (false, false);
    let is_foreign = |c: char| c.is_ascii() && !(c.is_ascii_alphanumeric() || "-._*".contains(c));
    let is_mapped_to_foreign = |c: char| to_unicode(&c.to_string(), &lax).is_ok_and(|text| text.contains(is_foreign));
    let (mut rest, mut found) = (label, false);
    while let Some(first) = rest.chars().next() {
        let after = &rest.as_bytes()[first.len_utf8()..];
        let skipped = match (first, after) {
            ('\\', []) => 0,
            ('\\', [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', ..]) => 3,
            ('\\', [b' '..=b'~', ..]) if !after[0].is_ascii_alphanumeric() => 1,
            _ => {
                found |= first.is_whitespace() || is_foreign(first) || is_mapped_to_foreign(first);
                0
            }
        };
        rest = &rest[first.len_utf8() + skipped..];
    }
    found
}

#[test]
fn keep_converts_each_label_on_its_own_or_none() {
    let mut dice = Dice::new(3);
    let mut whole = 0;
    for _ in 0..NAMES {
        let name = name(&mut dice);
        for profile in &profiles() {
            let kept = to_ascii_or_keep(&name, profile);
            let inspection = inspect(&name, profile);
            let characters: Vec<char> = name.chars().collect();
            let mut is_more = false;
            let mut form = |label: &acelabel::LabelReport| match inspection.forms(label) {
                Some((alabel, _)) => alabel.to_owned(),
                None => {
                    let label: String = characters[label.range.clone()].iter().collect();
                    is_more |= shows_more_than_a_name(&label);
                    // IDNA2008 alone maps nothing.
                    let maps = profile.rules != Rules::Idna2008 || profile.rfc5895_mapping;
                    let stays = !maps && !label.is_ascii();
                    if stays { label } else { label.to_ascii_lowercase() }
                }
            };
            let mut expected = inspection.labels.iter().map(&mut form).collect::<Vec<_>>().join(".");
            if inspection.labels.last().is_some_and(|label| label.range.end < characters.len()) {
                expected.push('.');
            }
            if let Some(ascii) = inspection.ascii().filter(|_| inspection.labels.is_empty()) {
                // The root alone.
                expected = ascii.to_owned();
            } else if expected.is_empty() || is_more {
                // A label that is mapped to nothing is not a name by itself.
                expected.clone_from(&name);
            }
            whole += usize::from(is_more);
            assert_eq!(kept, expected, "{name:?} {profile:?}");
            assert_eq!(to_ascii_or_keep(&kept, profile), kept, "{name:?} {profile:?}");
            let code_points: Vec<u32> = name.chars().map(u32::from).collect();
            let unicode = to_unicode_code_points(&code_points, profile, OnError::Keep).map(text);
            assert_eq!(unicode.as_deref(), Ok(to_unicode_or_keep(&name, profile).as_ref()));
        }
    }
    assert!(whole > NAMES, "{whole}");
}

/// A list in which each name stands once after `keep` holds no name in two letter cases.
#[test]
fn names_that_differ_in_ascii_case_are_kept_alike() {
    let mut dice = Dice::new(8);
    let mut compared = 0;
    for _ in 0..NAMES {
        let name = name(&mut dice);
        let (upper, lower) = (name.to_ascii_uppercase(), name.to_ascii_lowercase());
        assert!(same_name(&upper, &lower) && same_name(&name, &lower), "{name:?}");
        for profile in &profiles() {
            for keep in [to_ascii_or_keep, to_unicode_or_keep] {
                let (one, other) = (keep(&upper, profile), keep(&lower, profile));
                // IDNA2008 has no capitals, and a record that is more than a name stays as it came.
                let stays = profile.rules == Rules::Idna2008 && !name.is_ascii();
                if !stays && !name.split('.').any(shows_more_than_a_name) {
                    assert_eq!(one, other, "{name:?} {profile:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > NAMES, "{compared}");
}

#[test]
fn an_accepted_alabel_is_what_its_text_is_encoded_to() {
    let mut dice = Dice::new(4);
    let mut accepted = 0;
    for _ in 0..200_000 {
        // Digits at random, most of them refused.
        let length = 1 + dice.below(10);
        let payload: String =
            (0..length).map(|_| char::from(*dice.of(b"abcdefghijklmnopqrstuvwxyz0123456789-"))).collect();
        let given = format!("xn--{payload}");
        for profile in [Profile::UTS46, Profile::WHATWG, Profile::WHATWG_STRICT, Profile::DNS] {
            match to_unicode(&given, &profile) {
                // No profile decodes what its text is not encoded to.
                Ok(label) if label != given => {
                    assert_eq!(acelabel::punycode::encode(&label).unwrap(), payload);
                    accepted += 1;
                }
                passed => assert_eq!(passed.is_ok(), [Profile::WHATWG, Profile::DNS].contains(&profile), "{given}"),
            }
        }
    }
    assert!(accepted > 1_000, "{accepted}");
}

#[test]
fn no_canonical_decomposition_is_longer_than_four() {
    // The bound of lengths before mapping rests on this.
    let nfd = icu_normalizer::DecomposingNormalizer::new_nfd();
    let longest = ('\0'..=char::MAX).map(|c| nfd.normalize(c.encode_utf8(&mut [0; 4])).chars().count()).max();
    assert_eq!(longest, Some(4));
}

/// Names of letters, digits, hyphens and dots take a way of their own where they come as UTF-8 of 8 to 64 octets.
#[test]
fn utf8_and_code_points_have_the_same_answers() {
    let mut dice = Dice::new(4);
    let pieces =
        ["a", "9", "-", ".", "xn--bcher-kva", "xn--mgbh0fb", ".xn--80aafi6cg.", "xn--a", "com", "example", "_"];
    for _ in 0..NAMES {
        let length = dice.below(80);
        let mut name = String::new();
        while name.len() < length {
            name.push_str(dice.of::<&str>(&pieces));
        }
        let code_points: Vec<u32> = name.chars().map(u32::from).collect();
        for profile in &profiles() {
            for on_error in [OnError::Raise, OnError::Keep] {
                let mut workspace = Workspace::default();
                let ascii = to_ascii_code_points(&code_points, profile, on_error).map(text);
                assert_eq!(workspace.to_ascii(&name, profile, on_error), ascii.as_deref().map_err(|e| *e), "{name}");
                let unicode = to_unicode_code_points(&code_points, profile, on_error).map(text);
                assert_eq!(
                    workspace.to_unicode(&name, profile, on_error),
                    unicode.as_deref().map_err(|e| *e),
                    "{name}"
                );
            }
        }
    }
}

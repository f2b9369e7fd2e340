//! The status of single characters under a profile, and the characters of a label that are mapped.

use acelabel::{CodePointStatus, LabelReport, MappingKind, Profile, code_point, inspect, to_ascii};

use crate::names::{Dice, name};

fn profiles() -> [Profile; 6] {
    let mut transitional = Profile::UTS46;
    transitional.transitional_processing = true;
    let (idna2008, mapped) = (Profile::IDNA2008, Profile::IDNA2008_MAPPED);
    [Profile::UTS46, Profile::WHATWG, idna2008, mapped, Profile::IDNA2003, transitional]
}

/// The label of a name with the text of each character that is mapped in its place.
fn put_together(name: &str, label: &LabelReport) -> String {
    let mut mapped = label.mapped.iter().peekable();
    let mut text = String::new();
    for (offset, character) in name.chars().enumerate().skip(label.range.start).take(label.range.len()) {
        match mapped.next_if(|&one| one.offset == offset) {
            Some(one) => text.push_str(&one.to),
            None => text.push(character),
        }
    }
    let behind = mapped.map(|one| (one.kind, one.to.as_str())).collect::<Vec<_>>();
    let of_root = behind.strip_prefix(&[(MappingKind::Separator, ".")]).unwrap_or(&behind);
    assert!(of_root.iter().all(|&one| one == (MappingKind::Ignored, "")), "{name:?} {behind:?}");
    text
}

/// The whole name with the text of each character that is mapped in its place.
fn replaced(name: &str, labels: &[LabelReport]) -> String {
    let mapped = |offset| labels.iter().flat_map(|label| &label.mapped).find(|one| one.offset == offset);
    let text = name.chars().enumerate().map(|(offset, character)| match mapped(offset) {
        Some(one) => one.to.clone(),
        None => character.into(),
    });
    text.collect()
}

#[test]
fn the_mapped_characters_put_together_are_the_label() {
    let (mut dice, mut count) = (Dice::new(21), 0);
    for _ in 0..20_000 {
        let name = name(&mut dice);
        for profile in &profiles() {
            let found = inspect(&name, profile);
            if let Some(ascii) = found.ascii() {
                let text = replaced(&name, &found.labels);
                assert_eq!(to_ascii(&text, profile).as_deref(), Ok(ascii), "{name:?} {profile:?}");
                let again = inspect(&text, profile);
                let left = again.labels.iter().map(|label| label.mapped.len()).sum::<usize>();
                assert!(left == 0 || profile.pass_ascii_domain, "{name:?} {text:?} {profile:?}");
            }
            for label in &found.labels {
                if let Some((ascii, unicode)) = found.forms(label) {
                    let text = put_together(&name, label);
                    assert!(text == ascii || text == unicode, "{name:?} {text:?} {profile:?}");
                    count += label.mapped.len();
                }
            }
        }
    }
    assert!(count > 10_000, "{count}");
}

#[test]
fn the_status_of_every_code_point_agrees_with_conversion() {
    for profile in &profiles() {
        let mut rules = *profile;
        (rules.check_bidi, rules.check_joiners, rules.check_hyphens) = (false, false, false);
        for unit in ('\0'..=char::MAX).filter(|unit| !matches!(unit, '\u{30000}'..='\u{DFFFF}')) {
            let found = code_point(unit.into(), &rules);
            let name = format!("中{unit}中");
            let by_name = to_ascii(&name, &rules);
            let by_text = found.to.as_ref().map(|text| to_ascii(&format!("中{text}中"), &rules).map(String::from));
            // IDNA2008 asks for the neighbours of these.
            if !matches!(unit, '·' | '\u{375}' | '\u{387}' | '\u{5F3}' | '\u{5F4}' | '\u{200C}' | '\u{200D}') {
                assert_eq!(found.status == CodePointStatus::Disallowed, by_name.is_err(), "{unit:?} {profile:?}");
            }
            assert!(by_text.is_none_or(|answer| answer.ok().as_deref() == by_name.ok().as_deref()), "{unit:?}");
        }
        for unit in [0xD800, 0xDFFF, 0x11_0000, u32::MAX] {
            assert_eq!(
                (code_point(unit, &rules).status, code_point(unit, &rules).to),
                (CodePointStatus::Disallowed, None)
            );
        }
    }
}

//! Inspections of names that are unusual: empty, of many labels, of integers that no text can hold.

use acelabel::{Inspection, LabelError, Profile, inspect, inspect_code_points, to_ascii, to_unicode};

/// Code, offset and label of a refusal.
fn facts(error: LabelError) -> (&'static str, usize, usize) {
    (error.kind().code(), error.offset(), error.label_index())
}

/// The problems of a whole name.
fn errors(inspection: &Inspection) -> Vec<(&'static str, usize, usize)> {
    inspection.errors.iter().map(|error| facts(*error)).collect()
}

#[test]
fn integers_are_inspected_as_text_is() {
    for name in ["", "a_b.bücher.xn--a", "www.Правда.example.", "1a.\u{5D0}", "a..b", "\u{AD}.a"] {
        let code_points: Vec<u32> = name.chars().map(u32::from).collect();
        for profile in [Profile::UTS46, Profile::WHATWG, Profile::IDNA2008, Profile::IDNA2003, Profile::DNS] {
            assert_eq!(inspect_code_points(&code_points, &profile), inspect(name, &profile), "{name}");
        }
    }
    let inspection = inspect_code_points(&[0x61, 0x2E, 0x62, 0xD800], &Profile::UTS46);
    assert_eq!(inspection.first_error.map(facts), Some(("surrogate", 3, 1)));
    assert_eq!(inspection.ascii(), None);
    // A rule that is not about the kind of a character names its own fault.
    let inspection = inspect_code_points(&[0x5D0, 0xD800, 0x5D0], &Profile::UTS46);
    let found = &inspection.labels[0].errors;
    assert_eq!(
        found.iter().map(|error| facts(*error)).collect::<Vec<_>>(),
        [("surrogate", 1, 0), ("bidi_rule_2", 1, 0)]
    );
    assert!(found.iter().all(|error| error.code_point() == Some(0xD800)));
}

#[test]
fn an_empty_name_has_one_problem() {
    let mut strict = Profile::UTS46;
    strict.allow_root_dot = false;
    for profile in [Profile::UTS46, Profile::WHATWG, strict] {
        let inspection = inspect("", &profile);
        assert_eq!(errors(&inspection), [("empty_domain", 0, 0)]);
        assert_eq!((inspection.labels.len(), inspection.label_count), (0, 0));
    }
}

/// A label that is mapped to nothing has no problem of its own where an empty label is none.
#[test]
fn a_name_that_is_mapped_to_nothing_is_empty() {
    let inspection = inspect("\u{AD}", &Profile::WHATWG);
    assert_eq!(inspection.first_error.map(facts), Some(("empty_domain", 0, 0)));
    assert_eq!(errors(&inspection), [("empty_domain", 0, 0)]);
    assert_eq!(inspection.labels.len(), 1);
    assert_eq!(inspection.labels[0].errors, []);
}

/// More labels than are looked at one by one.
#[test]
fn the_forms_of_many_labels_are_whole() {
    for name in ["a.".repeat(300) + "b", "ü.".repeat(300) + "a", "a.".repeat(200) + "ü"] {
        let inspection = inspect(&name, &Profile::WHATWG);
        assert_eq!(inspection.ascii(), to_ascii(&name, &Profile::WHATWG).ok().as_deref());
        assert_eq!(inspection.unicode(), to_unicode(&name, &Profile::WHATWG).ok().as_deref());
        assert_eq!((inspection.labels.len(), errors(&inspection)), (127, vec![]));
        assert!(inspection.ascii().is_some_and(|ascii| ascii.len() > name.chars().count() - 2));
    }
}

#[test]
fn each_script_is_named_once_in_the_order_of_its_first_character() {
    for (label, scripts) in [
        ("a", &["Latin"][..]),
        ("я", &["Cyrillic"]),
        ("яaюb", &["Cyrillic", "Latin"]),
        ("aяю日-1", &["Latin", "Cyrillic", "Han"]),
        ("1-2", &[]),
    ] {
        assert_eq!(inspect(label, &Profile::UTS46).labels[0].scripts, scripts, "{label}");
    }
}

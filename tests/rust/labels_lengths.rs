//! Labels and names that are too long: one meaning of the offset at every length, whatever refuses first inside.

use acelabel::{LabelError, Profile, alabel, inspect, is_valid, to_ascii, to_ascii_or_keep, to_unicode, ulabel};

use crate::names::Dice;

/// The profiles that verify DNS lengths.
const VERIFYING: [Profile; 4] = [Profile::UTS46, Profile::IDNA2008, Profile::IDNA2003, Profile::DNS];

/// Code, offset and label of a refusal.
fn facts(error: LabelError) -> (&'static str, usize, usize) {
    assert_eq!(error.code_point(), None);
    (error.kind().code(), error.offset(), error.label_index())
}

/// Returns what every call says of a name that is refused.
fn refusal(name: &str, profile: &Profile) -> (&'static str, usize, usize) {
    let error = to_ascii(name, profile).expect_err(name);
    assert_eq!(to_unicode(name, profile), Err(error), "{name}");
    assert_eq!(inspect(name, profile).first_error, Some(error), "{name}");
    assert!(!is_valid(name, profile));
    facts(error)
}

/// The same of a label that is a whole name.
fn refusal_of_label(label: &str, profile: &Profile) -> (&'static str, usize, usize) {
    let error = alabel(label, profile).expect_err(label);
    assert_eq!(ulabel(label, profile), Err(error), "{label}");
    let in_name = refusal(&format!("de.{label}"), profile);
    assert_eq!(in_name, (error.kind().code(), error.offset() + 3, 1), "{label}");
    assert_eq!(refusal(label, profile), facts(error), "{label}");
    facts(error)
}

/// The judge: each label by itself without lengths, and then the definitions of docs/errors.md.
fn judged(name: &str, profile: &Profile) -> Result<String, (&'static str, usize, usize)> {
    let mut unverified = *profile;
    unverified.verify_dns_length = false;
    let mut forms: Vec<String> = Vec::new();
    let mut start = 0;
    for (index, label) in name.split('.').enumerate() {
        let form = alabel(label, &unverified).unwrap();
        if form.len() > 63 {
            return Err(("label_too_long", start + if label.is_ascii() { 63 } else { 0 }, index));
        }
        forms.push(form);
        if forms.join(".").len() > 253 {
            return Err(("domain_too_long", start, index));
        }
        start += label.chars().count() + 1;
    }
    Ok(forms.join("."))
}

#[test]
fn a_label_is_too_long_at_one_place() {
    for profile in &VERIFYING {
        for length in (60..300).chain([999, 1_000, 1_001, 1_012, 1_013, 1_014, 4_000, 4_001, 70_000]) {
            let beyond = "a".repeat(length);
            assert_eq!(refusal_of_label(&format!("ü{beyond}"), profile), ("label_too_long", 0, 0), "{length}");
            assert_eq!(refusal_of_label(&"ü".repeat(length), profile), ("label_too_long", 0, 0), "{length}");
            if length > 63 {
                assert_eq!(refusal_of_label(&beyond, profile), ("label_too_long", 63, 0), "{length}");
                assert_eq!(refusal_of_label(&beyond.to_uppercase(), profile), ("label_too_long", 63, 0), "{length}");
                assert_eq!(refusal_of_label(&format!("xn--{beyond}"), profile), ("label_too_long", 63, 0), "{length}");
            }
        }
    }
}

#[test]
fn what_is_mapped_is_too_long_at_its_beginning() {
    for profile in [Profile::UTS46, Profile::IDNA2003, Profile::DNS] {
        for length in (64..300).chain([4_200]) {
            for piece in ["ａ", "㎝", "e\u{301}", "\u{FDFA}", "ﬁ", "\u{AD}b", "\u{1100}\u{1161}\u{11A8}"] {
                // Characters that vanish in front of the label change nothing.
                for label in [piece.repeat(length), format!("\u{AD}{}", piece.repeat(length))] {
                    assert_eq!(refusal_of_label(&label, &profile), ("label_too_long", 0, 0), "{label}");
                }
            }
        }
        assert_eq!(alabel(&"ａ".repeat(63), &profile).unwrap(), "a".repeat(63));
        assert_eq!(refusal(&"ü中".repeat(29), &profile), ("label_too_long", 0, 0));
        // Characters that vanish do not count.
        assert_eq!(to_ascii(&format!("a{}b", "\u{AD}".repeat(5_000)), &profile).unwrap(), "ab");
        assert_eq!(refusal(&format!("{}.de", "\u{AD}".repeat(5_000)), &profile), ("empty_label", 0, 0));
    }
}

#[test]
fn whatwg_verifies_no_length() {
    let profile = &Profile::WHATWG;
    for count in [64, 999, 1_000, 1_001, 2_000, 5_000] {
        let text = "é".repeat(count);
        let encoded = format!("xn--{}", acelabel::punycode::encode(&text).unwrap());
        for label in [&text, &encoded, &"É".repeat(count), &"e\u{301}".repeat(count)] {
            assert_eq!(alabel(label, profile).as_deref(), Ok(encoded.as_str()), "{count}");
            assert_eq!(ulabel(label, profile).as_deref(), Ok(text.as_str()), "{count}");
            assert_eq!(to_ascii(label, profile).as_deref(), Ok(encoded.as_str()), "{count}");
            assert_eq!(inspect(label, profile).unicode(), Some(text.as_str()), "{count}");
        }
        let error = to_ascii(&format!("{text}\u{80}"), profile).unwrap_err();
        assert_eq!((error.kind().code(), error.offset()), ("disallowed_codepoint", count));
        let encoded = format!("xn--{}", acelabel::punycode::encode(&format!("{text}\u{80}")).unwrap());
        assert_eq!(to_unicode(&encoded, profile).as_deref(), Ok(&*encoded));
        let error = inspect(&encoded, profile).labels[0].problems[0];
        assert_eq!((error.kind().code(), error.offset(), error.code_point()), ("disallowed_codepoint", 0, Some(0x80)));
    }
    assert_eq!(to_ascii(&"A".repeat(5_000), profile).unwrap(), "a".repeat(5_000));
    assert_eq!(to_ascii(&"ａ".repeat(4_200), profile).unwrap(), "a".repeat(4_200));
    assert_eq!(to_ascii(&format!("{}.de", "\u{AD}".repeat(5_000)), profile).unwrap(), ".de");
    let mut idna2008 = Profile::IDNA2008;
    idna2008.verify_dns_length = false;
    assert_eq!(ulabel(&"é".repeat(2_000), &idna2008).unwrap().chars().count(), 2_000);
}

#[test]
fn a_name_is_too_long_where_the_first_label_no_longer_fits() {
    let label = "a".repeat(63);
    for profile in &VERIFYING {
        let name = format!("{}.{}", [label.as_str(); 3].join("."), "b".repeat(61));
        assert_eq!(to_ascii(&name, profile).unwrap(), name);
        assert_eq!(to_ascii(&format!("{name}."), profile).unwrap(), format!("{name}."));
        assert_eq!(refusal(&format!("{name}b"), profile), ("domain_too_long", 192, 3));
        assert_eq!(refusal(&format!("{name}b."), profile), ("domain_too_long", 192, 3));
        // The dot of the root is not counted, but a dot in front of another label is.
        assert_eq!(refusal(&format!("{name}.c"), profile), ("domain_too_long", 254, 4));
        for times in [127, 128, 500, 600_000] {
            let name = "a.".repeat(times) + "a";
            assert_eq!(refusal(&name, profile), ("domain_too_long", 254, 127), "{times}");
            // "xn--tda." has eight characters.
            assert_eq!(refusal(&"ü.".repeat(times), profile), ("domain_too_long", 62, 31), "{times}");
        }
        // The first problem of a name counts, whatever comes behind it.
        assert_eq!(refusal(&("ü.".repeat(45) + "."), profile), ("domain_too_long", 62, 31));
        assert_eq!(refusal(&("ü.".repeat(31) + "."), profile), ("empty_label", 62, 31));
        // Short as it comes, too long in its ASCII form.
        let name = format!("{}.ü", ["ä".repeat(30).as_str(); 7].join("."));
        assert_eq!(Err(refusal(&name, profile)), judged(&name, profile).map(drop));
        // The length of a name is not verified where labels are kept.
        assert_eq!(to_ascii_or_keep(&"ü.".repeat(45), profile), "xn--tda.".repeat(45));
    }
}

#[test]
fn lengths_are_judged_as_defined() {
    let mut dice = Dice::new(8);
    let (mut labels, mut names) = (0, 0);
    for _ in 0..4_000 {
        let mut parts: Vec<String> = Vec::new();
        for _ in 0..=dice.below(12) {
            let letter = *dice.of(&["a", "ü", "日", "α"]);
            let most = if dice.below(12) == 0 { 300 } else { 45 };
            let length = 1 + dice.below(most);
            parts.push(letter.repeat(length));
        }
        let name = parts.join(".");
        for profile in &VERIFYING {
            let found = to_ascii(&name, profile).map(String::from).map_err(facts);
            assert_eq!(found, judged(&name, profile), "{name} {profile:?}");
            if let Err(expected) = found {
                assert_eq!(refusal(&name, profile), expected);
                *if expected.0 == "label_too_long" { &mut labels } else { &mut names } += 1;
            }
        }
    }
    assert!(labels > 1_000 && names > 1_000, "{labels} {names}");
}

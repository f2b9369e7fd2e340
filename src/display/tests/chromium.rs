//! Words of look-alikes, and the excuse of a top-level domain.

use super::*;

#[test]
fn words_of_cyrillic_letters_that_look_like_latin_ones_are_not_shown() {
    for (name, alabels) in [
        ("тест.com", "xn--e1aybc.com"),
        ("мама.com", "xn--80aa8ab.com"),
        ("метро.com", "xn--e1anhhj.com"),
        ("томат.de", "xn--80axfpd.de"),
        ("мусгурто.com", "xn--c1arhhdidc.com"),
    ] {
        assert_eq!(shown(name), alabels);
    }
    for name in ["томат.ru", "томат.рф", "том.bg", "монета.com", "мир.com", "театр.com", "астро.com", "пхукет.com"]
    {
        assert_eq!(shown(name), name);
    }
}

/// Tamil and Grantha signs are used with other scripts; a label of look-alikes is one beside them, too.
#[test]
fn a_letter_of_another_script_does_not_excuse_lookalikes() {
    for name in ["೦ஃ೦ஃ.com", "ப𑌁.com", "ப𑌃.com", "ப𑌼.com"] {
        let labels = report(name, &Policy::LOOKALIKE_AWARE).unwrap_or_default();
        let reasons: Vec<_> = labels.iter().map(|label| label.finding.map(|finding| finding.reason)).collect();
        assert_eq!(reasons, [Some(Reason::WholeScriptLookalike), None], "{name}");
    }
}

#[test]
fn a_top_level_domain_that_is_not_shown_excuses_nothing() {
    for (name, expected) in [
        // Of two scripts, and not valid.
        ("xn--80ak6aa92e.xn--cm-fmc", "xn--80ak6aa92e.xn--cm-fmc"),
        ("аррӏе.cоm", "xn--80ak6aa92e.xn--cm-fmc"),
        ("аррӏе.\u{2028}а", "xn--80ak6aa92e.xn--80a334l"),
        ("аррӏе.аcо.", "xn--80ak6aa92e.xn--c-7sb7b."),
        // Shown, even where it looks like Latin letters itself.
        ("аррӏе.рф", "аррӏе.рф"),
        ("аррӏе.рф.", "аррӏе.рф."),
        ("аррӏе.ѕсоре", "аррӏе.ѕсоре"),
        ("ѕсоре", "ѕсоре"),
    ] {
        assert_eq!((&*shown(name), &*shown(&shown(name))), (expected, expected));
    }
}

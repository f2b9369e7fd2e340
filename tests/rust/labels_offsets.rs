//! Places of refusals where much stands in between, and the problem that comes first.

use acelabel::{LabelError, Profile, canonical, inspect, same_name, to_ascii, to_ascii_or_keep, to_unicode};

const PROFILES: [Profile; 5] = [Profile::UTS46, Profile::WHATWG, Profile::IDNA2008, Profile::IDNA2003, Profile::DNS];

/// Code, offset and label of a refusal.
fn facts(error: LabelError) -> (&'static str, usize, usize) {
    (error.kind().code(), error.offset(), error.label_index())
}

/// Returns what the functions and `inspect` say of a name that is refused.
fn refusal(name: &str, profile: &Profile) -> (&'static str, usize, usize) {
    let error = to_ascii(name, profile).expect_err(name);
    assert_eq!(to_unicode(name, profile), Err(error), "{name}");
    let inspection = inspect(name, profile);
    assert_eq!(inspection.first_error, Some(error), "{name}");
    let all = inspection.labels.iter().flat_map(|label| &label.errors).chain(&inspection.errors);
    assert_eq!(all.filter(|one| **one == error).count(), 1, "{name}");
    facts(error)
}

/// The offsets of every problem of the first label.
fn all(name: &str, profile: &Profile) -> Vec<(&'static str, usize)> {
    inspect(name, profile).labels[0].errors.iter().map(|error| (error.kind().code(), error.offset())).collect()
}

#[test]
fn a_place_behind_many_marks_is_exact() {
    let rule_2 = |before: &str, profile: &Profile| {
        let name = format!("{before}\u{1BAA}");
        assert_eq!(refusal(&name, profile), ("bidi_rule_2", before.chars().count(), 0), "{before}");
    };
    for profile in [Profile::WHATWG, Profile::UTS46] {
        for count in [0, 1, 2, 14, 15, 16, 17, 18, 20, 25] {
            rule_2(&format!("א{}", "\u{301}".repeat(count)), &profile);
            rule_2(&format!("א{}", "\u{5B0}\u{AD}".repeat(count)), &profile);
        }
    }
    rule_2(&format!("א{}", "\u{301}".repeat(10_000)), &Profile::WHATWG);
    // Marks that change places: U+0316 goes before U+0301, and U+1BAA before both.
    let name = format!("א{}{}\u{1BAA}", "\u{301}".repeat(20), "\u{316}".repeat(20));
    assert_eq!(refusal(&name, &Profile::WHATWG), ("bidi_rule_2", 41, 0));
    // A composed letter is where its first part is.
    for marks in [1, 2, 17, 40] {
        let name = format!("אe{}", "\u{301}".repeat(marks));
        assert_eq!(refusal(&name, &Profile::WHATWG), ("bidi_rule_2", 1, 0));
        assert_eq!(refusal(&format!("{name}\u{80}"), &Profile::WHATWG), ("disallowed_codepoint", marks + 2, 0));
    }
}

#[test]
fn marks_that_change_places_are_blamed_from_left_to_right() {
    // U+302E and U+1BAA are left-to-right. Normalization puts the second before the first.
    assert_eq!(refusal("א\u{302E}\u{1BAA}א", &Profile::WHATWG), ("bidi_rule_2", 1, 0));
    assert_eq!(all("א\u{302E}\u{1BAA}א", &Profile::WHATWG), [("bidi_rule_2", 1), ("bidi_rule_2", 2)]);
}

#[test]
fn what_transitional_processing_replaces_keeps_its_place() {
    let mut transitional = Profile::UTS46;
    (transitional.transitional_processing, transitional.check_hyphens) = (true, true);
    for (name, place) in [("ß--c", 1), ("aς--c", 2), ("ab\u{200D}--c", 3), ("a\u{200C}b--c", 3)] {
        assert_eq!(refusal(name, &transitional), ("hyphen_3_4", place, 0));
    }
}

#[test]
fn the_length_of_the_text_comes_before_the_criteria() {
    for (letters, expected) in [(62, "disallowed_codepoint"), (63, "label_too_long"), (70, "label_too_long")] {
        let name = format!("\u{80}{}", "ü".repeat(letters));
        assert_eq!(refusal(&name, &Profile::UTS46), (expected, 0, 0));
    }
}

#[test]
fn a_hyphen_alone_is_one_problem() {
    assert_eq!(refusal("-", &Profile::IDNA2008), ("hyphen_start_end", 0, 0));
    assert_eq!(all("-", &Profile::IDNA2008), [("hyphen_start_end", 0)]);
}

#[test]
fn every_digit_of_two_kinds_is_in_no_context() {
    // RFC 5892 appendix A.8 and A.9: the rule of each digit asks about all characters of the label.
    for label in ["ب۰۰٠", "ب٠٠۰", "ب٠۰٠", "ب۰٠۰"] {
        assert_eq!(refusal(label, &Profile::IDNA2008), ("contexto", 1, 0));
        let found = all(label, &Profile::IDNA2008);
        assert_eq!(found[..3], [("contexto", 1), ("contexto", 2), ("contexto", 3)], "{label}");
        assert_eq!(found[3].0, "bidi_rule_4");
    }
    for label in ["ب۰۰۰", "ب٠٠٠"] {
        assert!(to_ascii(label, &Profile::IDNA2008).is_ok());
    }
}

#[test]
fn joiners_are_not_looked_at_where_nobody_asks() {
    let mut unchecked = Profile::UTS46;
    unchecked.check_joiners = false;
    assert_eq!(inspect("a\u{200C}b", &unchecked).ascii(), Some("xn--ab-j1t"));
    // Beside another problem, too: there the label is gone through for all of them.
    assert_eq!(all("a\u{200C}b\u{200D}_", &unchecked), [("std3_disallowed", 4)]);
    assert_eq!(all("a\u{200C}b\u{200D}_", &Profile::UTS46), [("contextj", 1), ("contextj", 3), ("std3_disallowed", 4)]);
    let mut idna2008 = Profile::IDNA2008;
    idna2008.check_joiners = false;
    assert_eq!(all("a\u{200C}b", &idna2008), [("contextj", 1)]);
    assert_eq!(refusal("a\u{200C}b", &idna2008), ("contextj", 1, 0));
}

#[test]
fn the_first_problem_is_one() {
    // A label whose encoded form is too long and that breaks the Bidi Rule for the sake of another label.
    let label = format!("{}-", "ü\u{3B1}".repeat(29));
    let name = format!("{label}.\u{5D0}");
    assert_eq!(refusal(&name, &Profile::UTS46), ("label_too_long", 0, 0));
    assert_eq!(all(&name, &Profile::UTS46), [("label_too_long", 0), ("bidi_rule_6", 58)]);
    // The Bidi Rule for labels that are not right-to-left themselves is looked at last.
    assert_eq!(refusal("1.a_b.\u{5D0}", &Profile::UTS46), ("std3_disallowed", 3, 1));
    assert_eq!(refusal("1.ab.\u{5D0}", &Profile::UTS46), ("bidi_rule_1", 0, 0));
    let many = "1.".repeat(100) + "\u{5D0}." + &"b.".repeat(40);
    assert_eq!(refusal(&many, &Profile::WHATWG), ("bidi_rule_1", 0, 0));
    assert_eq!(refusal(&many, &Profile::UTS46), ("domain_too_long", 248, 124));
    // Behind the labels that inspect reports.
    assert_eq!(refusal(&("a.".repeat(200) + "\u{80}"), &Profile::WHATWG), ("disallowed_codepoint", 400, 200));
}

#[test]
fn the_last_label_may_be_mapped_to_the_root() {
    for profile in [Profile::UTS46, Profile::WHATWG, Profile::DNS] {
        for name in ["a.\u{AD}", "a。\u{AD}\u{200B}", "A.\u{FE0F}"] {
            assert_eq!(to_ascii(name, &profile).unwrap(), "a.");
            assert_eq!(to_unicode(name, &profile).unwrap(), "a.");
            assert_eq!(to_ascii_or_keep(name, &profile), "a.");
            let inspection = inspect(name, &profile);
            assert_eq!((inspection.ascii(), inspection.label_count), (Some("a."), 1));
        }
        assert_eq!(to_ascii_or_keep("xn--a.\u{AD}", &profile), "xn--a.");
    }
    assert_eq!(canonical("ü.\u{AD}").unwrap(), "xn--tda");
    assert!(same_name("ü.\u{AD}", "ü") && same_name("xn--a.\u{AD}", "xn--a.") && !same_name("\u{AD}", ""));
    // Everywhere else it is an empty label.
    for profile in [Profile::UTS46, Profile::DNS] {
        assert_eq!(refusal("a.\u{AD}.b", &profile), ("empty_label", 2, 1));
        assert_eq!(refusal("a.\u{AD}.", &profile), ("empty_label", 2, 1));
        assert_eq!(refusal("a..\u{AD}", &profile), ("empty_label", 2, 1));
        assert_eq!(refusal("\u{AD}.b", &profile), ("empty_label", 0, 0));
        assert_eq!(refusal("\u{AD}.", &profile), ("empty_label", 0, 0));
        assert_eq!(refusal("\u{AD}", &profile), ("empty_label", 0, 0));
    }
    assert_eq!(to_ascii("a.\u{AD}.b", &Profile::WHATWG).unwrap(), "a..b");
    assert_eq!(refusal("\u{AD}", &Profile::WHATWG), ("empty_domain", 0, 0));
    // RFC 3490 maps label by label, and IDNA2008 maps nothing.
    assert_eq!(refusal("a.\u{AD}", &Profile::IDNA2003), ("empty_label", 2, 1));
    assert_eq!(refusal("a.\u{AD}", &Profile::IDNA2008), ("disallowed_codepoint", 2, 1));
    // A joiner vanishes in transitional processing alone.
    let mut transitional = Profile::UTS46;
    transitional.transitional_processing = true;
    assert_eq!(to_ascii("a.\u{200D}", &transitional).unwrap(), "a.");
    assert_eq!(refusal("a.\u{200D}", &Profile::UTS46), ("contextj", 2, 1));
}

#[test]
fn the_dot_of_the_root_can_be_refused() {
    for mut profile in PROFILES {
        assert_eq!(to_ascii("de.", &profile).unwrap(), "de.");
        profile.allow_root_dot = false;
        if !profile.verify_dns_length {
            // UTS #46 refuses it together with all empty labels.
            assert_eq!(to_ascii("de.", &profile).unwrap(), "de.");
            continue;
        }
        for name in ["de.", "DE.", "www.example.com.", "bücher.", "bücher。", "a-b.c-d.", "xn--bcher-kva."] {
            let dots = name.chars().filter(|c| matches!(c, '.' | '。')).count();
            assert_eq!(refusal(name, &profile), ("empty_label", name.chars().count(), dots), "{name}");
            assert_eq!(to_ascii_or_keep(name, &profile).chars().last(), Some('.'));
            assert!(to_ascii(name.trim_end_matches(['.', '。']), &profile).is_ok());
        }
        assert_eq!(refusal("a_\u{80}.", &profile).2, 0);
        let codes: Vec<_> = inspect("\u{80}.", &profile).errors.iter().map(|error| facts(*error)).collect();
        assert_eq!(codes, [("empty_label", 2, 1)]);
    }
    let mut strict = Profile::UTS46;
    strict.allow_root_dot = false;
    assert_eq!(refusal("de.\u{AD}", &strict), ("empty_label", 3, 1));
}

#[test]
fn what_is_refused_whatever_follows_is_not_read_to_its_end() {
    let profile = &Profile::WHATWG;
    let long = "\u{FDFA}".repeat(2_000);
    for (name, expected) in [
        (format!("ü%{long}"), ("disallowed_codepoint", 1, 0)),
        (format!("ü\u{200C}%{long}"), ("contextj", 1, 0)),
        // A transparent character behind a joiner leaves open what the joiner stands before.
        (format!("ب\u{200C}\u{202A}ب{long}"), ("disallowed_codepoint", 2, 0)),
        (format!("ب\u{200C}\u{202A}a{long}"), ("contextj", 1, 0)),
        (format!("\u{301}%{long}"), ("leading_combiner", 0, 0)),
        (format!("ｘn--%{long}"), ("invalid_alabel", 5, 0)),
        // The text after the prefix is decoded as a whole.
        (format!("ｘn--a%b{}-tda", "A".repeat(2_000)), ("disallowed_codepoint", 0, 0)),
        (format!("ｘn--a%b{}", "A".repeat(2_000)), ("invalid_alabel", 5, 0)),
    ] {
        assert_eq!(refusal(&name, profile), expected, "{}", name.chars().take(20).collect::<String>());
    }
    // All problems that are reported are the first ones, and in order.
    let name = format!("ü{}\u{200C}{}{long}", "%".repeat(100), "%".repeat(200));
    let found = all(&name, profile);
    let code = |place| if place == 101 { "contextj" } else { "disallowed_codepoint" };
    assert_eq!(found, (1..=256).map(|place| (code(place), place)).collect::<Vec<_>>());
    // Other ASCII is refused for another reason if the label is ASCII to its end.
    let mut passing = Profile::WHATWG;
    passing.pass_ascii = true;
    assert_eq!(refusal("％é", &passing), ("disallowed_codepoint", 0, 0));
    assert_eq!(refusal("％e", &passing), ("std3_disallowed", 0, 0));
    // CheckHyphens looks at the end of the label first.
    let mut hyphens = Profile::WHATWG;
    hyphens.check_hyphens = true;
    assert_eq!(refusal(&format!("ü%{long}-"), &hyphens), ("hyphen_start_end", 2_002, 0));
}

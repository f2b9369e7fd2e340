//! Labels and names: the examples of the RFCs, the inputs that broke others, and every kind of refusal.

use acelabel::{
    LabelError, OnError, Profile, alabel, canonical, inspect, is_plain, same_name, to_ascii, to_ascii_code_points,
    to_ascii_or_keep, to_unicode, to_unicode_or_keep, ulabel,
};

const PROFILES: [Profile; 5] = [Profile::UTS46, Profile::WHATWG, Profile::IDNA2008, Profile::IDNA2003, Profile::DNS];

/// The profiles that verify every A-label; of `WHATWG` its rule before June 2026.
fn verifying() -> Vec<Profile> {
    let mut whatwg = Profile::WHATWG;
    whatwg.pass_ascii_domain = false;
    vec![Profile::UTS46, whatwg, Profile::IDNA2008, Profile::IDNA2003]
}

/// Code, offset, label and code point of a refusal.
fn facts(error: LabelError) -> (&'static str, usize, usize, Option<u32>) {
    (error.kind().code(), error.offset(), error.label_index(), error.code_point())
}

fn refusal(name: &str, profile: &Profile) -> (&'static str, usize, usize, Option<u32>) {
    let error = to_ascii(name, profile).expect_err(name);
    assert_eq!(to_unicode(name, profile).expect_err(name), error, "{name}: both directions refuse alike");
    facts(error)
}

#[test]
fn names_that_everyone_knows() {
    let cases = [
        ("XN--BCHER-KVA.de", "xn--bcher-kva.de", "bücher.de"),
        ("bücher。de", "xn--bcher-kva.de", "bücher.de"),
        ("faß.de", "xn--fa-hia.de", "faß.de"),
        ("Bücher．example｡", "xn--bcher-kva.example.", "bücher.example."),
        ("ＢÜＣＨＥＲ.ＥＸＡＭＰＬＥ", "xn--bcher-kva.example", "bücher.example"),
        ("bu\u{308}cher.de", "xn--bcher-kva.de", "bücher.de"),
        ("ｘｎ－－ｂｃｈｅｒ－ｋｖａ.de", "xn--bcher-kva.de", "bücher.de"),
        ("правда.рф", "xn--80aafi6cg.xn--p1ai", "правда.рф"),
        ("他们为什么不说中文.example", "xn--ihqwcrb4cv8a8dqg056pqjye.example", "他们为什么不说中文.example"),
        ("r3---sn-apo3.example", "r3---sn-apo3.example", "r3---sn-apo3.example"),
        ("☃.net", "xn--n3h.net", "☃.net"),
    ];
    for (name, ascii, unicode) in cases {
        assert_eq!(to_ascii(name, &Profile::UTS46).unwrap(), ascii);
        assert_eq!(to_unicode(name, &Profile::UTS46).unwrap(), unicode);
        assert_eq!(to_unicode(ascii, &Profile::UTS46).unwrap(), unicode);
    }
    assert_eq!(to_ascii("_dmarc.bücher.de", &Profile::DNS).unwrap(), "_dmarc.xn--bcher-kva.de");
    assert_eq!(to_ascii("*.Bücher.de", &Profile::DNS).unwrap(), "*.xn--bcher-kva.de");
    assert_eq!(alabel("faß", &Profile::IDNA2008).unwrap(), "xn--fa-hia");
    assert_eq!(ulabel("xN--fA-hIa", &Profile::IDNA2008).unwrap(), "faß");
    assert_eq!(to_ascii("faß.de", &Profile::IDNA2003).unwrap(), "fass.de");
}

#[test]
fn fake_alabels_are_refused_where_they_are_verified() {
    for profile in &verifying() {
        assert_eq!(refusal("xn--example-.org", profile), ("invalid_alabel", 0, 0, None));
        assert_eq!(refusal("xn--", profile), ("invalid_alabel", 0, 0, None));
        assert_eq!(refusal("www.xn--.org", profile), ("invalid_alabel", 4, 1, None));
        assert_eq!(refusal("xn--xn---epa", profile), ("invalid_alabel", 0, 0, None));
        assert_eq!(refusal("a.XN--LS8H=", profile), ("invalid_alabel", 10, 1, Some(0x3D)));
        assert_eq!(refusal("xn---bbk.org", profile), ("non_canonical_alabel", 0, 0, None));
        assert_eq!(refusal("xn---%.org", profile), ("invalid_alabel", 4, 0, Some(0x2D)));
        assert_eq!(refusal("xn--a.de", profile), ("disallowed_codepoint", 0, 0, Some(0x80)));
        assert_eq!(refusal("xn--bücher.de", profile), ("invalid_alabel", 5, 0, Some(0xFC)));
    }
}

#[test]
fn a_letter_in_a_payload_is_pointed_at() {
    for profile in &PROFILES {
        assert_eq!(refusal("www.xn--iñvalid.com", profile), ("invalid_alabel", 9, 1, Some(0xF1)));
        assert_eq!(refusal("xn--中文", profile), ("invalid_alabel", 4, 0, Some(0x4E2D)));
        assert_eq!(refusal("xn--a\u{D7FF}-_", profile), ("invalid_alabel", 5, 0, Some(0xD7FF)));
    }
    for profile in PROFILES.iter().filter(|&profile| profile != &Profile::IDNA2008) {
        // The character of the input that is mapped to the letter, behind one that vanishes.
        assert_eq!(refusal("ＸN\u{AD}--aÑ", profile), ("invalid_alabel", 6, 0, Some(0xD1)));
        assert_eq!(refusal("xn--un\u{303}", profile), ("invalid_alabel", 5, 0, Some(0x6E)));
    }
}

#[test]
fn an_alabel_holds_what_mapping_leaves_alone() {
    // "Bücher" with its capital, "ü" in two code points, "ß" in IDNA2003, a capital "Ü".
    let capital = format!("xn--{}", acelabel::punycode::encode("Übung").unwrap());
    assert_eq!(refusal(&capital, &Profile::UTS46), ("disallowed_codepoint", 0, 0, Some(0xDC)));
    assert_eq!(refusal(&capital, &Profile::IDNA2008), ("disallowed_codepoint", 0, 0, Some(0xDC)));
    assert_eq!(refusal(&capital, &Profile::IDNA2003), ("non_canonical_alabel", 0, 0, None));
    let decomposed = format!("xn--{}", acelabel::punycode::encode("u\u{308}").unwrap());
    assert_eq!(refusal(&decomposed, &Profile::UTS46), ("not_nfc", 0, 0, Some(0x75)));
    assert_eq!(refusal(&decomposed, &Profile::IDNA2003), ("non_canonical_alabel", 0, 0, None));
    assert_eq!(refusal("xn--fa-hia.de", &Profile::IDNA2003), ("non_canonical_alabel", 0, 0, None));
}

#[test]
fn empty_names_and_labels() {
    for profile in &PROFILES {
        assert_eq!(refusal("", profile), ("empty_domain", 0, 0, None));
        assert_eq!(to_ascii("example.", profile).unwrap(), "example.");
    }
    for profile in [Profile::UTS46, Profile::IDNA2008, Profile::IDNA2003] {
        assert_eq!(refusal(".", &profile), ("empty_label", 0, 0, None));
    }
    for profile in [Profile::UTS46, Profile::IDNA2008, Profile::IDNA2003, Profile::DNS] {
        assert_eq!(refusal(".ü", &profile), ("empty_label", 0, 0, None));
        assert_eq!(refusal("ü..de", &profile), ("empty_label", 2, 1, None));
        assert_eq!(refusal("ü.de。。", &profile), ("empty_label", 5, 2, None));
    }
    assert_eq!(refusal("ü.\u{AD}.de", &Profile::UTS46), ("empty_label", 2, 1, None));
    assert_eq!(refusal("\u{AD}", &Profile::WHATWG), ("empty_domain", 0, 0, None));
    assert_eq!(to_ascii("a..b", &Profile::WHATWG).unwrap(), "a..b");
    for label in ["", "\u{AD}", "\u{AD}\u{200B}"] {
        // A text that is mapped to nothing is not a label, whatever the profile says of empty labels in names.
        for profile in [Profile::UTS46, Profile::WHATWG, Profile::IDNA2003, Profile::DNS] {
            assert_eq!(facts(alabel(label, &profile).unwrap_err()), ("empty_label", 0, 0, None));
            assert_eq!(facts(ulabel(label, &profile).unwrap_err()), ("empty_label", 0, 0, None));
        }
        assert_eq!(to_ascii_or_keep(label, &Profile::WHATWG), label);
        assert_eq!(to_unicode_or_keep(label, &Profile::WHATWG), label);
    }
    for dot in ['.', '。', '．', '｡'] {
        let error = alabel(&format!("ab{dot}c"), &Profile::UTS46).unwrap_err();
        assert_eq!(facts(error), ("label_separator", 2, 0, Some(u32::from(dot))));
    }
}

#[test]
fn ascii_syntax_is_not_let_in() {
    // CVE-2019-0657, -2816, -9636, -10160: normalization makes / ? # @ :
    let facts = ("std3_disallowed", 11, 1, Some(0xFF03));
    assert_eq!(refusal("example.com＃@evil.com", &Profile::UTS46), facts);
    assert_eq!(refusal("example.com＃@evil.com", &Profile::DNS), facts);
    assert_eq!(refusal("example.com＃@evil.com", &Profile::IDNA2003), facts);
    let facts = ("disallowed_codepoint", 11, 1, Some(0xFF03));
    assert_eq!(refusal("example.com＃@evil.com", &Profile::WHATWG), facts);
    assert_eq!(refusal("example.com＃@evil.com", &Profile::IDNA2008), facts);
    for character in ["／", "？", "＃", "＠", "：", "℀", "⁇", "﹫"] {
        for profile in &PROFILES {
            let (code, offset, index, _) = refusal(&format!("a.b{character}c.example"), profile);
            assert!(matches!(code, "std3_disallowed" | "disallowed_codepoint"), "{character}: {code}");
            assert_eq!((offset, index), (3, 1));
        }
    }
    assert_eq!(refusal("a_b.de", &Profile::UTS46), ("std3_disallowed", 1, 0, Some(0x5F)));
    assert_eq!(refusal("a b.de", &Profile::DNS), ("std3_disallowed", 1, 0, Some(0x20)));
    assert_eq!(refusal("a.*.de", &Profile::DNS), ("std3_disallowed", 2, 1, Some(0x2A)));
    assert_eq!(refusal("_bücher.de", &Profile::DNS), ("std3_disallowed", 0, 0, Some(0x5F)));
    assert_eq!(to_ascii("a_b.de", &Profile::WHATWG).unwrap(), "a_b.de");
}

#[test]
fn hyphens() {
    let mut checked = Profile::UTS46;
    checked.check_hyphens = true;
    for profile in [checked, Profile::IDNA2008] {
        assert_eq!(refusal("x.ab--c.de", &profile), ("hyphen_3_4", 4, 1, Some(0x2D)));
        assert_eq!(refusal("ü-.-a", &profile), ("hyphen_start_end", 1, 0, Some(0x2D)));
        assert_eq!(refusal("ü.-a", &profile), ("hyphen_start_end", 2, 1, Some(0x2D)));
        assert_eq!(refusal("-", &profile), ("hyphen_start_end", 0, 0, Some(0x2D)));
    }
    assert_eq!(refusal("ü.-a", &Profile::IDNA2003), ("hyphen_start_end", 2, 1, Some(0x2D)));
    assert_eq!(to_ascii("ab--c.de", &Profile::IDNA2003).unwrap(), "ab--c.de");
    assert_eq!(to_ascii("-ü-.de", &Profile::UTS46).unwrap(), "xn-----xka.de");
}

#[test]
fn offsets_point_at_the_source_character() {
    // The ignored character, the decomposed letter and the expansion before it move nothing.
    assert_eq!(refusal("a\u{AD}u\u{308}ﬃ\u{80}.de", &Profile::UTS46), ("disallowed_codepoint", 5, 0, Some(0x80)));
    assert_eq!(refusal("www.Ⅻ\u{FFFD}", &Profile::UTS46), ("disallowed_codepoint", 5, 1, Some(0xFFFD)));
    assert_eq!(refusal("ü.de.a\u{301}\u{301}\u{E000}b", &Profile::UTS46).1, 8);
    assert_eq!(refusal("bücher.\u{301}a", &Profile::UTS46), ("leading_combiner", 7, 1, Some(0x301)));
    let surrogate = [0x61, 0x2E, 0xFC, 0xD800, 0x62];
    for profile in &PROFILES {
        let error = to_ascii_code_points(&surrogate, profile, acelabel::OnError::Raise).unwrap_err();
        assert_eq!(facts(error), ("surrogate", 3, 1, Some(0xD800)));
        let kept = to_ascii_code_points(&surrogate, profile, acelabel::OnError::Keep).unwrap();
        assert_eq!(kept, surrogate);
    }
}

#[test]
fn idna2008_maps_nothing() {
    let profile = &Profile::IDNA2008;
    assert_eq!(refusal("a.Bücher.de", profile), ("disallowed_codepoint", 2, 1, Some(0x42)));
    assert_eq!(refusal("a.bu\u{308}cher.de", profile), ("not_nfc", 3, 1, Some(0x75)));
    assert_eq!(refusal("☃.net", profile), ("disallowed_codepoint", 0, 0, Some(0x2603)));
    assert_eq!(refusal("xn--n3h.net", profile), ("disallowed_codepoint", 0, 0, Some(0x2603)));
    assert_eq!(to_ascii("EXAMPLE.com", profile).unwrap(), "example.com");
}

#[test]
fn idna2003_knows_unicode_3_2_alone() {
    // U+0221 came with Unicode 4.0.
    assert_eq!(refusal("a.x\u{221}", &Profile::IDNA2003), ("unassigned", 3, 1, Some(0x221)));
    let mut query = Profile::IDNA2003;
    query.allow_unassigned = true;
    assert_eq!(to_ascii("x\u{221}", &query).unwrap(), "xn--x-4xa");
    assert_eq!(to_unicode("xn--x-4xa", &query).unwrap(), "x\u{221}");
    // Nameprep has no rule about a combining mark at the beginning.
    assert_eq!(to_ascii("\u{301}a", &Profile::IDNA2003).unwrap(), "xn--a-wbb");
    assert_eq!(refusal("a\u{06DD}", &Profile::IDNA2003), ("disallowed_codepoint", 1, 0, Some(0x6DD)));
    assert_eq!(refusal("a\u{627}", &Profile::IDNA2003), ("bidi_rule_1", 0, 0, Some(0x61)));
    assert_eq!(refusal("\u{627}1", &Profile::IDNA2003), ("bidi_rule_3", 1, 0, Some(0x31)));
    assert_eq!(refusal("\u{627}a\u{627}", &Profile::IDNA2003), ("bidi_rule_2", 1, 0, Some(0x61)));
}

#[test]
fn keep_never_loses_the_name() {
    let cases = [
        ("_dmarc.xn--bcher-kva.de", "_dmarc.xn--bcher-kva.de", "_dmarc.bücher.de"),
        ("*.xn--bcher-kva.de", "*.xn--bcher-kva.de", "*.bücher.de"),
        ("xn--a.bücher.de", "xn--a.xn--bcher-kva.de", "xn--a.bücher.de"),
        ("XN--A.BÜCHER。DE", "xn--a.xn--bcher-kva.de", "xn--a.bücher.de"),
        ("a..ü", "a..xn--tda", "a..ü"),
        ("a_label_of_many_letters.Ü", "a_label_of_many_letters.xn--tda", "a_label_of_many_letters.ü"),
        ("", "", ""),
        // The middle label makes the name bidirectional, and then the first may not begin with a digit.
        ("1A.\u{5D0}.Ü", "1a.xn--4db.xn--tda", "1a.\u{5D0}.ü"),
    ];
    for (name, ascii, unicode) in cases {
        assert_eq!(to_ascii_or_keep(name, &Profile::UTS46), ascii);
        assert_eq!(to_unicode_or_keep(name, &Profile::UTS46), unicode);
        let code_points = |name: &str| name.chars().map(u32::from).collect::<Vec<_>>();
        let kept = to_ascii_code_points(&code_points(name), &Profile::UTS46, OnError::Keep);
        assert_eq!(kept, Ok(code_points(ascii)));
    }
}

#[test]
fn one_name_has_one_canonical_spelling() {
    assert_eq!(canonical("_DMARC.Bücher。DE.").unwrap(), "_dmarc.xn--bcher-kva.de");
    assert_eq!(canonical("XN--EXAMPLE-.org.").unwrap(), "xn--example-.org");
    assert_eq!(facts(canonical("a b").unwrap_err()), ("std3_disallowed", 1, 0, Some(0x20)));
    assert!(same_name("example.com", "EXAMPLE.com."));
    assert!(same_name("faß.de", "xn--fa-hia.de") && !same_name("faß.de", "fass.de"));
    assert!(!same_name("xn--example-.org", "example.org"));
    // CVE-2022-42916, CVE-2022-43551: another dot makes no other name.
    assert!(same_name("curl。se", "curl.se"));
}

#[test]
fn inspect_names_every_problem() {
    let inspection = inspect("a_b.bücher.xn--a.-\u{301}x_\u{80}..1", &Profile::IDNA2008);
    let found: Vec<Vec<_>> =
        inspection.labels.iter().map(|label| label.errors.iter().map(|e| facts(*e)).collect()).collect();
    let expected = [
        vec![("disallowed_codepoint", 1, 0, Some(0x5F))],
        vec![],
        vec![("disallowed_codepoint", 11, 2, Some(0x80))],
        vec![
            ("hyphen_start_end", 17, 3, Some(0x2D)),
            ("disallowed_codepoint", 20, 3, Some(0x5F)),
            ("disallowed_codepoint", 21, 3, Some(0x80)),
        ],
        vec![("empty_label", 23, 4, None)],
        vec![],
    ];
    assert_eq!(found, expected);
    assert_eq!((inspection.ascii(), inspection.is_bidi, inspection.label_count), (None, false, 6));
    let inspection = inspect("www.Правда.example.", &Profile::UTS46);
    assert_eq!(inspection.ascii(), Some("www.xn--80aafi6cg.example."));
    assert_eq!(inspection.unicode(), Some("www.правда.example."));
    assert_eq!(inspection.labels[1].scripts, ["Cyrillic"]);
    assert_eq!(inspection.labels[1].range, 4..10);
    assert_eq!(inspection.labels.len(), 3);
    let inspection = inspect("1a.\u{5D0}", &Profile::UTS46);
    assert!(inspection.is_bidi);
    assert_eq!(facts(inspection.labels[0].errors[0]), ("bidi_rule_1", 0, 0, Some(0x31)));
    let long = inspect(&"a.".repeat(500), &Profile::UTS46);
    assert_eq!((long.labels.len(), long.label_count), (127, 500));
    assert_eq!(long.errors.iter().map(|e| facts(*e)).collect::<Vec<_>>(), [("domain_too_long", 254, 127, None)]);
    assert_eq!(facts(inspect("", &Profile::UTS46).errors[0]), ("empty_domain", 0, 0, None));
}

#[test]
fn plain_names_are_their_own_form() {
    for plain in ["example.com", "a", "1.2.3.4", "a-b.c-d.", "www.example.co.uk"] {
        assert!(is_plain(plain.as_bytes()), "{plain}");
        for profile in &PROFILES {
            assert!(matches!(to_ascii(plain, profile), Ok(std::borrow::Cow::Borrowed(same)) if same == plain));
        }
    }
    let long = "a".repeat(64);
    for other in ["", ".", "a..b", ".a", "-a", "a-", "a-.b", "a.-b", "ab--c", "A", "a_b", "ü", "xn--bcher-kva", &long]
    {
        assert!(!is_plain(other.as_bytes()), "{other}");
    }
    assert!(is_plain(format!("{}.a", "a".repeat(63)).as_bytes()));
    assert!(!is_plain("abcdefg.".repeat(32).trim_end_matches('.').as_bytes()));
}

/// Returns what [`is_plain`] says, one character after another.
fn is_plain_slowly(name: &[u8]) -> bool {
    let body = name.strip_suffix(b".").unwrap_or(name);
    let is_good = |label: &[u8]| {
        let ends = label.first() != Some(&b'-') && label.last() != Some(&b'-');
        let ldh = label.iter().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == b'-');
        (1..=63).contains(&label.len()) && ends && ldh && !label.windows(2).any(|pair| pair == b"--")
    };
    body.len() <= 253 && body.split(|octet| *octet == b'.').all(is_good)
}

#[test]
fn the_scan_for_plain_names_is_exact() {
    // The second and the third sixteen octets begin with a mark.
    let mut name = *b"ab-c.de0.example-a.com.xyz12abcd-e.names9";
    for length in 0..=name.len() {
        for place in 0..length {
            let kept = name[place];
            for octet in 0..=255 {
                name[place] = octet;
                let name = &name[..length];
                assert_eq!(is_plain(name), is_plain_slowly(name), "{}", name.escape_ascii());
            }
            name[place] = kept;
        }
    }
    for length in [62, 63, 64, 252, 253, 254, 255] {
        for dot in [0, 1, 62, 63, 64, 126, 189, 200, 252, 253] {
            let mut name = vec![b'a'; length];
            [dot, 127, 190].into_iter().filter(|&dot| dot < length).for_each(|dot| name[dot] = b'.');
            assert_eq!(is_plain(&name), is_plain_slowly(&name), "{}", name.escape_ascii());
        }
    }
}

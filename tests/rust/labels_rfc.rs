//! The examples of RFC 5893, RFC 5892 appendix A, RFC 3490 and RFC 3491.

use acelabel::{Profile, alabel, to_ascii, to_unicode, ulabel};

/// Code and offset of the refusal of a U-label under IDNA2008; nothing where it is good.
fn verdict(label: &str) -> Option<(&'static str, usize)> {
    let refused = alabel(label, &Profile::IDNA2008).err().map(|error| (error.kind().code(), error.offset()));
    if refused.is_none() {
        let encoded = alabel(label, &Profile::IDNA2008).unwrap();
        assert_eq!(ulabel(&encoded, &Profile::IDNA2008).as_deref(), Ok(label));
    } else if !label.is_ascii() {
        // The same label, encoded: refused for the same reason, at its beginning.
        let encoded = format!("xn--{}", acelabel::punycode::encode(label).unwrap());
        let error = ulabel(&encoded, &Profile::IDNA2008).unwrap_err();
        assert_eq!((Some(error.kind().code()), error.offset()), (refused.map(|(code, _)| code), 0), "{label}");
    }
    refused
}

#[test]
fn rfc_5892_appendix_a_1_zero_width_non_joiner() {
    // Persian "books of": between a dual-joining and a dual-joining letter. After a virama anywhere.
    assert_eq!(verdict("نامه\u{200C}ای"), None);
    assert_eq!(verdict("क्\u{200C}ष"), None);
    assert_eq!(verdict("ب\u{64B}\u{200C}\u{64B}ب"), None);
    assert_eq!(verdict("a\u{200C}b"), Some(("contextj", 1)));
    assert_eq!(verdict("\u{200C}ب"), Some(("contextj", 0)));
    assert_eq!(verdict("ب\u{200C}"), Some(("contextj", 1)));
    assert_eq!(verdict("ب\u{200C}\u{200C}ب"), Some(("contextj", 1)));
    // Alef joins to its right only: nothing may follow it without a gap.
    assert_eq!(verdict("ا\u{200C}ب"), Some(("contextj", 1)));
    assert_eq!(verdict("ب\u{200C}ا"), None);
    assert_eq!(verdict("ب\u{200C}aب"), Some(("contextj", 1)));
}

#[test]
fn rfc_5892_appendix_a_2_zero_width_joiner() {
    assert_eq!(verdict("ශ්\u{200D}රී"), None);
    assert_eq!(verdict("ශ\u{200D}රී"), Some(("contextj", 1)));
    assert_eq!(verdict("ب\u{200D}ب"), Some(("contextj", 1)));
}

#[test]
fn rfc_5892_appendix_a_3_to_a_9() {
    assert_eq!(verdict("col·lecció"), None);
    assert_eq!(verdict("l·"), Some(("contexto", 1)));
    assert_eq!(verdict("·l"), Some(("contexto", 0)));
    assert_eq!(verdict("l·m"), Some(("contexto", 1)));
    assert_eq!(verdict("͵α"), None);
    assert_eq!(verdict("͵a"), Some(("contexto", 0)));
    assert_eq!(verdict("α͵"), Some(("contexto", 1)));
    assert_eq!(verdict("א׳ב״ג"), None);
    assert_eq!(verdict("׳א"), Some(("contexto", 0)));
    assert_eq!(verdict("aא"), Some(("bidi_rule_5", 1)));
    assert_eq!(verdict("a״"), Some(("contexto", 1)));
    assert_eq!(verdict("データ・ベース"), None);
    assert_eq!(verdict("・一"), None);
    assert_eq!(verdict("a・b"), Some(("contexto", 1)));
    assert_eq!(verdict("ب٣٤"), None);
    assert_eq!(verdict("ب۳۴"), None);
    assert_eq!(verdict("ب٣ب۴"), Some(("contexto", 1)));
}

#[test]
fn rfc_5893_section_2() {
    let rule = |name: &str, code, offset| {
        for profile in [Profile::UTS46, Profile::IDNA2008, Profile::WHATWG] {
            let error = to_ascii(name, &profile).unwrap_err();
            assert_eq!((error.kind().code(), error.offset()), (code, offset), "{name}");
            assert_eq!(to_unicode(name, &profile).unwrap_err(), error);
        }
    };
    rule("1א", "bidi_rule_1", 0);
    rule("אa", "bidi_rule_2", 1);
    rule("ב1٣", "bidi_rule_4", 2);
    rule("aא", "bidi_rule_5", 1);
    let error = to_ascii("א1-", &Profile::UTS46).unwrap_err();
    assert_eq!((error.kind().code(), error.offset()), ("bidi_rule_3", 2));
}

#[test]
fn rfc_5893_section_3_a_name_is_bidirectional_as_a_whole() {
    // By itself "1com" or "0a" keeps the rule of no label that is right-to-left.
    let name = |other: &str| format!("{other}.\u{5D0}\u{5D1}.example");
    let verdict = |other: &str| {
        to_ascii(&name(other), &Profile::UTS46).err().map(|e| (e.kind().code(), e.offset(), e.label_index()))
    };
    assert_eq!(to_ascii("1com.example", &Profile::UTS46).unwrap(), "1com.example");
    assert_eq!(verdict("1com"), Some(("bidi_rule_1", 0, 0)));
    assert_eq!(verdict("com1"), None);
    assert_eq!(verdict("ü-"), Some(("bidi_rule_6", 1, 0)));
    assert_eq!(verdict("-ü"), Some(("bidi_rule_1", 0, 0)));
    assert_eq!(to_ascii("ü-.example", &Profile::UTS46).unwrap(), "xn----dha.example");
    // Label by label, an A-label counts as its text.
    let error = to_ascii("xn--4db.9", &Profile::UTS46).unwrap_err();
    assert_eq!((error.kind().code(), error.offset(), error.label_index()), ("bidi_rule_1", 8, 1));
    let mut unchecked = Profile::UTS46;
    unchecked.check_bidi = false;
    assert_eq!(to_ascii("1com.\u{5D0}", &unchecked).unwrap(), "1com.xn--4db");
}

#[test]
fn rfc_3490_and_3491() {
    let profile = &Profile::IDNA2003;
    // RFC 3490 section 3.1 requirement 1: four dots. Section 4.1 step 2: nameprep folds and normalizes.
    assert_eq!(to_ascii("ＷＷＷ。Ｅxample．com｡", profile).unwrap(), "www.example.com.");
    assert_eq!(to_ascii("STRAßE.de", profile).unwrap(), "strasse.de");
    assert_eq!(to_ascii("Βόλος.com", profile).unwrap(), "xn--nxasmq6b.com");
    assert_eq!(to_ascii("ﬀi\u{200D}n\u{AD}.x", profile).unwrap(), "ffin.x");
    // Section 4.1 step 5: a label that begins with the prefix is not encoded again.
    let error = to_ascii("xn--ü", profile).unwrap_err();
    assert_eq!((error.kind().code(), error.offset()), ("invalid_alabel", 4));
    // Section 4.2: ToUnicode decodes and proves.
    assert_eq!(to_unicode("XN--nxasmq6b.com", profile).unwrap(), "βόλοσ.com");
    // RFC 3491 section 6: the label of right-to-left text holds no other direction.
    let error = to_ascii("اa", profile).unwrap_err();
    assert_eq!((error.kind().code(), error.offset()), ("bidi_rule_2", 1));
    // NFKC of Unicode 3.2, before Corrigendum 4: U+2F868 was U+2136A.
    let label = alabel("\u{2F868}", profile).unwrap();
    assert_eq!(ulabel(&label, profile).unwrap(), "\u{2136A}");
}

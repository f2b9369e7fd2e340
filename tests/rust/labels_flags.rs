//! Each flag of a profile, set and not set: what UTS #46, RFC 5893, RFC 5892, RFC 3490 and the URL standard say then.

use acelabel::{LabelError, Profile, Rules, inspect, to_ascii, to_ascii_or_keep, to_unicode};

use crate::names::{Dice, name};

type Flag = fn(&mut Profile) -> &mut bool;

macro_rules! flags {
    ($($name:ident $field:ident;)*) => {
        $(const $name: Flag = |profile| &mut profile.$field;)*
        const FLAGS: [Flag; 16] = [$($name),*];
    };
}

flags! {
    CHECK_HYPHENS check_hyphens;
    CHECK_BIDI check_bidi;
    CHECK_JOINERS check_joiners;
    USE_STD3_ASCII_RULES use_std3_ascii_rules;
    VERIFY_DNS_LENGTH verify_dns_length;
    ALLOW_ROOT_DOT allow_root_dot;
    TRANSITIONAL_PROCESSING transitional_processing;
    IGNORE_INVALID_PUNYCODE ignore_invalid_punycode;
    PASS_ASCII pass_ascii;
    PASS_ASCII_DOMAIN pass_ascii_domain;
    DENY_URL_CODE_POINTS deny_url_code_points;
    DENY_END_IN_NUMBER deny_end_in_number;
    REFUSE_IGNORED refuse_ignored;
    REFUSE_COMPATIBILITY refuse_compatibility;
    RFC5895_MAPPING rfc5895_mapping;
    ALLOW_UNASSIGNED allow_unassigned;
}

fn with(mut profile: Profile, flag: Flag, value: bool) -> Profile {
    *flag(&mut profile) = value;
    profile
}

fn facts(error: LabelError) -> (&'static str, usize) {
    (error.kind().code(), error.offset())
}

/// The ASCII form of a name, or code and offset of its refusal, after a look at the other functions.
fn answer(name: &str, profile: &Profile) -> Result<String, (&'static str, usize)> {
    let ascii = to_ascii(name, profile).map(String::from);
    let unicode = to_unicode(name, profile);
    assert_eq!(ascii.as_ref().err(), unicode.as_ref().err(), "{name}");
    let inspection = inspect(name, profile);
    assert_eq!(
        (inspection.ascii().ok_or(()), inspection.first_error),
        match &ascii {
            Ok(ascii) => (Ok(ascii.as_str()), None),
            Err(error) => (Err(()), Some(*error)),
        }
    );
    ascii.map_err(facts)
}

/// The A-label of a text whose letters need no mapping.
fn alabel_of(text: &str) -> String {
    format!("xn--{}", acelabel::punycode::encode(text).unwrap())
}

#[test]
fn check_bidi() {
    // RFC 5893 section 2: one label against each of its six rules, the place of the fault, and in what name.
    let cases = [
        ("1א", "bidi_rule_1", 0),
        ("אaא", "bidi_rule_2", 1),
        ("אב-", "bidi_rule_3", 2),
        ("ב1٣", "bidi_rule_4", 2),
        ("aאa", "bidi_rule_5", 1),
        ("a-.א", "bidi_rule_6", 1),
        // Section 1.4: a label of digits is under the rule for the sake of another label.
        ("1a.א", "bidi_rule_1", 0),
    ];
    for base in [Profile::UTS46, Profile::WHATWG, Profile::DNS] {
        let unchecked = with(base, CHECK_BIDI, false);
        for (name, code, offset) in cases {
            // A name that DNS passes is under no rule.
            let is_passed = base.pass_ascii && name.contains('.');
            let labels =
                name.split('.').map(|label| if label.is_ascii() { label.to_owned() } else { alabel_of(label) });
            let encoded = labels.collect::<Vec<_>>().join(".");
            assert_eq!(answer(name, &unchecked).as_ref(), Ok(&encoded), "{name}");
            assert_eq!(answer(&encoded, &unchecked).as_ref(), Ok(&encoded), "{name}");
            assert_eq!(answer(name, &base), if is_passed { Ok(encoded) } else { Err((code, offset)) }, "{name}");
        }
    }
    // RFC 3454 section 6: no LCat character beside a RandALCat one, which stand at both ends.
    let unchecked = with(Profile::IDNA2003, CHECK_BIDI, false);
    for label in ["אaא", "א1", "1א"] {
        assert_eq!(answer(label, &unchecked), Ok(alabel_of(label)));
        assert!(answer(label, &Profile::IDNA2003).is_err_and(|(code, _)| code.starts_with("bidi_rule_")), "{label}");
    }
}

#[test]
fn idna2003_has_the_tables_of_unicode_3_2() {
    let between_alefs = |character: char| answer(&format!("א{character}א"), &Profile::IDNA2003);
    // In table D.2 of RFC 3454, and of another direction since.
    for character in ['\u{17B4}', '\u{17B5}', '\u{1885}', '\u{1886}'] {
        assert!(between_alefs(character).is_err_and(|(code, _)| code.starts_with("bidi_rule_")), "{character:?}");
    }
    // In neither table, and left-to-right since.
    for character in ['\u{CBF}', '\u{CC6}', '\u{1734}', '\u{2132}', '\u{2800}', '\u{28FF}', '\u{302E}', '\u{302F}'] {
        assert_eq!(between_alefs(character), Ok(alabel_of(&format!("א{character}א"))), "{character:?}");
    }
    // Both are prohibited; the first is in table D.1 all the same, the second in neither.
    for (character, is_rtl) in [('\u{6DD}', true), ('\u{70F}', false)] {
        let errors = &inspect(&format!("a{character}"), &Profile::IDNA2003).labels[0].errors;
        assert_eq!(errors.iter().any(|error| error.kind().code().starts_with("bidi_rule_")), is_rtl, "{character:?}");
    }
    // One of each table of what is prohibited: C.1.2, C.2.2, C.3, C.4, C.6, C.7, C.8, C.9.
    for character in
        ['\u{1680}', '\u{80}', '\u{E000}', '\u{FDD0}', '\u{FFFD}', '\u{2FF0}', '\u{200E}', '\u{E0041}', '\u{6DD}']
    {
        assert_eq!(answer(&format!("ü{character}"), &Profile::IDNA2003), Err(("disallowed_codepoint", 1)));
    }
    // Corrigendum #4 of Unicode changed these after 3.2.
    for (ideograph, unified) in [
        ("\u{2F868}", "\u{2136A}"),
        ("\u{2F874}", "\u{5F33}"),
        ("\u{2F91F}", "\u{43AB}"),
        ("\u{2F95F}", "\u{7AAE}"),
        ("\u{2F9BF}", "\u{4D57}"),
    ] {
        assert_eq!(answer(ideograph, &Profile::IDNA2003), Ok(alabel_of(unified)));
    }
}

#[test]
fn check_joiners() {
    // RFC 5892 appendix A.1 and A.2: after a virama, or between letters that join; nowhere else.
    let in_context = ["क्\u{200C}ष", "क्\u{200D}ष", "ب\u{200C}ب", "نامه\u{200C}ای"];
    let elsewhere = [("a\u{200C}b", 1), ("क\u{200D}ष", 1), ("ب\u{200D}ب", 1), ("\u{200C}ü", 0), ("ü\u{200D}", 1)];
    for base in [Profile::UTS46, Profile::WHATWG, Profile::DNS, Profile::IDNA2008] {
        let unchecked = with(base, CHECK_JOINERS, false);
        for label in in_context {
            assert_eq!(answer(label, &base), Ok(alabel_of(label)));
            assert_eq!(answer(label, &unchecked), Ok(alabel_of(label)));
        }
        for (label, offset) in elsewhere {
            let refused = Err(("contextj", offset));
            assert_eq!(answer(label, &base), refused, "{label}");
            // RFC 5891 section 4.2.3.3 leaves no choice.
            let is_free = base.rules == Rules::Uts46;
            assert_eq!(answer(label, &unchecked), if is_free { Ok(alabel_of(label)) } else { refused }, "{label}");
        }
    }
    // RFC 3454 table B.1.
    for value in [false, true] {
        let profile = with(Profile::IDNA2003, CHECK_JOINERS, value);
        assert_eq!(answer("ü\u{200C}a\u{200D}", &profile), Ok(alabel_of("üa")));
    }
}

/// Returns what a profile says of each character of ASCII: in a label of ASCII, beside a letter that is encoded, and if
/// a character is mapped to it.
fn refuses_ascii(profile: &Profile, expected: impl Fn(char) -> Option<&'static str>) {
    for octet in (0..0x80_u8).filter(|octet| *octet != b'.') {
        let character = char::from(octet);
        let full_width = char::from_u32(u32::from(octet) + 0xFEE0).filter(|_| (0x21..0x7F).contains(&octet));
        for written in [Some(character), full_width].into_iter().flatten() {
            for (name, offset) in
                [(format!("x{written}x"), 1), (format!("ü{written}x"), 1), (format!("a.x{written}ü"), 3)]
            {
                let answer = answer(&name, profile).map(drop).map_err(|(code, offset)| (Some(code), offset));
                let expected = expected(character).map_or(Ok(()), |code| Err((Some(code), offset)));
                assert_eq!(answer, expected, "{name:?}");
            }
        }
    }
}

#[test]
fn use_std3_ascii_rules() {
    // UTS #46 section 4.1: "the label must not contain any non-LDH ASCII code points". Letters are mapped before.
    let is_ldh = |character: char| character.is_ascii_alphanumeric() || character == '-';
    refuses_ascii(&Profile::UTS46, |character| (!is_ldh(character)).then_some("std3_disallowed"));
    refuses_ascii(&with(Profile::UTS46, USE_STD3_ASCII_RULES, false), |_| None);
    // RFC 3490 section 4.1 step 3.
    refuses_ascii(&Profile::IDNA2003, |character| (!is_ldh(character)).then_some("std3_disallowed"));
    let free = with(Profile::IDNA2003, USE_STD3_ASCII_RULES, false);
    refuses_ascii(&free, |_| None);
    for (name, offset) in [("-a", 0), ("a-", 1), ("-ü", 0), ("b.ü-", 3)] {
        assert_eq!(answer(name, &Profile::IDNA2003), Err(("hyphen_start_end", offset)));
        assert!(answer(name, &free).is_ok());
    }
}

#[test]
fn deny_url_code_points() {
    // "A forbidden domain code point is a forbidden host code point, a C0 control, U+0025 (%), or U+007F DELETE."
    let forbidden_host = "\0\t\n\r #/:<>?@[\\]^|";
    let is_forbidden = |c: char| forbidden_host.contains(c) || c < '\u{20}' || matches!(c, '%' | '\u{7F}');
    let whatwg = with(Profile::WHATWG, PASS_ASCII_DOMAIN, false);
    refuses_ascii(&whatwg, |character| is_forbidden(character).then_some("disallowed_codepoint"));
    refuses_ascii(&Profile::WHATWG, |character| is_forbidden(character).then_some("disallowed_codepoint"));
    refuses_ascii(&with(whatwg, DENY_URL_CODE_POINTS, false), |_| None);
}

#[test]
fn pass_ascii() {
    let passing = with(Profile::IDNA2008, PASS_ASCII, true);
    // Hyphens anywhere, which CheckHyphens of the same profile refuses; an underscore, a wildcard.
    for (name, ascii) in [
        ("_dmarc.example", "_dmarc.example"),
        ("*.Example", "*.example"),
        ("-a.b-.a--b", "-a.b-.a--b"),
        ("_.ü", "_.xn--tda"),
        ("*.XN--BCHER-KVA", "*.xn--bcher-kva"),
    ] {
        assert_eq!(answer(name, &passing).as_deref(), Ok(ascii));
        assert!(answer(name, &Profile::IDNA2008).is_err(), "{name}");
    }
    for (name, refused) in [
        ("a*.b", ("std3_disallowed", 1)),
        ("**.b", ("std3_disallowed", 0)),
        ("b.*", ("std3_disallowed", 2)),
        ("a b", ("std3_disallowed", 1)),
        // The label is not ASCII, so it is under the rules of IDNA2008.
        ("_ü", ("disallowed_codepoint", 0)),
        ("xn--a!", ("invalid_alabel", 5)),
    ] {
        assert_eq!(answer(name, &passing), Err(refused), "{name}");
    }
    // RFC 5890 section 2.3.2.1: an A-label that is none, or not under these rules, is a label all the same.
    for name in ["xn--a", "xn--a-", "xn--", "xn--n3h", "xn--a_b", "xn--9ba.ü"] {
        assert_eq!(answer(name, &passing).as_deref(), Ok(&*name.replace("ü", "xn--tda")));
        assert_eq!(to_unicode(name, &passing).as_deref(), Ok(name));
    }
}

#[test]
fn pass_ascii_domain() {
    // URL Standard, "domain parser": an ASCII domain is put into lower case, whatever its labels hold.
    for name in
        ["xn--8i7caa.example", "XN--A", "xn--", "xn---", "a.xn--example-", "xn--ls8h=", "xn--mgb.1x", "a..b", "."]
    {
        assert_eq!(answer(name, &Profile::WHATWG).as_deref(), Ok(&*name.to_ascii_lowercase()));
    }
    for (name, refused) in [
        ("xn--a%b", ("disallowed_codepoint", 5)),
        ("a.xn--a b", ("disallowed_codepoint", 7)),
        ("", ("empty_domain", 0)),
        ("xn--a。com", ("disallowed_codepoint", 0)),
        ("é.xn--a", ("disallowed_codepoint", 2)),
    ] {
        assert_eq!(answer(name, &Profile::WHATWG), Err(refused), "{name}");
    }
    // "Domain to Unicode": the whole domain where an error was recorded.
    let mixed = "xn--8i7caa.xn--bcher-kva.example";
    assert_eq!(to_unicode(mixed, &Profile::WHATWG).as_deref(), Ok(mixed));
    assert_eq!(to_unicode(mixed, &Profile::DNS).as_deref(), Ok("xn--8i7caa.bücher.example"));
}

#[test]
fn deny_end_in_number() {
    let denying = with(Profile::UTS46, DENY_END_IN_NUMBER, true);
    for (name, offset) in
        [("127.0.0.1", 8), ("127。0。0。1", 8), ("a.0x1f", 2), ("１", 0), ("1.2.3.08.", 6), ("ü.0x", 2)]
    {
        assert_eq!(answer(name, &denying), Err(("ends_in_number", offset)), "{name}");
        assert!(answer(name, &Profile::UTS46).is_ok());
        assert_eq!(to_ascii_or_keep(name, &denying), name);
    }
    for name in ["1.a", "0xg", "a1", "1-2"] {
        assert!(answer(name, &denying).is_ok(), "{name}");
    }
}

#[test]
fn ignore_invalid_punycode() {
    // UTS #46 section 4 step 4: if the conversion from Punycode fails, no error is recorded, and the label stays.
    let ignoring = with(Profile::UTS46, IGNORE_INVALID_PUNYCODE, true);
    for (name, kept, offset) in [
        ("xn--0.pt", "xn--0.pt", 0),
        ("b.XN--A-0", "b.xn--a-0", 2),
        ("ü.xn--99999999", "xn--tda.xn--99999999", 2),
        // They would decode to a surrogate, and to what is past U+10FFFF.
        ("xn--ib9b", "xn--ib9b", 0),
        ("xn--en32g", "xn--en32g", 0),
    ] {
        assert_eq!(answer(name, &ignoring).as_deref(), Ok(kept));
        assert_eq!(answer(name, &Profile::UTS46), Err(("invalid_alabel", offset)), "{name}");
    }
    for (name, refused) in [
        // Steps 2 and 5: a label that is not ASCII, or decodes to ASCII alone or to nothing.
        ("xn--bücher", ("invalid_alabel", 5)),
        ("xn--example-", ("invalid_alabel", 0)),
        ("xn--", ("invalid_alabel", 0)),
        // Section 4.1: what it decodes to is not valid.
        ("xn--a.de", ("disallowed_codepoint", 0)),
        ("xn--0ca24w-", ("invalid_alabel", 0)),
    ] {
        assert_eq!(answer(name, &ignoring), Err(refused), "{name}");
        assert!(answer(name, &Profile::UTS46).is_err());
    }
    // Section 4.1 criterion 2 is about every label.
    assert_eq!(answer("xn--0.pt", &with(ignoring, CHECK_HYPHENS, true)), Err(("hyphen_3_4", 2)));
}

#[test]
fn transitional_processing() {
    // UTS #46 section 4: the deviation characters are mapped, and U+1E9E to "ss". Table 2 has the names.
    let transitional = with(Profile::UTS46, TRANSITIONAL_PROCESSING, true);
    for (name, deprecated, current) in [
        ("Bloß.de", "bloss.de", "xn--blo-7ka.de"),
        ("BLOẞ.de", "bloss.de", "xn--blo-7ka.de"),
        ("βόλος.com", "xn--nxasmq6b.com", "xn--nxasmm1c.com"),
        ("ශ්\u{200D}රී.com", "xn--10cl1a0b.com", "xn--10cl1a0b660p.com"),
        ("نامه\u{200C}ای.com", "xn--mgba3gch31f.com", "xn--mgba3gch31f060k.com"),
        // The text of an A-label is processed nontransitionally.
        ("xn--fa-hia.de", "xn--fa-hia.de", "xn--fa-hia.de"),
    ] {
        assert_eq!(answer(name, &transitional).as_deref(), Ok(deprecated));
        assert_eq!(answer(name, &Profile::UTS46).as_deref(), Ok(current));
    }
    // Joiners are gone before anybody asks for their context.
    assert_eq!(answer("a\u{200C}b", &transitional).as_deref(), Ok("ab"));
}

#[test]
fn allow_unassigned() {
    // RFC 3454 table A.1 begins with U+0221 and ends, for our purpose, with the last code point of plane 13.
    let allowing = with(Profile::IDNA2003, ALLOW_UNASSIGNED, true);
    for character in ['\u{221}', '\u{24F}', '\u{2AE}', '\u{9FA6}', '\u{9FFF}', '\u{1F600}', '\u{2A6D7}', '\u{DFFFD}'] {
        let label = format!("ü{character}");
        assert_eq!(answer(&label, &allowing), Ok(alabel_of(&label)));
        assert_eq!(answer(&label, &Profile::IDNA2003), Err(("unassigned", 1)), "{label}");
    }
    // Their neighbours that are assigned need no leave, and what is prohibited gets none.
    for profile in [allowing, Profile::IDNA2003] {
        for character in ['\u{222}', '\u{250}', '\u{2AD}', '\u{9FA5}', '\u{2A6D6}'] {
            let label = format!("ü{}", character.to_lowercase());
            assert_eq!(answer(&label, &profile), Ok(alabel_of(&label)));
        }
        for character in ['\u{E000}', '\u{1FFFE}', '\u{E0041}'] {
            assert_eq!(answer(&format!("ü{character}"), &profile), Err(("disallowed_codepoint", 1)));
        }
    }
}

/// A profile of which every flag is set or not, as the dice fall.
fn any_profile(dice: &mut Dice) -> Profile {
    let mut profile = *dice.of(&[Profile::UTS46, Profile::IDNA2008, Profile::IDNA2003]);
    for flag in FLAGS {
        *flag(&mut profile) = dice.below(2) == 0;
    }
    profile
}

/// The flags that only ever refuse more, and the codes that refuse for them alone. `hyphen_start_end` is STD3's as well
/// in IDNA2003, `contextj` a rule of IDNA2008, `empty_label` what becomes of `.` and of labels asked for alone.
const RESTRICTING: [(Flag, &[&str]); 9] = [
    (CHECK_HYPHENS, &["hyphen_3_4"]),
    (CHECK_BIDI, &["bidi_rule_1", "bidi_rule_2", "bidi_rule_3", "bidi_rule_4", "bidi_rule_5", "bidi_rule_6"]),
    (CHECK_JOINERS, &[]),
    (USE_STD3_ASCII_RULES, &[]),
    (VERIFY_DNS_LENGTH, &["label_too_long", "domain_too_long"]),
    (DENY_URL_CODE_POINTS, &[]),
    (DENY_END_IN_NUMBER, &["ends_in_number"]),
    (REFUSE_IGNORED, &["ignored_codepoint"]),
    (REFUSE_COMPATIBILITY, &["compatibility_codepoint"]),
];
/// The flags that only ever refuse less.
const ALLOWING: [Flag; 4] = [ALLOW_ROOT_DOT, IGNORE_INVALID_PUNYCODE, RFC5895_MAPPING, ALLOW_UNASSIGNED];

#[test]
fn flags_refuse_or_allow_and_change_no_answer() {
    let mut dice = Dice::new(8);
    let mut decided = [0; RESTRICTING.len() + ALLOWING.len()];
    for _ in 0..40_000 {
        let (name, base) = (name(&mut dice), any_profile(&mut dice));
        let restricting = RESTRICTING.iter().map(|(flag, codes)| (*flag, true, *codes));
        let allowing = ALLOWING.iter().map(|flag| (*flag, false, [].as_slice()));
        for ((flag, strict, codes), decided) in restricting.chain(allowing).zip(&mut decided) {
            let (refusing, lenient) = (with(base, flag, strict), with(base, flag, !strict));
            let (less, more) = (to_ascii(&name, &refusing), to_ascii(&name, &lenient));
            if less.is_ok() {
                assert_eq!(less, more, "{name:?} {base:?}");
            }
            if let Err(error) = more {
                assert!(!codes.contains(&error.kind().code()), "{name:?} {lenient:?} {error}");
            }
            *decided += usize::from(less.is_err() && more.is_ok());
        }
        assert!(answer(&name, &base).is_err() || to_ascii_or_keep(&name, &base).is_ascii());
    }
    assert!(decided.iter().all(|&count| count > 5), "{decided:?}");
}

//! Inputs that broke others, built anew: each CVE has a test that makes its trigger; and texts of one mebibyte. That
//! none takes long is shown by counting: `nox -s instructions`.

use acelabel::{Profile, inspect, is_valid, same_name, to_ascii, to_ascii_or_keep, to_unicode, to_unicode_or_keep};

const PROFILES: [Profile; 6] =
    [Profile::UTS46, Profile::WHATWG, Profile::IDNA2008, Profile::IDNA2008_MAPPED, Profile::IDNA2003, Profile::DNS];

/// The profiles that verify every A-label; of `WHATWG` its rule before June 2026.
fn verifying() -> Vec<Profile> {
    let mut whatwg = Profile::WHATWG;
    whatwg.pass_ascii_domain = false;
    vec![Profile::UTS46, whatwg, Profile::WHATWG_STRICT, Profile::IDNA2008, Profile::IDNA2003]
}

/// Both forms of a name in ASCII that passes undecoded.
fn passes(name: &str, profile: &Profile) {
    let lower_case = name.to_ascii_lowercase();
    assert_eq!(to_ascii(name, profile).as_deref(), Ok(&*lower_case));
    assert_eq!(to_unicode(name, profile).as_deref(), Ok(&*lower_case));
}

fn code(name: &str, profile: &Profile) -> &'static str {
    let error = to_ascii(name, profile).expect_err(name);
    assert_eq!(to_unicode(name, profile).expect_err(name), error);
    error.kind().code()
}

/// Every call that takes a name and a profile gives the same verdict, and none an answer that is out of proportion.
fn all_agree(name: &str, profile: &Profile) {
    let is_good = is_valid(name, profile);
    assert_eq!(to_ascii(name, profile).is_ok(), is_good);
    assert_eq!(to_unicode(name, profile).is_ok(), is_good);
    assert_eq!(inspect(name, profile).ascii().is_some(), is_good);
    for kept in [to_ascii_or_keep(name, profile), to_unicode_or_keep(name, profile)] {
        assert!(kept.len() <= 6 * name.len());
    }
}

const MIB: usize = 1 << 20;

/// Texts of this many octets: pieces repeated, and what is long by its make.
fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let pieces = [
        "a",
        "A",
        "-",
        "a.",
        ".",
        "1.",
        "ü",
        "ü.",
        "xn--a.",
        "xn--",
        "\u{301}",
        "a\u{301}",
        "\u{316}\u{301}",
        "\u{344}",
        "\u{200C}",
        "ب\u{200C}",
        "क\u{94D}\u{200D}",
        "\u{AD}",
        "ａ",
        "Ａ.",
        "٣1",
        "ا1",
        "ا٣۳",
        "۳",
        "\u{30FB}",
        "l·",
        "ϐ",
        "가",
        "\u{1100}\u{1161}\u{11A8}",
        "\u{FFFD}",
        "＃",
        "_",
        "💩",
        "\u{FDFA}",
        "\u{F71}\u{F72}\u{F74}",
        "Ǆ",
        "א.",
        "9a.א.",
        "%",
        "É",
        "a\u{AD}",
        "㍿.",
    ];
    let repeated = |piece: &'static str| (piece, piece.repeat(size / piece.len()));
    let mut texts: Vec<_> = pieces.into_iter().map(repeated).collect();
    texts.push(("a decoder's worst", format!("xn--{}-{}", "a".repeat(size / 2), "9a".repeat(size / 4))));
    texts.push(("marks in the wrong order", format!("b{}{}", "\u{301}".repeat(size / 4), "\u{316}".repeat(size / 4))));
    texts.push(("refused after mapping", format!("ａ{}", "%".repeat(size))));
    texts.push(("marks of half width", format!("a{}", "\u{FF9E}".repeat(size / 3))));
    texts.push(("bidi at last", format!("{}א", "1.".repeat(size / 2))));
    texts
}

#[test]
fn a_mebibyte_is_answered() {
    for profile in &PROFILES {
        for (_, text) in hostile(MIB) {
            all_agree(&text, profile);
        }
    }
}

#[test]
fn cve_2022_3602_and_3786_openssl_one_slot_past_the_end() {
    // Labels that decode to as many code points as fit, and one more.
    for count in [59, 60, 61, 62, 63, 64, 511, 512, 513] {
        let name = format!("xn--{}", acelabel::punycode::encode(&"\u{E4}".repeat(count)).unwrap());
        assert_eq!(is_valid(&name, &Profile::UTS46), name.len() <= 63, "{count}");
        assert_eq!(to_unicode(&name, &Profile::WHATWG).unwrap().chars().count(), count);
    }
}

#[test]
fn cve_2022_45061_cpython_quadratic_in_a_long_label() {
    for profile in &PROFILES {
        all_agree(&"\u{E9}".repeat(MIB / 2), profile);
    }
    assert_eq!(code(&"\u{E9}".repeat(MIB / 2), &Profile::IDNA2003), "label_too_long");
}

#[test]
fn cve_2024_3651_and_2026_45409_idna_context_of_each_character() {
    // Contexts that would be looked for along the whole label, for each of its characters.
    let mut unbounded = Profile::IDNA2008;
    unbounded.verify_dns_length = false;
    for (piece, refusal) in [
        ("\u{30FB}", "contexto"),
        ("٠۰", "contexto"),
        ("\u{64B}\u{200C}", "contextj"),
        ("ب\u{200C}", "contextj"),
        ("׳", "contexto"),
        ("l·", "contexto"),
    ] {
        let text = format!("ب{}", piece.repeat(MIB / 2 / piece.len()));
        all_agree(&text, &unbounded);
        assert_eq!(code(&text, &unbounded), refusal, "{piece}");
        assert_eq!(code(&text, &Profile::IDNA2008), "label_too_long", "{piece}");
    }
}

#[test]
fn cve_2024_12224_2026_39821_2026_46644_a_second_spelling_in_ascii() {
    for profile in &verifying() {
        assert_eq!(code("xn--example-.org", profile), "invalid_alabel");
        assert_eq!(code("XN--EXAMPLE-.org", profile), "invalid_alabel");
    }
    for profile in [Profile::WHATWG, Profile::DNS] {
        passes("xn--example-.org", &profile);
        passes("XN--EXAMPLE-.org", &profile);
    }
    for profile in &PROFILES {
        assert_eq!(
            code("ｘｎ－－example－.org", profile),
            if profile == &Profile::IDNA2008 { "disallowed_codepoint" } else { "invalid_alabel" }
        );
    }
    assert!(!same_name("xn--example-.org", "example.org"));
}

#[test]
fn cve_2017_14062_libidn2_a_digit_is_compared_before_it_is_computed() {
    for digit in (0..=0x7F).map(char::from).filter(|digit| !digit.is_ascii_alphanumeric() && *digit != '.') {
        let name = format!("xn--bcher{digit}kva");
        for profile in &verifying() {
            assert_eq!(is_valid(&name, profile), digit == '-', "{name:?}");
        }
        assert_eq!(is_valid(&name, &Profile::DNS), matches!(digit, '-' | '_'), "{name:?}");
    }
}

#[test]
fn cve_2019_12290_libidn2_an_alabel_is_proven_by_a_round_trip() {
    // Encoded without its mapping: capitals, compatibility forms, text in another normal form.
    for text in ["Bücher", "ﬁü", "u\u{308}", "ｂücher", "ü\u{AD}"] {
        let name = format!("xn--{}", acelabel::punycode::encode(text).unwrap());
        for profile in &verifying() {
            // The payload of "Bücher" is read in lower case.
            assert_eq!(is_valid(&name, profile), text == "Bücher", "{text} {profile:?}");
        }
        for profile in [Profile::WHATWG, Profile::DNS] {
            // A label that passes is not decoded.
            assert_eq!(to_unicode(&name, &profile).is_ok_and(|form| !form.is_ascii()), text == "Bücher", "{text}");
        }
    }
}

#[test]
fn cve_2019_18224_libidn2_a_label_of_63_and_more() {
    for length in 55..80 {
        let label = "ü".to_owned() + &"a".repeat(length);
        let encoded = format!("xn--{}", acelabel::punycode::encode(&label).unwrap());
        for profile in [Profile::UTS46, Profile::IDNA2008, Profile::IDNA2003, Profile::DNS] {
            assert_eq!(is_valid(&label, &profile), encoded.len() <= 63, "{length}");
            assert_eq!(is_valid(&encoded, &profile), encoded.len() <= 63, "{length}");
        }
    }
}

#[test]
fn cve_2015_2059_2016_6261_to_6263_libidn_what_is_no_text() {
    // Lone surrogates, as a caller in Python may pass them, and the ends of every range.
    for unit in [0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x10_FFFF, 0x11_0000, u32::MAX] {
        for profile in &PROFILES {
            let name = [0x61, unit, 0x2E, 0x62];
            let error = acelabel::to_ascii_code_points(&name, profile, acelabel::OnError::Raise).unwrap_err();
            assert_eq!((error.offset(), error.label_index(), error.code_point()), (1, 0, Some(unit)));
            let expected = if (0xD800..0xE000).contains(&unit) { "surrogate" } else { "disallowed_codepoint" };
            assert_eq!(error.kind().code(), expected, "{unit:X} {profile:?}");
        }
    }
}

#[test]
fn cve_2019_0657_2816_9636_10160_normalization_makes_syntax() {
    for character in ['℀', '℁', '℅', '℆', '⩴', '＃', '／', '＠', '：', '？', '﹕', '﹖', '﹟', '﹫', '⁇', '⁈', '⒈']
    {
        for profile in &PROFILES {
            for name in [format!("a{character}b.example"), format!("ü{character}.example"), format!("{character}")] {
                let code = code(&name, profile);
                assert!(matches!(code, "std3_disallowed" | "disallowed_codepoint"), "{name} {code} {profile:?}");
            }
        }
    }
}

#[test]
fn cve_2022_42916_and_43551_curl_two_spellings_of_one_name() {
    for (one, other) in
        [("curl。se", "curl.se"), ("curl．se", "curl.se"), ("ｃurl｡se", "CURL.SE"), ("bücher.de", "XN--bcher-kva.De")]
    {
        assert!(same_name(one, other), "{one}");
    }
}

#[test]
fn cve_2026_21712_node_a_label_that_aborts() {
    for name in
        ["xn--ls8h=", "xn--\u{0}", "xn--99999999", "xn--a-\u{7F}", "xn--\u{FFFD}", "xn--zzzzzzzzzzzzzzzzzzzzzzzzzzzz"]
    {
        for profile in &verifying() {
            code(name, profile);
        }
    }
}

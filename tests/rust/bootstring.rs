//! Bootstring with parameters of one's own: agreement with the transliterated RFC, and what is refused.

use acelabel::bootstring::{Bootstring, Settings};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use serde_json::Value;

use crate::inputs::{cases, form_of, forms};
use crate::known_answers::{code_points, refusal, rows, string, text, told};
use crate::reference::{self, PUNYCODE, Refusal, Repertoire};

fn by_the_book(settings: &Settings<'_>, encoded: &str, repertoire: Repertoire) -> Result<Vec<u32>, Refusal> {
    reference::decode(settings, encoded, repertoire, false).map(|decoded| decoded.code_points)
}

/// Decodes to integers and to a string, and compares both with the reference.
fn decodes_by_the_book(bootstring: &Bootstring, encoded: &str) -> Result<Vec<u32>, Refusal> {
    let settings = bootstring.settings();
    let integers = told(bootstring.decode_code_points(encoded.as_bytes()));
    assert_eq!(integers, by_the_book(&settings, encoded, Repertoire::AnyIntegers));
    let string = by_the_book(&settings, encoded, Repertoire::ScalarValues).map(|units| text(&units));
    assert_eq!(told(bootstring.decode(encoded)), string);
    integers
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_parameters_agree_with_the_rfc((parameters, integers, noise) in cases()) {
        let settings = parameters.settings();
        let bootstring = Bootstring::new(&settings).unwrap();
        let expected = reference::encode(&settings, &integers, Repertoire::AnyIntegers, None);
        let encoded = told(bootstring.encode_code_points(&integers));
        prop_assert_eq!(&encoded, &expected);
        if let Ok(encoded) = encoded {
            prop_assert_eq!(decodes_by_the_book(&bootstring, &encoded), Ok(integers));
        }
        // An accepted form is the encoder's own form.
        if let Ok(decoded) = decodes_by_the_book(&bootstring, &noise) {
            prop_assert_eq!(bootstring.encode_code_points(&decoded).unwrap(), noise);
        }
    }

    #[test]
    fn a_form_broken_off_agrees_with_the_rfc((parameters, integers, _) in cases(), end in any::<Index>()) {
        let settings = parameters.settings();
        let form = form_of(&settings, &integers);
        let broken = &form[..end.index(form.len() + 1)];
        if let Ok(decoded) = decodes_by_the_book(&Bootstring::new(&settings).unwrap(), broken) {
            prop_assert_eq!(form_of(&settings, &decoded), broken);
        }
    }

    #[test]
    fn digits_are_exactly_those_given(encoded in forms()) {
        let bootstring = Bootstring::new(&PUNYCODE).unwrap();
        let _agreed = decodes_by_the_book(&bootstring, &encoded);
        let lower = encoded.to_ascii_lowercase();
        prop_assert_eq!(told(bootstring.decode(&lower)), told(acelabel::punycode::decode(&lower)));
    }
}

/// The instances of tests/vectors/bootstring.json, each with its row.
fn instances() -> Vec<(Bootstring, Value)> {
    let instance = |row: Value| {
        let digits = string(&row, "digits");
        let number = |name: &str| u32::try_from(row[name].as_u64().unwrap()).unwrap();
        let settings = Settings {
            digits: &digits,
            delimiter: string(&row, "delimiter").parse().unwrap(),
            tmin: number("tmin"),
            tmax: number("tmax"),
            skew: number("skew"),
            damp: number("damp"),
            initial_bias: number("initial_bias"),
            initial_n: number("initial_n"),
            max_digits: None,
        };
        (Bootstring::new(&settings).unwrap(), row)
    };
    let instances: Vec<_> = rows("bootstring.json", "instances").into_iter().map(instance).collect();
    assert_eq!(instances.len(), 7);
    instances
}

#[test]
fn instances_of_many_kinds_have_known_answers() {
    for (bootstring, instance) in instances() {
        let settings = bootstring.settings();
        for row in instance["texts"].as_array().unwrap() {
            let text = string(row, "text");
            let expected = if row["code"].is_null() { Ok(string(row, "encoded")) } else { Err(refusal(row)) };
            let told = told(bootstring.encode(&text));
            assert_eq!(told, reference::encode(&settings, &code_points(&text), Repertoire::ScalarValues, None));
            assert_eq!(told.map_err(|(code, offset)| (code.to_owned(), offset)), expected, "{row}");
            if let Ok(encoded) = expected {
                assert_eq!(decodes_by_the_book(&bootstring, &encoded), Ok(code_points(&text)));
            }
        }
        for row in instance["refused"].as_array().unwrap() {
            let encoded = string(row, "encoded");
            let _agreed = decodes_by_the_book(&bootstring, &encoded);
            let told = told(bootstring.decode(&encoded)).map_err(|(code, offset)| (code.to_owned(), offset));
            assert_eq!(told, Err(refusal(row)), "{row}");
        }
    }
}

/// Texts of two kinds of characters, of which some instances can encode one alone, and noise of each instance.
#[test]
fn instances_of_many_kinds_agree_with_the_rfc() {
    let texts = vec((any::<bool>(), select(&[0x80, 0x100, 0x3000, 0x3040][..]), 0..=0x60_u32), 8);
    for (bootstring, instance) in instances() {
        let settings = bootstring.settings();
        let symbols: Vec<char> = settings.digits.chars().chain([settings.delimiter]).collect();
        let ran = TestRunner::default().run(&(texts.clone(), vec(select(symbols), 0..10)), |(text, noise)| {
            let text: Vec<u32> =
                text.iter().map(|&(is_basic, first, more)| if is_basic { 0x61 } else { first + more }).collect();
            let encoded = told(bootstring.encode_code_points(&text));
            prop_assert_eq!(&encoded, &reference::encode(&settings, &text, Repertoire::ScalarValues, None));
            if let Ok(encoded) = encoded {
                prop_assert_eq!(decodes_by_the_book(&bootstring, &encoded), Ok(text));
            }
            let _agreed = decodes_by_the_book(&bootstring, &String::from_iter(noise));
            Ok(())
        });
        assert_eq!(ran, Ok(()), "{}", instance["id"]);
    }
}

#[test]
fn the_conditions_in_braces() {
    let kana = Bootstring::new(&Settings { initial_n: 0x3000, ..PUNYCODE }).unwrap();
    assert_eq!(told(kana.encode("かé")), Err(("below_initial_n", 1)));
    assert_eq!(told(kana.encode_code_points(&[0x61, 0x2FFF])), Err(("below_initial_n", 1)));
    // Of two faults the one that stands first.
    assert_eq!(told(kana.encode_code_points(&[0xE9, u32::MAX, 0xE9])), Err(("below_initial_n", 0)));
    assert_eq!(told(kana.encode("\u{3000}é")), Err(("below_initial_n", 1)));
    assert_eq!(kana.decode(&kana.encode("aか\u{3000}").unwrap()).unwrap(), "aか\u{3000}");
    let zero = Bootstring::new(&Settings { initial_n: 0, ..PUNYCODE }).unwrap();
    assert_eq!(told(zero.decode("b-a")), Err(("basic_as_delta", 2)));
    assert_eq!(told(zero.decode_code_points(b"a")), Err(("basic_as_delta", 0)));
    assert_eq!(zero.decode(&zero.encode("aéb").unwrap()).unwrap(), "aéb");
    // U+0080 is the first that may arrive, U+007F the last that may not.
    let first = zero.encode_code_points(&[0x80]).unwrap();
    assert_eq!(zero.decode(&first).unwrap(), "\u{80}");
    assert_ne!(first, acelabel::punycode::encode("\u{80}").unwrap());
    let last = reference::integer(&zero.settings(), 0x7F, 72);
    assert_eq!(told(zero.decode(&last)), Err(("basic_as_delta", 0)));
}

#[test]
fn the_last_values_allowed_work() {
    for settings in [
        Settings { tmin: 2, initial_bias: 34 + 36 * 7, ..PUNYCODE },
        Settings { tmin: 34, tmax: 35, ..PUNYCODE },
        Settings { tmin: 0, tmax: 1, ..PUNYCODE },
        Settings { skew: 1, damp: 2, ..PUNYCODE },
        Settings { digits: "ab", tmin: 0, tmax: 1, ..PUNYCODE },
        Settings { initial_n: u32::MAX, ..PUNYCODE },
        Settings { initial_n: 0, ..PUNYCODE },
        Settings { delimiter: '\0', ..PUNYCODE },
    ] {
        let bootstring = Bootstring::new(&settings).unwrap();
        let integers = [0x61, if settings.initial_n == 0 { 0x80 } else { settings.initial_n }, 0x62];
        let encoded = bootstring.encode_code_points(&integers).unwrap();
        let expected = reference::encode(&settings, &integers, Repertoire::AnyIntegers, None).unwrap();
        assert_eq!(encoded, expected, "{settings:?}");
        assert_eq!(decodes_by_the_book(&bootstring, &encoded), Ok(integers.to_vec()));
    }
}

#[test]
fn an_integer_past_32_bits_is_refused_where_its_first_digit_is() {
    let bootstring = Bootstring::new(&PUNYCODE).unwrap();
    let largest = bootstring.encode_code_points(&[u32::MAX]).unwrap();
    // One more in the first digit, which weighs 1, is one code point further.
    let value = PUNYCODE.digits.find(&largest[..1]).unwrap();
    let past = format!("{}{}", &PUNYCODE.digits[value + 1..value + 2], &largest[1..]);
    assert_eq!(told(bootstring.decode_code_points(largest.as_bytes())), Ok(vec![u32::MAX]));
    assert_eq!(decodes_by_the_book(&bootstring, &past), Err(("code_point_too_large", 0)));
}

#[test]
fn what_no_string_can_hold_is_illegal_only_where_a_string_is_wanted() {
    let bootstring = Bootstring::new(&PUNYCODE).unwrap();
    for (integers, code) in [
        (vec![0xD800], "surrogate"),
        (vec![0x11_0000], "code_point_too_large"),
        (vec![u32::MAX], "code_point_too_large"),
    ] {
        let encoded = bootstring.encode_code_points(&integers).unwrap();
        assert_eq!(bootstring.decode_code_points(encoded.as_bytes()).unwrap(), integers);
        assert_eq!(told(bootstring.decode(&encoded)), Err((code, 0)));
    }
}

#[test]
fn violated_constraints_are_named() {
    let p = PUNYCODE;
    for (settings, constraint) in [
        (Settings { tmin: 27, ..p }, "tmin <= tmax"),
        (Settings { tmin: 2, tmax: 1, ..p }, "tmin <= tmax, which fails for tmin = 2, tmax = 1"),
        (Settings { digits: "abc", ..p }, "tmax <= base - 1"),
        (Settings { damp: 0, ..p }, "damp >= 2"),
        (Settings { tmin: 2, initial_bias: 35 + 36 * 7, ..p }, "initial_bias mod base <= base - tmin"),
        (Settings { digits: "ab-d", tmax: 3, ..p }, "the delimiter is no digit"),
        (Settings { tmax: 36, ..p }, "tmax <= base - 1"),
        (Settings { tmin: 35, tmax: 35, ..p }, "tmin <= base - 2"),
        (Settings { tmin: 0, tmax: 0, ..p }, "tmax >= 1"),
        (Settings { skew: 0, ..p }, "skew >= 1"),
        (Settings { damp: 1, ..p }, "damp >= 2"),
        (Settings { tmin: 2, initial_bias: 35, ..p }, "initial_bias mod base <= base - tmin"),
        (Settings { digits: "a", ..p }, "base >= 2, which fails for base = 1"),
        (Settings { digits: "", ..p }, "base >= 2"),
        (Settings { digits: "abca", tmax: 3, ..p }, "digits are distinct, which fails for 'a'"),
        (Settings { digits: "abcü", tmax: 3, ..p }, "digits are basic"),
        (Settings { delimiter: 'z', ..p }, "the delimiter is no digit"),
        (Settings { delimiter: 'ü', ..p }, "the delimiter is a basic"),
    ] {
        let error = Bootstring::new(&settings).unwrap_err();
        assert!(error.to_string().contains(constraint), "{settings:?}: {error}");
        let stated = constraint.split(", which").next().unwrap();
        assert!(error.constraint().contains(stated), "{error}");
    }
}

#[test]
fn integers_need_not_be_code_points() {
    let bootstring = Bootstring::new(&PUNYCODE).unwrap();
    assert_eq!(bootstring.encode_code_points(&[0x11_0000]).as_deref(), Ok("en32g"));
    assert_eq!(bootstring.decode_code_points(b"en32g"), Ok(vec![0x11_0000]));
    for integer in [0x10_FFFF, 0x11_0000, 0x11_0001, 0x1F_FFFF, 0x20_0000, u32::MAX] {
        for text in [vec![integer], vec![0x61, integer, 0xFC], vec![integer; 40], vec![integer; 80]] {
            let expected = reference::encode(&PUNYCODE, &text, Repertoire::AnyIntegers, None).unwrap();
            assert_eq!(bootstring.encode_code_points(&text), Ok(expected), "{text:X?}");
        }
    }
}

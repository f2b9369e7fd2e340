//! Bootstring with parameters of one's own: agreement with the transliterated RFC, and what is refused.

use acelabel::bootstring::{Bootstring, Settings};
use proptest::prelude::*;

use crate::inputs::{cases, form_of, forms};
use crate::known_answers::{code_points, text, told};
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
        // What is accepted is the encoder's own form.
        if let Ok(decoded) = decodes_by_the_book(&bootstring, &noise) {
            prop_assert_eq!(bootstring.encode_code_points(&decoded).unwrap(), noise);
        }
    }

    #[test]
    fn a_form_broken_off_agrees_with_the_rfc((parameters, integers, _) in cases(), end in any::<prop::sample::Index>()) {
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

#[test]
fn instances_of_many_kinds_come_back() {
    let base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let decimal = Settings { digits: "0123456789", delimiter: '_', tmin: 2, tmax: 5, ..PUNYCODE };
    for settings in [
        Settings { initial_bias: 20, ..decimal },
        Settings { tmin: 4, tmax: 4, ..decimal },
        Settings { tmin: 0, tmax: 8, ..decimal },
        Settings { digits: base64, delimiter: '_', ..PUNYCODE },
        Settings { digits: "01", tmin: 0, tmax: 1, initial_bias: 0, ..PUNYCODE },
        Settings { initial_n: 0, ..PUNYCODE },
    ] {
        let bootstring = Bootstring::new(&settings).unwrap();
        for text in ["", "-", "bücher", "αβγ", "MajiでKoiする5秒前"] {
            let encoded = bootstring.encode(text).unwrap();
            assert_eq!(
                reference::encode(&settings, &code_points(text), Repertoire::ScalarValues, None).unwrap(),
                encoded
            );
            assert_eq!(bootstring.decode(&encoded).unwrap(), text);
        }
    }
}

#[test]
fn the_conditions_in_braces() {
    let kana = Bootstring::new(&Settings { initial_n: 0x3000, ..PUNYCODE }).unwrap();
    assert_eq!(told(kana.encode("かé")), Err(("below_initial_n", 1)));
    assert_eq!(told(kana.encode_code_points(&[0x61, 0x2FFF])), Err(("below_initial_n", 1)));
    assert_eq!(kana.decode(&kana.encode("aか\u{3000}").unwrap()).unwrap(), "aか\u{3000}");
    let zero = Bootstring::new(&Settings { initial_n: 0, ..PUNYCODE }).unwrap();
    assert_eq!(told(zero.decode("b-a")), Err(("basic_as_delta", 2)));
    assert_eq!(told(zero.decode_code_points(b"a")), Err(("basic_as_delta", 0)));
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
        (Settings { tmax: 36, ..p }, "tmax <= base - 1"),
        (Settings { tmin: 35, tmax: 35, ..p }, "tmin <= base - 2"),
        (Settings { tmin: 0, tmax: 0, ..p }, "tmax >= 1"),
        (Settings { skew: 0, ..p }, "skew >= 1"),
        (Settings { damp: 1, ..p }, "damp >= 2"),
        (Settings { tmin: 2, initial_bias: 35, ..p }, "initial_bias mod base <= base - tmin"),
        (Settings { digits: "a", ..p }, "base >= 2"),
        (Settings { digits: "", ..p }, "base >= 2"),
        (Settings { digits: "abca", tmax: 3, ..p }, "digits are distinct"),
        (Settings { digits: "abcü", tmax: 3, ..p }, "digits are basic"),
        (Settings { delimiter: 'z', ..p }, "the delimiter is no digit"),
        (Settings { delimiter: 'ü', ..p }, "the delimiter is a basic"),
    ] {
        let error = Bootstring::new(&settings).unwrap_err();
        assert!(error.constraint().contains(constraint), "{settings:?}: {error}");
        assert!(error.to_string().contains(constraint));
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

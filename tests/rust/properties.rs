//! The laws of Punycode, with the transliterated RFC as the oracle.

use acelabel::{ErrorKind, punycode};
use proptest::prelude::*;
use proptest::sample::select;

use crate::inputs::{forms, integers, long_texts, texts};
use crate::known_answers::{code_points, text, told};
use crate::reference;

/// Every entry point that decodes, asked about one form; they agree, and this is their answer.
fn decode(encoded: &str) -> Result<Vec<u32>, reference::Refusal> {
    let answer = told(punycode::decode_to_code_points(encoded.as_bytes()));
    assert_eq!(told(punycode::decode(encoded)), answer.as_ref().map(|units| text(units)).map_err(|&refusal| refusal));
    answer
}

/// The text with each ASCII letter in the case of its flag.
fn forced(text: &[u32], flags: &[bool]) -> Vec<u32> {
    let cased = |(&unit, &flag): (&u32, &bool)| match u8::try_from(unit) {
        Ok(octet) if flag => u32::from(octet.to_ascii_uppercase()),
        Ok(octet) => u32::from(octet.to_ascii_lowercase()),
        Err(_) => unit,
    };
    text.iter().zip(flags).map(cased).collect()
}

fn annotated() -> impl Strategy<Value = (Vec<u32>, Vec<bool>)> {
    texts().prop_flat_map(|text| {
        let text = code_points(&text);
        let flags = proptest::collection::vec(any::<bool>(), text.len());
        (Just(text), flags)
    })
}

#[test]
fn appending_keeps_what_stands_there_and_adds_nothing_to_it_in_case_of_error() {
    let (mut octets, mut text) = (b"xn--".to_vec(), vec![0x61]);
    for (decoded, encoded) in [("bücher", "bcher-kva"), ("", ""), ("a", "a-"), (&"ü".repeat(100), &*long())] {
        let units = code_points(decoded);
        let (before, behind) = (octets.clone(), text.clone());
        assert_eq!(punycode::encode_code_points_into(&units, &mut octets), Ok(()));
        assert_eq!(octets, [&before, encoded.as_bytes()].concat());
        assert_eq!(punycode::decode_to_code_points_into(encoded.as_bytes(), &mut text), Ok(()));
        assert_eq!(text, [behind, units].concat());
        let (mut name, mut label) = (String::from("xn--"), String::from("é"));
        assert_eq!(punycode::encode_into(decoded, &mut name), Ok(()));
        assert_eq!(punycode::decode_into(encoded, &mut label), Ok(()));
        assert_eq!((name, label), (format!("xn--{encoded}"), format!("é{decoded}")));
    }
    let (octets_before, text_before) = (octets.clone(), text.clone());
    let error = punycode::encode_code_points_into(&[0x61, 0xD800], &mut octets).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Surrogate, 1));
    let error = punycode::decode_to_code_points_into(b"ls8h=", &mut text).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidDigit, 4));
    assert_eq!((octets, text), (octets_before, text_before));
}

fn long() -> String {
    reference::punycode_encode(&code_points(&"ü".repeat(100))).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_024))]

    #[test]
    fn what_is_encoded_decodes_to_itself(text in texts()) {
        let encoded = punycode::encode(&text).unwrap();
        prop_assert!(encoded.is_ascii());
        prop_assert_eq!(punycode::decode(&encoded).unwrap(), text);
    }

    #[test]
    fn no_two_forms_decode_to_one_text(encoded in forms()) {
        if let Ok(text) = punycode::decode(&encoded) {
            let (literal, digits) = encoded.split_at(encoded.rfind('-').unwrap_or(0));
            prop_assert_eq!(punycode::encode(&text).unwrap(), format!("{literal}{}", digits.to_ascii_lowercase()));
        }
    }

    #[test]
    fn encoding_agrees_with_the_rfc(text in integers()) {
        prop_assert_eq!(told(punycode::encode_code_points(&text)), reference::punycode_encode(&text));
    }

    #[test]
    fn decoding_agrees_with_the_rfc(encoded in forms()) {
        prop_assert_eq!(decode(&encoded), reference::punycode_decode(&encoded).map(|decoded| decoded.code_points));
    }

    #[test]
    fn annotation_agrees_with_the_rfc(encoded in forms()) {
        let expected = reference::punycode_decode(&encoded).map(|decoded| (decoded.code_points, decoded.flags));
        prop_assert_eq!(told(punycode::decode_with_case(encoded.as_bytes())), expected);
    }

    #[test]
    fn flags_come_back((text, flags) in annotated()) {
        let encoded = punycode::encode_with_case(&text, &flags).unwrap();
        let repertoire = reference::Repertoire::ScalarValues;
        prop_assert_eq!(&encoded, &reference::encode(&reference::PUNYCODE, &text, repertoire, Some(&flags)).unwrap());
        // The flag of a caseless ASCII character is lost.
        let caseless = |unit: u32| u8::try_from(unit).is_ok_and(|c| c.is_ascii() && !c.is_ascii_alphabetic());
        let told = text.iter().zip(&flags).map(|(&unit, &flag)| flag && !caseless(unit)).collect::<Vec<_>>();
        prop_assert_eq!(punycode::decode_with_case(encoded.as_bytes()).unwrap(), (forced(&text, &flags), told));
        // The annotation changes no code point.
        prop_assert_eq!(decode(&encoded), Ok(forced(&text, &flags)));
        prop_assert!(encoded.eq_ignore_ascii_case(&punycode::encode_code_points(&text).unwrap()));
    }

    #[test]
    fn octets_are_read_as_latin_1(octets in proptest::collection::vec(prop_oneof![any::<u8>(), b'a'..=b'z'], 0..40)) {
        let encoded: String = octets.iter().map(|&octet| char::from(octet)).collect();
        let expected = reference::punycode_decode(&encoded).map(|decoded| (decoded.code_points, decoded.flags));
        prop_assert_eq!(told(punycode::decode_with_case(&octets)), expected);
    }

    #[test]
    fn any_octets_are_answered_or_refused(octets in proptest::collection::vec(any::<u8>(), 0..40)) {
        if let Err(error) = punycode::decode_to_code_points(&octets) {
            prop_assert!(error.offset() <= octets.len());
            prop_assert_eq!(error.kind() == ErrorKind::Truncated, error.offset() == octets.len());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn long_texts_agree_with_the_rfc(text in long_texts()) {
        let encoded = punycode::encode(&text).unwrap();
        prop_assert_eq!(&encoded, &reference::punycode_encode(&code_points(&text)).unwrap());
        prop_assert_eq!(punycode::decode(&encoded).unwrap(), text);
    }

    #[test]
    fn long_digit_strings_agree_with_the_rfc(
        digits in select(vec![&b"ab"[..], b"aabk", b"abk", b"abcdefghij", b"abcdefghijklmnopqrstuvwxyz0123456789"]),
        places in proptest::collection::vec(any::<prop::sample::Index>(), 500..5_000),
    ) {
        // Few values, so that most forms are accepted for long; and all of them.
        let encoded: String = places.iter().map(|place| char::from(digits[place.index(digits.len())])).collect();
        prop_assert_eq!(decode(&encoded), reference::punycode_decode(&encoded).map(|decoded| decoded.code_points));
    }
}

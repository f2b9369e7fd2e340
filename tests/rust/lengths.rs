//! Every length up to some hundreds, every place of the delimiter, integers around every limit: the places where an
//! engine that is faster than the RFC's procedure changes its method.

use acelabel::bootstring::Bootstring;
use acelabel::punycode;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::inputs::texts;
use crate::known_answers::{code_points, told};
use crate::reference::{self, PUNYCODE, Repertoire, integer};

/// Lengths past some words of bits and past what fits a small buffer.
const LONGEST: u32 = 300;

/// Texts of one length: insertions at the end, at the front, in the middle, all alike, and among basic code points.
fn texts_of(length: u32) -> Vec<Vec<u32>> {
    let places = || 0..length;
    let mixed = |place: u32| 0x100 + place.wrapping_mul(0x9E37_79B1) % 0x5000;
    vec![
        places().map(|place| 0x4E00 + place).collect(),
        places().map(|place| 0x4E00 + length - place).collect(),
        places().map(|_| 0xFC).collect(),
        places().map(mixed).collect(),
        places().map(|place| if place % 3 == 0 { 0x61 } else { mixed(place) }).collect(),
        places().map(|place| if place == length / 2 { 0x10_FFFF } else { 0x2D }).collect(),
        places().map(|place| if place == 0 { 0x80 } else { 0x7F }).collect(),
        places().map(|_| 0x2D).collect(),
    ]
}

#[test]
fn every_length() {
    let bootstring = Bootstring::new(&PUNYCODE).unwrap();
    for text in (0..=LONGEST).flat_map(texts_of) {
        let encoded = reference::punycode_encode(&text).unwrap();
        assert_eq!(told(punycode::encode_code_points(&text)), Ok(encoded.clone()));
        assert_eq!(told(bootstring.encode_code_points(&text)), Ok(encoded.clone()));
        let decoded = reference::punycode_decode(&encoded).unwrap();
        assert_eq!(decoded.code_points, text);
        assert_eq!(told(punycode::decode_to_code_points(encoded.as_bytes())), Ok(text.clone()));
        assert_eq!(told(bootstring.decode_code_points(encoded.as_bytes())), Ok(text.clone()));
        assert_eq!(told(punycode::decode_with_case(encoded.as_bytes())), Ok((text, decoded.flags)));
    }
}

/// Octets that differ from the delimiter in one bit or by one, among them the delimiter with the eighth bit set.
const NEARLY_DELIMITERS: [u8; 8] = [b'a', b',', b'.', b'/', b'%', b'\r', 0xAD, 0xFF];

#[test]
fn every_place_of_the_delimiter() {
    for length in 0..40_usize {
        for place in 0..=length {
            for filler in NEARLY_DELIMITERS {
                let mut octets = vec![filler; length];
                octets.extend_from_slice(b"a");
                if let Some(octet) = octets[..length].get_mut(place) {
                    *octet = b'-';
                }
                // An octet beyond ASCII is a character beyond ASCII, whichever.
                let encoded: String = octets.iter().map(|&octet| char::from(octet)).collect();
                let expected = reference::punycode_decode(&encoded).map(|decoded| decoded.code_points);
                assert_eq!(told(punycode::decode_to_code_points(&octets)), expected, "{encoded:?}");
                let last_two = [&octets[..], b"-"].concat();
                let expected = reference::punycode_decode(&format!("{encoded}-")).map(|decoded| decoded.code_points);
                assert_eq!(told(punycode::decode_to_code_points(&last_two)), expected, "{encoded:?}-");
            }
        }
    }
}

/// Every octet alone, in the literal part, and among digits.
#[test]
fn every_octet() {
    for octet in 0..=u8::MAX {
        for template in ["*", "a*", "*a", "tda*", "t*a", "*-tda", "abcdefg*hijklmnop-tda", "ab-t*a", "ab-tda*a", "-*"] {
            let octets: Vec<u8> = template.bytes().map(|each| if each == b'*' { octet } else { each }).collect();
            let encoded: String = octets.iter().map(|&octet| char::from(octet)).collect();
            let expected = reference::punycode_decode(&encoded).map(|decoded| (decoded.code_points, decoded.flags));
            assert_eq!(told(punycode::decode_with_case(&octets)), expected, "{encoded:?}");
        }
    }
}

/// A form and, behind it, one more integer of this value; the bias is the one that the form leaves.
fn with_integer(form: &str, value: u128) -> String {
    let decoded = reference::decode(&PUNYCODE, form, Repertoire::AnyIntegers, true).unwrap();
    let bias = decoded.insertions.last().map_or(72, |insertion| insertion.bias);
    let delimiter =
        if !decoded.code_points.is_empty() && decoded.insertions.is_empty() && !form.ends_with('-') { "-" } else { "" };
    format!("{form}{delimiter}{}", integer(&PUNYCODE, value, bias))
}

proptest! {
    #[test]
    fn integers_around_the_limits_agree_with_the_rfc(
        text in texts(),
        basic in 0_usize..300,
        limit in select(&[0xD800_u128, 0xE000, 0x11_0000, 1 << 16, 1 << 31, 1 << 32, 1 << 63, 1 << 64][..]),
        scaled in any::<bool>(),
        offset in -400_i128..400,
        tail in select(&["", "a", "tda", "9", "99999999999999999999"][..]),
    ) {
        let text = code_points(&("a".repeat(basic) + &text));
        let length = text.len() as u128 + 1;
        let near = if scaled { limit * length } else { limit };
        let value = near.saturating_add_signed(offset);
        let encoded = with_integer(&punycode::encode_code_points(&text).unwrap(), value) + tail;
        let expected = reference::punycode_decode(&encoded).map(|decoded| decoded.code_points);
        prop_assert_eq!(told(punycode::decode_to_code_points(encoded.as_bytes())), expected);
        let any = reference::decode(&PUNYCODE, &encoded, Repertoire::AnyIntegers, false);
        let bootstring = Bootstring::new(&PUNYCODE).unwrap();
        let integers = told(bootstring.decode_code_points(encoded.as_bytes()));
        prop_assert_eq!(integers, any.map(|decoded| decoded.code_points));
    }

    #[test]
    fn many_integers_of_32_bits_come_back(integers in vec(any::<u32>(), 0..400)) {
        let bootstring = Bootstring::new(&PUNYCODE).unwrap();
        let integers: Vec<u32> = integers.into_iter().map(|unit| if unit < 1 << 28 { unit % 0x80 } else { unit }).collect();
        let encoded = bootstring.encode_code_points(&integers).unwrap();
        let expected = reference::encode(&PUNYCODE, &integers, Repertoire::AnyIntegers, None).unwrap();
        prop_assert_eq!(&encoded, &expected);
        prop_assert_eq!(bootstring.decode_code_points(encoded.as_bytes()).unwrap(), integers);
    }
}

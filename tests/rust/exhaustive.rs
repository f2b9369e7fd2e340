//! All there is, where all is not too many: each character, and each short string over the characters of Punycode.
//!
//! `ACELABEL_EXHAUSTIVE_LENGTH=5` adds the 69 million strings of five characters to the 1.9 million of up to four, and
//! `ACELABEL_EXHAUSTIVE_PLACES=9` the 14 million texts of nine places to the 1.2 million of up to eight.

use acelabel::bootstring::Bootstring;
use acelabel::punycode;

use crate::inputs::PUNYCODE_CHARACTERS;
use crate::known_answers::{code_points, told};
use crate::orders::each_text;
use crate::reference::{self, PUNYCODE, adapt, integer};

/// One character is one integer, its distance from U+0080; between two letters, three times that and one.
#[test]
fn every_character_alone_and_between_letters() {
    for character in (0..=0x10_FFFF).filter_map(char::from_u32) {
        let (alone, between) = (character.to_string(), format!("a{character}b"));
        let (alone_encoded, between_encoded) = if character.is_ascii() {
            (format!("{alone}-"), format!("{between}-"))
        } else {
            let distance = u128::from(u32::from(character) - 0x80);
            (integer(&PUNYCODE, distance, 72), format!("ab-{}", integer(&PUNYCODE, 3 * distance + 1, 72)))
        };
        assert_eq!(punycode::encode(&alone).unwrap(), alone_encoded);
        assert_eq!(punycode::encode(&between).unwrap(), between_encoded);
        assert_eq!(punycode::decode(&alone_encoded).unwrap(), alone);
        assert_eq!(punycode::decode(&between_encoded).unwrap(), between);
    }
}

/// The second of two neighbours is a delta of 0, one digit whatever the bias has become.
#[test]
fn every_character_twice() {
    for character in '\u{80}'..=char::MAX {
        let delta = u128::from(u32::from(character) - 0x80);
        let encoded = integer(&PUNYCODE, delta, 72) + &integer(&PUNYCODE, 0, adapt(&PUNYCODE, delta, 1, true));
        let text = String::from_iter([character; 2]);
        assert_eq!(punycode::encode(&text).unwrap(), encoded);
        assert_eq!(punycode::decode(&encoded).unwrap(), text);
    }
}

#[test]
fn every_surrogate_is_refused_both_ways() {
    for surrogate in 0xD800..=0xDFFF_u32 {
        assert_eq!(told(punycode::encode_code_points(&[surrogate])), Err(("surrogate", 0)));
        assert_eq!(told(punycode::encode_code_points(&[0x61, surrogate])), Err(("surrogate", 1)));
        let distance = u128::from(surrogate - 0x80);
        assert_eq!(told(punycode::decode(&integer(&PUNYCODE, distance, 72))), Err(("surrogate", 0)));
        let between = format!("ab-{}", integer(&PUNYCODE, 3 * distance + 1, 72));
        assert_eq!(told(punycode::decode(&between)), Err(("surrogate", 3)));
    }
}

#[test]
fn every_code_point_above_the_last_one_is_refused() {
    // Seventeen planes more.
    for code_point in 0x11_0000..0x22_0000_u32 {
        let encoded = integer(&PUNYCODE, u128::from(code_point - 0x80), 72);
        assert_eq!(told(punycode::decode(&encoded)), Err(("code_point_too_large", 0)));
        assert_eq!(told(punycode::encode_code_points(&[code_point])), Err(("code_point_too_large", 0)));
    }
}

/// Steps `digits` to the next string of the same length, as an odometer does; false after the last.
fn advance(digits: &mut [usize]) -> bool {
    for digit in digits.iter_mut().rev() {
        *digit += 1;
        if *digit < PUNYCODE_CHARACTERS.len() {
            return true;
        }
        *digit = 0;
    }
    false
}

#[test]
fn every_short_string_decodes_as_in_the_rfc() {
    let longest = std::env::var("ACELABEL_EXHAUSTIVE_LENGTH").map_or(4, |length| length.parse().unwrap());
    for length in 0..=longest {
        let mut digits = vec![0; length];
        let mut count = 0_u64;
        loop {
            let encoded: String = digits.iter().map(|&digit| char::from(PUNYCODE_CHARACTERS[digit])).collect();
            let expected = reference::punycode_decode(&encoded).map(|decoded| decoded.code_points);
            assert_eq!(told(punycode::decode(&encoded)).map(|text| code_points(&text)), expected, "{encoded}");
            count += 1;
            if !advance(&mut digits) {
                break;
            }
        }
        assert_eq!(count, 37_u64.pow(length as u32));
    }
}

/// The engines for short texts and those for long ones, which are asked where cases are annotated.
#[test]
fn every_order_of_few_places_agrees_with_the_rfc() {
    let bootstring = Bootstring::new(&PUNYCODE).unwrap();
    each_text(|text| {
        let encoded = reference::punycode_encode(text).unwrap();
        assert_eq!(punycode::encode_code_points(text).as_ref(), Ok(&encoded), "{text:X?}");
        assert_eq!(punycode::encode_with_case(text, &[]).as_ref(), Ok(&encoded), "{text:X?}");
        assert_eq!(bootstring.encode_code_points(text).as_ref(), Ok(&encoded), "{text:X?}");
        let octets = encoded.as_bytes();
        assert_eq!(punycode::decode_to_code_points(octets).as_deref(), Ok(text), "{encoded}");
        assert_eq!(punycode::decode_with_case(octets).map(|(text, _)| text).as_deref(), Ok(text), "{encoded}");
    });
}

//! Every entry of every table equals its formula, as the RFC has it.

use super::*;

/// RFC 3492 section 6.1, the last line, with the numbers of section 5.
#[allow(clippy::arithmetic_side_effects)]
fn last_line(delta: u64) -> u64 {
    (36 - 1 + 1) * delta / (delta + 38)
}

/// RFC 3492 section 6.2, the threshold of the digit with this number, with the numbers of section 5.
#[allow(clippy::arithmetic_side_effects)]
fn threshold(digit: u64, bias: u64) -> u64 {
    let k = 36 * (digit + 1);
    if k <= bias + 1 {
        1
    } else if k >= bias + 26 {
        26
    } else {
        k - bias
    }
}

fn thresholds(bias: u64) -> [u64; 8] {
    [0, 1, 2, 3, 4, 5, 6, 7].map(|digit| threshold(digit, bias))
}

#[test]
fn every_scaled_bias_is_its_formula() {
    let expected: Vec<u64> = (0..=(36 - 1) * 26 / 2).map(last_line).collect();
    assert_eq!(SCALED_BIASES.map(u64::from).as_slice(), expected);
    for (delta, &expected) in (0..).zip(&expected) {
        assert_eq!(u64::from(Punycode.scaled_bias(delta)), expected);
    }
}

#[test]
fn every_threshold_is_its_formula() {
    for (bias, &packed) in (0..).zip(&THRESHOLDS) {
        assert_eq!(packed.to_le_bytes().map(u64::from), thresholds(bias), "bias {bias}");
    }
    // Where the table ends, they are computed.
    for bias in 0..1 << 14 {
        assert_eq!(Punycode.thresholds(bias).to_le_bytes().map(u64::from), thresholds(u64::from(bias)), "bias {bias}");
    }
}

/// RFC 3492 section 5: `a` to `z`, in either case, are 0 to 25, and `0` to `9` are 26 to 35.
#[test]
fn every_value_is_its_formula() {
    for octet in 0..=u8::MAX {
        let letter = (b'a'..=b'z').position(|letter| letter == octet.to_ascii_lowercase());
        let number = (b'0'..=b'9').position(|number| number == octet).map(|number| bounded::add(number, 26));
        let expected = letter.or(number).map_or(NO_DIGIT, bounded::to);
        assert_eq!(VALUES.get(usize::from(octet)), Some(&expected), "{octet:X}");
        assert_eq!(Punycode.value(octet), expected, "{octet:X}");
    }
    assert_eq!(VALUES.len(), 256);
    for value in 0..36 {
        assert_eq!((Punycode.value(digit(value)), digit(value).is_ascii_uppercase()), (value, false));
    }
}

/// An instance with the parameters of Punycode computes what Punycode looks up.
#[test]
fn an_instance_has_the_same_parameters() {
    let instance = crate::bootstring::Bootstring::new(&SETTINGS);
    for bias in 0..300 {
        assert_eq!(instance.as_ref().map(|instance| instance.thresholds(bias)), Ok(Punycode.thresholds(bias)));
    }
    for delta in 0..=455 {
        assert_eq!(instance.as_ref().map(|instance| instance.scaled_bias(delta)), Ok(Punycode.scaled_bias(delta)));
    }
    for octet in 0..=u8::MAX {
        let expected = if octet.is_ascii_uppercase() { NO_DIGIT } else { Punycode.value(octet) };
        assert_eq!(instance.as_ref().map(|instance| instance.value(octet)), Ok(expected));
    }
}

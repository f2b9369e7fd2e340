//! The tables of Punycode, which the compiler makes from their formulas.

use crate::bootstring::bias::scaled_bias;
use crate::bootstring::division::reciprocal_of;
use crate::bootstring::varint::{NO_DIGIT, packed_thresholds};
use crate::bootstring::{MAX_DIGITS, Settings};
use crate::bounded;
use crate::paths::takes;

/// The parameters of section 5, for a [`Bootstring`](crate::bootstring::Bootstring) that differs in some of them.
///
/// An instance with all of them encodes as [`encode`](super::encode) does. It decodes lower-case digits only, as its
/// digits are distinct.
pub const SETTINGS: Settings<'static> = Settings {
    digits: "abcdefghijklmnopqrstuvwxyz0123456789",
    delimiter: '-',
    tmin: 1,
    tmax: 26,
    skew: 38,
    damp: 700,
    initial_bias: 72,
    initial_n: 0x80,
    max_digits: Some(MAX_DIGITS),
};

/// Digit-values of octets, in either letter case.
pub(super) const VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 36 {
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            let digit = SETTINGS.digits.as_bytes()[value as usize];
            values[digit as usize] = value;
            values[digit.to_ascii_uppercase() as usize] = value;
        }
        value += 1;
    }
    values
};

/// The digits by their values; no value is above 35.
const DIGITS: [u8; 64] = {
    let mut digits = [0; 64];
    let mut value = 0;
    while value < 36 {
        #[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            digits[value] = SETTINGS.digits.as_bytes()[value];
        }
        value += 1;
    }
    digits
};

/// The digit for a value: `a` to `z` for 0 to 25, `0` to `9` for 26 to 35.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "the index is masked")]
pub(super) fn digit(value: u8) -> u8 {
    DIGITS[bounded::below::<64>(usize::from(value))]
}

/// `scaled_bias` of every delta that the loop of bias adaptation leaves: 0 to 455.
pub(super) const SCALED_BIASES: [u8; 456] = {
    let mut biases = [0; 456];
    let mut delta = 0_u32;
    while delta < 456 {
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            biases[delta as usize] = scaled_bias(36, 1, 38, delta) as u8;
        }
        delta += 1;
    }
    biases
};

/// `packed_thresholds` of every bias that a delta below 2**27 leads to: it is scaled down four times at most, and the
/// last line of `adapt` gives 33 at most.
const THRESHOLDS: [u64; 36 * 4 + 34] = {
    let mut thresholds = [0; 36 * 4 + 34];
    let mut bias = 0;
    while bias < thresholds.len() {
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            thresholds[bias] = packed_thresholds(36, bias as u64, 1, 26);
        }
        bias += 1;
    }
    thresholds
};

/// The reciprocal of `36 - t` by the threshold `t`, which is 26 at most.
const RECIPROCALS: [u64; 128] = {
    let mut reciprocals = [0; 128];
    let mut t = 0;
    while t < 36 {
        #[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            reciprocals[t] = reciprocal_of(36 - t as u64);
        }
        t += 1;
    }
    reciprocals
};

/// The reciprocal of `36 - t`.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "the index is masked")]
pub(super) fn reciprocal(t: u64) -> u64 {
    RECIPROCALS[bounded::below::<128>(bounded::index(t))]
}

/// The packed thresholds for a bias.
#[inline(always)]
pub(super) fn thresholds(bias: u32) -> u64 {
    match THRESHOLDS.get(bounded::index(bias)) {
        Some(&packed) => packed,
        None => late_thresholds(bias),
    }
}

/// The thresholds where the table ends: not in the loops, whose values then have more of the registers.
#[cold]
#[inline(never)]
fn late_thresholds(bias: u32) -> u64 {
    takes!("thresholds computed");
    packed_thresholds(36, u64::from(bias), 1, 26)
}

/// Every entry of every table equals its formula, as the RFC has it.
#[cfg(test)]
mod tests {
    use super::super::Section5;
    use super::*;
    use crate::bootstring::formulas;
    use crate::bootstring::params::Parameters;

    fn first_thresholds(bias: u64) -> [u64; 8] {
        [0, 1, 2, 3, 4, 5, 6, 7].map(|j| formulas::threshold(36, j, bias, 1, 26))
    }

    #[test]
    fn every_scaled_bias_is_its_formula() {
        let expected: Vec<u64> = (0..=(36 - 1) * 26 / 2).map(|delta| formulas::last_line(36, 1, 38, delta)).collect();
        assert_eq!(SCALED_BIASES.map(u64::from).as_slice(), expected);
        for (delta, &expected) in (0..).zip(&expected) {
            assert_eq!(u64::from(Section5.scaled_bias(delta)), expected);
        }
    }

    #[test]
    fn every_threshold_is_its_formula() {
        for (bias, &packed) in (0..).zip(&THRESHOLDS) {
            assert_eq!(packed.to_le_bytes().map(u64::from), first_thresholds(bias), "bias {bias}");
        }
        // Where the table ends, they are computed.
        for bias in 0..1 << 14 {
            assert_eq!(
                Section5.thresholds(bias).to_le_bytes().map(u64::from),
                first_thresholds(u64::from(bias)),
                "bias {bias}"
            );
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
            assert_eq!(Section5.value(octet), expected, "{octet:X}");
        }
        assert_eq!(VALUES.len(), 256);
        for value in 0..36 {
            assert_eq!((Section5.value(digit(value)), digit(value).is_ascii_uppercase()), (value, false));
        }
    }

    /// An instance with the parameters of Punycode computes what Punycode looks up.
    #[test]
    fn an_instance_has_the_same_parameters() {
        let instance = crate::bootstring::Bootstring::new(&SETTINGS);
        for bias in 0..300 {
            assert_eq!(instance.as_ref().map(|instance| instance.thresholds(bias)), Ok(Section5.thresholds(bias)));
        }
        for t in 1..=26 {
            assert_eq!(instance.as_ref().map(|instance| instance.reciprocal(t)), Ok(Section5.reciprocal(t)));
        }
        for delta in 0..=455 {
            assert_eq!(instance.as_ref().map(|instance| instance.scaled_bias(delta)), Ok(Section5.scaled_bias(delta)));
        }
        for octet in 0..=u8::MAX {
            let expected = if octet.is_ascii_uppercase() { NO_DIGIT } else { Section5.value(octet) };
            assert_eq!(instance.as_ref().map(|instance| instance.value(octet)), Ok(expected));
        }
    }
}

//! The parameters of an instance of Bootstring and their constraints (RFC 3492 section 4).

use core::fmt;

use super::division::reciprocal;
use crate::bounded;
use crate::error::ErrorKind;

/// Code points below this one are basic: the ASCII range, as in every published instance.
pub(crate) const FIRST_NON_BASIC: u32 = 0x80;

/// The most digits of an integer unless the caller says otherwise: enough for every integer where each digit weighs
/// more than the one before it.
///
/// An integer is below 2**64. Its digit at position `j` has the threshold `t` and leaves `(q - t) / (base - t)` of `q`;
/// it is the last one where `q < t`. With `tmax <= base - 2` the divisor is at least 2, so that what is left is below
/// 2**(64 - j): 0 at position 64 (lemma `a_digit_halves_what_is_left`). A threshold is at least 1 where `tmin` is, so
/// that 65 digits are enough. With `tmin = 0` thresholds are 0 as long as `base * (j + 1) <= bias`. After adaptation
/// that is so for 65 digits at most, as a bias is at most `64 * base + base - tmin` (section 6.1, room `bias`), and
/// at first for 65 digits where `initial_bias < 66 * base`: the digit at position 65 or before is the last one.
///
/// Of other parameters more digits are legal: with `tmax = base - 1` digits may weigh no more than the one before, and
/// an integer has as many as it counts; with `tmin = 0` it has `initial_bias / base`, almost all of them zeros. One
/// short text could ask for gigabytes of them.
pub const MAX_DIGITS: u32 = 66;

/// The parameters that section 4 leaves open. An instance with fixed values (Punycode) answers with constants, so that
/// the compiler folds them into the one algorithm; [`Bootstring`](super::Bootstring) answers with fields.
pub(crate) trait Parameters {
    fn base(&self) -> u32;
    fn tmin(&self) -> u32;
    fn tmax(&self) -> u32;
    fn damp(&self) -> u32;
    fn initial_bias(&self) -> u32;
    fn initial_n(&self) -> u32;
    fn delimiter(&self) -> u8;

    /// The basic code point that stands for a digit-value below `base`.
    fn digit(&self, value: u8) -> u8;

    /// The digit-value of an octet; `NO_DIGIT` if it is no digit.
    fn value(&self, digit: u8) -> u8;

    /// `(base - tmin + 1) * delta / (delta + skew)`, the last term of `adapt` (section 6.1), for a delta that its loop
    /// has scaled down to at most `(base - tmin) * tmax / 2`.
    fn scaled_bias(&self, delta: u32) -> u32;

    /// The thresholds of the first eight digits of an integer, packed.
    fn thresholds(&self, bias: u32) -> u64;

    /// Returns how many digits an integer may have, where it can have more.
    #[inline(always)]
    fn most_digits(&self) -> Option<u32> {
        None
    }

    /// The reciprocal of `base - t`, by which a digit that is not the last one is divided.
    #[inline(always)]
    fn reciprocal(&self, t: u64) -> u64 {
        reciprocal(bounded::sub(u64::from(self.base()), t))
    }
}

/// Which code points a text may hold.
pub(crate) trait Repertoire {
    /// The largest of them.
    const LARGEST: u32;
    /// True if surrogates are among them.
    const SURROGATES: bool;

    #[inline(always)]
    fn refuses_as_surrogate(code_point: u32) -> bool {
        !Self::SURROGATES && code_point & !0x7FF == 0xD800
    }
}

/// Unicode scalar values: texts that are strings.
pub(crate) struct Scalars;

impl Repertoire for Scalars {
    const LARGEST: u32 = 0x10_FFFF;
    const SURROGATES: bool = false;
}

/// All integers of 32 bits: Bootstring itself does not know Unicode.
pub(crate) struct Integers;

impl Repertoire for Integers {
    const LARGEST: u32 = u32::MAX;
    const SURROGATES: bool = true;
}

/// The code point that an integer is, if the repertoire has it.
#[inline(always)]
pub(super) fn admit<R: Repertoire>(n: u64) -> Result<u32, ErrorKind> {
    // One comparison: D800 to DFFF become 0 to 7FF, and no other integer becomes less than 800 or leaves the
    // repertoire.
    let is_admitted = if R::SURROGATES {
        n <= u64::from(R::LARGEST)
    } else {
        (n ^ 0xD800).wrapping_sub(0x800) <= u64::from(bounded::sub(R::LARGEST, 0x800))
    };
    if is_admitted { Ok(bounded::to(n)) } else { Err(refusal::<R>(n)) }
}

#[cold]
fn refusal<R: Repertoire>(n: u64) -> ErrorKind {
    match u32::try_from(n) {
        Ok(code_point) if R::refuses_as_surrogate(code_point) => ErrorKind::Surrogate,
        _ => ErrorKind::CodePointTooLarge,
    }
}

/// The parameters of an instance, named as in RFC 3492 section 4.
///
/// The base is the number of digits; the basic code points are the ASCII range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings<'a> {
    /// The digits in the order of their values: distinct ASCII characters.
    pub digits: &'a str,
    /// The ASCII character between the literal part and the integers: no digit.
    pub delimiter: char,
    /// The smallest threshold.
    pub tmin: u32,
    /// The largest threshold.
    pub tmax: u32,
    /// The term that keeps the bias low for small deltas.
    pub skew: u32,
    /// The divisor that scales the first delta down.
    pub damp: u32,
    /// The bias before the first delta.
    pub initial_bias: u32,
    /// The code point at which insertion begins. Code points below it that are not basic cannot be encoded.
    pub initial_n: u32,
    /// The most digits that an encoder writes for one code point, [`MAX_DIGITS`] as a rule; any number if there is
    /// none. It is not a parameter of RFC 3492, and changes neither what is written nor what is decoded.
    pub max_digits: Option<u32>,
}

/// A constraint on the parameters that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterError {
    constraint: &'static str,
    found: Searched,
}

/// The values that break a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Searched {
    Character(Option<char>),
    Numbers(&'static [&'static str], [u32; 2]),
}

impl ParameterError {
    /// The constraint, with the names of RFC 3492 section 4.
    #[must_use]
    pub const fn constraint(self) -> &'static str {
        self.constraint
    }
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the parameters violate a constraint: {}", self.constraint)?;
        match self.found {
            Searched::Character(character) => {
                character.map_or(Ok(()), |found| write!(f, ", which fails for {found:?}"))
            }
            Searched::Numbers(names, values) => {
                names.iter().zip(values).enumerate().try_for_each(|(place, (name, value))| {
                    write!(f, "{} {name} = {value}", if place == 0 { ", which fails for" } else { "," })
                })
            }
        }
    }
}

impl core::error::Error for ParameterError {}

impl Settings<'_> {
    /// The number of digits, once every constraint of section 4 has been found to hold: 127 at most (lemma
    /// `base_is_at_most_127`).
    ///
    /// Two of them are sharper than in the RFC, whose bounds let through parameters under which its procedures never
    /// end: with `tmax = 0` no digit ends an integer, and with `tmin = base - 1` bias adaptation divides by one.
    pub(crate) fn validate(&self) -> Result<u32, ParameterError> {
        // As many digits as 32 bits cannot count are not distinct.
        let base = u32::try_from(self.digits.chars().count()).unwrap_or(u32::MAX);
        let Self { digits, delimiter, tmin, tmax, skew, damp, initial_bias, .. } = *self;
        let (repeated, beyond) = (repeated(digits), digits.chars().find(|digit| !digit.is_ascii()));
        let character = |character| Searched::Character(Some(character));
        let constraints = [
            (beyond.is_none(), "digits are basic (ASCII) code points", Searched::Character(beyond)),
            (base >= 2, "base >= 2", Searched::Numbers(&["base"], [base, 0])),
            (delimiter.is_ascii(), "the delimiter is a basic (ASCII) code point", character(delimiter)),
            (!digits.contains(delimiter), "the delimiter is no digit", character(delimiter)),
            (repeated.is_none(), "digits are distinct", Searched::Character(repeated)),
            (tmin <= tmax, "0 <= tmin <= tmax", Searched::Numbers(&["tmin", "tmax"], [tmin, tmax])),
            (tmax < base, "tmax <= base - 1", Searched::Numbers(&["tmax", "base"], [tmax, base])),
            (tmax >= 1, "tmax >= 1, or no digit ends an integer", Searched::Numbers(&["tmax"], [tmax, 0])),
            (
                tmin.saturating_add(2) <= base,
                "tmin <= base - 2, or bias adaptation does not end",
                Searched::Numbers(&["tmin", "base"], [tmin, base]),
            ),
            (skew >= 1, "skew >= 1", Searched::Numbers(&["skew"], [skew, 0])),
            (damp >= 2, "damp >= 2", Searched::Numbers(&["damp"], [damp, 0])),
            (
                initial_bias.checked_rem(base).is_some_and(|rest| rest <= base.saturating_sub(tmin)),
                "initial_bias mod base <= base - tmin",
                Searched::Numbers(&["initial_bias", "tmin"], [initial_bias, tmin]),
            ),
            (self.max_digits != Some(0), "max_digits >= 1", Searched::Numbers(&["max_digits"], [0, 0])),
        ];
        match constraints.into_iter().find(|&(holds, ..)| !holds) {
            Some((_, constraint, found)) => Err(ParameterError { constraint, found }),
            None => Ok(base),
        }
    }

    /// `max_digits`, where an integer can have more digits.
    pub(super) fn most_digits(&self, base: u32) -> Option<u32> {
        let weighs = self.tmax.saturating_add(2) <= base;
        let begins_soon = self.tmin >= 1 || self.initial_bias < base.saturating_mul(MAX_DIGITS);
        self.max_digits.filter(|&most| most < MAX_DIGITS || !weighs || !begins_soon)
    }
}

/// The first digit that occurred before.
fn repeated(digits: &str) -> Option<char> {
    let mut seen = 0_u128;
    digits.chars().find(|&digit| {
        // A character that is not ASCII has no bit: that it is there is the fault of another constraint.
        let bit = 1_u128.checked_shl(digit.into()).unwrap_or(0);
        let is_old = seen & bit != 0;
        seen |= bit;
        is_old
    })
}

/// The parameters of Punycode, for tests: `bootstring` does not know `punycode`.
#[cfg(test)]
pub(super) const PUNYCODE: Settings<'static> = Settings {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every integer up to twice the largest code point and around the borders of 32 and 64 bits, beside `char`.
    #[test]
    fn what_the_repertoire_has_is_admitted() {
        let borders =
            [u64::from(u32::MAX), u64::MAX / 2].into_iter().flat_map(|border| border - 0x1_0000..border + 0x1_0000);
        for n in (0..0x22_0000).chain(borders) {
            let integer = u32::try_from(n).ok();
            assert_eq!(admit::<Integers>(n), integer.ok_or(ErrorKind::CodePointTooLarge), "{n:X}");
            let is_surrogate = (0xD800..0xE000).contains(&n);
            let refusal = if is_surrogate { ErrorKind::Surrogate } else { ErrorKind::CodePointTooLarge };
            let expected = integer.and_then(char::from_u32).map(u32::from).ok_or(refusal);
            assert_eq!(admit::<Scalars>(n), expected, "{n:X}");
        }
    }
}

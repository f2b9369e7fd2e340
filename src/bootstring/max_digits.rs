//! The output and the work for one code point: tests of `max_digits`.

use core::cell::Cell;

use super::encode::encode;
use super::formulas;
use super::params::{MAX_DIGITS, PUNYCODE, Parameters, Scalars};
use super::{Bootstring, ParameterError, Settings};
use crate::bounded;
use crate::error::{Error, ErrorKind};

/// Returns how many digits an integer has, by RFC 3492 section 3.3; one more than `most` where it has more.
fn digits(base: u64, bias: u64, tmin: u64, tmax: u64, value: u64, most: u64) -> u64 {
    let mut q = value;
    for j in 0..most {
        let t = formulas::threshold(base, j, bias, tmin, tmax);
        if q < t {
            return j + 1;
        }
        q = (q - t) / (base - t);
    }
    most + 1
}

/// The largest integer has as many digits as any: what is left of a smaller one is never more. The biases are those at
/// which a threshold changes, and the largest.
#[test]
fn the_default_is_enough_where_digits_weigh_more_than_one() {
    let mut most = 0;
    for base in 3..=127_u64 {
        for (tmin, tmax) in (1..base - 1).flat_map(|tmax| [0, 1, tmax].map(|tmin| (tmin.min(tmax), tmax))) {
            let largest = if tmin == 0 { base * u64::from(MAX_DIGITS) - 1 } else { u64::from(u32::MAX) };
            for bias in [0, base, base * 7 + 1, base * 40, base * 64 + base, base * 66 - 1, largest] {
                let count = digits(base, bias, tmin, tmax, u64::MAX, 1_000);
                assert!(count <= u64::from(MAX_DIGITS), "{base} {tmin} {tmax} {bias}: {count}");
                most = most.max(count);
            }
        }
    }
    assert_eq!(most, u64::from(MAX_DIGITS));
}

/// Parameters are counted where that theorem does not hold, and nowhere else.
#[test]
fn digits_are_counted_where_there_can_be_more() -> Result<(), ParameterError> {
    for (settings, counted) in [
        (PUNYCODE, None),
        (Settings { tmax: 34, ..PUNYCODE }, None),
        (Settings { tmax: 35, ..PUNYCODE }, Some(MAX_DIGITS)),
        (Settings { tmax: 35, max_digits: None, ..PUNYCODE }, None),
        (Settings { initial_bias: u32::MAX - 3, ..PUNYCODE }, None),
        (Settings { tmin: 0, initial_bias: 36 * 66 - 1, ..PUNYCODE }, None),
        (Settings { tmin: 0, initial_bias: 36 * 66, ..PUNYCODE }, Some(MAX_DIGITS)),
        (Settings { max_digits: Some(MAX_DIGITS - 1), ..PUNYCODE }, Some(MAX_DIGITS - 1)),
        (Settings { max_digits: Some(u32::MAX), ..PUNYCODE }, None),
    ] {
        assert_eq!(Bootstring::new(&settings)?.most_digits(), counted, "{settings:?}");
    }
    Ok(())
}

/// Counts every question about the base, of which each digit asks one at least.
struct Counting {
    bootstring: Bootstring,
    asked: Cell<usize>,
}

impl Parameters for Counting {
    fn base(&self) -> u32 {
        self.asked.set(self.asked.get() + 1);
        self.bootstring.base()
    }
    fn tmin(&self) -> u32 {
        self.bootstring.tmin()
    }
    fn tmax(&self) -> u32 {
        self.bootstring.tmax()
    }
    fn damp(&self) -> u32 {
        self.bootstring.damp()
    }
    fn initial_bias(&self) -> u32 {
        self.bootstring.initial_bias()
    }
    fn initial_n(&self) -> u32 {
        self.bootstring.initial_n()
    }
    fn delimiter(&self) -> u8 {
        self.bootstring.delimiter()
    }
    fn digit(&self, value: u8) -> u8 {
        self.bootstring.digit(value)
    }
    fn value(&self, digit: u8) -> u8 {
        self.bootstring.value(digit)
    }
    fn scaled_bias(&self, delta: u32) -> u32 {
        self.bootstring.scaled_bias(delta)
    }
    fn thresholds(&self, bias: u32) -> u64 {
        self.bootstring.thresholds(bias)
    }
    fn most_digits(&self) -> Option<u32> {
        self.bootstring.most_digits()
    }
}

/// Without the bound, the first of these would be 119,304,648 digits, and the others take hours.
#[test]
fn work_is_bounded_by_the_text() -> Result<(), ParameterError> {
    let hostile = [
        Settings { tmin: 0, tmax: 1, initial_bias: u32::MAX, ..PUNYCODE },
        Settings { tmin: 34, tmax: 35, ..PUNYCODE },
        Settings { tmax: 35, initial_bias: 0, ..PUNYCODE },
        Settings { digits: "ab", tmin: 0, tmax: 1, initial_bias: 0, ..PUNYCODE },
        Settings { digits: "ab", tmin: 0, tmax: 1, initial_bias: u32::MAX, ..PUNYCODE },
    ];
    let most = bounded::index(MAX_DIGITS);
    for settings in hostile {
        for text in [vec![0xE9; 64], (0..64).map(|place| 0x10_FFFF - place * 0x4000).collect(), vec![0x10_FFFF; 2000]] {
            let params = Counting { bootstring: Bootstring::new(&settings)?, asked: Cell::new(0) };
            let encoded = encode::<_, Scalars, _>(&params, &text, <[u8]>::len);
            // For each code point: digits counted and written twice, and the rounds of bias adaptation.
            assert!(params.asked.get() <= text.len() * 6 * most, "{settings:?}");
            assert!(encoded.is_ok_and(|size| size <= text.len() * most) || encoded.is_err());
        }
    }
    Ok(())
}

#[test]
fn the_code_point_with_too_many_digits_is_named() -> Result<(), ParameterError> {
    let tally = Settings { tmax: 35, ..PUNYCODE };
    let bootstring = Bootstring::new(&tally)?;
    let too_long = |place| Err(Error::new(ErrorKind::TooLong, place));
    assert_eq!(bootstring.encode("é").as_deref(), Ok("9ca"));
    // Code points are handled in ascending order.
    assert_eq!(bootstring.encode("a\u{10FFFF}é\u{20000}"), too_long(3));
    assert_eq!(bootstring.encode(&("é".repeat(70) + "\u{10FFFF}")), too_long(70));
    let free = Bootstring::new(&Settings { max_digits: None, ..tally })?;
    let encoded = free.encode("a\u{10FFFF}é\u{20000}").unwrap_or_default();
    assert!(encoded.len() > 200);
    // The decoder needs no limit: the input has as many digits.
    assert_eq!(bootstring.decode(&encoded).as_deref(), Ok("a\u{10FFFF}é\u{20000}"));
    // The limit is exact.
    let count = free.encode("\u{20000}").map_or(0, |encoded| encoded.len());
    for (most, expected) in [(count - 1, None), (count, Some(count))] {
        let limited = Bootstring::new(&Settings { max_digits: u32::try_from(most).ok(), ..tally })?;
        assert_eq!(limited.encode("\u{20000}").ok().map(|encoded| encoded.len()), expected);
    }
    let trace = bootstring.trace_encode(&[0x61, 0xE9, 0x10_FFFF]);
    assert_eq!(trace.map(|trace| trace.error()), Ok(Some(Error::new(ErrorKind::TooLong, 2))));
    Ok(())
}

//! RFC 3492 sections 6.1 to 6.3, transliterated: slow, obvious, with integers wider than any limit.
//!
//! The oracle of the tests. It keeps the parts of the pseudocode in {braces} and serves any parameters. Where the RFC
//! says "fail", it says which code and which offset that is.

use acelabel::bootstring::{MAX_DIGITS, Settings};

/// The code of an error, and the offset that it points at.
pub(crate) type Refusal = (&'static str, usize);

/// The parameters of section 5.
pub(crate) const PUNYCODE: Settings<'static> = Settings {
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

/// Which code points a text may hold.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Repertoire {
    ScalarValues,
    AnyIntegers,
}

impl Repertoire {
    fn admit(self, n: u128, offset: usize) -> Result<(), Refusal> {
        match self {
            Self::ScalarValues if (0xD800..=0xDFFF).contains(&n) => Err(("surrogate", offset)),
            Self::ScalarValues if n > 0x10_FFFF => Err(("code_point_too_large", offset)),
            Self::AnyIntegers if n > u128::from(u32::MAX) => Err(("code_point_too_large", offset)),
            _ => Ok(()),
        }
    }
}

fn is_basic(n: u128) -> bool {
    n < 0x80
}

fn base(p: &Settings<'_>) -> u128 {
    p.digits.len() as u128
}

fn threshold(p: &Settings<'_>, k: u128, bias: u128) -> u128 {
    let (tmin, tmax) = (u128::from(p.tmin), u128::from(p.tmax));
    if k <= bias + tmin {
        tmin
    } else if k >= bias + tmax {
        tmax
    } else {
        k - bias
    }
}

/// The digit-value of a character. Punycode alone, told by its digits, takes letters of either case.
fn digit_value(p: &Settings<'_>, character: char, offset: usize, any_case: bool) -> Result<u128, Refusal> {
    if !character.is_ascii() {
        return Err(("non_ascii", offset));
    }
    let folded = if any_case { character.to_ascii_lowercase() } else { character };
    p.digits.find(folded).map(|value| value as u128).ok_or(("invalid_digit", offset))
}

/// Section 6.1.
pub(crate) fn adapt(p: &Settings<'_>, delta: u128, points: u128, first: bool) -> u128 {
    let (base, tmin, tmax) = (base(p), u128::from(p.tmin), u128::from(p.tmax));
    let mut delta = if first { delta / u128::from(p.damp) } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > ((base - tmin) * tmax) / 2 {
        delta /= base - tmin;
        k += base;
    }
    k + ((base - tmin + 1) * delta) / (delta + u128::from(p.skew))
}

/// One turn of the main loop of section 6.2.
#[derive(Debug, PartialEq)]
pub(crate) struct Insertion {
    pub(crate) delta: u128,
    pub(crate) digits: String,
    pub(crate) bias: u128,
    pub(crate) n: u32,
    pub(crate) i: usize,
}

/// The result of section 6.2 for an encoded form, with the annotation of appendix A and the steps of section 7.2.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Decoded {
    pub(crate) code_points: Vec<u32>,
    pub(crate) flags: Vec<bool>,
    pub(crate) insertions: Vec<Insertion>,
}

/// Section 6.2.
pub(crate) fn decode(
    p: &Settings<'_>,
    encoded: &str,
    repertoire: Repertoire,
    any_case: bool,
) -> Result<Decoded, Refusal> {
    let input: Vec<char> = encoded.chars().collect();
    let mut n = u128::from(p.initial_n);
    let mut i = 0_u128;
    let mut bias = u128::from(p.initial_bias);
    let mut consumed = input.iter().rposition(|&character| character == p.delimiter).unwrap_or(0);
    let mut output = Decoded::default();
    for (offset, &character) in input[..consumed].iter().enumerate() {
        if !character.is_ascii() {
            return Err(("non_ascii", offset));
        }
        output.code_points.push(u32::from(character));
        output.flags.push(character.is_ascii_uppercase());
    }
    if consumed > 0 {
        consumed += 1;
    }
    while consumed < input.len() {
        let first_digit = consumed;
        let oldi = i;
        let mut w = 1_u128;
        let mut k = base(p);
        loop {
            let Some(&character) = input.get(consumed) else {
                return Err(("truncated", consumed));
            };
            let digit = digit_value(p, character, consumed, any_case)?;
            i = i.saturating_add(digit.saturating_mul(w));
            if i > u128::from(u64::MAX) {
                return Err(("overflow", consumed));
            }
            consumed += 1;
            let t = threshold(p, k, bias);
            if digit < t {
                break;
            }
            w = w.saturating_mul(base(p) - t);
            k += base(p);
        }
        let points = output.code_points.len() as u128 + 1;
        bias = adapt(p, i - oldi, points, oldi == 0);
        n += i / points;
        if n > u128::from(u64::MAX) {
            return Err(("overflow", first_digit));
        }
        let delta = i - oldi;
        i %= points;
        repertoire.admit(n, first_digit)?;
        if is_basic(n) {
            return Err(("basic_as_delta", first_digit));
        }
        let place = i as usize;
        output.code_points.insert(place, n as u32);
        output.flags.insert(place, input[consumed - 1].is_ascii_uppercase());
        let digits = input[first_digit..consumed].iter().collect();
        output.insertions.push(Insertion { delta, digits, bias, n: n as u32, i: place });
        i += 1;
    }
    Ok(output)
}

/// Section 6.3, with the annotation of appendix A.
pub(crate) fn encode(
    p: &Settings<'_>,
    input: &[u32],
    repertoire: Repertoire,
    flags: Option<&[bool]>,
) -> Result<String, Refusal> {
    for (offset, &c) in input.iter().enumerate() {
        repertoire.admit(u128::from(c), offset)?;
        if !is_basic(c.into()) && c < p.initial_n {
            return Err(("below_initial_n", offset));
        }
    }
    let forced = |character: char, place: usize| match flags.map(|flags| flags[place]) {
        None => character,
        Some(true) => character.to_ascii_uppercase(),
        Some(false) => character.to_ascii_lowercase(),
    };
    let mut n = u128::from(p.initial_n);
    let mut delta = 0_u128;
    let mut bias = u128::from(p.initial_bias);
    let basic = input.iter().enumerate().filter(|(_, c)| is_basic(u128::from(**c)));
    let mut output: String = basic.map(|(place, &c)| forced(char::from(c as u8), place)).collect();
    let b = output.len();
    let mut h = b;
    if b > 0 {
        output.push(p.delimiter);
    }
    while h < input.len() {
        let m = input.iter().map(|&c| u128::from(c)).filter(|&c| c >= n && !is_basic(c)).min().unwrap();
        delta += (m - n) * (h as u128 + 1);
        n = m;
        for (place, &c) in input.iter().enumerate() {
            let c = u128::from(c);
            if c < n || is_basic(c) {
                delta += 1;
            }
            if c == n {
                let mut digits = integer(p, delta, bias);
                let last = digits.pop().unwrap();
                output.push_str(&digits);
                output.push(forced(last, place));
                bias = adapt(p, delta, h as u128 + 1, h == b);
                delta = 0;
                h += 1;
            }
        }
        delta += 1;
        n += 1;
    }
    Ok(output)
}

/// The generalized variable-length integer of section 3.3.
pub(crate) fn integer(p: &Settings<'_>, value: u128, bias: u128) -> String {
    let digit = |value: u128| char::from(p.digits.as_bytes()[value as usize]);
    let mut q = value;
    let mut k = base(p);
    let mut output = String::new();
    loop {
        let t = threshold(p, k, bias);
        if q < t {
            output.push(digit(q));
            return output;
        }
        output.push(digit(t + (q - t) % (base(p) - t)));
        q = (q - t) / (base(p) - t);
        k += base(p);
    }
}

/// Returns what Punycode makes of a text, by the book.
pub(crate) fn punycode_encode(text: &[u32]) -> Result<String, Refusal> {
    encode(&PUNYCODE, text, Repertoire::ScalarValues, None)
}

/// Returns what Punycode makes of an encoded form, by the book.
pub(crate) fn punycode_decode(encoded: &str) -> Result<Decoded, Refusal> {
    decode(&PUNYCODE, encoded, Repertoire::ScalarValues, true)
}

//! Bootstring with any parameters against RFC 3492 step by step. The first octets are the parameters, the others
//! integers to encode and a form to decode.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::Error;
use acelabel::bootstring::{Bootstring, Settings};
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

#[allow(dead_code)]
#[path = "../../tests/rust/reference.rs"]
mod reference;

use reference::{Refusal, Repertoire};

fn told<T>(result: Result<T, Error>) -> Result<T, Refusal> {
    result.map_err(|error| (error.kind().code(), error.offset()))
}

fn decode(bootstring: &Bootstring, settings: &Settings<'_>, form: &str) -> Result<Vec<u32>, Refusal> {
    let decoded = told(bootstring.decode_code_points(form.as_bytes()));
    let expected = reference::decode(settings, form, Repertoire::AnyIntegers, false).map(|decoded| decoded.code_points);
    assert_eq!(decoded, expected);
    decoded
}

fn run(data: &[u8]) -> Option<()> {
    let mut input = Unstructured::new(data);
    let base = input.int_in_range(2..=127_u32).ok()?;
    // The digits stand from some character of ASCII on, around its end, and the delimiter behind them.
    let first: u8 = input.arbitrary().ok()?;
    let character = |number: u32| char::from_u32((u32::from(first) + number) % 128);
    let digits: String = (0..base).filter_map(character).collect();
    let tmax = input.int_in_range(1..=base - 1).ok()?;
    let settings = Settings {
        digits: &digits,
        delimiter: character(base)?,
        tmin: input.int_in_range(0..=tmax.min(base - 2)).ok()?,
        tmax,
        skew: input.arbitrary().ok()?,
        damp: input.arbitrary().ok()?,
        // As long as the bias is ahead and tmin is 0, no digit ends an integer.
        initial_bias: input.int_in_range(0..=20 * base).ok()?,
        initial_n: input.arbitrary().ok()?,
        // The reference knows no limit.
        max_digits: None,
    };
    let bootstring = Bootstring::new(&settings).ok()?;
    let count = input.int_in_range(0..=12).ok()?;
    // With tmax = base - 1 an integer is written as if by tally marks; wide ones would fill the memory.
    let wide = if base - settings.tmax >= 2 { u32::MAX } else { 0x200 };
    let mut integers = Vec::new();
    for _ in 0..count {
        integers.push(match input.int_in_range(0..=2_u8).ok()? {
            0 => input.int_in_range(0..=0x7F).ok()?,
            1 => settings.initial_n.saturating_add(input.int_in_range(0..=0x200).ok()?),
            _ => settings.initial_n.saturating_add(input.int_in_range(0..=wide).ok()?),
        });
    }
    let encoded = told(bootstring.encode_code_points(&integers));
    assert_eq!(encoded, reference::encode(&settings, &integers, Repertoire::AnyIntegers, None));
    if let Ok(encoded) = encoded {
        assert_eq!(decode(&bootstring, &settings, &encoded), Ok(integers));
    }
    let form: String = input.take_rest().iter().map(|&octet| char::from(octet)).collect();
    let decoded = decode(&bootstring, &settings, &form).ok()?;
    assert_eq!(told(bootstring.encode_code_points(&decoded)), Ok(form));
    Some(())
}

fuzz_target!(|data: &[u8]| {
    run(data);
});

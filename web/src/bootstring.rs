//! Bootstring, step by step: the states of RFC 3492 section 7, and under each step the loop over its digits.

use core::fmt::{self, Write};

use acelabel::bootstring::{Bootstring, ParameterError, Settings, Trace};
use acelabel::{Error, punycode};

use crate::json::Json;
use crate::problem;

/// The most steps of a run that are answered, and the octets of their words: nobody goes through a million.
const MOST_STEPS: usize = 1000;
const MOST_OF_WORDS: usize = 20_000;

/// The position at which the loop over the digits is: what it is weighed with, and what it gives.
struct Digit {
    character: char,
    value: u64,
    k: u64,
    t: u64,
    weight: u64,
}

/// The trace of one run. The options: `encode` or `decode`, the digits, the delimiter, tmin, tmax, skew, damp, the
/// initial bias and the initial n. Without more than the first they are those of Punycode.
pub(crate) fn trace(json: &mut Json, input: &str, options: &[&str]) {
    json.object(|json| {
        let settings = match settings(options) {
            Ok(settings) => settings,
            Err(refused) => return json.key("refused").string(&refused),
        };
        match run(input, options.first() == Some(&"encode"), &settings) {
            Err(error) => json.key("refused").string(error.constraint()),
            Ok(Err(error)) => problem::of_codec(json.key("error"), error, input),
            Ok(Ok(found)) => write(json, input, &found, &settings),
        }
    });
}

/// The parameters, or why one of them cannot be read.
fn settings<'a>(options: &[&'a str]) -> Result<Settings<'a>, String> {
    let [_, digits, delimiter, tmin, tmax, skew, damp, initial_bias, initial_n] = options else {
        return Ok(punycode::SETTINGS);
    };
    let mut delimiters = delimiter.chars();
    let (Some(delimiter), None) = (delimiters.next(), delimiters.next()) else {
        return Err("the delimiter is not one character".into());
    };
    let number =
        |name: &str, text: &str| text.parse().map_err(|_| format!("{name} is not an integer from 0 to {}", u32::MAX));
    Ok(Settings {
        digits,
        delimiter,
        tmin: number("tmin", tmin)?,
        tmax: number("tmax", tmax)?,
        skew: number("skew", skew)?,
        damp: number("damp", damp)?,
        initial_bias: number("initial_bias", initial_bias)?,
        initial_n: number("initial_n", initial_n)?,
        max_digits: punycode::SETTINGS.max_digits,
    })
}

fn run(input: &str, encodes: bool, settings: &Settings<'_>) -> Result<Result<Trace, Error>, ParameterError> {
    let code_points: Vec<u32> = input.chars().map(u32::from).collect();
    // Punycode reads digits in either case.
    Ok(match (*settings == punycode::SETTINGS, encodes) {
        (true, true) => punycode::trace_encode(&code_points),
        (true, false) => punycode::trace_decode(input.as_bytes()),
        (false, true) => Bootstring::new(settings)?.trace_encode(&code_points),
        (false, false) => Bootstring::new(settings)?.trace_decode(input.as_bytes()),
    })
}

fn write(json: &mut Json, input: &str, found: &Trace, settings: &Settings<'_>) {
    let text: String = found.text().iter().filter_map(|&code_point| char::from_u32(code_point)).collect();
    let mut words = Start::default();
    // A text that is full takes no more.
    let full = write!(words, "{found}").is_err();
    json.key("encoded").string(found.encoded());
    json.key("text").string(&text);
    json.key("literal").string(found.literal());
    json.key("n").number(settings.initial_n);
    json.key("bias").number(settings.initial_bias);
    json.key("words").string(&words.text);
    json.key("is_cut").boolean(full);
    json.key("count").number(found.steps().len());
    if let Some(error) = found.error() {
        problem::of_codec(json.key("error"), error, input);
    }
    json.key("steps").array(|json| {
        let mut bias = settings.initial_bias;
        for step in found.steps().iter().take(MOST_STEPS) {
            json.object(|json| {
                json.key("delta").number(step.delta);
                json.key("digits").string(found.digits(step));
                json.key("start").number(step.digits.start);
                json.key("n").number(step.n);
                json.key("i").number(step.i);
                json.key("bias").number(step.bias);
                json.key("loop").array(|json| digits(found.digits(step), bias, settings, json));
            });
            bias = step.bias;
        }
    });
}

/// The start of a text that is written, so that a long one is not written to its end.
#[derive(Default)]
struct Start {
    text: String,
}

impl Write for Start {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.text.len() > MOST_OF_WORDS {
            return Err(fmt::Error);
        }
        self.text.push_str(part);
        Ok(())
    }
}

/// The loop of section 6.2 over the digits of a delta: each with its threshold and its weight.
fn digits(text: &str, bias: u32, settings: &Settings<'_>, json: &mut Json) {
    let base = u64::try_from(settings.digits.chars().count()).unwrap_or(u64::MAX);
    let (tmin, tmax) = (u64::from(settings.tmin), u64::from(settings.tmax));
    let mut weight = 1_u64;
    for (place, character) in (1_u64..).zip(text.chars()) {
        let k = base.saturating_mul(place);
        let t = k.saturating_sub(u64::from(bias)).clamp(tmin, tmax.max(tmin));
        let value = value_of(character, settings.digits);
        let digit = Digit { character, value, k, t, weight };
        json.object(|json| digit.write(json));
        weight = weight.saturating_mul(base.saturating_sub(t));
    }
}

/// The digit-value of a character. In Punycode both cases of a letter have one.
fn value_of(character: char, digits: &str) -> u64 {
    let exact = digits.chars().position(|digit| digit == character);
    let place = exact.or_else(|| digits.chars().position(|digit| digit.eq_ignore_ascii_case(&character)));
    place.and_then(|place| u64::try_from(place).ok()).unwrap_or_default()
}

impl Digit {
    fn write(&self, json: &mut Json) {
        json.key("digit").string(self.character.encode_utf8(&mut [0; 4]));
        json.key("value").number(self.value);
        json.key("k").number(self.k);
        json.key("t").number(self.t);
        json.key("w").number(self.weight);
        json.key("adds").number(self.value.saturating_mul(self.weight));
    }
}

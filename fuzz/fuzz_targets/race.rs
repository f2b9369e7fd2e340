//! RACE against the draft step by step: a text is encoded, a label is decoded, and the octets of a label are made of
//! any.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::{Error, race};
use libfuzzer_sys::fuzz_target;

#[allow(dead_code)]
#[path = "../../tests/rust/race_reference.rs"]
mod reference;

fn told<T>(result: Result<T, Error>) -> Result<T, reference::Refusal> {
    result.map_err(|error| (error.kind().code(), error.offset()))
}

fn decode(label: &str) {
    let units: Vec<u32> = label.chars().map(u32::from).collect();
    let decoded = told(race::decode(label));
    assert_eq!(decoded, reference::decode(&units));
    if let Ok(text) = decoded {
        // One label for each text, but for the case of letters.
        assert_eq!(race::encode(&text).unwrap(), label.to_ascii_lowercase());
    }
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let units: Vec<u32> = text.chars().map(u32::from).collect();
    let encoded = told(race::encode(&text));
    assert_eq!(encoded, reference::encode(&units));
    assert_eq!(told(race::mode(&text).map(race::Mode::name)), reference::mode(&units));
    if let Ok(label) = encoded {
        assert_eq!(race::decode(&label).unwrap(), text);
    }
    decode(&text);
    decode(&format!("bq--{text}"));
    decode(&format!("bq--{}", reference::base32(data)));
});

//! Punycode against RFC 3492 step by step: a text is encoded and octets are decoded, by the engines for short and for
//! long ones, with and without annotation.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::{Error, punycode};
use libfuzzer_sys::fuzz_target;

#[allow(dead_code)]
#[path = "../../tests/rust/reference.rs"]
mod reference;

/// The reference is quadratic.
const MOST: usize = 700;

fn told<T>(result: Result<T, Error>) -> Result<T, reference::Refusal> {
    result.map_err(|error| (error.kind().code(), error.offset()))
}

fn encode(data: &[u8]) {
    let text: Vec<u32> = String::from_utf8_lossy(data).chars().map(u32::from).collect();
    let encoded = punycode::encode_code_points(&text).unwrap();
    assert_eq!(punycode::encode_with_case(&text, &[]).unwrap(), encoded);
    assert_eq!(punycode::decode_to_code_points(encoded.as_bytes()).unwrap(), text);
    if text.len() <= MOST {
        assert_eq!(reference::punycode_encode(&text), Ok(encoded.clone()));
        let flags: Vec<bool> = text.iter().map(|unit| unit & 2 != 0).collect();
        let annotated = punycode::encode_with_case(&text, &flags).unwrap();
        let repertoire = reference::Repertoire::ScalarValues;
        assert_eq!(reference::encode(&reference::PUNYCODE, &text, repertoire, Some(&flags)), Ok(annotated.clone()));
        assert!(annotated.eq_ignore_ascii_case(&encoded));
    }
}

fn decode(octets: &[u8]) {
    let decoded = told(punycode::decode_to_code_points(octets));
    let annotated = told(punycode::decode_with_case(octets));
    assert_eq!(annotated.as_ref().map(|(text, _)| text.len()), annotated.as_ref().map(|(_, flags)| flags.len()));
    if octets.len() <= MOST {
        // An octet that is not ASCII stands for any character that is not.
        let form: String = octets.iter().map(|&octet| char::from(octet)).collect();
        let expected = reference::punycode_decode(&form);
        assert_eq!(decoded, expected.as_ref().map(|text| text.code_points.clone()).map_err(|refusal| *refusal));
        assert_eq!(annotated, expected.map(|text| (text.code_points, text.flags)));
    }
    let trace = punycode::trace_decode(octets).unwrap();
    assert_eq!(trace.error().map(|error| (error.kind().code(), error.offset())), decoded.as_ref().err().copied());
    if let Ok(text) = decoded {
        assert_eq!(trace.text(), text);
        let encoded = punycode::encode_code_points(&text).unwrap();
        assert!(encoded.as_bytes().eq_ignore_ascii_case(octets), "{encoded}");
    }
}

fuzz_target!(|data: &[u8]| {
    encode(data);
    decode(data);
});

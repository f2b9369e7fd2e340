//! RACE: known answers, everything small enough to be tried whole, and the reference as the judge of the rest.

use std::sync::LazyLock;

use acelabel::{Error, race};
use proptest::prelude::*;
use serde_json::Value;

use crate::race_reference as reference;

static VECTORS: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(include_str!("../vectors/race.json")).unwrap());

fn rows(list: &str) -> &'static [Value] {
    VECTORS[list].as_array().unwrap()
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("{field} of {row}"))
}

fn code_points(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// A result in the terms of the reference.
fn told<T>(result: Result<T, Error>) -> Result<T, reference::Refusal> {
    result.map_err(|error| (error.kind().code(), error.offset()))
}

/// Returns what an error row encodes: its text, or units that are no text.
fn input_code_points(row: &Value) -> Vec<u32> {
    if let Some(input) = row["input"].as_str() {
        return code_points(input);
    }
    let units = text(row, "input_utf16be").as_bytes().chunks(4);
    units.map(|unit| u32::from_str_radix(std::str::from_utf8(unit).unwrap(), 16).unwrap()).collect()
}

/// Encodes through every entry point that can take the text.
fn encode(text: &[u32]) -> Result<String, reference::Refusal> {
    let result = told(race::encode_code_points(text));
    if let Some(text) = text.iter().copied().map(char::from_u32).collect::<Option<String>>() {
        assert_eq!(told(race::encode(&text)), result);
    }
    result
}

/// Decodes through every entry point that can take the label; an integer that is no octet becomes FF.
fn decode(label: &[u32]) -> Result<String, reference::Refusal> {
    let octets: Vec<u8> = label.iter().map(|&unit| u8::try_from(unit).unwrap_or(0xFF)).collect();
    let result =
        told(race::decode_with(&octets, |text| text.iter().map(|&unit| char::from_u32(unit).unwrap()).collect()));
    if let Some(text) = label.iter().copied().map(char::from_u32).collect::<Option<String>>() {
        assert_eq!(told(race::decode(&text)), result);
    }
    result
}

#[test]
fn known_answers_both_ways() {
    for row in rows("vectors") {
        let (unicode, ascii) = (text(row, "unicode"), text(row, "race"));
        assert_eq!(encode(&code_points(unicode)).as_deref(), Ok(ascii), "{row}");
        assert_eq!(decode(&code_points(ascii)).as_deref(), Ok(unicode), "{row}");
        assert_eq!(race::mode(unicode).map(race::Mode::name), Ok(text(row, "mode")), "{row}");
        assert_eq!(race::mode_code_points(&code_points(unicode)), race::mode(unicode), "{row}");
        assert_eq!(reference::encode(&code_points(unicode)).as_deref(), Ok(ascii), "{row}");
        assert_eq!(reference::decode(&code_points(ascii)).as_deref(), Ok(unicode), "{row}");
    }
}

#[test]
fn case_of_ascii_letters_is_the_only_alternative() {
    for row in rows("decode_alternatives") {
        assert_eq!(decode(&code_points(text(row, "input"))).as_deref(), Ok(text(row, "unicode")), "{row}");
        assert_eq!(encode(&code_points(text(row, "unicode"))).as_deref(), Ok(text(row, "canonical")), "{row}");
    }
}

#[test]
fn faults_have_their_code_and_offset() {
    for row in rows("errors").iter().filter(|row| row["level"] != "policy") {
        let input = input_code_points(row);
        let refusal = if row["direction"] == "encode" { encode(&input) } else { decode(&input) }.unwrap_err();
        // The order of the checks makes the first name the one to expect, of all that are true.
        assert_eq!(refusal.0, text(row, "error"), "{row}");
        assert_eq!(Some(refusal.1), row["offset"].as_u64().map(|offset| offset as usize), "{row}");
    }
}

#[test]
fn policy_is_the_domains_not_the_codecs() {
    for row in rows("errors").iter().filter(|row| row["level"] == "policy") {
        let (input, without_policy) = (text(row, "input"), text(row, "without_policy"));
        let is_encode = row["direction"] == "encode";
        let alone = if is_encode { encode(&code_points(input)) } else { decode(&code_points(input)) };
        assert_eq!(alone.as_deref(), Ok(without_policy), "{row}");
        let domain = |name: &str| if is_encode { race::encode_domain(name) } else { race::decode_domain(name) };
        if let Some(labels) = row["as_domain"].as_str() {
            assert_eq!(domain(input).as_deref(), Ok(labels), "{row}");
            continue;
        }
        let offset = row["offset"].as_u64().unwrap() as usize;
        assert_eq!(told(domain(input)), Err((text(row, "error"), offset)), "{row}");
        assert_eq!(told(domain(&format!("ab.é.{input}.c"))).unwrap_err(), (text(row, "error"), offset + 5), "{row}");
    }
}

#[test]
fn domains() {
    for row in rows("domains") {
        let (unicode, ascii) = (text(row, "unicode"), text(row, "ascii"));
        assert_eq!(race::encode_domain(unicode).as_deref(), Ok(ascii), "{row}");
        assert_eq!(race::decode_domain(ascii).as_deref(), Ok(unicode), "{row}");
        assert_eq!(race::encode_domain_code_points(&code_points(unicode)).as_deref(), Ok(ascii), "{row}");
        assert_eq!(race::decode_domain_code_points(&code_points(ascii)), Ok(code_points(unicode)), "{row}");
        // An encoded name is plain ASCII: there is nothing left to encode.
        assert_eq!(race::encode_domain(ascii).as_deref(), Ok(ascii), "{row}");
    }
}

#[test]
fn labels_that_need_nothing_stay_as_they_are() {
    for name in ["", ".", "..", "www.example.", "-a.b-.", "BQ--aduq", "xn--bcher-kva.de"] {
        assert_eq!(race::encode_domain(name).as_deref(), Ok(name));
        assert_eq!(race::encode_domain_code_points(&code_points(name)).as_deref(), Ok(name));
    }
    for name in ["", ".", "..", "www.example.", "é。bq--aduq", "bq-aduq.bq-", "_x. .\u{99}", "xn--bcher-kva"] {
        assert_eq!(race::decode_domain(name).as_deref(), Ok(name));
        assert_eq!(race::decode_domain_code_points(&code_points(name)), Ok(code_points(name)));
    }
    assert_eq!(race::decode_domain("É.bQ--ADUQ.").as_deref(), Ok("É.é."));
    // A label that is not decoded may hold what no text can: a surrogate, or an integer beyond Unicode.
    let mut name = vec![0xD800, 0x2E, 0x11_0000, 0x2E];
    name.extend(code_points("bq--aduq"));
    assert_eq!(race::decode_domain_code_points(&name), Ok(vec![0xD800, 0x2E, 0x11_0000, 0x2E, 0xE9]));
}

#[test]
fn faults_in_a_domain_are_counted_in_the_whole_name() {
    for (name, refusal) in [
        ("ü.\u{99}", ("u0099_in_compressed_mode", 2)),
        ("ü.a\u{99}.\u{99}", ("u0099_in_compressed_mode", 3)),
        ("ü.BQ--é", ("ace_prefix_in_input", 2)),
        // Nothing to encode, so nothing to confuse; but a text that cannot be encoded says so first.
        ("ü.bq--\u{99}", ("u0099_in_compressed_mode", 6)),
    ] {
        assert_eq!(told(race::encode_domain(name)), Err(refusal), "{name}");
        assert_eq!(told(race::encode_domain_code_points(&code_points(name))), Err(refusal), "{name}");
    }
    for (name, refusal) in [
        ("ü.bq--.a", ("too_short", 6)),
        ("bq--aduq.bq--ad1q.bq--é", ("bad_base32_char", 15)),
        ("bq--é", ("non_ascii", 4)),
        ("a.bq--abqweyy", ("all_std13", 2)),
        ("a.bq--adus52i", ("label_separator", 2)),
        ("a.bq--abrhcljn5e", ("ace_prefix_in_input", 2)),
    ] {
        assert_eq!(told(race::decode_domain(name)), Err(refusal), "{name}");
        assert_eq!(told(race::decode_domain_code_points(&code_points(name))), Err(refusal), "{name}");
    }
    let of_integers = |name: &[u32]| told(race::encode_domain_code_points(name)).unwrap_err();
    assert_eq!(of_integers(&[0xE9, 0x2E, 0x61, 0xD800]), ("surrogate", 3));
    assert_eq!(of_integers(&[0xE9, 0x2E, 0x61, 0x11_0000]), ("code_point_too_large", 3));
    let label = [code_points("a.bq--"), vec![0xDC00]].concat();
    assert_eq!(told(race::decode_domain_code_points(&label)).unwrap_err(), ("non_ascii", 6));
}

#[test]
fn two_surrogates_are_no_pair_among_code_points() {
    assert_eq!(encode(&[0xD83D, 0xDE00]), Err(("surrogate", 0)));
    assert_eq!(encode(&[0x61, 0xDFFF]), Err(("surrogate", 1)));
    assert_eq!(encode(&[0x61, 0x11_0000, 0xD800]), Err(("code_point_too_large", 1)));
    assert_eq!(encode(&[u32::MAX]), Err(("code_point_too_large", 0)));
    assert_eq!(decode(&[0x62, 0x71, 0x2D, 0x2D, 0x161]), Err(("non_ascii", 4)));
}

#[test]
fn mode_refuses_what_has_none_and_nothing_more() {
    let mode = |text: &[u32]| told(race::mode_code_points(text).map(race::Mode::name));
    assert_eq!(mode(&[]), Err(("empty", 0)));
    assert_eq!(mode(&code_points("a-Z")), Err(("all_std13", 0)));
    assert_eq!(mode(&[0xE9, 0xD800]), Err(("surrogate", 1)));
    assert_eq!(mode(&[0xE9, 0x11_0000]), Err(("code_point_too_large", 1)));
    assert_eq!(mode(&[0x99]), Ok("one_row"));
    assert_eq!(mode(&code_points(&"я".repeat(1_000))), Ok("one_row"));
    assert_eq!(mode(&code_points(&"яa".repeat(1_000))), Ok("two_row"));
    assert_eq!(mode(&code_points(&"яあ".repeat(1_000))), Ok("uncompressed"));
    assert_eq!(mode(&[0x1_0000]), Ok("uncompressed"));
}

#[test]
fn lengths_and_the_limit_of_36_octets() {
    // Text, octets; then one character more is too long at that character.
    for (text, octets, more) in [
        ("я".repeat(35), 36, "я"),
        ("\u{4FF}".repeat(17), 35, "\u{4FF}"),
        (format!("{}a", "я".repeat(33)), 36, "я"),
        (format!("я{}", "a".repeat(17)), 36, "a"),
        (format!("a{}ÿ", "я".repeat(31)), 36, "ÿ"),
        ("一倀".repeat(8) + "一", 35, "倀"),
        ("😀".repeat(8) + "一", 35, "一"),
        ("一".to_owned() + &"😀".repeat(8), 35, "😀"),
        ("😀".repeat(8), 33, "😀"),
    ] {
        let label = encode(&code_points(&text)).unwrap();
        assert_eq!(label.len(), 4 + (octets * 8_usize).div_ceil(5), "{text}");
        assert_eq!(decode(&code_points(&label)), Ok(text.clone()));
        let longer = code_points(&(text.clone() + more));
        assert_eq!(encode(&longer), Err(("label_too_long", longer.len() - 1)), "{text}");
    }
    for characters in 1..=35_usize {
        assert_eq!(race::encode(&"я".repeat(characters)).unwrap().len(), 4 + ((characters + 1) * 8).div_ceil(5));
    }
}

#[test]
fn a_megabyte_is_refused_for_the_same_reasons() {
    const LONG: usize = 1 << 20;
    let ends_in = |text: &str, end: u32| [code_points(&text.repeat(LONG)), vec![end]].concat();
    assert_eq!(encode(&ends_in("a", 0x61)), Err(("all_std13", 0)));
    assert_eq!(encode(&ends_in("a", 0xE9)), Err(("label_too_long", 35)));
    assert_eq!(encode(&ends_in("я", 0x99)), Err(("u0099_in_compressed_mode", LONG)));
    assert_eq!(encode(&ends_in("яあ", 0x99)), Err(("label_too_long", 17)));
    assert_eq!(encode(&ends_in("я", 0xD800)), Err(("surrogate", LONG)));
    assert_eq!(decode(&ends_in("bq--", 0x61)), Err(("label_too_long", 63)));
    assert_eq!(decode(&ends_in("bq--", 0xE9)), Err(("non_ascii", LONG * 4)));
    assert_eq!(decode(&ends_in("b", 0x62)), Err(("no_prefix", 0)));
    let dots = ".".repeat(LONG);
    assert_eq!(race::encode_domain(&dots).as_deref(), Ok(dots.as_str()));
    assert_eq!(race::decode_domain(&dots).as_deref(), Ok(dots.as_str()));
}

#[test]
fn every_unit_alone() {
    let mut encoded = 0;
    for unit in 0..0x1_0000 {
        let result = encode(&[unit]);
        assert_eq!(result, reference::encode(&[unit]), "U+{unit:04X}");
        if let Ok(label) = result {
            encoded += 1;
            assert_eq!(code_points(&decode(&code_points(&label)).unwrap()), [unit]);
        }
    }
    // All but the surrogates, 63 characters of LDH, and U+0099.
    assert_eq!(encoded, 0x1_0000 - 0x800 - 63 - 1);
}

#[test]
fn every_pair_of_rows() {
    for (first, second) in (0..0x1_0000_u32).map(|rows| (rows >> 8, rows & 0xFF)) {
        for text in [vec![first << 8 | 0x30, second << 8 | 0x31], vec![second << 8 | 0xFF, 0xFF, first << 8]] {
            assert_eq!(encode(&text), reference::encode(&text), "{text:X?}");
            let mode = told(race::mode_code_points(&text).map(race::Mode::name));
            assert_eq!(mode, reference::mode(&text), "{text:X?}");
        }
    }
}

/// Every body of so many octets, through Base32: the reference's answer, and no spelling but the canonical one.
fn every_body<const OCTETS: usize>() -> usize {
    let mut accepted = 0;
    for number in 0..1_u32 << (8 * OCTETS) {
        let octets: [u8; OCTETS] = std::array::from_fn(|at| number.to_be_bytes()[4 - OCTETS + at]);
        let label = label_of(&octets);
        let result = told(race::decode(&label));
        assert_eq!(result, reference::read(&octets, label.len()), "{label}");
        if let Ok(text) = result {
            accepted += 1;
            assert_eq!(race::encode(&text).as_deref(), Ok(label.as_str()));
        }
    }
    accepted
}

/// A label of up to seven octets.
fn label_of(octets: &[u8]) -> String {
    let bits = octets.iter().fold(0, |bits, &octet| bits << 8 | u64::from(octet)) << (64 - 8 * octets.len());
    let digits = (0..(octets.len() * 8).div_ceil(5)).map(|at| (bits << (5 * at)) >> 59);
    let alphabet = b"abcdefghijklmnopqrstuvwxyz234567";
    "bq--".chars().chain(digits.map(|digit| char::from(alphabet[digit as usize]))).collect()
}

#[test]
fn every_body_of_two_octets() {
    // A unit of one row, neither surrogate, LDH, U+0099 nor half an escape.
    assert_eq!(every_body::<2>(), 0x1_0000 - 0x800 - 63 - 1 - (256 - 8));
}

#[test]
fn every_body_of_three_octets() {
    // Two plain units of a row (not LDH throughout), or xxFF alone, in 247 rows and row 00.
    assert_eq!(every_body::<3>(), 247 * (255 * 255 + 1) + (254 * 254 - 63 * 63) + 1);
}

#[test]
fn every_ascii_body_of_up_to_two_characters() {
    for body in (0..128 * 128_u32).map(|number| [number / 128, number % 128]) {
        for label in [&body[..1], &body[..]].map(|body| [&code_points("bq--"), body].concat()) {
            assert_eq!(decode(&label), reference::decode(&label), "{label:?}");
        }
    }
}

/// Code points that lie where the codec decides something.
fn code_point() -> impl Strategy<Value = u32> {
    prop_oneof![
        8 => 0x430..0x450_u32,
        8 => prop::sample::select(code_points("azAZ09-@[`{/:._ \u{0}\u{7F}\u{99}\u{98}\u{9A}\u{FF}\u{E9}\u{17A}")),
        4 => prop::sample::select(vec![0x4FF, 0x499, 0xD7FF, 0xE000, 0xFF99, 0xFFFF, 0x1_0000, 0x10_FFFF]),
        1 => prop::sample::select(vec![0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x11_0000, u32::MAX]),
        2 => 0..0x11_0000_u32,
    ]
}

/// Texts in one row, in one row and row 00, and of everything.
fn any_text() -> impl Strategy<Value = Vec<u32>> {
    let in_row = |row: u32| move |lower: u32| row << 8 | lower;
    let one_row = (0..=0xFF_u32, prop::collection::vec(0..=0xFF_u32, 0..40))
        .prop_map(move |(row, lowers)| lowers.into_iter().map(in_row(row)).collect::<Vec<_>>());
    let two_row =
        (0..=0xFF_u32, prop::collection::vec((any::<bool>(), 0..=0xFF_u32), 0..40)).prop_map(move |(row, units)| {
            units.into_iter().map(|(is_ascii, lower)| in_row(if is_ascii { 0 } else { row })(lower)).collect()
        });
    prop_oneof![one_row, two_row, prop::collection::vec(code_point(), 0..40)]
}

/// Labels: of octets that matter to the decoder, of Base32 at random, and mangled ones.
fn any_label() -> impl Strategy<Value = Vec<u32>> {
    let octet = prop_oneof![
        3 => prop::sample::select(vec![0x00_u8, 0x01, 0xD7, 0xD8, 0xD9, 0xDC, 0xDF, 0xE0, 0xFF, 0x99, 0x61, 0x2D]),
        1 => any::<u8>(),
    ];
    let of_octets = prop::collection::vec(octet, 0..40)
        .prop_map(|octets| code_points(&(String::from("bq--") + &reference::base32(&octets))));
    let of_base32 = "[bB][qQ]--[a-zA-Z2-7]{0,64}".prop_map(|label| code_points(&label));
    let mangled = ("[bB][qQ]--[a-z2-7]{0,64}", 0..68_usize, code_point()).prop_map(|(label, at, code_point)| {
        let mut label = code_points(&label);
        let at = at % label.len();
        label[at] = code_point;
        label
    });
    prop_oneof![4 => of_octets, 4 => of_base32, 2 => mangled, 1 => prop::collection::vec(code_point(), 0..80)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn encoding_agrees_with_the_reference_and_comes_back(text in any_text()) {
        let label = encode(&text);
        prop_assert_eq!(&label, &reference::encode(&text));
        prop_assert_eq!(told(race::mode_code_points(&text).map(race::Mode::name)), reference::mode(&text));
        if let Ok(label) = label {
            prop_assert!(label.len() <= 62);
            prop_assert_eq!(code_points(&decode(&code_points(&label)).unwrap()), text);
        }
    }

    #[test]
    fn decoding_agrees_with_the_reference_and_takes_canonical_labels_only(label in any_label()) {
        let text = decode(&label);
        prop_assert_eq!(&text, &reference::decode(&label));
        if let Ok(text) = text {
            let label: String = label.into_iter().map(|character| char::from_u32(character).unwrap()).collect();
            // So two accepted labels with the same text differ in case alone.
            prop_assert_eq!(race::encode(&text), Ok(label.to_ascii_lowercase()));
        }
    }

    #[test]
    fn a_domain_is_its_labels(labels in prop::collection::vec(any_text(), 1..5)) {
        let domain = labels.join(&0x2E);
        let encoded = told(race::encode_domain_code_points(&domain));
        let mut start = 0;
        let mut expected = Vec::new();
        let mut refusal = None;
        for label in domain.split(|&code_point| code_point == 0x2E) {
            match reference::encode(label) {
                Ok(ascii) => expected.push(ascii),
                Err(("empty" | "all_std13", _)) => {
                    expected.push(label.iter().map(|&code_point| char::from_u32(code_point).unwrap()).collect());
                }
                Err((code, offset)) => refusal = refusal.or(Some((code, start + offset))),
            }
            start += label.len() + 1;
        }
        match refusal {
            Some(refusal) => prop_assert_eq!(encoded, Err(refusal)),
            None => {
                let ascii = expected.join(".");
                prop_assert_eq!(encoded.as_deref(), Ok(ascii.as_str()));
                prop_assert_eq!(told(race::decode_domain_code_points(&code_points(&ascii))), Ok(domain.clone()));
                let text: String = domain.into_iter().map(|code_point| char::from_u32(code_point).unwrap()).collect();
                prop_assert_eq!(race::encode_domain(&text), Ok(ascii.clone()));
                prop_assert_eq!(race::decode_domain(&ascii), Ok(text));
            }
        }
    }
}

//! The borders at which implementations of Punycode differ, as settled in tests/vectors/punycode_borders.json.

use acelabel::punycode;

use crate::known_answers::{code_points, input, refusal, rows, runs, string, text, told};
use crate::reference;

#[test]
fn every_border() {
    for row in rows("punycode_borders.json", "rows") {
        let input = input(&row);
        let expected = if row["result"].is_null() { Err(refusal(&row)) } else { Ok(runs(&row, "result")) };
        let (ours, by_the_book) = if string(&row, "direction") == "encode" {
            (told(punycode::encode_code_points(&input)), reference::punycode_encode(&input))
        } else {
            let encoded = text(&input);
            let by_the_book = reference::punycode_decode(&encoded).map(|decoded| text(&decoded.code_points));
            (told(punycode::decode(&encoded)), by_the_book)
        };
        assert_eq!(ours, by_the_book, "{row}");
        assert_eq!(ours.map_err(|(code, offset)| (code.to_owned(), offset)), expected, "{row}");
    }
}

#[test]
fn octets_beyond_ascii_are_no_basic_code_points() {
    for (octets, offset) in [(&b"\xFF-kva"[..], 0), (b"bcher-kv\xC3\xA4", 8), (b"b\x80cher", 1)] {
        assert_eq!(told(punycode::decode_to_code_points(octets)), Err(("non_ascii", offset)));
        assert_eq!(told(punycode::decode_with_case(octets)), Err(("non_ascii", offset)));
    }
}

#[test]
fn a_million_nines_are_refused() {
    assert_eq!(told(punycode::decode(&"9".repeat(1_000_000))), Err(("overflow", 17)));
}

#[test]
fn two_hundred_thousand_distinct_code_points_come_back() {
    let rising: String = (0x80..).filter_map(char::from_u32).take(200_000).collect();
    let falling: String = rising.chars().rev().collect();
    for text in [rising, falling] {
        assert_eq!(punycode::decode(&punycode::encode(&text).unwrap()).unwrap(), text);
        assert_eq!(code_points(&text).len(), 200_000);
    }
}

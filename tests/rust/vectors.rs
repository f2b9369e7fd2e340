//! Known answers: the samples of RFC 3492 section 7.1, a table of short strings, the neighbours of bücher.

use acelabel::punycode;

use crate::known_answers::{code_points, flags, rows, string};
use crate::reference;

#[test]
fn samples() {
    let samples = rows("rfc3492.json", "samples");
    assert_eq!(samples.iter().map(|sample| string(sample, "id")).collect::<String>(), "ABCDEFGHIJKLMNOPQRS");
    for sample in samples {
        let (text, flags) = (string(&sample, "text"), flags(&sample));
        let (flagged, plain) = (string(&sample, "punycode"), string(&sample, "exact_without_flags"));
        assert_eq!(punycode::encode(&text).unwrap(), plain);
        assert_eq!(punycode::encode_code_points(&code_points(&text)).unwrap(), plain);
        assert_eq!(punycode::encode_with_case(&code_points(&text), &flags).unwrap(), flagged);
        assert_eq!(punycode::decode(&flagged).unwrap(), text);
        assert_eq!(punycode::decode(&plain).unwrap(), text);
        assert_eq!(punycode::decode_to_code_points(plain.as_bytes()).unwrap(), code_points(&text));
        assert_eq!(punycode::decode_with_case(flagged.as_bytes()).unwrap(), (code_points(&text), flags));
    }
}

#[test]
fn short_strings() {
    let (table, neighbours) =
        (rows("punycode_table.json", "vectors"), rows("punycode_table.json", "neighbours_of_buecher"));
    assert_eq!((table.len(), neighbours.len()), (27, 5));
    for row in table.iter().chain(&neighbours) {
        let (text, encoded) = (string(row, "text"), string(row, "punycode"));
        assert_eq!(punycode::encode(&text).unwrap(), encoded);
        assert_eq!(punycode::decode(&encoded).unwrap(), text);
    }
}

/// The oracle itself has to know the answers of the RFC.
#[test]
fn the_reference_knows_the_samples() {
    for sample in rows("rfc3492.json", "samples") {
        let (text, flags) = (code_points(&string(&sample, "text")), flags(&sample));
        let flagged = string(&sample, "punycode");
        let repertoire = reference::Repertoire::ScalarValues;
        assert_eq!(reference::punycode_encode(&text).unwrap(), string(&sample, "exact_without_flags"));
        assert_eq!(reference::encode(&reference::PUNYCODE, &text, repertoire, Some(&flags)).unwrap(), flagged);
        let decoded = reference::punycode_decode(&flagged).unwrap();
        assert_eq!((decoded.code_points, decoded.flags), (text, flags));
    }
}

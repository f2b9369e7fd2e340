//! Explanations of labels of RACE: put together again, an explanation gives the label of the codec.

use acelabel::race::{self, Mode};
use proptest::prelude::*;

use crate::known_answers::{code_points, rows, string, told};

/// Returns what is explained about a text that has a label.
fn holds(text: &str) {
    let label = race::encode(text).unwrap();
    let explanation = race::explain(text).unwrap();
    assert_eq!((explanation.text(), explanation.label()), (text, label.as_str()));
    assert_eq!(explanation.mode(), race::mode(text).unwrap());
    assert_eq!(race::explain(&label.to_ascii_uppercase()).unwrap(), explanation);

    let characters: Vec<_> = explanation.characters().collect();
    assert_eq!(characters.iter().map(|&(character, _)| character).collect::<String>(), text);
    let mut end = 1;
    for (_, octets) in characters {
        assert_eq!(octets.start, end);
        end = octets.end;
    }
    assert_eq!(end, explanation.octets().len());

    let groups: Vec<_> = explanation.groups().collect();
    assert_eq!(groups.iter().flat_map(|group| group.octets).copied().collect::<Vec<_>>(), explanation.octets());
    assert_eq!(format!("bq--{}", groups.iter().map(|group| group.characters).collect::<String>()), label);

    let header = explanation.octets()[0];
    match explanation.mode() {
        Mode::Uncompressed => assert_eq!(header, 0xD8),
        Mode::OneRow => assert_eq!(explanation.rows(), [header]),
        Mode::TwoRow => assert!(explanation.rows().iter().all(|row| [0, header].contains(row))),
    }
}

#[test]
fn every_unit_alone_is_of_one_row_or_refused_as_its_label_is() {
    for unit in (0..0x1_0000_u32).filter(|unit| *unit != 0x99) {
        let mode = told(race::mode_code_points(&[unit]));
        let label = told(race::encode_code_points(&[unit]));
        assert_eq!(mode, label.map(|_| Mode::OneRow), "U+{unit:04X}");
    }
}

#[test]
fn known_labels_are_explained() {
    let vectors = rows("race.json", "vectors");
    assert!(vectors.len() > 10);
    for row in vectors {
        holds(&string(&row, "unicode"));
    }
    holds("żaba");
    holds("一倀");
    holds("😀é");
    holds("é\u{FF}");
}

#[test]
fn the_report_of_a_label() {
    let report = race::explain("żaba").unwrap().to_string();
    assert_eq!(
        report.lines().map(str::trim_end).collect::<Vec<_>>(),
        [
            "text    żaba",
            "label   bq--af6p6yp7ml7wc",
            "mode    two_row",
            "rows    01 00",
            "header  01",
            "  U+017C    7C",
            "  U+0061    FF 61",
            "  U+0062    FF 62",
            "  U+0061    FF 61",
            "Base32  01 7C FF 61 FF  af6p6yp7",
            "        62 FF 61        ml7wc",
        ]
    );
}

#[test]
fn what_has_no_label_or_no_text_is_refused_as_the_codec_refuses_it() {
    let refused =
        |input: &[u32]| race::explain_code_points(input).map_err(|error| (error.kind().code(), error.offset()));
    assert_eq!(refused(&[]), Err(("empty", 0)));
    assert_eq!(refused(&code_points("abc")), Err(("all_std13", 0)));
    assert_eq!(refused(&code_points("bq--aewrcs0")), Err(("bad_base32_char", 10)));
    assert_eq!(refused(&[0xE9, 0xD800]), Err(("surrogate", 1)));
    assert_eq!(refused(&[0xE9, 0x11_0000]), Err(("code_point_too_large", 1)));
}

proptest! {
    #[test]
    fn every_label_is_explained(text in "\\PC{1,12}") {
        if race::encode(&text).is_ok() {
            holds(&text);
        } else {
            prop_assert!(race::explain(&text).is_err());
        }
    }
}

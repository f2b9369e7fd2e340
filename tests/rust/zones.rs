//! Master files: tests/vectors/zones.json, whole and in pieces, and the escapes of labels.

use acelabel::zone::{ZoneRewriter, ZoneRewriting, problems, rewritten};
use acelabel::{ErrorKind, EscapeBase, LineError, OnError, Profile, escape_label, unescape_label};

use crate::known_answers::{load, rows, string};

const TO_ASCII: ZoneRewriting<'_> =
    ZoneRewriting { profile: &Profile::DNS, to_unicode: false, on_error: OnError::Raise, escapes_are_letters: false };

/// The file and its ASCII form: between « and » stands a label that is converted.
fn forms(zone: &str) -> [String; 2] {
    let forms = &load("zones.json")["forms"];
    let plain = zone.replace(['«', '»'], "");
    let mut ascii = String::new();
    for (number, part) in zone.split(['«', '»']).enumerate() {
        ascii.push_str(if number % 2 == 1 { forms[part].as_str().unwrap() } else { part });
    }
    [plain, ascii.replace(['。', '．'], ".")]
}

#[test]
fn every_zone_has_its_ascii_form() {
    for row in rows("zones.json", "zones") {
        let [plain, ascii] = forms(&string(&row, "zone"));
        let made = rewritten(plain.as_bytes(), &TO_ASCII).unwrap();
        assert_eq!(made.unwrap_or_else(|| plain.clone().into_bytes()), ascii.as_bytes(), "{row}");
        let back = rewritten(ascii.as_bytes(), &ZoneRewriting { to_unicode: true, ..TO_ASCII }).unwrap();
        if row["round_trip"] != false {
            assert_eq!(back.unwrap_or_else(|| ascii.clone().into_bytes()), plain.as_bytes(), "{row}");
        }
        for size in 1..9 {
            let (mut rewriter, mut output) = (ZoneRewriter::default(), Vec::new());
            for piece in plain.as_bytes().chunks(size) {
                rewriter.feed(piece, &TO_ASCII, &mut output).unwrap();
            }
            rewriter.finish(&TO_ASCII, &mut output).unwrap();
            assert_eq!(output, ascii.as_bytes(), "{row}");
        }
    }
}

#[test]
fn what_is_refused_can_be_kept() {
    let zone = "ü_.ü A 1 )".as_bytes();
    let error = rewritten(zone, &TO_ASCII).unwrap_err();
    assert_eq!((error.kind(), error.offset(), error.label_index()), (ErrorKind::Std3Disallowed, 2, 0));
    let keep = ZoneRewriting { on_error: OnError::Keep, ..TO_ASCII };
    assert_eq!(rewritten(zone, &keep).unwrap().unwrap(), "ü_.xn--tda A 1 )".as_bytes());
    let (mut rewriter, mut output) = (ZoneRewriter::default(), Vec::new());
    assert_eq!(rewriter.feed(zone, &TO_ASCII, &mut output).unwrap_err(), error);
    rewriter.feed(zone, &keep, &mut output).unwrap();
    rewriter.finish(&keep, &mut output).unwrap();
    assert_eq!((output.as_slice(), rewriter.count(), rewriter.kept()), ("ü_.xn--tda A 1 )".as_bytes(), 1, 2));
}

#[test]
fn all_that_is_refused_is_listed() {
    let zone = "@ A 1\nü_.ü.bü_ A 1 )\n\"".as_bytes();
    let found = problems(zone, &TO_ASCII).unwrap();
    let facts = |one: &LineError| (one.line, one.error.kind(), one.error.offset(), one.error.label_index());
    let (label, mark) = (ErrorKind::Std3Disallowed, ErrorKind::Unbalanced);
    let expected = [(2, label, 8, 0), (2, label, 16, 2), (2, mark, 22, 0), (3, mark, 24, 0)];
    assert_eq!(found.iter().map(facts).collect::<Vec<_>>(), expected);
    assert_eq!(rewritten(zone, &TO_ASCII).unwrap_err(), found[0].error);
    let keep = ZoneRewriting { on_error: OnError::Keep, ..TO_ASCII };
    let (mut rewriter, mut output, mut in_pieces) = (ZoneRewriter::default(), Vec::new(), Vec::new());
    for piece in zone.chunks(1) {
        rewriter.feed(piece, &keep, &mut output).unwrap();
        in_pieces.extend_from_slice(rewriter.problems());
    }
    rewriter.finish(&keep, &mut output).unwrap();
    in_pieces.extend_from_slice(rewriter.problems());
    assert_eq!(in_pieces, found);
    assert_eq!(rewriter.feed(b"\n", &TO_ASCII, &mut output), Ok(()));
    assert_eq!(rewriter.problems(), []);
}

#[test]
fn escapes_of_utf8_are_read_where_they_are_asked_for() {
    let zone = br"b\195\188ro.a\.b NS b\195\188ro\046 ; b\195\188ro";
    let letters = ZoneRewriting { escapes_are_letters: true, ..TO_ASCII };
    let made = br"xn--bro-hoa.a\.b NS b\195\188ro\046 ; b\195\188ro";
    for (how, made, count, escaped) in [(TO_ASCII, None, 0, 1), (letters, Some(&made[..]), 1, 0)] {
        assert_eq!(rewritten(zone, &how).unwrap().as_deref(), made);
        let (mut rewriter, mut output) = (ZoneRewriter::default(), Vec::new());
        rewriter.feed(zone, &how, &mut output).unwrap();
        rewriter.finish(&how, &mut output).unwrap();
        assert_eq!(output, made.unwrap_or(zone));
        assert_eq!((rewriter.count(), rewriter.escaped(), rewriter.kept()), (count, escaped, 1));
    }
    let back = ZoneRewriting { to_unicode: true, ..letters };
    assert_eq!(rewritten(zone, &back).unwrap(), None);
}

#[test]
fn escapes() {
    for label in ["", "a.b", "ü \u{7F}\0", "\\\"$()@;"] {
        for base in [EscapeBase::Decimal, EscapeBase::Octal] {
            let escaped = escape_label(label, base).unwrap();
            assert!(escaped.is_ascii());
            assert_eq!(unescape_label(&escaped, base).as_deref(), Ok(label));
        }
    }
    assert_eq!(unescape_label(r"\052.ü", EscapeBase::Octal).as_deref(), Ok("*.ü"));
    let error = unescape_label(r"ü\400", EscapeBase::Octal).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidEscape, 1));
    let error = unescape_label(r"ü.\.", EscapeBase::Decimal).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::LabelSeparator, 2));
}

//! The error codes: tests/vectors/errors.json triggers each of them, and no other.

use std::collections::BTreeSet;

use acelabel::bootstring::{Bootstring, Settings};
use acelabel::clients::{self, Clients};
use acelabel::host::{of_url, parse};
use acelabel::text::{domain_of_address, inspect_address};
use acelabel::zone::{ZoneRewriting, rewritten};
use acelabel::{
    Error, ErrorKind, EscapeBase, OnError, Profile, alabel_code_points, punycode, race, to_ascii, to_ascii_code_points,
    unescape_label,
};
use serde_json::Value;

use crate::known_answers::{input, refusal, rows, string, text};
use crate::reference::PUNYCODE;

/// The refusal of the call that a row describes.
fn refused(row: &Value) -> Error {
    let input = input(row);
    match string(row, "call").as_str() {
        "punycode.encode" => punycode::encode_code_points(&input).unwrap_err(),
        "punycode.decode" => punycode::decode(&text(&input)).unwrap_err(),
        "bootstring.encode" => bootstring(row).encode(&text(&input)).unwrap_err(),
        "bootstring.decode" => bootstring(row).decode(&text(&input)).unwrap_err(),
        "bootstring.encode_code_points" => bootstring(row).encode_code_points(&input).unwrap_err(),
        "bootstring.decode_code_points" => bootstring(row).decode_code_points(text(&input).as_bytes()).unwrap_err(),
        "race.encode" => race::encode_code_points(&input).unwrap_err(),
        "race.decode" => race::decode(&text(&input)).unwrap_err(),
        "race.encode_domain" => race::encode_domain(&text(&input)).unwrap_err(),
        "race.decode_domain" => race::decode_domain(&text(&input)).unwrap_err(),
        "to_ascii" => to_ascii_code_points(&input, &profile(row), OnError::Raise).unwrap_err().into(),
        "alabel" => alabel_code_points(&input, &profile(row)).unwrap_err().into(),
        "labels.unescape" => unescape_label(&text(&input), EscapeBase::Decimal).unwrap_err(),
        "zone.to_ascii" => {
            let (profile, on_error) = (&Profile::DNS, OnError::Raise);
            let how = ZoneRewriting { profile, on_error, to_unicode: false, escapes_are_letters: false };
            rewritten(text(&input).as_bytes(), &how).unwrap_err().into()
        }
        "email.to_ascii" => domain_of_address(&text(&input)).unwrap_err(),
        "email.inspect" => {
            let found = inspect_address(&text(&input), &Profile::UTS46);
            *[found.local_errors, found.domain_errors, found.errors].concat().last().unwrap()
        }
        "host.parse" => parse(&text(&input)).unwrap_err().into(),
        "clients.agreed" => clients::agreed(&text(&input), Clients::ALL).unwrap_err().into(),
        "host.of_url" => of_url(&text(&input), None).unwrap_err().into(),
        other => panic!("no call {other}"),
    }
}

/// The profile of a row: UTS46 where none is named.
fn profile(row: &Value) -> Profile {
    let mut changed = Profile::UTS46;
    match row["profile"].as_str() {
        None => Profile::UTS46,
        Some("IDNA2008") => Profile::IDNA2008,
        Some("IDNA2003") => Profile::IDNA2003,
        Some("WHATWG_STRICT") => Profile::WHATWG_STRICT,
        Some("UTS46.replace(refuse_ignored=True)") => {
            changed.refuse_ignored = true;
            changed
        }
        Some("UTS46.replace(refuse_compatibility=True)") => {
            changed.refuse_compatibility = true;
            changed
        }
        Some(other) => panic!("no profile {other}"),
    }
}

/// The object of a row: Punycode's parameters but for those given.
fn bootstring(row: &Value) -> Bootstring {
    let mut settings = PUNYCODE;
    for (name, value) in row["parameters"].as_object().into_iter().flatten() {
        let number = value.as_u64().unwrap() as u32;
        match name.as_str() {
            "initial_n" => settings.initial_n = number,
            "max_digits" => settings.max_digits = Some(number),
            other => panic!("no parameter {other}"),
        }
    }
    Bootstring::new(&settings).unwrap()
}

#[test]
fn every_trigger() {
    for row in rows("errors.json", "rows") {
        let error = refused(&row);
        assert_eq!((error.kind().code().to_owned(), error.offset()), refusal(&row), "{row}");
    }
}

#[test]
fn the_codes_triggered_are_the_codes_that_exist() {
    let triggered: BTreeSet<String> = rows("errors.json", "rows").iter().map(|row| string(row, "code")).collect();
    let existing: BTreeSet<String> = ErrorKind::ALL.iter().map(|kind| kind.code().to_owned()).collect();
    assert_eq!(triggered, existing);
    assert_eq!(existing.len(), ErrorKind::ALL.len());
}

#[test]
fn an_error_says_what_and_where() {
    let error = punycode::decode("ls8h=").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidDigit, 4));
    let shown = error.to_string();
    assert!(shown.starts_with("invalid_digit at offset 4: "), "{shown}");
    assert!(shown.ends_with(ErrorKind::InvalidDigit.message()), "{shown}");
}

#[test]
fn a_byte_offset_is_where_the_character_at_fault_begins() {
    for (name, rest) in [("日本 x.de", " x.de"), ("ü.x💩ü_", "_"), ("bü..de", ".de"), ("💩.-a", "-a")] {
        let error = to_ascii(name, &Profile::WHATWG_STRICT).unwrap_err();
        assert_eq!(&name[error.byte_offset(name)..], rest, "{name}");
        assert_eq!(error.error().byte_offset(name), error.byte_offset(name));
    }
    let error = punycode::decode("bcher-kv").unwrap_err();
    assert_eq!((error.offset(), error.byte_offset("bcher-kv")), (8, 8));
}

#[test]
fn the_reason_names_the_character_at_fault() {
    let reason = |kind: ErrorKind, code_point: u32| kind.reason(Some(code_point));
    assert_eq!(reason(ErrorKind::Std3Disallowed, 0x5F), "'_' (U+005F) is not allowed in a host name");
    assert_eq!(reason(ErrorKind::Std3Disallowed, 0x27), "\"'\" (U+0027) is not allowed in a host name");
    assert_eq!(reason(ErrorKind::DisallowedCodepoint, 0x80), "U+0080 is not allowed in a label");
    assert_eq!(reason(ErrorKind::LeadingCombiner, 0x301), "the label begins with a combining mark: U+0301");
    assert_eq!(reason(ErrorKind::Surrogate, 0xD800), "U+D800 is a surrogate, which is not a character");
    for (kind, code_point) in [
        (ErrorKind::Surrogate, 0x61),
        (ErrorKind::CodePointTooLarge, 0x61),
        (ErrorKind::LabelTooLong, 0xFC),
        (ErrorKind::LabelSeparator, 0x62),
        (ErrorKind::InvalidAlabel, 0x78),
        (ErrorKind::U0099InCompressedMode, 0x99),
    ] {
        assert_eq!(reason(kind, code_point), kind.message());
    }
    for &kind in ErrorKind::ALL {
        assert_eq!(kind.reason(None), kind.message());
    }
    let error = to_ascii_code_points(&[0x61, 0x5F], &Profile::UTS46, OnError::Raise).unwrap_err();
    let shown = "std3_disallowed at offset 1 in label 0: '_' (U+005F) is not allowed in a host name";
    assert_eq!(error.to_string(), shown);
}

/// A message states the fault that was found. What belongs to a rule has no place in it.
#[test]
fn a_message_is_a_fault_and_not_a_rule() {
    for kind in ErrorKind::ALL {
        let message = kind.message();
        let begins = ["the ", "every ", "an integer ", "a zero-width ", "an octet "]
            .iter()
            .any(|article| message.starts_with(article));
        assert!(begins && !message.ends_with('.'), "{message}");
        for habit in
            ["at most", "neither begins", "does not begin with a combining", "has no hyphens", "is no ", "must"]
        {
            assert!(!message.contains(habit), "{message}");
        }
    }
}

#[test]
fn settings_come_back_from_the_object() {
    let settings = Settings { digits: "01", delimiter: '_', tmin: 0, tmax: 1, ..PUNYCODE };
    assert_eq!(Bootstring::new(&settings).unwrap().settings(), settings);
}

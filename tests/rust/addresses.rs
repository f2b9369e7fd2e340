//! Addresses of e-mail: the answers of others in tests/vectors/email.json, and what inspections are made of.

use std::borrow::Cow;

use acelabel::address::{self, mail_rules};
use acelabel::{ErrorKind, LabelError, Profile, to_ascii};
use serde_json::Value;

use crate::known_answers::{input, rows, text};

#[test]
fn answers_of_others() {
    // Rust has no text with a surrogate.
    let is_text = |row: &Value| row["input_code_points"].is_null();
    for source in ["email_validator", "json_schema"] {
        for row in rows("email.json", source).iter().filter(|row| is_text(row)) {
            let one = text(&input(row));
            let expected = row["valid"].as_bool().unwrap() == row["differs"].is_null();
            assert_eq!(address::inspect(&one, &Profile::UTS46).is_valid(), expected, "{row}");
            assert!(!expected || address::domain(&one).is_ok(), "{row}");
        }
    }
}

#[test]
fn an_inspection_tells_the_parts_apart() {
    let found = address::inspect("ü..b@b_c.example", &Profile::UTS46);
    let facts = |errors: &[acelabel::Error]| errors.iter().map(|e| (e.kind(), e.offset())).collect::<Vec<_>>();
    assert_eq!(facts(&found.local_errors), [(ErrorKind::InvalidLocalPart, 2)]);
    assert_eq!(facts(&found.domain_errors), [(ErrorKind::Std3Disallowed, 6)]);
    assert_eq!((found.errors.len(), found.domain.unwrap().label_count), (0, 2));
    assert_eq!(facts(&address::inspect("a@b@c", &Profile::UTS46).errors), [(ErrorKind::SecondAtSign, 3)]);
    let literal = address::inspect("a@[IPv6:::1]", &Profile::UTS46);
    assert!(literal.is_valid() && literal.domain.is_none());
    // With A-labels it has 255 octets.
    let name = ["中"; 31].join(".");
    assert_eq!(to_ascii(&name, &Profile::UTS46).unwrap().len(), 247);
    assert!(address::inspect(&format!("aaaaaa@{name}"), &Profile::UTS46).is_valid());
    let longer = address::inspect(&format!("aaaaaaa@{name}"), &Profile::UTS46);
    assert_eq!(facts(&longer.errors), [(ErrorKind::AddressTooLong, 8)]);
}

#[test]
fn every_profile_gets_the_rules_of_mail() {
    for profile in [Profile::UTS46, Profile::WHATWG, Profile::IDNA2008, Profile::IDNA2003, Profile::DNS] {
        let rules = mail_rules(&profile);
        for name in ["_x.example", "*.example", "b..c", "-b", "b.", "b c", "b\r\nc"] {
            assert!(to_ascii(name, &rules).is_err(), "{name} {profile:?}");
        }
        assert_eq!(to_ascii("b-1.example", &rules).as_deref(), Ok("b-1.example"));
    }
    let mut expected = Profile::UTS46;
    (expected.check_hyphens, expected.allow_root_dot) = (true, false);
    assert_eq!(mail_rules(&Profile::UTS46), expected);
}

#[test]
fn only_the_domain_is_converted() {
    for (given, ascii, unicode) in [
        ("Post@BÜCHER.Example", "Post@xn--bcher-kva.example", "Post@bücher.example"),
        ("\"a@b\"@ü。example", "\"a@b\"@xn--tda.example", "\"a@b\"@ü.example"),
        ("ü@[IPv6:2001:db8::1]", "ü@[IPv6:2001:db8::1]", "ü@[IPv6:2001:db8::1]"),
        ("ü@b.example.", "ü@b.example.", "ü@b.example."),
    ] {
        assert_eq!(address::to_ascii(given, &Profile::UTS46).as_deref(), Ok(ascii));
        assert_eq!(address::to_unicode(given, &Profile::UTS46).as_deref(), Ok(unicode));
        assert_eq!(address::canonical(given).as_deref(), Ok(ascii.trim_end_matches('.')));
        assert_eq!(address::needs_smtputf8(given), Ok(given.starts_with('ü')));
    }
    assert!(matches!(address::to_ascii("a@xn--tda", &Profile::UTS46), Ok(Cow::Borrowed("a@xn--tda"))));
}

#[test]
fn no_domain_becomes_more_than_one_in_a_header() {
    let facts = |error: LabelError| (error.kind(), error.offset(), error.label_index(), error.code_point());
    let mut lenient = Profile::UTS46;
    lenient.use_std3_ascii_rules = false;
    for (special, profile) in [(',', &lenient), ('；', &lenient), ('"', &Profile::WHATWG), ('(', &Profile::WHATWG)] {
        let given = format!("ü@b.a{special}c.example");
        let expected = (ErrorKind::DisallowedCodepoint, 5, 1, Some(special.into()));
        assert_eq!(address::to_ascii(&given, profile).map_err(facts), Err(expected), "{given}");
    }
    let mut old = Profile::IDNA2003;
    old.use_std3_ascii_rules = false;
    let error = address::to_ascii("a@b_c", &old).map_err(facts);
    assert_eq!(error, Err((ErrorKind::Std3Disallowed, 3, 0, Some('_'.into()))));
    let error = address::to_unicode("a@b@c", &lenient).map_err(facts);
    assert_eq!(error, Err((ErrorKind::SecondAtSign, 3, 0, None)));
}

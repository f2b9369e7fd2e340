//! Addresses of e-mail: the answers of others in tests/vectors/email.json, and what inspections are made of.

use acelabel::text::{domain_of_address, inspect_address, mail_rules};
use acelabel::{ErrorKind, Profile, to_ascii};
use serde_json::Value;

use crate::known_answers::{input, rows, text};

#[test]
fn answers_of_others() {
    // Rust has no text with a surrogate.
    let is_text = |row: &Value| row["input_code_points"].is_null();
    for source in ["email_validator", "json_schema"] {
        for row in rows("email.json", source).iter().filter(|row| is_text(row)) {
            let address = text(&input(row));
            let expected = row["valid"].as_bool().unwrap() == row["differs"].is_null();
            assert_eq!(inspect_address(&address, &Profile::UTS46).is_valid(), expected, "{row}");
            assert!(!expected || domain_of_address(&address).is_ok(), "{row}");
        }
    }
}

#[test]
fn an_inspection_tells_the_parts_apart() {
    let found = inspect_address("ü..b@b_c.example", &Profile::UTS46);
    let facts = |errors: &[acelabel::Error]| errors.iter().map(|e| (e.kind(), e.offset())).collect::<Vec<_>>();
    assert_eq!(facts(&found.local_errors), [(ErrorKind::InvalidLocalPart, 2)]);
    assert_eq!(facts(&found.domain_errors), [(ErrorKind::Std3Disallowed, 6)]);
    assert_eq!((found.errors.len(), found.domain.unwrap().label_count), (0, 2));
    assert_eq!(facts(&inspect_address("a@b@c", &Profile::UTS46).errors), [(ErrorKind::SecondAtSign, 3)]);
    let literal = inspect_address("a@[IPv6:::1]", &Profile::UTS46);
    assert!(literal.is_valid() && literal.domain.is_none());
    // With A-labels it has 255 octets.
    let name = ["中"; 31].join(".");
    assert_eq!(to_ascii(&name, &Profile::UTS46).unwrap().len(), 247);
    assert!(inspect_address(&format!("aaaaaa@{name}"), &Profile::UTS46).is_valid());
    let longer = inspect_address(&format!("aaaaaaa@{name}"), &Profile::UTS46);
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

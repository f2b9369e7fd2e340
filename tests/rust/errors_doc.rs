//! docs/errors.md is made from the list of error kinds and from the first row of each code in tests/vectors/errors.json.
//!
//! `ACELABEL_WRITE_DOCS=1 cargo test --no-default-features errors_doc` writes it anew; without the variable the test
//! compares.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use acelabel::ErrorKind;
use serde_json::Value;

const HEAD: &str = "\
# Error codes

Every refusal of bad input is an `AceError` (in Rust an `Error`, of a label or name a `LabelError`) with one of these
codes and an offset. Codes are stable; the wording of messages is not. The offset is 0-based and counts characters of
what the caller passed; it equals the length of the input where the fault is that the input ends. A function for whole
domain names counts from the beginning of the name and gives the number of the label as `label_index`.

`Bootstring(...)` stands for an object with Punycode's parameters (RFC 3492 section 5) but for those shown.

| code | what is wrong | the offset points at | example | offset |
| --- | --- | --- | --- | --- |
";

/// The codes that the command line adds. The Python tests compare them with its own list and run the examples.
const TAIL: &str = "
## The command line

The command `acelabel` refuses with three codes of its own what cannot be read as a record, or written as one. Its
offsets count characters of the record, as all others do.

| code | what is wrong | the offset points at | example | offset |
| --- | --- | --- | --- | --- |
| `invalid_utf8` | not UTF-8 | the first octet that is no part of a character; it counts as one | \
`acelabel punycode encode $'ab\\xc3'` | 2 |
| `invalid_notation` | not a code point written like u+0644 | the beginning of the word | \
`acelabel punycode encode --code-points 'u+0061 0062'` | 7 |
| `separator_in_output` | the result holds the separator of records; --json can write it | nothing | \
`acelabel punycode decode $'a\\nb-'` | none |
";

fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// A string literal of Python: control characters and surrogates as escapes, all else as it is.
fn python_literal(code_points: &[u32]) -> String {
    let mut literal = String::from("\"");
    for &code_point in code_points {
        match char::from_u32(code_point) {
            Some(character) if character.is_control() => write!(literal, "\\x{code_point:02x}").unwrap(),
            // A mark would sit on the quotation mark, and a joiner would not be seen.
            Some('\u{300}'..='\u{36F}' | '\u{200C}' | '\u{200D}') => write!(literal, "\\u{code_point:04x}").unwrap(),
            Some(character) => literal.push(character),
            None => write!(literal, "\\u{code_point:04x}").unwrap(),
        }
    }
    literal + "\""
}

/// The input of a row as code points, written as a list or as a text.
fn argument(row: &Value, call: &str) -> String {
    let code_points: Vec<u32> = match row["input"].as_str() {
        Some(text) => text.chars().map(u32::from).collect(),
        None => row["input_code_points"]
            .as_array()
            .unwrap()
            .iter()
            .map(|number| u32::try_from(number.as_u64().unwrap()).unwrap())
            .collect(),
    };
    if call.ends_with("encode_code_points") {
        let numbers: Vec<String> = code_points.iter().map(|number| format!("{number:#x}")).collect();
        format!("[{}]", numbers.join(", "))
    } else {
        python_literal(&code_points)
    }
}

/// The call of a row as one writes it in Python.
fn example(row: &Value) -> String {
    let call = row["call"].as_str().unwrap();
    let argument = argument(row, call);
    match call.strip_prefix("bootstring.") {
        Some(method) => {
            let parameters = row["parameters"].as_object().map_or_else(String::new, |given| {
                given.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(", ")
            });
            format!("Bootstring({parameters}).{method}({argument})")
        }
        None => {
            let profile = row["profile"].as_str().map(|name| format!(", profile={name}")).unwrap_or_default();
            format!("{call}({argument}{profile})")
        }
    }
}

fn page() -> String {
    let vectors: Value =
        serde_json::from_str(&std::fs::read_to_string(path("tests/vectors/errors.json")).unwrap()).unwrap();
    let rows = vectors["rows"].as_array().unwrap();
    let mut page = String::from(HEAD);
    for kind in ErrorKind::ALL {
        let (code, message, meaning) = (kind.code(), kind.message(), kind.offset_meaning());
        let row = rows.iter().find(|row| row["code"] == code).expect("every code has a row");
        let (example, offset) = (example(row), &row["offset"]);
        writeln!(page, "| `{code}` | {message} | {meaning} | `{example}` | {offset} |").unwrap();
    }
    page + TAIL
}

#[test]
fn errors_doc_is_up_to_date() {
    let file = path("docs/errors.md");
    if std::env::var_os("ACELABEL_WRITE_DOCS").is_some() {
        std::fs::write(&file, page()).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == page(),
        "docs/errors.md differs: run ACELABEL_WRITE_DOCS=1 cargo test --no-default-features errors_doc"
    );
}

#[test]
fn no_cell_breaks_the_table() {
    for line in page().lines().filter(|line| line.starts_with("| ")) {
        assert_eq!(line.matches('|').count(), 6, "{line}");
    }
}

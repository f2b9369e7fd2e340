//! The table of docs/errors.md is made from the list of error kinds and from the first row of each code in
//! tests/vectors/errors.json.
//!
//! `ACELABEL_WRITE_DOCS=1 cargo test --no-default-features errors_doc` writes it anew; without the variable the test
//! compares.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use acelabel::ErrorKind;
use serde_json::Value;

/// The head of the table, which is the first one of the page.
const HEAD: &str = "\
| code | what is wrong | the offset points at | example | offset |
| --- | --- | --- | --- | --- |
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
            Some(character @ ('\\' | '"')) => write!(literal, "\\{character}").unwrap(),
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
            // An inspection does not raise an error, it lists all of them.
            let error = if call == "email.inspect" { ".errors[-1]" } else { "" };
            format!("{call}({argument}{profile}){error}")
        }
    }
}

fn page() -> String {
    let vectors: Value =
        serde_json::from_str(&std::fs::read_to_string(path("tests/vectors/errors.json")).unwrap()).unwrap();
    let rows = vectors["rows"].as_array().unwrap();
    let written = std::fs::read_to_string(path("docs/errors.md")).unwrap();
    let (before, rest) = written.split_once(HEAD).expect("the page has the table");
    let (_, behind) = rest.split_once("\n\n").expect("a section follows the table");
    let mut page = format!("{before}{HEAD}");
    for kind in ErrorKind::ALL {
        let (code, message, meaning) = (kind.code(), kind.message(), kind.offset_meaning());
        let row = rows.iter().find(|row| row["code"] == code).expect("every code has a row");
        let (example, offset) = (example(row), &row["offset"]);
        writeln!(page, "| `{code}` | {message} | {meaning} | `{example}` | {offset} |").unwrap();
    }
    page + "\n" + behind
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
    let page = page();
    let (_, rows) = page.split_once(HEAD).unwrap();
    for line in rows.lines().take_while(|line| !line.is_empty()) {
        assert_eq!(line.matches('|').count(), 6, "{line}");
    }
}

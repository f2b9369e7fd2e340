//! docs/errors.md is made from the list of error kinds and from the first row of each code in
//! tests/vectors/errors.json.
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
codes and an offset. The codes are stable; the wording of messages is not. `acelabel.CODES` lists the codes, and
`acelabel.Code` is their type, so that a type checker knows when a `match` names them all.

Offsets, labels and items are counted from 0, offsets in characters (code points) of what the caller passed; only the
lines, rows and arguments of the command line are counted from 1, as editors count lines.

The offset is the length of the input if the fault is that the input ends. A function for whole domain names counts from
the beginning of the name, and gives the number of the label as `label_index`. A function for lists gives the number of
the item as `index`, a function for columns gives the number of the row as `row` (and as `index`). If an A-label decodes
to text that is refused, the offset is the beginning of the A-label, and `codepoint` is the code point in the decoded
text.

`reason` is the second column, with what was found: the character at fault, if one character is the fault, and the
length of what is too long, if it is known. The message (`str(error)`) adds the place, an excerpt of the input, and a
hint if one is known (in Rust `error.reason(input)` and `error.hint(input)`):

```pycon
>>> import acelabel
>>> try:
...     acelabel.to_ascii(\"a_b.de\")
... except acelabel.AceError as error:
...     print(error.code, error.offset)
...     print(error.reason)
...     print(error)
std3_disallowed 1
'_' (U+005F) is not allowed in a host name
std3_disallowed at offset 1 in label 0: '_' (U+005F) is not allowed in a host name; the profile acelabel.DNS allows it: 'a»_«b.de'

```

An `AceError` is an immutable value: it compares, hashes, copies and pickles. An error of `trace_encode` or
`trace_decode` has the steps up to the fault in its attribute `trace`.

[Handle errors](errors-in-practice.md) shows how to react to a code; [Profiles](profiles.md) lists which rules
refuse which names. A host name has only letters, digits and hyphens: `std3_disallowed` is any other ASCII
character. If it is `_` or `*`, use the profile `DNS`. A space, `/`, `@` or control character means that the input
is not a domain name.

In the table, `Bootstring(...)` means `acelabel.bootstring.PUNYCODE.replace(...)`.

| code | what is wrong | the offset points at | example | offset |
| --- | --- | --- | --- | --- |
";

/// The codes that the command line adds. The Python tests compare them with its own list and run the examples.
const TAIL: &str = "
## The command line

The command `acelabel` has four codes for input that cannot be read as a record and for results that cannot be
written as a record; there, `invalid_utf8` is about the whole record. The offsets count characters of the record.

| code | what is wrong | the offset points at | example | offset |
| --- | --- | --- | --- | --- |
| `invalid_utf8` | the input is not UTF-8 | the first invalid byte; each counts as one character | \
`acelabel punycode encode $'ab\\xc3'` | 2 |
| `invalid_notation` | the word is not a code point written like u+0644 | the beginning of the word | \
`acelabel punycode encode --code-points 'u+0061 0062'` | 7 |
| `no_registrable_domain` | the name is a public suffix, a wildcard below one, a single label, an IP address or the root | nothing | \
`acelabel registrable --suffixes <(echo com) com` | none |
| `separator_in_output` | the result contains the character that ends a record; --json can write it | nothing | \
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

//! The known answers of tests/vectors, which the tests in Python read too, and answers in a form to compare.

use std::path::Path;

use acelabel::Error;
use serde_json::Value;

use crate::reference::Refusal;

/// The content of one file.
pub(crate) fn load(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The rows of one list of a file.
pub(crate) fn rows(name: &str, list: &str) -> Vec<Value> {
    let mut content = load(name);
    let Value::Array(rows) = content[list].take() else { panic!("{name} has no list {list}") };
    assert!(!rows.is_empty());
    rows
}

/// A string of a row.
pub(crate) fn string(row: &Value, name: &str) -> String {
    row[name].as_str().unwrap_or_else(|| panic!("{row} has no {name}")).to_owned()
}

/// A string of a row, or the string that runs of `[text, count]` make up.
pub(crate) fn runs(row: &Value, name: &str) -> String {
    match &row[name] {
        Value::Array(runs) => {
            runs.iter().map(|run| run[0].as_str().unwrap().repeat(run[1].as_u64().unwrap() as usize)).collect()
        }
        _ => string(row, name),
    }
}

/// The input of a row as code points, which need not make a string.
pub(crate) fn input(row: &Value) -> Vec<u32> {
    match &row["input_code_points"] {
        Value::Array(units) => units.iter().map(|unit| unit.as_u64().unwrap() as u32).collect(),
        _ => code_points(&runs(row, "input")),
    }
}

/// The flags of a row.
pub(crate) fn flags(row: &Value) -> Vec<bool> {
    row["case_flags"].as_array().unwrap().iter().map(|flag| flag.as_bool().unwrap()).collect()
}

/// The refusal that a row expects.
pub(crate) fn refusal(row: &Value) -> (String, usize) {
    (string(row, "code"), row["offset"].as_u64().unwrap() as usize)
}

pub(crate) fn code_points(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

pub(crate) fn text(code_points: &[u32]) -> String {
    code_points.iter().map(|&unit| char::from_u32(unit).unwrap()).collect()
}

/// A result of acelabel in the terms of the reference.
pub(crate) fn told<T>(result: Result<T, Error>) -> Result<T, Refusal> {
    result.map_err(|error| (error.kind().code(), error.offset()))
}

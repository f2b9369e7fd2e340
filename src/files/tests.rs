//! Batches: whatever the pieces are, the same octets come out, and only what has another result is written anew.

use super::{Answers, FileBatch, FileKind, FilePlan, FileReader, Format};
use crate::formats::records::{FileFault, LineEnds, LineHint};
use crate::{bounded, memory};

fn named(names: &[&str]) -> Vec<Vec<u8>> {
    names.iter().map(|name| name.as_bytes().to_vec()).collect()
}

fn plan(columns: &[&str], into: &[&str]) -> FilePlan {
    FilePlan { columns: named(columns), into: named(into), reports: Vec::new(), delimiter: b",".to_vec() }
}

/// The values of each column in upper case, and nothing in the place of `x`.
fn answers(batch: &FileBatch) -> Vec<Answers> {
    let of_column = |column: usize| {
        let mut answers = Answers { offsets: vec![0], validity: Some(Vec::new()), ..Answers::default() };
        let values = batch.columns().get(column);
        for index in 0..values.map_or(0, |values| values.count()) {
            let text = values.and_then(|values| values.get(index)).filter(|text| text != b"x");
            answers.data.extend(text.unwrap_or_default().to_ascii_uppercase());
            answers.offsets.push(bounded::to(answers.data.len()));
            let bits = answers.validity.get_or_insert_default();
            memory::fill_up(bits, bounded::add(index / 8, 1)).unwrap_or_default();
            if let Some(octet) = bits.last_mut() {
                *octet |= u8::from(text.is_some()) << (index % 8);
            }
        }
        answers
    };
    (0..batch.columns().len()).map(of_column).collect()
}

/// The file with the answers, in pieces of this size.
fn written(kind: FileKind, plan: FilePlan, file: &str, size: usize) -> Result<String, FileFault> {
    let (mut reader, mut output) = (FileReader::new(kind, plan)?, Vec::new());
    for piece in file.as_bytes().chunks(size) {
        let batch = reader.feed(piece)?;
        batch.write(&answers(&batch), false, None, &mut output)?;
    }
    let batch = reader.finish()?;
    batch.write(&answers(&batch), false, None, &mut output)?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

const NULS: LineEnds = LineEnds { end: 0, are_texts: false };
const CSV: FileKind = FileKind::Csv { has_header: true };

#[test]
fn pieces_do_not_show() {
    let cases: [(FileKind, FilePlan, &str, &str); 10] = [
        (
            CSV,
            plan(&["b", "a"], &[]),
            "a,b\r\nu,\"v\"\"w\"\r\n\r\nx,\n\"i\nj\",k",
            "a,b\r\nU,\"V\"\"W\"\r\n\r\n,\n\"I\nJ\",K",
        ),
        (CSV, plan(&["a"], &["c"]), "\u{FEFF}a,b\nu,v\n", "\u{FEFF}a,b,c\nu,v,U\n"),
        (FileKind::Csv { has_header: false }, plan(&["2"], &[]), "ü,u\ra,x\r\nb,\"\"", "ü,U\ra,\r\nb,\"\""),
        (
            FileKind::JsonLines,
            plan(&["a.b", "c"], &[]),
            "{\"c\":[\"u\",null,\"\\u00fcx\"],\"a\":{\"b\" : \"v\"}}\r\n\n{\"a.b\":\"x\"}",
            "{\"c\":[\"U\",null,\"üX\"],\"a\":{\"b\" : \"V\"}}\r\n\n{\"a.b\":null}",
        ),
        (FileKind::JsonLines, plan(&["a"], &["b"]), "{}\n{\"a\":[]}\n", "{\"b\":null}\n{\"a\":[],\"b\":[]}\n"),
        (
            FileKind::Zeek,
            plan(&["q"], &[]),
            "#separator ;\n#fields;t;q\n#types;time;set[string]\n1;a,-,x\n2;(empty)\n",
            "#separator ;\n#fields;t;q\n#types;time;set[string]\n1;A,-,-\n2;(empty)\n",
        ),
        (FileKind::Names(Format::Hosts), plan(&[], &[]), "1 a x # b\n2 ü.c", "1 A x # b\n2 ü.C"),
        (FileKind::Lines(LineEnds::FEEDS), plan(&[], &[]), "\u{FEFF}a\r\n\nx\nb\0c", "A\r\n\n\nB\0C\n"),
        (FileKind::Lines(NULS), plan(&[], &[]), "a\r\n\0\0b\0x", "A\r\n\0\0B\0\0"),
        (FileKind::Lines(LineEnds::FEEDS), plan(&[], &[]), "\u{FEFF}", ""),
    ];
    for (kind, plan, file, expected) in cases {
        for size in 1..=file.len() {
            let (columns, into, delimiter) = (plan.columns.clone(), plan.into.clone(), plan.delimiter.clone());
            let plan = FilePlan { columns, into, reports: Vec::new(), delimiter };
            assert_eq!(written(kind.clone(), plan, file, size).as_deref(), Ok(expected), "{size}");
        }
    }
}

#[test]
fn faults_name_their_lines() {
    let line = |line, said: &str| FileFault::Line(line, said.into(), LineHint::Nothing);
    let cases = [
        (CSV, "a\n1\n\"b\"c\n", line(3, "',' expected after '\"'")),
        (CSV, "a\r1\r\"b\r\n\n", line(4, "unexpected end of data")),
        (CSV, "a\n\"1\n2\",3\n", line(3, "2 fields, but the header has 1")),
        (CSV, "", FileFault::Columns(Vec::new(), LineHint::Empty)),
        (CSV, "a;b\n1;2\n", FileFault::Columns(named(&["a;b"]), LineHint::Separator(';'))),
        (FileKind::JsonLines, "\n{\"a\":1}\n", line(2, "the value of 'a' is neither a string nor a list of strings")),
        (FileKind::JsonLines, "{\"a\":\"b\"\n}\n", line(1, "not a JSON object")),
        (FileKind::JsonLines, "{\"b\":{\"c\":1}}\n", FileFault::Columns(named(&["b.c"]), LineHint::Nothing)),
        (FileKind::Zeek, "#fields\ta\n1\t2\n", line(2, "2 fields, but the header has 1")),
    ];
    for (kind, file, fault) in cases {
        for size in 1..=file.len().max(1) {
            assert_eq!(written(kind.clone(), plan(&["a"], &[]), file, size).as_ref(), Err(&fault), "{file}");
        }
    }
}

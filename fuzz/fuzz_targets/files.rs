//! Names of files whose syntax says where they stand: places are in order and within the file, and a file in pieces is
//! rewritten as the whole is. The first octet chooses how, the second one the sizes of the pieces.
//!
//! So are files of records, which the five lowest bits of the first octet choose where they are no number of a format:
//! tables, JSON Lines, logs of Zeek, and names of lines, text, master files and certificates. The octets outside of
//! values stay.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::files::{Counts, FileRewriter, FileRewriting, Format, find};
use acelabel::fuzzed::{LINES, RECORD_KINDS, RecordsHow, TABLES, Written, records};
use acelabel::{OnError, Profile};
use libfuzzer_sys::fuzz_target;

fn in_pieces(file: &[u8], size: usize, how: &FileRewriting<'_>) -> (Vec<u8>, Counts) {
    let (mut rewriter, mut output) = (FileRewriter::default(), Vec::new());
    for piece in file.chunks(size) {
        // A piece that is refused is not taken, and can be given again.
        if rewriter.feed(piece, how, &mut output).is_err() {
            rewriter.feed(piece, &FileRewriting { on_error: OnError::Keep, ..*how }, &mut output).unwrap();
        }
    }
    rewriter.finish(&FileRewriting { on_error: OnError::Keep, ..*how }, &mut output).unwrap();
    (output, rewriter.counts())
}

/// The result in the notation of the place of a value, which is alone in its line or not.
fn noted(kind: usize, old: &[u8], result: Option<&[u8]>, is_alone: bool) -> Vec<u8> {
    let is_json = [2, 7].contains(&kind);
    let Some(result) = result else {
        return match kind {
            0 | 1 if is_alone => b"\"\"".to_vec(),
            _ if kind >= TABLES => old.to_vec(),
            _ if is_json => b"null".to_vec(),
            _ => Vec::new(),
        };
    };
    let is_quoted = is_json || kind < 2 && old.first() == Some(&b'"');
    if is_quoted { [b"\"", result, b"\""].concat() } else { result.to_vec() }
}

/// The file with the result in the place of each value, and all else as it was.
fn replaced(how: RecordsHow, file: &[u8], written: &Written, result: Option<&[u8]>) -> Vec<u8> {
    let (mut expected, mut end) = (Vec::new(), 0);
    for (place, text) in &written.values {
        assert!(end <= place.start && place.end <= file.len(), "{place:?}");
        expected.extend_from_slice(&file[end..place.start]);
        let old = &file[place.clone()];
        let before = file[..place.start].last().is_none_or(|octet| b"\r\n".contains(octet));
        let is_first = before || file[..place.start] == *b"\xEF\xBB\xBF";
        let is_alone = is_first && file.get(place.end).is_none_or(|octet| b"\r\n".contains(octet));
        let is_same = result == Some(text);
        expected.extend(if is_same { old.to_vec() } else { noted(how.kind, old, result, is_alone) });
        end = place.end;
    }
    expected.extend_from_slice(&file[end..]);
    expected
}

/// Lines with the result in the place of each that is UTF-8, and each with an end.
fn lines(how: RecordsHow, file: &[u8], result: Option<&[u8]>) -> Vec<u8> {
    let end = if how.is_other { 0 } else { b'\n' };
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    let mut expected = Vec::new();
    for line in text.split_inclusive(|&octet| octet == end) {
        let line = line.strip_suffix(&[end]).unwrap_or(line);
        let name = line.strip_suffix(b"\r").filter(|_| end == b'\n').unwrap_or(line);
        let is_utf8 = core::str::from_utf8(name).is_ok();
        expected.extend_from_slice(result.filter(|_| is_utf8).unwrap_or(name));
        expected.extend_from_slice(&line[name.len()..]);
        expected.push(end);
    }
    expected
}

fn of_records(how: RecordsHow, size: usize, file: &[u8]) {
    let (begin, end) = file.split_at(size.min(file.len()));
    for result in [Some(b"q".as_slice()), None] {
        let whole = records(how, &[file], result);
        assert_eq!(records(how, &file.chunks(size + 1).collect::<Vec<_>>(), result), whole);
        assert_eq!(records(how, &[begin, end], result), whole);
        let Ok(written) = whole else { return };
        if how.kind == LINES {
            assert_eq!(written.octets, lines(how, file, result));
            continue;
        }
        // A log of Zeek says itself what is written for nothing, and which octets are escapes: 0x71 is a `q`.
        let is_plain = how.kind != 3 || result.is_some() && !file.contains(&b'q') && !file.contains(&b'7');
        if !how.adds && !how.reports && is_plain {
            assert_eq!(written.octets, replaced(how, file, &written, result));
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let [choice, size, file @ ..] = data else { return };
    let is_set = |bit: u8| choice >> bit & 1 == 1;
    let number = usize::from(*choice & 0x1F);
    if let Some(kind) = number.checked_sub(Format::ALL.len()) {
        let (kind, size) = (kind % RECORD_KINDS, usize::from(*size));
        let format = Format::ALL[size % Format::ALL.len()];
        let how = RecordsHow { kind, format, adds: is_set(5), reports: is_set(6), is_other: is_set(7) };
        return of_records(how, size, file);
    }
    let format = Format::ALL[number];
    let on_error = if is_set(5) { OnError::Raise } else { OnError::Keep };
    let profile = if is_set(6) { &Profile::UTS46 } else { &Profile::DNS };
    let how = FileRewriting { format, profile, to_unicode: is_set(7), on_error, escapes_are_letters: false };
    let mut end = 0;
    for place in find(file, format).unwrap() {
        let range = place.range;
        assert!(end <= range.start && range.start < range.end && range.end <= file.len(), "{range:?}");
        assert!(!file[range.clone()].contains(&b'\n'), "{range:?}");
        end = range.end;
    }
    let keep = FileRewriting { on_error: OnError::Keep, ..how };
    let (whole, counts) = in_pieces(file, file.len() + 1, &keep);
    assert!(in_pieces(file, usize::from(*size) + 1, &how) == (whole.clone(), counts));
    assert_eq!(counts.lines, file.split_inclusive(|&octet| octet == b'\n').count());
    assert!(counts.rewritten + counts.refused <= counts.names && (whole != file) == (counts.rewritten > 0));
    // Octets that are not UTF-8 stay, and none are made.
    assert!(core::str::from_utf8(file).is_err() || core::str::from_utf8(&whole).is_ok());
});

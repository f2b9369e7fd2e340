//! Columns of names, and of raw Punycode, whose offsets, views and validity bits may be anything: a column is refused,
//! or every row is what the function for one text makes of it, and a report tells of it what that function does. The
//! first octet has the flags, the second one the number of offsets or views, the third one whether there is a report
//! and how often all rows are repeated: loops over words of 64 bits then have more than one. An offset is an octet
//! further on than the one before, or, with the highest bit, an integer of its own. A view is 16 octets; the rest is
//! two
//! buffers.
#![no_main]
#![allow(clippy::restriction, reason = "a fault that is found ends the program")]

use acelabel::display::{Policy, report, to_display};
use acelabel::fuzzed::{How, Row, Told, column, column_of_views};
use acelabel::{Error, LabelError, Profile, punycode, to_ascii, to_ascii_or_keep, to_unicode, to_unicode_or_keep};
use libfuzzer_sys::fuzz_target;

/// Takes the offsets from the beginning of the data.
fn offsets<'a>(data: &mut &'a [u8], count: usize, is_wild: bool) -> Vec<i32> {
    let mut last = 0_i32;
    let mut found = Vec::new();
    for _ in 0..count {
        let rest: &'a [u8] = data;
        if is_wild {
            let Some((number, rest)) = rest.split_first_chunk::<4>() else { break };
            last = i32::from_le_bytes(*number);
            *data = rest;
        } else {
            let Some((&step, rest)) = rest.split_first() else { break };
            last = last.saturating_add(i32::from(step));
            *data = rest;
        }
        found.push(last);
    }
    found
}

/// Returns what the functions for one text make of a row.
fn expected(text: &str, how: How) -> Row {
    let keep = how.keep == Some(true) && !how.is_report;
    if how.is_display {
        return to_display(text, &Policy::LOOKALIKE_AWARE).ok().map(String::into_bytes);
    }
    if how.is_punycode {
        let form = if how.to_unicode { punycode::decode(text) } else { punycode::encode(text) };
        return form.ok().or_else(|| keep.then(|| text.to_owned())).map(String::into_bytes);
    }
    let form = match (how.to_unicode, keep) {
        (false, true) => Some(to_ascii_or_keep(text, &Profile::UTS46)),
        (true, true) => Some(to_unicode_or_keep(text, &Profile::UTS46)),
        (false, false) => to_ascii(text, &Profile::UTS46).ok(),
        (true, false) => to_unicode(text, &Profile::UTS46).ok(),
    };
    form.map(|form| form.into_owned().into_bytes())
}

/// Returns what a report tells of a row, by the functions for one text.
fn expected_told(text: &str, how: How) -> Told {
    let number = |index: usize| i32::try_from(index).unwrap();
    let of_error = |error: Error, index: usize| (error.kind().code().to_owned(), number(index), error.offset());
    let of_label = |error: LabelError| of_error(error.error(), error.label_index());
    let (code, index, offset) = match (how.is_display, how.is_punycode, how.to_unicode) {
        (true, ..) => {
            let labels = report(text, &Policy::LOOKALIKE_AWARE).unwrap();
            let (index, found) = labels.iter().enumerate().find_map(|(index, label)| Some((index, label.finding?)))?;
            let offset = i64::try_from(found.offset).unwrap();
            return Some((found.reason.code().to_owned(), number(index), offset, found.code_point));
        }
        (_, true, true) => of_error(punycode::decode(text).err()?, 0),
        (_, true, false) => of_error(punycode::encode(text).err()?, 0),
        (_, false, true) => of_label(to_unicode(text, &Profile::UTS46).err()?),
        (_, false, false) => of_label(to_ascii(text, &Profile::UTS46).err()?),
    };
    Some((code, index, i64::try_from(offset).unwrap(), None))
}

/// Takes the views from the beginning of the data.
fn views(data: &mut &[u8], count: usize) -> Vec<[u8; 16]> {
    let (views, _) = data.as_chunks::<16>();
    let views = views.get(..count).unwrap_or(views).to_vec();
    *data = &data[16 * views.len()..];
    views
}

/// The text of a view, by the words of the format: 12 octets lie in it, more in a buffer from a place on.
fn seen<'a>(view: &'a [u8; 16], buffers: &[&'a [u8]]) -> &'a [u8] {
    let number =
        |place: usize| usize::try_from(i32::from_le_bytes(view[place..place + 4].try_into().unwrap())).unwrap();
    let length = number(0);
    if length <= 12 { &view[4..4 + length] } else { &buffers[number(8)][number(12)..][..length] }
}

fuzz_target!(|data: &[u8]| {
    let [flags, count, more, rest @ ..] = data else { return };
    let is_set = |bit: u8| flags >> bit & 1 == 1;
    let (mut rest, is_wild, has_views) = (rest, is_set(7), is_set(5));
    let (mut places, mut views) = match has_views {
        true => (Vec::new(), views(&mut rest, usize::from(*count))),
        false => (offsets(&mut rest, usize::from(*count), is_wild), Vec::new()),
    };
    let (bits, octets) = if is_set(0) { rest.split_at(rest.len().min(32)) } else { (&[][..], rest) };
    let times = 1 + usize::from(more >> 4);
    let (bits, octets, of_one) = (bits.repeat(times), octets.repeat(times), octets.len());
    views = views.repeat(times);
    if !is_wild {
        let moved = |time: usize, place: i32| place.saturating_add(i32::try_from(time * of_one).unwrap());
        places = (0..times).flat_map(|time| places.iter().map(move |&place| moved(time, place))).collect();
    }
    let validity = is_set(0).then_some(bits.as_slice());
    let keep = (!is_set(2)).then_some(is_set(3));
    let (is_report, is_display) = (more & 1 == 1, more & 2 == 2);
    let how = How { is_punycode: is_set(6), to_unicode: is_set(1), keep, is_display, is_report };
    let threads = 1 + usize::from(is_set(4));
    let halves = octets.split_at(octets.len() / 2);
    let buffers = [halves.0, halves.1];
    let found = match has_views {
        true => column_of_views(&views, &buffers, validity, how, threads),
        false => column(&places, &octets, validity, how, threads),
    };
    let Ok((rows, told)) = found else { return };
    for (row, found) in rows.iter().enumerate() {
        let bit = row + 3;
        if validity.is_some_and(|bits| bits.get(bit >> 3).is_none_or(|octet| octet >> (bit & 7) & 1 == 0)) {
            assert_eq!((found, told.get(row).cloned().flatten()), (&None, None));
            continue;
        }
        let text = match has_views {
            true => seen(&views[row], &buffers),
            false => &octets[usize::try_from(places[row]).unwrap()..usize::try_from(places[row + 1]).unwrap()],
        };
        let text = core::str::from_utf8(text).expect("a column that is not UTF-8 is refused");
        assert_eq!(found, &expected(text, how), "{text:?}");
        if is_report {
            assert_eq!(told[row], expected_told(text, how), "{text:?}");
        }
    }
});

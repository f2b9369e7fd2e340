//! Columns of names, and of raw Punycode, whose offsets, views and validity bits may be anything: a column is refused,
//! or every row is what the function for one text makes of it. The first octet has the flags, the second one the number
//! of offsets or views. An offset is an octet further on than the one before, or, with the highest bit, an integer of
//! its own. A view is 16 octets; the rest is two buffers.
#![no_main]

use acelabel::fuzzed::{How, Row, column, column_of_views};
use acelabel::{Profile, punycode, to_ascii, to_ascii_or_keep, to_unicode, to_unicode_or_keep};
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

/// What the functions for one text make of a row.
fn expected(text: &str, how: How) -> Row {
    let keep = how.keep == Some(true);
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
    let [flags, count, rest @ ..] = data else { return };
    let is_set = |bit: u8| flags >> bit & 1 == 1;
    let (mut rest, is_wild, has_views) = (rest, is_set(7), is_set(5));
    let (places, views) = match has_views {
        true => (Vec::new(), views(&mut rest, usize::from(*count))),
        false => (offsets(&mut rest, usize::from(*count), is_wild), Vec::new()),
    };
    let (bits, octets) = if is_set(0) { rest.split_at(rest.len().min(32)) } else { (&[][..], rest) };
    let validity = is_set(0).then_some(bits);
    let keep = (!is_set(2)).then_some(is_set(3));
    let how = How { is_punycode: is_set(6), to_unicode: is_set(1), keep };
    let threads = 1 + usize::from(is_set(4));
    let halves = octets.split_at(octets.len() / 2);
    let buffers = [halves.0, halves.1];
    let rows = match has_views {
        true => column_of_views(&views, &buffers, validity, how, threads),
        false => column(&places, octets, validity, how, threads),
    };
    let Ok(rows) = rows else { return };
    for (row, found) in rows.iter().enumerate() {
        let bit = row + 3;
        if validity.is_some_and(|bits| bits.get(bit >> 3).is_none_or(|octet| octet >> (bit & 7) & 1 == 0)) {
            assert_eq!(found, &None);
            continue;
        }
        let text = match has_views {
            true => seen(&views[row], &buffers),
            false => &octets[usize::try_from(places[row]).unwrap()..usize::try_from(places[row + 1]).unwrap()],
        };
        let text = core::str::from_utf8(text).expect("a column that is not UTF-8 is refused");
        assert_eq!(found, &expected(text, how), "{text:?}");
    }
});

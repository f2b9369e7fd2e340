//! Inputs of the codecs: texts of all scripts and lengths, encoded forms good and bad, parameters.

use acelabel::bootstring::Settings;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::reference;

pub(crate) const PUNYCODE_CHARACTERS: &[u8; 37] = b"abcdefghijklmnopqrstuvwxyz0123456789-";

/// First and last code points of what names are written in, and of what they are not.
const BLOCKS: [(char, char); 18] = [
    ('\0', '\u{7F}'),
    ('\u{80}', '\u{24F}'),
    ('\u{370}', '\u{52F}'),
    ('\u{590}', '\u{6FF}'),
    ('\u{900}', '\u{97F}'),
    ('\u{E00}', '\u{E7F}'),
    ('\u{10A0}', '\u{10FF}'),
    ('\u{1200}', '\u{137F}'),
    ('\u{2010}', '\u{205E}'),
    ('\u{3041}', '\u{30FF}'),
    ('\u{4E00}', '\u{9FFF}'),
    ('\u{AC00}', '\u{D7FF}'),
    ('\u{E000}', '\u{FFFF}'),
    ('\u{10000}', '\u{123FF}'),
    ('\u{1F300}', '\u{1F6FF}'),
    ('\u{20000}', '\u{2A6DF}'),
    ('\u{E0000}', '\u{E007F}'),
    ('\u{10FF00}', '\u{10FFFF}'),
];

/// Where a range of something ends, and what is written like nothing.
const EDGES: [char; 22] = [
    '\0',
    '\t',
    ' ',
    '-',
    '.',
    'A',
    'Z',
    'a',
    'z',
    '\u{7F}',
    '\u{80}',
    '\u{FF}',
    '\u{100}',
    '\u{D7FF}',
    '\u{E000}',
    '\u{FEFF}',
    '\u{FFFE}',
    '\u{FFFF}',
    '\u{10000}',
    '\u{10FFFD}',
    '\u{10FFFE}',
    '\u{10FFFF}',
];

fn character_of(block: (char, char)) -> impl Strategy<Value = char> {
    proptest::char::range(block.0, block.1)
}

pub(crate) fn characters() -> impl Strategy<Value = char> {
    prop_oneof![
        any::<char>(),
        select(&BLOCKS[..]).prop_flat_map(character_of),
        select(&EDGES[..]),
        character_of(BLOCKS[0])
    ]
}

/// Texts of mixed scripts, and of one script with ASCII.
pub(crate) fn texts() -> impl Strategy<Value = String> {
    let one_script = select(&BLOCKS[..])
        .prop_flat_map(|block| vec(prop_oneof![3 => character_of(block), 1 => character_of(BLOCKS[0])], 0..40));
    prop_oneof![vec(characters(), 0..40), one_script].prop_map(String::from_iter)
}

/// Texts of up to 5,000 code points, of which two to many hundreds are distinct.
pub(crate) fn long_texts() -> impl Strategy<Value = String> {
    let alphabet = prop_oneof![vec(characters(), 2..60), vec(characters(), 150..1_200)];
    (alphabet, vec(any::<Index>(), 500..5_000))
        .prop_map(|(alphabet, places)| places.iter().map(|place| alphabet[place.index(alphabet.len())]).collect())
}

/// Sequences of integers most of which are characters.
pub(crate) fn integers() -> impl Strategy<Value = Vec<u32>> {
    vec(prop_oneof![8 => characters().prop_map(u32::from), 1 => 0xD7F0_u32..0xE010, 1 => any::<u32>()], 0..20)
}

/// An encoded form with one to three characters replaced, put in or taken out, or in another letter case.
fn damaged() -> impl Strategy<Value = String> {
    let change = (any::<Index>(), any::<bool>(), proptest::option::of(select(&b"abcijkyz0189-ABZ=_"[..])));
    let form = texts().prop_map(|text| acelabel::punycode::encode(&text).unwrap().into_bytes());
    (form, vec(change, 0..4), 0..4).prop_map(|(mut form, changes, letter_case)| {
        for (place, replaces, character) in changes {
            let place = place.index(form.len() + 1);
            form.splice(place..(place + usize::from(replaces)).min(form.len()), character);
        }
        match letter_case {
            0 => form.make_ascii_uppercase(),
            1 => form.iter_mut().step_by(2).for_each(u8::make_ascii_uppercase),
            _ => {}
        }
        String::from_utf8(form).unwrap()
    })
}

/// Encoded forms: of texts, the same damaged, strings of digits in both cases, and any strings.
pub(crate) fn forms() -> impl Strategy<Value = String> {
    let digits = vec(prop_oneof![6 => select(&PUNYCODE_CHARACTERS[..]), 1 => select(&b"ABCXYZ"[..])], 0..30);
    prop_oneof![
        digits.prop_map(|octets| String::from_utf8(octets).unwrap()),
        texts().prop_map(|text| acelabel::punycode::encode(&text).unwrap()),
        damaged(),
        vec(characters(), 0..12).prop_map(String::from_iter),
    ]
}

/// Parameters that section 4 of RFC 3492 allows; digits and delimiter are a string of their own.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    digits: String,
    settings: Settings<'static>,
}

impl Parameters {
    pub(crate) fn settings(&self) -> Settings<'_> {
        Settings { digits: &self.digits, ..self.settings }
    }
}

pub(crate) fn parameters() -> impl Strategy<Value = Parameters> {
    let shuffled = Just((0_u8..0x80).map(char::from).collect::<Vec<_>>()).prop_shuffle();
    (shuffled, prop_oneof![2_usize..128, select(&[2_usize, 3, 10, 36, 64, 127][..])])
        .prop_flat_map(|(ascii, base)| (Just(ascii), Just(base as u32), 1..base as u32))
        .prop_flat_map(|(ascii, base, tmax)| (Just((ascii, base, tmax)), 0..=tmax.min(base - 2)))
        .prop_flat_map(|((ascii, base, tmax), tmin)| {
            let initial_n = prop_oneof![select(&[0, 0x41, 0x80, 0x3000, u32::MAX][..]), 0_u32..0x20000];
            (Just((ascii, base, tmin, tmax)), (1_u32..100, 2_u32..1000, 0..20 * base, initial_n))
        })
        .prop_map(|((ascii, base, tmin, tmax), (skew, damp, bias, initial_n))| {
            // Only a remainder of base - tmin + 1 or more is forbidden.
            let initial_bias = bias - (bias % base).saturating_sub(base - tmin);
            let delimiter = ascii[base as usize];
            let settings =
                Settings { digits: "", delimiter, tmin, tmax, skew, damp, initial_bias, initial_n, max_digits: None };
            Parameters { digits: ascii[..base as usize].iter().collect(), settings }
        })
}

/// Parameters, integers to encode with them, and something to decode.
pub(crate) fn cases() -> impl Strategy<Value = (Parameters, Vec<u32>, String)> {
    parameters().prop_flat_map(|parameters| {
        let settings = parameters.settings();
        let near = settings.initial_n..=settings.initial_n.saturating_add(3_000);
        // With tmax = base - 1 an integer is written as if by tally marks; wide ones would fill the memory.
        let wide = if settings.digits.len() - settings.tmax as usize >= 2 { u32::MAX } else { 0x200 };
        let integers = vec(prop_oneof![0_u32..0x80, near.clone(), near, 0..wide], 0..12);
        let symbols: Vec<char> = settings.digits.chars().chain([settings.delimiter]).collect();
        let noise = prop_oneof![4 => vec(select(symbols), 0..20), 1 => vec(characters(), 0..20)];
        let noise = noise.prop_map(String::from_iter);
        (Just(parameters), integers, noise)
    })
}

/// The encoded form of what can be encoded among integers, by the book.
pub(crate) fn form_of(settings: &Settings<'_>, integers: &[u32]) -> String {
    let encodable: Vec<u32> = integers.iter().copied().filter(|&c| c < 0x80 || c >= settings.initial_n).collect();
    reference::encode(settings, &encodable, reference::Repertoire::AnyIntegers, None).unwrap()
}

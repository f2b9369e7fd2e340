//! What is done in lanes is what the codec of one text does.

use proptest::prelude::*;

use super::super::piece::Piece;
use super::super::{Fault, Layout, Mode, Strings, Task, View, Views, Work};
use super::inputs::OCTETS;
use super::{Batch, LEAST, has_lanes};
use crate::bootstring::orders::each_text;
use crate::paths::taken;
use crate::utf8::near_characters;
use crate::{Profile, bounded, punycode};

type Form = Option<Vec<u8>>;

const fn task(work: Work) -> Task<'static> {
    Task { work, profile: &Profile::UTS46, mode: Mode::Raise, watchlist: None }
}

/// The forms of texts as far as lanes make them: in batches as large as they can be. Nothing where there are no lanes.
fn forms<T: AsRef<[u8]>>(work: Work, texts: &[T]) -> Option<Vec<Form>> {
    let mut made = Batch::new(&task(work), LEAST).ok()?;
    let batch = made.first_mut()?;
    let mut forms = Vec::new();
    for (row, text) in texts.iter().enumerate() {
        if !batch.push(row, text.as_ref()) {
            finish(batch, &mut forms);
            if !batch.push(row, text.as_ref()) {
                forms.push(None);
            }
        }
    }
    finish(batch, &mut forms);
    assert_eq!(forms.len(), texts.len());
    Some(forms)
}

/// Converts a batch, whose rows are numbered, and begins it anew.
fn finish(batch: &mut Batch, forms: &mut Vec<Form>) {
    batch.convert();
    let first = forms.len();
    while forms.len() < bounded::add(first, batch.count()) {
        let (octets, ends) = batch.forms(bounded::sub(forms.len(), first));
        let mut start = 0;
        for (row, end) in ends {
            assert_eq!(row, forms.len());
            forms.push(Some(bounded::part(octets, start..end).to_vec()));
            start = end;
        }
        if let Some((row, _)) = batch.text(bounded::sub(forms.len(), first)) {
            assert_eq!(row, forms.len());
            forms.push(None);
        }
    }
    batch.clear();
}

/// Asserts that each form is that of the codec, and returns how many there are.
fn are_equal<T: AsRef<[u8]>>(work: Work, texts: &[T]) -> Option<usize> {
    let forms = forms(work, texts)?;
    for (text, form) in texts.iter().zip(&forms) {
        if let Some(form) = form {
            assert_eq!(Some(form), expected(work, text.as_ref()).as_ref(), "{:?}", text.as_ref());
        }
    }
    Some(forms.iter().flatten().count())
}

fn expected(work: Work, text: &[u8]) -> Form {
    let text = core::str::from_utf8(text).ok()?;
    let form = if work == Work::PunycodeEncode { punycode::encode(text) } else { punycode::decode(text) };
    form.ok().map(String::into_bytes)
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof![
        4 => "[a-zäöüß-]{0,20}",
        2 => "[а-яa-z]{1,24}",
        2 => "[\u{4E00}-\u{9FFF}a]{1,12}",
        2 => "[가-힣]{1,12}",
        1 => "[ก-๛]{0,22}",
        1 => "[a-c\u{80}\u{FF}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}]{0,17}",
        1 => "\\PC{0,70}",
        1 => ".{0,9}",
    ];
    proptest::collection::vec(text, 0..200)
}

/// Encoded forms, and what is nearly one.
fn encoded() -> impl Strategy<Value = Vec<String>> {
    let noise = prop_oneof!["[-a-z0-9]{0,40}", "[-a-cA-C0-3]{0,9}", "[a-z]{60,66}", "[ -~]{0,20}"];
    (texts(), proptest::collection::vec(noise, 0..100), any::<u8>()).prop_map(|(texts, noise, change)| {
        let forms: Vec<String> = texts.iter().filter_map(|text| punycode::encode(text).ok()).collect();
        let number = usize::from(change);
        let changed = forms.iter().map(|form| match number % 4 {
            0 => form.chars().skip(1).collect(),
            1 => form.replace(char::from(b'a'.saturating_add(change % 26)), "9"),
            2 => form.to_ascii_uppercase(),
            _ => form.get(..form.len().saturating_sub(1)).unwrap_or_default().to_owned(),
        });
        [forms.clone(), noise, changed.collect()].concat()
    })
}

proptest! {
    #[test]
    fn texts_are_encoded_as_one_by_one(texts in texts()) {
        are_equal(Work::PunycodeEncode, &texts);
    }

    #[test]
    fn texts_are_decoded_as_one_by_one(texts in encoded()) {
        are_equal(Work::PunycodeDecode, &texts);
    }
}

/// Every order of up to eight places, or nine, of code points as they are in names.
#[test]
fn every_order_has_a_form() {
    let mut texts: Vec<String> = Vec::new();
    let check = |texts: &mut Vec<String>| {
        let forms: Vec<String> = texts.iter().filter_map(|text| punycode::encode(text).ok()).collect();
        if has_lanes() {
            assert_eq!(are_equal(Work::PunycodeEncode, texts), Some(texts.len()));
            assert_eq!(are_equal(Work::PunycodeDecode, &forms), Some(texts.len()));
        }
        texts.clear();
    };
    each_text(|levels| {
        let near = |level: u32| if level < 0x80 { level } else { 0x4E00_u32.saturating_add(level % 97) };
        texts.push(levels.iter().filter_map(|&level| char::from_u32(near(level))).collect());
        if texts.len() == 1 << 12 {
            check(&mut texts);
        }
    });
    check(&mut texts);
}

#[test]
fn what_is_not_usual_is_left_out_by_itself() {
    let letters = |count: u32| (0x3B1..0x3B1_u32.saturating_add(count)).filter_map(char::from_u32).collect::<String>();
    for (text, is_left_out) in [
        (letters(16), false),
        // More code points than are sorted at once.
        (letters(17), true),
        ("a".repeat(64), false),
        ("a".repeat(65), true),
        (format!("{}ü", "a".repeat(62)), false),
        // A first delta of 2**22 less 1, and 2**22.
        ("aaa\u{10007F}".to_owned(), false),
        ("\u{100080}aaa".to_owned(), true),
        // Second integers of five and six digits.
        ("ü\u{4E00}".to_owned(), false),
        (format!("ü{}\u{1F600}", "a".repeat(9)), true),
        (String::new(), false),
        ("-".to_owned(), false),
    ] {
        let texts = ["bücher", &text, "日本語"];
        let Some(forms) = forms(Work::PunycodeEncode, &texts) else { return };
        let of = |text: &str| punycode::encode(text).ok().map(String::into_bytes);
        let own = if is_left_out { None } else { of(&text) };
        assert_eq!(forms, [of("bücher"), own, of("日本語")], "{text}");
    }
    for (text, is_left_out) in [
        ("bcher-kva", false),
        // Of 32 and of 33 places.
        (&*format!("{}-kva", "b".repeat(31)), false),
        (&format!("{}-kva", "b".repeat(32)), true),
        // Refused.
        ("bcher-k", true),
        ("bcher-k_a", true),
        ("99999999", true),
        // A surrogate.
        ("ib8g", false),
        ("-", true),
        ("--", false),
        ("a-", false),
        ("", false),
    ] {
        let texts = ["bcher-kva", text, "wgv71a119e"];
        let Some(forms) = forms(Work::PunycodeDecode, &texts) else { return };
        let of = |text: &str| punycode::decode(text).ok().map(String::into_bytes);
        let own = if is_left_out { None } else { of(text) };
        assert_eq!(forms, [of("bcher-kva"), own, of("wgv71a119e")], "{text}");
    }
}

#[test]
fn no_text_of_a_batch_has_a_form_where_one_is_not_utf8() {
    for text in &near_characters() {
        let is_utf8 = core::str::from_utf8(text).is_ok();
        for texts in [&[b"a", &**text, b"\xC3\xBC"][..], &[text]] {
            let Some(forms) = forms(Work::PunycodeEncode, texts) else { return };
            assert_eq!(forms.iter().flatten().count(), if is_utf8 { texts.len() } else { 0 }, "{text:X?}");
            are_equal(Work::PunycodeEncode, texts);
        }
    }
    let most = vec![[0xFF; 63]; OCTETS / 63];
    assert!(forms(Work::PunycodeEncode, &most).is_none_or(|forms| forms.iter().all(Option::is_none)));
    // The second part of a character is no text.
    let halves = [&b"\xC3"[..], b"\xBC"];
    assert!(forms(Work::PunycodeEncode, &halves).is_none_or(|forms| forms == [None, None]));
}

#[test]
fn a_batch_is_full_when_it_has_no_room() {
    let Ok(mut made) = Batch::new(&task(Work::PunycodeEncode), LEAST) else { return };
    let Some(batch) = made.first_mut() else { return };
    assert!((0..64).all(|row| batch.push(row, b"")));
    assert!(!batch.push(64, b""));
    batch.clear();
    assert!((0..OCTETS / 63).all(|row| batch.push(row, &[b'a'; 63])));
    assert!(!batch.push(OCTETS / 63, b"a"));
    batch.clear();
    assert!(!batch.push(0, &[b'a'; 65]));
    assert!(batch.push(0, &[b'a'; 64]));
}

/// In a column a fault is found where it is, whatever waits to be converted.
#[test]
fn the_first_fault_of_a_column_is_told() {
    let text = |row| match row {
        70 => View::of(b"bcher-k", 0, 0),
        80 => View::of(b"bcher-\xFF", 0, 0),
        // There is no such buffer.
        100 => View::of(&[b'a'; 20], 9, 0),
        _ => View::of(b"bcher-kva", 0, 0),
    };
    let views: Vec<View> = (0..=100).chain(core::iter::repeat_n(0, LEAST)).map(text).collect();
    let fault = |work, rows| {
        let layout = Views { views: &views, buffers: &[], validity: None };
        let mut piece = Piece::default();
        piece.begin(rows, std::thread::current().id());
        layout.examine(&mut piece, &task(work)).err()
    };
    assert!(matches!(fault(Work::PunycodeDecode, 0..LEAST), Some(Fault::Refused(70, _))));
    assert_eq!(fault(Work::PunycodeDecode, 101..views.len()), None);
    assert!(matches!(fault(Work::PunycodeDecode, 71..views.len()), Some(Fault::Refused(80, _) | Fault::NotUtf8(80))));
    assert_eq!(fault(Work::PunycodeEncode, 0..LEAST), Some(Fault::NotUtf8(80)));
    assert_eq!(fault(Work::PunycodeEncode, 81..views.len()), Some(Fault::View(100)));
}

#[test]
fn long_columns_of_punycode_are_converted_in_lanes() {
    let offsets: Vec<i32> = (0..=256).collect();
    let data = [b'a'; LEAST];
    let path = "texts converted in lanes";
    for (work, rows, is_meant) in [
        (Work::PunycodeEncode, LEAST, true),
        (Work::PunycodeDecode, LEAST, true),
        (Work::PunycodeEncode, bounded::sub(LEAST, 1), false),
        (Work::RaceEncode, LEAST, false),
    ] {
        let strings = Strings { offsets: &offsets, data: &data, validity: None };
        let mut piece = Piece::default();
        piece.begin(0..rows, std::thread::current().id());
        let task = Task { mode: Mode::Keep, ..task(work) };
        let paths = taken(|| strings.examine(&mut piece, &task));
        assert_eq!(paths.contains(&path), is_meant && has_lanes(), "{work:?} {rows}");
    }
}

//! Characters that are taken for punctuation, or for a part of the character before, where they stand.

use crate::unicode::{Scripts, Security};

pub(super) const LATIN: Scripts = Scripts::named(*b"Latn");
pub(crate) const LATIN_GREEK_OR_CYRILLIC: Scripts =
    LATIN.union(Scripts::named(*b"Grek")).union(Scripts::named(*b"Cyrl"));
const KATAKANA: Scripts = Scripts::named(*b"Kana");
const HIRAGANA: Scripts = Scripts::named(*b"Hira");
const KANA: Scripts = KATAKANA.union(HIRAGANA);
const KANA_OR_HAN: Scripts = KANA.union(Scripts::named(*b"Hani"));
const KANA_HAN_OR_BOPOMOFO: Scripts = KANA_OR_HAN.union(Scripts::named(*b"Bopo"));

/// The place of the first character that is mistaken where it stands.
pub(super) fn context_pattern(text: &[u32]) -> Option<usize> {
    let before = core::iter::once(None).chain(text.iter().copied().map(Some));
    let after = text.iter().copied().map(Some).skip(1).chain([None]);
    let mut places = before.zip(text).zip(after);
    let in_place = places.position(|((before, &unit), after)| is_mistaken(before, unit, after));
    in_place.or_else(|| lone_kana(text))
}

/// Returns whether a character is mistaken, where `before` and `after` are those beside it.
fn is_mistaken(before: Option<u32>, unit: u32, after: Option<u32>) -> bool {
    let is_behind = |scripts| before.is_some_and(|before| is_of(scripts, before));
    let is_behind_other_than = |scripts| before.is_some_and(|before| !is_of(scripts, before));
    let is_before_other_than = |scripts| after.is_some_and(|after| !is_of(scripts, after));
    match unit {
        // They look like a slash.
        0x4E40 | 0x4E41 | 0x4E3F | 0x30CE | 0x30F3 | 0x30BD | 0x30BE => {
            is_behind_other_than(KANA_OR_HAN) && is_before_other_than(KANA_OR_HAN)
        }
        // Iteration marks and the mark of a long vowel.
        0x30FD | 0x30FE => !is_behind(KATAKANA),
        0x30FC => !is_behind(KANA),
        // The middle dot of katakana, which passes for the dot between two labels.
        0x30FB => after.is_none() || is_behind_other_than(KANA_OR_HAN) || is_before_other_than(KANA_OR_HAN),
        unit if is_like_ascii(unit) => {
            is_behind_other_than(KANA_HAN_OR_BOPOMOFO) || is_before_other_than(KANA_HAN_OR_BOPOMOFO)
        }
        0x307 if matches!(before, Some(0x69 | 0x6A | 0x6C)) => true,
        0x300..=0x339 => before == Some(0x131) || is_behind_other_than(LATIN_GREEK_OR_CYRILLIC),
        // Voicing marks of kana, which compose where they belong.
        0x3099 | 0x309A => true,
        _ => false,
    }
}

/// Returns whether a character of Chinese or Japanese looks like punctuation, or like letters and digits of ASCII.
const fn is_like_ascii(unit: u32) -> bool {
    matches!(
        unit,
        0x3007 | 0x3108 | 0x3112 | 0x311A | 0x311F | 0x3127..=0x3129 | 0x31B2..=0x31B3 | 0x31BA | 0x4E00..=0x4E01
            | 0x4E03 | 0x4E05 | 0x4E28 | 0x4E36 | 0x4E5B | 0x4E85 | 0x4E8C | 0x4EA0 | 0x5196 | 0x5341 | 0x5B80
            | 0x5DDB | 0x5DE5 | 0x8BA0
    )
}

/// One of the hiragana that look like katakana, alone inside a word of katakana, and the other way round.
fn lone_kana(text: &[u32]) -> Option<usize> {
    let alone = |is_alike: fn(u32) -> bool, word: Scripts| {
        let place = text.iter().position(|&unit| is_alike(unit))?;
        let (first, rest) = text.split_at_checked(place)?;
        let (_, last) = rest.split_first()?;
        let are_word = |part: &[u32]| !part.is_empty() && part.iter().all(|&unit| is_of(word, unit));
        (are_word(first) && are_word(last)).then_some(place)
    };
    alone(|unit| (0x3078..=0x307A).contains(&unit), KATAKANA)
        .or_else(|| alone(|unit| (0x30D8..=0x30DA).contains(&unit), HIRAGANA))
}

/// Returns whether a code point is of a script: not only used with it, as `Common` is.
pub(crate) fn is_of(script: Scripts, unit: u32) -> bool {
    let set = Scripts::of(Security::of(unit));
    set.meets(script) && !set.is_all()
}

//! The characters that look like a character, found by what they look like.
//!
//! ```text
//! the index, made at the first call:  what each character looks like, in three ways, in the order of these texts
//! a call:                             the texts of its character are searched
//! ```

use std::sync::OnceLock;

use super::shapes::write_fold;
use super::similar::is_in_row;
use super::spellings::first_spelling;
use crate::bounded;
use crate::error::Error;
use crate::memory::{self, Growing};
use crate::unicode::Security;

/// The characters that look like a character, in the order of code points: by UTS #39, and where it is asked for by
/// letters of a similar shape, in either way. Marks on Latin, Greek and Cyrillic letters count as they do in names.
///
/// The first call makes an index of all characters, which takes longer than the following calls.
///
/// ```
/// use acelabel::display::confusables;
///
/// let found = confusables('g', true)?;
/// assert!(found.contains(&'ɢ') && found.contains(&'ɡ') && !found.contains(&'g'));
/// assert!(!confusables('g', false)?.contains(&'ɢ'));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn confusables(character: char, similar: bool) -> Result<Vec<char>, Error> {
    let index = CharacterIndex::shared()?;
    let mut texts = Appearance::default();
    texts.write(character)?;
    let [skeleton, fold, suspect] = &texts.0;
    let mut found = Vec::new();
    if similar {
        index.find(fold, CharacterIndex::FOLD | CharacterIndex::SUSPECT, &mut found)?;
        index.find(suspect, if fold.is_empty() { 0 } else { CharacterIndex::FOLD }, &mut found)?;
    } else {
        index.find(skeleton, CharacterIndex::SKELETON, &mut found)?;
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|&other| other != character);
    Ok(found)
}

/// The texts that a character looks like: its skeleton, the fold of it, and the fold where the character is suspected.
#[derive(Default)]
struct Appearance([Growing<u8>; 3]);

impl Appearance {
    fn write(&mut self, character: char) -> Result<(), Error> {
        let [own, fold, suspect] = &mut self.0;
        first_spelling(&[character.into()], |skeleton| -> Result<Option<()>, Error> {
            own.clear();
            own.extend_from_slice(skeleton);
            write_fold(skeleton, false, fold)?;
            write_fold(skeleton, true, suspect)?;
            if own.is_refused() { Err(memory::refused()) } else { Ok(Some(())) }
        })?;
        Ok(())
    }
}

/// A text that a character looks like.
struct IndexEntry {
    /// Where the text is among those of the index.
    start: u32,
    size: u8,
    /// Which of its three texts it is, as bits.
    kinds: u8,
    character: char,
}

/// The texts that characters look like, in their order.
#[derive(Default)]
struct CharacterIndex {
    texts: Vec<u8>,
    entries: Vec<IndexEntry>,
}

static INDEX: OnceLock<CharacterIndex> = OnceLock::new();

impl CharacterIndex {
    const SKELETON: u8 = 1;
    const FOLD: u8 = 2;
    const SUSPECT: u8 = 4;

    /// The index of all threads. Several may make it at once, of which one stays: where one waited for another there
    /// would be no error without memory.
    fn shared() -> Result<&'static Self, Error> {
        match INDEX.get() {
            Some(index) => Ok(index),
            None => Self::new().map(|index| INDEX.get_or_init(|| index)),
        }
    }

    fn new() -> Result<Self, Error> {
        let (mut index, mut texts) = (Self::default(), Appearance::default());
        for character in ('\0'..=char::MAX).filter(|&character| is_listed(character)) {
            texts.write(character)?;
            index.add(character, &texts)?;
        }
        let Self { texts, entries } = &mut index;
        entries.sort_unstable_by(|one, other| text_of(texts, one).cmp(text_of(texts, other)));
        Ok(index)
    }

    /// Adds the texts of a character, each once. A character that is ignored looks like nothing.
    fn add(&mut self, character: char, Appearance([skeleton, fold, suspect]): &Appearance) -> Result<(), Error> {
        let mut added: [(&[u8], u8); 3] = [(skeleton, Self::SKELETON), (fold, Self::FOLD), (suspect, Self::SUSPECT)];
        let mut rest = &mut added[..];
        while let Some(((text, kinds), others)) = rest.split_first_mut() {
            for (_, other) in others.iter_mut().filter(|(other, _)| other == text) {
                *kinds |= core::mem::take(other);
            }
            if !text.is_empty() && *kinds != 0 {
                let (start, size) = (bounded::to(self.texts.len()), bounded::to(text.len()));
                memory::append(&mut self.texts, text)?;
                memory::push(&mut self.entries, IndexEntry { start, size, kinds: *kinds, character })?;
            }
            rest = others;
        }
        Ok(())
    }

    /// Appends the characters of which a text is one of these kinds.
    fn find(&self, text: &[u8], kinds: u8, found: &mut Vec<char>) -> Result<(), Error> {
        let first = self.entries.partition_point(|entry| text_of(&self.texts, entry) < text);
        let same = bounded::rest(&self.entries, first).iter();
        for entry in same.take_while(|entry| text_of(&self.texts, entry) == text).filter(|one| one.kinds & kinds != 0) {
            memory::push(found, entry.character)?;
        }
        Ok(())
    }
}

fn text_of<'a>(texts: &'a [u8], entry: &IndexEntry) -> &'a [u8] {
    let start = bounded::index(entry.start);
    bounded::part(texts, start..bounded::add(start, entry.size.into()))
}

/// Returns whether a character may look like another one: all others are their own skeletons, and in no row.
fn is_listed(character: char) -> bool {
    character.is_ascii() || is_in_row(character) || Security::of(character.into()).has(Security::CHANGES_SKELETON)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of a character.
    fn texts_of(character: char) -> [Vec<u8>; 3] {
        let mut texts = Appearance::default();
        assert_eq!(texts.write(character), Ok(()));
        texts.0.map(|text| text.to_vec())
    }

    /// The characters that look like one, found by a look at all.
    fn judged(character: char, similar: bool, listed: &[(char, [Vec<u8>; 3])]) -> Vec<char> {
        let [skeleton, fold, suspect] = texts_of(character);
        let is_like = |(other, texts): &&(char, [Vec<u8>; 3])| {
            let [other_skeleton, other_fold, other_suspect] = texts;
            let is_like = if similar {
                !fold.is_empty() && (*other_fold == fold || *other_fold == suspect || *other_suspect == fold)
            } else {
                !skeleton.is_empty() && *other_skeleton == skeleton
            };
            is_like && *other != character
        };
        listed.iter().filter(is_like).map(|&(other, _)| other).collect()
    }

    #[test]
    fn the_index_finds_what_a_look_at_all_characters_finds() {
        let listed: Vec<_> = ('\0'..=char::MAX).filter(|&one| is_listed(one)).map(|one| (one, texts_of(one))).collect();
        // Each tenth, the small letters, and characters whose texts differ or that are no part of the index.
        let some = listed.iter().map(|&(character, _)| character).step_by(10);
        let others = ('a'..='z').chain("ßǝŋհћ٩'·\u{AD}\u{301}ﷺ각Яяшбд中".chars());
        let (mut with, mut without) = (0, 0);
        for character in some.chain(others) {
            for similar in [false, true] {
                let found = confusables(character, similar);
                assert_eq!(found, Ok(judged(character, similar, &listed)), "{character:?} {similar}");
                if found == Ok(Vec::new()) { without += 1 } else { with += 1 }
            }
        }
        assert!(with > 1_000 && without > 1_000, "{with} {without}");
    }

    #[test]
    fn an_index_is_made_once() {
        let both =
            [CharacterIndex::shared(), CharacterIndex::shared()].map(|index| index.ok().map(core::ptr::from_ref));
        assert!(both[0].is_some() && both[0] == both[1]);
    }
}

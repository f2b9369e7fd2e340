//! The first look at a plain name: most names of a log look like nothing that is watched, and a few bits tell so.
//!
//! ```text
//! of each watched text:  fold its skeletons, and those of its form of IDNA2003, as those of suspected texts, and set
//!                        two bits by the hash of each
//! of a plain name:       fold and hash each part at once, letter by letter
//!                        unless both bits are set nothing that is watched looks like it
//! ```
//!
//! Texts that look alike by their letters have the same fold of suspected texts, as that of a fold is that of the text.

use super::similar::{PAIRS, plain};
use crate::domain::is_plain;
use crate::error::Error;
use crate::label::{MAX_NAME, holds_prefix};
use crate::{bounded, memory};

/// Bits for each text that is watched, so that few others meet one.
const BITS: usize = 32;

/// Bits of watched texts, a power of two of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Sieve {
    hashes: Vec<u64>,
    bits: Vec<u64>,
}

impl Sieve {
    /// Adds the fold of a watched text, as it is folded where it is suspected.
    pub(super) fn add(&mut self, folded: &[u8]) -> Result<(), Error> {
        memory::push(&mut self.hashes, mixed(folded.iter().fold(0, |hash, &octet| step(hash, octet))))
    }

    /// Makes the bits. Until then nothing is found.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        self.bits = memory::filled(0, bounded::mul(self.hashes.len(), BITS).next_power_of_two().div_ceil(64))?;
        for &hash in &self.hashes {
            let (at, own) = self.place(hash);
            if let Some(bits) = self.bits.get_mut(at) {
                *bits |= own;
            }
        }
        Ok(())
    }

    /// Returns whether a plain text may look like a watched one by its letters.
    pub(super) fn may_have(&self, text: &[u8]) -> bool {
        let (at, own) = self.place(mixed(folded_hash(text)));
        self.bits.get(at).is_some_and(|bits| bits & own == own)
    }

    /// The word of a hash, and its two bits there.
    fn place(&self, hash: u64) -> (usize, u64) {
        let high: u32 = bounded::to(hash >> 32);
        // The number of words is a power of two.
        (bounded::index(high) & self.bits.len().wrapping_sub(1), 1 << ((hash >> 26) & 63) | 1 << ((hash >> 20) & 63))
    }
}

fn step(hash: u64, octet: u8) -> u64 {
    (hash ^ u64::from(octet)).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn mixed(hash: u64) -> u64 {
    (hash ^ (hash >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// The hash of the fold of a plain text that is suspected: `m` stands for `rn` and all other pairs.
fn folded_hash(text: &[u8]) -> u64 {
    let (mut before, mut last, mut hash) = (0, 0, 0);
    for &octet in text {
        let letter = folded(octet);
        let pair = match letter {
            b'n' | b'v' | b'l' => PAIRS.iter().find(|(pair, ..)| *pair == [last, letter]),
            _ => None,
        };
        match pair {
            Some(&(_, one, _)) => last = one,
            None => (before, last) = (hash, letter),
        }
        hash = step(before, last);
    }
    hash
}

/// The letter that a letter, a digit or what stands between them is folded to. `m`, whose skeleton is `rn`, is itself.
pub(super) fn folded(octet: u8) -> u8 {
    match octet.to_ascii_lowercase() {
        b'0' => b'o',
        b'1' => b'l',
        letter => plain(letter.into()).unwrap_or(letter),
    }
}

/// Returns whether a name is plain: letters of ASCII, digits, hyphens, underscores and dots, none of them at its ends,
/// and no A-label. A wildcard before it is no part of what is looked up.
pub(super) fn plain_name(name: &str) -> Option<&[u8]> {
    let name = name.strip_prefix("*.").unwrap_or(name).as_bytes();
    // Most names are plain in this way.
    if is_plain(name) && !name.ends_with(b".") {
        return Some(name);
    }
    let is_between = |octet: &u8| matches!(octet, b'-' | b'_' | b'.');
    let has_ends = [name.first(), name.last()].iter().all(|end| end.is_some_and(u8::is_ascii_alphanumeric));
    let is_plain = has_ends
        && name.len() <= MAX_NAME
        && name.iter().all(|octet| octet.is_ascii_alphanumeric() || is_between(octet))
        && !holds_prefix(name);
    is_plain.then_some(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::memory::Growing;
    use crate::watch::similar::fold;
    use crate::watch::spellings::first_spelling;

    fn suspected(skeleton: &[u8]) -> Vec<u8> {
        let mut folded = Growing::default();
        fold(skeleton, true, &mut folded);
        folded.to_vec()
    }

    proptest! {
        #[test]
        fn the_hash_of_a_plain_text_is_that_of_its_fold(text in "[a-z0-9._-]{0,12}|[rnvclmi1]{0,12}") {
            let units: Vec<u32> = text.chars().map(u32::from).collect();
            let found = first_spelling(&units, |skeleton| {
                Ok(Some(suspected(skeleton).iter().fold(0, |hash, &octet| step(hash, octet))))
            });
            prop_assert_eq!(found, Ok(Some(folded_hash(text.as_bytes()))));
            prop_assert_eq!(folded_hash(text.to_uppercase().as_bytes()), folded_hash(text.as_bytes()));
        }

        /// Else a text that looks like a watched one would pass the sieve.
        #[test]
        fn a_fold_is_folded_as_its_text_is(text in "[rnvclmŋßǝi3'a]{0,12}") {
            for is_suspect in [false, true] {
                let mut once = Growing::default();
                fold(text.as_bytes(), is_suspect, &mut once);
                prop_assert_eq!(suspected(&once), suspected(text.as_bytes()));
            }
        }
    }
}

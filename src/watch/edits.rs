//! Words that are one edit away from watched ones: an insertion, a deletion, a substitution or two neighbours swapped.
//!
//! ```text
//! of each word:  note the word, and the word without each of its characters
//! of a text:     look up the text, and the text without each of its characters
//!                what meets has at most one edit more on each side: compare it character by character
//! ```
//!
//! A word of eight characters has nine notes of six octets, as the upper half of a hash is told by the place of its
//! note. Two bits for each hash say first whether a note can be there at all: for most texts the answer is no, ten
//! times, without a search. A hash without a character is made of those of what stands before and behind it, so that
//! all of them take two passes.

use crate::error::Error;
use crate::label::MAX_NAME;
use crate::{bounded, memory};

/// Shorter words are one edit away from too many others.
pub(super) const SHORTEST: usize = 6;
/// Bits for so many notes, a power of two.
const BITS: u32 = 1 << 25;

/// The words, by their notes. They are found once all words are there.
#[derive(Clone, Debug, Default)]
pub(super) struct NearWords {
    /// Notes that are in no order yet: a hash, and the number of the watched text.
    added: Vec<(u32, u32)>,
    /// Notes in the order of their hashes: the lower half of each, and the number.
    halves: Vec<u16>,
    numbers: Vec<u32>,
    /// Where the notes of each upper half begin, and the end of the last ones.
    starts: Vec<u32>,
    seen: Vec<u64>,
}

impl NearWords {
    /// Adds the word of a watched text with that number.
    pub(super) fn add<T: Copy + Into<u32>>(&mut self, word: &[T], number: u32) -> Result<(), Error> {
        if !(SHORTEST..=MAX_NAME).contains(&word.len()) {
            return Ok(());
        }
        if self.seen.is_empty() {
            self.seen = memory::filled(0, bounded::index(BITS / 64))?;
        }
        let (added, seen) = (&mut self.added, &mut self.seen);
        each_hash(word, |hash| {
            for (at, bit) in bits_of(hash) {
                if let Some(bits) = seen.get_mut(at) {
                    *bits |= bit;
                }
            }
            memory::push(added, (hash, number))
        })
    }

    /// Puts the notes in order. Until then nothing is found.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        let mut notes = core::mem::take(&mut self.added);
        if notes.is_empty() {
            return Ok(());
        }
        for (upper, ends) in (0..).zip(self.starts.windows(2)) {
            let &[start, end] = ends else { continue };
            for note in bounded::index(start)..bounded::index(end) {
                let hash = upper << 16 | u32::from(bounded::at(&self.halves, note));
                memory::push(&mut notes, (hash, bounded::at(&self.numbers, note)))?;
            }
        }
        notes.sort_unstable();
        notes.dedup();
        self.halves = memory::collected(notes.iter().map(|&(hash, _)| lower(hash)), notes.len())?;
        self.numbers = memory::collected(notes.iter().map(|&(_, number)| number), notes.len())?;
        let start = |upper| notes.partition_point(|&(hash, _)| hash >> 16 < upper);
        let starts = (0..=1 << 16).map(|upper| u32::try_from(start(upper)).unwrap_or(u32::MAX));
        self.starts = memory::collected(starts, (1 << 16) + 1)?;
        Ok(())
    }

    /// Hands over the numbers of watched texts whose word may be one edit away from a text.
    pub(super) fn each_near<T: Copy + Into<u32>>(
        &self,
        text: &[T],
        mut work: impl FnMut(u32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        // One character more or less than a word may have.
        if self.seen.is_empty() || !(bounded::sub(SHORTEST, 1)..=bounded::add(MAX_NAME, 1)).contains(&text.len()) {
            return Ok(());
        }
        each_hash(text, |hash| {
            if bits_of(hash).iter().any(|&(at, bit)| self.seen.get(at).is_none_or(|bits| bits & bit == 0)) {
                return Ok(());
            }
            let upper = bounded::index(hash >> 16);
            let Some(&[start, end]) = self.starts.get(upper..).and_then(|ends| ends.first_chunk()) else {
                return Ok(());
            };
            let notes = bounded::index(start)..bounded::index(end);
            let halves = bounded::part(&self.halves, notes.clone()).iter();
            let mut found = halves.zip(bounded::part(&self.numbers, notes));
            found.try_for_each(|(&half, &number)| if half == lower(hash) { work(number) } else { Ok(()) })
        })
    }
}

/// Hands over the hash of a word, and those of the word without each of its characters.
fn each_hash<T: Copy + Into<u32>>(word: &[T], mut work: impl FnMut(u32) -> Result<(), Error>) -> Result<(), Error> {
    // Any odd number with many digits, and the number that gives 1 with it.
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    const INVERSE: u64 = 0xF1DE_83E1_9937_733D;
    const { assert!(BASE.wrapping_mul(INVERSE) == 1, "modulo 2 to the 64") }
    let add = |hash: u64, power: u64, unit: T| {
        let unit: u32 = unit.into();
        hash.wrapping_add(power.wrapping_mul(u64::from(unit).wrapping_add(1)))
    };
    let whole = word.iter().fold((0, 1), |(hash, power), &unit| (add(hash, power, unit), power.wrapping_mul(BASE))).0;
    work(mixed(whole))?;
    // The sums of what stands before a character, and of what stands behind it, one place further to the front.
    let (mut before, mut behind, mut power) = (0_u64, whole, 1_u64);
    for &unit in word {
        // Behind are only multiples of the next power, and the inverse of BASE takes one power away.
        behind = behind.wrapping_sub(add(0, power, unit));
        work(mixed(before.wrapping_add(behind.wrapping_mul(INVERSE))))?;
        before = add(before, power, unit);
        power = power.wrapping_mul(BASE);
    }
    Ok(())
}

/// The bits of a hash mixed into half as many.
fn mixed(hash: u64) -> u32 {
    let hash = (hash ^ (hash >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bounded::to(hash >> 32)
}

const fn lower(hash: u32) -> u16 {
    let [one, other, ..] = hash.to_le_bytes();
    u16::from_le_bytes([one, other])
}

/// The places of two bits: of its lower digits, and of all of them.
fn bits_of(hash: u32) -> [(usize, u64); 2] {
    [hash, hash.rotate_left(13)].map(|hash| {
        let bit = hash % BITS;
        (bounded::index(bit / 64), 1 << (bit % 64))
    })
}

pub(super) fn is_one_edit(one: &[u32], other: &[u32]) -> bool {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (one, other) = (bounded::rest(one, same), bounded::rest(other, same));
    match (one, other) {
        ([], [_]) | ([_], []) => true,
        ([a, one @ ..], [b, other @ ..]) => {
            let is_swapped = match (one, other) {
                ([c, one @ ..], [d, other @ ..]) => a == d && b == c && one == other,
                _ => false,
            };
            is_swapped
                || one == other
                || one.iter().eq([b].into_iter().chain(other))
                || [a].into_iter().chain(one).eq(other)
        }
        _ => false,
    }
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
mod tests {
    use super::{NearWords, each_hash, is_one_edit};
    use crate::memory;

    /// The distance of Damerau and Levenshtein with adjacent swaps, as its recurrence is written.
    fn distance(one: &[u32], other: &[u32]) -> usize {
        match (one, other) {
            ([], rest) | (rest, []) => rest.len(),
            ([a, one_rest @ ..], [b, other_rest @ ..]) => {
                let mut least = distance(one_rest, other_rest) + usize::from(a != b);
                least = least.min(distance(one_rest, other) + 1).min(distance(one, other_rest) + 1);
                if let ([c, one_rest @ ..], [d, other_rest @ ..]) = (one_rest, other_rest)
                    && a == d
                    && b == c
                {
                    least = least.min(distance(one_rest, other_rest) + 1);
                }
                least
            }
        }
    }

    fn words(length: usize) -> Vec<Vec<u32>> {
        let more = |words: Vec<Vec<u32>>| {
            words.into_iter().flat_map(|word| (0..3).map(move |unit| [&*word, &[unit]].concat()))
        };
        (0..length).fold(vec![vec![]], |words, _| more(words).collect())
    }

    #[test]
    fn one_edit_is_a_distance_of_one() {
        let all: Vec<Vec<u32>> = (0..5).flat_map(words).collect();
        for one in &all {
            for other in &all {
                assert_eq!(is_one_edit(one, other), distance(one, other) == 1, "{one:?} {other:?}");
            }
        }
    }

    /// The hash without a character is that of the word made without it.
    #[test]
    fn a_hash_without_a_character_is_that_of_the_rest() {
        let word: Vec<u32> = "prennera".chars().map(u32::from).collect();
        let hashes = |word: &[u32]| {
            let mut found = Vec::new();
            assert_eq!(each_hash(word, |hash| memory::push(&mut found, hash)), Ok(()));
            found
        };
        let without = (0..word.len()).map(|place| {
            let mut rest = word.clone();
            rest.remove(place);
            hashes(&rest).remove(0)
        });
        assert!(hashes(&word).into_iter().skip(1).eq(without));
    }

    #[test]
    fn every_edit_of_a_word_is_found() {
        let word: Vec<u32> = (0..7).collect();
        let mut edits = NearWords::default();
        assert_eq!(edits.add(&word, 5), Ok(()));
        assert_eq!(edits.add(&[1_u32, 2, 3, 4, 5], 6), Ok(()));
        // A second order goes on from the first.
        assert_eq!(edits.finish(), Ok(()));
        assert_eq!(edits.add(&[9_u32, 9, 9, 9, 9, 9, 9, 9], 7), Ok(()));
        assert_eq!(edits.finish(), Ok(()));
        let near = |text: &[u32]| {
            let mut found = Vec::new();
            assert_eq!(
                edits.each_near(text, |number| {
                    found.push(number);
                    Ok(())
                }),
                Ok(())
            );
            found.dedup();
            found
        };
        for place in 0..7 {
            let mut edited = word.clone();
            edited.remove(place);
            assert_eq!(near(&edited), [5]);
            edited.insert(place, 9);
            assert_eq!(near(&edited), [5]);
            edited.insert(place, word[place]);
            assert_eq!(near(&edited), [5]);
        }
        for place in 0..6 {
            let mut swapped = word.clone();
            swapped.swap(place, place + 1);
            assert_eq!(near(&swapped), [5]);
        }
        assert!(near(&[1, 2, 3, 4]).is_empty());
        assert_eq!(near(&[9; 7]), [7]);
    }
}

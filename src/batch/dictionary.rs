//! Dictionaries: keys that name values, each value once.

use std::hash::{BuildHasher, RandomState};

use super::bits::{self, Bits};
use super::engine::Layout;
use super::fault::ColumnFault;
use super::pause::{BLOCK, filled};
use super::strings::{Offset, Strings, Texts};
use crate::error::Error;
use crate::{bounded, memory};

/// A key, read without a sign: one that is negative names no value.
pub(crate) trait Key: Copy + Default + Send + Sync + 'static {
    fn place(self) -> usize;
    fn at(place: usize) -> Self;
}

macro_rules! keys {
    ($($type:ty)*) => {
        $(impl Key for $type {
            #[inline(always)]
            fn place(self) -> usize {
                // One that is beyond all places names no value.
                usize::try_from(self).unwrap_or(usize::MAX)
            }
            #[inline(always)]
            fn at(place: usize) -> Self {
                bounded::to(place)
            }
        })*
    };
}

keys!(u8 u16 u32 u64);

/// The distinct values of a dictionary.
pub(crate) struct Unique {
    /// The place of each value among those that stay; [`Unique::NULL`] for one that is null.
    pub(crate) places: Vec<u32>,
    /// Those that stay, in their order: the first of each that are equal.
    pub(crate) firsts: Vec<u32>,
}

impl Unique {
    pub(crate) const NULL: u32 = u32::MAX;

    /// Returns whether all values stay.
    pub(crate) fn is_all(&self) -> bool {
        self.firsts.len() == self.places.len()
    }

    /// The place of a value among those that stay.
    #[inline]
    pub(crate) fn place(&self, value: usize) -> Option<usize> {
        let place = self.places.get(value).copied().filter(|&place| place != Self::NULL)?;
        usize::try_from(place).ok()
    }
}

/// A hash that nobody can foresee who does not know the seeds: the halves of a product folded for each eight octets.
fn hash(octets: &[u8], [seed, factor]: [u64; 2]) -> u64 {
    let (eights, rest) = octets.as_chunks::<8>();
    let mut last = [0; 8];
    if let Some(beginning) = bounded::some(last.get_mut(..rest.len())) {
        beginning.copy_from_slice(rest);
    }
    let folded = |hash: u64, eight: &[u8; 8]| {
        let product = bounded::mul(u128::from(hash ^ u64::from_le_bytes(*eight)), factor.into());
        let low: u64 = bounded::to(product & u128::from(u64::MAX));
        low ^ bounded::to::<u64>(product >> 64)
    };
    let length: u64 = bounded::to(octets.len());
    eights.iter().chain([&last, &length.to_le_bytes()]).fold(seed, folded) >> 8
}

/// Finds which values are equal. `pause` is told the octets that were looked at.
pub(crate) fn unique<L: Layout, E: From<ColumnFault> + From<Error>>(
    values: &L,
    pause: impl FnMut(usize) -> Result<(), E>,
) -> Result<Unique, E> {
    let is_valid = |value: usize| values.validity().is_none_or(|validity| validity.get(value));
    unique_of(values.count(), &|value| if is_valid(value) { values.row(value) } else { None }, pause)
}

/// Finds which of so many values are equal. `text` is the octets of a value, nothing for null.
fn unique_of<'a, E: From<ColumnFault> + From<Error>>(
    count: usize,
    text: &dyn Fn(usize) -> Option<&'a [u8]>,
    mut pause: impl FnMut(usize) -> Result<(), E>,
) -> Result<Unique, E> {
    let last = u32::try_from(count).map_err(|_| ColumnFault::TooLong)?;
    let mut unique = Unique { places: memory::reserved(count)?, firsts: memory::reserved(count)? };
    // Saturating: what no address space has is refused.
    let size = count.saturating_mul(2).checked_next_power_of_two().ok_or(ColumnFault::OutOfMemory)?;
    // The places of the values that stay, where their hashes lead to or behind that.
    let mut table = filled(Unique::NULL, size, &mut pause)?;
    let seeds = [0, 1].map(|number: u8| RandomState::new().hash_one(number) | 1);
    for value in 0..last {
        let octets = text(bounded::index(value));
        pause(octets.map_or(0, <[u8]>::len))?;
        let Some(octets) = octets else {
            unique.places.push(Unique::NULL);
            continue;
        };
        let mut slot = hash(octets, seeds);
        let place = loop {
            slot &= bounded::to::<u64>(bounded::sub(size, 1));
            let place = bounded::at(&table, bounded::index(slot));
            if place == Unique::NULL {
                let new = bounded::to(unique.firsts.len());
                bounded::put(&mut table, bounded::index(slot), new);
                unique.firsts.push(value);
                break new;
            }
            let first = bounded::at(&unique.firsts, bounded::index(place));
            if text(bounded::index(first)) == Some(octets) {
                break place;
            }
            slot = bounded::add(slot, 1);
        };
        unique.places.push(place);
    }
    Ok(unique)
}

/// The keys of the values that stay, and which rows are not null.
pub(crate) fn remapped<K: Key, E: From<Error>>(
    keys: &[K],
    validity: Option<Bits<'_>>,
    unique: &Unique,
    mut pause: impl FnMut(usize) -> Result<(), E>,
) -> Result<(Vec<K>, Vec<u8>), E> {
    let mut new = memory::reserved(keys.len())?;
    let mut valid = validity.map_or_else(|| bits::ones(keys.len()), |bits| bits.copied(keys.len()))?;
    for block in keys.chunks(BLOCK) {
        for (row, key) in (new.len()..).zip(block) {
            let is_null = validity.is_some_and(|validity| !validity.get(row));
            let place = if is_null { None } else { unique.place(key.place()) };
            if place.is_none() {
                bits::clear(&mut valid, row);
            }
            // A null names the first value, whether there is one or not.
            new.push(K::at(place.unwrap_or_default()));
        }
        pause(size_of_val(block))?;
    }
    Ok((new, valid))
}

/// The first key that names none of so many values.
pub(crate) fn verify<K: Key, E: From<ColumnFault>>(
    keys: &[K],
    validity: Option<Bits<'_>>,
    values: usize,
    mut pause: impl FnMut(usize) -> Result<(), E>,
) -> Result<(), E> {
    let is_valid = |row: usize| validity.is_none_or(|validity| validity.get(row));
    let mut start = 0;
    for block in keys.chunks(BLOCK) {
        let mut is_suspect = false;
        for key in block {
            is_suspect |= key.place() >= values;
        }
        let mut rows = (start..).zip(block);
        if is_suspect && let Some((row, _)) = rows.find(|&(row, key)| key.place() >= values && is_valid(row)) {
            return Err(ColumnFault::Key(row).into());
        }
        start = bounded::add(start, block.len());
        pause(size_of_val(block))?;
    }
    Ok(())
}

/// The texts of some rows; an empty one where there is none.
pub(crate) fn gather<O: Offset, E: From<ColumnFault> + From<Error>>(
    strings: &Strings<'_, O>,
    rows: &[u32],
    mut pause: impl FnMut(usize) -> Result<(), E>,
) -> Result<Texts<O>, E> {
    let row = |row: u32| strings.row(bounded::index(row)).unwrap_or_default();
    let mut size = 0_usize;
    for block in rows.chunks(BLOCK) {
        // Saturating: what no offset can tell is refused.
        size = block.iter().fold(size, |size, &value| size.saturating_add(row(value).len()));
        pause(size_of_val(block))?;
    }
    if size > O::MOST {
        return Err(ColumnFault::TooLong.into());
    }
    let mut offsets = memory::reserved(bounded::add(rows.len(), 1))?;
    let mut data = memory::reserved(size)?;
    offsets.push(O::default());
    for &value in rows {
        let text = row(value);
        data.extend_from_slice(text);
        offsets.push(O::at(data.len()));
        pause(text.len())?;
    }
    Ok(Texts { offsets, data })
}

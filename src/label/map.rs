//! Mapping and normalization (UTS #46 section 4 steps 1 and 2, or nameprep), before the validity criteria.

use core::ops::Range;

use super::older::replaced;
use super::rules::{Refused, length, refused_anywhere};
use super::task::Task;
use super::vanishing::vanishes;
use crate::bounded;
use crate::error::Error;
use crate::memory::{self, Growing, Refusals};
use crate::profile::{Profile, Rules};
use crate::unicode::{
    LONG_RUN, Props, Uts46Status, deviation, mapping, nameprep_map, nameprep_mapping, rfc5895_map, uts46_map,
};

/// Maps and normalizes a label without a long run of marks, as long as `output` wants more of it: UTS #46 section 4
/// steps 1 and 2, nameprep, or RFC 5895 section 2. IDNA2008 alone maps nothing.
///
/// Not generic, as the normalizers are large.
pub(super) fn map(
    label: &mut dyn Iterator<Item = u32>,
    profile: &Profile,
    memory: &Refusals,
    output: &mut dyn FnMut(u32) -> bool,
) {
    if profile.older().is_some() {
        let newest = Profile { unicode: None, ..*profile };
        return map(&mut label.flat_map(|unit| replaced(unit, profile)), &newest, memory, output);
    }
    match profile.rules {
        Rules::Uts46 => {
            let mut replaced;
            let label = if profile.transitional_processing {
                replaced = label.flat_map(transitional);
                &mut replaced
            } else {
                label
            };
            uts46_map(label).take_while(|&unit| output(unit)).for_each(drop);
        }
        Rules::Idna2008 if profile.rfc5895_mapping => {
            rfc5895_map(label).take_while(|&unit| output(unit)).for_each(drop);
        }
        Rules::Idna2008 => label.take_while(|&unit| output(unit)).for_each(drop),
        Rules::Idna2003 => {
            if nameprep_map(label, output).is_err() {
                memory.note();
            }
        }
    }
}

/// Returns whether a label may be mapped to a long run of marks, which the normalizer must not be given.
pub(super) fn has_long_run_of_marks(label: impl Iterator<Item = u32>, profile: &Profile) -> bool {
    let mut run = 0_usize;
    let mut kept = label.filter(|&unit| !vanishes(unit, profile));
    kept.any(|unit| {
        run = if may_be_mark(unit) { bounded::add(run, 1) } else { 0 };
        run > LONG_RUN
    })
}

/// Returns whether what a code point is mapped to may begin with a mark.
fn may_be_mark(unit: u32) -> bool {
    let props = Props::of(unit);
    // A code point that has an entry in `mapping` is mapped to starters.
    props.combining_class() != 0 || (props.uts46_status() != Uts46Status::Valid && mapping(unit).is_none())
}

/// Maps a label as [`map`] does, by tables, without the normalizer. Returns false, with `output` unspecified, where a
/// character may compose with another one.
///
/// A text of starters whose `NFC_Quick_Check` is yes is NFC (UAX #15 section 9).
pub(super) fn map_without_normalizing(label: &[u32], profile: &Profile, output: &mut Growing<u32>) -> bool {
    const UTS46: u32 = Props::MAY_NOT_BE_NFC | Props::NOT_VALID_UTS46;
    let changes = match profile.rules {
        Rules::Uts46 if !profile.transitional_processing && profile.older().is_none() => UTS46,
        Rules::Idna2003 => Props::NOT_PREPARED,
        Rules::Uts46 | Rules::Idna2008 => return false,
    };
    let mapping = if profile.rules == Rules::Uts46 { mapping } else { nameprep_mapping };
    label.iter().all(|&unit| {
        if Props::of(unit).bits() & changes == 0 {
            output.push(unit);
        } else if let Some(text) = mapping(unit) {
            output.extend_from_slice(text);
        } else {
            return vanishes(unit, profile);
        }
        true
    })
}

/// Returns what transitional processing makes of a code point before it is mapped.
fn transitional(unit: u32) -> impl Iterator<Item = u32> {
    // U+1E9E is mapped to U+00DF, which is a deviation character.
    let replaced = deviation(if unit == 0x1E9E { 0xDF } else { unit });
    let kept = replaced.is_none().then_some(unit);
    // Without a replacement the code point is kept.
    replaced.unwrap_or_default().chars().map(u32::from).chain(kept)
}

/// The mapped label. ASCII is kept whole, in octets, as it may be an A-label or need no encoding; other text is kept up
/// to one code point more than fits, which is enough to refuse it.
#[derive(Default)]
pub(super) struct Mapped {
    /// All of it, as long as all of it is ASCII.
    pub(super) ascii: Growing<u8>,
    /// All of it, if not all of it is ASCII, or one code point more than fit.
    pub(super) text: Growing<u32>,
}

impl Mapped {
    /// Appends a code point. Returns whether more of them are wanted.
    #[inline]
    pub(super) fn push(&mut self, unit: u32, limit: usize) -> bool {
        if self.text.is_empty() {
            if let Some(octet) = u8::try_from(unit).ok().filter(u8::is_ascii) {
                self.ascii.push(octet);
                return !self.ascii.is_refused();
            }
            self.text.extend(self.ascii.iter().copied().map(u32::from).take(limit));
            self.ascii.clear();
        }
        self.text.push(unit);
        self.text.len() <= limit && !self.text.is_refused()
    }

    /// A part of it, in code points.
    pub(super) fn part(&self, range: Range<usize>) -> Result<Vec<u32>, Error> {
        let octets = self.ascii.get(range.clone()).unwrap_or_default().iter().copied().map(u32::from);
        let units = self.text.get(range.clone()).unwrap_or_default().iter().copied();
        memory::collected(octets.chain(units), range.len())
    }

    /// Returns whether there was no memory for it.
    pub(super) const fn is_refused(&self) -> bool {
        self.ascii.is_refused() || self.text.is_refused()
    }
}

/// Maps a label as [`map`] does, as far as it can fit and be accepted. Refuses it where it cannot be accepted, or where
/// there is no memory for it.
///
/// One character may be mapped to eighteen, so what is refused is not mapped to its end.
pub(super) fn map_bounded(label: &mut dyn Iterator<Item = u32>, task: &Task<'_>) -> Result<Mapped, Refused> {
    let (limit, fatal) = (length::max_text(task.profile), refused_anywhere(task.profile));
    let (mut mapped, mut is_refused) = (Mapped::default(), false);
    map(label, task.profile, task.memory, &mut |unit| {
        is_refused |= Props::of(unit).bits() & fatal != 0;
        !is_refused && mapped.push(unit, limit)
    });
    if mapped.is_refused() {
        task.memory.note();
    }
    if is_refused || task.memory.any() { Err(Refused) } else { Ok(mapped) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mapped(label: &[u32], profile: &Profile) -> Vec<u32> {
        let mut output = Vec::new();
        map(&mut label.iter().copied(), profile, &Refusals::default(), &mut |unit| {
            output.push(unit);
            true
        });
        output
    }

    #[test]
    fn every_code_point_is_mapped_by_tables_as_by_the_normalizer() {
        let mut output = Growing::default();
        for (profile, least) in [(&Profile::UTS46, 100_000), (&Profile::IDNA2003, 80_000)] {
            let mut count = 0;
            for unit in 0..0x11_0000 {
                output.clear();
                if map_without_normalizing(&[unit], profile, &mut output) {
                    assert_eq!(*output, mapped(&[unit], profile), "U+{unit:04X}");
                    count += 1;
                }
            }
            assert!(count > least, "{count}");
        }
    }

    proptest! {
        #[test]
        fn labels_are_mapped_by_tables_as_by_the_normalizer(label in "([a-zA-ZÄ-öΑ-ώà-ỹ①-㍿가-힣ﬁ-ﭏＡ-Ｚ𝐀-𝟿]|\\PC){0,12}") {
            let label: Vec<u32> = label.chars().map(u32::from).collect();
            for profile in [&Profile::UTS46, &Profile::IDNA2003] {
                let mut output = Growing::default();
                if map_without_normalizing(&label, profile, &mut output) {
                    prop_assert_eq!(&*output, mapped(&label, profile));
                }
            }
        }
    }
}

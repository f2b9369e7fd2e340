//! What a label is mapped to before it is judged.

use smallvec::SmallVec;

use super::Ascii;
use crate::profile::{Profile, Rules};
use crate::unicode::{Props, Uts46Status, is_removed, mapping, nameprep_map, nameprep_mapping, uts46_map};

/// Code points of a label: most fit without an allocation.
pub(super) type CodePoints = SmallVec<[u32; 64]>;

/// Maps and normalizes a label, appending to `output`: UTS #46 section 4 steps 1 and 2, or nameprep. IDNA2008 maps
/// nothing.
pub(super) fn map(label: impl Iterator<Item = u32>, profile: &Profile, output: &mut impl Extend<u32>) {
    match profile.rules {
        Rules::Uts46 if profile.transitional_processing => {
            output.extend(uts46_map(label.flat_map(|unit| transitional(unit).iter().copied().chain(kept(unit)))));
        }
        Rules::Uts46 => output.extend(uts46_map(label)),
        Rules::Idna2008 => output.extend(label),
        Rules::Idna2003 => nameprep_map(label, output),
    }
}

/// Maps a label as [`map`] does, but stops when the result is not ASCII and has more than `limit` code points: then it
/// cannot fit, and what follows changes nothing.
pub(super) fn map_up_to(limit: usize, label: impl Iterator<Item = u32>, profile: &Profile, output: &mut Vec<u32>) {
    if profile.rules == Rules::Uts46 && !profile.transitional_processing {
        let mut is_ascii = true;
        for unit in uts46_map(label) {
            is_ascii &= unit < 0x80;
            output.push(unit);
            if !is_ascii && output.len() > limit {
                return;
            }
        }
    } else {
        map(label, profile, output);
    }
}

/// Maps a label as [`map`] does where no two of its characters can compose, without the normalizer. Says whether that is
/// so; if not, what it leaves in `output` means nothing.
///
/// What consists of starters whose `NFC_Quick_Check` is yes is NFC (UAX #15 section 9).
pub(super) fn map_apart(label: &[u32], profile: &Profile, output: &mut Vec<u32>) -> bool {
    const UTS46: u32 = Props::CCC | Props::NOT_QUICK_NFC | Props::NOT_VALID_UTS46;
    let changes = match profile.rules {
        Rules::Uts46 if !profile.transitional_processing => UTS46,
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

/// What transitional processing puts in the place of a deviation character (UTS #46 section 4 step 1).
fn transitional(unit: u32) -> &'static [u32] {
    match unit {
        0xDF | 0x1E9E => &[0x73, 0x73],
        0x3C2 => &[0x3C3],
        _ => &[],
    }
}

/// A code point that is no deviation character.
fn kept(unit: u32) -> Option<u32> {
    (Props::of(unit).bits() & Props::DEVIATION == 0).then_some(unit)
}

/// Whether mapping leaves nothing of a code point.
pub(super) fn vanishes(unit: u32, profile: &Profile) -> bool {
    match profile.rules {
        Rules::Uts46 => {
            let props = Props::of(unit);
            let joiner = profile.transitional_processing && props.bits() & Props::JOINER != 0;
            joiner || props.uts46_status() == Uts46Status::Ignored
        }
        Rules::Idna2008 => false,
        Rules::Idna2003 => is_removed(unit),
    }
}

/// What a label is mapped to, however long it is: its ASCII in octets, for there is no end to a label that is mapped to
/// ASCII; else no more of it than tells that it cannot fit.
#[derive(Default)]
pub(super) struct Mapped {
    /// All of it, as long as all of it is ASCII.
    pub(super) ascii: Ascii,
    /// All of it, if not all of it is ASCII, or one code point more than fit.
    pub(super) text: Vec<u32>,
}

impl Mapped {
    /// Appends a code point, and says whether another one would change anything.
    #[inline]
    pub(super) fn push(&mut self, unit: u32, limit: usize) -> bool {
        if self.text.is_empty() {
            if let Some(octet) = u8::try_from(unit).ok().filter(u8::is_ascii) {
                self.ascii.push(octet);
                return true;
            }
            self.text.extend(self.ascii.drain(..).map(u32::from).take(limit));
        }
        self.text.push(unit);
        self.text.len() <= limit
    }
}

/// Maps a label as [`map`] does, as far as it can fit.
pub(super) fn map_long(limit: usize, label: &mut dyn Iterator<Item = u32>, profile: &Profile, mapped: &mut Mapped) {
    map(label, profile, &mut Bounded { mapped, limit });
}

struct Bounded<'a> {
    mapped: &'a mut Mapped,
    limit: usize,
}

impl Extend<u32> for Bounded<'_> {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, units: I) {
        // Where nothing more counts, the rest is not even mapped.
        let _all = units.into_iter().all(|unit| self.mapped.push(unit, self.limit));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mapped(label: &[u32], profile: &Profile) -> Vec<u32> {
        let mut output = Vec::new();
        map(label.iter().copied(), profile, &mut output);
        output
    }

    #[test]
    fn every_code_point_is_mapped_apart_as_by_the_normalizer() {
        let mut output = Vec::new();
        for (profile, least) in [(&Profile::UTS46, 100_000), (&Profile::IDNA2003, 80_000)] {
            let mut count = 0;
            for unit in 0..0x11_0000 {
                output.clear();
                if map_apart(&[unit], profile, &mut output) {
                    assert_eq!(output, mapped(&[unit], profile), "U+{unit:04X}");
                    count += 1;
                }
            }
            assert!(count > least, "{count}");
        }
    }

    proptest! {
        #[test]
        fn labels_are_mapped_apart_as_by_the_normalizer(label in "([a-zA-ZÄ-öΑ-ώà-ỹ①-㍿가-힣ﬁ-ﭏＡ-Ｚ𝐀-𝟿]|\\PC){0,12}") {
            let label: Vec<u32> = label.chars().map(u32::from).collect();
            for profile in [&Profile::UTS46, &Profile::IDNA2003] {
                let mut output = Vec::new();
                if map_apart(&label, profile, &mut output) {
                    prop_assert_eq!(output, mapped(&label, profile));
                }
            }
        }
    }
}

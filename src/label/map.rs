//! What a label is mapped to before it is judged.

use smallvec::SmallVec;

use super::input::Input;
use super::origins::map_with_origins;
use super::rules::refused_anywhere;
use super::task::{Ascii, Task};
use crate::memory::{Growing, Refusals};
use crate::profile::{Profile, Rules};
use crate::unicode::{
    LONG_RUN, Props, Uts46Status, has_long_run, is_removed, mapping, nameprep_map, nameprep_mapping, uts46_map,
};

/// Code points of a label: most fit without an allocation.
pub(super) type CodePoints = SmallVec<[u32; 64]>;

/// Maps and normalizes a label without a long run of marks, appending to `output`: UTS #46 section 4 steps 1 and 2, or
/// nameprep. IDNA2008 maps nothing.
pub(super) fn map(
    mut label: impl Iterator<Item = u32>,
    profile: &Profile,
    memory: &Refusals,
    output: &mut impl Extend<u32>,
) {
    match profile.rules {
        Rules::Uts46 if profile.transitional_processing => {
            let mut label = label.flat_map(|unit| transitional(unit).iter().copied().chain(kept(unit)));
            output.extend(uts46_map(&mut label));
        }
        Rules::Uts46 => output.extend(uts46_map(&mut label)),
        Rules::Idna2008 => output.extend(label),
        Rules::Idna2003 => {
            if nameprep_map(&mut label, &mut |unit| output.extend([unit])).is_err() {
                memory.note();
            }
        }
    }
}

/// Whether a label may be mapped to a long run of marks, which the normalizer must not be given.
pub(super) fn has_long_run_of_marks(label: impl Iterator<Item = u32>, profile: &Profile) -> bool {
    let mut run = 0_usize;
    let mut kept = label.filter(|&unit| !vanishes(unit, profile));
    kept.any(|unit| {
        run = if may_be_mark(unit) { run.saturating_add(1) } else { 0 };
        run > LONG_RUN
    })
}

/// Whether what a code point is mapped to may begin with a mark.
fn may_be_mark(unit: u32) -> bool {
    let props = Props::of(unit);
    // What is listed is mapped to starters.
    props.combining_class() != 0 || (props.uts46_status() != Uts46Status::Valid && mapping(unit).is_none())
}

/// Maps a label as [`map`] does, but stops when the result is not ASCII and has more than `limit` code points: then it
/// cannot fit, and what follows changes nothing.
/// Asked of short labels only.
pub(super) fn map_up_to(limit: usize, label: &[u32], task: Task<'_>, output: &mut Vec<u32>) {
    let (profile, mut label) = (task.profile, label.iter().copied());
    if profile.rules == Rules::Uts46 && !profile.transitional_processing {
        let mut is_ascii = true;
        for unit in uts46_map(&mut label) {
            is_ascii &= unit < 0x80;
            output.push(unit);
            if !is_ascii && output.len() > limit {
                return;
            }
        }
    } else {
        map(label, profile, task.memory, output);
    }
}

/// Maps a label as [`map`] does where no two of its characters can compose, without the normalizer. Says whether that
/// is so; if not, what it leaves in `output` means nothing.
///
/// What consists of starters whose `NFC_Quick_Check` is yes is NFC (UAX #15 section 9).
pub(super) fn map_without_normalizing(label: &[u32], profile: &Profile, output: &mut Vec<u32>) -> bool {
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

/// Whether mapping leaves nothing of a label before a name is broken into its labels. That is the order of UTS #46
/// section 4; RFC 3490 section 4 maps label by label.
pub(crate) fn is_mapped_away<T: Input + ?Sized>(label: &T, profile: &Profile) -> bool {
    profile.rules == Rules::Uts46 && label.code_points().all(|unit| vanishes(unit, profile))
}

/// What a label is mapped to, however long it is: its ASCII in octets, for there is no end to a label that is mapped to
/// ASCII; else no more of it than tells that it cannot fit.
#[derive(Default)]
pub(super) struct Mapped {
    /// All of it, as long as all of it is ASCII.
    pub(super) ascii: Ascii,
    /// All of it, if not all of it is ASCII, or one code point more than fit.
    pub(super) text: Growing<u32>,
    /// Whether there was no memory for the ASCII.
    is_refused: bool,
}

impl Mapped {
    /// Appends a code point, and says whether another one would change anything.
    #[inline]
    pub(super) fn push(&mut self, unit: u32, limit: usize) -> bool {
        if self.text.is_empty() {
            if let Some(octet) = u8::try_from(unit).ok().filter(u8::is_ascii) {
                self.is_refused = self.ascii.try_reserve(1).is_err();
                if !self.is_refused {
                    self.ascii.push(octet);
                }
                return !self.is_refused;
            }
            self.text.extend(self.ascii.drain(..).map(u32::from).take(limit));
        }
        self.text.push(unit);
        self.text.len() <= limit && !self.text.is_refused()
    }

    /// Whether there was no memory for it.
    pub(super) const fn is_refused(&self) -> bool {
        self.is_refused || self.text.is_refused()
    }
}

/// Maps a label as [`map`] does, as far as it can fit and be accepted. Nothing where it cannot be accepted, or where
/// there is no memory for it.
///
/// One character may be mapped to eighteen, so what is refused is not mapped to its end.
pub(super) fn map_long(limit: usize, label: &mut dyn Iterator<Item = u32>, task: Task<'_>) -> Option<Mapped> {
    let mut mapped = Mapped::default();
    let mut bounded = Bounded { mapped: &mut mapped, limit, fatal: refused_anywhere(task.profile), is_refused: false };
    map(label, task.profile, task.memory, &mut bounded);
    let is_refused = bounded.is_refused;
    if mapped.is_refused() {
        task.memory.note();
    }
    Some(mapped).filter(|_| !is_refused && !task.memory.any())
}

struct Bounded<'a> {
    mapped: &'a mut Mapped,
    limit: usize,
    fatal: u32,
    is_refused: bool,
}

impl Extend<u32> for Bounded<'_> {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, units: I) {
        // Where nothing more counts, the rest is not even mapped.
        let _all = units.into_iter().all(|unit| {
            self.is_refused |= Props::of(unit).bits() & self.fatal != 0;
            !self.is_refused && self.mapped.push(unit, self.limit)
        });
    }
}

/// Whether the text is what mapping makes of it.
pub(super) fn maps_to_itself(text: &[u32], task: Task<'_>) -> bool {
    let Task { profile, memory, .. } = task;
    if has_long_run(text) {
        let (mapped, _) = map_with_origins(usize::MAX, usize::MAX, &mut text.iter().copied(), profile, memory);
        return !memory.any() && *mapped.text == *text;
    }
    let mut rest = Compared { text, is_equal: true };
    map(text.iter().copied(), profile, memory, &mut rest);
    rest.is_equal && rest.text.is_empty()
}

/// What is still to come of a text that is compared, and whether all was equal so far.
struct Compared<'a> {
    text: &'a [u32],
    is_equal: bool,
}

impl Extend<u32> for Compared<'_> {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, units: I) {
        for unit in units {
            match self.text.split_first() {
                Some((&next, rest)) if next == unit && self.is_equal => self.text = rest,
                _ => self.is_equal = false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mapped(label: &[u32], profile: &Profile) -> Vec<u32> {
        let mut output = Vec::new();
        map(label.iter().copied(), profile, &Refusals::default(), &mut output);
        output
    }

    #[test]
    fn every_code_point_is_mapped_apart_as_by_the_normalizer() {
        let mut output = Vec::new();
        for (profile, least) in [(&Profile::UTS46, 100_000), (&Profile::IDNA2003, 80_000)] {
            let mut count = 0;
            for unit in 0..0x11_0000 {
                output.clear();
                if map_without_normalizing(&[unit], profile, &mut output) {
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
                if map_without_normalizing(&label, profile, &mut output) {
                    prop_assert_eq!(output, mapped(&label, profile));
                }
            }
        }
    }
}

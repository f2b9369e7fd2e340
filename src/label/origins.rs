//! Mapping that keeps the origin of each code point: its place in the label as it came, to which an error points.

use smallvec::SmallVec;

use super::map::{Mapped, map};
use super::older::refusal_of_version;
use super::prefix;
use super::rules::refused_anywhere;
use super::task::Task;
use crate::memory::{Neighbours, Refusals};
use crate::profile::{Profile, Rules};
use crate::unicode::{JoiningType, Props, TaggedPiece, Uts46Status, begins_piece, has_long_run, is_unassigned};

/// For each code point of the mapped label its place in the label as it came, in little more than an octet each: a
/// label that is mapped to ASCII is kept whole, however long it is.
pub(super) type Origins = Neighbours;

/// Maps a label as [`map`] does and says for each code point of the result at which place of the label it came from.
///
/// A composed code point came from the first of the characters that it is composed of ([`TaggedPiece`]). In the place
/// of U+FFFD, which stands for a disallowed character, that character is given. It stops where the result cannot fit,
/// and where it holds `enough` code points that are refused whatever follows.
///
/// A label falls into pieces that normalization never joins: each begins with a character that composes with nothing
/// before it. A piece of several characters is decomposed, put in order and composed here, each code point with its
/// place, for the normalizer tells no places. No memory is taken but what may be refused.
pub(super) fn map_with_origins(
    limit: usize,
    enough: usize,
    label: &mut dyn Iterator<Item = u32>,
    profile: &Profile,
    memory: &Refusals,
) -> (Mapped, Origins) {
    // Only where no check that depends on the whole label comes first: its length, the hyphen at its end, or the rule
    // for ASCII of the profile DNS.
    let may_end_early = !profile.verify_dns_length && !profile.check_hyphens && !profile.pass_ascii;
    let mut mapping = Mapping {
        profile,
        memory,
        limit,
        fatal: if may_end_early { refused_anywhere(profile) } else { 0 },
        wanted: enough,
        result: Mapped::default(),
        is_full: false,
        origins: Origins::default(),
    };
    let (mut piece, mut alone) = (TaggedPiece::default(), CodePoints::new());
    for (place, unit) in label.enumerate() {
        let kind = mapping.kind(unit, &mut alone);
        if !matches!(kind, OriginKind::Follower) {
            piece.end(|unit, place| mapping.push(unit, place));
        }
        if matches!(kind, OriginKind::Apart) {
            mapping.push(unit, place);
        } else if piece.push(place, &alone).is_err() {
            mapping.refuse();
        }
        if mapping.is_full {
            break;
        }
    }
    piece.end(|unit, place| mapping.push(unit, place));
    (mapping.result, mapping.origins)
}

/// Returns whether the text is what mapping makes of it.
pub(super) fn maps_to_itself(text: &[u32], task: &Task<'_>) -> bool {
    let Task { profile, memory, .. } = task;
    let label = &mut text.iter().copied();
    if has_long_run(text) {
        let (mapped, _) = map_with_origins(usize::MAX, usize::MAX, label, profile, memory);
        return !memory.any() && *mapped.text == *text;
    }
    let (mut rest, mut is_equal) = (text.iter(), true);
    map(label, profile, memory, &mut |unit| {
        is_equal = rest.next() == Some(&unit);
        is_equal
    });
    is_equal && rest.len() == 0
}

/// The mapping of one character: most fit without an allocation.
type CodePoints = SmallVec<[u32; 64]>;

/// The relation of a character to the characters before it.
enum OriginKind {
    /// It is mapped to itself, and normalization joins it to nothing before it and behind it.
    Apart,
    /// It begins a piece.
    First,
    /// It may be joined to the piece before it.
    Follower,
}

/// A mapping with origins, as far as it is done.
struct Mapping<'a> {
    profile: &'a Profile,
    memory: &'a Refusals,
    limit: usize,
    /// The facts of a code point that is refused whatever follows.
    fatal: u32,
    /// After how many more such code points the mapping may end.
    wanted: usize,
    result: Mapped,
    /// True if the result cannot fit, whatever follows.
    is_full: bool,
    origins: Origins,
}

impl Mapping<'_> {
    /// Returns what a character is. What it maps to by itself is left in `alone`.
    fn kind(&self, unit: u32, alone: &mut CodePoints) -> OriginKind {
        alone.clear();
        if refusal_of_version(unit, self.profile).is_some() {
            return OriginKind::Apart;
        }
        if let Some(octet) = u8::try_from(unit).ok().filter(u8::is_ascii) {
            alone.push(octet.to_ascii_lowercase().into());
            return OriginKind::First;
        }
        let props = Props::of(unit);
        let status = match self.profile.rules {
            Rules::Uts46 if props.bits() & Props::DEVIATION == 0 => props.uts46_status(),
            _ => Uts46Status::Mapped,
        };
        match status {
            // A refused character stays, for what it is counts in the Bidi Rule.
            Uts46Status::Disallowed => return OriginKind::Apart,
            Uts46Status::Valid => alone.push(unit),
            Uts46Status::Ignored => {}
            Uts46Status::Mapped => map(&mut core::iter::once(unit), self.profile, self.memory, &mut |unit| {
                alone.push(unit);
                true
            }),
        }
        let is_refused = alone.as_slice() == [u32::from(char::REPLACEMENT_CHARACTER)];
        // Nameprep leaves what Unicode 3.2 does not know as it is.
        if is_refused || (self.profile.rules == Rules::Idna2003 && is_unassigned(unit)) {
            return OriginKind::Apart;
        }
        if alone.first().is_some_and(|&first| begins_piece(first)) { OriginKind::First } else { OriginKind::Follower }
    }

    /// Ends where there is no memory.
    #[cold]
    fn refuse(&mut self) {
        self.memory.note();
        self.is_full = true;
    }

    #[inline]
    fn push(&mut self, unit: u32, origin: usize) {
        self.is_full |= !self.result.push(unit, self.limit);
        if self.origins.push(origin).is_err() || self.result.is_refused() {
            self.refuse();
        }
        let props = Props::of(unit);
        // A code point of Joining_Type T does not decide about a non-joiner before it, which would be refused first.
        if props.bits() & self.fatal != 0 && props.joining_type() != JoiningType::Transparent {
            // Saturating: behind the prefix the mapping goes on.
            self.wanted = self.wanted.saturating_sub(1);
            // A label in ASCII with the prefix is judged as an A-label, by all of it.
            self.is_full |= self.wanted == 0 && prefix::payload(&self.result.ascii).is_none();
        }
    }
}

#[cfg(test)]
mod tests {
    use icu_normalizer::DecomposingNormalizer;
    use icu_normalizer::properties::CanonicalCompositionBorrowed;
    use proptest::prelude::*;

    use super::super::map::has_long_run_of_marks;
    use super::*;

    fn mapped(label: &[u32], profile: &Profile) -> Vec<u32> {
        let mut output = Vec::new();
        map(&mut label.iter().copied(), profile, &Refusals::default(), &mut |unit| {
            output.push(unit);
            true
        });
        output
    }

    fn class(unit: u32) -> u32 {
        Props::of(unit).combining_class()
    }

    /// The code points of the mapped label with their places, as UAX #15 defines them: every character is mapped and
    /// decomposed by itself, neighbours that stand in the wrong order change places as long as there are any (D108),
    /// and then each code point in turn is composed with the last starter before it unless one in between blocks it
    /// (D117).
    fn judged(label: &[u32], profile: &Profile) -> Vec<(u32, usize)> {
        let nfd = DecomposingNormalizer::new_nfd();
        let mut text: Vec<(u32, usize)> = Vec::new();
        for (place, &unit) in label.iter().enumerate() {
            let alone: String = mapped(&[unit], profile).into_iter().filter_map(char::from_u32).collect();
            text.extend(nfd.normalize(&alone).chars().map(|part| (u32::from(part), place)));
        }
        while let Some(place) = text.windows(2).position(|pair| match *pair {
            [(one, _), (other, _)] => class(one) > class(other) && class(other) > 0,
            _ => false,
        }) {
            text.swap(place, place.saturating_add(1));
        }
        let mut composed: Vec<(u32, usize)> = Vec::new();
        for (unit, place) in text {
            let starter = composed.iter().rposition(|&(before, _)| class(before) == 0);
            let blocks = |&(between, _): &(u32, usize)| class(between) == 0 || class(between) >= class(unit);
            let behind = starter.and_then(|starter| composed.get(starter.saturating_add(1)..)).unwrap_or_default();
            let both = starter
                .filter(|_| !behind.iter().any(blocks))
                .and_then(|starter| composed.get(starter))
                .and_then(|&(first, _)| Some((char::from_u32(first)?, char::from_u32(unit)?)));
            let whole = both.and_then(|(first, second)| CanonicalCompositionBorrowed::new().compose(first, second));
            match (starter.and_then(|starter| composed.get_mut(starter)), whole) {
                (Some(slot), Some(whole)) => slot.0 = whole.into(),
                _ => composed.push((unit, place)),
            }
        }
        composed
    }

    fn found(label: &[u32], profile: &Profile) -> Vec<(u32, usize)> {
        let memory = Refusals::default();
        let (mapped, origins) = map_with_origins(usize::MAX, usize::MAX, &mut label.iter().copied(), profile, &memory);
        let text = if mapped.text.is_empty() {
            mapped.ascii.iter().map(|&u| u32::from(u)).collect()
        } else {
            mapped.text.to_vec()
        };
        text.into_iter().enumerate().map(|(place, unit)| (unit, origins.get(place))).collect()
    }

    /// A refused character stays as it is, where the mapping has U+FFFD.
    fn agree(label: &[u32], profile: &Profile) {
        let found = found(label, profile);
        let text: Vec<u32> = found.iter().map(|&(unit, _)| unit).collect();
        let expected = mapped(label, profile);
        let is_refused = |(unit, wanted): (&u32, &u32)| unit == wanted || *wanted == 0xFFFD;
        assert!(text.len() == expected.len() && text.iter().zip(&expected).all(is_refused), "{label:X?} {text:X?}");
        // Nameprep normalizes what stands before and behind a code point unknown to Unicode 3.2 by itself.
        if profile.rules == Rules::Uts46 || !label.iter().any(|&unit| is_unassigned(unit)) {
            let judged = judged(label, profile);
            assert!(judged.iter().map(|&(_, place)| place).eq(found.iter().map(|&(_, place)| place)), "{label:X?}");
        }
    }

    #[test]
    fn every_code_point_between_marks_has_its_place() {
        for unit in 0..0x11_0000 {
            let label = [0x61, 0x323, unit, 0x301, 0x316];
            for profile in [&Profile::UTS46, &Profile::IDNA2003, &Profile::IDNA2008_MAPPED] {
                let (memory, units) = (Refusals::default(), &mut label.into_iter());
                let (mapped, _) = map_with_origins(usize::MAX, usize::MAX, units, profile, &memory);
                // Most code points stay as they are: of those a sample is enough.
                if unit.is_multiple_of(7) || mapped.text.len() != label.len() {
                    agree(&label, profile);
                }
            }
        }
    }

    #[test]
    fn a_long_run_of_marks_is_mapped_as_by_the_normalizer() {
        let marks = [0x301, 0x316, 0x344, 0xAD, 0x327, 0xF73, 0x323, 0xFF9E, 0x5B0, 0x94D];
        for starter in [0x61, 0x1EA5, 0x304B, 0x1100] {
            // Steps of seven, so that each class meets each other.
            let marks = marks.iter().cycle().step_by(7).take(6_000);
            let label: Vec<u32> = [starter].iter().chain(marks).copied().collect();
            let mut transitional = Profile::UTS46;
            transitional.transitional_processing = true;
            for profile in [&Profile::UTS46, &transitional, &Profile::IDNA2003, &Profile::IDNA2008_MAPPED] {
                assert!(has_long_run_of_marks(label.iter().copied(), profile));
                let (expected, found) = (mapped(&label, profile), found(&label, profile));
                assert!(found.into_iter().map(|(unit, _)| unit).eq(expected), "{starter:X}");
            }
        }
    }

    proptest! {
        #[test]
        fn places_are_those_of_the_definition(
            label in prop_oneof![
                "([a\u{301}\u{316}\u{323}\u{327}\u{344}\u{345}\u{1BAA}\u{F71}-\u{F84}\u{FF9E}\u{AD}\u{309A}アé가\u{1100}\u{1161}\u{11A8}])*",
                "([\u{300}-\u{36F}a-eấớ]){0,60}",
                "(\\PC|[\u{300}-\u{36F}]|[à-ỹ]|[ৄ-\u{9D7}]|\u{FFFD}){0,24}",
            ]
        ) {
            let label: Vec<u32> = label.chars().map(u32::from).collect();
            let mut transitional = Profile::UTS46;
            transitional.transitional_processing = true;
            for profile in [&Profile::UTS46, &transitional, &Profile::IDNA2003, &Profile::IDNA2008_MAPPED] {
                agree(&label, profile);
            }
        }
    }
}

//! What a label is mapped to before it is judged, and which of its characters became what.

use smallvec::SmallVec;

use crate::profile::{Profile, Rules};
use crate::unicode::{Props, Quick, Uts46Status, is_removed, nameprep_map, uts46_map};

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

/// Longest piece in which the character that became another is looked for one by one.
const SHORT_PIECE: usize = 16;

/// Maps a label as [`map`] does and says for each code point of the result at which place of the label it came from.
///
/// A label falls into pieces that normalization never joins: each begins with a character that composes with nothing
/// before it. Inside a piece the first character that by itself maps to the one asked for is taken, or else the first.
/// In the place of U+FFFD, which stands for a disallowed character, that character is given.
pub(super) fn map_with_places(label: &[u32], profile: &Profile) -> (Vec<u32>, Vec<usize>) {
    let mut mapped = Vec::new();
    let mut places = Vec::new();
    let mut start = 0;
    while let Some(rest) = label.get(start..).filter(|rest| !rest.is_empty()) {
        let inside = rest.iter().skip(1).take_while(|&&unit| !begins_piece(unit, profile)).count();
        let end = start.saturating_add(inside).saturating_add(1);
        let piece = label.get(start..end).unwrap_or_default();
        let known = mapped.len();
        map(piece.iter().copied(), profile, &mut mapped);
        for unit in mapped.get_mut(known..).unwrap_or_default() {
            let origin = if piece.len() > SHORT_PIECE { None } else { origin(piece, *unit, profile) };
            let place = start.saturating_add(origin.unwrap_or_default());
            // A refused character stays, for what it is counts in the Bidi Rule.
            let source = label.get(place).filter(|_| *unit == u32::from(char::REPLACEMENT_CHARACTER));
            *unit = source.copied().unwrap_or(*unit);
            places.push(place);
        }
        start = end;
    }
    (mapped, places)
}

fn begins_piece(unit: u32, profile: &Profile) -> bool {
    let mut alone = CodePoints::new();
    map(core::iter::once(unit), profile, &mut alone);
    alone.first().is_some_and(|&first| {
        let props = Props::of(first);
        props.combining_class() == 0 && props.nfc_quick() == Quick::Yes
    })
}

fn origin(piece: &[u32], result: u32, profile: &Profile) -> Option<usize> {
    piece.iter().position(|&unit| {
        let mut alone = CodePoints::new();
        map(core::iter::once(unit), profile, &mut alone);
        alone.contains(&result)
    })
}

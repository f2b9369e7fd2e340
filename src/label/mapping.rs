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

/// Maps a label as [`map`] does and says for each code point of the result at which place of the label it came from.
///
/// A label falls into pieces that normalization never joins: each begins with a character that composes with nothing
/// before it. Inside a piece the first character that by itself maps to the one asked for is taken, or else the first.
/// In the place of U+FFFD, which stands for a disallowed character, that character is given.
/// Like [`map_up_to`] it stops where the result cannot fit.
pub(super) fn map_with_places(
    limit: usize,
    label: impl Iterator<Item = u32>,
    profile: &Profile,
) -> (Vec<u32>, Vec<u32>) {
    let mut pieces = Pieces {
        profile,
        start: 0,
        piece: Vec::new(),
        first_alone: CodePoints::new(),
        result: Vec::new(),
        is_ascii: true,
        places: Vec::new(),
    };
    let mut alone = CodePoints::new();
    for unit in label {
        if pieces.begins(unit, &mut alone) {
            pieces.end();
        }
        if pieces.piece.is_empty() {
            core::mem::swap(&mut pieces.first_alone, &mut alone);
        }
        pieces.piece.push(unit);
        if !pieces.is_ascii && pieces.result.len() > limit {
            break;
        }
    }
    pieces.end();
    (pieces.result, pieces.places)
}

/// Longest piece in which the character that became another is looked for one by one.
const SHORT_PIECE: usize = 16;

struct Pieces<'a> {
    profile: &'a Profile,
    /// Where in the label the piece begins.
    start: usize,
    piece: Vec<u32>,
    /// What its first character maps to by itself.
    first_alone: CodePoints,
    result: Vec<u32>,
    is_ascii: bool,
    places: Vec<u32>,
}

impl Pieces<'_> {
    /// Whether a character begins a piece. What it maps to by itself is left in `alone`.
    fn begins(&self, unit: u32, alone: &mut CodePoints) -> bool {
        alone.clear();
        let props = Props::of(unit);
        let status = match self.profile.rules {
            Rules::Uts46 if props.bits() & Props::DEVIATION == 0 => props.uts46_status(),
            _ => Uts46Status::Mapped,
        };
        match status {
            Uts46Status::Valid | Uts46Status::Disallowed => alone.push(unit),
            Uts46Status::Ignored => {}
            Uts46Status::Mapped => map(core::iter::once(unit), self.profile, alone),
        }
        let composes_with_nothing = |&first: &u32| {
            let props = Props::of(first);
            props.combining_class() == 0 && props.nfc_quick() == Quick::Yes
        };
        status == Uts46Status::Disallowed || alone.first().is_some_and(composes_with_nothing)
    }

    /// Maps the piece.
    fn end(&mut self) {
        let known = self.result.len();
        if self.piece.len() <= 1 {
            self.result.extend_from_slice(&self.first_alone);
        } else {
            map(self.piece.iter().copied(), self.profile, &mut self.result);
        }
        for unit in self.result.get_mut(known..).unwrap_or_default() {
            let origin = origin(&self.piece, *unit, self.profile);
            let source = self.piece.get(origin).filter(|_| *unit == u32::from(char::REPLACEMENT_CHARACTER));
            // A refused character stays, for what it is counts in the Bidi Rule.
            *unit = source.copied().unwrap_or(*unit);
            self.is_ascii &= *unit < 0x80;
            self.places.push(u32::try_from(self.start.saturating_add(origin)).unwrap_or(u32::MAX));
        }
        self.start = self.start.saturating_add(self.piece.len());
        self.piece.clear();
        self.first_alone.clear();
    }
}

fn origin(piece: &[u32], result: u32, profile: &Profile) -> usize {
    if piece.len() <= 1 || piece.len() > SHORT_PIECE {
        return 0;
    }
    let maps_to_it = |&unit: &u32| {
        let mut alone = CodePoints::new();
        map(core::iter::once(unit), profile, &mut alone);
        alone.contains(&result)
    };
    piece.iter().position(maps_to_it).unwrap_or_default()
}

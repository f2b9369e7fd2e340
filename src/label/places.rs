//! What a label is mapped to, and which of its characters became what: for who has to say where a problem is.

use super::length::SHRINKAGE;
use super::mapping::{CodePoints, Mapped, map};
use crate::profile::{Profile, Rules};
use crate::unicode::{Props, Quick, Uts46Status};

/// Where each code point of a mapped label stood in the label as it came.
///
/// A label that is mapped to ASCII has no bound, so this takes little more than an octet for each: how far it is from
/// the one before it, and now and then where that is.
#[derive(Default)]
pub(super) struct Origins {
    steps: Vec<i8>,
    /// A place of the mapped label, and of the label as it came.
    known: Vec<(u32, u32)>,
    last: i64,
}

/// How many steps are added up at most.
const STRIDE: usize = 64;

impl Origins {
    fn push(&mut self, origin: usize) {
        let place = self.steps.len();
        let signed = i64::try_from(origin).unwrap_or(i64::MAX);
        let step = signed.checked_sub(self.last).and_then(|step| i8::try_from(step).ok());
        if step.is_none() || place.is_multiple_of(STRIDE) {
            let narrow = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
            self.known.push((narrow(place), narrow(origin)));
        }
        self.steps.push(step.unwrap_or_default());
        self.last = signed;
    }

    /// Where a code point of the mapped label came from.
    pub(super) fn get(&self, place: usize) -> usize {
        let wide = |place: u32| usize::try_from(place).unwrap_or(usize::MAX);
        let after = self.known.partition_point(|&(known, _)| wide(known) <= place);
        let Some(&(known, origin)) = after.checked_sub(1).and_then(|index| self.known.get(index)) else { return 0 };
        let steps = self.steps.get(wide(known).saturating_add(1)..=place).unwrap_or_default();
        steps.iter().fold(wide(origin), |origin, &step| origin.saturating_add_signed(step.into()))
    }
}

/// Maps a label as [`map`] does and says for each code point of the result at which place of the label it came from.
///
/// A label falls into pieces that normalization never joins: each begins with a character that composes with nothing
/// before it. Inside a piece the first character that by itself maps to the one asked for is taken, or else the first.
/// In the place of U+FFFD, which stands for a disallowed character, that character is given.
/// It stops where the result cannot fit.
pub(super) fn map_with_places(
    limit: usize,
    label: &mut dyn Iterator<Item = u32>,
    profile: &Profile,
) -> (Mapped, Origins) {
    let mut pieces = Pieces {
        profile,
        limit,
        start: 0,
        length: 0,
        piece: Vec::new(),
        beyond_ascii: 0,
        first_alone: CodePoints::new(),
        mapped: Vec::new(),
        result: Mapped::default(),
        is_full: false,
        origins: Origins::default(),
    };
    let mut alone = CodePoints::new();
    for unit in label {
        if pieces.begins(unit, &mut alone) {
            pieces.end();
        }
        pieces.add(unit, &alone);
        if pieces.is_full {
            break;
        }
    }
    pieces.end();
    (pieces.result, pieces.origins)
}

/// Longest piece in which the character that became another is looked for one by one.
const SHORT_PIECE: usize = 16;
/// More code points than such a piece maps to: what lies so far behind another comes from behind it. (No character is
/// mapped to more than eighteen.)
pub(super) const MOST_OF_A_PIECE: usize = 18 * SHORT_PIECE;

struct Pieces<'a> {
    profile: &'a Profile,
    limit: usize,
    /// Where in the label the piece begins.
    start: usize,
    /// How many characters it has.
    length: usize,
    /// Its characters; of a long one those only that mapping leaves something of.
    piece: Vec<u32>,
    /// How many code points beyond ASCII its characters map to, each by itself.
    beyond_ascii: usize,
    /// What its first character maps to by itself.
    first_alone: CodePoints,
    /// What it is mapped to.
    mapped: Vec<u32>,
    result: Mapped,
    /// Whether the result cannot fit, whatever follows.
    is_full: bool,
    origins: Origins,
}

impl Pieces<'_> {
    /// Whether a character begins a piece. What it maps to by itself is left in `alone`.
    fn begins(&self, unit: u32, alone: &mut CodePoints) -> bool {
        alone.clear();
        if let Some(octet) = u8::try_from(unit).ok().filter(u8::is_ascii) {
            alone.push(octet.to_ascii_lowercase().into());
            return true;
        }
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

    /// Adds a character to the piece, and what it maps to by itself.
    fn add(&mut self, unit: u32, alone: &[u32]) {
        let beyond_ascii = alone.iter().filter(|&&unit| unit >= 0x80).count();
        self.beyond_ascii = self.beyond_ascii.saturating_add(beyond_ascii);
        self.is_full |= self.beyond_ascii > self.limit.saturating_mul(SHRINKAGE);
        if self.length <= SHORT_PIECE || !alone.is_empty() {
            self.piece.push(unit);
        }
        if self.length == 0 {
            self.first_alone.clear();
            self.first_alone.extend_from_slice(alone);
        }
        self.length = self.length.saturating_add(1);
    }

    /// Maps the piece.
    fn end(&mut self) {
        if let (1, &[unit @ 0..=0x7F]) = (self.length, self.first_alone.as_slice()) {
            self.push(unit, 0);
        } else if self.length > 0 {
            self.map();
        }
        self.start = self.start.saturating_add(self.length);
        self.length = 0;
        self.beyond_ascii = 0;
        self.piece.clear();
    }

    fn map(&mut self) {
        let mut mapped = core::mem::take(&mut self.mapped);
        mapped.clear();
        if self.length == 1 {
            mapped.extend_from_slice(&self.first_alone);
        } else {
            map(self.piece.iter().copied(), self.profile, &mut mapped);
        }
        for &unit in &mapped {
            let origin = if self.length > SHORT_PIECE { 0 } else { origin(&self.piece, unit, self.profile) };
            let source = self.piece.get(origin).filter(|_| unit == u32::from(char::REPLACEMENT_CHARACTER));
            // A refused character stays, for what it is counts in the Bidi Rule.
            self.push(source.copied().unwrap_or(unit), origin);
        }
        self.mapped = mapped;
    }

    #[inline]
    fn push(&mut self, unit: u32, origin: usize) {
        self.is_full |= !self.result.push(unit, self.limit);
        self.origins.push(self.start.saturating_add(origin));
    }
}

fn origin(piece: &[u32], result: u32, profile: &Profile) -> usize {
    if piece.len() <= 1 {
        return 0;
    }
    let maps_to_it = |&unit: &u32| {
        let mut alone = CodePoints::new();
        map(core::iter::once(unit), profile, &mut alone);
        alone.contains(&result)
    };
    piece.iter().position(maps_to_it).unwrap_or_default()
}

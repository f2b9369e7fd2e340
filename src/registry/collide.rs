//! The question whether two labels collide, and by which code points.
//!
//! Two labels collide that have one index label. Where a variant holds in one context only, or where a variant of a
//! variant is no variant, labels that are variants may have two; so each is asked for among the variants of the other,
//! too. As the permutation is known then, its conditions are known, and a way to it is found as two texts are aligned:
//!
//! ```text
//! (0, 0) --p:р--> (1, 1) --a:à--> (2, 2) ...      place in the label, place in the other; (n, m) is wanted
//! ```

use core::ops::Range;

use super::actions::{KindSet, kind};
use super::file::RuleFile;
use super::index::Least;
use super::lattice::Lattice;
use super::parts::{ElementPlace, JudgedLabel, disposition};
use super::rules::MOST_POINTS;
use crate::error::Error;
use crate::{bounded, memory};

/// PlaceSet of two labels that stand for each other.
pub type Counterparts = Vec<(Range<usize>, Range<usize>)>;

/// Returns where two labels differ that have one index label.
pub(super) fn by_index(file: &RuleFile, label: &[u32], other: &[u32]) -> Result<Counterparts, Error> {
    let (own, others) = (cuts(file, label)?, cuts(file, other)?);
    let (mut found, mut start) = (Vec::new(), (0, 0));
    for &(place, index) in &own {
        let same = others.iter().find(|(_, other)| *other == index);
        let Some(&(other_place, _)) = same.filter(|(other_place, _)| *other_place >= start.1) else { continue };
        add(&mut found, label, other, (start.0..place, start.1..other_place))?;
        start = (place, other_place);
    }
    add(&mut found, label, other, (start.0..label.len(), start.1..other.len()))?;
    Ok(found)
}

/// The ends of the elements of a label, each with the place in the index label up to which it goes.
fn cuts(file: &RuleFile, label: &[u32]) -> Result<Vec<(usize, usize)>, Error> {
    let (mut judged, mut cuts, mut index) = (JudgedLabel::of(file)?, Vec::new(), 0_usize);
    judged.read(file, label);
    let mut least = Least::new(file, label);
    for piece in &judged.pieces {
        index = bounded::add(index, least.of(*piece)?.len());
        memory::push(&mut cuts, (piece.end, index))?;
    }
    Ok(cuts)
}

fn add(
    found: &mut Counterparts,
    label: &[u32],
    other: &[u32],
    (own, theirs): (Range<usize>, Range<usize>),
) -> Result<(), Error> {
    if bounded::part(label, own.clone()) == bounded::part(other, theirs.clone()) {
        return Ok(());
    }
    memory::push(found, (own, theirs))
}

/// Returns by which places one label is a variant of another that the rules do not refuse; nothing where it is none.
pub(super) fn by_permutation(file: &RuleFile, label: &[u32], other: &[u32]) -> Result<Option<Counterparts>, Error> {
    let mut judged = JudgedLabel::of(file)?;
    let is_judged = |label: &[u32]| !label.is_empty() && label.len() <= MOST_POINTS;
    if !is_judged(label) || !is_judged(other) || label == other || !judged.read(file, label) {
        return Ok(None);
    }
    let (kinds, is_whole) = judged.all_own_kinds(file);
    if disposition(file, judged.decided(file, kinds, is_whole)) == file.invalid {
        return Ok(None);
    }
    let lattice = Lattice::of(file, &mut judged, label)?;
    if !judged.read(file, other) {
        return Ok(None);
    }
    let ways = Ways::of(file, &lattice, &mut judged, label, other)?;
    let is_allowed = |kinds, is_whole| disposition(file, judged.decided(file, kinds, is_whole)) != file.invalid;
    let Some(way) = ways.first().iter().find(|way| is_allowed(way.kinds, way.is_whole)) else { return Ok(None) };
    let (mut found, mut next) = (Vec::new(), Some(way));
    while let Some(way) = next {
        add(&mut found, label, other, (way.own.clone(), way.theirs.clone()))?;
        next = ways.at(way.own.end, way.theirs.end).get(way.next);
    }
    Ok(Some(found))
}

/// So many ways from a place to the end are kept: those with other types.
const MOST_WAYS: usize = 16;

/// A way from a place of a label and a place of another to the ends of both: its first step, and which way goes on.
#[derive(Clone, Debug)]
struct Way {
    own: Range<usize>,
    theirs: Range<usize>,
    /// Of all its steps.
    kinds: KindSet,
    is_whole: bool,
    next: usize,
}

/// The ways from each place of a label and each place of another.
struct Ways {
    cells: Vec<Vec<Way>>,
    width: usize,
}

impl Ways {
    /// The ways of a label under its lattice to another one, which `judged` has read, in the order of permutations.
    fn of(
        file: &RuleFile,
        lattice: &Lattice,
        judged: &mut JudgedLabel,
        label: &[u32],
        other: &[u32],
    ) -> Result<Self, Error> {
        let width = bounded::add(other.len(), 1);
        let cells = memory::filled(Vec::new(), bounded::mul(bounded::add(label.len(), 1), width))?;
        let mut ways = Self { cells, width };
        for at in (0..label.len()).rev() {
            for place in (0..width).rev() {
                let mut found = Vec::new();
                for &piece in lattice.at(at) {
                    ways.steps(file, judged, piece, (label, other, place), &mut found)?;
                }
                let cell = bounded::add(bounded::mul(at, width), place);
                if let Some(slot) = ways.cells.get_mut(cell) {
                    *slot = found;
                }
            }
        }
        Ok(ways)
    }

    fn at(&self, own: usize, theirs: usize) -> &[Way] {
        let cell = bounded::add(bounded::mul(own, self.width), theirs);
        self.cells.get(cell).map_or(&[], Vec::as_slice)
    }

    fn first(&self) -> &[Way] {
        self.at(0, 0)
    }

    /// Adds the ways that begin with what a piece becomes at a place of the other label.
    fn steps(
        &self,
        file: &RuleFile,
        judged: &mut JudgedLabel,
        piece: ElementPlace,
        (label, other, place): (&[u32], &[u32], usize),
        found: &mut Vec<Way>,
    ) -> Result<(), Error> {
        let itself = bounded::part(label, piece.start..piece.end);
        let ends = (label.len(), other.len());
        let rest = bounded::rest(other, place);
        if rest.starts_with(itself) {
            let end = bounded::add(place, itself.len());
            let (kinds, is_mapping) = judged.own_kinds(file, ElementPlace { entry: piece.entry, start: place, end });
            self.add(piece, (place..end, ends), (kinds, is_mapping), found)?;
        }
        for variant in file.repertoire.others(piece.entry) {
            let units = variant.units.of(&file.repertoire.units);
            let end = bounded::add(place, units.len());
            if rest.starts_with(units) && judged.reading.holds(file, variant.condition, place, end) {
                self.add(piece, (place..end, ends), (kind(variant.kind), true), found)?;
            }
        }
        Ok(())
    }

    /// Adds a step before each of the ways that go on from its end.
    fn add(
        &self,
        piece: ElementPlace,
        (theirs, ends): (Range<usize>, (usize, usize)),
        (kinds, is_mapping): (KindSet, bool),
        found: &mut Vec<Way>,
    ) -> Result<(), Error> {
        let own = piece.start..piece.end;
        let mut push = |kinds: KindSet, is_whole: bool, next: usize| {
            let is_known = found.iter().any(|way| (way.kinds, way.is_whole) == (kinds, is_whole));
            if is_known || found.len() >= MOST_WAYS {
                return Ok(());
            }
            memory::push(found, Way { own: own.clone(), theirs: theirs.clone(), kinds, is_whole, next })
        };
        if (own.end, theirs.end) == ends {
            return push(kinds, is_mapping, 0);
        }
        for (next, way) in self.at(own.end, theirs.end).iter().enumerate() {
            push(kinds | way.kinds, is_mapping & way.is_whole, next)?;
        }
        Ok(())
    }
}

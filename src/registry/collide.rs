//! Whether two labels collide, and by which code points.
//!
//! Two labels collide that have one index label. Where a variant holds in one context only, or where a variant of a
//! variant is no variant, labels that are variants may have two; so each is asked for among the variants of the other,
//! too. As the permutation is known then, its conditions are known, and a way to it is found as two texts are aligned:
//!
//! ```text
//! (0, 0) --p:р--> (1, 1) --a:à--> (2, 2) ...      place in the label, place in the other; (n, m) is wanted
//! ```

use core::ops::Range;

use super::actions::{Kinds, kind};
use super::file::RuleFile;
use super::index::Least;
use super::lattice::{Lattice, others};
use super::parts::{Judged, Piece, disposition};
use super::rules::MOST_POINTS;
use crate::error::Error;
use crate::{bounded, memory};

/// Places of two labels that stand for each other.
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
    let (mut judged, mut cuts, mut index) = (Judged::of(file)?, Vec::new(), 0_usize);
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
    let mut judged = Judged::of(file)?;
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
    let Some(way) = way(file, &lattice, &mut judged, label, other)? else { return Ok(None) };
    let (mut found, mut kinds, mut is_whole) = (Vec::new(), 0, true);
    for step in way {
        add(&mut found, label, other, (step.own, step.theirs))?;
        kinds |= step.kinds;
        is_whole &= step.is_mapping;
    }
    let is_refused = disposition(file, judged.decided(file, kinds, is_whole)) == file.invalid;
    Ok((!is_refused).then_some(found))
}

/// A step of the way from one label to another.
#[derive(Clone, Debug)]
struct Aligned {
    own: Range<usize>,
    theirs: Range<usize>,
    kinds: Kinds,
    is_mapping: bool,
}

/// The first way from a label to another, in the order of permutations. `judged` has read the other one.
fn way(
    file: &RuleFile,
    lattice: &Lattice,
    judged: &mut Judged,
    label: &[u32],
    other: &[u32],
) -> Result<Option<Vec<Aligned>>, Error> {
    let width = bounded::add(other.len(), 1);
    let slot = |own: usize, theirs: usize| bounded::add(bounded::mul(own, width), theirs);
    let mut next: Vec<Option<Aligned>> = memory::filled(None, slot(bounded::add(label.len(), 1), 0))?;
    for at in (0..label.len()).rev() {
        for place in (0..width).rev() {
            let mut found = None;
            for &piece in lattice.at(at) {
                found = step(file, judged, piece, (label, other, place), |end| {
                    (piece.end, end) == (label.len(), other.len())
                        || next.get(slot(piece.end, end)).is_some_and(Option::is_some)
                });
                if found.is_some() {
                    break;
                }
            }
            bounded::put(&mut next, slot(at, place), found);
        }
    }
    let (mut way, mut at) = (Vec::new(), (0, 0));
    while let Some(Some(step)) = next.get(slot(at.0, at.1)) {
        at = (step.own.end, step.theirs.end);
        memory::push(&mut way, step.clone())?;
    }
    Ok((at == (label.len(), other.len())).then_some(way))
}

/// What a piece becomes at a place of the other label, so that the rest can follow.
fn step(
    file: &RuleFile,
    judged: &mut Judged,
    piece: Piece,
    (label, other, place): (&[u32], &[u32], usize),
    mut may_follow: impl FnMut(usize) -> bool,
) -> Option<Aligned> {
    let (rest, own) = (bounded::rest(other, place), piece.start..piece.end);
    let itself = bounded::part(label, own.clone());
    let end = bounded::add(place, itself.len());
    if rest.starts_with(itself) && may_follow(end) {
        let (kinds, is_mapping) = judged.own_kinds(file, Piece { entry: piece.entry, start: place, end });
        return Some(Aligned { own, theirs: place..end, kinds, is_mapping });
    }
    others(file, piece).iter().find_map(|variant| {
        let units = variant.units.of(&file.repertoire.units);
        let end = bounded::add(place, units.len());
        let fits = rest.starts_with(units) && may_follow(end);
        let holds = fits && judged.reading.holds(file, variant.condition, place, end);
        let (theirs, kinds) = (place..end, kind(variant.kind));
        holds.then(|| Aligned { own: own.clone(), theirs, kinds, is_mapping: true })
    })
}

//! The family of a label: one key for all labels that a chain of variants links, whatever the contexts are.
//!
//! The index label of RFC 7940 is another one for labels that are variants in one context only, or by way of a third.
//! Here elements are of one class if any chain of mappings leads from one to the other, and of each element of the
//! index label the least of its class is taken. So a family is a first look: who finds two labels of one family asks
//! whether they collide.

use super::file::RuleFile;
use super::index::{index, least_text};
use super::lattice::Lattice;
use super::order::order_of;
use super::parts::JudgedLabel;
use super::repertoire::{LabelRepertoire, Span};
use super::rules::MOST_POINTS;
use crate::error::Error;
use crate::{bounded, memory};

/// The family of a label; nothing where it is not in the repertoire.
pub(super) fn family(file: &RuleFile, label: &[u32]) -> Result<Option<Vec<u32>>, Error> {
    // Labels with one index label have one family, however they are cut.
    let Some(label) = index(file, label)? else { return Ok(None) };
    if label.is_empty() || label.len() > MOST_POINTS {
        return Ok(Some(label));
    }
    let leasts = match file.leasts.get() {
        Some(leasts) => leasts,
        None => {
            let made = leasts(&file.repertoire)?;
            file.leasts.get_or_init(|| made)
        }
    };
    let mut judged = JudgedLabel::of(file)?;
    judged.reading.read(file, &label);
    let lattice = Lattice::of_all(file, &mut judged, &label)?;
    if lattice.at(0).is_empty() {
        return Ok(Some(label));
    }
    let text = least_text(&lattice, &label, &mut |piece| {
        let least = leasts.get(bounded::index(piece.entry)).map(|least| least.of(&file.repertoire.units));
        Ok(least.unwrap_or_else(|| bounded::part(&label, piece.start..piece.end)))
    });
    text.map(Some)
}

/// Of each entry of a repertoire the least text of its class.
fn leasts(repertoire: &LabelRepertoire) -> Result<Vec<Span>, Error> {
    let (entries, substitutes) = (&repertoire.entries, &repertoire.substitutes);
    let texts = entries.iter().map(|entry| entry.units).chain(substitutes.iter().map(|one| one.units));
    let count = bounded::add(entries.len(), substitutes.len());
    let texts: Vec<Span> = memory::collected(texts, count)?;
    let text = |number: usize| bounded::at(&texts, number).of(&repertoire.units);
    let ordered = order_of(count, &|a, b| text(a).cmp(text(b)))?;
    let (mut ranks, mut above) = (memory::filled(0_u32, count)?, memory::filled(0_u32, count)?);
    for (rank, &number) in ordered.iter().enumerate() {
        bounded::put(&mut ranks, bounded::index(number), bounded::to(rank));
        let before = rank
            .checked_sub(1)
            .filter(|&before| text(bounded::index(bounded::at(&ordered, before))) == text(bounded::index(number)));
        bounded::put(&mut above, rank, bounded::to(before.unwrap_or(rank)));
    }
    let rank = |number: usize| bounded::at(&ranks, number);
    for (number, entry) in entries.iter().enumerate() {
        for substitute in entry.others.places() {
            let pair = [number, bounded::add(entries.len(), substitute)].map(|number| root(&mut above, rank(number)));
            // The least text of a class has the least rank.
            let [least, other] = if pair.is_sorted() { pair } else { [pair[1], pair[0]] };
            bounded::put(&mut above, bounded::index(other), least);
        }
    }
    let least = |number| bounded::index(bounded::at(&ordered, bounded::index(root(&mut above, rank(number)))));
    memory::collected((0..entries.len()).map(least).map(|number| bounded::at(&texts, number)), entries.len())
}

/// The root of the tree of a rank, to which the way gets shorter.
fn root(above: &mut [u32], mut rank: u32) -> u32 {
    loop {
        let next = bounded::at(above, bounded::index(rank));
        if next == rank {
            return rank;
        }
        let behind = bounded::at(above, bounded::index(next));
        bounded::put(above, bounded::index(rank), behind);
        rank = behind;
    }
}

//! The characters of a label that mapping and normalization change.

use super::character::{MappingKind, mapping_of};
use super::input::Input;
use super::origins::map_with_origins;
use super::rules::length;
use super::task::Task;
use crate::error::Error;
use crate::{bounded, memory};

/// A character of a name that the profile maps or normalization changes.
///
/// Where each such character of a label is replaced by its text, the result is the label as it is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MappedCharacter {
    /// Its place in the name, in characters.
    pub offset: usize,
    /// The character.
    pub code_point: u32,
    /// The way in which it is mapped. Of a character that is mapped and then composed, the former.
    pub kind: MappingKind,
    /// The text in its place. Of characters that are composed, or that change places, the first has the whole text.
    pub to: String,
}

/// The first characters of a label that are mapped, at most so many. The label begins at a place of the name.
/// None of a label that cannot fit.
pub(crate) fn mapped_characters<T: Input + ?Sized>(
    label: &T,
    start: usize,
    limit: usize,
    task: &Task<'_>,
) -> Result<Vec<MappedCharacter>, Error> {
    let mut found = Vec::new();
    let mut keep = |place: usize, code_point: u32, kind: MappingKind, text: &[u32]| -> Result<bool, Error> {
        let mut to = String::new();
        to.try_reserve_exact(bounded::mul(text.len(), 4)).map_err(|_| memory::refused())?;
        to.extend(text.iter().map(|&unit| bounded::scalar(unit)));
        memory::push(&mut found, MappedCharacter { offset: bounded::add(start, place), code_point, kind, to })?;
        Ok(found.len() < limit)
    };
    let is_ascii = label.is_ascii();
    if length::cannot_fit(label, task.profile) || (!is_ascii && !task.profile.maps()) {
        return Ok(found);
    }
    if is_ascii {
        for (place, unit) in label.code_points().enumerate() {
            if let Some((kind, text)) = mapping_of(unit, task.profile)
                && !keep(place, unit, kind, &text)?
            {
                break;
            }
        }
        return Ok(found);
    }
    let (mapped, origins) =
        map_with_origins(usize::MAX, usize::MAX, &mut label.code_points(), task.profile, task.memory);
    if task.memory.any() || mapped.is_refused() {
        return Err(memory::refused());
    }
    let mut pieces = memory::collected((0..origins.count()).map(|index| (origins.get(index), index)), origins.count())?;
    // Normalization changes the order of marks alone, so few of the pairs move.
    pieces.sort_unstable();
    let mut pieces = pieces.into_iter().peekable();
    // The characters that are mapped to `start..count` of the text, if that is as many places as there are to `end`.
    let (mut group, mut start, mut count, mut end) = (Vec::new(), 0, 0, 0);
    for (place, unit) in label.code_points().enumerate() {
        memory::push(&mut group, (place, unit))?;
        while let Some((_, index)) = pieces.next_if(|&(origin, _)| origin == place) {
            (count, end) = (bounded::add(count, 1), end.max(bounded::add(index, 1)));
        }
        if count < end {
            continue;
        }
        let mut text = mapped.part(start..count)?;
        if group.len() > 1 || text != [unit] {
            for (place, unit) in group.iter().copied() {
                let own = mapping_of(unit, task.profile).map(|(kind, _)| kind);
                if !keep(place, unit, own.unwrap_or(MappingKind::Composition), &text)? {
                    return Ok(found);
                }
                text.clear();
            }
        }
        group.clear();
        start = count;
    }
    Ok(found)
}

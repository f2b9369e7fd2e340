//! The characters of a label that mapping and normalization change.

use core::ops::Range;

use super::input::Input;
use super::mapping_kind::{MappingKind, mapping_of};
use super::origins::map_with_origins;
use super::rules::length;
use super::task::Task;
use crate::error::Error;
use crate::memory::Refusals;
use crate::profile::Profile;
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
    let mut counts = Vec::new();
    memory::fill_up(&mut counts, label.code_points().count())?;
    for index in 0..origins.count() {
        if let Some(count) = counts.get_mut(origins.get(index)) {
            *count = bounded::add(*count, 1_usize);
        }
    }
    // The characters that are mapped to `start..end` of the text, unless it has one of a later place: marks move.
    let (mut group, mut start, mut end, mut furthest) = (Vec::new(), 0, 0, 0);
    for ((place, unit), count) in label.code_points().enumerate().zip(counts) {
        memory::push(&mut group, (place, unit))?;
        let part = end..bounded::add(end, count);
        (end, furthest) = (part.end, part.fold(furthest, |furthest, index| origins.get(index).max(furthest)));
        if furthest > place {
            continue;
        }
        let mut text = mapped.part(start..end)?;
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
        start = end;
    }
    Ok(found)
}

/// Where in a label, in characters, a part came from of the text that the label is mapped to: with what vanished behind
/// its characters. `None` if it is mapped to another text.
pub(crate) fn origin_of_part(
    label: &str,
    profile: &Profile,
    (text, part): (&[u32], Range<usize>),
) -> Result<Option<Range<usize>>, Error> {
    let memory = Refusals::default();
    let (mapped, origins) =
        map_with_origins(usize::MAX, usize::MAX, &mut label.chars().map(u32::from), profile, &memory);
    if memory.any() || mapped.is_refused() {
        return Err(memory::refused());
    }
    if mapped.part(0..origins.count())? != text {
        return Ok(None);
    }
    let end = if part.end < origins.count() { origins.get(part.end) } else { label.chars().count() };
    Ok((part.start < part.end && part.end <= origins.count()).then(|| origins.get(part.start)..end))
}

//! `acelabel.security`.

use pyo3::types::PyFrozenSet;

use super::prelude::*;
use crate::security::{
    Direction, RestrictionLevel, ScriptSet, bidi_skeleton_of_units, mixed_number, skeleton_of_units,
};
use crate::unicode::{IdentifierType, Security};
use crate::watch;

/// Returns what a look at all code points tells; other threads run meanwhile where they are many.
fn looked_at<T: Send>(text: &Text<'_>, look: impl FnOnce(&[u32]) -> T + Send) -> PyResult<T> {
    with_code_points(text, |units| released(text.py(), units.len(), || look(units)))
}

fn skeleton_of(text: &Text<'_>) -> PyResult<Vec<u32>> {
    looked_at(text, skeleton_of_units)?.map_err(|_| no_memory())
}

/// The skeleton of a text (UTS #39 section 4): texts that look alike have the same one.
///
/// It is meant to be compared, not to be shown. A lone surrogate is its own skeleton.
///
/// Args:
///     text: The text, a str.
///
/// Returns:
///     The skeleton, a str.
#[pyfunction(signature = (text, /))]
pub(super) fn skeleton<'py>(text: &Object<'py>) -> PyResult<Text<'py>> {
    string(text.py(), &skeleton_of(arguments::text("text", text)?)?)
}

/// The skeleton of a text as it is displayed (UTS #39 section 4, bidiSkeleton): texts that look alike in a paragraph of
/// a direction have the same one.
///
/// Right-to-left parts are reordered and mirrored as UAX #9 says, each paragraph of the text as one line. It is meant
/// to be compared, not to be shown.
///
/// Args:
///     text: The text, a str.
///     direction: The direction of the paragraph: "ltr" or "rtl".
///
/// Returns:
///     The skeleton, a str.
///
/// Raises:
///     ValueError: `direction` is another str.
#[pyfunction(signature = (text, direction, /))]
pub(super) fn bidi_skeleton<'py>(text: &Object<'py>, direction: &Object<'py>) -> PyResult<Text<'py>> {
    let text = arguments::text("text", text)?;
    let directions = [("ltr", Direction::LeftToRight), ("rtl", Direction::RightToLeft)];
    let direction = *arguments::choice("direction", &directions, direction)?;
    let skeleton = looked_at(text, |units| bidi_skeleton_of_units(units, direction))?;
    string(text.py(), &skeleton.map_err(|_| no_memory())?)
}

/// Returns whether two texts look alike: whether they have the same skeleton (UTS #39 section 4).
///
/// Args:
///     one: A text, a str.
///     other: Another one.
///
/// Returns:
///     A bool.
#[pyfunction(signature = (one, other, /))]
pub(super) fn confusable(one: &Object<'_>, other: &Object<'_>) -> PyResult<bool> {
    let (one, other) = (arguments::text("one", one)?, arguments::text("other", other)?);
    Ok(skeleton_of(one)? == skeleton_of(other)?)
}

/// The scripts in which the whole of a text can be written: its resolved script set (UTS #39 section 5.1).
///
/// Args:
///     text: The text, a str.
///
/// Returns:
///     The codes of the scripts (ISO 15924), a frozenset of str: empty where the text mixes scripts, and {"Zyyy"}
///     where all its characters are used with every script. "Hanb", "Jpan" and "Kore" are the writing systems of
///     several scripts.
#[pyfunction(signature = (text, /))]
pub(super) fn resolved_scripts<'py>(text: &Object<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
    let set = looked_at(arguments::text("text", text)?, |units| ScriptSet::of_units(units.iter().copied()))?;
    if set.is_all() {
        return frozen_set(text.py(), ["Zyyy"].into_iter());
    }
    frozen_set(text.py(), set.codes())
}

fn frozen_set<'py>(py: Python<'py>, names: impl Iterator<Item = &'static str>) -> PyResult<Bound<'py, PyFrozenSet>> {
    let mut objects = Vec::new();
    for name in names {
        memory::push(&mut objects, ascii_string(py, name.as_bytes())?).map_err(|_| no_memory())?;
    }
    PyFrozenSet::new(py, objects)
}

/// List the characters that look like a character.
///
/// The first call makes an index of all characters; the following ones are fast.
///
/// >>> from acelabel import security
/// >>> "ɢ" in security.confusables("g"), "ɢ" in security.confusables("g", similar=False)
/// (True, False)
///
/// Args:
///     character: A str of one character.
///     similar: Whether letters of a similar shape count besides those of UTS #39, a bool (docs/display.md).
///
/// Returns:
///     The characters in the order of their code points, a tuple of str of one character each, without the character
///     itself. Case does not count, nor do marks on Latin, Greek and Cyrillic letters.
///
/// Raises:
///     ValueError: `character` is not one character, or a surrogate.
#[pyfunction(signature = (character, /, *, similar=LEFT_OUT), text_signature = "(character, /, *, similar=True)")]
pub(super) fn confusables<'py>(character: &Object<'py>, similar: Optional<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
    let text = arguments::text("character", character)?;
    let similar = similar.given().map_or(Ok(true), |similar| arguments::flag("similar", similar))?;
    let one = looked_at(text, |units| match *units {
        [unit] => char::from_u32(unit),
        _ => None,
    })?;
    let Some(one) = one else {
        return Err(PyValueError::new_err("argument 'character' must be one character that is no surrogate"));
    };
    let py = character.py();
    let found = released(py, usize::MAX, || watch::confusables(one, similar)).map_err(|_| no_memory())?;
    tuple_of(py, gathered(found.iter().map(|one| string_of_text(py, one.encode_utf8(&mut [0; 4]))))?)
}

/// Returns how strict a restriction a text meets (UTS #39 section 5.2).
///
/// Args:
///     text: The text, a str.
///
/// Returns:
///     "ascii_only", "single_script", "highly_restrictive" (Latin with Chinese, Japanese or Korean),
///     "moderately_restrictive" (Latin with one other recommended script, but neither Cyrillic nor Greek),
///     "minimally_restrictive" or "unrestricted" (a character is not allowed in identifiers).
#[pyfunction(signature = (text, /))]
pub(super) fn restriction_level<'py>(text: &Object<'py>) -> PyResult<Text<'py>> {
    let level = looked_at(arguments::text("text", text)?, |units| RestrictionLevel::of_units(units.iter().copied()))?;
    ascii_string(text.py(), level.name().as_bytes())
}

/// Returns whether a text has decimal digits of several systems (UTS #39 section 5.3).
///
/// Args:
///     text: The text, a str.
///
/// Returns:
///     A bool.
#[pyfunction(signature = (text, /))]
pub(super) fn mixed_numbers(text: &Object<'_>) -> PyResult<bool> {
    looked_at(arguments::text("text", text)?, |units| mixed_number(units.iter().copied()).is_some())
}

/// Returns whether all characters of a text are allowed in identifiers (UTS #39 section 3.1, Identifier_Status).
///
/// Args:
///     text: The text, a str.
///
/// Returns:
///     "allowed" or "restricted".
#[pyfunction(signature = (text, /))]
pub(super) fn identifier_status<'py>(text: &Object<'py>) -> PyResult<Text<'py>> {
    let is_allowed = |units: &[u32]| units.iter().all(|&unit| Security::of(unit).has(Security::ALLOWED));
    let status = if looked_at(arguments::text("text", text)?, is_allowed)? { "allowed" } else { "restricted" };
    ascii_string(text.py(), status.as_bytes())
}

/// Returns how the characters of a text are used in identifiers (UTS #39 section 3.1, Identifier_Type).
///
/// Args:
///     text: The text, a str.
///
/// Returns:
///     A frozenset of str: the type of each character, in lower case, such as "recommended" or "technical". Where the
///     standard lists several types for a character, it is the first of them.
#[pyfunction(signature = (text, /))]
pub(super) fn identifier_types<'py>(text: &Object<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
    let is_there = looked_at(arguments::text("text", text)?, |units| {
        let mut is_there = [false; IdentifierType::ALL.len()];
        for &unit in units {
            let listed = Security::of(unit).identifier_type();
            let slots = IdentifierType::ALL.iter().zip(&mut is_there);
            slots.filter(|(other, _)| **other == listed).for_each(|(_, slot)| *slot = true);
        }
        is_there
    })?;
    let types = IdentifierType::ALL.iter().zip(is_there).filter(|(_, is_there)| *is_there);
    frozen_set(text.py(), types.map(|(listed, _)| listed.name()))
}

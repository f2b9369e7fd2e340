//! Names inside text: what `acelabel.text` calls.

use super::either::{alike, applied, applied_or_same, with_octets_of};
use super::prelude::*;
use super::text::string_of_changes;
use crate::text::{
    Done, Edits, LeftNames, Picked, Rewriting, Start, each_found, followed_name, redact_from, unescaped,
};
use options::FedPiece;
use packed::PackedNames;

mod left;
mod options;
mod packed;

pub(super) use left::TextLeft;
pub(super) use options::{TextOptions, sought_in_column, sought_names};
pub(super) use packed::{text_cut_character, text_line_feeds, text_lines, text_places};

/// Find the names in a text.
///
/// Args:
///     text: The text, a str or bytes.
///     options: The names that are sought, a TextOptions.
///
/// Returns:
///     Bytes, 24 for each name, which the module `struct` reads as `<QQIBBBB`: where it begins, where it ends; how far
///     before its beginning its local part begins, 0 for none; the place of its kind in `KINDS`; 0, 1 if it is escaped,
///     2 if it is a part of a name; whether it is defanged; and the number of its code: 0 for none, 1 for
///     `authority_continues`, 2 for `mixed_scripts`, and 3 and more for those of `error_codes`.
#[pyfunction(signature = (text, options, /))]
pub(super) fn text_find<'py>(text: &Object<'py>, options: &Bound<'py, TextOptions>) -> PyResult<Bound<'py, PyBytes>> {
    with_octets_of("text", text, |octets| Ok(found(text, octets, options.get(), FedPiece::WHOLE, None)?.0))
}

/// Read a name that is written so that nobody follows it.
///
/// Args:
///     text: A text, a str or bytes.
///     start: Where the name begins in it, an int.
///     end: Where it ends.
///
/// Returns:
///     The name, of the type of the text: `a.example` for `a[.]example`.
#[pyfunction(signature = (text, start, end, /))]
pub(super) fn text_followed<'py>(text: &Object<'py>, start: usize, end: usize) -> PyResult<Object<'py>> {
    with_octets_of("text", text, |octets| {
        let are_octets = text.is_instance_of::<PyBytes>();
        let mut places = octets.iter().enumerate().filter(|(_, octet)| are_octets || *octet & 0xC0 != 0x80);
        let mut after = |count| places.nth(count).map_or(octets.len(), |(place, _)| place);
        let first = after(start);
        let size = end.saturating_sub(start);
        let name = first..if size == 0 { first } else { after(bounded::sub(size, 1)) };
        alike(text, followed_name(octets, name).map_err(|_| no_memory())?)
    })
}

/// Read the escapes of a name.
///
/// Args:
///     name: The name, a str or bytes.
///
/// Returns:
///     The name with the characters that its escapes are, of its type, or None where an escape is not that of a
///     character.
#[pyfunction(signature = (name, /))]
pub(super) fn text_decoded<'py>(name: &Object<'py>) -> PyResult<Option<Object<'py>>> {
    with_octets_of("name", name, |octets| {
        let decoded = core::str::from_utf8(octets).map_or(Ok(None), unescaped).map_err(|_| no_memory())?;
        decoded.map(|decoded| alike(name, decoded.into_bytes())).transpose()
    })
}

/// Cut the names out of a text.
///
/// Args:
///     text: The text, a str or bytes.
///     options: The names that are sought, a TextOptions.
///     replacement: The text in place of each, a str.
///
/// Returns:
///     The new text, of the type of the old one; the same object where nothing changes.
#[pyfunction(signature = (text, options, replacement, /))]
pub(super) fn text_redact<'py>(
    text: &Object<'py>,
    options: &Bound<'py, TextOptions>,
    replacement: &Object<'py>,
) -> PyResult<Object<'py>> {
    let replacement = super::arguments::text("replacement", replacement)?;
    with_utf8(replacement, |new| {
        if text.is_instance_of::<PyBytes>() && core::str::from_utf8(new).is_err() {
            return Err(PyValueError::new_err("argument 'replacement' has a lone surrogate, which bytes cannot hold"));
        }
        with_octets_of("text", text, |octets| {
            let (edits, _) = cuts(text.py(), octets, options.get(), new, FedPiece::WHOLE)?;
            applied_or_same(text, &edits, octets)
        })
    })
}

/// Rewrite the names in a text.
///
/// Args:
///     text: The text, a str or bytes.
///     options: The names that are sought, a TextOptions.
///     to_unicode: Whether A-labels become U-labels, a bool; else U-labels become A-labels.
///
/// Returns:
///     The new text, of the type of the old one; the same object where nothing changes.
#[pyfunction(signature = (text, options, to_unicode, /))]
pub(super) fn text_rewrite<'py>(
    text: &Object<'py>,
    options: &Bound<'py, TextOptions>,
    to_unicode: bool,
) -> PyResult<Object<'py>> {
    if let Ok(text) = text.cast::<PyString>()
        && length(text) >= LONG
    {
        return rewritten(text, options.get(), to_unicode);
    }
    with_octets_of("text", text, |octets| {
        let (edits, _) = edits(text.py(), octets, options.get(), to_unicode, FedPiece::WHOLE, None)?;
        applied_or_same(text, &edits, octets)
    })
}

/// A shorter text is rewritten as a whole before its lines would be picked.
const LONG: usize = 4_096;

/// Rewrites a long `str`, of which only lines that may change become UTF-8, unless it is ASCII.
fn rewritten<'py>(text: &Text<'py>, options: &TextOptions, to_unicode: bool) -> PyResult<Object<'py>> {
    let py = text.py();
    with_str(text, |characters| {
        let picked = if let Some(ascii) = characters.octets().filter(|octets| octets.is_ascii()) {
            Picked::all(ascii)
        } else {
            let pick = || of_any_width!(characters, units => Picked::of(units, to_unicode));
            released(py, characters.len(), pick).map_err(|_| no_memory())?
        };
        let (edits, _) = edits(py, &picked.octets, options, to_unicode, FedPiece::WHOLE, None)?;
        if edits.is_empty() && text.is_exact_instance_of::<PyString>() {
            return Ok(text.clone().into_any());
        }
        let changes = released(py, picked.octets.len(), || picked.changes(&edits));
        let (places, new) = changes.map_err(|_| no_memory())?;
        Ok(string_of_changes(py, characters, &places, &new)?.into_any())
    })?
}

/// Find, rewrite or cut the names in a piece of a text.
///
/// Args:
///     piece: The piece, bytes.
///     options: The names that are sought, a TextOptions.
///     work: Whether A-labels become U-labels, a bool, or U-labels become A-labels; None to find names; or the octets
///         in the place of each name, bytes, to cut names wherever they stand.
///     is_last: Whether it is the last piece, a bool.
///     is_cut: Whether it begins inside a word, a bool.
///     left: Counts the names that are left, a TextLeft, or None.
///
/// Returns:
///     The number of octets that are decided; True if they end inside a word; the number of names that are rewritten or
///     cut; and the new octets, or what `text_find` returns.
#[pyfunction(signature = (piece, options, work, is_last, is_cut, left, /))]
pub(super) fn text_piece<'py>(
    piece: &Object<'py>,
    options: &Bound<'py, TextOptions>,
    work: &Object<'py>,
    is_last: bool,
    is_cut: bool,
    left: Option<&Bound<'py, TextLeft>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, of, options, left) = (piece.py(), FedPiece { is_last, is_cut }, options.get(), left.map(Bound::get));
    with_octets_of("text", piece, |octets| {
        let (made, end, count) = if work.is_none() {
            let (packed, end) = found(piece, octets, options, of, left)?;
            (packed.into_any(), end, 0)
        } else {
            let (edits, end) = match work.cast::<PyBytes>() {
                Ok(new) => cuts(py, octets, options, new.as_bytes(), of)?,
                Err(_) => edits(py, octets, options, work.is_truthy()?, of, left)?,
            };
            (applied(piece, &edits, bounded::first(octets, end.at))?, end, edits.count())
        };
        let ([at, count], is_cut) = (numbers(py, [end.at, count])?, PyBool::new(py, end.is_cut).to_owned());
        tuple_of(py, [at, is_cut.into_any(), count, made])
    })
}

/// The names, and where the text ends.
fn found<'py>(
    text: &Object<'py>,
    octets: &[u8],
    options: &TextOptions,
    piece: FedPiece,
    left: Option<&TextLeft>,
) -> PyResult<(Bound<'py, PyBytes>, Start)> {
    let py = text.py();
    let mut packed = PackedNames::of(text.is_instance_of::<PyBytes>() || octets.is_ascii());
    let (mut places, none) = (Vec::new(), Edits::default());
    let mut counts = left.map(TextLeft::taken).transpose()?;
    let mut names = counts.as_deref_mut();
    let work = &mut |octets: &[u8], start, end, how: &Rewriting<'_>| {
        places.clear();
        each_found(octets, start, end, &how.sought, |one| {
            if names.is_some() {
                memory::push(&mut places, one.start..one.end)?;
            }
            packed.push(octets, &one)
        })?;
        let done = &Done { edits: &none, found: &places };
        names.as_mut().map_or(Ok(()), |names| names.feed(octets, start, end, done, how))
    };
    let end = options.go_over(py, octets, piece, work)?;
    names.into_iter().filter(|_| piece.is_last).for_each(LeftNames::end);
    Ok((packed.into_bytes(py)?, end))
}

/// Returns what changes in a text, and where it ends.
fn edits(
    py: Python<'_>,
    octets: &[u8],
    options: &TextOptions,
    to_unicode: bool,
    piece: FedPiece,
    left: Option<&TextLeft>,
) -> PyResult<(Edits, Start)> {
    let mut edits = Edits::default();
    let mut counts = left.map(TextLeft::taken).transpose()?;
    let mut names = counts.as_deref_mut();
    let work = &mut |octets: &[u8], start, end, how: &Rewriting<'_>| {
        Rewriting { to_unicode, ..*how }.edits_from(octets, start, end, &mut edits)?;
        let done = &Done { edits: &edits, found: &[] };
        names.as_mut().map_or(Ok(()), |names| names.feed(octets, start, end, done, how))
    };
    let end = options.go_over(py, octets, piece, work)?;
    names.into_iter().filter(|_| piece.is_last).for_each(LeftNames::end);
    Ok((edits, end))
}

/// Returns what is cut out of a text, with new octets in the place of each name, and where the text ends.
fn cuts(py: Python<'_>, octets: &[u8], options: &TextOptions, new: &[u8], piece: FedPiece) -> PyResult<(Edits, Start)> {
    let mut edits = Edits::default();
    let work = &mut |octets: &[u8], start, end, how: &Rewriting<'_>| {
        redact_from(octets, start, end, &how.sought, new, &mut edits)
    };
    let end = options.go_over(py, octets, piece, work)?;
    Ok((edits, end))
}

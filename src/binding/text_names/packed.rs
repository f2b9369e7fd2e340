//! The names of a text as octets, of which Python makes objects when they are looked at, and the command lines.
//!
//! ```text
//! start  end  local  kind  escaped  defanged  code      `struct` of Python: <QQIBBBB
//!     8    8      4     1        1         1     1      octets of each name
//! ```

use crate::binding::prelude::*;
use crate::memory::Growing;
use crate::text::{AUTHORITY_CONTINUES, Found, Kind, MIXED_SCRIPTS, Reached, followed_name, scan};

/// So many octets stand for a name.
const SIZE: usize = 24;

/// The names of a text, in their order.
#[derive(Default)]
pub(super) struct PackedNames {
    names: Vec<[u8; SIZE]>,
    /// True if places are those of octets. Else they become those of characters.
    are_octets: bool,
    so_far: Reached,
    /// The last place of a local part, in octets and in characters.
    last_local: Option<(usize, usize)>,
}

impl PackedNames {
    /// None yet.
    pub(super) fn of(are_octets: bool) -> Self {
        Self { are_octets, ..Self::default() }
    }

    /// Appends a name of a text.
    pub(super) fn push(&mut self, text: &[u8], one: &Found) -> Result<(), Error> {
        let (are_octets, so_far) = (self.are_octets, &mut self.so_far);
        let mut place_of = |octet| if are_octets { octet } else { so_far.count_to(text, octet) };
        // Of two domains behind one another, the local part of the second begins before the first.
        let local_start = one.local_start.map(|start| match self.last_local {
            Some((octet, place)) if octet == start => place,
            _ => place_of(start),
        });
        self.last_local = one.local_start.zip(local_start).or(self.last_local);
        let (start, end) = (place_of(one.start), place_of(one.end));
        // A part of a line has fewer octets.
        let local = local_start.map_or(0, |local| bounded::to::<u32>(bounded::sub(start, local)));
        let escaped = bounded::add(u8::from(one.is_escaped), u8::from(one.is_part));
        let facts = [one.kind.index(), escaped, one.is_defanged.into(), number_of(one.code)].map(u64::from);
        // The lowest octets come first.
        let rest = facts.into_iter().rev().fold(0, |rest, fact| rest << 8 | fact) << 32 | u64::from(local);
        let mut name = [0; SIZE];
        for (slot, word) in name.as_chunks_mut().0.iter_mut().zip([bounded::to::<u64>(start), bounded::to(end), rest]) {
            *slot = word.to_le_bytes();
        }
        memory::push(&mut self.names, name)
    }

    pub(super) fn into_bytes(self, py: Python<'_>) -> PyResult<Bound<'_, PyBytes>> {
        bytes(py, self.names.as_flattened())
    }
}

/// A name that was packed.
struct Name {
    start: usize,
    end: usize,
    kind: u8,
    is_escaped: bool,
    is_defanged: bool,
    code: u8,
}

impl Name {
    fn of(packed: &[u8; SIZE]) -> Option<Self> {
        let (&start, rest) = packed.split_first_chunk()?;
        let (&end, rest) = rest.split_first_chunk()?;
        let [.., kind, escaped, defanged, code] = *rest else { return None };
        let [start, end] = [start, end].map(|place| bounded::index(u64::from_le_bytes(place)));
        Some(Self { start, end, kind, is_escaped: escaped > 0, is_defanged: defanged > 0, code })
    }

    /// Returns whether it stands in a piece: those that another piece has may be given.
    const fn is_in(&self, piece: &[u8]) -> bool {
        self.start <= self.end && self.end <= piece.len()
    }

    /// Appends the kind, the name and its code.
    fn write(&self, piece: &[u8], lines: &mut Growing<u8>) -> Result<(), Error> {
        let kind = Kind::NAMES.get(usize::from(self.kind)).copied().unwrap_or_default();
        let range = self.start..self.end;
        let meant = if self.is_defanged { Some(followed_name(piece, range.clone())?) } else { None };
        let name = meant.as_deref().or_else(|| piece.get(range)).unwrap_or_default();
        for part in [b":", kind.as_bytes(), b":", name] {
            lines.extend_from_slice(part);
        }
        if let Some(code) = self.code() {
            lines.push(b':');
            lines.extend_from_slice(code.as_bytes());
        }
        lines.push(b'\n');
        Ok(())
    }

    fn code(&self) -> Option<&'static str> {
        match self.code {
            0 => None,
            1 => Some(AUTHORITY_CONTINUES),
            2 => Some(MIXED_SCRIPTS),
            code => ErrorKind::ALL.get(usize::from(code.saturating_sub(3))).map(|kind| kind.code()),
        }
    }
}

/// The number of a code: 0 for none.
fn number_of(code: Option<&str>) -> u8 {
    match code {
        None => 0,
        Some(AUTHORITY_CONTINUES) => 1,
        Some(MIXED_SCRIPTS) => 2,
        Some(code) => {
            let place = ErrorKind::ALL.iter().position(|kind| kind.code() == code);
            place.map_or(0, |place| bounded::add(bounded::to(place), 3))
        }
    }
}

/// Write where the names of a piece stand: `file:line:column:kind:name`, and the code behind another colon.
///
/// Args:
///     piece: The piece, bytes.
///     names: The names in it, bytes of `text_piece`.
///     file: The name of the file, bytes.
///     line: The number of the line that the piece begins in, an int.
///     before: How many octets of that line came before, an int.
///
/// Returns:
///     The lines, bytes; the line and the octets of it behind the piece; and how many names are escaped.
#[pyfunction(signature = (piece, names, file, line, before, /))]
pub(in crate::binding) fn text_lines<'py>(
    py: Python<'py>,
    piece: &[u8],
    names: &[u8],
    file: &[u8],
    line: usize,
    before: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    let mut place = LinePlace { line, before, at: 0 };
    let made = released(py, bounded::add(piece.len(), names.len()), || lines_of(piece, names, file, &mut place));
    let (lines, escaped) = made.map_err(|_| no_memory())?;
    let [line, before, escaped] = numbers(py, [place.line, place.before, escaped])?;
    tuple_of(py, [bytes(py, &lines)?.into_any(), line, before, escaped])
}

/// Say where the names of a piece stand.
///
/// Args:
///     piece: The piece, bytes.
///     names: The names in it, bytes of `text_piece`.
///     line: The number of the line that the piece begins in, an int.
///     before: How many octets of that line came before, an int.
///
/// Returns:
///     A list of tuples of int, one for each name: the line and the octet in it, counted from 1.
#[pyfunction(signature = (piece, names, line, before, /))]
pub(in crate::binding) fn text_places<'py>(
    py: Python<'py>,
    piece: &[u8],
    names: &[u8],
    line: usize,
    before: usize,
) -> PyResult<Bound<'py, PyList>> {
    let mut place = LinePlace { line, before, at: 0 };
    let rows = names.as_chunks::<SIZE>().0.iter().filter_map(Name::of).filter(|name| name.is_in(piece)).map(|name| {
        place.go_on(piece, name.start);
        tuple_of(py, numbers(py, [place.line, place.before.saturating_add(1)])?)
    });
    list_of(py, gathered(rows)?)
}

/// Go on to verify that a text which comes in pieces is UTF-8.
///
/// Args:
///     cut: The octets of a character that the pieces before end in, bytes.
///     piece: The next piece, bytes.
///     is_last: Whether it is the last one, a bool.
///
/// Returns:
///     The octets of a character that the piece ends in, bytes; None if the text is not UTF-8.
#[pyfunction(signature = (cut, piece, is_last, /))]
pub(in crate::binding) fn text_cut_character<'py>(
    py: Python<'py>,
    cut: &[u8],
    piece: &[u8],
    is_last: bool,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let rest = released(py, piece.len(), || {
        let mut octets = memory::copied(cut)?;
        memory::append(&mut octets, piece)?;
        let valid = core::str::from_utf8(&octets).map_or_else(
            |fault| (fault.error_len().is_none() && !is_last).then(|| fault.valid_up_to()),
            |text| Some(text.len()),
        );
        valid.map(|valid| memory::copied(bounded::rest(&octets, valid))).transpose()
    });
    rest.map_err(|_| no_memory())?.map(|rest| bytes(py, &rest)).transpose()
}

/// A place in a text that comes in pieces.
struct LinePlace {
    line: usize,
    /// The octets of the line that stand before the place.
    before: usize,
    /// The octets of the piece that were gone over.
    at: usize,
}

impl LinePlace {
    fn go_on(&mut self, piece: &[u8], place: usize) {
        let between = piece.get(self.at..place).unwrap_or_default();
        let feeds = scan::count_of_line_feeds(between);
        // Saturating: a text in pieces may be longer than the memory.
        self.line = self.line.saturating_add(feeds);
        self.before = match scan::last_line_feed(between) {
            Some(feed) => bounded::sub(bounded::sub(between.len(), feed), 1),
            None => self.before.saturating_add(between.len()),
        };
        self.at = place;
    }
}

/// The lines, and how many names are escaped.
fn lines_of(piece: &[u8], names: &[u8], file: &[u8], place: &mut LinePlace) -> Result<(Vec<u8>, usize), Error> {
    let (mut lines, mut escaped) = (Growing::default(), 0_usize);
    for name in names.as_chunks::<SIZE>().0.iter().filter_map(Name::of).filter(|name| name.is_in(piece)) {
        place.go_on(piece, name.start);
        lines.extend_from_slice(file);
        for number in [place.line, place.before.saturating_add(1)] {
            lines.push(b':');
            push_number(number, &mut lines);
        }
        name.write(piece, &mut lines)?;
        escaped = bounded::add(escaped, usize::from(name.is_escaped));
    }
    place.go_on(piece, piece.len());
    Ok((lines.finished()?, escaped))
}

/// Appends the digits of a number.
fn push_number(number: usize, lines: &mut Growing<u8>) {
    let (mut digits, mut rest) = ([b'0'; 20], number);
    let mut left = digits.len();
    for slot in digits.iter_mut().rev() {
        *slot = bounded::add(b'0', bounded::to::<u8>(rest % 10));
        (rest, left) = (rest / 10, bounded::sub(left, 1));
        if rest == 0 {
            break;
        }
    }
    lines.extend_from_slice(bounded::rest(&digits, left));
}

/// Count the line feeds of a text.
///
/// Args:
///     text: The text, bytes.
///
/// Returns:
///     An int. `bytes.count` takes five times as long where lines are short.
#[pyfunction(signature = (text, /))]
pub(in crate::binding) fn text_line_feeds<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Object<'py>> {
    let [count] = numbers(py, [scan::count_of_line_feeds(text)])?;
    Ok(count)
}

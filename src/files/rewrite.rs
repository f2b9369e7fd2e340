//! Files of lines that come in pieces of any size.

use core::ops::Range;

use super::rewriting::{Counts, FileRewriting, no_memory};
use super::rooms::RoomRewriter;
use crate::domain::{OnError, to_ascii, to_unicode};
use crate::error::{Error, ErrorKind};
use crate::formats::{Across, NamePlace, Places};
use crate::label::{LabelError, LineError, holds_prefix};
use crate::text::{Edits, scan};
use crate::{bounded, memory};

/// The place up to which files were read. Saturating: what comes in pieces may be longer than the memory.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// The octets and the lines of this file.
    octets: usize,
    lines: usize,
    /// Those of all files.
    counts: Counts,
}

impl Progress {
    /// Passes lines. The last one of a file may have no end.
    fn pass(&mut self, lines: &[u8]) {
        let is_open = lines.last().is_some_and(|&octet| octet != b'\n');
        let count = bounded::add(scan::count_of_line_feeds(lines), is_open.into());
        self.octets = self.octets.saturating_add(lines.len());
        self.lines = self.lines.saturating_add(count);
        self.counts.lines = self.counts.lines.saturating_add(count);
    }
}

/// Rewrites a file that comes in pieces. What comes out does not depend on where it is cut.
///
/// ```
/// use acelabel::files::{FileRewriter, FileRewriting, Format};
/// use acelabel::{OnError, Profile};
///
/// let (profile, on_error) = (&Profile::DNS, OnError::Keep);
/// let format = Format::Hosts;
/// let how = FileRewriting { format, profile, to_unicode: false, on_error, escapes_are_letters: false };
/// let (mut rewriter, mut output) = (FileRewriter::default(), Vec::new());
/// rewriter.feed("192.0.2.1 büro bü_ro # für".as_bytes(), &how, &mut output)?;
/// rewriter.feed(" das Büro\n".as_bytes(), &how, &mut output)?;
/// rewriter.finish(&how, &mut output)?;
/// assert_eq!(output, "192.0.2.1 xn--bro-hoa bü_ro # für das Büro\n".as_bytes());
/// assert_eq!((rewriter.counts().rewritten, rewriter.counts().refused), (1, 1));
/// # Ok::<(), acelabel::LineError>(())
/// ```
#[derive(Default)]
pub struct FileRewriter {
    /// The octets of a line that is not complete.
    held: Vec<u8>,
    progress: Progress,
    /// The refusals that the last call let stay.
    problems: Vec<LineError>,
    places: Places,
    rooms: RoomRewriter,
    /// True if the last call was for a format that has a room of its own.
    is_of_room: bool,
}

impl FileRewriter {
    /// Returns how much was read.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.rooms.add_to(self.progress.counts)
    }

    /// Returns the refusals that the last call of [`feed`](Self::feed) or [`finish`](Self::finish) let stay.
    #[must_use]
    pub fn problems(&self) -> &[LineError] {
        if self.is_of_room { self.rooms.problems() } else { &self.problems }
    }

    /// Takes a piece, and appends to `output` all that is decided with it: at most the last line is held back.
    ///
    /// # Errors
    ///
    /// With [`OnError::Raise`], that of the first name that is refused. With [`OnError::Keep`],
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone. The piece is not taken then, and can be given again; of
    /// text, what was held is lost with it.
    pub fn feed(&mut self, piece: &[u8], how: &FileRewriting<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        self.is_of_room = RoomRewriter::knows(how.format);
        if self.is_of_room {
            return self.rooms.take(Some(piece), how, output);
        }
        let end = scan::last_line_feed(piece).map_or(0, |place| bounded::add(place, 1));
        let (lines, rest) = piece.split_at(end);
        let (progress, across) = (self.progress, self.places.across);
        let (held, written) = (self.held.len(), output.len());
        let taken = self.take(lines, how, output).and_then(|()| {
            self.held.try_reserve(rest.len()).map_err(|_| no_memory())?;
            if !lines.is_empty() {
                self.held.clear();
            }
            self.held.extend_from_slice(rest);
            Ok(())
        });
        if taken.is_err() {
            self.held.truncate(held);
            self.progress = progress;
            self.places.across = across;
            output.truncate(written);
        }
        taken
    }

    /// Appends the rest to `output`. Afterwards another file can begin, after an error, too; the counts go on.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    pub fn finish(&mut self, how: &FileRewriting<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        self.is_of_room = RoomRewriter::knows(how.format);
        if self.is_of_room {
            return self.rooms.take(None, how, output);
        }
        self.problems.clear();
        let (held, counts) = (core::mem::take(&mut self.held), self.progress.counts);
        let written = self.write(&held, how, output).inspect_err(|_| self.progress.counts = counts);
        (self.progress.octets, self.progress.lines, self.places.across) = (0, 0, Across::default());
        written
    }

    /// Writes whole lines, of which the first begins with what is held.
    fn take(&mut self, lines: &[u8], how: &FileRewriting<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        self.problems.clear();
        if self.held.is_empty() {
            return self.write(lines, how, output);
        }
        let Some(end) = scan::line_feed(lines) else { return Ok(()) };
        let (first, others) = lines.split_at(bounded::add(end, 1));
        let held = self.held.len();
        memory::append(&mut self.held, first).map_err(|_| no_memory())?;
        let line = core::mem::take(&mut self.held);
        let written = self.write(&line, how, output).and_then(|()| self.write(others, how, output));
        self.held = line;
        self.held.truncate(held);
        written
    }

    /// Writes whole lines.
    fn write(&mut self, lines: &[u8], how: &FileRewriting<'_>, output: &mut Vec<u8>) -> Result<(), LineError> {
        let mut edits = Edits::default();
        self.edit_lines(lines, how, &mut edits)?;
        edits.append(lines, output).map_err(|_| no_memory())
    }

    /// Notes what changes in a file that is there as a whole, and is no part of another one.
    #[cfg(any(feature = "python", test, fuzzing))]
    pub(super) fn edit_whole(
        &mut self,
        file: &[u8],
        how: &FileRewriting<'_>,
        edits: &mut Edits,
    ) -> Result<(), LineError> {
        self.problems.clear();
        (self.progress, self.places.across) = (Progress::default(), Across::default());
        self.edit_lines(file, how, edits)
    }

    /// Notes what changes in whole lines.
    fn edit_lines(&mut self, lines: &[u8], how: &FileRewriting<'_>, edits: &mut Edits) -> Result<(), LineError> {
        let sought = match how.to_unicode {
            _ if how.format.goes_over_lines() => |text: &[u8]| (!text.is_empty()).then_some(0),
            true => scan::prefix,
            false => scan::beyond_ascii,
        };
        let mut start = 0_usize;
        while let Some(place) = sought(bounded::rest(lines, start)).map(|place| bounded::add(start, place)) {
            let begin = scan::last_line_feed(bounded::part(lines, start..place))
                .map_or(start, |feed| bounded::add(bounded::add(start, feed), 1));
            let end =
                scan::line_feed(bounded::rest(lines, place)).map_or(lines.len(), |feed| bounded::add(place, feed));
            // A line without what is sought is not read, and counted with others.
            self.progress.pass(bounded::part(lines, start..begin));
            self.edit(lines, begin..end, how, edits)?;
            start = bounded::add(end, 1).min(lines.len());
            self.progress.pass(bounded::part(lines, begin..start));
        }
        self.progress.pass(bounded::rest(lines, start));
        Ok(())
    }

    fn edit(
        &mut self,
        lines: &[u8],
        range: Range<usize>,
        how: &FileRewriting<'_>,
        edits: &mut Edits,
    ) -> Result<(), LineError> {
        let text = super::without_end(bounded::part(lines, range.clone()));
        let mut places = core::mem::take(&mut self.places);
        let found = how.format.places_in(text, &mut places).map_err(|_| no_memory())?;
        if !how.to_unicode && has_others(text, found) {
            self.progress.counts.others = self.progress.counts.others.saturating_add(1);
        }
        let edited = found.iter().try_for_each(|place| self.edit_one(text, place, range.start, how, edits));
        self.places = places;
        edited
    }

    /// Replaces the name of one place of a line, which begins at this place of the lines.
    fn edit_one(
        &mut self,
        text: &[u8],
        place: &NamePlace,
        start: usize,
        how: &FileRewriting<'_>,
        edits: &mut Edits,
    ) -> Result<(), LineError> {
        let name = bounded::part(text, place.range.clone());
        let is_sought = if how.to_unicode { holds_prefix(name) } else { !name.is_ascii() };
        if !is_sought {
            return Ok(());
        }
        let counts = &mut self.progress.counts;
        counts.names = counts.names.saturating_add(1);
        match how.other(name) {
            Ok(None) => Ok(()),
            Ok(Some(other)) => {
                counts.rewritten = counts.rewritten.saturating_add(1);
                let [start, end] = [place.range.start, place.range.end].map(|offset| bounded::add(start, offset));
                edits.add(start, end, &[other.as_bytes()]).map_err(|_| no_memory())
            }
            Err(error) => {
                let offset = self.progress.octets.saturating_add(bounded::add(place.range.start, error.offset()));
                let error = LabelError::new(error.error().at(offset), error.label_index(), error.code_point());
                let problem = LineError { line: self.progress.lines.saturating_add(1), error };
                if how.on_error == OnError::Raise || error.kind() == ErrorKind::OutOfMemory {
                    return Err(problem);
                }
                counts.refused = counts.refused.saturating_add(1);
                memory::push(&mut self.problems, problem).map_err(|_| no_memory())
            }
        }
    }
}

impl FileRewriting<'_> {
    /// The other form of a name, if it has one. Offsets of errors count octets of the name.
    fn other(&self, name: &[u8]) -> Result<Option<String>, LabelError> {
        let text = core::str::from_utf8(name)
            .map_err(|error| LabelError::new(Error::new(ErrorKind::InvalidUtf8, error.valid_up_to()), 0, None))?;
        let form = if self.to_unicode { to_unicode(text, self.profile) } else { to_ascii(text, self.profile) };
        let form = form.map_err(|error| {
            let offset = error.byte_offset(text);
            LabelError::new(error.error().at(offset), error.label_index(), error.code_point())
        })?;
        // A profile may leave an A-label as it is, and give another letter case to what is beside it.
        Ok((!form.eq_ignore_ascii_case(text)).then(|| form.into_owned()))
    }
}

/// Returns whether characters beyond ASCII stand outside the places of a line.
fn has_others(line: &[u8], places: &[NamePlace]) -> bool {
    let mut end = 0;
    let mut gaps = places.iter().map(|place| {
        let gap = end..place.range.start;
        end = place.range.end;
        gap
    });
    let is_ascii = gaps.all(|gap| bounded::part(line, gap).is_ascii());
    !is_ascii || !line.get(end..).unwrap_or_default().is_ascii()
}

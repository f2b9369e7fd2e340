//! Formats that have a room of their own: master files, and running text. They hold less than lines.

use super::rewriting::{Counts, FileRewriting, no_memory};
use crate::bounded;
use crate::formats::Format;
use crate::label::LineError;
use crate::text::{Rewriter, Rewriting, Sought, scan};
use crate::zone::{ZoneRewriter, ZoneRewriting};

/// Rewrites such files in pieces.
#[derive(Default)]
pub(super) struct RoomRewriter {
    zone: ZoneRewriter,
    text: Rewriter,
    /// The line feeds so far, and the last lines of files that had none.
    lines: usize,
    /// True if the last line that came has no line feed.
    is_open: bool,
}

impl RoomRewriter {
    pub(super) const fn knows(format: Format) -> bool {
        matches!(format, Format::Text | Format::Zone)
    }

    pub(super) fn problems(&self) -> &[LineError] {
        self.zone.problems()
    }

    /// Adds what was read to the counts of other files.
    pub(super) const fn add_to(&self, counts: Counts) -> Counts {
        let (zone, rewritten) = (&self.zone, self.zone.count().saturating_add(self.text.count()));
        Counts {
            lines: counts.lines.saturating_add(self.lines),
            names: counts.names.saturating_add(rewritten).saturating_add(zone.kept()),
            rewritten: counts.rewritten.saturating_add(rewritten),
            refused: counts.refused.saturating_add(zone.kept()),
            escaped: counts.escaped.saturating_add(zone.escaped()),
            others: counts.others.saturating_add(zone.others()),
        }
    }

    /// Takes a piece, or the end of a file, and appends all that is decided with it.
    pub(super) fn take(
        &mut self,
        piece: Option<&[u8]>,
        how: &FileRewriting<'_>,
        output: &mut Vec<u8>,
    ) -> Result<(), LineError> {
        let was_open = self.is_open && piece.is_none();
        if piece.is_none() {
            self.is_open = false;
        }
        let written = output.len();
        self.rewrite(piece, how, output).inspect_err(|_| output.truncate(written))?;
        let piece = piece.unwrap_or_default();
        self.is_open = piece.last().map_or(self.is_open, |&octet| octet != b'\n');
        // Saturating: what comes in pieces may be longer than the memory.
        let lines = bounded::add(scan::count_of_line_feeds(piece), was_open.into());
        self.lines = self.lines.saturating_add(lines);
        Ok(())
    }

    fn rewrite(
        &mut self,
        piece: Option<&[u8]>,
        how: &FileRewriting<'_>,
        output: &mut Vec<u8>,
    ) -> Result<(), LineError> {
        let FileRewriting { format, profile, to_unicode, on_error, escapes_are_letters } = *how;
        if format == Format::Text {
            let sought = Sought::all(profile);
            let how = &Rewriting { sought, to_unicode, annotate: false, isolate: false, shows: None };
            let taken = match piece {
                Some(piece) => self.text.feed(piece, how, output),
                None => self.text.finish(how, output),
            };
            return taken.map_err(|_| no_memory());
        }
        let how = &ZoneRewriting { profile, to_unicode, on_error, escapes_are_letters };
        let taken = match piece {
            Some(piece) => self.zone.feed(piece, how, output),
            None => self.zone.finish(how, output),
        };
        taken.map_err(|error| LineError { line: self.zone.refused_line().unwrap_or(0), error })
    }
}

//! Master files, whole or in pieces, with the other form of their names.

use super::refusals::ZoneRefusals;
use super::scan::{NameWord, ZoneScan};
use crate::domain::OnError;
use crate::error::Error;
use crate::label::{LabelError, LineError};
use crate::memory::{self, Growing};
use crate::text::Edits;
use crate::{Profile, bounded};

/// Which form the names of a master file are given.
#[derive(Clone, Copy)]
pub struct ZoneRewriting<'a> {
    /// The rules for labels.
    pub profile: &'a Profile,
    /// True if A-labels become U-labels; else labels that are not ASCII become A-labels.
    pub to_unicode: bool,
    /// The treatment of a label that is refused: it is kept exactly as it stands.
    pub on_error: OnError,
    /// True if escapes of UTF-8 beyond ASCII are read as its letters, where a label has no other escapes: `\195\188`
    /// is `ü`, as servers write it. Else such a label is ASCII and stays. A-labels become U-labels all the same.
    pub escapes_are_letters: bool,
}

/// Rewrites a master file. Nothing where nothing changes.
///
/// ```
/// use acelabel::zone::{ZoneRewriting, rewritten};
/// use acelabel::{OnError, Profile};
///
/// let (profile, on_error) = (&Profile::DNS, OnError::Raise);
/// let how = ZoneRewriting { profile, on_error, to_unicode: false, escapes_are_letters: false };
/// let zone = rewritten("büro IN MX 10 post ; für büro".as_bytes(), &how)?;
/// assert_eq!(zone.as_deref(), Some("xn--bro-hoa IN MX 10 post ; für büro".as_bytes()));
/// # Ok::<(), acelabel::LabelError>(())
/// ```
///
/// # Errors
///
/// Offsets count octets, not characters as [`LabelError::byte_offset`], `reason` and `hint` take them to.
/// [`Unbalanced`](crate::ErrorKind::Unbalanced); the errors of [`alabel`](crate::alabel);
/// [`InvalidEscape`](crate::ErrorKind::InvalidEscape) and [`InvalidUtf8`](crate::ErrorKind::InvalidUtf8) in a label
/// that is not ASCII. With [`OnError::Keep`], [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn rewritten(zone: &[u8], how: &ZoneRewriting<'_>) -> Result<Option<Vec<u8>>, LabelError> {
    let mut edits = Edits::default();
    ZoneProgress::default().edits(zone, zone.len(), true, how, &mut edits, &mut ZoneRefusals::of(how.on_error))?;
    edits.applied(zone).map_err(LabelError::out_of_memory)
}

/// Returns everything for which [`rewritten`] refuses a master file, in the order of the file; a mark that nothing
/// closes comes last. [`ZoneRewriting::on_error`] makes no difference.
///
/// ```
/// use acelabel::zone::{ZoneRewriting, problems};
/// use acelabel::{OnError, Profile};
///
/// let (profile, on_error) = (&Profile::DNS, OnError::Raise);
/// let how = ZoneRewriting { profile, on_error, to_unicode: false, escapes_are_letters: false };
/// let found = problems("büro A 1\nbü_ro A 1\n@ NS ns.bü_ro\n".as_bytes(), &how)?;
/// assert_eq!(found.iter().map(|one| (one.line, one.error.offset())).collect::<Vec<_>>(), [(2, 13), (3, 32)]);
/// # Ok::<(), acelabel::LabelError>(())
/// ```
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn problems(zone: &[u8], how: &ZoneRewriting<'_>) -> Result<Vec<LineError>, LabelError> {
    let mut problems = Vec::new();
    let (edits, refusals) = (&mut Edits::default(), &mut ZoneRefusals::Listed(&mut problems));
    ZoneProgress::default().edits(zone, zone.len(), true, how, edits, refusals)?;
    Ok(problems)
}

/// The place up to which a master file is rewritten, and the counts.
#[derive(Clone, Copy, Default)]
pub(crate) struct ZoneProgress {
    scan: ZoneScan,
    rewritten: usize,
    kept: usize,
    escaped: usize,
}

impl ZoneProgress {
    /// Appends what changes up to a place, which is the end of the file or of a piece.
    pub(crate) fn edits(
        &mut self,
        zone: &[u8],
        end: usize,
        is_last: bool,
        how: &ZoneRewriting<'_>,
        edits: &mut Edits,
        refusals: &mut ZoneRefusals<'_>,
    ) -> Result<(), LabelError> {
        let other = &mut Growing::default();
        loop {
            match self.scan.next_name(zone, end) {
                Ok(Some(name)) => self.edit(zone, name, how, other, edits, refusals)?,
                Ok(None) => break,
                // The parenthesis is passed over.
                Err(error) => self.refuse(error, refusals)?,
            }
        }
        if !is_last {
            return Ok(());
        }
        loop {
            match self.scan.last_name(zone) {
                Ok(Some(name)) => self.edit(zone, name, how, other, edits, refusals)?,
                Ok(None) => return Ok(()),
                Err(error) => return self.refuse(error, refusals),
            }
        }
    }

    /// Returns an error of the file, unless such errors are passed over.
    fn refuse(&mut self, error: Error, refusals: &mut ZoneRefusals<'_>) -> Result<(), LabelError> {
        refusals.take(self.scan.line(), LabelError::new(error, 0, None))?;
        self.kept = self.kept.saturating_add(1);
        Ok(())
    }

    fn edit(
        &mut self,
        zone: &[u8],
        name: NameWord,
        how: &ZoneRewriting<'_>,
        other: &mut Growing<u8>,
        edits: &mut Edits,
        refusals: &mut ZoneRefusals<'_>,
    ) -> Result<(), LabelError> {
        let (range, line) = (name.range.clone(), self.scan.line());
        let refuse = &mut |error| refusals.take(line, error);
        let answer = how.write_other(bounded::part(zone, range.clone()), &name, other, refuse)?;
        // Saturating: a file in pieces may be longer than the memory.
        self.kept = self.kept.saturating_add(answer.is_kept.into());
        self.escaped = self.escaped.saturating_add(answer.is_escaped.into());
        if answer.is_other {
            self.rewritten = self.rewritten.saturating_add(1);
            edits.add(range.start, range.end, &[other]).map_err(LabelError::out_of_memory)?;
        }
        Ok(())
    }
}

/// Rewrites a master file that comes in pieces. What comes out does not depend on where it is cut.
#[derive(Default)]
pub struct ZoneRewriter {
    progress: ZoneProgress,
    /// The octets of a word that is not complete.
    held: Vec<u8>,
    /// The line of the last fault.
    refused: Option<usize>,
    problems: Vec<LineError>,
}

impl ZoneRewriter {
    /// Returns how many names it has rewritten.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.progress.rewritten
    }

    /// Returns how many names have a label that was left, as it was refused, is not a valid A-label or has escapes
    /// beyond ASCII that are never read, together with the marks without counterpart.
    #[must_use]
    pub const fn kept(&self) -> usize {
        self.progress.kept
    }

    /// Returns how many names have a label that was left, and that [`ZoneRewriting::escapes_are_letters`] would read.
    #[must_use]
    pub const fn escaped(&self) -> usize {
        self.progress.escaped
    }

    /// Returns how many words that are no names, quoted strings and comments are not ASCII. They stay.
    #[must_use]
    pub const fn others(&self) -> usize {
        self.progress.scan.others()
    }

    /// Returns the line of the last refusal, of which the first is 1.
    #[must_use]
    pub const fn refused_line(&self) -> Option<usize> {
        self.refused
    }

    /// Returns the refusals that the last call of [`feed`](Self::feed) or [`finish`](Self::finish) kept.
    #[must_use]
    pub fn problems(&self) -> &[LineError] {
        &self.problems
    }

    /// Takes a piece, and appends to `output` all that is decided with it: at most the last word is held back.
    ///
    /// # Errors
    ///
    /// As [`rewritten`]; offsets count from the beginning of the file. The piece is not taken then, and can be given
    /// again.
    pub fn feed(&mut self, piece: &[u8], how: &ZoneRewriting<'_>, output: &mut Vec<u8>) -> Result<(), LabelError> {
        let (progress, held) = (self.progress, self.held.len());
        let taken = memory::append(&mut self.held, piece).map_err(LabelError::out_of_memory);
        let written = taken.and_then(|()| self.write(false, how, output));
        match written {
            Ok(decided) => {
                self.held.drain(..decided);
                self.progress.scan.forget(decided);
            }
            Err(_) => {
                self.held.truncate(held);
                self.progress = progress;
            }
        }
        written.map(|_| ())
    }

    /// Appends the rest to `output`. Afterwards another file can begin, after an error, too.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    pub fn finish(&mut self, how: &ZoneRewriting<'_>, output: &mut Vec<u8>) -> Result<(), LabelError> {
        let written = self.write(true, how, output);
        self.held = Vec::new();
        self.progress.scan = self.progress.scan.restarted();
        written.map(|_| ())
    }

    /// Appends what is decided. Returns where it ends.
    fn write(&mut self, is_last: bool, how: &ZoneRewriting<'_>, output: &mut Vec<u8>) -> Result<usize, LabelError> {
        let mut edits = Edits::default();
        self.problems.clear();
        let refusals = &mut match how.on_error {
            OnError::Raise => ZoneRefusals::Raised,
            OnError::Keep => ZoneRefusals::Listed(&mut self.problems),
        };
        if let Err(error) = self.progress.edits(&self.held, self.held.len(), is_last, how, &mut edits, refusals) {
            self.refused = Some(self.progress.scan.line());
            return Err(error);
        }
        let decided = if is_last { self.held.len() } else { self.progress.scan.decided() };
        edits.append(bounded::first(&self.held, decided), output).map_err(LabelError::out_of_memory)?;
        Ok(decided)
    }
}

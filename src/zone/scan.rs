//! The words of a master file: blanks, line ends, comments, quoted strings, parentheses and escapes (RFC 1035 section
//! 5.1).

use core::ops::Range;

use super::entry::Entry;
use crate::bounded;
use crate::error::{Error, ErrorKind};

/// A byte order mark in UTF-8, which is no part of a name where the file begins with it.
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// A place in a master file, and all that was read before it.
#[derive(Clone, Copy, Default)]
pub(super) struct ZoneScan {
    /// The place, in the octets that are at hand.
    at: usize,
    /// The number of octets before those at hand.
    before: usize,
    within: Within,
    entry: Entry,
    /// True if something of the entry was read.
    has_begun: bool,
    /// The number of parentheses that are open, and where the outermost is.
    depth: usize,
    opened: usize,
    /// The number of line feeds before the place, and of those before the outermost parenthesis and the quoted string.
    lines: usize,
    lines_before_opened: usize,
    lines_before_quoted: usize,
    /// True in an entry of `$GENERATE`, where `$` is a number.
    generates: bool,
    /// True if the quoted string or the comment has an octet beyond ASCII.
    beyond_ascii: bool,
    /// The number of words that are no names, quoted strings and comments with such an octet.
    others: usize,
}

/// The surroundings of a place.
#[derive(Clone, Copy, Default)]
enum Within {
    #[default]
    Blank,
    /// A word or a quoted string, where it begins, and whether a backslash stands before the place.
    Word(usize, bool),
    Quoted(usize, bool),
    Comment,
}

/// A word that is a name, and the number of octets before it.
pub(super) struct NameWord {
    pub(super) range: Range<usize>,
    pub(super) offset: usize,
    /// True if it makes many names, in which a number takes the place of `$`.
    pub(super) generates: bool,
}

impl ZoneScan {
    /// The scan of another file, with the same count.
    pub(super) fn restarted(&self) -> Self {
        Self { others: self.others, ..Self::default() }
    }

    /// Returns the line of the place, or of the last fault that was found; the first is 1.
    pub(super) const fn line(&self) -> usize {
        self.lines.saturating_add(1)
    }

    pub(super) const fn others(&self) -> usize {
        self.others
    }

    /// Returns where the octets end of which nothing is needed any more.
    pub(super) const fn decided(&self) -> usize {
        match self.within {
            Within::Word(start, _) => start,
            _ => self.at,
        }
    }

    pub(super) fn forget(&mut self, count: usize) {
        // Saturating: a file in pieces may be longer than the memory.
        self.before = self.before.saturating_add(count);
        self.at = bounded::sub(self.at, count);
        match &mut self.within {
            Within::Word(start, _) => *start = bounded::sub(*start, count),
            // Places of the whole file.
            Within::Blank | Within::Quoted(..) | Within::Comment => {}
        }
    }

    /// Returns the next word before a place that is complete and a name.
    ///
    /// # Errors
    ///
    /// A closing parenthesis without an opening one, behind which the scan goes on.
    pub(super) fn next_name(&mut self, zone: &[u8], end: usize) -> Result<Option<NameWord>, Error> {
        while self.at < end {
            let octet = bounded::at(zone, self.at);
            if let Within::Word(start, is_escaped) = self.within
                && let Some(name) = self.within_word(zone, start, is_escaped, octet)
            {
                return Ok(Some(name));
            }
            match self.within {
                Within::Blank => self.between(octet)?,
                // A word goes on, or has ended before this octet, which is not read yet.
                Within::Word(..) => self.step(),
                Within::Quoted(start, is_escaped) => {
                    self.within = Within::Quoted(start, !is_escaped && octet == b'\\');
                    self.beyond_ascii |= !octet.is_ascii();
                    self.step();
                    self.lines = self.lines.saturating_add((octet == b'\n').into());
                    if octet == b'"' && !is_escaped {
                        self.within = Within::Blank;
                        self.end_other();
                        self.entry.next(None);
                    }
                }
                Within::Comment if octet == b'\n' => {
                    self.within = Within::Blank;
                    self.end_other();
                }
                Within::Comment => {
                    self.beyond_ascii |= !octet.is_ascii();
                    self.step();
                }
            }
        }
        Ok(None)
    }

    /// Returns the last word if it is a name. Afterwards the file is read.
    ///
    /// # Errors
    ///
    /// A quotation mark or a parenthesis that is not closed.
    pub(super) fn last_name(&mut self, zone: &[u8]) -> Result<Option<NameWord>, Error> {
        self.end_other();
        let name = match core::mem::take(&mut self.within) {
            Within::Word(start, _) => self.word(zone, start),
            Within::Quoted(start, _) => {
                self.lines = self.lines_before_quoted;
                return Err(Error::new(ErrorKind::Unbalanced, start));
            }
            Within::Blank | Within::Comment => None,
        };
        if name.is_none() && self.depth > 0 {
            self.lines = self.lines_before_opened;
            return Err(Error::new(ErrorKind::Unbalanced, self.opened));
        }
        Ok(name)
    }

    fn step(&mut self) {
        self.at = bounded::add(self.at, 1);
    }

    /// Ends a quoted string or a comment.
    fn end_other(&mut self) {
        // Saturating: a file in pieces may be longer than the memory.
        self.others = self.others.saturating_add(core::mem::take(&mut self.beyond_ascii).into());
    }

    fn offset(&self, at: usize) -> usize {
        self.before.saturating_add(at)
    }

    fn between(&mut self, octet: u8) -> Result<(), Error> {
        let at = self.at;
        if !ends_word(octet) {
            // The word begins that this octet is a part of.
            self.within = Within::Word(at, false);
            self.has_begun = true;
            return Ok(());
        }
        self.step();
        self.lines = self.lines.saturating_add((octet == b'\n').into());
        match octet {
            b'\n' | b'\r' if self.depth == 0 => {
                self.entry = Entry::default();
                self.has_begun = false;
                self.generates = false;
                return Ok(());
            }
            b'\n' | b'\r' => {}
            // The owner of the entry before.
            b' ' | b'\t' if !self.has_begun => self.entry = Entry::of_the_same_owner(),
            b'"' => {
                self.within = Within::Quoted(self.offset(at), false);
                self.lines_before_quoted = self.lines;
            }
            b';' => {
                self.within = Within::Comment;
                return Ok(());
            }
            b'(' => {
                if self.depth == 0 {
                    self.opened = self.offset(at);
                    self.lines_before_opened = self.lines;
                }
                self.depth = self.depth.saturating_add(1);
            }
            b')' => {
                self.has_begun = true;
                let open = self.depth.checked_sub(1);
                self.depth = open.ok_or(Error::new(ErrorKind::Unbalanced, self.offset(at)))?;
            }
            _ => {}
        }
        self.has_begun = true;
        Ok(())
    }

    /// Reads an octet of a word, or ends the word before it. Returns the word if it is a name.
    fn within_word(&mut self, zone: &[u8], start: usize, is_escaped: bool, octet: u8) -> Option<NameWord> {
        if !ends_word(octet) || (is_escaped && octet != b'\n' && octet != b'\r') {
            self.within = Within::Word(start, !is_escaped && octet == b'\\');
            return None;
        }
        self.within = Within::Blank;
        self.word(zone, start)
    }

    /// Takes a word that ends here. Returns it if it is a name.
    fn word(&mut self, zone: &[u8], start: usize) -> Option<NameWord> {
        let mut range = start..self.at;
        if self.offset(start) == 0 && bounded::part(zone, range.clone()).starts_with(BYTE_ORDER_MARK) {
            range.start = bounded::add(start, BYTE_ORDER_MARK.len());
            if range.is_empty() {
                self.has_begun = false;
                return None;
            }
        }
        let word = bounded::part(zone, range.clone());
        let is_name = self.entry.next(Some(word));
        self.generates |= matches!(self.entry, Entry::Range);
        self.beyond_ascii = !is_name && !word.is_ascii();
        self.end_other();
        let offset = self.offset(range.start);
        is_name.then_some(NameWord { range, offset, generates: self.generates })
    }
}

const fn ends_word(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'(' | b')' | b';')
}

//! The same text with the other form of its names.

use super::character::{is_of_label, is_of_marked_label};
use super::seek::{Start, candidates, each_part, form_of, has_known_tld};
use super::{Kind, Sought, scan};
use crate::bounded;
use crate::error::Error;
use crate::label::{Form, has_prefix, is_rtl, is_separator};
use crate::memory::{self, Growing};
use crate::unicode::Gathered;

/// Which form names are given, and how.
#[derive(Clone, Copy)]
pub struct Rewriting<'a> {
    /// Which names are rewritten.
    pub sought: Sought<'a>,
    /// Whether A-labels become U-labels; else U-labels become A-labels.
    pub to_unicode: bool,
    /// Whether a name stays, and its other form follows in parentheses.
    pub annotate: bool,
    /// Whether a U-label that is right-to-left is put between FSI and PDI (UAX #9 section 2.7).
    pub isolate: bool,
}

/// What changes in a text: what stands in the place of some names.
#[derive(Debug, Default)]
pub struct Edits {
    edits: Vec<Edit>,
    /// What is new, one after another.
    octets: Vec<u8>,
    /// How many octets are replaced.
    replaced: usize,
}

#[derive(Clone, Copy, Debug)]
struct Edit {
    start: usize,
    end: usize,
    /// Where what is new ends.
    octets_end: usize,
}

impl Edits {
    /// Whether nothing changes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// How many names are replaced.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.edits.len()
    }

    /// How many octets the new text has, where the old one has so many.
    #[must_use]
    pub const fn size(&self, before: usize) -> usize {
        // (Saturating: the caller may tell any number.)
        before.saturating_add(self.octets.len()).saturating_sub(self.replaced)
    }

    /// Tells the new text part by part.
    pub fn apply(&self, text: &[u8], mut write: impl FnMut(&[u8])) {
        // (Where it is a shorter text than the one that was looked at, parts are missing.)
        let (mut copied, mut written) = (0, 0);
        for edit in &self.edits {
            write(text.get(copied..edit.start).unwrap_or_default());
            write(bounded::part(&self.octets, written..edit.octets_end));
            (copied, written) = (edit.end, edit.octets_end);
        }
        write(text.get(copied..).unwrap_or_default());
    }

    fn add(&mut self, start: usize, end: usize, parts: &[&[u8]]) -> Result<(), Error> {
        for part in parts {
            memory::append(&mut self.octets, part)?;
        }
        self.replaced = bounded::add(self.replaced, bounded::sub(end, start));
        memory::push(&mut self.edits, Edit { start, end, octets_end: self.octets.len() })
    }
}

/// Rewrites a text. Nothing where nothing changes.
///
/// ```
/// use acelabel::Profile;
/// use acelabel::text::{Rewriting, Sought, rewritten};
///
/// let sought = Sought::all(&Profile::UTS46);
/// let how = Rewriting { sought, to_unicode: true, annotate: false, isolate: false };
/// assert_eq!(rewritten(b"GET //xn--bcher-kva.de/", &how)?.as_deref(), Some("GET //bücher.de/".as_bytes()));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn rewritten(text: &[u8], rewriting: &Rewriting<'_>) -> Result<Option<Vec<u8>>, Error> {
    let edits = rewriting.edits(text)?;
    if edits.is_empty() {
        return Ok(None);
    }
    let mut output = memory::reserved(edits.size(text.len()))?;
    edits.apply(text, |part| output.extend_from_slice(part));
    Ok(Some(output))
}

impl Rewriting<'_> {
    /// What changes in a text.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn edits(&self, text: &[u8]) -> Result<Edits, Error> {
        let mut edits = Edits::default();
        self.edits_from(text, Start::default(), &mut edits)?;
        Ok(edits)
    }

    /// Appends what changes from a place on.
    pub(crate) fn edits_from(&self, text: &[u8], start: Start, edits: &mut Edits) -> Result<(), Error> {
        let (mut found, mut other) = (Vec::new(), Growing::default());
        let first = |text: &[u8]| if self.to_unicode { scan::prefix(text) } else { scan::beyond_ascii(text) };
        each_part(text, start, first, |range, is_cut| {
            let part = bounded::part(text, range.clone());
            candidates(part, self.sought.everywhere, is_cut, &mut found)?;
            for one in found.iter().filter(|one| self.sought.counts(one.kind) && !one.is_escaped) {
                // What is not UTF-8 is not a name.
                let Ok(name) = core::str::from_utf8(bounded::part(part, one.start..one.end)) else { continue };
                if !self.write_other_form(name, one.kind, &mut other)? {
                    continue;
                }
                let (start, end) = (bounded::add(range.start, one.start), bounded::add(range.start, one.end));
                if self.annotate {
                    edits.add(start, end, &[name.as_bytes(), b" (", &other, b")"])?;
                } else {
                    edits.add(start, end, &[&other])?;
                }
            }
            Ok(())
        })
    }

    /// Writes the other form of a name, label by label. Returns whether it differs from the name.
    fn write_other_form(&self, name: &str, kind: Kind, other: &mut Growing<u8>) -> Result<bool, Error> {
        let is_sought = if self.to_unicode {
            name.as_bytes().windows(4).any(has_prefix)
        } else {
            !name.is_ascii() && (kind != Kind::Bare || has_known_tld(name, &self.sought)?)
        };
        if !is_sought {
            return Ok(false);
        }
        other.clear();
        let (mut rest, mut is_other) = (name, false);
        loop {
            let end = rest.find(|character| is_separator(u32::from(character)));
            let (label, behind) = rest.split_at(end.unwrap_or(rest.len()));
            is_other |= self.append_label(label, kind, other)?;
            let mut behind = behind.chars();
            let Some(separator) = behind.next() else { break };
            let separator = if self.to_unicode { separator } else { '.' };
            other.extend_from_slice(separator.encode_utf8(&mut [0; 4]).as_bytes());
            rest = behind.as_str();
        }
        if other.is_refused() { Err(memory::refused()) } else { Ok(is_other) }
    }

    /// Appends the other form of a label, or the label if it has none. Returns whether it was another form.
    fn append_label(&self, label: &str, kind: Kind, output: &mut Growing<u8>) -> Result<bool, Error> {
        let is_sought = if self.to_unicode { has_prefix(label.as_bytes()) } else { !label.is_ascii() };
        let form = if self.to_unicode { Form::Unicode } else { Form::Ascii };
        let converted = if is_sought { form_of(label, form, self.sought.profile)? } else { None };
        let converted = converted.as_deref().map(bounded::utf8).filter(|label| is_one(label, kind));
        let is_isolated = self.isolate
            && converted.is_some_and(|label| is_rtl(Gathered::of(label.chars().map(u32::from)).bidi_classes()));
        let [before, behind] = if is_isolated { ["\u{2068}", "\u{2069}"] } else { [""; 2] };
        for text in [before, converted.unwrap_or(label), behind] {
            output.extend_from_slice(text.as_bytes());
        }
        Ok(is_isolated || converted.is_some_and(|converted| converted != label))
    }
}

/// Whether a label would be read as one label in text, where a name of this kind stands.
fn is_one(label: &str, kind: Kind) -> bool {
    let is_of_one = if kind == Kind::Bare { is_of_label } else { is_of_marked_label };
    label.chars().all(|character| is_of_one(character.into()) && !is_separator(character.into()))
}

/// Rewrites a text that comes in pieces. What comes out does not depend on where it is cut.
#[derive(Default)]
pub struct Rewriter {
    /// What came and cannot be decided yet: less than a line.
    pub(super) held: Vec<u8>,
    is_cut: bool,
    count: usize,
}

impl Rewriter {
    /// How many names it has rewritten.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Takes a piece, and appends what is decided with it to `output`: all lines that are complete.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone. Afterwards the rewriter holds nothing, and another text
    /// can begin.
    pub fn feed(&mut self, piece: &[u8], rewriting: &Rewriting<'_>, output: &mut Vec<u8>) -> Result<(), Error> {
        let fed = self.take(piece, rewriting, output);
        if fed.is_err() {
            *self = Self { count: self.count, ..Self::default() };
        }
        fed
    }

    fn take(&mut self, piece: &[u8], rewriting: &Rewriting<'_>, output: &mut Vec<u8>) -> Result<(), Error> {
        let mut piece = piece;
        // What is held ends with the first line of the piece, so that the others are not copied.
        while !self.held.is_empty() && !piece.is_empty() {
            let size = scan::line_feed(piece).map_or(piece.len(), |place| bounded::add(place, 1));
            let size = size.min(super::seek::LONGEST);
            let (now, later) = (bounded::first(piece, size), bounded::rest(piece, size));
            memory::append(&mut self.held, now)?;
            piece = later;
            let held = core::mem::take(&mut self.held);
            let done = self.write(&held, false, rewriting, output)?;
            self.held = held;
            self.held.drain(..done);
        }
        let done = self.write(piece, false, rewriting, output)?;
        memory::append(&mut self.held, bounded::rest(piece, done))
    }

    /// Appends the rest to `output`. Afterwards the rewriter is as new.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    pub fn finish(&mut self, rewriting: &Rewriting<'_>, output: &mut Vec<u8>) -> Result<(), Error> {
        let held = core::mem::take(&mut self.held);
        let written = self.write(&held, true, rewriting, output);
        self.is_cut = false;
        written.map(|_| ())
    }

    /// Writes the parts of a text that are complete. Returns where they end.
    fn write(
        &mut self,
        text: &[u8],
        is_all: bool,
        rewriting: &Rewriting<'_>,
        output: &mut Vec<u8>,
    ) -> Result<usize, Error> {
        let start = Start { at: 0, is_cut: self.is_cut };
        let end = start.last(text, is_all);
        let complete = bounded::first(text, end.at);
        let mut edits = Edits::default();
        rewriting.edits_from(complete, start, &mut edits)?;
        // (Saturating: a text in pieces may be longer than the memory.)
        self.count = self.count.saturating_add(edits.count());
        output.try_reserve(edits.size(complete.len())).map_err(|_| memory::refused())?;
        edits.apply(complete, |part| output.extend_from_slice(part));
        self.is_cut = end.is_cut;
        Ok(end.at)
    }
}

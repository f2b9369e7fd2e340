//! Public suffixes and registrable domains, by the rules of a list (publicsuffix.org).

use core::ops::Range;
use std::borrow::Cow;

use super::last::LastLabel;
use super::rule::ListLine;
#[cfg(feature = "python")]
use super::tree::EXCEPTION;
use super::tree::Tree;
use super::without_dot;
use crate::bounded;
use crate::domain::{ascii_ends_in_number, canonical};
use crate::error::Error;
use crate::label::{Input, ItemError, LabelError};
#[cfg(feature = "python")]
use crate::memory;

/// The rules of a list of public suffixes. It is built once and may be used by any number of threads.
///
/// ```
/// use acelabel::SuffixRules;
///
/// let rules = SuffixRules::new("com\nco.uk\n*.ck\n!www.ck".lines(), false)?;
/// assert_eq!(rules.registrable("a.b.Müller.co.uk.").unwrap().as_deref(), Some("xn--mller-kva.co.uk"));
/// assert_eq!(rules.suffix("www.ck").unwrap().as_deref(), Some("ck"));
/// assert_eq!(rules.registrable("co.uk"), Ok(None));
/// # Ok::<(), acelabel::ItemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SuffixRules {
    tree: Tree,
    count: usize,
    with_private: bool,
    in_private: bool,
}

impl SuffixRules {
    /// The rules of the lines of a list: one rule per line up to the first white space, `//` before a comment, `*` for
    /// a label, `!` before an exception. Rules of the private section are read, but count only where `private` is true.
    ///
    /// # Errors
    ///
    /// As [`to_ascii`](crate::to_ascii) under [`Profile::DNS`](crate::Profile::DNS), of a rule. An exception of one
    /// label is [`EmptyLabel`](crate::ErrorKind::EmptyLabel). An item with several lines, such as a whole list, is
    /// [`Std3Disallowed`](crate::ErrorKind::Std3Disallowed) at the end of the first one that is not blank.
    pub fn new<T: AsRef<str>>(lines: impl IntoIterator<Item = T>, private: bool) -> Result<Self, ItemError> {
        let out_of_memory = |error| ItemError::new(0, LabelError::out_of_memory(error));
        let mut rules = Self::empty(private).map_err(out_of_memory)?;
        for (index, line) in lines.into_iter().enumerate() {
            rules.add(line.as_ref()).map_err(|error| ItemError::new(index, error))?;
        }
        Ok(rules)
    }

    pub(crate) fn empty(private: bool) -> Result<Self, Error> {
        Ok(Self { tree: Tree::new()?, count: 0, with_private: private, in_private: false })
    }

    /// Adds the rule of the next line.
    pub(crate) fn add<T: Input + ?Sized>(&mut self, line: &T) -> Result<(), LabelError> {
        match ListLine::of(line)? {
            ListLine::Nothing => {}
            ListLine::Private(in_private) => self.in_private = in_private,
            ListLine::Rule(..) if self.in_private && !self.with_private => {}
            ListLine::Rule(rule, mark) => {
                let is_new = self.tree.add(&rule, mark).map_err(LabelError::out_of_memory)?;
                self.count = bounded::add(self.count, usize::from(is_new));
            }
        }
        Ok(())
    }

    /// Returns how many rules there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there is no rule. The last label of a name is its suffix then, as where no rule matches.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The rules in ASCII, as lines of a list.
    #[cfg(feature = "python")]
    pub(crate) fn lines(&self) -> Result<Vec<Vec<u8>>, Error> {
        let mut lines = Vec::new();
        self.tree.each_rule(|mark, rule| {
            let mut line = memory::copied(if mark == EXCEPTION { b"!" } else { &[][..] })?;
            memory::append(&mut line, rule)?;
            memory::push(&mut lines, line)
        })?;
        Ok(lines)
    }

    /// The public suffix of a name, as part of its [`canonical`] spelling. `None` for the root and for a name that ends
    /// in a number, which is an IP address.
    ///
    /// # Errors
    ///
    /// As [`canonical`].
    pub fn suffix<'a>(&self, name: &'a str) -> Result<Option<Cow<'a, str>>, LabelError> {
        let name = canonical(name)?;
        Ok(self.suffix_of(name.as_bytes()).map(|part| cut(name, part)))
    }

    /// The registrable domain of a name: its public suffix and one label more. `None` for a public suffix, and where
    /// there is none.
    ///
    /// # Errors
    ///
    /// As [`canonical`].
    pub fn registrable<'a>(&self, name: &'a str) -> Result<Option<Cow<'a, str>>, LabelError> {
        let name = canonical(name)?;
        Ok(self.registrable_of(name.as_bytes()).map(|part| cut(name, part)))
    }

    /// Returns whether a name is a public suffix.
    ///
    /// # Errors
    ///
    /// As [`canonical`].
    pub fn is_suffix(&self, name: &str) -> Result<bool, LabelError> {
        Ok(self.is_suffix_of(canonical(name)?.as_bytes()))
    }

    /// Where the public suffix stands in a name in ASCII under the profile DNS.
    pub(crate) fn suffix_of(&self, ascii: &[u8]) -> Option<Range<usize>> {
        let name = without_dot(ascii);
        let matched = self.tree.matched(name);
        // The root has no octet there.
        if name.get(matched.last)?.is_ascii_digit() && ascii_ends_in_number(name) {
            return None;
        }
        let start = match matched.exception {
            // Its first label is taken away.
            Some(start) => bounded::rest(name, start)
                .iter()
                .position(|&octet| octet == b'.')
                .map_or(start, |dot| bounded::add(bounded::add(start, dot), 1)),
            None => matched.rule.unwrap_or(matched.last),
        };
        Some(start..name.len())
    }

    /// Where the registrable domain stands in it.
    pub(crate) fn registrable_of(&self, ascii: &[u8]) -> Option<Range<usize>> {
        let Range { start, end } = self.suffix_of(ascii)?;
        Some(LastLabel::of(ascii, start.checked_sub(1)?).start..end)
    }

    /// Returns whether it is a public suffix.
    pub(crate) fn is_suffix_of(&self, ascii: &[u8]) -> bool {
        self.suffix_of(ascii).is_some_and(|suffix| suffix.start == 0)
    }
}

/// A part of a name in ASCII.
fn cut(name: Cow<'_, str>, part: Range<usize>) -> Cow<'_, str> {
    match name {
        Cow::Borrowed(name) => Cow::Borrowed(bounded::characters(name, part)),
        Cow::Owned(mut name) => {
            name.truncate(part.end);
            drop(name.drain(..part.start));
            Cow::Owned(name)
        }
    }
}

//! Public suffixes and registrable domains, by the rules of a list (publicsuffix.org/list, "Format").

use core::ops::Range;
use std::borrow::Cow;

use super::last::LastLabel;
use super::tree::{EXCEPTION, RULE, Tree};
use super::{WILDCARD, ascii_of, without_dot};
use crate::domain::{ascii_ends_in_number, canonical};
use crate::error::{Error, ErrorKind};
use crate::label::{Input, ItemError, LabelError, is_separator};
use crate::{Profile, bounded, memory};

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
    /// The rules of the lines of a list: one rule per line up to the first white space, `//` or `#` before a comment,
    /// `*` for a label, `!` before an exception. Rules of the private section are read, but count only where `private`
    /// is true.
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
        self.tree.lines()
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

    /// The registrable domain of a name: its public suffix and one label more. `None` for a public suffix, where there
    /// is none, and where that label is a wildcard, `*`.
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
        registrable_at(ascii, self.suffix_of(ascii)?)
    }

    /// Where the public suffix, the registrable domain and what is before that stand in it.
    #[cfg(any(feature = "python", test, fuzzing))]
    pub(crate) fn parts_of(&self, ascii: &[u8]) -> [Option<Range<usize>>; 3] {
        let suffix = self.suffix_of(ascii);
        let registrable = suffix.clone().and_then(|suffix| registrable_at(ascii, suffix));
        let subdomain = registrable.as_ref().and_then(|part| part.start.checked_sub(1)).map(|end| 0..end);
        [suffix, registrable, subdomain]
    }

    pub(crate) fn is_suffix_of(&self, ascii: &[u8]) -> bool {
        self.suffix_of(ascii).is_some_and(|suffix| suffix.start == 0)
    }
}

/// Where the registrable domain with a suffix stands in a name in ASCII.
fn registrable_at(ascii: &[u8], Range { start, end }: Range<usize>) -> Option<Range<usize>> {
    let label = LastLabel::of(ascii, start.checked_sub(1)?);
    (label.key != u64::from(b'*')).then_some(label.start..end)
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

/// The content of a line of a list.
enum ListLine {
    /// Neither a rule nor the border of a section.
    Nothing,
    /// The rules behind it are private, or no longer.
    Private(bool),
    /// A rule in ASCII, and its mark.
    Rule(Vec<u8>, u8),
}

impl ListLine {
    /// Reads a line up to the first white space. An error has its offset in the line.
    fn of<T: Input + ?Sized>(line: &T) -> Result<Self, LabelError> {
        let Some(begin) = line.find(0, |unit| !is_white(unit)) else { return Ok(Self::Nothing) };
        let end = line.find(begin.start, is_white).map_or(line.size(), |white| white.start);
        let rule = line.part(begin.start..end);
        if rule.code_points().take(2).eq([u32::from('/'); 2]) {
            one_line(line, begin.start)?;
            return Ok(border(line.part(begin.start..line.size())));
        }
        // A comment of IANA's list of top-level domains.
        if rule.code_points().next() == Some('#'.into()) {
            one_line(line, begin.start)?;
            return Ok(Self::Nothing);
        }
        let is_exception = rule.code_points().next() == Some('!'.into());
        let start = if is_exception { begin.end } else { begin.start };
        let name = line.part(start..end);
        let offset = line.part(0..start).code_points().count();
        let ascii = labels_of(name).map_err(|error| error.in_name(offset, error.label_index()))?;
        // Of an exception the first label is taken away.
        if is_exception && !ascii.contains(&b'.') {
            let place = bounded::add(offset, name.code_points().count());
            return Err(LabelError::new(Error::new(ErrorKind::EmptyLabel, place), 0, None));
        }
        one_line(line, end)?;
        Ok(Self::Rule(ascii, if is_exception { EXCEPTION } else { RULE }))
    }
}

/// Refuses another line behind the first one, from a place on. Text behind a rule is a remark, but another line is
/// none, and a comment would hide it.
fn one_line<T: Input + ?Sized>(line: &T, start: usize) -> Result<(), LabelError> {
    let rest = line.part(start..line.size());
    let mut ends = rest.code_points().enumerate().skip_while(|&(_, unit)| !is_end(unit));
    match ends.next().filter(|_| ends.any(|(_, unit)| !is_end(unit))) {
        Some((place, end)) => {
            let place = bounded::add(line.part(0..start).code_points().count(), place);
            Err(LabelError::new(Error::new(ErrorKind::Std3Disallowed, place), 0, Some(end)))
        }
        None => Ok(()),
    }
}

/// The labels of a rule in ASCII: converted one by one, as a wildcard may stand anywhere.
fn labels_of<T: Input + ?Sized>(name: &T) -> Result<Vec<u8>, LabelError> {
    let (mut ascii, mut next) = (Vec::new(), Some(0));
    for index in 0_usize.. {
        let Some(start) = next.filter(|&start| index == 0 || start < name.size()) else { break };
        let dot = name.find(start, is_separator);
        next = dot.as_ref().map(|dot| dot.end);
        let label = name.part(start..dot.map_or(name.size(), |dot| dot.start));
        if index > 0 {
            memory::push(&mut ascii, b'.').map_err(LabelError::out_of_memory)?;
        }
        let form = if label.code_points().eq([WILDCARD]) { Ok(vec![b'*']) } else { ascii_of(label, &Profile::DNS) };
        let form = form.map_err(|error| {
            let is_empty = error.kind() == ErrorKind::EmptyDomain;
            let error = if is_empty { LabelError::new(Error::new(ErrorKind::EmptyLabel, 0), 0, None) } else { error };
            error.in_name(name.part(0..start).code_points().count(), index)
        })?;
        memory::append(&mut ascii, &form).map_err(LabelError::out_of_memory)?;
    }
    Ok(ascii)
}

/// The border of a section, if a comment is one.
fn border<T: Input + ?Sized>(comment: &T) -> ListLine {
    let is_border = |border: &str| {
        let mut units = comment.code_points().skip(2).skip_while(|&unit| is_white(unit));
        border.chars().all(|character| units.next() == Some(character.into()))
    };
    if is_border("===BEGIN PRIVATE DOMAINS===") {
        ListLine::Private(true)
    } else if is_border("===END PRIVATE DOMAINS===") {
        ListLine::Private(false)
    } else {
        ListLine::Nothing
    }
}

const fn is_end(unit: u32) -> bool {
    matches!(unit, 0x0A | 0x0D)
}

fn is_white(unit: u32) -> bool {
    char::from_u32(unit).is_some_and(char::is_whitespace)
}

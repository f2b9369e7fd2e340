//! Names and labels that are watched: which of them does a name look like, and where?

use std::collections::BTreeSet;
use std::ops::Range;

use super::hits::{Lookalike, Looked, NameSet, add_best, in_order, span_in};
use super::hosts::{bare, each_host, has_end, inner, is_more, words};
use super::labels::{DOT, Labels, Room};
use super::shapes::{How, Kinds, Shapes};
use super::sieve::plain_name;
use super::standing::{Standing, Standpoint, any_plain_part, parts_of, start_of_last};
use super::watched::{watched_label, watched_name};
use super::{code_points, owned};
use crate::bounded;
use crate::domain::is_more_than_a_name;
use crate::error::Error;
use crate::label::{ItemError, LabelError};
use crate::memory;
use crate::relation::SuffixRules;

/// Browsers remove these from a URL (URL Standard, basic URL parser), so that it is read with and without them:
/// elsewhere they separate fields.
const REMOVED: [char; 3] = ['\t', '\n', '\r'];

/// Names and labels, of which look-alikes are looked up. It is built once and may be used by any number of threads.
///
/// ```
/// use acelabel::display::{How, Watchlist};
///
/// let watchlist = Watchlist::new(["paypal.com", "müller.de"])?;
/// assert_eq!(watchlist.lookup("раураl.com")?, Some("paypal.com"));
/// assert_eq!(watchlist.lookup("www.paypal.com")?, None);
/// assert_eq!(watchlist.lookup("https://раураl.com:8080/login")?, Some("paypal.com"));
///
/// let watchlist = watchlist.with_labels(["paypal"])?;
/// let found = &watchlist.lookalikes("secure.paypal-login.example")?[0];
/// assert_eq!((found.target, found.how, found.span.clone()), ("paypal", How::Part, 7..13));
/// # Ok::<(), acelabel::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Watchlist {
    kinds: Kinds,
    names: Vec<String>,
    by_name: Shapes,
    labels: Vec<String>,
    by_label: Shapes,
    /// The Unicode forms of the names, in UTF-8.
    own: NameSet,
    allowed: Vec<String>,
    /// Those of the allowed names.
    is_allowed: NameSet,
    suffixes: Option<SuffixRules>,
    /// The numbers of labels that the names have.
    counts: BTreeSet<usize>,
}

impl Watchlist {
    /// Of names, in either form. Of names that look alike the first is what others look like.
    ///
    /// White space around a name, `*.` before it and one final dot are left out.
    ///
    /// ```
    /// use acelabel::display::Watchlist;
    ///
    /// let watchlist = Watchlist::new([" *.paypal.com. "])?;
    /// assert!(watchlist.names().eq(["paypal.com"]));
    /// let refused = Watchlist::new(["paypal.com", "https://example.com"]).err();
    /// assert_eq!(refused.map(|error| (error.index(), error.error().offset())), Some((1, 5)));
    /// # Ok::<(), acelabel::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// That of [`to_ascii`](crate::to_ascii) under [`Profile::DNS`](crate::Profile::DNS) for what is then no name, such
    /// as a URL, an address or nothing; [`Std3Disallowed`](crate::ErrorKind::Std3Disallowed) for another `*`; and
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Result<Self, ItemError> {
        Self::of_kinds(Kinds::default()).with_names(names)
    }

    /// An empty one, in which these kinds count.
    #[must_use]
    pub fn of_kinds(kinds: Kinds) -> Self {
        Self { kinds, ..Self::default() }
    }

    /// With names, as [`new`](Self::new) takes them.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_names<T: AsRef<str>>(mut self, names: impl IntoIterator<Item = T>) -> Result<Self, ItemError> {
        each(names, watched_name, |name| self.add(name))?;
        self.finish().map_err(|error| ItemError::new(0, LabelError::out_of_memory(error)))?;
        Ok(self)
    }

    /// With labels: a name with such a label, or with a part of a label between hyphens or underscores, looks like it
    /// under every domain, but below the names that are watched or allowed.
    ///
    /// # Errors
    ///
    /// That of [`alabel`](crate::alabel) under [`Profile::DNS`](crate::Profile::DNS), and
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn with_labels<T: AsRef<str>>(mut self, labels: impl IntoIterator<Item = T>) -> Result<Self, ItemError> {
        each(labels, watched_label, |label| self.add_label(label))?;
        self.finish().map_err(|error| ItemError::new(0, LabelError::out_of_memory(error)))?;
        Ok(self)
    }

    /// With names of which, as of those below them, none looks like a watched one.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn allowing<T: AsRef<str>>(mut self, names: impl IntoIterator<Item = T>) -> Result<Self, ItemError> {
        each(names, watched_name, |name| self.allow(name))?;
        Ok(self)
    }

    /// With the rules by which the public suffix of a name is told. Without them it is the last label.
    #[must_use]
    pub fn with_suffixes(mut self, rules: SuffixRules) -> Self {
        self.suffixes = Some(rules);
        self
    }

    /// Adds a name, as [`watched_name`] leaves it.
    pub(crate) fn add(&mut self, name: &str) -> Result<(), Error> {
        let mut room = Room::default();
        let labels = Labels::of(name, &mut room)?;
        let number = number_of(&self.names)?;
        self.counts.insert(labels.iter().count());
        self.by_name.add(labels.text(), number, self.kinds)?;
        self.own.insert(labels.text())?;
        memory::push(&mut self.names, owned(name)?)
    }

    /// Adds a label, as [`watched_label`] leaves it.
    pub(crate) fn add_label(&mut self, label: &str) -> Result<(), Error> {
        let mut room = Room::default();
        let number = number_of(&self.labels)?;
        self.by_label.add(Labels::of(label, &mut room)?.text(), number, self.kinds)?;
        memory::push(&mut self.labels, owned(label)?)
    }

    /// Allows a name.
    pub(crate) fn allow(&mut self, name: &str) -> Result<(), Error> {
        self.is_allowed.insert(Labels::of(name, &mut Room::default())?.text())?;
        memory::push(&mut self.allowed, owned(name)?)
    }

    /// To be called once all is added.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        self.by_name.finish()?;
        self.by_label.finish()
    }

    /// Returns how many names and labels are watched.
    #[must_use]
    pub fn len(&self) -> usize {
        bounded::add(self.names.len(), self.labels.len())
    }

    /// The names, as they were given but for what [`new`](Self::new) leaves out.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The labels.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().map(String::as_str)
    }

    /// The allowed names.
    pub fn allowed(&self) -> impl Iterator<Item = &str> {
        self.allowed.iter().map(String::as_str)
    }

    /// Returns whether nothing is watched.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The watched name or label that a name looks like most, as [`lookalikes`](Self::lookalikes) finds them.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn lookup(&self, name: &str) -> Result<Option<&str>, Error> {
        Ok(self.lookalikes(name)?.first().map(|found| found.target))
    }

    /// The watched names and labels that a name, or a name above it, looks like, the most alike first. A watched name
    /// and what lies below it look like none.
    ///
    /// A text with a character that no name holds is more than a name, such as a URL, an address of e-mail, or a host
    /// and its port. The names in it are looked up: hosts of URLs, domains of addresses and names with a dot, those
    /// written like `example[.]com` among them.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn lookalikes(&self, name: &str) -> Result<Vec<Lookalike<'_>>, Error> {
        Ok(match self.looked(name)? {
            Looked::Like(found) => found,
            Looked::Unlike | Looked::NoName => Vec::new(),
        })
    }

    /// The same, and whether there was a name.
    pub(crate) fn looked(&self, name: &str) -> Result<Looked<'_>, Error> {
        if let Some(plain) = plain_name(name)
            && !self.may_look_like(plain)?
        {
            return Ok(Looked::Unlike);
        }
        if is_more(name) || has_end(name) {
            return self.looked_inside(name);
        }
        let mut found = Vec::new();
        self.look_at(name, name, &mut found)?;
        Ok(if found.is_empty() { Looked::Unlike } else { Looked::Like(in_order(found)) })
    }

    /// Returns whether a plain name may look like one that is watched.
    fn may_look_like(&self, name: &[u8]) -> Result<bool, Error> {
        for &count in &self.counts {
            if let Some(start) = start_of_last(name, count)
                && self.by_name.may_have(bounded::rest(name, start), self.kinds)?
            {
                return Ok(true);
            }
        }
        let may_have = |part: &[u8]| self.by_label.may_have(part, self.kinds);
        Ok(!self.labels.is_empty() && any_plain_part(name, may_have)?)
    }

    /// Looks at a name that stands in a text.
    fn look_at<'a>(&'a self, name: &str, text: &str, found: &mut Vec<Lookalike<'a>>) -> Result<(), Error> {
        let mut room = Room::default();
        let name = bare(name);
        let labels = Labels::of(name, &mut room)?;
        self.each_hit(&labels, |target, how, place, part| {
            let span = span_in(text, name, &labels, part);
            add_best(found, Lookalike { target, how, score: place.score(how), span })
        })
    }

    /// The same for a text that is more than a name.
    #[cold]
    #[inline(never)]
    fn looked_inside(&self, text: &str) -> Result<Looked<'_>, Error> {
        let mut found = Vec::new();
        let mut has_name = self.look_inside(text, text, &mut found)?;
        if text.contains(REMOVED) && text.contains(['/', '\\']) {
            let mut url = String::new();
            url.try_reserve_exact(text.len()).map_err(|_| memory::refused())?;
            url.extend(text.chars().filter(|character| !REMOVED.contains(character)));
            has_name |= self.look_inside(&url, text, &mut found)?;
        }
        // A word looks like what it looks like alone.
        for word in words(text).filter(|word| word.len() < text.len()) {
            if is_more(word) || has_end(word) {
                self.look_inside(word, text, &mut found)?;
            } else {
                self.look_at(word, text, &mut found)?;
            }
        }
        Ok(match found.is_empty() {
            false => Looked::Like(in_order(found)),
            true if has_name || text.trim().is_empty() => Looked::Unlike,
            true => Looked::NoName,
        })
    }

    /// Looks at the names in a part of a text, which is more than a name or has a character that ends one. Returns
    /// whether there is one.
    fn look_inside<'a>(&'a self, part: &str, text: &str, found: &mut Vec<Lookalike<'a>>) -> Result<bool, Error> {
        let has_name = each_host(part, |host| self.look_at(host, text, found))?;
        let name = inner(part);
        if has_name && !is_more(name) && has_end(name) {
            // All of it may be a name, too: software that takes it for one sees the letters that symbols stand for.
            let mut whole = Vec::new();
            self.look_at(name, text, &mut whole)?;
            whole.into_iter().filter(|hit| by_letters(hit.how)).try_for_each(|hit| add_best(found, hit))?;
        }
        Ok(has_name)
    }

    /// The first label that is a part of what is taken for a watched name by its letters, as its index. In a text that
    /// is more than a name that is the first one.
    pub(super) fn watched_from(&self, labels: &Labels) -> Result<Option<usize>, Error> {
        if !labels.has_invalid() && bare_units(labels.text()) && !is_more_than_a_name(labels.text()) {
            return self.first_watched(labels);
        }
        // Labels that are not valid count as they are shown, so that what is shown is shown again.
        let shown = labels.with_invalid_in_ascii()?;
        if is_more(&shown) || !bare_units(&code_points(&shown)?) {
            let looked = self.looked(&shown)?;
            let is_like = matches!(looked, Looked::Like(found) if found.iter().any(|hit| by_letters(hit.how)));
            return Ok(is_like.then_some(0));
        }
        self.first_watched(&Labels::of(&shown, &mut Room::default())?)
    }

    fn first_watched(&self, labels: &Labels) -> Result<Option<usize>, Error> {
        let mut first: Option<usize> = None;
        self.each_hit(labels, |_, how, _, part| {
            if by_letters(how) {
                first = Some(first.map_or(part.start, |first| first.min(part.start)));
            }
            Ok(())
        })?;
        let dots = |first| bounded::first(labels.text(), first).iter().filter(|&&unit| unit == DOT).count();
        Ok(first.map(dots))
    }

    /// Hands over what the Unicode form of a name looks like: the watched text, in which way, in which place, and the
    /// part of the form.
    fn each_hit<'a>(
        &'a self,
        labels: &Labels,
        mut work: impl FnMut(&'a str, How, Standpoint, Range<usize>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let unicode = labels.text();
        let body = unicode.strip_suffix(&[DOT]).unwrap_or(unicode);
        if self.is_allowed.has_above(body) {
            return Ok(());
        }
        for &count in &self.counts {
            let Some(start) = start_of_last(body, count) else { continue };
            let part = bounded::rest(body, start);
            let name_of = |number| named(&self.names, number);
            self.by_name.each(part, self.kinds, name_of, |number, how| match name_of(number) {
                Some(target) if !self.own.has(part) => work(target, how, Standpoint::Whole, start..body.len()),
                _ => Ok(()),
            })?;
        }
        if self.labels.is_empty() || self.own.has_above(body) {
            return Ok(());
        }
        for Standing { part, place } in parts_of(body, self.suffixes.as_ref())? {
            let text = bounded::part(body, part.clone());
            let label_of = |number| named(&self.labels, number);
            self.by_label.each(text, self.kinds, label_of, |number, how| {
                let Some(target) = label_of(number) else { return Ok(()) };
                let is_itself = Labels::of(target, &mut Room::default())?.text() == text;
                let how = match place {
                    _ if !is_itself => how,
                    Standpoint::Within => How::Part,
                    Standpoint::Whole | Standpoint::Below => How::Label,
                };
                work(target, how, place, part.clone())
            })?;
        }
        Ok(())
    }
}

const fn by_letters(how: How) -> bool {
    matches!(how, How::Skeleton | How::Similar)
}

/// Returns whether no emphasis stands around a name, of which a final dot is a part.
fn bare_units(name: &[u32]) -> bool {
    let name = name.strip_suffix(&[DOT]).unwrap_or(name);
    let is_around = |unit: Option<&u32>| matches!(unit, Some(0x2A | 0x2D | 0x2E | 0x5F));
    !is_around(name.first()) && !is_around(name.last())
}

/// Works on each item, as `checked` leaves it.
fn each<T: AsRef<str>>(
    items: impl IntoIterator<Item = T>,
    checked: impl Fn(&str) -> Result<&str, LabelError>,
    mut work: impl FnMut(&str) -> Result<(), Error>,
) -> Result<(), ItemError> {
    for (index, item) in items.into_iter().enumerate() {
        let added = checked(item.as_ref()).and_then(|item| work(item).map_err(LabelError::out_of_memory));
        added.map_err(|error| ItemError::new(index, error))?;
    }
    Ok(())
}

/// The number that the next text of a list gets.
fn number_of(texts: &[String]) -> Result<u32, Error> {
    u32::try_from(texts.len()).map_err(|_| memory::refused())
}

fn named(texts: &[String], number: u32) -> Option<&str> {
    usize::try_from(number).ok().and_then(|number| texts.get(number)).map(String::as_str)
}

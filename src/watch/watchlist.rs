//! Names and labels that are watched: which of them does a name look like, and where?

use std::collections::BTreeSet;
use std::ops::Range;

use super::hits::NameSet;
use super::hosts::ends_name;
use super::shapes::{How, Kinds, Shapes};
use super::standing::{Standpoint, any_plain_part, parts_of, start_of_last};
use crate::display::labels::{DOT, Labels, Room, owned};
use crate::domain::{Conversion, convert_name};
use crate::error::{Error, ErrorKind};
use crate::label::{Discard, Form, ItemError, LabelError, Scratch, alabel, is_separator};
use crate::registry::RegistryRules;
use crate::relation::SuffixRules;
use crate::{OnError, Profile, bounded, memory};

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
    names: Shapes,
    labels: Shapes,
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
    /// Only a last label looks like a name without a dot: a brand alone belongs to [`with_labels`](Self::with_labels).
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
        Self { names: Shapes::of_kinds(kinds), labels: Shapes::of_kinds(kinds), ..Self::default() }
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

    /// With labels: a name with such a label, or with a part of a label between hyphens, underscores or changes of the
    /// script, looks like it under every domain, but below the names that are watched or allowed.
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

    /// With the rules of a registry: what they say collides with a watched name or label looks like it, label by label,
    /// as [`How::Variant`]. To be called once for each rule set.
    ///
    /// ```
    /// use acelabel::display::{How, Watchlist};
    /// use acelabel::registry::RegistryRules;
    ///
    /// let rules = RegistryRules::from_xml(br#"<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0"><data>
    ///   <char cp="00E5"><var cp="0061 0061"/></char>
    ///   <char cp="0061 0061"><var cp="00E5"/></char>
    ///   <range first-cp="0061" last-cp="007A"/></data></lgr>"#)?;
    /// let watchlist = Watchlist::new(["århus.dk"])?.with_rules(&rules)?;
    /// assert_eq!(watchlist.lookalikes("aarhus.dk")?[0].how, How::Variant);
    /// assert_eq!(watchlist.lookup("arhuus.dk")?, None);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `OutOfMemory`.
    pub fn with_rules(mut self, rules: &RegistryRules) -> Result<Self, Error> {
        self.names.add_rules(rules)?;
        self.labels.add_rules(rules)?;
        Ok(self)
    }

    /// Adds a name, as [`watched_name`] leaves it.
    pub(crate) fn add(&mut self, name: &str) -> Result<(), Error> {
        let mut room = Room::default();
        let labels = Labels::of(name, &mut room)?;
        self.counts.insert(labels.iter().count());
        self.own.insert(labels.text())?;
        self.names.add(name, labels.text())
    }

    /// Adds a label, as [`watched_label`] leaves it.
    pub(crate) fn add_label(&mut self, label: &str) -> Result<(), Error> {
        self.labels.add(label, Labels::of(label, &mut Room::default())?.text())
    }

    pub(crate) fn allow(&mut self, name: &str) -> Result<(), Error> {
        self.is_allowed.insert(Labels::of(name, &mut Room::default())?.text())?;
        memory::push(&mut self.allowed, owned(name)?)
    }

    /// To be called once all is added.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        self.names.finish()?;
        self.labels.finish()
    }

    /// Returns how many names and labels are watched.
    #[must_use]
    pub fn len(&self) -> usize {
        bounded::add(self.names.texts().len(), self.labels.texts().len())
    }

    /// The names, as they were given but for what [`new`](Self::new) leaves out.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.texts().iter().map(String::as_str)
    }

    /// The labels.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.texts().iter().map(String::as_str)
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

    /// Returns whether a plain name may look like one that is watched.
    pub(super) fn may_look_like(&self, name: &[u8]) -> Result<bool, Error> {
        for &count in &self.counts {
            if let Some(start) = start_of_last(name, count)
                && self.names.may_have(bounded::rest(name, start))?
            {
                return Ok(true);
            }
        }
        Ok(!self.labels.texts().is_empty() && any_plain_part(name, |part| self.labels.may_have(part))?)
    }

    /// Returns whether a name in Unicode, or one above it, is watched or allowed.
    pub(super) fn is_own(&self, labels: &Labels) -> bool {
        let body = labels.body();
        self.own.has_above(body) || self.is_allowed.has_above(body)
    }

    /// The watched name that a name is, or lies below.
    pub(crate) fn own_of(&self, name: &str) -> Result<Option<&str>, Error> {
        let mut room = Room::default();
        let labels = Labels::of(name, &mut room)?;
        if !self.own.has_above(labels.body()) {
            return Ok(None);
        }
        for own in self.names() {
            let above = labels.body().strip_suffix(Labels::of(own, &mut Room::default())?.body());
            if above.is_some_and(|above| above.is_empty() || above.ends_with(&[DOT])) {
                return Ok(Some(own));
            }
        }
        Ok(None)
    }

    /// Returns whether a name, or one above it, is watched or allowed.
    pub(crate) fn has_own(&self, name: &str) -> Result<bool, Error> {
        Ok(self.is_own(&Labels::of(name, &mut Room::default())?))
    }

    /// Hands over what the Unicode form of a name looks like: the watched text, in which way, in which place, and the
    /// part of the form.
    pub(super) fn each_hit<'a>(
        &'a self,
        labels: &Labels,
        mut work: impl FnMut(&'a str, How, Standpoint, Range<usize>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let body = labels.body();
        if self.is_allowed.has_above(body) {
            return Ok(());
        }
        for &count in &self.counts {
            let Some(start) = start_of_last(body, count) else { continue };
            let part = bounded::rest(body, start);
            self.names.each(part, |target, how| {
                if self.own.has(part) { Ok(()) } else { work(target, how, Standpoint::Whole, start..body.len()) }
            })?;
        }
        if self.labels.texts().is_empty() || self.own.has_above(body) {
            return Ok(());
        }
        for (part, place) in parts_of(body, self.suffixes.as_ref())? {
            let text = bounded::part(body, part.clone());
            self.labels.each(text, |target, how| {
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

/// Names as they are found in DNS, without their final dot.
const RULES: &Profile = &Profile { allow_root_dot: false, ..Profile::DNS };

/// The name in a text: without white space around it, `*.` before it and a final dot. An error has its offset in the
/// text.
pub(crate) fn watched_name(text: &str) -> Result<&str, LabelError> {
    let body = text.trim();
    let behind = body.strip_prefix("*.");
    let name = behind.unwrap_or(body);
    let is_dot = |character: char| is_separator(character.into());
    let name = name.strip_suffix(is_dot).unwrap_or(name);
    let Err(error) = refused(name) else { return Ok(name) };
    let leading = bounded::sub(text.len(), text.trim_start().len());
    let spaces = bounded::characters(text, 0..leading).chars().count();
    let (start, labels) = if behind.is_some() { (bounded::add(spaces, 2), 1) } else { (spaces, 0) };
    Err(error.in_name(start, bounded::add(error.label_index(), labels)))
}

/// The label in a text: without white space around it.
pub(crate) fn watched_label(text: &str) -> Result<&str, LabelError> {
    let label = text.trim();
    alabel(label, RULES).map_err(|error| {
        let leading = bounded::sub(text.len(), text.trim_start().len());
        error.in_name(bounded::characters(text, 0..leading).chars().count(), 0)
    })?;
    Ok(label)
}

fn refused(name: &str) -> Result<(), LabelError> {
    let conversion = Conversion { profile: RULES, form: Form::Ascii, on_error: OnError::Raise };
    convert_name(name, conversion, &mut Scratch::default(), &mut Discard::default())?;
    // A wildcard elsewhere, and punctuation around a name, are of no name: no look-alike would be found.
    let is_of_none = |character: char| character == '*' || !character.is_ascii() && ends_name(character);
    let Some((before, found)) = name.char_indices().find(|&(_, character)| is_of_none(character)) else {
        return Ok(());
    };
    let before = bounded::characters(name, 0..before);
    let kind = if found == '*' { ErrorKind::Std3Disallowed } else { ErrorKind::DisallowedCodepoint };
    let label_index = before.chars().filter(|&character| is_separator(character.into())).count();
    Err(LabelError::new(Error::new(kind, before.chars().count()), label_index, Some(found.into())))
}

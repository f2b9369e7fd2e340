//! The choice between Unicode and A-labels where a name is shown, so that nobody takes it for another one.
//!
//! A [`Policy`] is a set of named rules. None makes a name safe: look-alikes of whole words, names that only sound
//! alike and unusual fonts are beyond all rules.

mod confusables;
mod context;
mod edits;
mod hits;
mod hosts;
mod labels;
mod look;
mod lookalikes;
mod policy;
mod rules;
mod shapes;
mod sieve;
mod similar;
mod spellings;
mod standing;
mod watchlist;

use std::borrow::Cow;

use crate::domain::MAX_LABELS;
use crate::error::Error;
use crate::label::{Input, has_prefix};
use crate::memory::{self, Growing};
use crate::{bounded, is_plain, utf8};
pub use confusables::confusables;
pub use hits::Lookalike;
#[cfg(feature = "python")]
pub(crate) use hits::Looked;
use labels::{Labels, NamePart, Room, code_points, is_unseen, owned, text_of, usual_room, write_ascii_form};
use look::watched_from;
#[cfg(feature = "python")]
pub(crate) use policy::flags;
pub use policy::{Policy, Reason};
use rules::{NamedLabel, Tld, first_reason};
pub use shapes::{How, Kinds};
pub use watchlist::Watchlist;
#[cfg(feature = "python")]
pub(crate) use watchlist::{watched_label, watched_name};

/// Why a label is shown as an A-label: the reason, and the character at fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Finding {
    /// The rule.
    pub reason: Reason,
    /// The place of the character in the label in Unicode, in characters.
    pub offset: usize,
    /// The character; nothing where the label as a whole is at fault.
    pub code_point: Option<u32>,
}

/// A label, and how it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownLabel {
    /// Its Unicode form.
    pub unicode: String,
    /// Why it is not shown in Unicode, where it is not.
    pub finding: Option<Finding>,
}

impl ShownLabel {
    /// Its ASCII form, which is encoded when it is asked for: most labels are shown without it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn ascii(&self) -> Result<String, Error> {
        let mut form = Growing::default();
        write_ascii_form(&code_points(&self.unicode)?, &mut form)?;
        form.finished().map(bounded::ascii_string)
    }

    /// Returns what is shown.
    ///
    /// # Errors
    ///
    /// As [`ascii`](Self::ascii).
    pub fn shown(&self) -> Result<Cow<'_, str>, Error> {
        if self.finding.is_some() { self.ascii().map(Cow::Owned) } else { Ok(Cow::Borrowed(&self.unicode)) }
    }
}

/// Returns what is shown of each label of a name, at most the first 127.
///
/// ```
/// use acelabel::display::{Policy, Reason, report};
///
/// let labels = report("аррӏе.com", &Policy::LOOKALIKE_AWARE)?;
/// assert_eq!(labels[0].shown()?, "xn--80ak6aa92e");
/// assert_eq!(labels[0].finding.map(|finding| finding.reason), Some(Reason::WholeScriptLookalike));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// A label that is not valid has no A-label. Where it is not ASCII, it is shown as the Punycode of its characters
/// behind `xn--`, and a space or a control as `%` with two digits, so that nothing it holds reaches the screen.
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn report(name: &str, policy: &Policy) -> Result<Vec<ShownLabel>, Error> {
    reported(name, policy, None)
}

/// As [`report`], and no label is shown in Unicode that makes the name look like a watched one.
///
/// # Errors
///
/// As [`report`].
pub fn report_beside(name: &str, policy: &Policy, watchlist: &Watchlist) -> Result<Vec<ShownLabel>, Error> {
    reported(name, policy, Some(watchlist))
}

pub(crate) fn reported(name: &str, policy: &Policy, watchlist: Option<&Watchlist>) -> Result<Vec<ShownLabel>, Error> {
    let mut labels = Vec::new();
    each_label(&Labels::of(name, &mut Room::default())?, policy, watchlist, |label, finding| {
        if labels.len() == MAX_LABELS {
            return Ok(());
        }
        let unicode = label.given.map_or_else(|| text_of(label.text), owned)?;
        memory::push(&mut labels, ShownLabel { unicode, finding })
    })?;
    Ok(labels)
}

/// A name as it is shown: each label in Unicode where no rule of the policy objects, else as an A-label.
///
/// ```
/// use acelabel::display::{Policy, to_display};
///
/// assert_eq!(to_display("аррӏе.com", &Policy::LOOKALIKE_AWARE)?, "xn--80ak6aa92e.com");
/// assert_eq!(to_display("xn--e1afmkfd.xn--p1ai", &Policy::LOOKALIKE_AWARE)?, "пример.рф");
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// It is the same name: both forms of the result are those of the name, if it is valid.
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn to_display(name: &str, policy: &Policy) -> Result<String, Error> {
    displayed(name, policy, None)
}

/// As [`to_display`], and no label is shown in Unicode that makes the name look like a watched one.
///
/// ```
/// use acelabel::display::{Policy, Watchlist, to_display_beside};
///
/// let watchlist = Watchlist::new(["example.com"])?;
/// let shown = to_display_beside("éxample.com", &Policy::LOOKALIKE_AWARE, &watchlist)?;
/// assert_eq!(shown, "xn--xample-9ua.com");
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// As [`to_display`].
pub fn to_display_beside(name: &str, policy: &Policy, watchlist: &Watchlist) -> Result<String, Error> {
    displayed(name, policy, Some(watchlist))
}

pub(crate) fn displayed(name: &str, policy: &Policy, watchlist: Option<&Watchlist>) -> Result<String, Error> {
    if is_plain(name.as_bytes()) {
        return owned(name);
    }
    let mut shown: Growing<u8> = Growing::reserved(usual_room(name.len()));
    write_shown(name, policy, watchlist, &mut shown)?;
    shown.finished().map(bounded::utf8_string)
}

#[cfg(feature = "python")]
pub(crate) fn shows_all(name: &str, policy: &Policy) -> Result<bool, Error> {
    Ok(write_shown(name, policy, None, &mut Growing::default())?.is_none())
}

/// Appends a name as it is shown. Says which label is the first that is not shown in Unicode, and why.
pub(crate) fn write_shown(
    name: &str,
    policy: &Policy,
    watchlist: Option<&Watchlist>,
    output: &mut Growing<u8>,
) -> Result<Option<(usize, Finding)>, Error> {
    let (mut first, mut index) = (None, 0_usize);
    each_label(&Labels::of(name, &mut Room::default())?, policy, watchlist, |label, finding| {
        if index > 0 {
            output.push(b'.');
        }
        first = first.or_else(|| finding.map(|finding| (index, finding)));
        index = bounded::add(index, 1);
        if finding.is_some() {
            return write_ascii_form(label.text, output);
        }
        match label.given {
            Some(given) => output.extend_from_slice(given.as_bytes()),
            None => utf8::write(label.text, output),
        }
        Ok(())
    })?;
    Ok(first)
}

/// Hands over each label, and why it is not shown in Unicode.
fn each_label(
    labels: &Labels,
    policy: &Policy,
    watchlist: Option<&Watchlist>,
    mut work: impl FnMut(&NamePart<'_>, Option<Finding>) -> Result<(), Error>,
) -> Result<(), Error> {
    let is_asked = || policy.asks(Reason::Watchlist) && !labels.text().is_ascii();
    let from = match watchlist.filter(|watchlist| !watchlist.is_empty() && is_asked()) {
        Some(watchlist) => watched_from(watchlist, labels)?,
        None => None,
    };
    let tld = Tld::of(labels, from.is_some());
    for (index, part) in labels.iter().enumerate() {
        let NamePart { text, start, is_invalid, .. } = part;
        let finding = if is_invalid {
            Some(NO_ALABEL)
        } else if text.is_ascii() {
            (has_prefix(text) || text.iter().copied().any(is_unseen)).then_some(NO_ALABEL)
        } else {
            let found = first_reason(&NamedLabel::new(text, start, &tld), policy)?;
            let is_watched = || from.is_some_and(|from| from <= index);
            found.or_else(|| is_watched().then_some((Reason::Watchlist, 0))).map(|(reason, offset)| Finding {
                reason,
                offset,
                code_point: text.get(offset).copied().filter(|_| reason != Reason::Watchlist),
            })
        };
        work(&part, finding)?;
    }
    Ok(())
}

/// The label as a whole is at fault.
const NO_ALABEL: Finding = Finding { reason: Reason::NotAnAlabel, offset: 0, code_point: None };

#[cfg(test)]
mod tests;

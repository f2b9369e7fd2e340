//! A name as it is shown, and why a label of it is not shown in Unicode.

use std::borrow::Cow;

use super::labels::{Labels, NamePart, Room, code_points, is_unseen, owned, text_of, usual_room, write_ascii_form};
use super::policy::{Policy, Reason};
use super::rules::{NamedLabel, Tld, first_reason};
use crate::domain::MAX_LABELS;
use crate::error::Error;
use crate::label::{Input, has_prefix};
use crate::memory::{self, Growing};
use crate::{bounded, is_plain, utf8};

/// Names that no name that is shown may look like.
pub(crate) trait Watch: Sync {
    /// The index of the first label that is a part of what is taken for one of them by its letters; 0 for a text that
    /// is more than a name and has such a name.
    fn watched_from(&self, labels: &Labels<'_>) -> Result<Option<usize>, Error>;
}

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

pub(crate) fn reported(name: &str, policy: &Policy, watch: Option<&dyn Watch>) -> Result<Vec<ShownLabel>, Error> {
    let mut labels = Vec::new();
    each_label(&Labels::of(name, &mut Room::default())?, policy, watch, |label, finding| {
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

pub(crate) fn displayed(name: &str, policy: &Policy, watch: Option<&dyn Watch>) -> Result<String, Error> {
    if is_plain(name.as_bytes()) {
        return owned(name);
    }
    let mut shown: Growing<u8> = Growing::reserved(usual_room(name.len()));
    write_shown(name, policy, watch, &mut shown)?;
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
    watch: Option<&dyn Watch>,
    output: &mut Growing<u8>,
) -> Result<Option<(usize, Finding)>, Error> {
    let (mut first, mut index) = (None, 0_usize);
    each_label(&Labels::of(name, &mut Room::default())?, policy, watch, |label, finding| {
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
    watch: Option<&dyn Watch>,
    mut work: impl FnMut(&NamePart<'_>, Option<Finding>) -> Result<(), Error>,
) -> Result<(), Error> {
    let is_asked = || policy.asks(Reason::Watchlist) && !labels.text().is_ascii();
    let from = match watch.filter(|_| is_asked()) {
        Some(watch) => watch.watched_from(labels)?,
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

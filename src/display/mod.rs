//! Whether a name is shown in Unicode or as A-labels, so that nobody takes it for another one.
//!
//! A [`Policy`] is a set of named rules. None makes a name safe: look-alikes of whole words, names that only sound alike
//! and unusual fonts are beyond all rules.

mod context;
mod lookalikes;
mod policy;
mod rules;
mod watchlist;

use core::fmt::Write;
use std::borrow::Cow;

use crate::domain::{Conversion, convert_str};
use crate::error::Error;
use crate::label::{Form, PREFIX};
use crate::{OnError, Profile, memory, punycode};
pub use policy::{Policy, Reason};
use rules::{Label, first_reason};
pub use watchlist::Watchlist;

/// How URLs are processed: UTS #46, nontransitional, labels of any length and with hyphens anywhere.
const PROFILE: &Profile = &Profile::WHATWG;

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
    /// Its ASCII form.
    pub ascii: String,
    /// Its Unicode form.
    pub unicode: String,
    /// Why it is not shown in Unicode, where it is not.
    pub finding: Option<Finding>,
}

impl ShownLabel {
    /// What is shown.
    #[must_use]
    pub fn shown(&self) -> &str {
        if self.finding.is_some() { &self.ascii } else { &self.unicode }
    }
}

/// What is shown of each label of a name.
///
/// ```
/// use acelabel::display::{Policy, Reason, report};
///
/// let labels = report("аррӏе.com", &Policy::LOOKALIKE_AWARE)?;
/// assert_eq!(labels[0].shown(), "xn--80ak6aa92e");
/// assert_eq!(labels[0].finding.map(|finding| finding.reason), Some(Reason::WholeScriptLookalike));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// A label that is not valid has no A-label. Where it is not ASCII, it is shown as the Punycode of its characters behind
/// `xn--`, and a space or a control as `%` with two digits, so that nothing it holds reaches the screen.
///
/// # Errors
///
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn report(name: &str, policy: &Policy) -> Result<Vec<ShownLabel>, Error> {
    report_beside(name, policy, &Watchlist::default())
}

/// As [`report`], and no label is shown in Unicode that makes the name look like a watched one.
///
/// # Errors
///
/// As [`report`].
pub fn report_beside(name: &str, policy: &Policy, watchlist: &Watchlist) -> Result<Vec<ShownLabel>, Error> {
    let mut labels = Vec::new();
    each_label(name, policy, watchlist, |ascii, unicode, finding| {
        memory::push(&mut labels, ShownLabel { ascii: owned(ascii)?, unicode: owned(unicode)?, finding })
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
    to_display_beside(name, policy, &Watchlist::default())
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
    let mut shown = String::new();
    let mut is_first = true;
    each_label(name, policy, watchlist, |ascii, unicode, finding| {
        let label = if finding.is_some() { ascii } else { unicode };
        shown.try_reserve(label.len().saturating_add(1)).map_err(|_| memory::refused())?;
        if !core::mem::replace(&mut is_first, false) {
            shown.push('.');
        }
        shown.push_str(label);
        Ok(())
    })?;
    Ok(shown)
}

/// Hands over both forms of each label, and why it is not shown in Unicode.
fn each_label(
    name: &str,
    policy: &Policy,
    watchlist: &Watchlist,
    mut work: impl FnMut(&str, &str, Option<Finding>) -> Result<(), Error>,
) -> Result<(), Error> {
    let (ascii, unicode) = (form(name, Form::Ascii)?, form(name, Form::Unicode)?);
    let ascii_tld = tld_of(&ascii).as_bytes();
    let tld = code_points(tld_of(&unicode))?;
    let is_watched = policy.asks(Reason::Watchlist) && !watchlist.is_empty() && !unicode.is_ascii();
    let watched_from = if is_watched { watchlist.target(&unicode)?.map(|(_, start)| start) } else { None };
    let mut start = 0_usize;
    for (ascii, unicode) in ascii.split('.').zip(unicode.split('.')) {
        if unicode.bytes().any(is_unseen) {
            work(&fake_alabel(unicode)?, unicode, Some(NO_ALABEL))?;
        } else if unicode.is_ascii() {
            work(ascii, unicode, is_prefixed(unicode).then_some(NO_ALABEL))?;
        } else if ascii.is_ascii() {
            let text = code_points(unicode)?;
            let label = Label { text: &text, tld: &tld, ascii_tld };
            let watched = watched_from.filter(|&from| from <= start).map(|_| (Reason::Watchlist, 0));
            let found = first_reason(&label, policy)?.or(watched);
            let finding = found.map(|(reason, offset)| Finding {
                reason,
                offset,
                code_point: text.get(offset).copied().filter(|_| reason != Reason::Watchlist),
            });
            work(ascii, unicode, finding)?;
        } else {
            work(&fake_alabel(unicode)?, unicode, Some(NO_ALABEL))?;
        }
        start = start.saturating_add(unicode.len()).saturating_add(1);
    }
    Ok(())
}

/// The label as a whole is at fault.
const NO_ALABEL: Finding = Finding { reason: Reason::NotAnAlabel, offset: 0, code_point: None };

/// A form of a name, in which labels that are not valid stay.
fn form(name: &str, form: Form) -> Result<Cow<'_, str>, Error> {
    convert_str(name, Conversion { profile: PROFILE, form, on_error: OnError::Keep }).map_err(|error| error.error())
}

/// The last label of a form, the root aside.
fn tld_of(form: &str) -> &str {
    form.rsplit('.').find(|label| !label.is_empty()).unwrap_or_default()
}

fn is_prefixed(label: &str) -> bool {
    label.as_bytes().get(..PREFIX.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(PREFIX.as_bytes()))
}

fn code_points(text: &str) -> Result<Vec<u32>, Error> {
    memory::collected(text.chars().map(u32::from), text.len())
}

/// Whether an octet is a space or a control, which no valid label has: it might pass for the end of the name, or change
/// the line that the name stands in.
const fn is_unseen(octet: u8) -> bool {
    octet <= b' ' || octet == 0x7F
}

/// The characters of a label as Punycode behind the prefix, spaces and controls as URLs write them, though no profile
/// accepts that.
fn fake_alabel(label: &str) -> Result<String, Error> {
    let encoded = if label.is_ascii() { owned(label)? } else { punycode::encode(label)? };
    let mut shown = String::new();
    // Three characters for each at most, which `write!` then has room for.
    shown.try_reserve(encoded.len().saturating_mul(3).saturating_add(PREFIX.len())).map_err(|_| memory::refused())?;
    shown.push_str(if label.is_ascii() { "" } else { PREFIX });
    for character in encoded.chars() {
        match u8::try_from(character) {
            Ok(octet) if is_unseen(octet) => write!(shown, "%{octet:02X}").map_err(|_| memory::refused())?,
            _ => shown.push(character),
        }
    }
    Ok(shown)
}

fn owned(text: &str) -> Result<String, Error> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len()).map_err(|_| memory::refused())?;
    copy.push_str(text);
    Ok(copy)
}

#[cfg(test)]
mod tests;

//! What is asked of a text, and what is found.

use core::ops::Range;

use super::endings::Endings;
use super::rules::Rule;
use crate::display::{Policy, Watchlist};
use crate::error::Error;
use crate::host::{HostKind, parse};
use crate::label::{ItemError, LabelError};
use crate::relation::Zone;
use crate::{Profile, bounded, memory};

/// A place in a text where a reader and the machine part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The rule.
    pub rule: Rule,
    /// Where it stands, in octets.
    pub range: Range<usize>,
    /// The part of the text that a reader sees, as it is written: mostly the host.
    pub shown: String,
    /// The host to which software goes, in ASCII, where there is one.
    pub goes_to: Option<String>,
    /// What was found, a phrase.
    pub message: String,
}

/// Names to which software may go: themselves and what lies below them. A name behind `*.` allows only what lies below
/// it; an IP address allows itself.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    /// In their order: a name in ASCII, and whether it is allowed itself.
    names: Vec<(String, bool)>,
}

impl Allowed {
    /// Of names in either form, and IP addresses.
    ///
    /// # Errors
    ///
    /// That of [`Zone::new`] under [`Profile::DNS`].
    pub fn new<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Result<Self, ItemError> {
        let mut allowed = Self::default();
        for (index, name) in names.into_iter().enumerate() {
            allowed.add(name.as_ref()).map_err(|error| ItemError::new(index, error))?;
        }
        allowed.names.sort_unstable();
        Ok(allowed)
    }

    /// Adds a name. The names are to be sorted afterwards.
    fn add(&mut self, name: &str) -> Result<(), LabelError> {
        let text = name.trim();
        let (name, with_itself) = text.strip_prefix("*.").map_or((text, true), |name| (name, false));
        let ascii = match parse(name) {
            Ok(host) if host.kind() != HostKind::Domain => host.ascii().to_owned(),
            _ => Zone::new(name, true, &Profile::DNS)?.into_ascii(),
        };
        memory::push(&mut self.names, (ascii, with_itself)).map_err(LabelError::out_of_memory)
    }

    /// Returns whether a host in ASCII is allowed.
    pub(super) fn has(&self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host);
        let (mut name, mut is_itself) = (host, true);
        loop {
            let first = self.names.partition_point(|(one, _)| one.as_str() < name);
            let mut same = bounded::rest(&self.names, first).iter().take_while(|(one, _)| one == name);
            if same.any(|&(_, with_itself)| with_itself || !is_itself) {
                return true;
            }
            let Some((_, above)) = name.split_once('.') else { return false };
            (name, is_itself) = (above, false);
        }
    }
}

/// The rules that are asked, besides those that need nothing.
#[derive(Clone, Copy, Default)]
pub struct Linting<'a> {
    /// The rules of display by which a host is not to be shown in Unicode.
    pub policy: Option<Policy>,
    /// The names to which software may go.
    pub allow: Option<&'a Allowed>,
    /// The names that no other may look like.
    pub watch: Option<&'a Watchlist>,
    /// True if a top-level domain is one, asked in its ASCII form: then names that stand by themselves are looked at,
    /// and a text that ends so names a host. Without it, a short list says which texts do.
    pub tlds: Option<&'a (dyn Fn(&str) -> bool + Sync)>,
}

impl Linting<'_> {
    pub(super) const fn endings(&self) -> Endings<'_> {
        Endings(self.tlds)
    }
}

/// The rules of URLs.
pub(super) const PROFILE: &Profile = &Profile::WHATWG;

/// The problems of a text.
#[derive(Default)]
pub(super) struct Problems(Vec<Problem>);

impl Problems {
    pub(super) fn add(
        &mut self,
        rule: Rule,
        range: Range<usize>,
        (shown, goes_to): (&str, Option<&str>),
        message: String,
    ) -> Result<(), Error> {
        let [shown, goes_to] = [shown, goes_to.unwrap_or_default()].map(|text| memory::copied(text.as_bytes()));
        let (shown, to) = (bounded::utf8_string(shown?), bounded::utf8_string(goes_to?));
        memory::push(
            &mut self.0,
            Problem { rule, range, shown, goes_to: Some(to).filter(|to| !to.is_empty()), message },
        )
    }

    /// Those found, in the order of the text. Of two of one rule that overlap the first counts.
    pub(super) fn in_order(mut self) -> Vec<Problem> {
        self.0.sort_by_key(|one| (one.range.start, one.rule));
        let mut ends = [0; Rule::ALL.len()];
        self.0.retain(|one| {
            let place = Rule::ALL.iter().zip(&mut ends).find(|(rule, _)| **rule == one.rule);
            let is_new = place.as_ref().is_none_or(|(_, end)| one.range.start >= **end);
            if let Some((_, end)) = place.filter(|_| is_new) {
                *end = one.range.end;
            }
            is_new
        });
        self.0
    }
}

/// Returns whether a host is the machine itself (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3).
pub(super) fn is_loopback(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    host == "localhost"
        || host.ends_with(".localhost")
        || host == "[::1]"
        || parse(host).is_ok_and(|host| host.address().is_some_and(|address| address.is_loopback()))
}

//! The questions that a text is asked, and what is found.

use core::ops::Range;

use super::endings::Endings;
use super::rules::Rule;
use crate::clients::Clients;
use crate::display::{Policy, Watchlist};
use crate::error::Error;
use crate::formats::order::heap_sort;
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
    /// A phrase that says what was found.
    pub message: String,
}

/// Names to which software may go: themselves and what lies below them.
#[derive(Clone, Copy)]
pub struct AllowedNames<'a> {
    names: &'a Watchlist,
    zones: &'a Watchlist,
    addresses: &'a str,
}

impl<'a> AllowedNames<'a> {
    /// Of a list that [allows](Watchlist::allowing) these names, of another one that allows names below which software
    /// may go, but not to themselves, and of IP addresses as [`Host::ascii`](crate::host::Host::ascii) writes them,
    /// with spaces between them.
    #[must_use]
    pub const fn of(names: &'a Watchlist, zones: &'a Watchlist, addresses: &'a str) -> Self {
        Self { names, zones, addresses }
    }

    /// Returns whether a host in ASCII is allowed.
    pub(super) fn has(self, host: &str) -> Result<bool, Error> {
        let is_address = host.starts_with('[') && self.addresses.split(' ').any(|address| address == host);
        if is_address || self.names.has_own(host)? {
            return Ok(true);
        }
        host.split_once('.').map_or(Ok(false), |(_, above)| self.zones.has_own(above))
    }
}

/// The rules that are asked, besides those that need nothing.
#[derive(Clone, Copy, Default)]
pub struct Linting<'a> {
    /// The rules of display by which a host is not to be shown in Unicode.
    pub policy: Option<Policy>,
    /// The names to which software may go.
    pub allow: Option<AllowedNames<'a>>,
    /// The names that no other may look like.
    pub watch: Option<&'a Watchlist>,
    /// The clients that are to go to one host ([`clients::agreed`](crate::clients::agreed)). Each host that is not
    /// plain is read as all of them read it.
    pub clients: Option<Clients>,
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
pub(super) struct LintProblems(Vec<Problem>);

impl LintProblems {
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

    /// Adds user information that looks like a host, and the host behind it, as it is written and as it is read.
    pub(super) fn add_user(
        &mut self,
        range: Range<usize>,
        (user, host): (&str, &str),
        goes_to: Option<&str>,
    ) -> Result<(), Error> {
        let message = format!("{user} is user information; software goes to {}", goes_to.unwrap_or(host));
        self.add(Rule::UserIsHost, range, (user, goes_to), message)
    }

    /// Those found, in the order of the text. Of two of one rule that overlap the first counts.
    pub(super) fn in_order(mut self) -> Vec<Problem> {
        heap_sort(&mut self.0, |one, other| {
            (one.range.start, one.rule, one.range.end) < (other.range.start, other.rule, other.range.end)
        });
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

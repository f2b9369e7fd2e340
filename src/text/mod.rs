//! Names inside text: where they stand, and the same text with their other form.
//!
//! A text is taken line by line. In a line a name is marked by the `//` of a URL or the `@` of an address; or it stands
//! bare, and names itself by a label that begins with `xn--`, or by a top-level domain that the caller knows.
//! Everything else is left as it is, octets that are not UTF-8 included.

mod authority;
mod character;
mod defanged;
mod escape;
mod extent;
mod judged;
#[cfg(test)]
mod laws;
#[cfg(feature = "python")]
mod left;
mod line;
mod mailbox;
mod marks;
#[cfg(any(feature = "python", test))]
mod picked;
mod quotes;
mod redact;
mod rewrite;
pub(crate) mod scan;
mod seek;
#[cfg(feature = "python")]
mod signs;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, reason = "tested without the binding, too"))]
mod sought_names;
#[cfg(test)]
mod tests;

pub(crate) use character::{Character, ends_word, first as first_character, last as last_character};
pub(crate) use defanged::{followed, followed_at};
pub(crate) use escape::unescaped;
pub use redact::redacted;
pub use rewrite::{Edits, Rewriter, Rewriting, Shows, rewritten};
pub use seek::find;
pub(crate) use seek::{Start, each_found};
#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) use {defanged::followed_name, seek::Reached, sought_names::SoughtNames};
#[cfg(feature = "python")]
pub(crate) use {
    left::{Done, LeftNames},
    picked::{Picked, Stretch, each_part},
    redact::redact_from,
    signs::Leaving,
};

pub use crate::address::{AddressInspection, domain as domain_of_address, inspect as inspect_address, mail_rules};
use crate::profile::Profile;

/// The mark of a name in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The `//` of a URL (RFC 3986 section 3.2.2).
    UrlHost,
    /// The `@` of an address (RFC 5321 section 4.1.2).
    EmailDomain,
    /// Itself.
    Bare,
}

impl Kind {
    /// The names of the kinds, in the order of [`index`](Self::index).
    #[cfg(feature = "python")]
    pub(crate) const NAMES: [&'static str; 3] = [Self::UrlHost.name(), Self::EmailDomain.name(), Self::Bare.name()];

    #[cfg(any(feature = "python", test, fuzzing))]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::UrlHost => "url_host",
            Self::EmailDomain => "email_domain",
            Self::Bare => "bare",
        }
    }

    #[cfg(feature = "python")]
    pub(crate) const fn index(self) -> u8 {
        match self {
            Self::UrlHost => 0,
            Self::EmailDomain => 1,
            Self::Bare => 2,
        }
    }
}

/// The code of a host behind which the authority of its URL goes on with more than a port: `https://a.example,b` or
/// `https://a.example–b.example`, and of a host that begins with what ends a name: `https://$a.example`. The name is
/// where people read it; software that takes more for the host visits another one, so that no list of allowed names may
/// take this one for it.
pub const AUTHORITY_CONTINUES: &str = "authority_continues";

/// The code of a host of a URL whose last label has letters of several scripts, as no top-level domain has: a word may
/// be glued to it, which browsers take for a part of the host (`https://a.example.comまで`).
pub const MIXED_SCRIPTS: &str = "mixed_scripts";

/// A name in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Found {
    /// Where it begins, in octets.
    pub start: usize,
    /// Where it ends, in octets.
    pub end: usize,
    /// The mark of the name.
    pub kind: Kind,
    /// Of the domain of an address, where its local part begins, in octets.
    pub local_start: Option<usize>,
    /// True if a part of it is written as `%C3%BC` or `\u00fc`, or its `@` as `%40`, or if it is a part of a name. Such
    /// a name is never changed.
    pub is_escaped: bool,
    /// True if an escape in a notation that is not read stands beside it (`\303`, `&uuml;`): it is a part of a name.
    pub is_part: bool,
    /// True if it, or the mark before it, is written so that nobody follows it: `hxxp://a[.]example`.
    pub is_defanged: bool,
    /// Nothing where the name is valid in the profile, and where it is escaped: then nobody judged it. Else
    /// [`AUTHORITY_CONTINUES`], [`MIXED_SCRIPTS`], or the [code](crate::ErrorKind::code) of the error for which the
    /// profile refuses it.
    pub code: Option<&'static str>,
}

/// Which names are sought.
#[derive(Clone, Copy)]
pub struct Sought<'a> {
    /// By which rules labels are valid.
    pub profile: &'a Profile,
    /// True if hosts of URLs count.
    pub url_hosts: bool,
    /// True if domains of addresses count.
    pub email_domains: bool,
    /// True if names that stand by themselves count.
    pub bare_names: bool,
    /// True if a top-level domain is one, asked in its ASCII form. Without it, bare names are those with an A-label.
    pub tlds: Option<&'a (dyn Fn(&str) -> bool + Sync)>,
    /// True if names in paths, queries, fragments, local parts and user information count, too: a `//` marks no name
    /// there, and an `@` marks one where a local part stands before it. The `@` may be written as `%40` or `&#64;`, and
    /// the local part may have dots in a row and braces. Where top-level domains are known, an address in a path, a
    /// query or a fragment ends in one.
    pub everywhere: bool,
    /// True if names that are written so that nobody follows them are read: `a[.]example`, `a(dot)example`, `a[at]b`.
    /// A bare name of which a dot is written so names itself.
    pub defanged: bool,
    /// True if any number of slashes may stand behind the colon of `http`, `https`, `ws`, `wss` or `ftp`, and not two
    /// alone: browsers read `https:///a.example` as `https://a.example` (URL Standard, special authority ignore slashes
    /// state).
    pub any_slashes: bool,
}

impl<'a> Sought<'a> {
    /// Every kind of name, where names usually stand.
    #[must_use]
    pub const fn all(profile: &'a Profile) -> Self {
        Self {
            profile,
            url_hosts: true,
            email_domains: true,
            bare_names: true,
            tlds: None,
            everywhere: false,
            defanged: false,
            any_slashes: false,
        }
    }

    const fn counts(&self, kind: Kind) -> bool {
        match kind {
            Kind::UrlHost => self.url_hosts,
            Kind::EmailDomain => self.email_domains,
            Kind::Bare => self.bare_names,
        }
    }
}

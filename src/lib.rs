//! Internationalised domain names to ASCII and back (IDNA: UTS #46, RFC 5890-5893, RFC 3490), for input that cannot be
//! trusted.
//!
//! ```
//! use acelabel::{ErrorKind, Profile, same_name, to_ascii, to_unicode};
//!
//! let rules = Profile::UTS46;
//! assert_eq!(to_ascii("Bücher.example", &rules)?, "xn--bcher-kva.example");
//! assert_eq!(to_unicode("xn--bcher-kva.example", &rules)?, "bücher.example");
//! assert!(same_name("BÜCHER.example", "xn--bcher-kva.example"));
//!
//! let input = "bücher.a_b.example";
//! let error = to_ascii(input, &rules).unwrap_err();
//! assert_eq!((error.kind(), error.offset()), (ErrorKind::Std3Disallowed, 8));
//! assert_eq!(&input[error.byte_offset(input)..], "_b.example");
//! # Ok::<(), acelabel::LabelError>(())
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | convert and check names | [`to_ascii`], [`to_unicode`], [`is_valid`], [`inspect`] |
//! | compare names | [`canonical`], [`same_name`] |
//! | convert one label | [`alabel`], [`ulabel`] |
//! | convert many names without allocations | [`Workspace`] |
//! | choose what is checked | [`Profile`] |
//! | find the host of a URL | [`host`] |
//! | ask which host each program goes to | [`clients`] |
//! | convert and check addresses of e-mail | [`address`] |
//! | find and convert names inside text | [`text`] |
//! | rewrite master files of DNS | [`zone`] |
//! | show a name safely, find look-alikes | [`display`], [`security`] |
//! | ask by the rules of a registry whether a label may be registered, and for its variants | [`registry`] |
//! | say where the names of a text go before somebody acts on it | [`lint`] |
//! | ask whether a name is below a zone, or is registrable | [`Zone`], [`Pattern`], [`SuffixRules`] |
//! | encode without the rules of names (no dots, no `xn--`) | [`punycode`], [`bootstring`], [`race`] |
//!
//! Every refusal is an [`Error`], of a name a [`LabelError`]: a stable kind, an exact offset in characters, and the
//! same place in bytes ([`LabelError::byte_offset`]). For people there are what was found ([`LabelError::reason`]) and
//! what would help ([`LabelError::hint`]). Offsets in master files count bytes, so that these three are not for them.

#![deny(unsafe_code)]

#[forbid(unsafe_code)]
pub mod address;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, unused_imports, reason = "tested without the binding, too"))]
#[forbid(unsafe_code)]
mod batch;
#[cfg(feature = "python")]
mod binding;
#[forbid(unsafe_code)]
pub mod bootstring;
#[forbid(unsafe_code)]
mod bounded;
#[forbid(unsafe_code)]
pub mod clients;
#[cfg(any(feature = "python", fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, unused_imports, reason = "fuzzed without the binding, too"))]
#[forbid(unsafe_code)]
mod compat;
#[forbid(unsafe_code)]
pub mod display {
    //! The choice between Unicode and A-labels where a name is shown, so that nobody takes it for another one.
    //!
    //! A [`Policy`] is a set of named rules. None makes a name safe: look-alikes of whole words, names that only sound
    //! alike and unusual fonts are beyond all rules.

    pub(crate) mod context;
    pub(crate) mod labels;
    mod lookalikes;
    mod policy;
    mod rules;
    pub(crate) mod shown;
    #[cfg(test)]
    pub(crate) mod tests;

    #[cfg(feature = "python")]
    pub(crate) use policy::flags;
    pub use policy::{Policy, Reason};
    pub use shown::{Finding, ShownLabel, report, to_display};

    pub use crate::watch::{How, Kinds, Lookalike, Watchlist, confusables, report_beside, to_display_beside};
}
#[forbid(unsafe_code)]
mod domain;
#[forbid(unsafe_code)]
mod error;
#[forbid(unsafe_code)]
pub mod files;
#[forbid(unsafe_code)]
mod formats;
#[cfg(fuzzing)]
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod fuzzed;
#[forbid(unsafe_code)]
mod hints;
#[forbid(unsafe_code)]
pub mod host;
#[forbid(unsafe_code)]
mod label;
#[forbid(unsafe_code)]
pub mod lint;
#[forbid(unsafe_code)]
mod memory;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, reason = "tested without the binding, too"))]
mod pages;
#[forbid(unsafe_code)]
mod paths;
#[forbid(unsafe_code)]
mod profile;
#[forbid(unsafe_code)]
pub mod punycode;
#[forbid(unsafe_code)]
pub mod race;
#[forbid(unsafe_code)]
pub mod registry;
#[forbid(unsafe_code)]
mod relation;
#[forbid(unsafe_code)]
pub mod security;
#[forbid(unsafe_code)]
mod swar;
#[forbid(unsafe_code)]
pub mod text;
#[forbid(unsafe_code)]
mod unicode;
#[forbid(unsafe_code)]
mod utf8;
#[forbid(unsafe_code)]
mod version;
#[forbid(unsafe_code)]
mod watch;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, unused_imports, reason = "tested without the binding, too"))]
mod works;
#[forbid(unsafe_code)]
pub mod zone;

pub use domain::{
    Inspection, LabelKind, LabelReport, OnError, Workspace, canonical, ends_in_number, inspect, inspect_code_points,
    is_plain, is_valid, same_name, to_ascii, to_ascii_code_points, to_ascii_or_keep, to_unicode,
    to_unicode_code_points, to_unicode_or_keep,
};
pub use error::{Error, ErrorKind};
pub use hints::{Face, Hint, Mistake};
pub use label::{CodePoint, CodePointStatus, MappedCharacter, MappingKind, code_point};
pub use label::{
    EscapeBase, ItemError, LabelError, LineError, alabel, alabel_code_points, escape_label, ulabel, ulabel_code_points,
    unescape_label,
};
pub use profile::{Profile, Rules, URL_STANDARD};
pub use relation::{Pattern, SuffixRules, Zone, matches_any};
pub use unicode::UNICODE_VERSION;
pub use version::UnicodeVersion;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
mod page {}

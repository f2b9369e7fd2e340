//! Internationalised domain names to ASCII and back (IDNA: UTS #46, RFC 5890-5893, RFC 3490), for input that cannot be
//! trusted.
//!
//! Domain names are the functions of this module ([`to_ascii`], [`to_unicode`], [`inspect`]), and so are single labels
//! ([`alabel`], [`ulabel`]). [`host`] has the hosts of URLs, [`text`] the names inside text and the domains of e-mail
//! addresses, [`zone`] the names in master files of DNS, [`display`] and [`security`] say how a name is shown and what
//! it looks like. What is checked is the choice of a [`Profile`]. Every refusal is an [`Error`], of a name a
//! [`LabelError`]: a stable kind and an exact offset.
//!
//! Under them lie three raw codecs, which know neither dots nor `xn--`: [`punycode`] and [`bootstring`] (RFC 3492), and
//! [`race`] (draft-ietf-idn-race-03).

#![deny(unsafe_code)]

#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, unused_imports, reason = "tested without the binding, too"))]
mod batch;
#[cfg(feature = "python")]
mod binding;
#[forbid(unsafe_code)]
pub mod bootstring;
#[forbid(unsafe_code)]
mod bounded;
#[cfg(any(feature = "python", fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, unused_imports, reason = "fuzzed without the binding, too"))]
#[forbid(unsafe_code)]
mod compat;
#[forbid(unsafe_code)]
pub mod display;
#[forbid(unsafe_code)]
mod domain;
#[forbid(unsafe_code)]
mod error;
#[cfg(fuzzing)]
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod fuzzed;
#[forbid(unsafe_code)]
pub mod host;
#[forbid(unsafe_code)]
mod label;
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
pub mod zone;

pub use domain::{
    Inspection, LabelKind, LabelReport, OnError, Workspace, canonical, ends_in_number, inspect, inspect_code_points,
    is_plain, is_valid, same_name, to_ascii, to_ascii_code_points, to_ascii_or_keep, to_unicode,
    to_unicode_code_points, to_unicode_or_keep,
};
pub use error::{Error, ErrorKind};
pub use label::{CodePoint, CodePointStatus, MappedCharacter, MappingKind, code_point};
pub use label::{
    EscapeBase, ItemError, LabelError, alabel, alabel_code_points, escape_label, ulabel, ulabel_code_points,
    unescape_label,
};
pub use profile::{Profile, Rules, URL_STANDARD};
pub use relation::{Pattern, SuffixRules, Zone};
pub use unicode::UNICODE_VERSION;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
mod page {}

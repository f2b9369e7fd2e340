//! Internationalised labels to ASCII and back: Bootstring and Punycode (RFC 3492), RACE (draft-ietf-idn-race-03).
//!
//! The raw codecs know neither a prefix nor a dot (`bq--` alone is part of RACE). Every refusal is an [`Error`]: a
//! stable kind and an exact offset.

#![deny(unsafe_code)]

#[cfg(feature = "python")]
mod binding;
#[forbid(unsafe_code)]
pub mod bootstring;
#[forbid(unsafe_code)]
mod error;
#[forbid(unsafe_code)]
pub mod punycode;
#[forbid(unsafe_code)]
pub mod race;

pub use error::{Error, ErrorKind};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

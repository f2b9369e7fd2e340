//! Internationalised labels to ASCII and back: Bootstring and Punycode (RFC 3492), RACE (draft-ietf-idn-race-03).
//!
//! The raw codecs know neither a prefix nor a dot (`bq--` alone is part of RACE). Every refusal is an [`Error`]: a
//! stable kind and an exact offset.

#![cfg_attr(not(feature = "python"), forbid(unsafe_code))]

#[cfg(feature = "python")]
mod binding;
pub mod bootstring;
mod error;
pub mod punycode;
pub mod race;

pub use error::{Error, ErrorKind};

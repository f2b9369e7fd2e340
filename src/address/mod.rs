//! Addresses of e-mail: their domains to ASCII and back, their keys, and whether an address is valid.
//!
//! An address is a local part, an `@` and a domain (RFC 5321 section 4.1.2, RFC 6531 section 3.3). The `@` is the only
//! one outside quotation marks: `"a@b"@example.com` has the domain `example.com`. A domain in brackets (`[192.0.2.1]`,
//! `[IPv6:2001:db8::1]`; RFC 5321 section 4.1.3) is not a name, and is left unchanged.

mod forms;
mod inspect;
mod literal;
mod parts;

#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) use forms::{AddressForm, is_literal};
pub use forms::{canonical, needs_smtputf8, to_ascii, to_unicode};
#[cfg(feature = "python")]
pub(crate) use inspect::inspected;
pub use inspect::{AddressInspection, inspect, mail_rules};
pub(crate) use literal::ipv6;
pub(crate) use parts::LONGEST_LOCAL_PART;
pub use parts::domain;
#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) use parts::domain_start;

//! Places in a text where a reader and the machine part: before a person or a program acts on a text, it is checked
//! where its names go.
//!
//! ```text
//! at each name that the finder of the format finds:
//!     a plain host of a URL on a plain line, without a list of allowed or watched names:   the next name
//!     the line:         tag characters, and controls of direction around the URL           signs
//!     the authority:    user information that looks like a host, more behind the host      authority
//!     the host itself:  what is written, what is read, whether it may be shown or visited, where clients go  host
//!     a terminal's link, and each link of a document: its text and its target              link_text
//! ```
//!
//! A rule is a row of the table in `rules`, and is asked where its subject is read. None makes a text safe.

mod authority;
mod endings;
mod host;
mod link_text;
mod linter;
#[cfg(feature = "python")]
mod places;
mod problem;
mod reading;
mod rules;
mod safe;
mod signs;
mod unmarked;

pub use linter::{LintForm, check};
pub use problem::{AllowedNames, Linting, Problem};
pub use rules::{EXAMPLE_ALLOWED, EXAMPLE_WATCHED, Rule, Severity};
pub use safe::safe_text;
#[cfg(feature = "python")]
pub(crate) use {
    linter::Linter,
    places::{Standing, standings},
    rules::TABLE,
};

pub use crate::formats::links::Markup;

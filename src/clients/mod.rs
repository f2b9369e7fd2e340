//! The host that each program goes to for a name: models of programs that were run, as rows of data.
//!
//! A client is a row of cells (`rows.rs`), which `reader.rs` takes step by step over the tables of this crate; the few
//! rules that no cell says are in `quirks.rs`. `docs/programs.md` has the programs, their versions and the counts.
//!
//! ```
//! use acelabel::clients::{Client, ClientReading, Clients, agreed, read};
//!
//! let readings = read("faß.example", Clients::ALL)?;
//! let java = Client::named("java").and_then(|java| readings.get(java));
//! assert_eq!(java, Some(ClientReading::Host("fass.example")));
//! assert_eq!(readings.agreed(), None);
//! assert_eq!(agreed("bücher.example", Clients::ALL).unwrap(), "xn--bcher-kva.example");
//! # Ok::<(), acelabel::Error>(())
//! ```

mod agreed;
mod allowlist;
mod chars;
mod client;
mod end;
mod facts;
mod forms;
mod idna2003;
mod idna2008;
mod letters;
mod libidn2;
mod mappings;
mod punycode;
mod quirks;
mod reader;
mod readings;
mod rows;
mod steps;
mod url;
mod uts46;

#[cfg(feature = "python")]
pub(crate) use agreed::disagreement;
pub use agreed::{agreed, agreed_in_url};
#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) use agreed::{agreed_of, agreed_of_plain, agreed_of_url};
pub use allowlist::Allowlist;
pub use client::{Client, Clients};
#[cfg(feature = "python")]
pub(crate) use readings::is_plain_for_all;
pub use readings::{ClientReading, Readings, read};
#[cfg(feature = "python")]
pub(crate) use url::plain_host;

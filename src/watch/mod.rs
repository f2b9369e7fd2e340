//! Watched names: what a name, or a text with names, looks like; and letters that look alike.

mod beside;
mod confusables;
mod deviations;
mod edits;
mod families;
mod hits;
mod hosts;
mod look;
mod shapes;
mod sieve;
mod similar;
mod spellings;
mod standing;
#[cfg(test)]
mod tests;
mod watchlist;

pub use beside::{report_beside, to_display_beside};
pub use confusables::confusables;
pub use hits::Lookalike;
#[cfg(feature = "python")]
pub(crate) use hits::Looked;
pub use shapes::{How, Kinds};
pub use watchlist::Watchlist;
#[cfg(feature = "python")]
pub(crate) use watchlist::{watched_label, watched_name};

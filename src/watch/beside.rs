//! Names as they are shown beside watched names.

use super::watchlist::Watchlist;
use crate::display::Policy;
use crate::display::shown::{ShownLabel, displayed, reported};
use crate::error::Error;

/// As [`report`](crate::display::report), and no label is shown in Unicode that makes the name look like a watched one.
///
/// # Errors
///
/// As [`report`](crate::display::report).
pub fn report_beside(name: &str, policy: &Policy, watchlist: &Watchlist) -> Result<Vec<ShownLabel>, Error> {
    reported(name, policy, Some(watchlist))
}

/// As [`to_display`](crate::display::to_display), and no label is shown in Unicode that makes the name look like a
/// watched one.
///
/// ```
/// use acelabel::display::{Policy, Watchlist, to_display_beside};
///
/// let watchlist = Watchlist::new(["example.com"])?;
/// let shown = to_display_beside("éxample.com", &Policy::LOOKALIKE_AWARE, &watchlist)?;
/// assert_eq!(shown, "xn--xample-9ua.com");
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// As [`to_display`](crate::display::to_display).
pub fn to_display_beside(name: &str, policy: &Policy, watchlist: &Watchlist) -> Result<String, Error> {
    displayed(name, policy, Some(watchlist))
}

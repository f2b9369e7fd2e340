//! Where the names of a master file stand that is read in pieces.

use core::ops::Range;

use super::scan::ZoneScan;
use crate::bounded;
use crate::error::Error;

/// Reads a master file. `@` and the root are not told, and marks without counterpart are passed over.
#[derive(Default)]
pub(crate) struct ZoneNames(ZoneScan);

impl ZoneNames {
    /// Tells the line and the place of each name that is complete. Returns how many octets are done: those that are
    /// given next begin behind them.
    pub(crate) fn each(
        &mut self,
        octets: &[u8],
        is_last: bool,
        mut tell: impl FnMut(usize, Range<usize>) -> Result<(), Error>,
    ) -> Result<usize, Error> {
        let Self(scan) = self;
        let mut is_at_end = false;
        loop {
            let found = if is_at_end { scan.last_name(octets) } else { scan.next_name(octets, octets.len()) };
            match found {
                Ok(Some(word)) => {
                    let name = bounded::part(octets, word.range.clone());
                    if name != b"@" && name != b"." {
                        tell(scan.line(), word.range)?;
                    }
                }
                Err(_) if !is_at_end => {}
                Ok(None) if is_last && !is_at_end => is_at_end = true,
                Ok(None) | Err(_) => break,
            }
        }
        let done = if is_last { octets.len() } else { scan.decided() };
        scan.forget(done);
        Ok(done)
    }
}

//! Where the names of a file stand.

use crate::bounded;
use crate::error::Error;
use crate::formats::{Across, Format, NamePlace, Places};
use crate::memory;

/// Finds every name of a file, in the order of the file; ranges count octets of the file.
///
/// ```
/// use acelabel::files::{Format, find};
///
/// let file = b"192.0.2.1 a.example\n192.0.2.2 b.example # c\n";
/// let names: Vec<_> = find(file, Format::Hosts)?.into_iter().map(|place| &file[place.range]).collect();
/// assert_eq!(names, [b"a.example", b"b.example"]);
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn find(file: &[u8], format: Format) -> Result<Vec<NamePlace>, Error> {
    if let Some(found) = format.places_in_whole(file) {
        return found;
    }
    let mut found = Vec::new();
    each_place(file, format, &mut Places::default(), |place| memory::push(&mut found, place))?;
    Ok(found)
}

/// Tells every name of a file of lines, in its order. `places` holds those of a line, and nothing of the file before.
pub(super) fn each_place(
    file: &[u8],
    format: Format,
    places: &mut Places,
    mut tell: impl FnMut(NamePlace) -> Result<(), Error>,
) -> Result<(), Error> {
    places.across = Across::default();
    let mut start = 0_usize;
    for line in file.split_inclusive(|&octet| octet == b'\n') {
        for place in format.places_in(super::without_end(line), places)? {
            let [begin, end] = [place.range.start, place.range.end].map(|offset| bounded::add(start, offset));
            tell(NamePlace { range: begin..end, kind: place.kind })?;
        }
        start = bounded::add(start, line.len());
    }
    Ok(())
}

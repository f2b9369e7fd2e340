//! Names of scripts.

use icu_properties::props::Script;
use icu_properties::{CodePointMapData, PropertyNamesLong};

/// The script of a code point (UAX #24) by its long name, such as `Latin`; an integer that is no code point is
/// `Unknown`.
#[must_use]
pub fn script(code_point: u32) -> &'static str {
    let script = CodePointMapData::<Script>::new().get32(code_point);
    PropertyNamesLong::<Script>::new().get(script).unwrap_or("Unknown")
}

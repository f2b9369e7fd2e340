//! Names of scripts.

use icu_properties::props::Script as Value;
use icu_properties::{CodePointMapData, PropertyNamesLong};

use crate::bounded;

/// A script (UAX #24).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Script(Value);

impl Script {
    /// The script of a code point; an integer that is no code point is of `Unknown`.
    #[inline]
    #[must_use]
    pub(crate) fn of(code_point: u32) -> Self {
        Self(CodePointMapData::<Value>::new().get32(code_point))
    }

    /// Its long name, such as `Latin`.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        bounded::present(PropertyNamesLong::<Value>::new().get(self.0))
    }

    /// The names of the scripts of a text in the order of their first character, but for Common and Inherited.
    pub(crate) fn names(text: &mut dyn Iterator<Item = u32>) -> Vec<&'static str> {
        let mut names = Vec::new();
        let mut known = Vec::new();
        for script in text.map(Self::of) {
            if let Err(place) = known.binary_search(&script) {
                known.insert(place, script);
                names.extend(Some(script.name()).filter(|name| !matches!(*name, "Common" | "Inherited")));
            }
        }
        names
    }
}

//! The versions of Unicode whose answers a profile may ask for.

use core::fmt;

/// A version of Unicode that [`Profile::unicode`](crate::Profile::unicode) may name.
///
/// One for each line of the published tables. What runs on real machines decides how far back they go: x/net of Go 1.19
/// has 13.0, CPython 3.11 has 14.0, ICU 72 and libidn2 have 15.0, CPython 3.13 has 15.1.
///
/// ```
/// use acelabel::UnicodeVersion;
///
/// assert_eq!(UnicodeVersion::of(15, 1), Some(UnicodeVersion::V15_1));
/// assert_eq!(UnicodeVersion::V15_1.to_string(), "15.1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UnicodeVersion {
    /// Unicode 13.0.
    V13_0,
    /// Unicode 14.0.
    V14_0,
    /// Unicode 15.0.
    V15_0,
    /// Unicode 15.1.
    V15_1,
    /// Unicode 16.0.
    V16_0,
    /// Unicode 17.0.
    V17_0,
    /// Unicode 18.0.
    V18_0,
}

impl UnicodeVersion {
    /// All versions, the oldest first. The last one is [`UNICODE_VERSION`](crate::UNICODE_VERSION).
    pub const ALL: &'static [Self] =
        &[Self::V13_0, Self::V14_0, Self::V15_0, Self::V15_1, Self::V16_0, Self::V17_0, Self::V18_0];

    /// The number of the version: major and minor.
    #[must_use]
    pub const fn number(self) -> (u8, u8) {
        match self {
            Self::V13_0 => (13, 0),
            Self::V14_0 => (14, 0),
            Self::V15_0 => (15, 0),
            Self::V15_1 => (15, 1),
            Self::V16_0 => (16, 0),
            Self::V17_0 => (17, 0),
            Self::V18_0 => (18, 0),
        }
    }

    /// The version of the tables that a profile has which names none.
    pub(crate) const NEWEST: Self = Self::V18_0;

    /// The version with a number, or nothing if it is not among [`ALL`](Self::ALL).
    #[must_use]
    pub fn of(major: u8, minor: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|version| version.number() == (major, minor))
    }
}

impl fmt::Display for UnicodeVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.number();
        write!(f, "{major}.{minor}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_is_the_last() {
        assert_eq!(UnicodeVersion::ALL.last(), Some(&UnicodeVersion::NEWEST));
        assert!(UnicodeVersion::ALL.is_sorted());
    }
}

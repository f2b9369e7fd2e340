//! Which scripts a text is written in, and how strict a restriction it meets (UTS #39 sections 5.1 to 5.3).

use crate::unicode::{Scripts, Security};

/// The scripts in which the whole of a text can be written: its resolved script set (UTS #39 section 5.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScriptSet(Scripts);

impl ScriptSet {
    /// The set of code points. A text of characters that all scripts share has all of them.
    pub(crate) fn of_units(text: impl Iterator<Item = u32>) -> Self {
        let sets = text.map(|unit| Scripts::of(Security::of(unit)));
        Self(sets.fold(Scripts::ALL, Scripts::intersection))
    }

    /// Returns whether there is no such script: the text mixes scripts.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether every script is in it, as all characters of the text are `Common` or `Inherited`.
    #[must_use]
    pub fn is_all(self) -> bool {
        self.0.is_all()
    }

    /// The codes of the scripts (ISO 15924), in alphabetical order. `Hanb`, `Jpan` and `Kore` are the writing systems
    /// that use several scripts.
    ///
    /// ```
    /// let codes: Vec<&str> = acelabel::security::resolved_scripts("日本").codes().collect();
    /// assert_eq!(codes, ["Hanb", "Hani", "Jpan", "Kore"]);
    /// ```
    pub fn codes(self) -> impl Iterator<Item = &'static str> {
        self.0.codes()
    }
}

/// The strictest restriction that a text meets (UTS #39 section 5.2). The strictest level is the least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RestrictionLevel {
    /// All characters are ASCII, and allowed in identifiers.
    AsciiOnly,
    /// All characters are of one script.
    SingleScript,
    /// Latin with Chinese, Japanese or Korean.
    HighlyRestrictive,
    /// Latin with one other script that is recommended, but neither Cyrillic nor Greek.
    ModeratelyRestrictive,
    /// Any scripts, of characters that are allowed in identifiers.
    MinimallyRestrictive,
    /// A character is not allowed in identifiers.
    Unrestricted,
}

impl RestrictionLevel {
    /// The name that UTS #39 gives it, in lower case: `"highly_restrictive"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AsciiOnly => "ascii_only",
            Self::SingleScript => "single_script",
            Self::HighlyRestrictive => "highly_restrictive",
            Self::ModeratelyRestrictive => "moderately_restrictive",
            Self::MinimallyRestrictive => "minimally_restrictive",
            Self::Unrestricted => "unrestricted",
        }
    }

    pub(crate) fn of_units(text: impl Iterator<Item = u32> + Clone) -> Self {
        if text.clone().any(|unit| !Security::of(unit).has(Security::ALLOWED)) {
            Self::Unrestricted
        } else if text.clone().all(|unit| unit < 0x80) {
            Self::AsciiOnly
        } else {
            Self::of_scripts(text)
        }
    }

    /// The level as far as scripts alone tell, of a text that is not ASCII.
    pub(crate) fn of_scripts(text: impl Iterator<Item = u32> + Clone) -> Self {
        let sets = text.map(|unit| Scripts::of(Security::of(unit)));
        if !sets.clone().fold(Scripts::ALL, Scripts::intersection).is_empty() {
            return Self::SingleScript;
        }
        let beside_latin = sets.filter(|set| !set.meets(LATIN)).fold(Scripts::ALL, Scripts::intersection);
        if beside_latin.meets(CHINESE_JAPANESE_KOREAN) {
            Self::HighlyRestrictive
        } else if beside_latin.meets(RECOMMENDED_BESIDE_LATIN) && beside_latin.is_one() {
            Self::ModeratelyRestrictive
        } else {
            Self::MinimallyRestrictive
        }
    }
}

const LATIN: Scripts = Scripts::named(*b"Latn");

const CHINESE_JAPANESE_KOREAN: Scripts = union(&[*b"Hanb", *b"Jpan", *b"Kore"]);

/// The recommended scripts (UAX #31 table 5) but Latin, Cyrillic, Greek, and those that only stand for all.
const RECOMMENDED_BESIDE_LATIN: Scripts = union(&[
    *b"Arab", *b"Armn", *b"Beng", *b"Bopo", *b"Deva", *b"Ethi", *b"Geor", *b"Gujr", *b"Guru", *b"Hang", *b"Hani",
    *b"Hebr", *b"Hira", *b"Kana", *b"Khmr", *b"Knda", *b"Laoo", *b"Mlym", *b"Mymr", *b"Orya", *b"Sinh", *b"Taml",
    *b"Telu", *b"Thaa", *b"Thai", *b"Tibt",
]);

const fn union(codes: &[[u8; 4]]) -> Scripts {
    let mut set = Scripts::NONE;
    let mut rest = codes;
    while let [first, others @ ..] = rest {
        set = set.union(Scripts::named(*first));
        rest = others;
    }
    set
}

/// Where the first decimal digit stands that is of another system than one before it (UTS #39 section 5.3).
pub(crate) fn mixed_number(text: impl Iterator<Item = u32>) -> Option<usize> {
    let mut systems = text.map(|unit| Security::of(unit).digits()).enumerate().filter(|&(_, system)| system != 0);
    let (_, first) = systems.next()?;
    systems.find(|&(_, system)| system != first).map(|(place, _)| place)
}

//! Which rules decide whether a label is shown in Unicode.

use crate::security::RestrictionLevel;

/// Why a label is shown as an A-label. The list is closed, as that of error codes is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// It is no valid label under UTS #46 as URLs use it.
    NotAnAlabel,
    /// A character is not meant for identifiers, or is listed as easily mistaken.
    DisallowedCharacter,
    /// Its scripts are not used together.
    MixedScripts,
    /// It has decimal digits of two systems.
    MixedNumbers,
    /// The same nonspacing mark stands twice on one character.
    RepeatedMark,
    /// A dot above a character that has one already is not seen.
    HiddenOverlay,
    /// A letter that is taken for another one where no language of the top-level domain has it.
    TldCharacter,
    /// A middle dot that does not stand between two l under `cat`.
    MiddleDot,
    /// All letters of its script look like Latin ones.
    WholeScriptLookalike,
    /// It looks like a number.
    DigitLookalike,
    /// Latin letters beyond ASCII stand beside another script.
    LatinWithOtherScript,
    /// A character stands where it is taken for punctuation or for a part of another one.
    ContextPattern,
    /// It looks like a name that is watched.
    Watchlist,
}

impl Reason {
    /// All reasons, in the order in which the rules are asked.
    pub const ALL: [Self; 13] = [
        Self::NotAnAlabel,
        Self::DisallowedCharacter,
        Self::MixedScripts,
        Self::MixedNumbers,
        Self::RepeatedMark,
        Self::HiddenOverlay,
        Self::TldCharacter,
        Self::MiddleDot,
        Self::WholeScriptLookalike,
        Self::DigitLookalike,
        Self::LatinWithOtherScript,
        Self::ContextPattern,
        Self::Watchlist,
    ];

    /// Its stable name: `"mixed_scripts"`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotAnAlabel => "not_an_alabel",
            Self::DisallowedCharacter => "disallowed_character",
            Self::MixedScripts => "mixed_scripts",
            Self::MixedNumbers => "mixed_numbers",
            Self::RepeatedMark => "repeated_mark",
            Self::HiddenOverlay => "hidden_overlay",
            Self::TldCharacter => "tld_character",
            Self::MiddleDot => "middle_dot",
            Self::WholeScriptLookalike => "whole_script_lookalike",
            Self::DigitLookalike => "digit_lookalike",
            Self::LatinWithOtherScript => "latin_with_other_script",
            Self::ContextPattern => "context_pattern",
            Self::Watchlist => "watchlist",
        }
    }

    /// Its bit in the rules of a policy.
    #[allow(clippy::as_conversions, reason = "the number of a variant")]
    pub(super) const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Which rules decide whether a label is shown in Unicode. None makes a name safe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Policy {
    pub(crate) rules: u16,
    /// The least strict level at which scripts may be mixed.
    pub restriction: RestrictionLevel,
    /// True if characters are refused, too, that UTS #39 allows and that Chromium lists as easily mistaken.
    pub listed_characters: bool,
    /// True if the top-level domain of a language excuses what is usual in that language.
    pub tld_exceptions: bool,
}

impl Policy {
    /// The rules that Chromium documents, restated (docs/idn.md and the component `spoof_checks`).
    pub const LOOKALIKE_AWARE: Self = Self {
        rules: u16::MAX,
        restriction: RestrictionLevel::HighlyRestrictive,
        listed_characters: true,
        tld_exceptions: true,
    };

    /// As [`LOOKALIKE_AWARE`](Self::LOOKALIKE_AWARE), but one script per label, and no exceptions for top-level
    /// domains.
    pub const STRICT: Self =
        Self { restriction: RestrictionLevel::SingleScript, tld_exceptions: false, ..Self::LOOKALIKE_AWARE };

    /// What UTS #39 tells without the top-level domain: identifier status, the level Moderately Restrictive, and mixed
    /// numbers.
    pub const UTS39_MODERATE: Self = Self {
        rules: Reason::NotAnAlabel.bit()
            | Reason::DisallowedCharacter.bit()
            | Reason::MixedScripts.bit()
            | Reason::MixedNumbers.bit(),
        restriction: RestrictionLevel::ModeratelyRestrictive,
        listed_characters: false,
        tld_exceptions: false,
    };

    /// Returns whether the rule of a reason is asked. That of [`NotAnAlabel`](Reason::NotAnAlabel) always is.
    #[must_use]
    pub const fn asks(self, reason: Reason) -> bool {
        (self.rules | Reason::NotAnAlabel.bit()) & reason.bit() != 0
    }

    /// The same policy, in which the rule of a reason is asked or not.
    #[must_use]
    pub const fn with_rule(mut self, reason: Reason, is_asked: bool) -> Self {
        self.rules = if is_asked { self.rules | reason.bit() } else { self.rules & !reason.bit() };
        self
    }
}

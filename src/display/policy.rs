//! Which rules decide whether a label is shown in Unicode.

use crate::security::RestrictionLevel;

/// One row per flag of a policy, in the order in which the rules are asked: what it says, its name, the reason that its
/// rule gives, and its values in [`Policy::LOOKALIKE_AWARE`], [`Policy::STRICT`] and [`Policy::UTS39_MODERATE`].
///
/// `$make` gets them all: here it makes the reasons and the policies, in the binding the class of Python with its
/// documentation.
macro_rules! flags {
    ($make:ident) => {
        $make! {
            /// Characters are refused, too, that UTS #39 allows and that Chromium lists as easily mistaken.
            listed_characters = true, true, false;
            /// The top-level domain of a language excuses what is usual in that language.
            tld_exceptions = true, false, false;
            /// A character is not meant for identifiers, or is listed as easily mistaken.
            disallowed_character DisallowedCharacter = true, true, true;
            /// Its scripts are not used together.
            mixed_scripts MixedScripts = true, true, true;
            /// It has decimal digits of two systems.
            mixed_numbers MixedNumbers = true, true, true;
            /// The same nonspacing mark stands twice on one character.
            repeated_mark RepeatedMark = true, true, false;
            /// A dot above a character that has one already is not seen.
            hidden_overlay HiddenOverlay = true, true, false;
            /// A letter that is taken for another one where no language of the top-level domain has it.
            tld_character TldCharacter = true, true, false;
            /// A middle dot that does not stand between two l under `cat`.
            middle_dot MiddleDot = true, true, false;
            /// All letters of its script look like Latin ones.
            whole_script_lookalike WholeScriptLookalike = true, true, false;
            /// It looks like a number.
            digit_lookalike DigitLookalike = true, true, false;
            /// Latin letters beyond ASCII stand beside another script.
            latin_with_other_script LatinWithOtherScript = true, true, false;
            /// A character stands where it is taken for punctuation or for a part of another one.
            context_pattern ContextPattern = true, true, false;
            /// It looks like a name that is watched.
            watchlist Watchlist = true, true, false;
        }
    };
}
#[cfg(feature = "python")]
pub(crate) use flags;

macro_rules! policy {
    ($(#[doc = $doc:tt] $flag:ident $($reason:ident)? = $aware:tt, $strict:tt, $moderate:tt;)*) => {
        /// Why a label is shown as an A-label. The list is closed, as that of error codes is.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Reason {
            /// It is no valid label under UTS #46 as URLs use it.
            NotAnAlabel,
            $($(#[doc = $doc] $reason,)?)*
        }

        impl Reason {
            /// All reasons, in the order in which the rules are asked.
            pub const ALL: [Self; 13] = [Self::NotAnAlabel, $($(Self::$reason,)?)*];

            /// Its stable name: `"mixed_scripts"`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    Self::NotAnAlabel => "not_an_alabel",
                    $($(Self::$reason => stringify!($flag),)?)*
                }
            }
        }

        /// Which rules decide whether a label is shown in Unicode. None makes a name safe.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub struct Policy {
            /// The least strict level at which scripts may be mixed.
            pub restriction: RestrictionLevel,
            $(#[doc = concat!("True where this counts:", $doc)] pub $flag: bool,)*
        }

        impl Policy {
            /// The rules that Chromium documents, restated (docs/idn.md and the component `spoof_checks`).
            pub const LOOKALIKE_AWARE: Self =
                Self { restriction: RestrictionLevel::HighlyRestrictive, $($flag: $aware,)* };

            /// As [`LOOKALIKE_AWARE`](Self::LOOKALIKE_AWARE), but one script per label, and no exceptions for
            /// top-level domains.
            pub const STRICT: Self = Self { restriction: RestrictionLevel::SingleScript, $($flag: $strict,)* };

            /// The rules of UTS #39 that need no top-level domain: identifier status, the level Moderately Restrictive,
            /// and mixed numbers.
            pub const UTS39_MODERATE: Self =
                Self { restriction: RestrictionLevel::ModeratelyRestrictive, $($flag: $moderate,)* };

            /// Returns whether the rule of a reason is asked. That of [`NotAnAlabel`](Reason::NotAnAlabel) always is.
            #[must_use]
            pub const fn asks(self, reason: Reason) -> bool {
                match reason {
                    Reason::NotAnAlabel => true,
                    $($(Reason::$reason => self.$flag,)?)*
                }
            }

            /// The same policy, in which the rule of a reason is asked or not.
            #[must_use]
            pub const fn with_rule(mut self, reason: Reason, is_asked: bool) -> Self {
                match reason {
                    Reason::NotAnAlabel => {}
                    $($(Reason::$reason => self.$flag = is_asked,)?)*
                }
                self
            }
        }
    };
}

flags!(policy);

impl Reason {
    #[allow(clippy::as_conversions, reason = "the number of a variant")]
    pub(super) const fn bit(self) -> u16 {
        1 << self as u16
    }
}

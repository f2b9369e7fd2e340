//! One pass over a label gathers what most rules ask about: flags once, never a scan of the label for each character.

use crate::profile::{Profile, Rules};
use crate::unicode::{BidiClass, Props};

/// What is known of a label after one pass.
#[derive(Clone, Copy)]
pub(super) struct Scan {
    /// The facts of all its code points, `OR`ed.
    facts: u32,
    /// The bidi classes that occur: bit n for the class numbered n.
    classes: u32,
    first: Props,
    /// The bidi class of the last code point that is no non-spacing mark, as a bit.
    last_class: u32,
}

const fn bit(class: BidiClass) -> u32 {
    #[allow(clippy::as_conversions, clippy::arithmetic_side_effects, reason = "a class is less than 32")]
    {
        1 << class as u32
    }
}

const R_AL: u32 = bit(BidiClass::R) | bit(BidiClass::AL);
const NUMBERS: u32 = bit(BidiClass::EN) | bit(BidiClass::AN);
const NEUTRAL: u32 = bit(BidiClass::ES)
    | bit(BidiClass::CS)
    | bit(BidiClass::ET)
    | bit(BidiClass::ON)
    | bit(BidiClass::BN)
    | bit(BidiClass::NSM);

/// What RFC 5893 section 2 lets a right-to-left label hold (rule 2) and end with (rule 3).
pub(super) const RTL_ALLOWED: u32 = R_AL | NUMBERS | NEUTRAL;
pub(super) const RTL_END: u32 = R_AL | NUMBERS;
/// The same of a left-to-right label (rules 5 and 6).
pub(super) const LTR_ALLOWED: u32 = LTR_END | NEUTRAL;
pub(super) const LTR_END: u32 = bit(BidiClass::L) | bit(BidiClass::EN);

/// The bidi class of a code point as a bit.
#[inline]
pub(super) fn class_bit(props: Props) -> u32 {
    1_u32.wrapping_shl(props.bidi_bits())
}

/// Whether a class makes a label right-to-left and its name bidirectional (RFC 5893 section 1.4).
pub(super) const fn is_rtl(classes: u32) -> bool {
    classes & (R_AL | bit(BidiClass::AN)) != 0
}

impl Scan {
    #[inline]
    pub(super) fn of(label: impl Iterator<Item = u32>) -> Self {
        let mut scan = Self { facts: 0, classes: 0, first: Props::of(0), last_class: 0 };
        let mut is_first = true;
        for unit in label {
            let props = Props::of(unit);
            if is_first {
                scan.first = props;
                is_first = false;
            }
            let class = class_bit(props);
            scan.facts |= props.bits();
            scan.classes |= class;
            if class != bit(BidiClass::NSM) {
                scan.last_class = class;
            }
        }
        scan
    }

    /// Whether any code point has one of these bits.
    pub(super) const fn has(&self, bits: u32) -> bool {
        self.facts & bits != 0
    }

    pub(super) const fn begins_with_mark(&self) -> bool {
        self.first.is_mark()
    }

    pub(super) const fn is_rtl(&self) -> bool {
        is_rtl(self.classes)
    }

    /// Whether the label keeps the Bidi Rule of RFC 5893 section 2.
    pub(super) fn keeps_bidi_rule(&self) -> bool {
        let first = class_bit(self.first);
        let (allowed, end) = match first {
            _ if first & R_AL != 0 => (RTL_ALLOWED, RTL_END),
            _ if first == bit(BidiClass::L) => (LTR_ALLOWED, LTR_END),
            _ => return false,
        };
        let mixes_numbers = first & R_AL != 0 && self.classes & NUMBERS == NUMBERS;
        self.classes & !allowed == 0 && self.last_class & end != 0 && !mixes_numbers
    }
}

/// The facts that a code point must not have, or that call for a look at its context.
pub(super) const fn suspicious(profile: &Profile) -> u32 {
    match profile.rules {
        Rules::Uts46 => {
            let mut bits = Props::NOT_VALID_UTS46;
            if profile.use_std3_ascii_rules {
                bits |= Props::NOT_LDH;
            }
            if profile.deny_url_code_points {
                bits |= Props::URL_FORBIDDEN;
            }
            if profile.check_joiners {
                bits |= Props::JOINER;
            }
            bits
        }
        Rules::Idna2008 => Props::NOT_PVALID,
        Rules::Idna2003 => Props::NOT_PREPARED,
    }
}

/// The facts that no code point of a label has that UTS #46 maps and accepts, whatever stands around it.
pub(super) const fn fatal(profile: &Profile) -> u32 {
    match profile.rules {
        Rules::Uts46 => suspicious(profile) & !Props::JOINER,
        Rules::Idna2008 | Rules::Idna2003 => 0,
    }
}

/// The facts that an ASCII character must not have. Nameprep is not asked about a label that is ASCII.
pub(super) const fn suspicious_ascii(profile: &Profile) -> u32 {
    match profile.rules {
        Rules::Idna2003 if profile.use_std3_ascii_rules => Props::NOT_LDH,
        Rules::Idna2003 => 0,
        Rules::Uts46 | Rules::Idna2008 => suspicious(profile),
    }
}

//! Code points that mapping leaves nothing of.

use super::input::Input;
use super::older::refusal_of_version;
use crate::profile::{Profile, Rules};
use crate::unicode::{Props, Uts46Status, is_removed};

/// Returns whether mapping leaves nothing of a code point.
pub(super) fn vanishes(unit: u32, profile: &Profile) -> bool {
    match profile.rules {
        Rules::Uts46 => {
            let props = Props::of(unit);
            let joiner = profile.transitional_processing && props.bits() & Props::JOINER != 0;
            joiner || (props.uts46_status() == Uts46Status::Ignored && refusal_of_version(unit, profile).is_none())
        }
        Rules::Idna2008 => false,
        Rules::Idna2003 => is_removed(unit),
    }
}

/// Returns whether mapping leaves nothing of a label before a name is broken into its labels. That is the order of UTS
/// #46 section 4; RFC 3490 section 4 maps label by label.
pub(crate) fn is_mapped_away<T: Input + ?Sized>(label: &T, profile: &Profile) -> bool {
    profile.rules == Rules::Uts46 && !profile.refuse_ignored && label.code_points().all(|unit| vanishes(unit, profile))
}

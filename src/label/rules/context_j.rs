//! Criterion 8: CheckJoiners, the CONTEXTJ rules (RFC 5892 appendix A.1 and A.2).

use super::report::{Refused, Report, Stop};
use crate::error::ErrorKind;
use crate::unicode::{JoiningType, Props};

/// ZERO WIDTH NON-JOINER.
const NON_JOINER: u32 = 0x200C;
/// ZERO WIDTH JOINER.
const JOINER: u32 = 0x200D;

/// Returns whether each joiner of a text stands in a context that allows it.
pub(crate) fn are_joiners_in_context(text: &[u32]) -> bool {
    let mut context = ContextJ::default();
    let mut places = text.iter().enumerate();
    places.try_for_each(|(place, &unit)| context.next(place, unit, Props::of(unit), &mut Stop)).is_ok()
        && context.end(&mut Stop).is_ok()
}

/// The facts about the text before the next code point, in one walk from left to right.
///
/// A joiner may follow a virama. A non-joiner may also stand where it breaks a cursive connection: between a code point
/// of Joining_Type L or D and one of Joining_Type R or D, code points of Joining_Type T passed over.
#[derive(Default)]
pub(super) struct ContextJ {
    after_virama: bool,
    /// True if the last code point that is not of Joining_Type T has Joining_Type L or D.
    after_left_or_dual: bool,
    /// The place of a non-joiner whose left context is good: the next code point that is not of Joining_Type T decides.
    waiting: Option<usize>,
}

impl ContextJ {
    /// Goes on by one code point. A non-joiner is reported when its right context is known, so places need not come in
    /// order.
    pub(super) fn next(
        &mut self,
        place: usize,
        unit: u32,
        props: Props,
        report: &mut dyn Report,
    ) -> Result<(), Refused> {
        let joining = props.joining_type();
        if joining != JoiningType::Transparent {
            let is_right_or_dual = matches!(joining, JoiningType::RightJoining | JoiningType::DualJoining);
            if let Some(waiting) = self.waiting.take().filter(|_| !is_right_or_dual) {
                report.at(ErrorKind::ContextJ, waiting, Some(NON_JOINER))?;
            }
        }
        match unit {
            NON_JOINER if !self.after_virama && self.after_left_or_dual => self.waiting = Some(place),
            NON_JOINER | JOINER if !self.after_virama => report.at(ErrorKind::ContextJ, place, Some(unit))?,
            _ => {}
        }
        // Both joiners are of Joining_Type U or C themselves, so a second one ends the context of the first.
        if joining != JoiningType::Transparent {
            self.after_left_or_dual = matches!(joining, JoiningType::LeftJoining | JoiningType::DualJoining);
        }
        self.after_virama = props.is_virama();
        Ok(())
    }

    /// Refuses a non-joiner that still waits for its right context.
    pub(super) fn end(self, report: &mut dyn Report) -> Result<(), Refused> {
        self.waiting.map_or(Ok(()), |place| report.at(ErrorKind::ContextJ, place, Some(NON_JOINER)))
    }
}

//! A problem that a rule finds is reported here, which ends the validation or not.

use crate::error::ErrorKind;

/// The label is refused. A report that needs no more problems returns it, which ends the validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refused;

/// Receives each problem that a rule finds: `Ok` goes on, `Err` ends the validation.
pub(crate) trait Report {
    /// A problem of the code point at a place of the text.
    fn at(&mut self, kind: ErrorKind, place: usize, unit: Option<u32>) -> Result<(), Refused>;
    /// The problems that follow are those of another rule. Those of one rule may come in any order.
    fn next_rule(&mut self) {}
    /// The only problem of a rule.
    #[cold]
    fn only(&mut self, kind: ErrorKind, place: usize, unit: Option<u32>) -> Result<(), Refused> {
        self.next_rule();
        self.at(kind, place, unit)
    }
    /// The text that follows is what an A-label decodes to.
    fn decoded(&mut self) {}
    /// Returns whether there is no problem yet.
    fn is_good(&self) -> bool {
        true
    }
    /// A problem of the whole label, which points at a place of the label as it came. No other one is looked for.
    #[cold]
    fn end(&mut self, _kind: ErrorKind, _place: usize) -> Refused {
        Refused
    }
}

/// Ends at the first problem and keeps nothing.
pub(crate) struct Stop;

impl Report for Stop {
    #[inline(always)]
    fn at(&mut self, _: ErrorKind, _: usize, _: Option<u32>) -> Result<(), Refused> {
        Err(Refused)
    }
}

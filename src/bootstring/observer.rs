//! What looks on while the algorithm runs, and what it sees.

use core::ops::Range;

/// One insertion, as the encoder or the decoder made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The delta.
    pub delta: u64,
    /// Where its digits stand in the encoded form.
    pub digits: Range<usize>,
    /// The bias after it.
    pub bias: u32,
    /// The code point inserted.
    pub n: u32,
    /// The index at which it is inserted into the text so far.
    pub i: usize,
}

/// What looks on while the algorithm runs. The unit type looks away, and the compiler then drops the calls.
pub(crate) trait Observer {
    /// Whether it looks at the steps at all.
    const LOOKS: bool = true;

    fn step(&mut self, step: Step);
}

impl Observer for () {
    const LOOKS: bool = false;

    #[inline(always)]
    fn step(&mut self, _: Step) {}
}

impl Observer for Vec<Step> {
    fn step(&mut self, step: Step) {
        self.push(step);
    }
}

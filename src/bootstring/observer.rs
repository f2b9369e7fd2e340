//! Who receives the steps of the algorithm, and what a step is.

use core::ops::Range;

use crate::memory::Growing;

/// One insertion, as the encoder or the decoder made it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

/// Receives each step of the algorithm. `()` ignores them, and the calls compile to nothing.
pub(crate) trait Observer {
    /// True if it looks at the steps at all.
    const LOOKS: bool = true;

    /// True if it reads or writes the mixed-case annotation of appendix A.
    const ANNOTATES: bool = false;

    fn step(&mut self, step: Step);

    /// Encoding: the octet that carries the annotation of the code point at `place` of the text, in the right case.
    #[inline(always)]
    fn annotated(&self, _place: usize, octet: u8) -> u8 {
        octet
    }

    /// Decoding: the bits to `OR` into a code point whose delta ends with this digit, as it tells the letter case.
    #[inline(always)]
    fn mark(&self, _last_digit: u8) -> u32 {
        0
    }
}

impl Observer for () {
    const LOOKS: bool = false;

    #[inline(always)]
    fn step(&mut self, _: Step) {}
}

impl Observer for Growing<Step> {
    fn step(&mut self, step: Step) {
        self.push(step);
    }
}

//! Punycode of many texts at a time, in vectors of eight lanes.
//!
//! A text at a time waits for itself: each integer depends on the one before, and each branch on the text, so that many
//! are mispredicted. Here texts that have nothing to do with one another go through the same steps together.
//!
//! A text that is long, refused or not usual is left out, and converted by itself (`codec.rs`): no error is made here.
//! Nor is anything decided that the codec of one text does not decide: they are compared in tests, text by text.
#![allow(unsafe_code)]

mod arrange;
mod chunks;
mod decode;
mod encode;
mod inputs;
mod order;
mod read;
mod state;
#[cfg(test)]
mod tests;
mod vector;

use self::decode::Decoder;
use self::encode::Encoder;
use self::inputs::{Forms, Inputs};
use super::codec::{Mode, Task, Work};
use crate::error::Error;
use crate::paths::takes;
use crate::{bounded, memory};

/// With fewer rows, the memory for a batch would take longer than it spares. (Columns that are fuzzed are short.)
const LEAST: usize = if cfg!(fuzzing) { 1 } else { 256 };

/// Texts that are converted together.
pub(super) struct Batch {
    texts: Inputs,
    forms: Forms,
    codec: Codec,
}

#[allow(clippy::large_enum_variant, reason = "a piece of a column has one of them")]
enum Codec {
    Encoder(Encoder),
    Decoder(Decoder),
}

impl Batch {
    /// For so many rows, if this task is done in lanes, and the processor has them. (A vector of one: `Box::new`
    /// ends the process where there is no memory.)
    pub(super) fn new(task: &Task<'_>, rows: usize) -> Result<Vec<Self>, Error> {
        let codec = match task.work {
            Work::PunycodeEncode => || Codec::Encoder(Encoder::NEW),
            Work::PunycodeDecode => || Codec::Decoder(Decoder::NEW),
            _ => return Ok(Vec::new()),
        };
        if rows < LEAST || task.mode == Mode::Verdict || !has_lanes() {
            return Ok(Vec::new());
        }
        let mut batch = memory::reserved(1)?;
        batch.push(Self { texts: Inputs::NONE, forms: Forms::NONE, codec: codec() });
        Ok(batch)
    }

    /// Adds the text of a row. Says whether it did; else there is no room, or the text is long.
    pub(super) fn push(&mut self, row: usize, text: &[u8]) -> bool {
        self.texts.push(row, text)
    }

    /// Converts all texts.
    pub(super) fn convert(&mut self) {
        takes!("texts converted in lanes");
        self.texts.close();
        self.forms.clear();
        match &mut self.codec {
            // SAFETY: A batch is made where the processor has what these functions need.
            Codec::Encoder(encoder) => unsafe { encoder.encode(&self.texts, &mut self.forms) },
            // SAFETY: As above.
            Codec::Decoder(decoder) => unsafe { decoder.decode(&self.texts, &mut self.forms) },
        }
    }

    pub(super) fn count(&self) -> usize {
        self.texts.count()
    }

    /// The forms from a number on, one behind the other, up to a text that has none; and of each form its row and where
    /// it ends among them.
    pub(super) fn forms(&self, first: usize) -> (&[u8], impl Iterator<Item = (usize, usize)>) {
        let (octets, ends) = self.forms.run(first);
        let start = self.forms.start(first);
        let rows = bounded::rest(self.texts.rows(), first).iter();
        (octets, rows.zip(ends).map(move |(&row, &end)| (row, bounded::sub(usize::from(end), start))))
    }

    /// The row of a text, and the text.
    pub(super) fn text(&self, number: usize) -> Option<(usize, &[u8])> {
        self.texts.text(number)
    }

    pub(super) fn clear(&mut self) {
        self.texts.clear();
    }
}

/// Whether the processor has AVX2 and the instructions for counting bits that came with it.
fn has_lanes() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("popcnt")
        && std::arch::is_x86_feature_detected!("lzcnt")
}

/// Runs a test of vectors, if there are lanes.
// SAFETY: The functions that are passed need the instructions of lanes, and nothing else.
#[cfg(test)]
fn run(test: unsafe fn()) {
    if has_lanes() {
        // SAFETY: The processor has these instructions.
        unsafe { test() }
    }
}

//! The steps of one run, as data and as the text of RFC 3492 sections 7.2 and 7.3.

use core::fmt;

use super::Step;
use super::decode::in_places;

/// Which procedure a [`Trace`] is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// RFC 3492 section 6.3, printed as in section 7.3.
    Encode,
    /// RFC 3492 section 6.2, printed as in section 7.2.
    Decode,
}

/// The steps of one run. Its `Display` is the text of RFC 3492 section 7.2 (decoding) or 7.3 (encoding).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    direction: Direction,
    initial_n: u32,
    initial_bias: u32,
    encoded: String,
    text: Vec<u32>,
    literal: usize,
    steps: Vec<Step>,
}

impl Trace {
    pub(crate) fn new(
        direction: Direction,
        (initial_n, initial_bias): (u32, u32),
        encoded: String,
        text: Vec<u32>,
        steps: Vec<Step>,
    ) -> Self {
        let literal = text.len().saturating_sub(steps.len());
        Self { direction, initial_n, initial_bias, encoded, text, literal, steps }
    }

    /// Which procedure ran.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// The encoded form: the input of a decoder, the output of an encoder.
    #[must_use]
    pub fn encoded(&self) -> &str {
        &self.encoded
    }

    /// The code points of the text: the output of a decoder, the input of an encoder.
    #[must_use]
    pub fn text(&self) -> &[u32] {
        &self.text
    }

    /// The literal part with its delimiter, empty if there is none.
    #[must_use]
    pub fn literal(&self) -> &str {
        let end = if self.literal == 0 { 0 } else { self.literal.saturating_add(1) };
        self.encoded.get(..end).unwrap_or_default()
    }

    /// The insertions, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The digits of a step of this trace.
    #[must_use]
    pub fn digits(&self, step: &Step) -> &str {
        self.encoded.get(step.digits.clone()).unwrap_or_default()
    }

    /// The text so far, after the first `count` steps.
    #[must_use]
    pub fn so_far(&self, count: usize) -> Vec<u32> {
        let literal = self.encoded.as_bytes().get(..self.literal).unwrap_or_default();
        let literal: Vec<_> = literal.iter().map(|&basic| u32::from(basic)).collect();
        let insertions: Vec<_> = self.steps.iter().take(count).map(|step| (step.n, step.i)).collect();
        in_places(&literal, &insertions)
    }

    fn fmt_decode(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "n is {}, i is 0, bias is {}", self.initial_n, self.initial_bias)?;
        write!(f, "input is \"{}\"", self.encoded)?;
        if self.literal == 0 {
            write!(f, "\nthere is no delimiter, so extended string starts empty")?;
        } else {
            write!(f, "\nliteral portion is \"{}\", so extended string starts as:\n", self.literal())?;
            write_code_points(f, &self.so_far(0), None)?;
        }
        for (index, step) in self.steps.iter().enumerate() {
            write!(f, "\ndelta \"{}\" decodes to {}\nbias becomes {}\n", self.digits(step), step.delta, step.bias)?;
            write_code_points(f, &self.so_far(index.saturating_add(1)), Some(step.i))?;
        }
        Ok(())
    }

    fn fmt_encode(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bias is {}\ninput is:\n", self.initial_bias)?;
        write_code_points(f, &self.text, None)?;
        if self.literal == 0 {
            write!(f, "\nthere are no basic code points, so no literal portion")?;
        } else {
            write!(f, "\nbasic code points (")?;
            for (index, code_point) in self.so_far(0).into_iter().enumerate() {
                write!(f, "{}{code_point:04X}", if index == 0 { "" } else { ", " })?;
            }
            write!(f, ") are copied to literal portion: \"{}\"", self.literal())?;
        }
        for step in &self.steps {
            write!(f, "\nnext code point to insert is {:04X}", step.n)?;
            write!(f, "\nneeded delta is {}, encodes as \"{}\"", step.delta, self.digits(step))?;
            write!(f, "\nbias becomes {}", step.bias)?;
        }
        write!(f, "\noutput is \"{}\"", self.encoded)
    }
}

/// Code points in hexadecimal, with a star behind the one just inserted.
fn write_code_points(f: &mut fmt::Formatter<'_>, code_points: &[u32], inserted: Option<usize>) -> fmt::Result {
    for (index, code_point) in code_points.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        let star = if inserted == Some(index) { " *" } else { "" };
        write!(f, "{space}{code_point:04X}{star}")?;
    }
    Ok(())
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.direction {
            Direction::Encode => self.fmt_encode(f),
            Direction::Decode => self.fmt_decode(f),
        }
    }
}

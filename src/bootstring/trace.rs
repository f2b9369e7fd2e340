//! The steps of one run, as data and as the text of RFC 3492 sections 7.2 and 7.3.

use core::fmt;

use super::deferred::in_places;
use super::encode_long::encode_long;
use super::params::{Parameters, Repertoire};
use super::shown::{Escaped, Shown, texts_so_far};
use super::{Step, decode};
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::memory::{self, Growing};

/// Which procedure a [`Trace`] is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// RFC 3492 section 6.3, printed as in section 7.3.
    Encode,
    /// RFC 3492 section 6.2, printed as in section 7.2.
    Decode,
}

/// The steps of one run, up to its end or to the fault for which the input is refused.
///
/// `Display` is the text of RFC 3492 section 7.2 (decoding) or 7.3 (encoding). It is linear in the number of steps: of
/// a text of more than [`Trace::WHOLE`] code points it shows, at each step, what surrounds the insertion. Control
/// characters and backslashes of the encoded form are escaped.
///
/// ```
/// use acelabel::{ErrorKind, punycode};
///
/// let trace = punycode::trace_decode(b"bcher-kva!").unwrap();
/// assert_eq!(trace.steps().len(), 1);
/// assert_eq!(trace.error().map(|error| (error.kind(), error.offset())), Some((ErrorKind::InvalidDigit, 9)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trace {
    direction: Direction,
    initial_n: u32,
    initial_bias: u32,
    encoded: String,
    text: Vec<u32>,
    /// The number of literal code points; none where the fault lies before all steps.
    literal: Option<usize>,
    steps: Vec<Step>,
    error: Option<Error>,
}

impl Trace {
    /// The longest text that `Display` shows whole at every step, in code points.
    pub const WHOLE: usize = 256;

    /// The longest input of a decoder whose steps are kept if it is refused, in octets. Hostile input is no reason to
    /// take memory for more steps than a person can read.
    pub const KEPT: usize = 1 << 16;

    /// Encodes and keeps every step. Only want of memory is an error.
    pub(crate) fn encode<P: Parameters, R: Repertoire>(params: &P, text: &[u32]) -> Result<Self, Error> {
        let mut steps = Growing::default();
        let (encoded, error) = split(encode_long::<_, R, _>(params, text, &mut steps))?;
        let steps = steps.finished()?;
        Ok(Self {
            direction: Direction::Encode,
            initial_n: params.initial_n(),
            initial_bias: params.initial_bias(),
            encoded: bounded::ascii_string(encoded),
            text: memory::copied(text)?,
            literal: error.is_none().then(|| bounded::sub(text.len(), steps.len())),
            steps,
            error,
        })
    }

    /// Decodes and keeps every step. Only want of memory is an error.
    pub(crate) fn decode<P: Parameters, R: Repertoire>(params: &P, encoded: &[u8]) -> Result<Self, Error> {
        let mut trace = Self {
            direction: Direction::Decode,
            initial_n: params.initial_n(),
            initial_bias: params.initial_bias(),
            encoded: shown(encoded)?,
            text: Vec::new(),
            literal: None,
            steps: Vec::new(),
            error: None,
        };
        if encoded.len() > Self::KEPT {
            let ((), error) = split(decode::decode_long::<_, R, _>(params, encoded, &mut ()).map(|_| ()))?;
            if error.is_some() {
                return Ok(Self { error, ..trace });
            }
        }
        let mut steps = Growing::default();
        let (text, error) = split(decode::code_points::<_, R, _>(params, encoded, &mut steps))?;
        // A delimiter with nothing before it delimits nothing: it is as if there was none.
        let delimiter = encoded.iter().rposition(|&octet| octet == params.delimiter()).unwrap_or(0);
        let is_begun = delimiter == 0 || error.is_none_or(|error| error.offset() > delimiter);
        trace.literal = is_begun.then_some(delimiter);
        trace.steps = steps.finished()?;
        trace.text = if error.is_some() { trace.so_far(trace.steps.len())? } else { text };
        Ok(Self { error, ..trace })
    }

    /// Which procedure ran.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// The encoded form: the input of a decoder, the output of an encoder. In the input, each octet that is not ASCII
    /// is U+FFFD, so that `ü` in UTF-8 is two of them; the output is empty if the text was refused.
    #[must_use]
    pub fn encoded(&self) -> &str {
        &self.encoded
    }

    /// The code points of the text: the input of an encoder, the output of a decoder. The output ends with the last
    /// step before the fault.
    #[must_use]
    pub fn text(&self) -> &[u32] {
        &self.text
    }

    /// The literal part with its delimiter, empty if there is none.
    #[must_use]
    pub fn literal(&self) -> &str {
        let end = self.literal.filter(|&literal| literal > 0).map_or(0, |literal| bounded::add(literal, 1));
        bounded::characters(&self.encoded, 0..end)
    }

    /// The insertions, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Why the input is refused; none if it is not. The steps are then those before the fault.
    #[must_use]
    pub const fn error(&self) -> Option<Error> {
        self.error
    }

    /// The digits of a step of this trace. A step of another trace may have none here.
    #[must_use]
    pub fn digits(&self, step: &Step) -> &str {
        self.encoded.get(step.digits.clone()).unwrap_or_default()
    }

    /// The text so far, after the first `count` steps.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`] if there is no memory for it.
    pub fn so_far(&self, count: usize) -> Result<Vec<u32>, Error> {
        let steps = self.steps.iter().take(count);
        let insertions = memory::collected(steps.map(|step| (step.n, step.i)), self.steps.len().min(count))?;
        in_places(&self.literal_code_points()?, &insertions)
    }

    /// Returns whether texts so far are too long to be shown whole.
    #[must_use]
    pub fn is_shortened(&self) -> bool {
        self.text.len() > Self::WHOLE
    }

    /// The text after each step: whole, or of a long text what surrounds the insertion. Linear in all.
    pub(crate) fn texts(&self) -> Result<Vec<Shown>, Error> {
        texts_so_far(&self.literal_code_points()?, &self.steps, self.is_shortened())
    }

    /// The same steps without the line on the fault.
    #[cfg(feature = "python")]
    pub(crate) fn without_error(&self) -> impl fmt::Display + '_ {
        WithoutError(self)
    }

    fn literal_code_points(&self) -> Result<Vec<u32>, Error> {
        let literal = self.literal.unwrap_or_default();
        memory::collected(self.literal().bytes().map(u32::from), literal)
    }

    fn fmt_steps(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.direction {
            Direction::Encode => self.fmt_encode(f),
            Direction::Decode => self.fmt_decode(f),
        }
    }

    fn fmt_decode(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "n is {}, i is 0, bias is {}", self.initial_n, self.initial_bias)?;
        write!(f, "input is \"{}\"", Escaped(&self.encoded))?;
        match self.literal {
            None => {}
            Some(0) => write!(f, "\nthere is no delimiter, so extended string starts empty")?,
            Some(_) => {
                let literal = Shown::whole(available(self.literal_code_points())?);
                let portion = Escaped(self.literal());
                write!(f, "\nliteral portion is \"{portion}\", so extended string starts as:\n{literal}")?;
            }
        }
        for (step, text) in self.steps.iter().zip(available(self.texts())?) {
            write!(
                f,
                "\ndelta \"{}\" decodes to {}\nbias becomes {}\n{text}",
                Escaped(self.digits(step)),
                step.delta,
                step.bias
            )?;
        }
        if self.is_shortened() {
            let whole = Self::WHOLE;
            write!(f, "\n(A text of more than {whole} code points is shown around the code point inserted.)")?;
        }
        Ok(())
    }

    fn fmt_encode(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let input = Shown::whole(available(memory::copied(&self.text))?);
        write!(f, "bias is {}\ninput is:\n{input}", self.initial_bias)?;
        match self.literal {
            None => return Ok(()),
            Some(0) => write!(f, "\nthere are no basic code points, so no literal portion")?,
            Some(_) => {
                write!(f, "\nbasic code points (")?;
                for (index, code_point) in available(self.literal_code_points())?.into_iter().enumerate() {
                    write!(f, "{}{code_point:04X}", if index == 0 { "" } else { ", " })?;
                }
                write!(f, ") are copied to literal portion: \"{}\"", Escaped(self.literal()))?;
            }
        }
        for step in &self.steps {
            write!(f, "\nnext code point to insert is {:04X}", step.n)?;
            write!(f, "\nneeded delta is {}, encodes as \"{}\"", step.delta, Escaped(self.digits(step)))?;
            write!(f, "\nbias becomes {}", step.bias)?;
        }
        write!(f, "\noutput is \"{}\"", Escaped(&self.encoded))
    }

    /// The code point that the error points at.
    fn at_fault(&self, error: Error) -> Option<u32> {
        match self.direction {
            Direction::Encode => self.text.get(error.offset()).copied(),
            Direction::Decode if error.kind() == ErrorKind::NonAscii => None,
            Direction::Decode => self.encoded.chars().nth(error.offset()).map(u32::from),
        }
    }
}

/// Returns what a procedure gave, or nothing and why it refused the input. Want of memory stays an error.
fn split<T: Default>(result: Result<T, Error>) -> Result<(T, Option<Error>), Error> {
    match result {
        Ok(given) => Ok((given, None)),
        Err(error) if error.kind() == ErrorKind::OutOfMemory => Err(error),
        Err(error) => Ok((T::default(), Some(error))),
    }
}

/// An encoded form as text. An octet that is not ASCII stands for some character that is not.
fn shown(encoded: &[u8]) -> Result<String, Error> {
    if encoded.is_ascii() {
        return Ok(bounded::ascii_string(memory::copied(encoded)?));
    }
    let mut text = String::new();
    // More than the address space has is refused like all that is too much.
    text.try_reserve_exact(encoded.len().saturating_mul('\u{FFFD}'.len_utf8())).map_err(|_| memory::refused())?;
    text.extend(encoded.iter().map(|&octet| if octet.is_ascii() { char::from(octet) } else { '\u{FFFD}' }));
    Ok(text)
}

/// Returns what `Display` cannot show for want of memory: `fmt` has no other error.
fn available<T>(made: Result<T, Error>) -> Result<T, fmt::Error> {
    made.map_err(|_| fmt::Error)
}

/// The steps of a trace alone.
#[cfg(feature = "python")]
struct WithoutError<'a>(&'a Trace);

#[cfg(feature = "python")]
impl fmt::Display for WithoutError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_steps(f)
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_steps(f)?;
        match self.error {
            None => Ok(()),
            Some(error) => {
                let (kind, offset) = (error.kind(), error.offset());
                write!(f, "\nrefused: {} at offset {offset}: {}", kind.code(), kind.reason(self.at_fault(error)))
            }
        }
    }
}

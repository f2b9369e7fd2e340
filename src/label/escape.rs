//! Escapes of labels in master files: `\.` and `\046` (RFC 1035 section 5.1, RFC 4343 section 2.1).

use super::input::is_separator;
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::memory::{self, Growing};

/// The base of the three digits of an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EscapeBase {
    /// As in master files (RFC 4343 section 2.1).
    Decimal,
    /// As in the API of Amazon Route 53.
    Octal,
}

/// Writes a label as it stands in a master file: `\` before a character that means something there, and three digits
/// for an octet of UTF-8 that is not printing ASCII. In octal, all escapes have digits. [`unescape_label`] with the
/// same base undoes it.
///
/// ```
/// use acelabel::{EscapeBase, escape_label};
///
/// assert_eq!(escape_label("a.ü", EscapeBase::Decimal).unwrap(), r"a\.\195\188");
/// assert_eq!(escape_label("a.ü", EscapeBase::Octal).unwrap(), r"a\056\303\274");
/// ```
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn escape_label(label: &str, base: EscapeBase) -> Result<String, Error> {
    escaped_octets(label.as_bytes(), base).map(bounded::ascii_string)
}

/// The same of octets.
pub(crate) fn escaped_octets(label: &[u8], base: EscapeBase) -> Result<Vec<u8>, Error> {
    let mut output = Growing::reserved(label.len());
    push_escaped(label, base, false, &mut output);
    output.finished()
}

/// The same of UTF-8, in which surrogates may be encoded. Offsets count octets.
#[cfg(feature = "python")]
pub(crate) fn escaped_text(label: &[u8], base: EscapeBase) -> Result<Vec<u8>, Error> {
    let refused = |fault: core::str::Utf8Error| Error::new(ErrorKind::Surrogate, fault.valid_up_to());
    core::str::from_utf8(label).map_err(refused)?;
    escaped_octets(label, base)
}

/// Appends a label with its escapes. Octets beyond ASCII stay if `keeps_utf8`.
pub(crate) fn push_escaped(label: &[u8], base: EscapeBase, keeps_utf8: bool, output: &mut Growing<u8>) {
    let digit = |digit: u8| bounded::add(b'0', digit);
    for &octet in label {
        let is_special = matches!(octet, b'"' | b'$' | b'(' | b')' | b'.' | b';' | b'@' | b'\\');
        let stays = matches!(octet, 0x21..=0x7E) || (keeps_utf8 && !octet.is_ascii());
        match base {
            _ if stays && !is_special => output.push(octet),
            EscapeBase::Decimal if is_special => output.extend_from_slice(&[b'\\', octet]),
            EscapeBase::Decimal => {
                output.extend_from_slice(&[b'\\', digit(octet / 100), digit(octet / 10 % 10), digit(octet % 10)]);
            }
            // The API of Route 53 documents no other escape.
            EscapeBase::Octal => {
                output.extend_from_slice(&[b'\\', digit(octet / 64), digit(octet / 8 % 8), digit(octet % 8)]);
            }
        }
    }
}

/// Resolves the escapes of a label, or of a name whose labels hold no separator.
///
/// ```
/// use acelabel::{EscapeBase, unescape_label};
///
/// assert_eq!(unescape_label(r"b\195\188ro", EscapeBase::Decimal).unwrap(), "büro");
/// assert_eq!(unescape_label(r"\052.example", EscapeBase::Octal).unwrap(), "*.example");
/// ```
///
/// # Errors
///
/// - [`InvalidEscape`](crate::ErrorKind::InvalidEscape): a backslash at the end, or a number that is not of three
///   digits, or not one of an octet.
/// - [`InvalidUtf8`](crate::ErrorKind::InvalidUtf8): the octets are not UTF-8.
/// - [`LabelSeparator`](crate::ErrorKind::LabelSeparator): an escaped separator beside one that separates labels.
/// - [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
pub fn unescape_label(text: &str, base: EscapeBase) -> Result<String, Error> {
    let unescaped = unescaped_text(text.as_bytes(), base);
    // Offsets of octets become those of characters.
    let in_characters = |error: Error| {
        let before = text.as_bytes().get(..error.offset()).unwrap_or(text.as_bytes());
        Error::new(error.kind(), characters(before))
    };
    unescaped.map_err(in_characters)
}

/// Returns how many characters begin in octets of UTF-8.
pub(crate) fn characters(octets: &[u8]) -> usize {
    octets.iter().filter(|&octet| octet & 0xC0 != 0x80).count()
}

/// The same, of UTF-8 in which surrogates may be encoded. Offsets count octets.
pub(crate) fn unescaped_text(text: &[u8], base: EscapeBase) -> Result<String, Error> {
    let unescaped = resolved(text, base)?;
    let separates = |unit: char| is_separator(unit.into());
    refuse_mixed(Unescaped::of(text, base), unescaped.char_indices().map(|(place, unit)| (place, separates(unit))))?;
    Ok(unescaped)
}

#[cfg(feature = "python")]
/// The same, of octets that need not be UTF-8: the full stop alone separates them.
pub(crate) fn unescaped_octets(text: &[u8], base: EscapeBase) -> Result<Vec<u8>, Error> {
    let mut octets = memory::reserved(text.len())?;
    for unescaped in Unescaped::of(text, base) {
        octets.push(unescaped?.octet);
    }
    refuse_mixed(Unescaped::of(text, base), octets.iter().map(|&octet| octet == b'.').enumerate())?;
    Ok(octets)
}

/// Refuses an escaped separator beside one that separates labels, given the places of what is unescaped and whether a
/// separator is there: without its backslash it would separate, too.
fn refuse_mixed(unescaped: Unescaped<'_>, separators: impl Iterator<Item = (usize, bool)>) -> Result<(), Error> {
    let (mut unescaped, mut behind) = (unescaped, 0_usize);
    let (mut escaped, mut separates) = (None, false);
    for (place, is_separator) in separators {
        let octet = unescaped.nth(bounded::sub(place, behind));
        behind = bounded::add(place, 1);
        if let Some(Ok(octet)) = octet.filter(|_| is_separator) {
            separates |= !octet.is_escaped;
            escaped = escaped.or(octet.is_escaped.then_some(octet.at));
        }
    }
    match escaped {
        Some(at) if separates => Err(Error::new(ErrorKind::LabelSeparator, at)),
        _ => Ok(()),
    }
}

/// The text of a label without its escapes. Offsets count octets.
pub(crate) fn resolved(label: &[u8], base: EscapeBase) -> Result<String, Error> {
    let mut octets = memory::reserved(label.len())?;
    for unescaped in Unescaped::of(label, base) {
        octets.push(unescaped?.octet);
    }
    String::from_utf8(octets).map_err(|fault| {
        let place = fault.utf8_error().valid_up_to();
        let at = Unescaped::place_of(label, base, place);
        let is_surrogate = matches!(label.get(at..), Some([0xED, 0xA0..=0xBF, 0x80..=0xBF, ..]));
        Error::new(if is_surrogate { ErrorKind::Surrogate } else { ErrorKind::InvalidUtf8 }, at)
    })
}

/// An octet without its escape.
#[derive(Clone, Copy)]
pub(crate) struct UnescapedOctet {
    octet: u8,
    /// Where it begins in the text.
    at: usize,
    is_escaped: bool,
}

/// The octets of a label without escapes, until one of them is not valid.
pub(crate) struct Unescaped<'a> {
    text: &'a [u8],
    at: usize,
    base: EscapeBase,
}

impl<'a> Unescaped<'a> {
    const fn of(text: &'a [u8], base: EscapeBase) -> Self {
        Self { text, at: 0, base }
    }

    /// Where the octet of this number begins in a text.
    pub(crate) fn place_of(text: &'a [u8], base: EscapeBase, number: usize) -> usize {
        let octet = Self::of(text, base).nth(number).and_then(Result::ok);
        octet.map_or(text.len(), |octet| octet.at)
    }

    /// Where the first octet is of which this holds, given whether it is escaped.
    pub(crate) fn any(text: &'a [u8], holds: impl Fn(u8, bool) -> bool) -> Option<usize> {
        let mut octets = Self::of(text, EscapeBase::Decimal).map_while(Result::ok);
        octets.find(|octet| holds(octet.octet, octet.is_escaped)).map(|octet| octet.at)
    }

    /// The octet that an escape stands for, and the size of the escape.
    fn escaped(&self, behind: &[u8]) -> Option<(u8, usize)> {
        let radix = if self.base == EscapeBase::Decimal { 10 } else { 8 };
        match *behind {
            [first @ b'0'..=b'9', second, third, ..] => {
                let digit = |digit: u8| char::from(digit).to_digit(radix);
                // Three digits are less than 1000.
                let number = [first, second, third]
                    .into_iter()
                    .try_fold(0_u32, |number, octet| Some(bounded::add(bounded::mul(number, radix), digit(octet)?)))?;
                Some((u8::try_from(number).ok()?, 4))
            }
            [b'0'..=b'9', ..] | [] => None,
            [octet, ..] => Some((octet, 2)),
        }
    }
}

impl Iterator for Unescaped<'_> {
    type Item = Result<UnescapedOctet, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        let octet = *self.text.get(at)?;
        let is_escaped = octet == b'\\';
        let read =
            if is_escaped { self.escaped(bounded::rest(self.text, bounded::add(at, 1))) } else { Some((octet, 1)) };
        let Some((octet, size)) = read else {
            self.at = self.text.len();
            return Some(Err(Error::new(ErrorKind::InvalidEscape, at)));
        };
        self.at = bounded::add(at, size);
        Some(Ok(UnescapedOctet { octet, at, is_escaped }))
    }
}

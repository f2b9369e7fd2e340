//! The steps that make a label of RACE: rows, octets, groups of Base32.

use core::fmt;
use core::ops::Range;

use super::marks::{ESCAPE, PREFIX, UNCOMPRESSED, has_prefix};
use super::rows::Mode;
use super::{base32, decode, encode};
use crate::bounded;
use crate::error::Error;

/// The steps by which one text is written as a label of RACE. `Display` is a report for people.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Explanation {
    text: String,
    label: String,
    mode: Mode,
    octets: Vec<u8>,
}

/// A group of Base32: up to five octets as up to eight characters (section 2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group<'a> {
    /// The octets.
    pub octets: &'a [u8],
    /// The characters.
    pub characters: &'a str,
}

/// Explains how a text is encoded, or a label that begins with `bq--` is decoded (sections 2.2 to 2.5).
///
/// A domain name is no label: as a text it is encoded as a whole.
///
/// ```
/// use acelabel::race::{self, Mode};
///
/// let explanation = race::explain("żaba").unwrap();
/// assert_eq!(explanation.mode(), Mode::TwoRow);
/// assert_eq!(explanation.rows(), [0x01, 0x00]);
/// assert_eq!(explanation.octets(), [0x01, 0x7C, 0xFF, 0x61, 0xFF, 0x62, 0xFF, 0x61]);
/// assert_eq!(race::explain("bq--af6p6yp7ml7wc").unwrap(), explanation);
/// ```
///
/// # Errors
///
/// As [`decode`](super::decode()) for an input that begins with `bq--`, else as [`encode`](super::encode()).
pub fn explain(text_or_label: &str) -> Result<Explanation, Error> {
    if has_prefix(text_or_label.chars().map(u32::from)) {
        return explain_units(text_or_label.as_bytes());
    }
    let label = encode::encode(text_or_label.chars().map(u32::from))?;
    Explanation::of(text_or_label.to_owned(), label.as_str().to_owned())
}

/// [`explain`] for a sequence of integers, as a Python string may be.
///
/// # Errors
///
/// As [`explain`]; a surrogate of a text is `surrogate`, and an integer above U+10FFFF is `code_point_too_large`.
pub fn explain_code_points(text_or_label: &[u32]) -> Result<Explanation, Error> {
    explain_units(text_or_label)
}

/// [`explain_code_points`], whatever holds the code points. Nothing is copied of an input that is too long.
fn explain_units<T: Copy + Into<u32>>(text_or_label: &[T]) -> Result<Explanation, Error> {
    let code_points = || text_or_label.iter().map(|&unit| unit.into());
    let characters = || code_points().filter_map(char::from_u32);
    if has_prefix(code_points()) {
        let mut text = String::new();
        decode::decode(text_or_label, &mut text)?;
        return Explanation::of(text, characters().map(|character| character.to_ascii_lowercase()).collect());
    }
    let label = encode::encode(code_points())?;
    Explanation::of(characters().collect(), label.as_str().to_owned())
}

impl Explanation {
    fn of(text: String, label: String) -> Result<Self, Error> {
        let mode = encode::mode(text.chars().map(u32::from))?;
        let octets = base32::decode(bounded::rest(label.as_bytes(), PREFIX.len()))?;
        let (header, behind) = octets.parts();
        Ok(Self { text, label, mode, octets: [&[header], behind].concat() })
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The label, in lower case.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The mode (section 2.4.1, steps 1 to 3).
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// The rows of the text, each once, in the order of their first UTF-16 units.
    #[must_use]
    pub fn rows(&self) -> Vec<u8> {
        let mut rows = Vec::new();
        for unit in self.text.encode_utf16() {
            let [row, _] = unit.to_be_bytes();
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        rows
    }

    /// The octets before Base32: the header, and the text behind it.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Each character of the text, and where its octets are in [`Explanation::octets`].
    pub fn characters(&self) -> impl Iterator<Item = (char, Range<usize>)> {
        let mut start = 1_usize;
        self.text.chars().map(move |character| {
            let len = match self.octets.first() {
                Some(&UNCOMPRESSED) => bounded::mul(character.len_utf16(), 2),
                _ if self.octets.get(start) == Some(&ESCAPE) => 2,
                _ => 1,
            };
            let octets = start..bounded::add(start, len);
            start = octets.end;
            (character, octets)
        })
    }

    /// The groups of Base32, in order. The last may be shorter than five octets.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        let body = bounded::rest(self.label.as_bytes(), PREFIX.len());
        self.octets
            .chunks(5)
            .zip(body.chunks(8))
            .map(|(octets, characters)| Group { octets, characters: bounded::ascii(characters) })
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = bounded::at(&self.octets, 0);
        write!(f, "text    {}\nlabel   {}\nmode    {}\n", self.text.escape_debug(), self.label, self.mode.name())?;
        write!(f, "rows    {}\nheader  {header:02X}", Hex(&self.rows()))?;
        for (character, octets) in self.characters() {
            let code_point = format!("U+{:04X}", u32::from(character));
            let octets = Hex(bounded::part(&self.octets, octets));
            write!(f, "\n  {code_point:<8}  {octets}")?;
        }
        for (index, group) in self.groups().enumerate() {
            let title = if index == 0 { "Base32" } else { "" };
            write!(f, "\n{title:<6}  {:<14}  {}", Hex(group.octets).to_string(), group.characters)?;
        }
        Ok(())
    }
}

/// Octets in hexadecimal.
struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, octet) in self.0.iter().enumerate() {
            write!(f, "{}{octet:02X}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

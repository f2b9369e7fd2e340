//! Statements of configurations, which may go on in the next line.

use core::ops::Range;

use super::words::{is_blank, up_to};
use crate::bounded;

/// The kind of the words of a statement.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Values {
    /// No names.
    #[default]
    Nothing,
    /// Names alone.
    Names,
    /// Hosts with ports, or URLs.
    Hosts,
    /// URLs, beside other words.
    Urls,
    /// The addresses of sites.
    Sites,
    /// The variable that a map asks, and its own.
    Source,
    /// A map with names as its keys.
    Keys,
}

impl Values {
    /// The kind of the words behind a directive.
    pub(super) fn behind(directive: &[u8], table: &[(&str, Self)]) -> Self {
        let row = table.iter().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(directive));
        row.map_or(Self::Nothing, |&(_, values)| values)
    }
}

/// A statement that is open at the end of a line.
#[derive(Clone, Copy, Default)]
pub(crate) struct Across {
    /// The quotation mark of a word.
    quote: Option<u8>,
    /// True if a statement has begun, of which the other words are `values`.
    pub(super) is_open: bool,
    pub(super) values: Values,
    /// The kind of the statements of the block.
    pub(super) block: Values,
    /// The number of blocks that are open.
    pub(super) depth: usize,
    /// True up to the end of a block in another language, whose braces are counted in `depth`.
    pub(super) is_in_other: bool,
    /// A hash of the word that ends a text of lines, which is in such a text.
    pub(super) until: Option<u64>,
    /// True if the rest of the file belongs to one site without a block.
    pub(super) is_one_site: bool,
}

/// The writing of words in a language.
pub(super) struct Writing {
    /// The marks that words may stand in.
    pub(super) quotes: &'static [u8],
    /// The marks that are words of their own, wherever they stand.
    pub(super) marks: &'static [u8],
}

/// A word without its quotation marks.
pub(super) struct Word {
    pub(super) range: Range<usize>,
    pub(super) is_quoted: bool,
}

impl Across {
    /// The next word of a line, unless a comment begins. The part of a word that began in a line before is read as an
    /// empty word.
    pub(super) fn next(&mut self, line: &[u8], start: &mut usize, writing: &Writing) -> Option<Word> {
        let is_continued = self.quote.is_some();
        if !is_continued {
            *start = up_to(line, *start..line.len(), |octet| !is_blank(octet));
            self.quote = line.get(*start).copied().filter(|octet| writing.quotes.contains(octet));
            *start = bounded::add(*start, usize::from(self.quote.is_some()));
        }
        let first = *line.get(*start)?;
        let (begin, quote) = (*start, self.quote);
        if quote.is_none() && first == b'#' {
            return None;
        }
        if quote.is_none() && writing.marks.contains(&first) {
            *start = bounded::add(begin, 1);
            return Some(Word { range: begin..*start, is_quoted: false });
        }
        let (mut before, mut is_in_variable) = (0, false);
        let end = up_to(line, begin..line.len(), |octet| {
            let is_escaped = before == b'\\' && quote != Some(b'`');
            is_in_variable = if is_in_variable { octet != b'}' } else { before == b'$' && octet == b'{' };
            let ends = match quote {
                Some(quote) => octet == quote,
                None => is_blank(octet) || (!is_in_variable && octet != b'}' && writing.marks.contains(&octet)),
            };
            before = if is_escaped { 0 } else { octet };
            ends && !is_escaped
        });
        let is_closed = quote.is_some() && end < line.len();
        if is_closed {
            self.quote = None;
        }
        *start = bounded::add(end, usize::from(is_closed));
        Some(Word { range: if is_continued { end } else { begin }..end, is_quoted: quote.is_some() })
    }

    /// Passes a block in another language, up to its last brace or the end of the line.
    pub(super) fn pass_block(&mut self, line: &[u8], start: &mut usize) {
        while let Some(&octet) = line.get(*start).filter(|_| self.is_in_other) {
            match octet {
                b'{' => self.depth = self.depth.saturating_add(1),
                b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.is_in_other = self.depth > 0;
                }
                _ => {}
            }
            *start = bounded::add(*start, 1);
        }
    }

    /// Forgets a quotation mark without its second one.
    pub(super) fn close(&mut self) {
        self.quote = None;
    }

    pub(super) const fn is_in_quotes(self) -> bool {
        self.quote.is_some()
    }
}

/// A hash of a word (FNV-1a).
pub(super) fn hash(word: &[u8]) -> u64 {
    word.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &octet| (hash ^ u64::from(octet)).wrapping_mul(0x100_0000_01B3))
}

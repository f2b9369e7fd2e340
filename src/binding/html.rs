//! Tables of HTML for notebooks. Text can change nothing around it, neither by tags nor by its direction.

use crate::bounded;
use std::fmt::{self, Display, Formatter};

/// The end of a table.
pub(super) const END: &str = "</tbody></table>";

/// The beginning of a table, whose caption is HTML.
pub(super) fn begin(table: &mut impl fmt::Write, caption: &impl Display, heads: &[&str]) -> fmt::Result {
    write!(table, "<table><caption>{caption}</caption><thead><tr>")?;
    heads.iter().try_for_each(|head| write!(table, "<th>{head}</th>"))?;
    table.write_str("</tr></thead><tbody>")
}

/// Characters, the one at the index marked. A code point that does not print is shown as its number.
pub(super) fn characters(code_points: impl Iterator<Item = u32> + Clone, marked: Option<usize>) -> impl Display {
    Characters { code_points, marked }
}

struct Characters<I> {
    code_points: I,
    marked: Option<usize>,
}

impl<I: Iterator<Item = u32> + Clone> Display for Characters<I> {
    fn fmt(&self, html: &mut Formatter<'_>) -> fmt::Result {
        html.write_str("<bdi>")?;
        for (index, code_point) in self.code_points.clone().enumerate() {
            let (begin, end) = if self.marked == Some(index) { ("<mark>", "</mark>") } else { ("", "") };
            match char::from_u32(code_point).filter(|&character| prints(character)) {
                Some(character) if character.is_ascii_alphanumeric() => write!(html, "{begin}{character}{end}"),
                // A reference cannot be taken for markup, whatever the character is.
                Some(_) => write!(html, "{begin}&#x{code_point:X};{end}"),
                None => write!(html, "{begin}&lang;U+{code_point:04X}&rang;{end}"),
            }?;
        }
        html.write_str("</bdi>")
    }
}

/// Returns whether a character is seen, alone or on the character before it.
fn prints(character: char) -> bool {
    let mut octets = [b'a'; 5];
    let [_, room @ ..] = &mut octets;
    let length = character.encode_utf8(room).len();
    let shown = bounded::utf8(bounded::first(&octets, bounded::add(length, 1)));
    matches!(character, '\'' | '"' | '\\') || shown.escape_debug().eq(shown.chars())
}

//! The small letters of each label, and their Punycode: no mapping and no rule, as in the module URI of Perl.

use super::end::{End, refuse};
use super::forms::{AsciiLabels, KnownAlabels};
use super::letters::is_known;
use super::steps::{ClientRules, Known};
use super::uts46::is_ascii;
use crate::label::has_prefix;
use crate::{bounded, memory};

/// The labels of a name in ASCII.
pub(super) fn convert<'a>(
    name: &[u32],
    rules: &ClientRules,
    known: &'a mut KnownAlabels,
) -> Result<AsciiLabels<'a>, End> {
    let mut forms = AsciiLabels::with_room(known)?;
    for label in name.split(|&unit| unit == u32::from(b'.')) {
        forms.begin()?;
        if is_ascii(label) {
            forms.push_ascii(label)?;
            continue;
        }
        let small = label.iter().flat_map(|&unit| small_letters(unit, rules));
        // No character has more than two small letters.
        let text = memory::collected(small, bounded::add(label.len(), label.len()))?;
        if is_ascii(&text) {
            forms.push_ascii(&text)?;
        } else {
            refuse(has_prefix(&text), "begins with xn--")?;
            forms.push_alabel(&text)?;
        }
    }
    Ok(forms)
}

/// The small letters of a character that the version knows.
fn small_letters(unit: u32, rules: &ClientRules) -> impl Iterator<Item = u32> {
    let small = char::from_u32(unit).filter(|_| is_known(unit, Known::Until(rules.unicode))).map(char::to_lowercase);
    let kept = small.is_none().then_some(unit);
    small.into_iter().flatten().map(u32::from).chain(kept)
}

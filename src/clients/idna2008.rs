//! The package idna: RFC 5891 section 4 of each label, after the mapping that a caller asks for.

use super::end::{End, refuse};
use super::forms::{AsciiLabels, KnownAlabels};
use super::letters::{RIGHT, breaks_bidi, directions, is_disallowed_by_idna2008, is_known, is_mark};
use super::mappings::Mappings;
use super::quirks::{decode, is_joiner};
use super::steps::{ClientMapping, ClientRules, Hyphens};
use super::uts46::{has_hyphens, is_ascii, lowered};
use crate::label::{are_joiners_in_context, are_others_in_context, is_separator, payload};
use crate::memory;
use crate::unicode::first_change;

/// The labels of a name in ASCII.
pub(super) fn convert<'a>(
    name: &[u32],
    rules: &ClientRules,
    mappings: &mut Mappings,
    known: &'a mut KnownAlabels,
) -> Result<AsciiLabels<'a>, End> {
    let small;
    let text = match rules.mapping {
        ClientMapping::Uts46 => mappings.mapped(name, rules.unicode, false)?.ok_or(End::Refused("disallowed"))?,
        ClientMapping::LowerName => {
            small = small_letters(name, rules)?;
            &small
        }
        _ => name,
    };
    let mut forms = AsciiLabels::with_room(known)?;
    let separates = |&unit: &u32| unit == u32::from(b'.') || (!rules.ascii_dots && is_separator(unit));
    for label in text.split(separates) {
        forms.begin()?;
        convert_label(label, rules, &mut forms)?;
    }
    Ok(forms)
}

fn convert_label(label: &[u32], rules: &ClientRules, forms: &mut AsciiLabels) -> Result<(), End> {
    if label.is_empty() || (rules.passes_ascii && is_ascii(label)) {
        return if rules.keeps_case { Ok(forms.push_ascii(label)?) } else { Ok(forms.push_ascii(&lowered(label)?)?) };
    }
    let own;
    let text = match rules.mapping {
        ClientMapping::Lower => {
            own = small_letters(label, rules)?;
            &own
        }
        ClientMapping::Uts46ByLabel => {
            let mut mappings = Mappings::default();
            own = memory::copied(mappings.mapped(label, rules.unicode, false)?.ok_or(End::Refused("disallowed"))?)?;
            &own
        }
        _ => label,
    };
    if !is_ascii(text) {
        ask(text, rules)?;
        return forms.push_alabel(text);
    }
    let small = lowered(text)?;
    refuse(small.is_empty(), "no A-label")?;
    if let Some(form) = payload(&small) {
        let decoded = decode(form)?;
        refuse(is_ascii(&decoded), "no A-label")?;
        let mut known = KnownAlabels::default();
        let mut again = AsciiLabels::with_room(&mut known)?;
        again.push_alabel(&decoded)?;
        let is_other = again.last().iter().map(|&octet| u32::from(octet)).ne(small.iter().copied());
        refuse(is_other, "no A-label")?;
        ask(&decoded, rules)?;
    } else {
        ask(&small, rules)?;
    }
    Ok(forms.push_ascii(if rules.keeps_case { text } else { &small })?)
}

/// RFC 5891 section 4.2, as the package idna asks it.
fn ask(text: &[u32], rules: &ClientRules) -> Result<(), End> {
    refuse(first_change(text)?.is_some(), "not NFC")?;
    refuse(has_hyphens(text, Hyphens::Allowed), "hyphens")?;
    refuse(text.first().is_some_and(|&first| is_mark(first, rules.known)), "begins with a mark")?;
    refuse(text.iter().any(|&unit| is_disallowed_by_idna2008(unit)), "IDNA2008")?;
    refuse(!are_others_in_context(text), "IDNA2008")?;
    refuse(text.iter().any(|&unit| is_joiner(unit)) && !are_joiners_in_context(text), "joiner")?;
    let Some(classes) = directions(text, rules) else { return Err(End::Refused("no direction")) };
    refuse(classes.meets(RIGHT) && breaks_bidi(text, classes, rules), "Bidi Rule")
}

/// The small letters of a text, as Python has them: a capital sigma at the end of a word becomes a final one. A text
/// with a character that this Python does not know is refused here, as it is behind the mapping.
fn small_letters(text: &[u32], rules: &ClientRules) -> Result<Vec<u32>, End> {
    refuse(text.iter().any(|&unit| !is_known(unit, rules.known)), "no direction")?;
    // The text is short, so that little memory is taken.
    let text: String = text.iter().filter_map(|&unit| char::from_u32(unit)).collect();
    let small = text.to_lowercase();
    Ok(memory::collected(small.chars().map(u32::from), small.len())?)
}

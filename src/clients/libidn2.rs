//! idn2_lookup_u8 of libidn2: UTS #46 of the whole name, then IDNA2008 of each label that is not ASCII or is an
//! A-label.

use super::end::{End, refuse};
use super::forms::{AsciiLabels, KnownAlabels};
use super::letters::{
    NEUTRAL, RIGHT, direction, directions, is_disallowed_by_idna2008, is_forbidden_by_std3, is_known, is_of_std3, stays,
};
use super::mappings::Mappings;
use super::quirks::decode;
use super::steps::{ClientRules, Hyphens, Known};
use super::uts46::{has_hyphens, is_ascii};
use crate::label::{are_joiners_in_context, payload};

use crate::unicode::{BidiClass, BidiClasses, Props, first_change};

/// The labels of a name in ASCII.
pub(super) fn convert<'a>(
    name: &[u32],
    rules: &ClientRules,
    mappings: &mut Mappings,
    known: &'a mut KnownAlabels,
) -> Result<AsciiLabels<'a>, End> {
    let text = mappings.mapped(name, rules.unicode, rules.transitional)?.ok_or(End::Refused("disallowed"))?;
    let mut forms = AsciiLabels::with_room(known)?;
    for label in text.split(|&unit| unit == u32::from(b'.')) {
        forms.begin()?;
        convert_label(label, rules, &mut forms)?;
    }
    Ok(forms)
}

fn convert_label(label: &[u32], rules: &ClientRules, forms: &mut AsciiLabels) -> Result<(), End> {
    let form = payload(label);
    let decoded = form.map(decode).transpose()?;
    let text = decoded.as_deref().unwrap_or(label);
    refuse(form.is_some() && is_ascii(text), "no Punycode")?;
    refuse(form.is_some() && first_change(text)?.is_some(), "not NFC")?;
    refuse(has_hyphens(text, Hyphens::Allowed), "hyphens")?;
    let is_mark = |&unit: &u32| Props::of(unit).is_mark() && is_known(unit, Known::Until(rules.unicode));
    refuse(text.first().is_some_and(is_mark), "begins with a mark")?;
    let is_transitional = rules.transitional && form.is_none();
    let is_allowed = |&unit: &u32| stays(unit, rules.unicode, is_transitional) || is_of_std3(unit);
    refuse(!text.iter().all(is_allowed), "disallowed")?;
    if form.is_none() && is_ascii(label) {
        return Ok(forms.push_ascii(label)?);
    }
    if !rules.transitional {
        ask_idna2008(text, rules)?;
    }
    forms.push_alabel(text)?;
    // It decodes its own result again, where it takes letters, digits, hyphens and the underscore alone.
    let is_odd = |&octet: &u8| octet != b'_' && is_forbidden_by_std3(octet.into());
    let is_other = || forms.last().iter().map(|&octet| u32::from(octet)).ne(label.iter().copied());
    refuse(forms.last().iter().any(is_odd) || (form.is_some() && is_other()), "round trip")
}

/// IDNA2008 as of a lookup: no context of CONTEXTO, and a Bidi Rule of its own.
fn ask_idna2008(text: &[u32], rules: &ClientRules) -> Result<(), End> {
    refuse(text.iter().any(|&unit| is_disallowed_by_idna2008(unit) && !is_of_std3(unit)), "IDNA2008")?;
    let Some(classes) = directions(text, rules) else { return Err(End::Refused("unassigned")) };
    refuse(!are_joiners_in_context(text), "joiner")?;
    if !classes.meets(RIGHT) {
        return Ok(());
    }
    let class = |unit: Option<&u32>| unit.and_then(|&unit| direction(unit, rules)).unwrap_or(NEUTRAL);
    let first = class(text.first());
    let good = if first.is_within(BidiClasses::of(&[BidiClass::L])) {
        BidiClasses::of(&[BidiClass::L, BidiClass::EN, BidiClass::NSM])
    } else if first.is_within(BidiClasses::of(&[BidiClass::R, BidiClass::AL])) {
        BidiClasses::of(&[BidiClass::R, BidiClass::AL, BidiClass::EN, BidiClass::AN, BidiClass::NSM])
    } else {
        return Err(End::Refused("Bidi Rule"));
    };
    refuse(!classes.is_within(good.union(NEUTRAL)) || !class(text.last()).is_within(good), "Bidi Rule")
}

//! UTS #46 section 4, as programs have it, and hickory's way with it.

use super::end::{End, refuse};
use super::forms::{AsciiLabels, KnownAlabels};
use super::letters::{
    RIGHT, breaks_bidi, direction, directions, is_forbidden_by_old_std3, is_forbidden_by_std3, is_mark, is_normal,
    mapped_loosely, stays,
};
use super::mappings::Mappings;
use super::quirks::{ada_joiners, breaks_bidi_of_ada_2, decode, go_decode, go_joiners, is_joiner};
use super::steps::{Alabels, Bidi, ClientRules, Hyphens, Joiners};
use crate::error::Error;
use crate::label::{are_joiners_in_context, payload};
use crate::version::UnicodeVersion;
use crate::{bounded, memory};

const HYPHEN: u32 = 0x2D;

/// The labels of a name in ASCII.
pub(super) fn convert<'a>(
    name: &[u32],
    rules: &ClientRules,
    mappings: &mut Mappings,
    known: &'a mut KnownAlabels,
) -> Result<AsciiLabels<'a>, End> {
    let mut forms = AsciiLabels::with_room(known)?;
    let loose;
    let text = if rules.loose_marks {
        loose = mapped_loosely(name, rules.unicode)?;
        loose.as_deref()
    } else {
        mappings.mapped(name, rules.unicode, rules.transitional)?
    };
    let text = text.ok_or(End::Refused("disallowed"))?;
    let bidi = BidiAsked::before_mapping(name, rules);
    for_each_label(text, rules, bidi, &mut forms, AsciiLabels::begin)?;
    Ok(forms)
}

/// The labels of a text after steps 1 and 2, in front of each of which `begin` is called.
fn for_each_label<'a>(
    text: &[u32],
    rules: &ClientRules,
    mut bidi: BidiAsked,
    forms: &mut AsciiLabels<'a>,
    mut begin: impl FnMut(&mut AsciiLabels<'a>) -> Result<(), Error>,
) -> Result<(), End> {
    for label in text.split(|&unit| unit == u32::from(b'.')) {
        begin(forms)?;
        let decoded = undone(label, rules)?;
        let shown = match &decoded {
            Undone::Label => label,
            Undone::Text(text) => text,
            Undone::Unasked => {
                forms.push_ascii(label)?;
                continue;
            }
        };
        judge(shown, rules, matches!(decoded, Undone::Label))?;
        let is_left_out = rules.joiners == Joiners::Ada && ada_joiners(shown) == Some(true);
        if rules.bidi != Bidi::Unasked && !is_left_out {
            bidi.ask(shown, rules, !matches!(decoded, Undone::Label))?;
        }
        // A text that is handed out is encoded anew.
        let is_kept = shown == label || rules.alabels != Alabels::HandedOut;
        if is_kept && is_ascii(label) {
            forms.push_ascii(label)?;
        } else if is_ascii(shown) {
            forms.push_ascii(shown)?;
        } else {
            forms.push_alabel(shown)?;
        }
    }
    refuse(bidi.has_right && bidi.is_broken, "Bidi Rule")
}

pub(super) fn is_ascii(text: &[u32]) -> bool {
    text.iter().all(|&unit| unit < 0x80)
}

/// The part of a label that is judged.
enum Undone {
    /// The label itself.
    Label,
    /// The text of an A-label.
    Text(Vec<u32>),
    /// Nothing.
    Unasked,
}

fn undone(label: &[u32], rules: &ClientRules) -> Result<Undone, End> {
    let Some(form) = payload(label) else { return Ok(Undone::Label) };
    let text = match form {
        [HYPHEN, rest @ ..] if rules.leading_delimiter && !rest.contains(&HYPHEN) => decode(rest)?,
        form if rules.alabels == Alabels::HandedOut => go_decode(form)?,
        form => decode(form)?,
    };
    let is_refused = match rules.alabels {
        Alabels::Refused => is_ascii(&text),
        Alabels::Kept if is_ascii(&text) && !text.is_empty() => return Ok(Undone::Unasked),
        Alabels::Kept => text.is_empty(),
        Alabels::HandedOut => false,
    };
    refuse(is_refused, "no Punycode")?;
    Ok(Undone::Text(text))
}

/// UTS #46 section 4.1, but for the Bidi Rule.
fn judge(text: &[u32], rules: &ClientRules, is_own: bool) -> Result<(), End> {
    // A text that was mapped is normalized.
    refuse(!is_own && !is_normal(text, rules)?, "not NFC")?;
    refuse(rules.hyphens != Hyphens::Allowed && has_hyphens(text, rules.hyphens), "hyphens")?;
    let is_nested = rules.hyphens == Hyphens::Allowed && !rules.nested && payload(text).is_some();
    refuse(is_nested, "begins with xn--")?;
    refuse(text.first().is_some_and(|&first| is_mark(first, rules.known)), "begins with a mark")?;
    let is_transitional = rules.transitional && is_own;
    refuse(text.iter().any(|&unit| !stays(unit, rules.unicode, is_transitional)), "disallowed")?;
    let is_forbidden =
        if rules.unicode >= UnicodeVersion::V16_0 { is_forbidden_by_std3 } else { is_forbidden_by_old_std3 };
    refuse(rules.std3 && text.iter().any(|&unit| is_forbidden(unit)), "STD3")?;
    let has_joiner = text.iter().any(|&unit| is_joiner(unit));
    let is_misplaced = has_joiner
        && match rules.joiners {
            Joiners::Context => !are_joiners_in_context(text),
            Joiners::Go => !go_joiners(text),
            Joiners::Ada => ada_joiners(text) == Some(false),
            Joiners::Unasked => false,
        };
    refuse(is_misplaced, "joiner")
}

/// Returns whether hyphens stand at an end, or in third and fourth place: of octets, of units of UTF-16 or of
/// characters.
pub(super) fn has_hyphens(text: &[u32], how: Hyphens) -> bool {
    let width = |unit: u32| match (how, char::from_u32(unit)) {
        (Hyphens::InOctets, Some(character)) => character.len_utf8(),
        (Hyphens::InUnits, Some(character)) => character.len_utf16(),
        _ => 1,
    };
    let mut place = 0_usize;
    let mut count = 0_usize;
    for &unit in text.iter().take(4) {
        count = bounded::add(count, usize::from(unit == HYPHEN && matches!(place, 2 | 3)));
        place = bounded::add(place, width(unit));
    }
    count == 2 || text.first() == Some(&HYPHEN) || text.last() == Some(&HYPHEN)
}

/// The Bidi Rule of all labels of a name that has a right-to-left one, or of each such label.
#[derive(Default)]
struct BidiAsked {
    has_right: bool,
    is_broken: bool,
}

impl BidiAsked {
    /// Where Go asks, the text before mapping tells whether one is right-to-left.
    fn before_mapping(name: &[u32], rules: &ClientRules) -> Self {
        Self { has_right: rules.bidi == Bidi::Go && has_right(name, rules), ..Self::default() }
    }

    fn ask(&mut self, label: &[u32], rules: &ClientRules, is_decoded: bool) -> Result<(), End> {
        if label.is_empty() {
            return Ok(());
        }
        let classes = directions(label, rules);
        let is_right = match classes {
            Some(classes) => classes.meets(RIGHT),
            None => has_right(label, rules),
        };
        self.has_right |= is_right && (is_decoded || rules.bidi != Bidi::Go);
        if matches!(rules.bidi, Bidi::Name | Bidi::Go) || is_right {
            self.is_broken |= classes.is_none_or(|classes| match rules.bidi {
                Bidi::Ada2 => breaks_bidi_of_ada_2(label, rules),
                _ => breaks_bidi(label, classes, rules),
            });
        }
        Ok(())
    }
}

fn has_right(text: &[u32], rules: &ClientRules) -> bool {
    text.iter().any(|&unit| direction(unit, rules).is_some_and(|class| class.meets(RIGHT)))
}

/// Name::from_utf8 of hickory: each label by itself, and one label comes out; `*` and `_…` pass.
pub(super) fn convert_by_label<'a>(
    name: &[u32],
    rules: &ClientRules,
    known: &'a mut KnownAlabels,
) -> Result<AsciiLabels<'a>, End> {
    let mut forms = AsciiLabels::with_room(known)?;
    for label in name.split(|&unit| unit == u32::from(b'.')) {
        forms.begin()?;
        if label == [0x2A] || (label.first() == Some(&0x5F) && is_ascii(label)) {
            forms.push_ascii(label)?;
        } else if label.first() == Some(&0x5F) {
            return Err(End::Refused("malformed"));
        } else if !label.is_empty() {
            let mut mappings = Mappings::default();
            let text = mappings.mapped(label, rules.unicode, rules.transitional)?;
            let mut is_first = true;
            // A full stop that mapping makes separates nothing.
            let dot = |forms: &mut AsciiLabels| {
                if core::mem::take(&mut is_first) { Ok(()) } else { forms.push_ascii(&[u32::from(b'.')]) }
            };
            for_each_label(text.ok_or(End::Refused("disallowed"))?, rules, BidiAsked::default(), &mut forms, dot)?;
        }
        if !label.is_empty() {
            refuse(!is_label_of_hickory(forms.last()), "malformed")?;
        }
    }
    Ok(forms)
}

fn is_label_of_hickory(form: &[u8]) -> bool {
    let is_of_label = |octet: &u8| octet.is_ascii_alphanumeric() || matches!(octet, b'_' | b'.' | b'-');
    form == b"*" || (form.first().is_some_and(|&first| first != b'-') && form.iter().all(is_of_label))
}

/// The text of a label in lower case, where it is ASCII.
pub(super) fn lowered(text: &[u32]) -> Result<Vec<u32>, End> {
    let small = |&unit: &u32| if matches!(unit, 0x41..=0x5A) { unit | 0x20 } else { unit };
    Ok(memory::collected(text.iter().map(small), text.len())?)
}

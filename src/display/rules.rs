//! The rules, in the order in which they are asked. Each tells the place of the first character at fault.

use super::context::context_pattern;
use super::lookalikes::{SCRIPTS, WORDS, is_digit_lookalike, is_listed};
use super::policy::{Policy, Reason};
use crate::error::Error;
use crate::security::{RestrictionLevel, decompose};
use crate::unicode::{Props, Scripts, Security, skeleton_of};

/// A label that is not ASCII, in Unicode, and the top-level domain it stands under.
#[derive(Clone, Copy)]
pub(super) struct Label<'a> {
    pub(super) text: &'a [u32],
    pub(super) tld: &'a [u32],
    pub(super) ascii_tld: &'a [u8],
}

type Rule = fn(&Label<'_>, &Policy) -> Result<Option<usize>, Error>;

/// What is asked of every label.
const OF_ALL: [(Reason, Rule); 7] = [
    (Reason::DisallowedCharacter, |label, policy| Ok(disallowed_character(label, policy))),
    (Reason::MixedScripts, |label, policy| Ok(mixed_scripts(label, policy))),
    (Reason::MixedNumbers, |label, _| Ok(mixed_numbers(label))),
    (Reason::RepeatedMark, |label, _| repeated_mark(label)),
    (Reason::HiddenOverlay, |label, _| hidden_overlay(label)),
    (Reason::TldCharacter, |label, policy| Ok(tld_character(label, policy))),
    (Reason::MiddleDot, |label, policy| Ok(middle_dot(label, policy))),
];

/// What is asked of a label of a single script.
const OF_ONE_SCRIPT: [(Reason, Rule); 2] = [
    (Reason::WholeScriptLookalike, |label, policy| Ok(whole_script_lookalike(label, policy))),
    (Reason::DigitLookalike, |label, _| Ok(digit_lookalike(label))),
];

/// What is asked of any other.
const OF_SEVERAL: [(Reason, Rule); 3] = [
    (Reason::DigitLookalike, |label, _| Ok(digit_lookalike(label))),
    (Reason::LatinWithOtherScript, |label, _| Ok(latin_with_other_script(label))),
    (Reason::ContextPattern, |label, _| Ok(context_pattern(label.text))),
];

/// The first rule of a policy for which a label is not shown in Unicode, and the place of the character at fault.
pub(super) fn first_reason(label: &Label<'_>, policy: &Policy) -> Result<Option<(Reason, usize)>, Error> {
    let further: &[(Reason, Rule)] = if is_of_one_script(label.text) { &OF_ONE_SCRIPT } else { &OF_SEVERAL };
    for &(reason, rule) in OF_ALL.iter().chain(further) {
        if policy.asks(reason)
            && let Some(place) = rule(label, policy)?
        {
            return Ok(Some((reason, place)));
        }
    }
    Ok(None)
}

/// Whether all of it is of one script and none of it depends on what stands beside it.
fn is_of_one_script(text: &[u32]) -> bool {
    let depends = |unit: &u32| matches!(unit, 0x3078..=0x307A | 0x30D8..=0x30DA | 0x30FB..=0x30FE | 0x300..=0x339);
    let sets = text.iter().map(|&unit| Scripts::of(Security::of(unit)));
    !text.iter().any(depends) && !sets.fold(Scripts::ALL, Scripts::intersection).is_empty()
}

/// Identifier_Status (UTS #39 section 3.1).
fn disallowed_character(label: &Label<'_>, policy: &Policy) -> Option<usize> {
    let is_refused =
        |&unit: &u32| !Security::of(unit).has(Security::ALLOWED) || policy.listed_characters && is_listed(unit);
    label.text.iter().position(is_refused)
}

/// The restriction level (UTS #39 section 5.2). At fault is the first character whose script no other one before has.
fn mixed_scripts(label: &Label<'_>, policy: &Policy) -> Option<usize> {
    if RestrictionLevel::of_scripts(label.text.iter().copied()) <= policy.restriction {
        return None;
    }
    let mut resolved = Scripts::ALL;
    label.text.iter().position(|&unit| {
        resolved = resolved.intersection(Scripts::of(Security::of(unit)));
        resolved.is_empty()
    })
}

/// UTS #39 section 5.3.
fn mixed_numbers(label: &Label<'_>) -> Option<usize> {
    let mut first = 0;
    label.text.iter().position(|&unit| {
        let system = Security::of(unit).digits();
        if first == 0 {
            first = system;
        }
        system != 0 && system != first
    })
}

/// The same nonspacing mark twice on one character (UTS #39 section 5.4).
fn repeated_mark(label: &Label<'_>) -> Result<Option<usize>, Error> {
    if !label.text.iter().any(|&unit| Security::of(unit).has(Security::NONSPACING_MARK)) {
        return Ok(None);
    }
    let mut decomposed = Vec::new();
    for (place, &unit) in label.text.iter().enumerate() {
        if !Security::of(unit).has(Security::NONSPACING_MARK) {
            decomposed.clear();
        }
        let before = decomposed.len();
        decompose(unit, &mut decomposed)?;
        let is_mark = |unit: &u32| Security::of(*unit).has(Security::NONSPACING_MARK);
        let (marks, more) = decomposed.split_at_checked(before).unwrap_or_default();
        if more.iter().filter(|unit| is_mark(unit)).any(|mark| marks.contains(mark)) {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

const DOT_ABOVE: u32 = 0x307;

/// A dot above what has a dot, or looks like that: UTS #39 section 5.4, "sequences of a dot above".
fn hidden_overlay(label: &Label<'_>) -> Result<Option<usize>, Error> {
    if !label.text.contains(&DOT_ABOVE) {
        return Ok(None);
    }
    let mut has_dot = false;
    Ok(label.text.iter().position(|&unit| {
        let is_hidden = has_dot && unit == DOT_ABOVE;
        // Marks of another class stand elsewhere and hide nothing.
        if matches!(Props::of(unit).combining_class(), 0 | 230) {
            has_dot = may_hide_a_dot(unit);
        }
        is_hidden
    }))
}

fn may_hide_a_dot(unit: u32) -> bool {
    let is_dotted =
        |unit: u32| matches!(unit, 0x69 | 0x6A | 0x6C | 0x131 | 0x237) || Security::of(unit).has(Security::SOFT_DOTTED);
    is_dotted(unit) || skeleton_of(unit).and_then(<[u32]>::last).is_some_and(|&last| is_dotted(last))
}

/// Thorn and eth outside Iceland and the Faroe Islands, schwa outside Azerbaijan.
fn tld_character(label: &Label<'_>, policy: &Policy) -> Option<usize> {
    let is_excused = |tlds: &[&[u8]]| policy.tld_exceptions && tlds.contains(&label.ascii_tld);
    let is_at_fault = |&unit: &u32| match unit {
        0xF0 | 0xFE => !is_excused(&[b"is", b"fo"]),
        0x259 => !is_excused(&[b"az"]),
        _ => false,
    };
    if label.text.len() > 1 { label.text.iter().position(is_at_fault) } else { None }
}

/// U+00B7 belongs between two l of Catalan.
fn middle_dot(label: &Label<'_>, policy: &Policy) -> Option<usize> {
    const DOT: u32 = 0xB7;
    let is_catalan = policy.tld_exceptions && label.ascii_tld == b"cat";
    let is_between = |place: usize| {
        let around = place.checked_sub(1).and_then(|before| label.text.get(before..)).and_then(<[u32]>::first_chunk);
        matches!(around, Some([0x6C, DOT, 0x6C]))
    };
    (0..)
        .zip(label.text)
        .find(|&(place, &unit)| unit == DOT && !(is_catalan && is_between(place)))
        .map(|(place, _)| place)
}

/// Whether a code point is of a script: not only used with it, as `Common` is.
pub(super) fn is_of(script: Scripts, unit: u32) -> bool {
    let set = Scripts::of(Security::of(unit));
    set.meets(script) && !set.is_all()
}

/// All letters of a script look like Latin ones.
fn whole_script_lookalike(label: &Label<'_>, policy: &Policy) -> Option<usize> {
    if WORDS.iter().any(|word| word.chars().map(u32::from).eq(label.text.iter().copied())) {
        return None;
    }
    let sets = label.text.iter().map(|&unit| Scripts::of(Security::of(unit))).filter(|set| !set.is_all());
    let scripts = sets.fold(Scripts::NONE, Scripts::union);
    SCRIPTS.iter().filter(|lookalikes| scripts.meets(lookalikes.script)).find_map(|lookalikes| {
        let of_script = |unit: &&u32| is_of(lookalikes.script, **unit);
        let is_excused = policy.tld_exceptions
            && (label.tld.iter().any(|unit| of_script(&unit))
                || lookalikes.tlds.iter().any(|tld| tld.as_bytes() == label.ascii_tld));
        let first = label.text.iter().position(|unit| of_script(&unit))?;
        let all_look_alike = label.text.iter().filter(of_script).all(|&unit| lookalikes.has(unit));
        (all_look_alike && !is_excused).then_some(first)
    })
}

/// It consists of ASCII digits and of what looks like them.
fn digit_lookalike(label: &Label<'_>) -> Option<usize> {
    let is_digit = |unit: u32| (0x30..=0x39).contains(&unit);
    let is_number = label.text.iter().all(|&unit| is_digit(unit) || is_digit_lookalike(unit));
    let first = label.text.iter().position(|&unit| is_digit_lookalike(unit));
    first.filter(|_| is_number)
}

/// Latin beyond ASCII is shown beside Greek and Cyrillic only, which other rules judge.
fn latin_with_other_script(label: &Label<'_>) -> Option<usize> {
    const LATIN: Scripts = Scripts::named(*b"Latn");
    const WITH_LATIN: Scripts = LATIN.union(Scripts::named(*b"Grek")).union(Scripts::named(*b"Cyrl"));
    let is_beside_latin =
        |&unit: &u32| matches!(unit, 0x30..=0x39 | 0x2E | 0x5F | 0x2D | 0x300..=0x339) || is_of(WITH_LATIN, unit);
    let first = label.text.iter().position(|&unit| unit >= 0x80 && is_of(LATIN, unit));
    first.filter(|_| !label.text.iter().all(is_beside_latin))
}

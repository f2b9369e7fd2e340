//! The rules, in the order in which they are asked. Each tells the place of the first character at fault.

use core::cell::OnceCell;

use super::context::{LATIN, LATIN_GREEK_OR_CYRILLIC, context_pattern, is_of};
use super::labels::Labels;
use super::lookalikes::{SCRIPTS, WORDS, is_digit_lookalike, is_listed, lookalikes_of};
use super::policy::{Policy, Reason};
use crate::bounded;
use crate::error::Error;
use crate::security::{RestrictionLevel, decompose, mixed_number};
use crate::unicode::{Props, Scripts, Security, skeleton_of};

/// A label that is not ASCII, in Unicode, and the top-level domain that it stands under.
pub(super) struct NamedLabel<'a> {
    text: &'a [u32],
    start: usize,
    tld: &'a Tld<'a>,
    seen: Seen,
}

impl<'a> NamedLabel<'a> {
    /// `start` is where it begins in the name.
    pub(super) fn new(text: &'a [u32], start: usize, tld: &'a Tld<'a>) -> Self {
        Self { text, start, tld, seen: Seen::of(text) }
    }

    /// Returns whether it stands under one of these top-level domains, which are ASCII.
    fn is_under(&self, tlds: &[&str]) -> bool {
        tlds.iter().any(|tld| tld.bytes().map(u32::from).eq(self.tld.text().iter().copied()))
    }
}

/// The top-level domain of a name. It is looked at when a rule asks for it, and once, as a name may have many labels.
pub(super) struct Tld<'a> {
    name: &'a Labels<'a>,
    /// True if the name looks like a watched one, so that this label is shown as an A-label.
    is_watched: bool,
    place: OnceCell<Place>,
    is_shown: OnceCell<bool>,
}

#[derive(Clone, Copy)]
struct Place {
    start: usize,
    size: usize,
    /// The bits of the scripts of its letters, of those whose letters look like Latin ones.
    scripts: u32,
}

impl<'a> Tld<'a> {
    pub(super) const fn of(name: &'a Labels<'a>, is_watched: bool) -> Self {
        Self { name, is_watched, place: OnceCell::new(), is_shown: OnceCell::new() }
    }

    fn place(&self) -> Place {
        *self.place.get_or_init(|| {
            let (start, text) = self.name.tld();
            let bits = SCRIPTS.iter().rev().map(|script| text.iter().any(|&unit| script.owns(unit)));
            Place { start, size: text.len(), scripts: bits.fold(0, |scripts, bit| scripts << 1 | u32::from(bit)) }
        })
    }

    fn text(&self) -> &'a [u32] {
        let Place { start, size, .. } = self.place();
        bounded::first(bounded::rest(self.name.text(), start), size)
    }

    /// The bits of the scripts that are usual under it: those of its letters, if these are shown. For the label itself
    /// they are usual in any case.
    fn usual_scripts(&self, label: &NamedLabel<'_>, policy: &Policy) -> Result<u32, Error> {
        let Place { start, scripts, .. } = self.place();
        if scripts == 0 || start == label.start {
            return Ok(scripts);
        }
        let is_shown = match self.is_shown.get() {
            Some(&is_shown) => is_shown,
            None => {
                let is_hidden = self.is_watched || self.name.is_invalid(start);
                let is_shown =
                    !is_hidden && first_reason(&NamedLabel::new(self.text(), start, self), policy)?.is_none();
                *self.is_shown.get_or_init(|| is_shown)
            }
        };
        Ok(if is_shown { scripts } else { 0 })
    }
}

/// The facts that one look at each character gives, so that most rules need no look of their own.
struct Seen {
    /// The flags that one of the characters has, and those that all have.
    any: Security,
    all: Security,
    /// True if a character is of those that have rules of their own.
    has_special: bool,
    /// True if the first character is a digit or looks like one.
    may_be_number: bool,
    /// True if no script has all of the characters.
    has_other_scripts: bool,
    /// A bit for each script whose letters look like Latin ones, if one of the characters is of it.
    lookalikes: u32,
}

impl Seen {
    /// A function of its own, so that the loop has the registers.
    #[inline(never)]
    fn of(text: &[u32]) -> Self {
        let (mut any, mut all, mut has_special) = (Security::NONE, Security::ALL, false);
        // Most labels have one set of scripts beside that of all scripts.
        let (mut one_set, mut has_other_sets) = (0, false);
        for &unit in text {
            let facts = Security::of(unit);
            any = any.or(facts);
            all = all.and(facts);
            has_special |= is_special(unit);
            let set = facts.script_set();
            if set != Security::ALL_SCRIPTS && set != one_set {
                has_other_sets |= one_set != Security::ALL_SCRIPTS;
                one_set = set;
            }
        }
        let may_be_number = text.first().is_some_and(|&unit| is_digit(unit) || is_digit_lookalike(unit));
        let (has_other_scripts, lookalikes) =
            if has_other_sets { scripts_of(text) } else { (false, lookalikes_of(one_set)) };
        Self { any, all, has_special, may_be_number, has_other_scripts, lookalikes }
    }

    /// Returns whether no rule objects to the label, whatever the policy is.
    fn is_plain(&self) -> bool {
        let has_other = self.has_special | self.may_be_number | self.has_other_scripts;
        let flags = self.all.has(Security::ALLOWED) & !self.any.has(Security::NONSPACING_MARK | Security::DIGITS);
        flags & !has_other & (self.lookalikes == 0)
    }
}

/// Returns whether no script has all characters of a text, and the bits of the scripts whose letters look like Latin
/// ones.
#[cold]
fn scripts_of(text: &[u32]) -> (bool, u32) {
    let facts = text.iter().map(|&unit| Security::of(unit));
    let (resolved, lookalikes) = facts.fold((Scripts::ALL, 0), |(resolved, lookalikes), facts| {
        (resolved.intersection(Scripts::of(facts)), lookalikes | lookalikes_of(facts.script_set()))
    });
    (resolved.is_empty(), lookalikes)
}

/// Returns whether a rule asks for a character by its name.
#[inline]
pub(super) fn is_special(unit: u32) -> bool {
    let block = SPECIAL.0.get(bounded::index(unit >> 7)).map_or(0, |&block| usize::from(block));
    let half = bounded::at(&SPECIAL.1, block << 1 | bounded::index(unit >> 6 & 1));
    half >> (unit & 0x3F) & 1 != 0
}

/// The same as bits: for each 128 code points the number of a block, and the two words of each block. Few blocks have
/// such a character; block 0 has none.
#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
#[allow(clippy::as_conversions, reason = "evaluated by the compiler")]
static SPECIAL: ([u8; BEHIND_SPECIAL as usize >> 7], [u64; 40]) = {
    let (mut block_of, mut words, mut blocks, mut unit) = ([0; BEHIND_SPECIAL as usize >> 7], [0; 40], 0, 0);
    while unit < BEHIND_SPECIAL {
        if is_named(unit) {
            let upper = unit as usize >> 7;
            if block_of[upper] == 0 {
                blocks += 1;
                block_of[upper] = blocks;
            }
            words[2 * block_of[upper] as usize + (unit as usize >> 6 & 1)] |= 1 << (unit & 0x3F);
        }
        unit += 1;
    }
    (block_of, words)
};

/// No rule asks for a character from here on.
const BEHIND_SPECIAL: u32 = 0xA800;

pub(super) const fn is_named(unit: u32) -> bool {
    is_listed(unit) || depends_on_neighbours(unit) || matches!(unit, MIDDLE_DOT | ETH | THORN | SCHWA)
}

const MIDDLE_DOT: u32 = 0xB7;
const ETH: u32 = 0xF0;
const THORN: u32 = 0xFE;
const SCHWA: u32 = 0x259;

/// One row per rule: its reason, whether a look at the characters of a label suspects it, and the place of the first
/// character for which it objects. A reason without a row is refused by the compiler.
macro_rules! rules {
    (|$seen:ident, $label:ident, $policy:ident| $($reason:ident: $suspicion:expr => $place:expr;)*) => {
        impl Seen {
            /// The bits of the reasons that the label may give. The others need not be asked.
            fn suspected(&self) -> u16 {
                let $seen = self;
                // All bits or none: a mask without a branch.
                0 $(| u16::from($suspicion).wrapping_neg() & Reason::$reason.bit())*
            }
        }

        fn place_at_fault(reason: Reason, $label: &NamedLabel<'_>, $policy: &Policy) -> Result<Option<usize>, Error> {
            Ok(match reason {
                $(Reason::$reason => $place,)*
            })
        }
    };
}

rules! {
    |seen, label, policy|
    // The name as a whole is asked for this one, and for the last.
    NotAnAlabel: false => None;
    DisallowedCharacter: seen.has_special | !seen.all.has(Security::ALLOWED) => disallowed_character(label, policy);
    MixedScripts: seen.has_other_scripts => mixed_scripts(label, policy);
    MixedNumbers: seen.any.has(Security::DIGITS) => mixed_number(label.text.iter().copied());
    RepeatedMark: seen.any.has(Security::NONSPACING_MARK) => repeated_mark(label)?;
    HiddenOverlay: seen.has_special => hidden_overlay(label);
    TldCharacter: seen.has_special => tld_character(label, policy);
    MiddleDot: seen.has_special => middle_dot(label, policy);
    WholeScriptLookalike: seen.lookalikes != 0 => whole_script_lookalike(label, policy)?;
    DigitLookalike: seen.may_be_number => digit_lookalike(label);
    LatinWithOtherScript: seen.has_other_scripts | seen.has_special => latin_with_other_script(label);
    ContextPattern: seen.has_other_scripts | seen.has_special => context_pattern(label.text);
    Watchlist: false => None;
}

/// The first rule of a policy for which a label is not shown in Unicode, and the place of the character at fault.
pub(super) fn first_reason(label: &NamedLabel<'_>, policy: &Policy) -> Result<Option<(Reason, usize)>, Error> {
    if label.seen.is_plain() {
        return Ok(None);
    }
    let not_asked = if is_of_one_script(label) { OF_SEVERAL_SCRIPTS } else { Reason::WholeScriptLookalike.bit() };
    let mut suspected = label.seen.suspected() & !not_asked;
    while let Some(&reason) = Reason::ALL.get(bounded::index(suspected.trailing_zeros())) {
        if policy.asks(reason)
            && let Some(place) = place_at_fault(reason, label, policy)?
        {
            return Ok(Some((reason, place)));
        }
        suspected &= !reason.bit();
    }
    Ok(None)
}

/// The rules that do not apply to a label of one script.
const OF_SEVERAL_SCRIPTS: u16 = Reason::LatinWithOtherScript.bit() | Reason::ContextPattern.bit();

/// Returns whether all of it is of one script and none of it depends on what stands beside it.
fn is_of_one_script(label: &NamedLabel<'_>) -> bool {
    let depends = label.seen.has_special && label.text.iter().any(|&unit| depends_on_neighbours(unit));
    !depends && !label.seen.has_other_scripts
}

const fn depends_on_neighbours(unit: u32) -> bool {
    matches!(unit, 0x3078..=0x307A | 0x30D8..=0x30DA | 0x30FB..=0x30FE | 0x300..=0x339)
}

/// Identifier_Status (UTS #39 section 3.1).
fn disallowed_character(label: &NamedLabel<'_>, policy: &Policy) -> Option<usize> {
    let is_refused =
        |&unit: &u32| !Security::of(unit).has(Security::ALLOWED) || policy.listed_characters && is_listed(unit);
    label.text.iter().position(is_refused)
}

/// The restriction level (UTS #39 section 5.2). At fault is the first character whose script no other one before has.
fn mixed_scripts(label: &NamedLabel<'_>, policy: &Policy) -> Option<usize> {
    if RestrictionLevel::of_scripts(label.text.iter().copied()) <= policy.restriction {
        return None;
    }
    let mut resolved = Scripts::ALL;
    label.text.iter().position(|&unit| {
        resolved = resolved.intersection(Scripts::of(Security::of(unit)));
        resolved.is_empty()
    })
}

/// The same nonspacing mark twice on one character (UTS #39 section 5.4).
fn repeated_mark(label: &NamedLabel<'_>) -> Result<Option<usize>, Error> {
    let mut decomposed = Vec::new();
    for (place, &unit) in label.text.iter().enumerate() {
        if !Security::of(unit).has(Security::NONSPACING_MARK) {
            decomposed.clear();
        }
        let before = decomposed.len();
        decompose(unit, &mut decomposed)?;
        let is_mark = |unit: &u32| Security::of(*unit).has(Security::NONSPACING_MARK);
        let (marks, more) = (bounded::first(&decomposed, before), bounded::rest(&decomposed, before));
        if more.iter().filter(|unit| is_mark(unit)).any(|mark| marks.contains(mark)) {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

const DOT_ABOVE: u32 = 0x307;

/// A dot above what has a dot, or looks like that: UTS #39 section 5.4, "sequences of a dot above".
fn hidden_overlay(label: &NamedLabel<'_>) -> Option<usize> {
    let mut has_dot = false;
    label.text.iter().position(|&unit| {
        let is_hidden = has_dot && unit == DOT_ABOVE;
        // Marks of another class stand elsewhere and hide nothing.
        if matches!(Props::of(unit).combining_class(), 0 | 230) {
            has_dot = may_hide_a_dot(unit);
        }
        is_hidden
    })
}

fn may_hide_a_dot(unit: u32) -> bool {
    let is_dotted =
        |unit: u32| matches!(unit, 0x69 | 0x6A | 0x6C | 0x131 | 0x237) || Security::of(unit).has(Security::SOFT_DOTTED);
    is_dotted(unit) || skeleton_of(unit).and_then(<[u32]>::last).is_some_and(|&last| is_dotted(last))
}

/// Thorn and eth outside Iceland and the Faroe Islands, schwa outside Azerbaijan.
fn tld_character(label: &NamedLabel<'_>, policy: &Policy) -> Option<usize> {
    let is_excused = |tlds: &[&str]| policy.tld_exceptions && label.is_under(tlds);
    let is_at_fault = |&unit: &u32| match unit {
        ETH | THORN => !is_excused(&["is", "fo"]),
        SCHWA => !is_excused(&["az"]),
        _ => false,
    };
    if label.text.len() > 1 { label.text.iter().position(is_at_fault) } else { None }
}

/// U+00B7 belongs between two l of Catalan: as RFC 5892 appendix A.3 has it, but under `.cat` alone.
fn middle_dot(label: &NamedLabel<'_>, policy: &Policy) -> Option<usize> {
    let is_catalan = policy.tld_exceptions && label.is_under(&["cat"]);
    let is_between = |place: usize| {
        let around = place.checked_sub(1).and_then(|before| label.text.get(before..)).and_then(<[u32]>::first_chunk);
        matches!(around, Some([0x6C, MIDDLE_DOT, 0x6C]))
    };
    label.text.iter().enumerate().position(|(place, &unit)| unit == MIDDLE_DOT && !(is_catalan && is_between(place)))
}

/// All letters of a script look like Latin ones.
fn whole_script_lookalike(label: &NamedLabel<'_>, policy: &Policy) -> Result<Option<usize>, Error> {
    let (mut scripts, mut first) = (label.seen.lookalikes, None);
    while let Some(lookalikes) = SCRIPTS.get(bounded::index(scripts.trailing_zeros())) {
        let number = scripts.trailing_zeros();
        scripts &= bounded::sub(scripts, 1);
        let all_look_alike = label.text.iter().all(|&unit| lookalikes.has(unit) || !lookalikes.owns(unit));
        let is_excused = all_look_alike
            && policy.tld_exceptions
            && (label.is_under(lookalikes.tlds) || label.tld.usual_scripts(label, policy)? >> number & 1 != 0);
        if all_look_alike && !is_excused {
            let place = label.text.iter().position(|&unit| lookalikes.owns(unit));
            first = first.into_iter().chain(place).min();
        }
    }
    let is_word = || WORDS.iter().any(|word| word.chars().map(u32::from).eq(label.text.iter().copied()));
    Ok(first.filter(|_| !is_word()))
}

/// It consists of ASCII digits and of what looks like them.
fn digit_lookalike(label: &NamedLabel<'_>) -> Option<usize> {
    let is_number = label.text.iter().all(|&unit| is_digit(unit) || is_digit_lookalike(unit));
    if is_number { label.text.iter().position(|&unit| !is_digit(unit)) } else { None }
}

const fn is_digit(unit: u32) -> bool {
    matches!(unit, 0x30..=0x39)
}

/// Latin beyond ASCII is shown beside Greek and Cyrillic only, which other rules judge.
fn latin_with_other_script(label: &NamedLabel<'_>) -> Option<usize> {
    let is_beside_latin = |&unit: &u32| {
        matches!(unit, 0x30..=0x39 | 0x2E | 0x5F | 0x2D | 0x300..=0x339) || is_of(LATIN_GREEK_OR_CYRILLIC, unit)
    };
    let first = label.text.iter().position(|&unit| unit >= 0x80 && is_of(LATIN, unit));
    first.filter(|_| !label.text.iter().all(is_beside_latin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_label_is_suspected_by_no_rule() {
        let mut plain = 0;
        for unit in 0..=0x10_FFFF {
            for text in [&[unit][..], &[0x61, unit], &[unit, 0x3B1], &[0x430, unit, 0x31]] {
                let seen = Seen::of(text);
                plain += usize::from(seen.is_plain());
                assert!(!seen.is_plain() || seen.suspected() == 0, "{text:X?}");
            }
        }
        assert!(plain > 10_000, "{plain}");
    }
}

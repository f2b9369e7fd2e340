//! The validity criteria of UTS #46 section 4.1, and those of RFC 5891 section 4.2 and RFC 3491 that take their place
//! in the other families of profiles. Each stands here once, in a function named after it.
//!
//! A rule tells a [`Report`] what is wrong and where. A report that wants one problem ends the rule with `Err`: so
//! converting a label and explaining its refusal take the same walk over the rules.
//!
//! Criterion 5, no full stop, holds by itself under UTS #46: a name is broken into labels at its full
//! stops, and no character but the four separators is mapped to a text with one. Nameprep does map characters to such
//! texts, so there the rule on code points refuses it.

mod bidi;
mod code_points;
mod context_j;
mod context_o;
mod hyphens;
mod initial_mark;
pub(crate) mod length;
mod mapped;
mod nfc;
mod report;

use bidi::bidi_rule_of;
pub(crate) use bidi::{bidi_rule, is_rtl};
pub(super) use bidi::{ldh_satisfies_bidi_rule, satisfies_bidi_rule};
pub(crate) use code_points::code_points;
pub(super) use code_points::{doubtful, is_refused_anywhere, passes_as_ascii, passes_in_dns, refused_anywhere};
pub(crate) use context_j::are_joiners_in_context;
pub(crate) use context_o::are_others_in_context;
pub(crate) use hyphens::hyphens;
pub(crate) use initial_mark::initial_mark;
pub(super) use mapped::{refusal, refused_mapping};
pub(crate) use nfc::nfc;
pub(super) use report::Stop;
pub(crate) use report::{Refused, Report};

use super::older::refusal_of_version;
use super::prefix;
use super::task::Task;
use super::unit::Unit;
use crate::bounded;
use crate::error::ErrorKind;
use crate::profile::{Profile, Rules};
use crate::unicode::{Gathered, Props};

/// The validity criteria of a label in lower case, in the order that [`to_ascii`](crate::to_ascii) documents. The facts
/// of a label only let rules be skipped; the rules decide. Not among them are the lengths (of ASCII and of more than 63
/// code points before these, of an A-label behind them), the prefix ([`no_prefix`]) and the Bidi Rule ([`bidi`]).
#[inline(always)]
pub(super) fn validate<U: Unit>(
    text: &[U],
    facts: Gathered,
    task: &Task<'_>,
    report: &mut dyn Report,
) -> Result<(), Refused> {
    let profile = task.profile;
    let is_idna2003 = profile.rules == Rules::Idna2003;
    // Octets are ASCII, which is NFC and not right-to-left: what is asked about these has code points.
    let code_points_of = |text| bounded::present(U::as_code_points(text));
    if !is_idna2003 && facts.has(Props::MAY_NOT_BE_NFC) {
        nfc(code_points_of(text), task.memory, report)?;
    }
    hyphens(text, profile, report)?;
    if !is_idna2003 && facts.has(Props::MARK) && !begins_with_unknown(text, profile) {
        initial_mark(text, report)?;
    }
    // Criterion 8 and the CONTEXTO rules with it.
    if facts.has(doubtful(profile)) || profile.older().is_some() {
        code_points(text, profile, report)?;
    }
    // Every code point of table D.1 is R, AL or AN.
    if is_idna2003 && profile.check_bidi && is_rtl(facts.bidi_classes()) {
        bidi::bidi_of_2003(code_points_of(text), report)?;
    }
    Ok(())
}

/// Returns whether a label begins with a code point that the version of Unicode of the profile refuses, and of which it
/// does not say that it is a mark.
fn begins_with_unknown<U: Unit>(text: &[U], profile: &Profile) -> bool {
    let is_refused = |&first: &U| refusal_of_version(first.into(), profile).is_some();
    profile.older().is_some() && text.first().is_some_and(is_refused)
}

/// Criterion 4: a label that begins with the prefix is an A-label, and so ASCII. No other problem is looked for.
#[inline(always)]
pub(super) fn no_prefix(text: &[u32], report: &mut dyn Report) -> Result<(), Refused> {
    if prefix::payload(text).is_some() { Err(not_a_digit(text, report)) } else { Ok(()) }
}

/// A character beyond ASCII is not a digit of a payload (RFC 3492 section 5).
#[cold]
fn not_a_digit(text: &[u32], report: &mut dyn Report) -> Refused {
    let place = text.iter().position(|&unit| unit >= 0x80).unwrap_or_default();
    report.at(ErrorKind::InvalidAlabel, place, text.get(place).copied()).err().unwrap_or(Refused)
}

/// The effect of a label on its name under the Bidi Rule. This is one value, not two flags: a processor that reads two
/// parts together just after it wrote them one by one has to wait.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum InName {
    #[default]
    Neither,
    /// An RTL label makes its name a Bidi domain name (RFC 5893 section 1.4).
    IsRtl,
    /// It breaks the rule if its name is a Bidi domain name: where another label makes it one, this label is converted
    /// again.
    BreaksBidiRule,
}

/// CheckBidi (criterion 9) of a label that satisfies the Bidi Rule or does not, and is an RTL label or is not.
#[inline(always)]
pub(super) fn bidi<U: Unit>(
    text: &[U],
    satisfies: bool,
    is_rtl: bool,
    task: &Task<'_>,
    report: &mut dyn Report,
) -> Result<InName, Refused> {
    // IDNA2003 has the rule of RFC 3454 instead, and asks it of labels alone.
    if satisfies || !task.profile.check_bidi || task.profile.rules == Rules::Idna2003 {
        return Ok(if is_rtl { InName::IsRtl } else { InName::Neither });
    }
    if task.in_bidi_name || is_rtl {
        match task.profile.older() {
            None => bidi_rule(text, report)?,
            Some(version) => bidi_rule_of(version, text, report)?,
        }
    }
    Ok(InName::BreaksBidiRule)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::label::task::Form;
    use crate::memory::Refusals;
    use crate::unicode::BidiClass;

    /// Returns whether a text obeys the criteria, with these facts about it.
    fn obeys(text: &[u32], facts: Gathered, profile: &Profile, in_bidi_name: bool) -> bool {
        let memory = &Refusals::default();
        let task = Task { profile, form: Form::Ascii, in_bidi_name, is_first: true, memory };
        let classes = facts.bidi_classes();
        let (satisfies, is_rtl) = (satisfies_bidi_rule(text, classes, profile), is_rtl(classes));
        validate(text, facts, &task, &mut Stop).and_then(|()| bidi(text, satisfies, is_rtl, &task, &mut Stop)).is_ok()
    }

    proptest! {
        /// The same whether the rules are skipped that the facts say cannot be broken, or all are asked.
        #[test]
        fn facts_skip_rules_and_decide_nothing(
            label in "([a-z0-9_.%-]|[\u{200C}\u{200D}\u{905}-\u{94D}]|[\u{627}-\u{669}\u{5D0}-\u{5EA}]|[·ʹ・カα]|\\PC){1,8}",
            in_bidi_name: bool,
        ) {
            let label: Vec<u32> = label.chars().map(u32::from).collect();
            let facts = Gathered::of(label.iter().copied());
            let mut lax = Profile::UTS46;
            (lax.check_joiners, lax.use_std3_ascii_rules, lax.check_hyphens) = (false, false, true);
            for profile in [&Profile::UTS46, &Profile::WHATWG, &Profile::IDNA2008, &Profile::IDNA2003, &lax] {
                // With a space among them, the classes are not those of marks and letters alone.
                let gathered = Gathered::of(label.iter().copied().chain([0x20]));
                let with_all_rules = Gathered(gathered.0 | u64::from(u32::MAX));
                prop_assert_eq!(
                    obeys(&label, facts, profile, in_bidi_name),
                    obeys(&label, with_all_rules, profile, in_bidi_name)
                );
            }
        }
    }

    #[test]
    fn a_label_satisfies_the_bidi_rule_where_the_rule_finds_nothing() {
        // One character of each class that a label may have, and of one that it may not.
        let characters = [0x61, 0x5D0, 0x627, 0x31, 0x661, 0x2D, 0x2C, 0x25, 0x21, 0xAD, 0x301, 0x20];
        let class = |unit| Props::of(unit).bidi_class();
        assert_eq!(
            characters.map(class)[..5],
            [BidiClass::L, BidiClass::R, BidiClass::AL, BidiClass::EN, BidiClass::AN]
        );
        for number in 0..12_usize.pow(4) {
            let label = [1, 12, 144, 1_728].map(|place| characters.get(number / place % 12).copied().unwrap_or(0));
            let classes = Gathered::of(label.into_iter()).bidi_classes();
            assert_eq!(
                satisfies_bidi_rule(&label, classes, &Profile::UTS46),
                bidi_rule(&label, &mut Stop).is_ok(),
                "{label:X?}"
            );
        }
    }

    #[test]
    fn of_letters_digits_and_hyphens_the_ends_matter_to_the_bidi_rule() {
        let ldh = |number: usize| b"az09-".get(number).copied();
        for number in 0..6_usize.pow(5) {
            // The sixth is nothing, so that there are labels of all lengths up to five.
            let label: Vec<u8> =
                [1, 6, 36, 216, 1_296].into_iter().filter_map(|place| ldh(number / place % 6)).collect();
            assert_eq!(ldh_satisfies_bidi_rule(&label), bidi_rule(&label, &mut Stop).is_ok(), "{label:?}");
        }
    }
}

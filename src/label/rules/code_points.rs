//! Criterion 7: the status of each code point, and with it criterion 8 and the CONTEXTO rules, which are asked in the
//! same walk so that the first problem is the leftmost.

use super::context_j::ContextJ;
use super::context_o::ContextO;
use super::report::{Refused, Report};
use crate::error::ErrorKind;
use crate::label::input::is_separator;
use crate::label::older::{Newest, Older, Tables, refusal_of_version};
use crate::label::unit::Unit;
use crate::paths::takes;
use crate::profile::{Profile, Rules};
use crate::unicode::{DerivedProperty, Props, is_prohibited, is_unassigned};

/// Every code point has a status that the profile allows, and stands in a context that allows it.
///
/// Linear: the facts about a whole label that the contexts need are gathered once. CVE-2024-3651 was a scan for each
/// character.
pub(crate) fn code_points<U: Unit>(text: &[U], profile: &Profile, report: &mut dyn Report) -> Result<(), Refused> {
    takes!("criterion 7");
    report.next_rule();
    match profile.older() {
        None => code_points_by(Newest, text, profile, report),
        Some(version) => code_points_by(Older(version), text, profile, report),
    }
}

#[inline(always)]
fn code_points_by<U: Unit>(
    tables: impl Tables,
    text: &[U],
    profile: &Profile,
    report: &mut dyn Report,
) -> Result<(), Refused> {
    let mut context_j = ContextJ::default();
    let context_o = if profile.rules == Rules::Idna2008 { ContextO::of(text, tables) } else { ContextO::default() };
    for (place, &unit) in text.iter().enumerate() {
        let unit = unit.into();
        let props = tables.props(unit);
        if asks_context_j(profile) {
            context_j.next(place, unit, props, report)?;
        }
        let of_version = tables.refusal(unit, profile);
        let problem = of_version.or_else(|| match profile.rules {
            Rules::Uts46 => status_of_uts46(props, profile),
            Rules::Idna2008 => match props.derived_property() {
                DerivedProperty::Pvalid | DerivedProperty::ContextJ => None,
                DerivedProperty::ContextO => {
                    (!context_o.allows(text, place, unit, tables)).then_some(ErrorKind::ContextO)
                }
                DerivedProperty::Disallowed | DerivedProperty::Unassigned => Some(ErrorKind::DisallowedCodepoint),
            },
            Rules::Idna2003 => status_of_nameprep(unit, props, profile),
        });
        if let Some(kind) = problem {
            report.at(kind, place, Some(unit))?;
        }
    }
    context_j.end(report)
}

/// Returns whether a code point that is left after mapping is refused whatever stands around it.
pub(in crate::label) fn is_refused_anywhere(unit: u32, profile: &Profile) -> bool {
    if refusal_of_version(unit, profile).is_some() {
        return true;
    }
    let props = Props::of(unit);
    match profile.rules {
        Rules::Uts46 => status_of_uts46(props, profile).is_some(),
        Rules::Idna2008 => {
            matches!(props.derived_property(), DerivedProperty::Disallowed | DerivedProperty::Unassigned)
        }
        Rules::Idna2003 => status_of_nameprep(unit, props, profile).is_some(),
    }
}

/// The status of UTS #46, UseSTD3ASCIIRules, and the forbidden domain code points of the URL standard.
fn status_of_uts46(props: Props, profile: &Profile) -> Option<ErrorKind> {
    match props.bits() & refused_anywhere(profile) {
        0 => None,
        refused if refused & Props::NOT_LDH != 0 => Some(ErrorKind::Std3Disallowed),
        _ => Some(ErrorKind::DisallowedCodepoint),
    }
}

/// RFC 3491 sections 5 and 7, and UseSTD3ASCIIRules (RFC 3490 section 4). NFKC makes full stops of some characters,
/// such as U+2488.
fn status_of_nameprep(unit: u32, props: Props, profile: &Profile) -> Option<ErrorKind> {
    if profile.use_std3_ascii_rules && props.bits() & Props::NOT_LDH != 0 {
        return Some(ErrorKind::Std3Disallowed);
    }
    if is_separator(unit) {
        return Some(ErrorKind::LabelSeparator);
    }
    if is_prohibited(unit) {
        return Some(ErrorKind::DisallowedCodepoint);
    }
    (!profile.allow_unassigned && is_unassigned(unit)).then_some(ErrorKind::Unassigned)
}

/// Returns whether criterion 8 is asked: CheckJoiners, or the CONTEXTJ rules.
const fn asks_context_j(profile: &Profile) -> bool {
    // Nameprep maps joiners to nothing.
    matches!(profile.rules, Rules::Idna2008) || matches!(profile.rules, Rules::Uts46) && profile.check_joiners
}

/// The facts that call for this rule: a code point with none of these bits is allowed in any context.
pub(in crate::label) const fn doubtful(profile: &Profile) -> u32 {
    match profile.rules {
        Rules::Uts46 if asks_context_j(profile) => refused_anywhere(profile) | Props::JOINER,
        Rules::Uts46 => refused_anywhere(profile),
        Rules::Idna2008 => Props::NOT_PVALID,
        Rules::Idna2003 => Props::NOT_PREPARED,
    }
}

/// The facts of a code point that UTS #46 refuses whatever stands around it; none for the other families.
pub(in crate::label) const fn refused_anywhere(profile: &Profile) -> u32 {
    let std3 = if profile.use_std3_ascii_rules { Props::NOT_LDH } else { 0 };
    let url = if profile.deny_url_code_points { Props::URL_FORBIDDEN } else { 0 };
    match profile.rules {
        Rules::Uts46 => Props::NOT_VALID_UTS46 | std3 | url,
        Rules::Idna2008 | Rules::Idna2003 => 0,
    }
}

/// The one rule of the profile DNS on an ASCII label: letters, digits, hyphens and underscores, or `*` alone at the
/// beginning of the name (RFC 4592).
pub(in crate::label) fn passes_as_ascii(label: &[u8], is_first: bool, report: &mut dyn Report) -> Result<(), Refused> {
    if (is_first && label == b"*") || label.iter().all(passes_in_dns) {
        return Ok(());
    }
    report.next_rule();
    for (place, octet) in label.iter().enumerate().filter(|&(_, octet)| !passes_in_dns(octet)) {
        report.at(ErrorKind::Std3Disallowed, place, Some((*octet).into()))?;
    }
    Ok(())
}

/// Returns whether a character in lower case may stand in an ASCII label of the profile DNS.
pub(in crate::label) const fn passes_in_dns(octet: &u8) -> bool {
    matches!(octet, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_')
}

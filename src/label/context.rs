//! The rules that look at one code point at a time, and at its neighbours where its context decides.

use super::text::Unit;
use crate::error::ErrorKind;
use crate::profile::{Profile, Rules};
use crate::unicode::{ContextScript, DerivedProperty, JoiningType, Props, Uts46Status, is_prohibited, is_unassigned};

const NON_JOINER: u32 = 0x200C;
const JOINER: u32 = 0x200D;
const KATAKANA_MIDDLE_DOT: u32 = 0x30FB;

/// Reports every code point of a label that its profile refuses, with its place. Linear: contexts are gathered once.
///
/// A joiner is reported when its right context is known, so places need not come in order.
pub(crate) fn refused<U: Unit>(label: &[U], profile: &Profile, report: &mut dyn FnMut(ErrorKind, usize)) {
    let mut joiners = Joiners::default();
    let context = Context::of(label, profile);
    let checks_joiners = profile.rules == Rules::Idna2008 || (profile.rules == Rules::Uts46 && profile.check_joiners);
    for (place, &unit) in label.iter().enumerate() {
        let unit = unit.into();
        let props = Props::of(unit);
        if checks_joiners {
            joiners.see(place, unit, props, report);
        }
        let kind = match profile.rules {
            Rules::Uts46 => uts46(props, profile),
            Rules::Idna2008 => context.idna2008(label, place, unit, props),
            Rules::Idna2003 => idna2003(unit, props, profile),
        };
        if let Some(kind) = kind {
            report(kind, place);
        }
    }
    joiners.end(report);
}

fn uts46(props: Props, profile: &Profile) -> Option<ErrorKind> {
    if profile.use_std3_ascii_rules && props.bits() & Props::NOT_LDH != 0 {
        return Some(ErrorKind::Std3Disallowed);
    }
    let url = profile.deny_url_code_points && props.bits() & Props::URL_FORBIDDEN != 0;
    (url || props.uts46_status() != Uts46Status::Valid).then_some(ErrorKind::DisallowedCodepoint)
}

/// RFC 3491 sections 5 and 7, and UseSTD3ASCIIRules. NFKC makes full stops of some characters, such as U+2488.
fn idna2003(unit: u32, props: Props, profile: &Profile) -> Option<ErrorKind> {
    if profile.use_std3_ascii_rules && props.bits() & Props::NOT_LDH != 0 {
        return Some(ErrorKind::Std3Disallowed);
    }
    if super::is_separator(unit) {
        return Some(ErrorKind::LabelSeparator);
    }
    if is_prohibited(unit) {
        return Some(ErrorKind::DisallowedCodepoint);
    }
    (!profile.allow_unassigned && is_unassigned(unit)).then_some(ErrorKind::Unassigned)
}

/// What the CONTEXTO rules ask about a whole label (RFC 5892 appendix A.7 to A.9).
#[derive(Default)]
struct Context {
    has_japanese: bool,
    has_arabic_digit: bool,
    has_extended_digit: bool,
}

impl Context {
    fn of<U: Unit>(label: &[U], profile: &Profile) -> Self {
        let mut context = Self::default();
        if profile.rules == Rules::Idna2008 {
            for &unit in label {
                let unit = unit.into();
                let script = Props::of(unit).context_script();
                context.has_japanese |= script == ContextScript::Japanese && unit != KATAKANA_MIDDLE_DOT;
                context.has_arabic_digit |= matches!(unit, 0x660..=0x669);
                context.has_extended_digit |= matches!(unit, 0x6F0..=0x6F9);
            }
        }
        context
    }

    fn idna2008<U: Unit>(&self, label: &[U], place: usize, unit: u32, props: Props) -> Option<ErrorKind> {
        match props.derived_property() {
            DerivedProperty::Pvalid | DerivedProperty::ContextJ => None,
            DerivedProperty::ContextO => (!self.allows(label, place, unit)).then_some(ErrorKind::ContextO),
            DerivedProperty::Disallowed | DerivedProperty::Unassigned => Some(ErrorKind::DisallowedCodepoint),
        }
    }

    /// RFC 5892 appendix A.3 to A.9.
    fn allows<U: Unit>(&self, label: &[U], place: usize, unit: u32) -> bool {
        const SMALL_L: Option<u32> = Some(0x6C);
        let before = place.checked_sub(1).and_then(|before| label.get(before)).map(|&unit| unit.into());
        let after = place.checked_add(1).and_then(|after| label.get(after)).map(|&unit| unit.into());
        let is_of = |unit: Option<u32>, script| unit.is_some_and(|unit| Props::of(unit).context_script() == script);
        match unit {
            0xB7 => before == SMALL_L && after == SMALL_L,
            0x375 => is_of(after, ContextScript::Greek),
            0x5F3 | 0x5F4 => is_of(before, ContextScript::Hebrew),
            KATAKANA_MIDDLE_DOT => self.has_japanese,
            0x660..=0x669 => !self.has_extended_digit,
            0x6F0..=0x6F9 => !self.has_arabic_digit,
            _ => false,
        }
    }
}

/// RFC 5892 appendix A.1 and A.2, in one walk from left to right.
#[derive(Default)]
struct Joiners {
    after_virama: bool,
    /// Whether the last code point that is not transparent joins to its left-hand side's right.
    joins_onward: bool,
    /// A non-joiner whose left context is good; the next code point that is not transparent decides.
    waiting: Option<usize>,
}

impl Joiners {
    fn see(&mut self, place: usize, unit: u32, props: Props, report: &mut dyn FnMut(ErrorKind, usize)) {
        let joining = props.joining_type();
        if joining != JoiningType::Transparent {
            let joins_back = matches!(joining, JoiningType::RightJoining | JoiningType::DualJoining);
            if let Some(waiting) = self.waiting.take().filter(|_| !joins_back) {
                report(ErrorKind::ContextJ, waiting);
            }
        }
        match unit {
            NON_JOINER if !self.after_virama && self.joins_onward => self.waiting = Some(place),
            NON_JOINER | JOINER if !self.after_virama => report(ErrorKind::ContextJ, place),
            _ => {}
        }
        if joining != JoiningType::Transparent {
            self.joins_onward = matches!(joining, JoiningType::LeftJoining | JoiningType::DualJoining);
        }
        self.after_virama = props.is_virama();
    }

    fn end(self, report: &mut dyn FnMut(ErrorKind, usize)) {
        if let Some(waiting) = self.waiting {
            report(ErrorKind::ContextJ, waiting);
        }
    }
}

//! Actions: which disposition a label gets (RFC 7940 section 7). They are asked in order, and the first that is met
//! decides. Five actions of the standard come after those of the file (section 7.6).

use super::fault::{RuleFault, RuleFileError};
use super::names::Interner;
use super::order::order;
use super::rules::ReadRules;
use super::xml::{self, XmlNode, fault};
use crate::error::Error;
use crate::{bounded, memory};

/// A set of types of variants: bit n for the type of number n.
pub(super) type KindSet = u128;

/// The most types of a file.
const MOST_KINDS: usize = 128;

/// The set of the type of this number; nothing for the number of none.
#[inline]
pub(super) fn kind(number: u32) -> KindSet {
    1_u128.checked_shl(number).unwrap_or(0)
}

/// The rule that must match, or must not.
#[derive(Clone, Copy, Debug)]
pub(super) enum OnRule {
    Nothing,
    Match(u32),
    NotMatch(u32),
}

/// The types of variants that are asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum OnKinds {
    Nothing,
    Any(KindSet),
    All(KindSet),
    /// All, and no code point stands for itself.
    Only(KindSet),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    /// The number of the disposition.
    pub(super) disposition: u32,
    pub(super) rule: OnRule,
    pub(super) kinds: OnKinds,
}

impl OnKinds {
    /// Returns whether a label is meant whose variants have these types. `is_whole` says that all of it is by mappings.
    #[inline]
    pub(super) fn is_met(self, found: KindSet, is_whole: bool) -> bool {
        match self {
            Self::Nothing => true,
            Self::Any(kinds) => found & kinds != 0,
            Self::All(kinds) => found != 0 && found & !kinds == 0,
            Self::Only(kinds) => found != 0 && found & !kinds == 0 && is_whole,
        }
    }
}

/// The dispositions and types that the standard names: a label is refused whose disposition is the first.
pub(super) const INVALID: &str = "invalid";
const DEFAULTS: [(&str, Option<&str>); 5] = [
    (INVALID, Some("out-of-repertoire-var")),
    ("blocked", Some("blocked")),
    ("allocatable", Some("allocatable")),
    ("activated", Some("activated")),
    ("valid", None),
];

/// The actions while they are read.
#[derive(Default)]
pub(super) struct ReadActions<'a> {
    pub(super) decisions: Vec<Decision>,
    pub(super) dispositions: Interner<'a>,
}

impl<'a> ReadActions<'a> {
    /// Reads an action below `rules`.
    pub(super) fn add(
        &mut self,
        node: XmlNode<'a>,
        rules: &ReadRules<'a>,
        kinds: &mut Interner<'a>,
    ) -> Result<(), RuleFileError> {
        let names = ["disp", "match", "not-match", "any-variant", "all-variants", "only-variants"];
        let [disposition, is_match, not_match, any, all, only] = xml::values(node, names)?;
        let Some(disposition) = disposition else { return Err(fault(node, RuleFault::InvalidAction)) };
        let rule = match (is_match, not_match) {
            (None, None) => OnRule::Nothing,
            (Some(name), None) => OnRule::Match(whole_rule(node, name, rules)?),
            (None, Some(name)) => OnRule::NotMatch(whole_rule(node, name, rules)?),
            (Some(_), Some(_)) => return Err(fault(node, RuleFault::InvalidAction)),
        };
        let mut set = |text: &'a str| -> Result<KindSet, RuleFileError> {
            let mut set = 0;
            for word in xml::words(text) {
                set |= kind(kinds.number(word)?);
            }
            Ok(set)
        };
        let kinds = match (any, all, only) {
            (None, None, None) => OnKinds::Nothing,
            (Some(text), None, None) => OnKinds::Any(set(text)?),
            (None, Some(text), None) => OnKinds::All(set(text)?),
            (None, None, Some(text)) => OnKinds::Only(set(text)?),
            _ => return Err(fault(node, RuleFault::InvalidAction)),
        };
        let disposition = self.dispositions.number(disposition)?;
        Ok(memory::push(&mut self.decisions, Decision { disposition, rule, kinds })?)
    }

    /// Adds the actions of the standard.
    pub(super) fn finish(&mut self, kinds: &mut Interner<'a>) -> Result<(), RuleFileError> {
        for (disposition, any) in DEFAULTS {
            let disposition = self.dispositions.number(disposition)?;
            let number = any.map(|name| kinds.number(name)).transpose()?;
            let kinds = number.map_or(OnKinds::Nothing, |number| OnKinds::Any(kind(number)));
            memory::push(&mut self.decisions, Decision { disposition, rule: OnRule::Nothing, kinds })?;
        }
        if kinds.names().len() > MOST_KINDS {
            return Err(RuleFileError::new(RuleFault::TooComplex, 1));
        }
        Ok(())
    }
}

/// The number of a rule that speaks of whole labels: it has no anchor.
fn whole_rule(node: XmlNode<'_>, name: &str, rules: &ReadRules<'_>) -> Result<u32, RuleFileError> {
    let number = rules.names.known(name).ok_or_else(|| fault(node, RuleFault::UnknownRule))?;
    let rule = rules.rules.get(bounded::index(number));
    if rule.is_some_and(|rule| !rule.around.is_empty()) {
        return Err(fault(node, RuleFault::MisplacedAnchor));
    }
    Ok(number)
}

/// The names of types in their order.
pub(super) fn names_of(kinds: KindSet, names: &[String]) -> Result<Vec<&str>, Error> {
    let count = bounded::index(kinds.count_ones());
    let mut numbers = memory::collected((0..128).filter(|number| kind(*number) & kinds != 0), count)?;
    let name = |number: u32| names.get(bounded::index(number)).map_or("", String::as_str);
    order(&mut numbers, &|a, b| name(a).cmp(name(b)));
    memory::collected(numbers.iter().map(|number| name(*number)), count)
}

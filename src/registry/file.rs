//! One file of rules, compiled.

use std::sync::OnceLock;

use roxmltree::Document;

use super::actions::{Decision, INVALID, KindSet, ReadActions, kind};
use super::classes::{Classes, ReadClasses};
use super::fault::{RuleFault, RuleFileError};
use super::meta::AboutRules;
use super::repertoire::{Condition, LabelRepertoire, Read, Span};
use super::rules::{LabelRule, Matcher, ReadRules};
use super::xml::{self, XmlNode, fault};
use crate::{bounded, memory};

/// A file of rules.
pub(super) struct RuleFile {
    pub(super) about: AboutRules,
    pub(super) repertoire: LabelRepertoire,
    pub(super) classes: Classes,
    pub(super) rules: Vec<LabelRule>,
    pub(super) rule_names: Vec<String>,
    /// Of each rule, the places of its alternatives with an anchor among those of all rules.
    anchor_places: Vec<AnchorPlaces>,
    pub(super) anchors: usize,
    pub(super) decisions: Vec<Decision>,
    pub(super) dispositions: Vec<String>,
    /// The names of the types of variants.
    pub(super) kinds: Vec<String>,
    /// The type of code points that are listed for the sake of others.
    pub(super) foreign: KindSet,
    /// The number of the disposition of labels that are refused.
    pub(super) invalid: u32,
    /// The least texts of classes, made when `family.rs` is first asked.
    pub(super) leasts: OnceLock<Vec<Span>>,
}

/// Where the alternatives of a rule stand among those of all.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnchorPlaces {
    first: usize,
    count: usize,
}

impl AnchorPlaces {
    pub(super) fn first(self) -> usize {
        self.first
    }

    pub(super) fn of<T>(self, items: &[T]) -> &[T] {
        bounded::part(items, self.first..bounded::add(self.first, self.count))
    }
}

impl RuleFile {
    /// Reads a file.
    pub(super) fn of(octets: &[u8]) -> Result<Self, RuleFileError> {
        let text = xml::text_of(octets)?;
        let document = xml::tree(text)?;
        Self::compiled(&document)
    }

    fn compiled(document: &Document<'_>) -> Result<Self, RuleFileError> {
        let root = document.root_element();
        if !xml::is_named(root, "lgr") {
            return Err(fault(root, RuleFault::NotARuleSet));
        }
        let (mut about, mut read, mut has_data) = (AboutRules::default(), Read::default(), false);
        let mut rules = None;
        for node in xml::children(root) {
            match xml::name_of(node)? {
                "meta" => about = AboutRules::read(node)?,
                "data" if !has_data => {
                    read.data(node)?;
                    has_data = true;
                }
                // Rules may name tags, so that the data must stand before.
                "rules" if has_data && rules.is_none() => rules = Some(node),
                _ => return Err(fault(node, RuleFault::UnknownElement)),
            }
        }
        if !has_data {
            return Err(fault(root, RuleFault::NotARuleSet));
        }
        Self::with_rules(root, about, read, rules)
    }

    fn with_rules<'a>(
        root: XmlNode<'a>,
        about: AboutRules,
        mut read: Read<'a>,
        node: Option<XmlNode<'a>>,
    ) -> Result<Self, RuleFileError> {
        let (mut classes, mut rules, mut actions) =
            (ReadClasses::default(), ReadRules::default(), ReadActions::default());
        for node in node.into_iter().flat_map(xml::children) {
            match xml::name_of(node)? {
                "rule" => rules.define(node, &mut classes, &mut read.tags)?,
                "action" => actions.add(node, &rules, &mut read.kinds)?,
                "class" | "union" | "intersection" | "difference" | "symmetric-difference" | "complement" => {
                    classes.define(node, &mut read.tags)?;
                }
                _ => return Err(fault(node, RuleFault::UnknownElement)),
            }
        }
        actions.finish(&mut read.kinds)?;
        resolve(root, &mut read, &rules)?;
        let foreign = read.kinds.known("out-of-repertoire-var").map_or(0, kind);
        let invalid = actions.dispositions.known(INVALID).unwrap_or_default();
        let mut classes = classes.classes;
        classes.finish(&read.repertoire.points, &read.tagged)?;
        let (mut anchor_places, mut anchors) = (memory::reserved(rules.rules.len())?, 0);
        for rule in &rules.rules {
            anchor_places.push(AnchorPlaces { first: anchors, count: rule.around.len() });
            anchors = bounded::add(anchors, rule.around.len());
        }
        Ok(Self {
            about,
            repertoire: read.repertoire,
            classes,
            rule_names: rules.names.kept()?,
            rules: rules.rules,
            anchor_places,
            anchors,
            decisions: actions.decisions,
            dispositions: actions.dispositions.kept()?,
            kinds: read.kinds.kept()?,
            foreign,
            invalid,
            leasts: OnceLock::new(),
        })
    }

    pub(super) fn anchors_of(&self, rule: usize) -> AnchorPlaces {
        self.anchor_places.get(rule).copied().unwrap_or(AnchorPlaces { first: 0, count: 0 })
    }

    /// A rule without its anchors.
    pub(super) fn plain(&self, rule: u32) -> Option<&Matcher> {
        self.rules.get(bounded::index(rule)).and_then(|rule| rule.plain.as_ref())
    }

    /// The name of a rule.
    pub(super) fn rule_name(&self, rule: u32) -> &str {
        self.rule_names.get(bounded::index(rule)).map_or("", String::as_str)
    }
}

/// Puts the numbers of rules in the place of those of their names.
fn resolve(root: XmlNode<'_>, read: &mut Read<'_>, rules: &ReadRules<'_>) -> Result<(), RuleFileError> {
    let mut numbers = memory::reserved(read.conditions.names().len())?;
    for (name, &octet) in read.conditions.names().iter().zip(&read.condition_places) {
        let known = rules.names.known(name);
        let unknown = || xml::fault_at(root.document().input_text(), octet, RuleFault::UnknownRule);
        numbers.push(known.ok_or_else(unknown)?);
    }
    let rule = |number: u32| bounded::at(&numbers, bounded::index(number));
    let resolved = |condition: &mut Condition| match condition {
        Condition::Always => {}
        Condition::When(number) | Condition::NotWhen(number) => *number = rule(*number),
    };
    let repertoire = &mut read.repertoire;
    repertoire.entries.iter_mut().for_each(|entry| resolved(&mut entry.condition));
    repertoire.substitutes.iter_mut().for_each(|substitute| resolved(&mut substitute.condition));
    repertoire.ranges.iter_mut().for_each(|range| resolved(&mut range.condition));
    Ok(())
}

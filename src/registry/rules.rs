//! Rules for labels (RFC 7940 sections 6.3 and 6.4), as trees of matchers.
//!
//! A rule with an anchor is not kept as it is written. Each path to the anchor becomes an alternative of two rows: what
//! must stand before the anchor, and what must stand after it.
//!
//! ```text
//! choice( rule(look-behind(a), anchor), rule(anchor, b, look-ahead(c)) )
//!     before: look-behind(a)      after:
//!     before:                     after: b, look-ahead(c)
//! ```
//!
//! So all places where a condition holds are found at once, from the places that can be reached before an anchor and
//! those from which the rest can be reached behind it (`matching.rs`). The price of a rule is the number of its steps;
//! rules that are too dear are refused, so that no label makes them slow.

use super::classes::{ClassRow, ReadClasses, set};
use super::fault::{RuleFault, RuleFileError};
use super::names::Interner;
use super::xml::{self, XmlNode, fault};
use crate::{bounded, memory};

/// The most code points of a label that is judged.
pub(super) const MOST_POINTS: usize = 127;

/// The most steps of all rules together for one label.
const MOST_STEPS: u64 = 1 << 17;
/// The most paths to an anchor of one rule.
const MOST_ALTERNATIVES: usize = 64;

#[derive(Clone, Debug)]
pub(super) enum Matcher {
    Class(u8),
    Any,
    Start,
    End,
    Row(Vec<Matcher>),
    Choice(Vec<Matcher>),
    /// From so many times to so many times.
    Times(u32, u32, Box<Matcher>),
    Ahead(Box<Matcher>),
    Behind(Box<Matcher>),
    /// The rule of this number, which stands before, as it is without an anchor.
    Rule(u32),
}

/// The matchers before and after an anchor.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    pub(super) before: Vec<Matcher>,
    pub(super) after: Vec<Matcher>,
    /// The classes of which a label must have code points.
    pub(super) needs: ClassRow,
}

/// A rule: the ways to match without an anchor, and those around one.
#[derive(Debug, Default)]
pub(super) struct LabelRule {
    pub(super) plain: Option<Matcher>,
    /// The classes of which a label must have code points: for each matcher of a choice, or for the whole.
    pub(super) needs: Vec<ClassRow>,
    pub(super) around: Vec<Around>,
    steps: u64,
}

#[derive(Default)]
pub(super) struct ReadRules<'a> {
    pub(super) names: Interner<'a>,
    pub(super) rules: Vec<LabelRule>,
    steps: u64,
}

/// The steps of one matcher, at most.
fn steps_of(matcher: &Matcher, rules: &[LabelRule]) -> u64 {
    let all = |row: &[Matcher]| row.iter().fold(1_u64, |sum, one| sum.saturating_add(steps_of(one, rules)));
    match matcher {
        Matcher::Class(_) | Matcher::Any | Matcher::Start | Matcher::End => 1,
        Matcher::Row(row) | Matcher::Choice(row) => all(row),
        Matcher::Times(_, _, one) if matches!(**one, Matcher::Class(_) | Matcher::Any) => 8,
        Matcher::Times(_, most, one) => {
            let times = u64::from(*most).min(bounded::to::<u64>(MOST_POINTS)).saturating_add(1);
            steps_of(one, rules).saturating_mul(times)
        }
        Matcher::Ahead(one) | Matcher::Behind(one) => steps_of(one, rules).saturating_add(1),
        Matcher::Rule(number) => rules.get(bounded::index(*number)).map_or(1, |rule| rule.steps),
    }
}

/// Bits that are in any of two rows.
fn both(mut a: ClassRow, b: ClassRow) -> ClassRow {
    a.iter_mut().zip(b).for_each(|(a, b)| *a |= b);
    a
}

/// The classes of which each label has code points that a matcher matches.
fn needs_of(matcher: &Matcher, rules: &[LabelRule]) -> ClassRow {
    let mut none = ClassRow::default();
    match matcher {
        Matcher::Class(class) => {
            set(&mut none, *class);
            none
        }
        Matcher::Row(row) => row.iter().fold(none, |all, one| both(all, needs_of(one, rules))),
        Matcher::Choice(row) => common(row.iter().map(|one| needs_of(one, rules))),
        Matcher::Times(0, _, _) | Matcher::Any | Matcher::Start | Matcher::End => none,
        Matcher::Times(_, _, one) | Matcher::Ahead(one) | Matcher::Behind(one) => needs_of(one, rules),
        Matcher::Rule(number) => {
            let rule = rules.get(bounded::index(*number));
            common(rule.map_or(&[][..], |rule| &rule.needs).iter().copied())
        }
    }
}

/// Bits that are in each row.
fn common(rows: impl Iterator<Item = ClassRow>) -> ClassRow {
    let both = |mut a: ClassRow, b: ClassRow| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a &= b);
        a
    };
    rows.reduce(both).unwrap_or_default()
}

impl<'a> ReadRules<'a> {
    /// Reads a rule below `rules`, which has a name.
    pub(super) fn define(
        &mut self,
        node: XmlNode<'a>,
        classes: &mut ReadClasses<'a>,
        tags: &mut Interner<'a>,
    ) -> Result<(), RuleFileError> {
        let [name] = xml::values(node, ["name"])?;
        let name = name.ok_or_else(|| fault(node, RuleFault::MissingAttribute))?;
        if self.names.known(name).is_some() {
            return Err(fault(node, RuleFault::DuplicateName));
        }
        let mut rule = self.row(node, classes, tags)?;
        let plain = rule.plain.iter().map(|one| steps_of(one, &self.rules));
        let around = rule.around.iter().flat_map(|around| around.before.iter().chain(&around.after));
        let around = around.map(|one| steps_of(one, &self.rules));
        rule.steps = plain.chain(around).fold(1, u64::saturating_add);
        self.steps = self.steps.saturating_add(rule.steps);
        if self.steps > MOST_STEPS {
            return Err(fault(node, RuleFault::TooComplex));
        }
        let needs =
            |row: &[Matcher]| row.iter().fold(ClassRow::default(), |all, one| both(all, needs_of(one, &self.rules)));
        for one in &mut rule.around {
            one.needs = both(needs(&one.before), needs(&one.after));
        }
        rule.needs = match &rule.plain {
            Some(Matcher::Choice(row)) => {
                memory::collected(row.iter().map(|one| needs_of(one, &self.rules)), row.len())?
            }
            Some(one) => memory::filled(needs_of(one, &self.rules), 1)?,
            None => Vec::new(),
        };
        self.names.number(name)?;
        Ok(memory::push(&mut self.rules, rule)?)
    }

    /// The elements below one, one after another.
    fn row(
        &mut self,
        node: XmlNode<'a>,
        classes: &mut ReadClasses<'a>,
        tags: &mut Interner<'a>,
    ) -> Result<LabelRule, RuleFileError> {
        let (mut plain, mut around) = (Some(Vec::new()), Vec::<Around>::new());
        let (mut is_empty, mut size) = (true, 0_u64);
        for child in xml::children(node) {
            is_empty = false;
            let next = self.matcher(child, classes, tags)?;
            // The matchers after an anchor are kept once for each way to it.
            let copies = bounded::to::<u64>(around.len().max(1));
            size = size.saturating_add(size_of(&next).saturating_mul(copies));
            within(size, around.len(), child)?;
            if !around.is_empty() && !next.around.is_empty() {
                return Err(fault(child, RuleFault::MisplacedAnchor));
            }
            let mut grown = Vec::new();
            for one in &next.around {
                let before = plain.as_ref().map(|row| copied(row)).transpose()?;
                let Some(mut before) = before else { continue };
                append(&mut before, &one.before)?;
                memory::push(&mut grown, Around { before, after: copied(&one.after)?, needs: ClassRow::default() })?;
            }
            if let Some(matcher) = &next.plain {
                for mut one in around {
                    memory::push(&mut one.after, matcher.clone())?;
                    memory::push(&mut grown, one)?;
                }
            }
            around = grown;
            plain = match (plain, next.plain) {
                (Some(mut row), Some(matcher)) => {
                    memory::push(&mut row, matcher)?;
                    Some(row)
                }
                _ => None,
            };
        }
        if is_empty {
            return Err(fault(node, RuleFault::InvalidRule));
        }
        Ok(LabelRule { plain: plain.map(joined), around, ..LabelRule::default() })
    }

    fn choice(
        &mut self,
        node: XmlNode<'a>,
        classes: &mut ReadClasses<'a>,
        tags: &mut Interner<'a>,
    ) -> Result<LabelRule, RuleFileError> {
        let (mut plain, mut around, mut is_empty, mut size) = (Vec::new(), Vec::new(), true, 0_u64);
        for child in xml::children(node) {
            is_empty = false;
            let next = self.matcher(child, classes, tags)?;
            size = size.saturating_add(size_of(&next));
            within(size, bounded::add(around.len(), next.around.len()), child)?;
            if let Some(matcher) = next.plain {
                memory::push(&mut plain, matcher)?;
            }
            for one in next.around {
                memory::push(&mut around, one)?;
            }
        }
        if is_empty {
            return Err(fault(node, RuleFault::InvalidRule));
        }
        let plain = (!plain.is_empty()).then_some(Matcher::Choice(plain));
        Ok(LabelRule { plain, around, ..LabelRule::default() })
    }

    /// One element of a rule.
    fn matcher(
        &mut self,
        node: XmlNode<'a>,
        classes: &mut ReadClasses<'a>,
        tags: &mut Interner<'a>,
    ) -> Result<LabelRule, RuleFileError> {
        let plain = |matcher| LabelRule { plain: Some(matcher), ..LabelRule::default() };
        let found = match xml::name_of(node)? {
            "start" => plain(bare(node, Matcher::Start)?),
            "end" => plain(bare(node, Matcher::End)?),
            "anchor" => {
                bare(node, ())?;
                let around = memory::filled(Around::default(), 1)?;
                LabelRule { around, ..LabelRule::default() }
            }
            "any" => {
                let _ = xml::values(node, ["count"])?;
                plain(Matcher::Any)
            }
            "char" => plain(char_row(node, classes)?),
            "choice" => {
                let _ = xml::values(node, ["count"])?;
                self.choice(node, classes, tags)?
            }
            "rule" => self.inner_rule(node, classes, tags)?,
            name @ ("look-ahead" | "look-behind") => {
                let [] = xml::values(node, [])?;
                let inner = self.row(node, classes, tags)?;
                let Some(matcher) = inner.plain.filter(|_| inner.around.is_empty()) else {
                    return Err(fault(node, RuleFault::MisplacedAnchor));
                };
                let matcher = Box::new(matcher);
                plain(if name == "look-ahead" { Matcher::Ahead(matcher) } else { Matcher::Behind(matcher) })
            }
            _ if node.attribute("name").is_some() => return Err(fault(node, RuleFault::UnknownAttribute)),
            _ => plain(Matcher::Class(classes.class(node, tags)?)),
        };
        counted(node, found)
    }

    /// A rule within a rule: another one by its name, or one without a name.
    fn inner_rule(
        &mut self,
        node: XmlNode<'a>,
        classes: &mut ReadClasses<'a>,
        tags: &mut Interner<'a>,
    ) -> Result<LabelRule, RuleFileError> {
        let [by_ref, _] = xml::values(node, ["by-ref", "count"])?;
        let Some(name) = by_ref else { return self.row(node, classes, tags) };
        if xml::children(node).next().is_some() {
            return Err(fault(node, RuleFault::InvalidRule));
        }
        let number = self.names.known(name).ok_or_else(|| fault(node, RuleFault::UnknownRule))?;
        let Some(rule) = self.rules.get(bounded::index(number)) else { return Ok(LabelRule::default()) };
        let mut around = memory::reserved(rule.around.len())?;
        for one in &rule.around {
            around.push(Around { before: copied(&one.before)?, after: copied(&one.after)?, needs: one.needs });
        }
        let plain = rule.plain.is_some().then_some(Matcher::Rule(number));
        Ok(LabelRule { plain, around, ..LabelRule::default() })
    }
}

/// An element without attributes and children.
fn bare<T>(node: XmlNode<'_>, value: T) -> Result<T, RuleFileError> {
    let [] = xml::values(node, [])?;
    match xml::children(node).next() {
        Some(child) => Err(fault(child, RuleFault::UnknownElement)),
        None => Ok(value),
    }
}

/// The code points of an element `char`, one after another.
fn char_row(node: XmlNode<'_>, classes: &mut ReadClasses<'_>) -> Result<Matcher, RuleFileError> {
    let [cp, _] = xml::values(node, ["cp", "count"])?;
    let mut row = Vec::new();
    for word in xml::words(cp.ok_or_else(|| fault(node, RuleFault::MissingAttribute))?) {
        let code = xml::code_point(word).ok_or_else(|| fault(node, RuleFault::InvalidCodePoint))?;
        let class = classes.classes.literal(code, node)?;
        memory::push(&mut row, Matcher::Class(class))?;
    }
    if row.is_empty() {
        return Err(fault(node, RuleFault::InvalidCodePoint));
    }
    Ok(joined(row))
}

/// The matcher of an element, as often as its count says.
fn counted(node: XmlNode<'_>, found: LabelRule) -> Result<LabelRule, RuleFileError> {
    let Some(count) = node.attribute("count") else { return Ok(found) };
    let Some((least, most)) = count_of(count) else { return Err(fault(node, RuleFault::InvalidCount)) };
    match found.plain {
        Some(matcher) if found.around.is_empty() => {
            Ok(LabelRule { plain: Some(Matcher::Times(least, most, Box::new(matcher))), ..LabelRule::default() })
        }
        _ => Err(fault(node, RuleFault::MisplacedAnchor)),
    }
}

/// The least and the most times of `n`, `n+` or `n:m`.
fn count_of(count: &str) -> Option<(u32, u32)> {
    let number = |text: &str| text.bytes().all(|octet| octet.is_ascii_digit()).then(|| text.parse().ok())?;
    let (least, most) = if let Some(least) = count.strip_suffix('+') {
        (number(least)?, u32::MAX)
    } else if let Some((least, most)) = count.split_once(':') {
        (number(least)?, number(most)?)
    } else {
        (number(count)?, number(count)?)
    };
    (least <= most).then_some((least, most))
}

fn joined(mut row: Vec<Matcher>) -> Matcher {
    match row.pop() {
        Some(one) if row.is_empty() => one,
        Some(last) => {
            row.push(last);
            Matcher::Row(row)
        }
        None => Matcher::Row(row),
    }
}

fn copied(row: &[Matcher]) -> Result<Vec<Matcher>, RuleFileError> {
    let mut copy = memory::reserved(row.len())?;
    copy.extend_from_slice(row);
    Ok(copy)
}

fn append(row: &mut Vec<Matcher>, more: &[Matcher]) -> Result<(), RuleFileError> {
    more.iter().try_for_each(|one| memory::push(row, one.clone()))?;
    Ok(())
}

/// The matchers of a rule, without those of rules that it names.
fn size_of(rule: &LabelRule) -> u64 {
    let around = rule.around.iter().flat_map(|around| around.before.iter().chain(&around.after));
    rule.plain.iter().chain(around).fold(1, |sum, one| sum.saturating_add(steps_of(one, &[])))
}

/// Refuses a rule that is large, or that has many ways to its anchor.
fn within(size: u64, alternatives: usize, node: XmlNode<'_>) -> Result<(), RuleFileError> {
    if alternatives > MOST_ALTERNATIVES || size > MOST_STEPS {
        return Err(fault(node, RuleFault::TooComplex));
    }
    Ok(())
}

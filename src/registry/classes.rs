//! Classes of code points (RFC 7940 section 6.2): lists, tags, properties and what operators make of them. Each class
//! that a rule names has a number, and each code point of the file a row of bits: the classes that it is in.

use super::fault::{RuleFault, RuleFileError};
use super::names::Interner;
use super::order::order_of;
use super::points::{NONE, Points};
use super::repertoire::Span;
use super::xml::{self, XmlNode, fault};
use crate::error::Error;
use crate::unicode::PropertyValue;
use crate::{bounded, memory};

/// The most classes of a file: those of its operators and the code points that its rules name count as well.
const MOST_CLASSES: usize = 256;
const MOST_PROPERTIES: usize = 32;

/// The bits of one row.
pub(super) type ClassRow = [u64; 4];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Union,
    Intersection,
    Difference,
    SymmetricDifference,
    Complement,
}

#[derive(Debug)]
enum Members {
    /// Ranges in order, which do not touch.
    Listed(Vec<(u32, u32)>),
    Tagged(u32),
    Property(PropertyValue),
    /// Of classes with lower numbers.
    Combined(Operator, Vec<u8>),
}

#[derive(Default)]
pub(super) struct Classes {
    classes: Vec<Members>,
    /// By the number of a point.
    rows: Vec<ClassRow>,
}

/// The classes while they are read.
#[derive(Default)]
pub(super) struct ReadClasses<'a> {
    pub(super) classes: Classes,
    named: Interner<'a>,
    numbers: Vec<u8>,
}

impl<'a> ReadClasses<'a> {
    /// Reads a class below `rules`, which has a name.
    pub(super) fn define(&mut self, node: XmlNode<'a>, tags: &mut Interner<'a>) -> Result<(), RuleFileError> {
        let name = node.attribute("name").ok_or_else(|| fault(node, RuleFault::MissingAttribute))?;
        if self.named.known(name).is_some() {
            return Err(fault(node, RuleFault::DuplicateName));
        }
        let number = self.class(node, tags)?;
        self.named.number(name)?;
        Ok(memory::push(&mut self.numbers, number)?)
    }

    /// The number of a class or of an operator.
    pub(super) fn class(&mut self, node: XmlNode<'a>, tags: &mut Interner<'a>) -> Result<u8, RuleFileError> {
        let operator = match xml::name_of(node)? {
            "class" => return self.leaf(node, tags),
            "union" => Operator::Union,
            "intersection" => Operator::Intersection,
            "difference" => Operator::Difference,
            "symmetric-difference" => Operator::SymmetricDifference,
            "complement" => Operator::Complement,
            _ => return Err(fault(node, RuleFault::UnknownElement)),
        };
        let _ = xml::values(node, ["name", "count"])?;
        let mut of = Vec::new();
        for child in xml::children(node) {
            let number = self.class(child, tags)?;
            memory::push(&mut of, number)?;
        }
        let is_right = match operator {
            Operator::Union => of.len() >= 2,
            Operator::Complement => of.len() == 1,
            Operator::Intersection | Operator::Difference | Operator::SymmetricDifference => of.len() == 2,
        };
        if !is_right {
            return Err(fault(node, RuleFault::InvalidClass));
        }
        self.classes.add(Members::Combined(operator, of), node)
    }

    fn leaf(&mut self, node: XmlNode<'a>, tags: &mut Interner<'a>) -> Result<u8, RuleFileError> {
        let [_, _, by_ref, tag, property] = xml::values(node, ["name", "count", "by-ref", "from-tag", "property"])?;
        if let Some(child) = xml::children(node).next() {
            return Err(fault(child, RuleFault::UnknownElement));
        }
        let text = node.text().unwrap_or_default();
        let is_listed = xml::words(text).next().is_some();
        match (by_ref, tag, property) {
            (Some(name), None, None) if !is_listed && node.attribute("name").is_none() => {
                let known = self.named.known(name).and_then(|index| self.numbers.get(bounded::index(index)));
                known.copied().ok_or_else(|| fault(node, RuleFault::UnknownClass))
            }
            (None, Some(tag), None) if !is_listed => {
                let tag = tags.number(tag)?;
                self.classes.add(Members::Tagged(tag), node)
            }
            (None, None, Some(property)) if !is_listed => {
                let value = PropertyValue::named(property).ok_or_else(|| fault(node, RuleFault::UnknownProperty))?;
                self.classes.property(value, node)
            }
            (None, None, None) => {
                let listed = listed(text, node)?;
                self.classes.add(Members::Listed(listed), node)
            }
            _ => Err(fault(node, RuleFault::InvalidClass)),
        }
    }
}

/// The code points and ranges of a text, in order.
fn listed(text: &str, node: XmlNode<'_>) -> Result<Vec<(u32, u32)>, RuleFileError> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for word in xml::words(text) {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let (Some(first), Some(last)) = (xml::code_point(first), xml::code_point(last)) else {
            return Err(fault(node, RuleFault::InvalidCodePoint));
        };
        if first > last {
            return Err(fault(node, RuleFault::InvalidRange));
        }
        memory::push(&mut ranges, (first, last))?;
    }
    let mut joined: Vec<(u32, u32)> = memory::reserved(ranges.len())?;
    for number in order_of(ranges.len(), &|a, b| bounded::at(&ranges, a).cmp(&bounded::at(&ranges, b)))? {
        let (first, last) = bounded::at(&ranges, bounded::index(number));
        match joined.last_mut() {
            Some(before) if first <= bounded::add(before.1, 1) => before.1 = before.1.max(last),
            _ => joined.push((first, last)),
        }
    }
    Ok(joined)
}

fn has(row: &ClassRow, class: u8) -> bool {
    let word = bounded::at(row, usize::from(class >> 6));
    word.checked_shr(u32::from(class & 63)).unwrap_or(0) & 1 == 1
}

pub(super) fn set(row: &mut ClassRow, class: u8) {
    if let Some(word) = bounded::some(row.get_mut(usize::from(class >> 6))) {
        *word |= 1_u64.checked_shl(u32::from(class & 63)).unwrap_or(0);
    }
}

/// Returns whether an operator puts a code point into its class that is in those of `of`.
fn holds(operator: Operator, of: &[u8], row: &ClassRow) -> bool {
    let mut are_in = of.iter().map(|&class| has(row, class));
    match operator {
        Operator::Union => are_in.any(|is_in| is_in),
        Operator::Intersection => are_in.all(|is_in| is_in),
        Operator::Difference => are_in.next() == Some(true) && are_in.next() == Some(false),
        Operator::SymmetricDifference => are_in.next() != are_in.next(),
        Operator::Complement => are_in.next() == Some(false),
    }
}

impl Classes {
    fn add(&mut self, members: Members, node: XmlNode<'_>) -> Result<u8, RuleFileError> {
        if self.classes.len() >= MOST_CLASSES {
            return Err(fault(node, RuleFault::TooComplex));
        }
        let number = bounded::to::<u8>(self.classes.len());
        memory::push(&mut self.classes, members)?;
        Ok(number)
    }

    fn property(&mut self, value: PropertyValue, node: XmlNode<'_>) -> Result<u8, RuleFileError> {
        let properties = || {
            let numbered = self.classes.iter().enumerate();
            numbered.filter_map(|(number, members)| match members {
                Members::Property(value) => Some((bounded::to::<u8>(number), *value)),
                _ => None,
            })
        };
        if let Some((number, _)) = properties().find(|(_, known)| *known == value) {
            return Ok(number);
        }
        if properties().count() >= MOST_PROPERTIES {
            return Err(fault(node, RuleFault::TooComplex));
        }
        self.add(Members::Property(value), node)
    }

    /// The number of the class of one code point alone.
    pub(super) fn literal(&mut self, code: u32, node: XmlNode<'_>) -> Result<u8, RuleFileError> {
        let is_it =
            |members: &Members| matches!(members, Members::Listed(ranges) if ranges.as_slice() == [(code, code)]);
        if let Some(number) = self.classes.iter().position(is_it) {
            return Ok(bounded::to(number));
        }
        let listed = memory::filled((code, code), 1)?;
        self.add(Members::Listed(listed), node)
    }

    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// Fills the rows of all points. `tagged` has pairs of a tag and a point.
    pub(super) fn finish(&mut self, points: &Points, tagged: &[(u32, u32)]) -> Result<(), Error> {
        self.rows = memory::filled([0; 4], points.codes().len())?;
        for number in 0..self.classes.len() {
            let class = bounded::to::<u8>(number);
            match self.classes.get(number) {
                Some(Members::Listed(ranges)) => list(ranges, class, points, &mut self.rows),
                Some(&Members::Property(value)) => {
                    let rows = self.rows.iter_mut().zip(points.codes());
                    rows.filter(|(_, code)| value.holds(**code)).for_each(|(row, _)| set(row, class));
                }
                Some(Members::Combined(operator, of)) => {
                    let rows = self.rows.iter_mut().filter(|row| holds(*operator, of, row));
                    rows.for_each(|row| set(row, class));
                }
                Some(&Members::Tagged(tag)) => {
                    for &(_, point) in tagged.iter().filter(|(one, _)| *one == tag) {
                        if let Some(row) = self.rows.get_mut(bounded::index(point)) {
                            set(row, class);
                        }
                    }
                }
                None => {}
            }
        }
        Ok(())
    }

    /// The classes of the point of this number.
    #[inline]
    pub(super) fn row(&self, point: u32) -> Option<&ClassRow> {
        usize::try_from(point).ok().and_then(|point| self.rows.get(point))
    }

    /// The classes of a code point that the file does not name alone, with the tags of its range.
    pub(super) fn row_of(&self, code: u32, tags: Span, of: &[u32]) -> ClassRow {
        let (mut row, tags) = ([0; 4], tags.of(of));
        for (number, members) in self.classes.iter().enumerate() {
            let is_in = match members {
                Members::Listed(ranges) => {
                    let after = ranges.partition_point(|range| range.0 <= code);
                    after.checked_sub(1).and_then(|index| ranges.get(index)).is_some_and(|range| code <= range.1)
                }
                Members::Tagged(tag) => tags.contains(tag),
                Members::Property(value) => value.holds(code),
                Members::Combined(operator, of) => holds(*operator, of, &row),
            };
            if is_in {
                set(&mut row, bounded::to(number));
            }
        }
        row
    }
}

/// Notes the points of a class that is a list. Of a long range all points are looked at, of a short one its own.
fn list(ranges: &[(u32, u32)], class: u8, points: &Points, rows: &mut [ClassRow]) {
    for &(first, last) in ranges {
        if bounded::index(bounded::sub(last, first)) > points.codes().len() {
            let inside = rows.iter_mut().zip(points.codes()).filter(|(_, code)| (first..=last).contains(*code));
            inside.for_each(|(row, _)| set(row, class));
            continue;
        }
        for code in first..=last {
            let point = points.known(code);
            if point != NONE
                && let Some(row) = rows.get_mut(bounded::index(point))
            {
                set(row, class);
            }
        }
    }
}

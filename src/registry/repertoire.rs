//! The repertoire: code points, sequences and ranges, their variants, tags and conditions (RFC 7940 section 5).

use core::ops::Range;

use roxmltree::Node;

use super::fault::{RuleFault, RuleFileError};
use super::names::Interner;
use super::order::{order, order_of};
use super::points::{NONE, Points};
use super::xml::{self, XmlNode, fault};
use crate::error::Error;
use crate::{bounded, memory};

/// The condition where an element or a variant stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Always,
    /// The rule of this number matches; before all rules are read, the number is that of its name.
    When(u32),
    NotWhen(u32),
}

/// A range of items of a vector: where it begins and how many there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    start: u32,
    count: u32,
}

impl Span {
    /// The items from `start` to the end of a vector. Vectors are shorter than a file.
    pub(super) fn since<T>(items: &[T], start: usize) -> Self {
        Self { start: bounded::to(start), count: bounded::to(bounded::sub(items.len(), start)) }
    }

    #[inline]
    pub(super) fn of<T>(self, items: &[T]) -> &[T] {
        bounded::part(items, self.places())
    }

    /// The places of the items.
    #[inline]
    pub(super) fn places(self) -> Range<usize> {
        let start = bounded::index(self.start);
        start..bounded::add(start, self.len())
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        bounded::index(self.count)
    }
}

/// A variant of an element: what takes its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Substitute {
    /// Its code points among the units.
    pub(super) units: Span,
    /// The number of its type, or [`NONE`].
    pub(super) kind: u32,
    pub(super) condition: Condition,
}

/// A code point or a sequence of the repertoire.
#[derive(Clone, Copy, Debug)]
pub(super) struct RepertoireEntry {
    pub(super) units: Span,
    pub(super) condition: Condition,
    /// The variants that are others, and those that are the element itself.
    pub(super) others: Span,
    pub(super) reflexive: Span,
}

/// The elements that begin with a code point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning {
    /// The number of the entry of the code point alone, or [`NONE`].
    pub(super) single: u32,
    /// The numbers of the sequences, the longest first.
    pub(super) sequences: Span,
}

impl Default for Beginning {
    fn default() -> Self {
        NOTHING
    }
}

const NOTHING: Beginning = Beginning { single: NONE, sequences: Span { start: 0, count: 0 } };

/// A range of code points without variants.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointRange {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) condition: Condition,
    /// The numbers of its tags.
    pub(super) tags: Span,
}

#[derive(Default)]
pub(super) struct LabelRepertoire {
    pub(super) points: Points,
    /// By the number of a point.
    beginnings: Vec<Beginning>,
    /// Numbers of entries, for the sequences of a beginning.
    sequences: Vec<u32>,
    pub(super) entries: Vec<RepertoireEntry>,
    pub(super) substitutes: Vec<Substitute>,
    pub(super) units: Vec<u32>,
    /// In order; no two overlap.
    pub(super) ranges: Vec<PointRange>,
    pub(super) range_tags: Vec<u32>,
}

/// The repertoire and what is read beside it.
#[derive(Default)]
pub(super) struct Read<'a> {
    pub(super) repertoire: LabelRepertoire,
    pub(super) tags: Interner<'a>,
    /// Pairs of a tag and a point.
    pub(super) tagged: Vec<(u32, u32)>,
    pub(super) kinds: Interner<'a>,
    /// The names of the rules of conditions, and where each is first named, in octets of the file.
    pub(super) conditions: Interner<'a>,
    pub(super) condition_places: Vec<usize>,
}

impl LabelRepertoire {
    /// The elements that begin with the point of this number.
    #[inline]
    pub(super) fn beginning(&self, point: u32) -> Beginning {
        usize::try_from(point).ok().and_then(|point| self.beginnings.get(point)).copied().unwrap_or(NOTHING)
    }

    /// The sequences that begin so, the longest first.
    #[inline]
    pub(super) fn sequences_of(&self, beginning: Beginning) -> &[u32] {
        beginning.sequences.of(&self.sequences)
    }

    #[inline]
    pub(super) fn entry(&self, number: u32) -> Option<&RepertoireEntry> {
        self.entries.get(bounded::index(number))
    }

    /// The variants of an entry that are others; of the number of none there are none, too.
    #[inline]
    pub(super) fn others(&self, number: u32) -> &[Substitute] {
        self.entry(number).map_or(&[], |entry| entry.others.of(&self.substitutes))
    }

    /// Those that are the element itself.
    #[inline]
    pub(super) fn reflexive(&self, number: u32) -> &[Substitute] {
        self.entry(number).map_or(&[], |entry| entry.reflexive.of(&self.substitutes))
    }

    /// The range that holds a code point.
    pub(super) fn range_of(&self, code: u32) -> Option<&PointRange> {
        let after = self.ranges.partition_point(|range| range.first <= code);
        after.checked_sub(1).and_then(|index| self.ranges.get(index)).filter(|range| code <= range.last)
    }

    /// Orders sequences and ranges, and refuses what overlaps.
    fn finish(
        &mut self,
        lines: &dyn Fn(u32) -> RuleFileError,
        ranges: &[usize],
        text: &str,
    ) -> Result<(), RuleFileError> {
        memory::fill_up(&mut self.beginnings, self.points.codes().len())?;
        let mut beginnings = core::mem::take(&mut self.beginnings);
        let first = |number: u32| self.points.known(self.units_of(number).first().copied().unwrap_or_default());
        let key = |number: u32| (first(number), core::cmp::Reverse(self.units_of(number).len()), self.units_of(number));
        let mut sorted = memory::copied(&self.sequences)?;
        order(&mut sorted, &|a, b| key(a).cmp(&key(b)));
        for pair in sorted.windows(2) {
            if let [a, b] = *pair
                && self.units_of(a) == self.units_of(b)
            {
                return Err(lines(a.max(b)));
            }
        }
        let mut start = 0;
        for run in sorted.chunk_by(|a, b| first(*a) == first(*b)) {
            let end = bounded::add(start, run.len());
            let point = run.first().map_or(NONE, |number| first(*number));
            if let Some(beginning) = beginnings.get_mut(bounded::index(point)) {
                beginning.sequences = Span::since(bounded::first(&sorted, end), start);
            }
            start = end;
        }
        (self.sequences, self.beginnings) = (sorted, beginnings);
        self.order_ranges(ranges, text)
    }

    pub(super) fn units_of(&self, number: u32) -> &[u32] {
        self.entry(number).map_or(&[], |entry| entry.units.of(&self.units))
    }

    fn order_ranges(&mut self, places: &[usize], text: &str) -> Result<(), RuleFileError> {
        let key = |index: usize| (self.ranges.get(index).map(|range| range.first), index);
        let numbers = order_of(self.ranges.len(), &|a, b| key(a).cmp(&key(b)))?;
        let mut ordered = memory::reserved(numbers.len())?;
        let mut last: Option<PointRange> = None;
        for &number in &numbers {
            let (index, Some(&range)) = (bounded::index(number), self.ranges.get(bounded::index(number))) else {
                continue;
            };
            if last.is_some_and(|last| range.first <= last.last) {
                return Err(xml::fault_at(text, bounded::at(places, index), RuleFault::DuplicateCodePoint));
            }
            last = Some(range);
            ordered.push(range);
        }
        self.ranges = ordered;
        for (&code, beginning) in self.points.codes().iter().zip(&self.beginnings) {
            if beginning.single != NONE && self.range_of(code).is_some() {
                let after = self.ranges.partition_point(|range| range.first <= code);
                let number = bounded::at(&numbers, after.saturating_sub(1));
                let place = bounded::at(places, bounded::index(number));
                return Err(xml::fault_at(text, place, RuleFault::DuplicateCodePoint));
            }
        }
        Ok(())
    }
}

impl<'a> Read<'a> {
    /// Reads the element `data`.
    pub(super) fn data(&mut self, data: XmlNode<'a>) -> Result<(), RuleFileError> {
        let text = data.document().input_text();
        let (mut places, mut ranges) = (Vec::new(), Vec::new());
        for node in xml::children(data) {
            match xml::name_of(node)? {
                "char" => {
                    self.element(node)?;
                    memory::push(&mut places, node.range().start)?;
                }
                "range" => {
                    self.range(node)?;
                    memory::push(&mut ranges, node.range().start)?;
                }
                _ => return Err(fault(node, RuleFault::UnknownElement)),
            }
        }
        let line = |number: u32| {
            let place = places.get(bounded::index(number)).copied().unwrap_or(0);
            xml::fault_at(text, place, RuleFault::DuplicateCodePoint)
        };
        self.repertoire.finish(&line, &ranges, text)
    }

    fn element(&mut self, node: XmlNode<'a>) -> Result<(), RuleFileError> {
        let [cp, tag, when, not_when] = xml::values(node, ["cp", "tag", "when", "not-when"])?;
        let cp = cp.ok_or_else(|| fault(node, RuleFault::MissingAttribute))?;
        let units = self.units(node, cp)?;
        let condition = self.condition(node, when, not_when)?;
        let number = bounded::to::<u32>(self.repertoire.entries.len());
        let (first, length) = (units.of(&self.repertoire.units).first().copied(), units.len());
        let first = first.ok_or_else(|| fault(node, RuleFault::InvalidCodePoint))?;
        let point = self.repertoire.points.number(first)?;
        if length > 1 {
            if tag.is_some_and(|tag| xml::words(tag).next().is_some()) {
                return Err(fault(node, RuleFault::TaggedSequence));
            }
            memory::push(&mut self.repertoire.sequences, number)?;
        } else {
            self.single(node, point, number)?;
            for tag in xml::words(tag.unwrap_or_default()) {
                let tag = self.tags.number(tag)?;
                memory::push(&mut self.tagged, (tag, point))?;
            }
        }
        let (others, reflexive) = self.variants(node, units)?;
        Ok(memory::push(&mut self.repertoire.entries, RepertoireEntry { units, condition, others, reflexive })?)
    }

    fn single(&mut self, node: XmlNode<'a>, point: u32, number: u32) -> Result<(), RuleFileError> {
        let beginnings = &mut self.repertoire.beginnings;
        let index = bounded::index(point);
        if beginnings.len() <= index {
            memory::fill_up(beginnings, bounded::add(index, 1))?;
        }
        let Some(beginning) = bounded::some(beginnings.get_mut(index)) else { return Ok(()) };
        if beginning.single != NONE {
            return Err(fault(node, RuleFault::DuplicateCodePoint));
        }
        beginning.single = number;
        Ok(())
    }

    fn range(&mut self, node: XmlNode<'a>) -> Result<(), RuleFileError> {
        let [first, last, tag, when, not_when] = xml::values(node, ["first-cp", "last-cp", "tag", "when", "not-when"])?;
        let (Some(first), Some(last)) = (first, last) else { return Err(fault(node, RuleFault::MissingAttribute)) };
        let (Some(first), Some(last)) = (xml::code_point(first), xml::code_point(last)) else {
            return Err(fault(node, RuleFault::InvalidCodePoint));
        };
        if first > last {
            return Err(fault(node, RuleFault::InvalidRange));
        }
        if let Some(child) = xml::children(node).next() {
            return Err(fault(child, RuleFault::UnknownElement));
        }
        let condition = self.condition(node, when, not_when)?;
        let start = self.repertoire.range_tags.len();
        for tag in xml::words(tag.unwrap_or_default()) {
            let tag = self.tags.number(tag)?;
            memory::push(&mut self.repertoire.range_tags, tag)?;
        }
        let tags = Span::since(&self.repertoire.range_tags, start);
        Ok(memory::push(&mut self.repertoire.ranges, PointRange { first, last, condition, tags })?)
    }

    /// The variants of an element: others and reflexive ones.
    fn variants(&mut self, node: XmlNode<'a>, own: Span) -> Result<(Span, Span), RuleFileError> {
        let (others, mut reflexive) = (self.repertoire.substitutes.len(), Vec::new());
        for child in xml::children(node) {
            if xml::name_of(child)? != "var" {
                return Err(fault(child, RuleFault::UnknownElement));
            }
            let [cp, kind, when, not_when] = xml::values(child, ["cp", "type", "when", "not-when"])?;
            let cp = cp.ok_or_else(|| fault(child, RuleFault::MissingAttribute))?;
            let units = self.units(child, cp)?;
            let condition = self.condition(child, when, not_when)?;
            let kind = kind.map_or(Ok(NONE), |kind| self.kinds.number(kind))?;
            let substitute = Substitute { units, kind, condition };
            let is_own = units.of(&self.repertoire.units) == own.of(&self.repertoire.units);
            memory::push(if is_own { &mut reflexive } else { &mut self.repertoire.substitutes }, substitute)?;
        }
        let others = Span::since(&self.repertoire.substitutes, others);
        self.without_duplicates(node, others, &reflexive)?;
        let start = self.repertoire.substitutes.len();
        memory::append(&mut self.repertoire.substitutes, &reflexive)?;
        Ok((others, Span::since(&self.repertoire.substitutes, start)))
    }

    fn without_duplicates(
        &self,
        node: XmlNode<'a>,
        others: Span,
        reflexive: &[Substitute],
    ) -> Result<(), RuleFileError> {
        let units = &self.repertoire.units;
        let key = |one: &Substitute| (one.units.of(units), number_of(one.condition));
        for some in [others.of(&self.repertoire.substitutes), reflexive] {
            if some.len() < 2 {
                continue;
            }
            let of = |index: usize| some.get(index).map(key);
            let sorted = order_of(some.len(), &|a, b| of(a).cmp(&of(b)))?;
            let is_same = |a: u32, b: u32| of(bounded::index(a)) == of(bounded::index(b));
            if sorted.windows(2).any(|pair| matches!(*pair, [a, b] if is_same(a, b))) {
                return Err(fault(node, RuleFault::DuplicateVariant));
            }
        }
        Ok(())
    }

    /// The code points of an attribute `cp`, each of which gets a number. Of a variant there may be none.
    fn units(&mut self, node: Node<'a, 'a>, cp: &str) -> Result<Span, RuleFileError> {
        let start = self.repertoire.units.len();
        for word in xml::words(cp) {
            let code = xml::code_point(word).ok_or_else(|| fault(node, RuleFault::InvalidCodePoint))?;
            self.repertoire.points.number(code)?;
            memory::push(&mut self.repertoire.units, code)?;
        }
        Ok(Span::since(&self.repertoire.units, start))
    }

    fn condition(
        &mut self,
        node: XmlNode<'a>,
        when: Option<&'a str>,
        not_when: Option<&'a str>,
    ) -> Result<Condition, RuleFileError> {
        match (when, not_when) {
            (None, None) => Ok(Condition::Always),
            (Some(rule), None) => Ok(Condition::When(self.condition_number(node, rule)?)),
            (None, Some(rule)) => Ok(Condition::NotWhen(self.condition_number(node, rule)?)),
            (Some(_), Some(_)) => Err(fault(node, RuleFault::WhenAndNotWhen)),
        }
    }

    fn condition_number(&mut self, node: XmlNode<'a>, rule: &'a str) -> Result<u32, Error> {
        let number = self.conditions.number(rule)?;
        if bounded::index(number) == self.condition_places.len() {
            memory::push(&mut self.condition_places, node.range().start)?;
        }
        Ok(number)
    }
}

/// A number for each condition.
fn number_of(condition: Condition) -> (u8, u32) {
    match condition {
        Condition::Always => (0, 0),
        Condition::When(rule) => (1, rule),
        Condition::NotWhen(rule) => (2, rule),
    }
}

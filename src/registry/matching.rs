//! Where rules match one label. Sets of places in it are words of 128 bits, so that a matcher goes from all places at
//! once:
//!
//! ```text
//! bit p of a class        the code point at p is in the class
//! bit p of a set          the place before the code point at p; bit n is the end of the label
//!
//! ends(class c, from)     = (from & bits(c)) << 1
//! ends(row, from)         = the ends of its last matcher from the ends of those before
//! ends(choice, from)      = the union
//! ends(n to m times, from)= the union of the ends after n, n + 1, ... m times
//! ends(look-ahead x, from)= from & begins(x, all places);  ends(look-behind x, from) = from & ends(x, all places)
//! begins(...)             = the same from the right to the left
//! ```
//!
//! A rule matches where any place has an end. With an anchor from s to e it matches where s can be reached before the
//! anchor from any place, and any place can be reached from e behind it.
//!
//! A matcher that is repeated goes on for at most n + 1 times: each time is nothing or goes forward, so that more times
//! reach the same places.

use super::classes::ClassRow;
use super::file::RuleFile;
use super::points::NONE;
use super::repertoire::{Condition, Span};
use super::rules::{MOST_POINTS, Matcher};
use crate::error::Error;
use crate::{bounded, memory};

/// A set of places of a label.
pub(super) type PlaceSet = u128;

/// The set of one place.
#[inline]
pub(super) fn place(at: usize) -> PlaceSet {
    // No place is beyond 127.
    1_u128.checked_shl(bounded::to(at)).unwrap_or(0)
}

/// Where the anchors of a rule may begin and end.
#[derive(Clone, Copy, Debug, Default)]
struct Anchored {
    begins: PlaceSet,
    ends: PlaceSet,
}

/// Which places a rule has as a condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Verdicts {
    #[default]
    Nothing,
    /// It matches without an anchor, so that it holds everywhere.
    Everywhere,
    /// Where its anchors are.
    Anchors,
}

/// A label as rules see it. It is made once, and read into many times.
#[derive(Debug, Default)]
pub(super) struct RuleReading {
    /// The numbers of the code points.
    points: Vec<u32>,
    /// The places of each class.
    classes: Vec<PlaceSet>,
    /// The anchors of all alternatives of all rules, and what is known of each rule.
    anchors: Vec<Anchored>,
    known: Vec<Verdicts>,
    /// The classes that have places.
    present: ClassRow,
    count: usize,
}

impl RuleReading {
    /// Room for labels under these rules.
    pub(super) fn of(file: &RuleFile) -> Result<Self, Error> {
        Ok(Self {
            points: memory::reserved(MOST_POINTS)?,
            classes: memory::filled(0, file.classes.len())?,
            anchors: memory::filled(Anchored::default(), file.anchors)?,
            known: memory::filled(Verdicts::Nothing, file.rules.len())?,
            present: ClassRow::default(),
            count: 0,
        })
    }

    /// Reads a label of at most [`MOST_POINTS`] code points.
    pub(super) fn read(&mut self, file: &RuleFile, label: &[u32]) {
        self.points.clear();
        self.classes.fill(0);
        self.known.fill(Verdicts::Nothing);
        self.present = ClassRow::default();
        self.count = label.len().min(MOST_POINTS);
        for (at, &code) in bounded::first(label, self.count).iter().enumerate() {
            let point = self.note(file, code, at);
            // There is room: this takes no memory.
            self.points.push(point);
        }
    }

    /// Notes the classes of code points at places where others stand, too.
    pub(super) fn add(&mut self, file: &RuleFile, units: &[u32], start: usize) {
        for (at, &code) in units.iter().enumerate() {
            self.note(file, code, bounded::add(start, at));
        }
    }

    /// Notes the classes of a code point. Returns its number.
    #[inline]
    fn note(&mut self, file: &RuleFile, code: u32, at: usize) -> u32 {
        let point = file.repertoire.points.known(code);
        // A range may have tags, and then a code point of it, which the file names elsewhere, has them too.
        let is_known = point != NONE && (file.repertoire.ranges.is_empty() || file.repertoire.range_of(code).is_none());
        if let Some(row) = file.classes.row(point).filter(|_| is_known) {
            note(row, place(at), &mut self.classes);
            self.present.iter_mut().zip(row).for_each(|(present, bits)| *present |= bits);
        } else if file.classes.len() > 0 {
            let tags = file.repertoire.range_of(code).map_or(Span::default(), |range| range.tags);
            let row = file.classes.row_of(code, tags, &file.repertoire.range_tags);
            note(&row, place(at), &mut self.classes);
            self.present.iter_mut().zip(row).for_each(|(present, bits)| *present |= bits);
        }
        point
    }

    /// The number of the code point at a place.
    #[inline]
    pub(super) fn point(&self, at: usize) -> u32 {
        bounded::at(&self.points, at)
    }

    /// The number of code points.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Every place, with the end of the label.
    #[inline]
    fn all(&self) -> PlaceSet {
        place(self.count) | self.inside()
    }

    /// The places of code points.
    #[inline]
    fn inside(&self) -> PlaceSet {
        place(self.count).wrapping_sub(1)
    }

    #[inline]
    fn class(&self, class: u8) -> PlaceSet {
        bounded::at(&self.classes, usize::from(class))
    }

    /// Returns whether a rule matches the label anywhere.
    pub(super) fn matches(&self, file: &RuleFile, rule: u32) -> bool {
        let Some(rule) = file.rules.get(bounded::index(rule)) else { return false };
        let is_reached = |one: &Matcher| self.ends(file, one, self.all()) != 0;
        match (&rule.plain, rule.needs.as_slice()) {
            (Some(Matcher::Choice(row)), needs) => {
                row.iter().zip(needs).any(|(one, needs)| self.has(needs) && is_reached(one))
            }
            (Some(one), [needs]) => self.has(needs) && is_reached(one),
            _ => false,
        }
    }

    /// Returns whether the label has code points of all these classes.
    #[inline]
    fn has(&self, needs: &ClassRow) -> bool {
        needs.iter().zip(&self.present).all(|(needs, present)| needs & !present == 0)
    }

    /// Returns whether a condition holds for what stands from `start` to `end`.
    #[inline]
    pub(super) fn holds(&mut self, file: &RuleFile, condition: Condition, start: usize, end: usize) -> bool {
        match condition {
            Condition::Always => true,
            Condition::When(rule) => self.matches_at(file, rule, start, end),
            Condition::NotWhen(rule) => !self.matches_at(file, rule, start, end),
        }
    }

    fn matches_at(&mut self, file: &RuleFile, rule: u32, start: usize, end: usize) -> bool {
        let index = bounded::index(rule);
        if bounded::at(&self.known, index) == Verdicts::Nothing {
            self.find_anchors(file, index);
        }
        if bounded::at(&self.known, index) == Verdicts::Everywhere {
            return true;
        }
        let anchors = file.anchors_of(index).of(&self.anchors).iter();
        let (start, end) = (place(start), place(end));
        anchors.into_iter().any(|anchor| anchor.begins & start != 0 && anchor.ends & end != 0)
    }

    #[inline(never)]
    fn find_anchors(&mut self, file: &RuleFile, index: usize) {
        let Some(rule) = file.rules.get(index) else { return };
        let is_everywhere = self.matches(file, bounded::to(index));
        bounded::put(&mut self.known, index, if is_everywhere { Verdicts::Everywhere } else { Verdicts::Anchors });
        let first = file.anchors_of(index).first();
        for (number, around) in rule.around.iter().enumerate() {
            if !self.has(&around.needs) {
                bounded::put(&mut self.anchors, bounded::add(first, number), Anchored::default());
                continue;
            }
            let begins = around.before.iter().fold(self.all(), |from, one| self.ends(file, one, from));
            let ends = around.after.iter().rev().fold(self.all(), |to, one| self.begins(file, one, to));
            bounded::put(&mut self.anchors, bounded::add(first, number), Anchored { begins, ends });
        }
    }

    /// The places that a matcher reaches from any of `from`.
    fn ends(&self, file: &RuleFile, matcher: &Matcher, from: PlaceSet) -> PlaceSet {
        if from == 0 {
            return 0;
        }
        match matcher {
            Matcher::Class(class) => (from & self.class(*class)) << 1,
            Matcher::Any => (from & self.inside()) << 1,
            Matcher::Start => from & 1,
            Matcher::End => from & place(self.count),
            Matcher::Row(row) => {
                let mut from = from;
                for one in row {
                    from = self.ends(file, one, from);
                    if from == 0 {
                        break;
                    }
                }
                from
            }
            Matcher::Choice(row) => row.iter().fold(0, |reached, one| reached | self.ends(file, one, from)),
            Matcher::Times(least, most, one) => match (self.places_of(one), *least, *most) {
                (Some(class), 0, u32::MAX) => run(from, class),
                (Some(class), 1, u32::MAX) => run((from & class) << 1, class),
                _ => self.times(*least, *most, from, |from| self.ends(file, one, from)),
            },
            Matcher::Ahead(one) => from & self.begins(file, one, self.all()),
            Matcher::Behind(one) => from & self.ends(file, one, self.all()),
            Matcher::Rule(rule) => file.plain(*rule).map_or(0, |one| self.ends(file, one, from)),
        }
    }

    /// The places from which a matcher reaches any of `to`.
    fn begins(&self, file: &RuleFile, matcher: &Matcher, to: PlaceSet) -> PlaceSet {
        if to == 0 {
            return 0;
        }
        match matcher {
            Matcher::Class(class) => (to >> 1) & self.class(*class),
            Matcher::Any => (to >> 1) & self.inside(),
            Matcher::Start => to & 1,
            Matcher::End => to & place(self.count),
            Matcher::Row(row) => row.iter().rev().fold(to, |to, one| self.begins(file, one, to)),
            Matcher::Choice(row) => row.iter().fold(0, |reached, one| reached | self.begins(file, one, to)),
            Matcher::Times(least, most, one) => self.times(*least, *most, to, |to| self.begins(file, one, to)),
            Matcher::Ahead(one) => to & self.begins(file, one, self.all()),
            Matcher::Behind(one) => to & self.ends(file, one, self.all()),
            Matcher::Rule(rule) => file.plain(*rule).map_or(0, |one| self.begins(file, one, to)),
        }
    }

    /// The places of a matcher of one code point.
    #[inline]
    fn places_of(&self, matcher: &Matcher) -> Option<PlaceSet> {
        match matcher {
            Matcher::Class(class) => Some(self.class(*class)),
            Matcher::Any => Some(self.inside()),
            _ => None,
        }
    }

    /// The places after so many steps.
    fn times(&self, least: u32, most: u32, from: PlaceSet, step: impl Fn(PlaceSet) -> PlaceSet) -> PlaceSet {
        let enough = bounded::to::<u32>(bounded::add(self.count, 1));
        let (least, most) = (least.min(enough), most.min(enough));
        let (mut now, mut reached) = (from, 0);
        for times in 0..=most {
            if times >= least {
                reached |= now;
            }
            if times == most || now == 0 {
                break;
            }
            let next = step(now);
            if next == now {
                reached |= now;
                break;
            }
            now = next;
        }
        reached
    }
}

/// The places that steps over code points of a class reach from any of `from`, with these: the sum carries each bit to
/// the end of its run.
#[inline]
fn run(from: PlaceSet, class: PlaceSet) -> PlaceSet {
    // Wrapping: bit 127 is no code point, so that nothing is carried out.
    ((from & class).wrapping_add(class) ^ class) | from
}

/// Notes a place for each class of a row.
#[inline]
fn note(row: &ClassRow, at: PlaceSet, classes: &mut [PlaceSet]) {
    for (bits, chunk) in row.iter().zip(classes.chunks_mut(64)) {
        let mut left = *bits;
        while left != 0 {
            if let Some(places) = chunk.get_mut(bounded::index(left.trailing_zeros())) {
                *places |= at;
            }
            left &= left.wrapping_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn a_run_goes_to_the_end_of_each_run_of_bits() {
        let slow = |from: u128, class: u128| (0..20).fold(from, |reached, _| reached | ((reached & class) << 1));
        for from in 0..64 {
            for class in 0..64 {
                assert_eq!(run(from, class), slow(from, class), "{from:b} {class:b}");
            }
        }
    }
}

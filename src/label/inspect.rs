//! Every problem of a label that was refused, and the place of each in the label as it came.

use super::convert::{Steps, lower_case};
use super::facts::Facts;
use super::input::Input;
use super::origins::{Origins, map_with_origins};
use super::output::Discard;
use super::rules::{Refused, Report, length};
use super::task::{Ascii, Task};
use crate::error::{Error, ErrorKind};
use crate::profile::Rules;

/// One problem of a label: what and where, in characters of the label as it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) error: Error,
    /// The code point to blame.
    pub(crate) code_point: Option<u32>,
}

/// The problems of a label in the order of the rules, and by place within one rule: the first of them.
struct Problems {
    found: Vec<Found>,
    /// How many are kept.
    limit: usize,
    /// How many were found by the rules before this one.
    before_rule: usize,
    /// The furthest place of the text that this rule named, and the one behind which nothing can be kept any more.
    furthest: usize,
    last: usize,
    text: Text,
}

#[derive(Clone, Copy)]
struct Found {
    kind: ErrorKind,
    /// Where in the label as it came.
    place: usize,
    blame: Blame,
}

#[derive(Clone, Copy)]
enum Blame {
    /// No single code point.
    Label,
    /// The character at the place.
    Character,
    /// A code point that an A-label decodes to.
    Decoded(u32),
}

/// What the text that rules are asked about is to the label as it came.
enum Text {
    /// The label itself.
    Given,
    /// What it was mapped to.
    Mapped(Origins),
    /// What its payload decodes to.
    Decoded,
}

impl Problems {
    fn new(limit: usize) -> Self {
        Self { found: Vec::new(), limit, before_rule: 0, furthest: 0, last: usize::MAX, text: Text::Given }
    }

    /// Puts a problem where its place belongs among those from `start` on, unless that is behind the last one kept.
    fn keep(&mut self, start: usize, found: Found) {
        let is_full = self.found.len() >= self.limit;
        if is_full && (start >= self.limit || self.found.last().is_some_and(|last| last.place <= found.place)) {
            return;
        }
        let before = self.found.get(start..).unwrap_or_default().partition_point(|other| other.place <= found.place);
        self.found.insert(start.saturating_add(before), found);
        self.found.truncate(self.limit);
    }

    /// Puts a code point to each problem, in one pass over the label.
    fn blamed(self, label: &mut dyn Iterator<Item = u32>) -> Vec<Problem> {
        let mut wanted: Vec<usize> = self.found.iter().map(|found| found.place).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut characters = label.enumerate();
        let known: Vec<(usize, u32)> =
            wanted.iter().filter_map(|&wanted| characters.find(|&(place, _)| place == wanted)).collect();
        let at = |place: usize| {
            let index = known.binary_search_by_key(&place, |&(place, _)| place).ok()?;
            known.get(index).map(|&(_, unit)| unit)
        };
        let problem = |found: Found| {
            let code_point = match found.blame {
                Blame::Label => None,
                Blame::Character => at(found.place),
                Blame::Decoded(unit) => Some(unit),
            };
            Problem { error: Error::new(as_surrogate(found.kind, code_point), found.place), code_point }
        };
        self.found.into_iter().map(problem).collect()
    }
}

/// A report that keeps every problem, up to its limit, in the order of the rules and within a rule in that of the
/// places.
impl Report for Problems {
    fn at(&mut self, kind: ErrorKind, place: usize, unit: Option<u32>) -> Result<(), Refused> {
        // Where no more problems are kept, those that stand further behind are not even looked at.
        if place > self.last {
            return Ok(());
        }
        let (origin, blame) = match &self.text {
            Text::Given => (place, Blame::Character),
            Text::Mapped(origins) => (origins.get(place), Blame::Character),
            // Inside an A-label no character of the input is at fault alone.
            Text::Decoded => (0, unit.map_or(Blame::Label, Blame::Decoded)),
        };
        self.keep(self.before_rule, Found { kind, place: origin, blame });
        self.furthest = place.max(self.furthest);
        if self.found.len() >= self.limit {
            let in_order_behind = if let Text::Mapped(origins) = &self.text { origins.in_order_behind() } else { 0 };
            self.last = self.last.min(self.furthest.max(in_order_behind));
        }
        Ok(())
    }

    fn whole(&mut self, kind: ErrorKind, place: usize) -> Result<(), Refused> {
        // Before the breaches of the Bidi Rule, which may be asked for the sake of another label alone: what is wrong
        // first is the same with and without that one. Other problems are not followed by one of the whole label.
        self.found.insert(0, Found { kind, place, blame: Blame::Label });
        self.found.truncate(self.limit);
        Ok(())
    }

    fn next_rule(&mut self) {
        (self.before_rule, self.furthest, self.last) = (self.found.len(), 0, usize::MAX);
    }

    fn decoded(&mut self) {
        self.text = Text::Decoded;
    }

    fn is_good(&self) -> bool {
        self.found.is_empty()
    }
}

/// A surrogate is refused as what it is.
fn as_surrogate(kind: ErrorKind, code_point: Option<u32>) -> ErrorKind {
    let refuses_code_point = matches!(kind, ErrorKind::DisallowedCodepoint | ErrorKind::Unassigned);
    match code_point {
        Some(0xD800..=0xDFFF) if refuses_code_point => ErrorKind::Surrogate,
        _ => kind,
    }
}

/// The first problem of a label that [`convert`](super::convert) refuses. There is one unless memory was refused.
#[cold]
pub(crate) fn first_problem<T: Input + ?Sized>(label: &T, task: Task<'_>) -> Option<Problem> {
    let first = problems(label, task, 1).first().copied();
    debug_assert!(first.is_some() || task.memory.any(), "a refusal has a problem");
    first
}

/// The problems of a label, at most so many; none where [`convert`](super::convert) accepts it.
///
/// It takes the steps that [`convert`](super::convert) takes, but maps in another way; both ways agree but for what
/// they put in the place of a character that is refused.
#[cold]
pub(crate) fn problems<T: Input + ?Sized>(label: &T, task: Task<'_>, limit: usize) -> Vec<Problem> {
    let mut report = Problems::new(limit);
    if length::cannot_fit(label, task.profile) {
        report.end(ErrorKind::LabelTooLong, length::place_of_excess(label.is_ascii()));
    } else if label.is_ascii() {
        let steps = Steps { task, is_mapped: false, report: &mut report, output: &mut Discard::default() };
        // What was found is in the report.
        let _converted = lower_case(label, task, &mut Ascii::new()).and_then(|label| { steps }.ascii(label));
    } else {
        let _converted = not_ascii(&mut label.code_points(), task, &mut report);
    }
    report.blamed(&mut label.code_points())
}

/// A label that came with characters beyond ASCII.
fn not_ascii(label: &mut dyn Iterator<Item = u32>, task: Task<'_>, report: &mut Problems) -> Result<(), Refused> {
    if task.profile.rules == Rules::Idna2008 {
        let text = task.memory.collected(label).ok_or(Refused)?;
        let mut steps = Steps { task, is_mapped: false, report, output: &mut Discard::default() };
        return steps.not_ascii(&text, Facts::of(text.iter().copied())).map(|_| ());
    }
    let longest = length::max_text(task.profile);
    let (mapped, origins) = map_with_origins(longest, report.limit, label, task.profile, task.memory);
    if task.memory.any() {
        return Err(Refused);
    }
    report.text = Text::Mapped(origins);
    let mut steps = Steps { task, is_mapped: true, report, output: &mut Discard::default() };
    let converted = if mapped.text.is_empty() {
        steps.ascii(core::str::from_utf8(&mapped.ascii).unwrap_or_default())
    } else {
        steps.not_ascii(&mapped.text, Facts::of(mapped.text.iter().copied()))
    };
    converted.map(|_| ())
}

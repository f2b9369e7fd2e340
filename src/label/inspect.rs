//! Every problem of a label that was refused, and the place of each in the label as it came.

use super::convert::Steps;
use super::error::LabelError;
use super::input::Input;
use super::map::Mapped;
use super::older::refusal_of_version;
use super::origins::{Origins, map_with_origins};
use super::output::Discard;
use super::rules::{Refused, Report, length, refused_mapping};
use super::task::{Ascii, Task};
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::profile::Profile;

/// The problems of a label in the order of the rules, and by place within one rule: the first of them. Places count
/// characters of the label as it came.
struct Problems {
    /// Until [`blamed`](Self::blamed) puts the character of the label in its place, the code point of a problem is that
    /// of the text that was judged.
    found: Vec<LabelError>,
    /// The most problems that are kept.
    limit: usize,
    /// The number of characters that are refused instead of mapped, which come first.
    unmapped: usize,
    /// The number of problems that the rules before this one found.
    before_rule: usize,
    /// The furthest place of the text with a problem of this rule.
    furthest: usize,
    /// Problems behind this place of the text are dropped.
    last: usize,
    judged: Judged,
}

/// Which text the rules judge.
enum Judged {
    /// The label itself.
    Given,
    /// The text that the label was mapped to.
    Mapped(Origins),
    /// The text that its payload decodes to.
    Decoded,
}

impl Problems {
    /// Puts a problem where its place belongs among those of this rule, if it is not among them: a character that is
    /// mapped to several may have a problem several times. What is behind the limit then is dropped.
    fn keep(&mut self, problem: LabelError) {
        let of_this_rule = bounded::rest(&self.found, self.before_rule);
        let before = of_this_rule.partition_point(|other| other.offset() <= problem.offset());
        let same_place = bounded::first(of_this_rule, before).iter().rev();
        let is_decoded = matches!(self.judged, Judged::Decoded);
        let is_same = |other: &LabelError| {
            other.kind() == problem.kind() && (!is_decoded || other.code_point() == problem.code_point())
        };
        if same_place.take_while(|other| other.offset() == problem.offset()).any(is_same) {
            return;
        }
        self.found.insert(bounded::add(self.before_rule, before), problem);
        self.found.truncate(self.limit);
    }

    /// Blames a character of the label for each problem that one code point has, in one pass over the label. Inside an
    /// A-label it is the decoded code point that is to blame.
    fn blamed(mut self, label: &mut dyn Iterator<Item = u32>, profile: &Profile) -> Vec<LabelError> {
        let is_decoded = matches!(self.judged, Judged::Decoded);
        let mut by_place: Vec<&mut LabelError> = self.found.iter_mut().collect();
        by_place.sort_unstable_by_key(|problem| problem.offset());
        let mut label = label.enumerate().peekable();
        for problem in by_place {
            while !is_decoded && label.next_if(|&(place, _)| place < problem.offset()).is_some() {}
            let character = if is_decoded { problem.code_point() } else { label.peek().map(|&(_, unit)| unit) };
            *problem = problem.blaming(problem.code_point().and(character));
            let refused = problem.code_point().and_then(|unit| refusal_of_version(unit, profile));
            if let Some(version) = profile.older().filter(|_| refused == Some(problem.kind())) {
                *problem = problem.in_version(version);
            }
        }
        self.found
    }
}

/// A report that keeps every problem, up to its limit, in the order of the rules and within a rule in that of the
/// places.
impl Report for Problems {
    fn at(&mut self, kind: ErrorKind, place: usize, unit: Option<u32>) -> Result<(), Refused> {
        // The limit is reached, and this problem stands behind all that may still be kept.
        if place > self.last {
            return Ok(());
        }
        let (origin, in_order_behind) = match &self.judged {
            Judged::Given => (place, 0),
            Judged::Mapped(origins) => (origins.get(place), origins.in_order_behind()),
            // Inside an A-label no character of the input is at fault alone.
            Judged::Decoded => (0, 0),
        };
        self.keep(LabelError::new(Error::new(kind, origin), 0, unit));
        self.furthest = place.max(self.furthest);
        // Normalization may have moved code points: up to `in_order_behind` a later place may have an earlier origin.
        if self.found.len() >= self.limit {
            self.last = self.last.min(self.furthest.max(in_order_behind));
        }
        Ok(())
    }

    fn end(&mut self, kind: ErrorKind, place: usize) -> Refused {
        // In front of breaches of the Bidi Rule. The first problem must not depend on whether that rule is asked
        // because of another label.
        self.found.insert(self.unmapped, LabelError::new(Error::new(kind, place), 0, None));
        self.found.truncate(self.limit);
        Refused
    }

    fn next_rule(&mut self) {
        (self.before_rule, self.furthest, self.last) = (self.found.len(), 0, usize::MAX);
    }

    fn decoded(&mut self) {
        self.judged = Judged::Decoded;
    }

    fn is_good(&self) -> bool {
        self.found.is_empty()
    }
}

/// The first problem of a label that [`convert`](super::convert) refuses. There is one unless memory was refused.
#[cold]
pub(crate) fn first_problem<T: Input + ?Sized>(label: &T, task: &Task<'_>) -> Option<LabelError> {
    let first = problems(label, task, 1).first().copied();
    debug_assert!(first.is_some() || task.memory.any(), "a refusal has a problem");
    first
}

/// The problems of a label by itself, at most so many; none where [`convert`](super::convert) accepts it.
///
/// It takes the steps that [`convert`](super::convert) takes, but maps in another way; both ways agree but for what
/// they put in the place of a character that is refused.
#[cold]
pub(crate) fn problems<T: Input + ?Sized>(label: &T, task: &Task<'_>, limit: usize) -> Vec<LabelError> {
    let (found, judged) = (Vec::new(), Judged::Given);
    let mut report = Problems { found, limit, unmapped: 0, before_rule: 0, furthest: 0, last: usize::MAX, judged };
    if length::cannot_fit(label, task.profile) {
        report.end(ErrorKind::LabelTooLong, length::place_of_excess(label.is_ascii()));
    } else if label.is_ascii() {
        let mut steps = Steps { task, came_as_ascii: true, report: &mut report, output: &mut Discard::default() };
        let _converted = steps.ascii(label, &mut Ascii::new(), false);
    } else {
        if task.profile.refuses_mapped() {
            // Without an end: this report goes on.
            let _refused = refused_mapping(label, task, &mut report);
            report.unmapped = report.found.len();
        }
        not_ascii(&mut label.code_points(), task, &mut report);
    }
    report.blamed(&mut label.code_points(), task.profile)
}

/// A label that came with characters beyond ASCII. What was found is in the report.
fn not_ascii(label: &mut dyn Iterator<Item = u32>, task: &Task<'_>, report: &mut Problems) {
    let mut mapped = Mapped::default();
    if task.profile.maps() {
        let longest = length::max_text(task.profile);
        let origins;
        (mapped, origins) = map_with_origins(longest, report.limit, label, task.profile, task.memory);
        report.judged = Judged::Mapped(origins);
    } else {
        label.for_each(|unit| mapped.text.push(unit));
    }
    if task.memory.any() || mapped.text.is_refused() {
        return task.memory.note();
    }
    let mut steps = Steps { task, came_as_ascii: false, report, output: &mut Discard::default() };
    let _converted = steps.mapped(&mapped);
}

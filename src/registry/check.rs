//! The question whether a label may be registered, and why not (RFC 7940 sections 8.1 and 8.3).

use super::actions::OnRule;
use super::file::RuleFile;
use super::parts::{ElementPlace, JudgedLabel, asked_kinds, disposition, elements_at};
use super::repertoire::Condition;
use super::rules::MOST_POINTS;
use crate::error::{Error, NamedCharacter};
use crate::{bounded, memory};

/// One row per kind of problem: variant, stable code, what is wrong.
macro_rules! problems {
    ($($variant:ident $code:literal $message:literal;)*) => {
        /// The closed list of reasons why a label is not eligible.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ProblemKind {
            $(#[doc = concat!("In words: ", $message, ".")] $variant,)*
        }

        impl ProblemKind {
            /// Every kind, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stable code, in snake case: what programs compare.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// Returns what is wrong, for people: a phrase without a full stop.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Self::$variant => $message,)* }
            }
        }
    };
}

problems! {
    Empty "empty" "the label is empty";
    TooLong "too_long" "the label has more than 127 code points";
    NotInRepertoire "not_in_repertoire" "the character is not in the repertoire";
    Context "context" "the character is not allowed in this context";
    VariantOnly "variant_only" "the character is listed as a variant of others only";
    VariantType "variant_type" "the character has a type for which the rules refuse the label";
    WholeLabel "rule" "the label breaks a rule for whole labels";
}

/// A reason why a label is not eligible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LabelProblem<'a> {
    /// The kind of the problem.
    pub kind: ProblemKind,
    /// Where, in characters; nothing where the label as a whole is at fault.
    pub offset: Option<usize>,
    /// The character at fault.
    pub code_point: Option<u32>,
    /// The name of the rule that decided.
    pub rule: Option<&'a str>,
}

impl LabelProblem<'_> {
    /// Returns what is wrong in words, for people: a phrase without a full stop that names the character and the rule.
    #[must_use]
    pub fn words(&self) -> String {
        let message = self.kind.message();
        let named = match (self.code_point, message.strip_prefix("the character")) {
            (Some(code), Some(rest)) => format!("{}{rest}", NamedCharacter(code)),
            _ => message.to_owned(),
        };
        match self.rule {
            Some(rule) => format!("{named}: {rule}"),
            None => named,
        }
    }
}

/// The answer to whether a label may be registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<'a> {
    /// True if the label may be registered at all: if its disposition is another than `invalid`.
    pub is_eligible: bool,
    /// The fate of the label: `valid`, `invalid`, or what the rules say.
    pub disposition: &'a str,
    /// The number of the action that decided, counted from 0; the five of the standard come last. Nothing where the
    /// label is not in the repertoire.
    pub action: Option<usize>,
    /// Why the label is not eligible.
    pub problems: Vec<LabelProblem<'a>>,
    /// The number of the disposition of a label that is eligible.
    pub(crate) number: u32,
    /// Which of the rule sets answered: the one that allows the label, or else the one with the fewest problems.
    pub set: usize,
}

/// The verdict of no rule set at all, which allows nothing.
pub(super) fn refused_by_none<'a>() -> Verdict<'a> {
    let disposition = super::actions::INVALID;
    Verdict { is_eligible: false, disposition, action: None, problems: Vec::new(), number: 0, set: 0 }
}

/// Checks a label under one file, for which `judged` was made.
pub(super) fn check<'a>(file: &'a RuleFile, judged: &mut JudgedLabel, label: &[u32]) -> Result<Verdict<'a>, Error> {
    let refused = |problems| Verdict {
        is_eligible: false,
        disposition: super::actions::INVALID,
        action: None,
        problems,
        number: 0,
        set: 0,
    };
    let alone = |kind, offset| LabelProblem { kind, offset: Some(offset), code_point: None, rule: None };
    if label.is_empty() || label.len() > MOST_POINTS {
        let problem =
            if label.is_empty() { alone(ProblemKind::Empty, 0) } else { alone(ProblemKind::TooLong, MOST_POINTS) };
        return memory::filled(problem, 1).map(refused);
    }
    if !judged.read(file, label) {
        return outside(file, judged, label).map(refused);
    }
    let (kinds, is_whole) = judged.all_own_kinds(file);
    let action = judged.decided(file, kinds, is_whole);
    let is_eligible = disposition(file, action) != file.invalid;
    let problems = if is_eligible { Vec::new() } else { of_action(file, judged, label, action)? };
    let number = disposition(file, action);
    let disposition = file.dispositions.get(bounded::index(number)).map_or("", String::as_str);
    Ok(Verdict { is_eligible, disposition, action: Some(action), problems, number, set: 0 })
}

/// The problems of a label that is not in the repertoire: of each place at which no element stands, after which the
/// next place is looked at.
fn outside<'a>(file: &'a RuleFile, judged: &mut JudgedLabel, label: &[u32]) -> Result<Vec<LabelProblem<'a>>, Error> {
    let (mut problems, mut at) = (Vec::new(), 0);
    while at < label.len() {
        if let Some(piece) = judged.longest(file, label, at) {
            at = piece.end;
            continue;
        }
        let (code_point, start) = (label.get(at).copied(), problems.len());
        for (_, condition) in elements_at(file, &judged.reading, label, at) {
            let (Condition::When(rule) | Condition::NotWhen(rule)) = condition else { continue };
            let rule = Some(file.rule_name(rule));
            if bounded::rest(&problems, start).iter().all(|known: &LabelProblem<'_>| known.rule != rule) {
                let problem = LabelProblem { kind: ProblemKind::Context, offset: Some(at), code_point, rule };
                memory::push(&mut problems, problem)?;
            }
        }
        if problems.len() == start {
            let kind = ProblemKind::NotInRepertoire;
            memory::push(&mut problems, LabelProblem { kind, offset: Some(at), code_point, rule: None })?;
        }
        at = bounded::add(at, 1);
    }
    Ok(problems)
}

/// The problems of a label that an action refuses: the elements with the types that it asks for, or its rule.
fn of_action<'a>(
    file: &'a RuleFile,
    judged: &mut JudgedLabel,
    label: &[u32],
    action: usize,
) -> Result<Vec<LabelProblem<'a>>, Error> {
    let (asked, mut problems) = (asked_kinds(file, action), Vec::new());
    for index in 0..judged.pieces.len() {
        let piece: ElementPlace = bounded::at(&judged.pieces, index);
        let found = judged.own_kinds(file, piece).0 & asked;
        if found != 0 {
            let is_foreign = found & file.foreign != 0;
            let kind = if is_foreign { ProblemKind::VariantOnly } else { ProblemKind::VariantType };
            let code_point = label.get(piece.start).copied();
            memory::push(&mut problems, LabelProblem { kind, offset: Some(piece.start), code_point, rule: None })?;
        }
    }
    let rule = file.decisions.get(action).and_then(|decision| match decision.rule {
        OnRule::Match(rule) | OnRule::NotMatch(rule) => Some(file.rule_name(rule)),
        OnRule::Nothing => None,
    });
    if rule.is_some() || problems.is_empty() {
        let kind = ProblemKind::WholeLabel;
        memory::push(&mut problems, LabelProblem { kind, offset: None, code_point: None, rule })?;
    }
    Ok(problems)
}

//! Named rules of single programs that no cell says: the joiners of ada and of Go, ada's Bidi Rule, Go's Punycode.

use super::end::End;
use super::letters::{LEFT_LABEL, MARKS, NUMBERS, RIGHT_END, RIGHT_LABEL, direction};
use super::steps::ClientRules;
use crate::memory;
use crate::unicode::{BidiClass, BidiClasses, JoiningType, Props};
use crate::{bounded, punycode};

const NON_JOINER: u32 = 0x200C;
const JOINER: u32 = 0x200D;

pub(super) fn is_joiner(unit: u32) -> bool {
    matches!(unit, NON_JOINER | JOINER)
}

/// Returns whether ada takes a label for its first joiner, behind which it looks at nothing; nothing where there is
/// none.
pub(super) fn ada_joiners(text: &[u32]) -> Option<bool> {
    let place = text.iter().position(|&unit| is_joiner(unit))?;
    let (before, rest) = text.split_at_checked(place)?;
    let (joiner, after) = rest.split_first()?;
    // The viramas of later versions of Unicode.
    let is_virama = |&unit: &u32| {
        Props::of(unit).is_virama()
            && !matches!(unit, 0x1715 | 0x11070 | 0x113CE..=0x113D0 | 0x11F41..=0x11F42 | 0x1612F)
    };
    let connects = || before.iter().any(joins_before_in_ada) && after.iter().any(joins_behind_in_ada);
    Some(before.last().is_some_and(is_virama) || (*joiner == NON_JOINER && connects()))
}

/// The letters of which ada knows that they join to what follows.
const fn joins_before_in_ada(unit: &u32) -> bool {
    matches!(*unit,
        0x620 | 0x626 | 0x628 | 0x62A..=0x62E | 0x633..=0x63F | 0x641..=0x647 | 0x649..=0x64A | 0x66E..=0x66F
        | 0x679..=0x687 | 0x69A..=0x6BF | 0x6C1..=0x6C2 | 0x6CC | 0x6CE | 0x6D0..=0x6D1 | 0x6FA..=0x6FC | 0x6FF
        | 0x712..=0x714 | 0x71A..=0x71D | 0x71F..=0x727 | 0x729 | 0x72B | 0x72D..=0x72E | 0x74E..=0x758
        | 0x75C..=0x766 | 0x850..=0x853 | 0x855 | 0x8A0 | 0x8A2..=0x8A9 | 0x1807 | 0x1820..=0x1877
        | 0x1887..=0x18A8 | 0x18AA | 0xA840..=0xA872)
}

/// Those of which it knows that they join to what stands before.
const fn joins_behind_in_ada(unit: &u32) -> bool {
    matches!(*unit,
        0x620 | 0x622..=0x63F | 0x641..=0x64A | 0x66E..=0x66F | 0x671..=0x673 | 0x679..=0x6D3 | 0x6D5
        | 0x6EE..=0x6EF | 0x6FA..=0x6FC | 0x6FF | 0x710 | 0x712..=0x72F | 0x74D..=0x766 | 0x850..=0x855 | 0x8A0
        | 0x8A2..=0x8AC | 0x1807 | 0x1820..=0x1877 | 0x1887..=0x18A8 | 0x18AA | 0xA840..=0xA871)
}

/// Returns whether ada 2 refuses a label with right-to-left characters. The last one of a left-to-right label passes.
pub(super) fn breaks_bidi_of_ada_2(text: &[u32], rules: &ClientRules) -> bool {
    let class = |&unit: &u32| direction(unit, rules).unwrap_or(MARKS);
    let last = text.iter().rposition(|unit| !class(unit).is_within(MARKS)).unwrap_or(0);
    let (before, rest) = text.split_at_checked(last).unwrap_or((text, &[]));
    let classes = before.iter().fold(BidiClasses::of(&[]), |all, unit| all.union(class(unit)));
    let end = rest.first().map_or(MARKS, class);
    if text.first().is_some_and(|unit| class(unit).is_within(BidiClasses::of(&[BidiClass::L]))) {
        return !classes.is_within(LEFT_LABEL);
    }
    let all = classes.union(end);
    !all.is_within(RIGHT_LABEL) || !end.is_within(RIGHT_END) || NUMBERS.is_within(all)
}

/// The states of Go's automaton.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GoState {
    Nothing,
    Virama,
    Before,
    BeforeVirama,
    After,
    Failed,
}

/// The letters of its alphabet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Joins(JoiningType),
    NonJoiner,
    Joiner,
    Virama,
}

/// Returns whether Go takes the joiners of a label. A letter that joins nothing ends what is asked of it.
pub(super) fn go_joiners(text: &[u32]) -> bool {
    let mut seen = GoState::Nothing;
    for &unit in text {
        let props = Props::of(unit);
        let sign = match unit {
            NON_JOINER => Sign::NonJoiner,
            JOINER => Sign::Joiner,
            _ => Sign::Joins(props.joining_type()),
        };
        for sign in [Some(sign), props.is_virama().then_some(Sign::Virama)].into_iter().flatten() {
            if seen == GoState::Failed {
                return false;
            }
            seen = next(seen, sign);
        }
    }
    !matches!(seen, GoState::Failed | GoState::After)
}

/// x/net/idna, joinStates.
const fn next(seen: GoState, sign: Sign) -> GoState {
    use JoiningType::{DualJoining, LeftJoining, Transparent};
    match (seen, sign) {
        (GoState::After, Sign::Joins(LeftJoining) | Sign::NonJoiner | Sign::Joiner)
        | (GoState::Nothing, Sign::NonJoiner | Sign::Joiner)
        | (GoState::Before, Sign::Joiner) => GoState::Failed,
        (GoState::Nothing, Sign::Virama) => GoState::Virama,
        (GoState::Before, Sign::Virama) => GoState::BeforeVirama,
        (GoState::Before, Sign::NonJoiner) | (GoState::After, Sign::Joins(Transparent) | Sign::Virama) => {
            GoState::After
        }
        (_, Sign::Joins(LeftJoining | DualJoining))
        | (GoState::Before | GoState::BeforeVirama, Sign::Joins(Transparent)) => GoState::Before,
        // So does a letter that joins what stands before it.
        _ => GoState::Nothing,
    }
}

/// Go copies what is before the last hyphen, be it ASCII or not, and takes an empty payload.
pub(super) fn go_decode(form: &[u32]) -> Result<Vec<u32>, End> {
    const HYPHEN: u32 = 0x2D;
    let Some(hyphen) = form.iter().rposition(|&unit| unit == HYPHEN) else { return decode(form) };
    let (basic, rest) = (bounded::first(form, hyphen), bounded::rest(form, bounded::add(hyphen, 1)));
    if rest.is_empty() && !basic.is_empty() {
        return Ok(memory::copied(basic)?);
    }
    if basic.is_empty() {
        return Err(End::Refused("no Punycode"));
    }
    let mut plain = memory::filled(0x61, basic.len())?;
    memory::push(&mut plain, HYPHEN)?;
    memory::append(&mut plain, rest)?;
    let mut text = decode(&plain)?;
    let mut letters = basic.iter();
    text.iter_mut().filter(|unit| **unit == 0x61).zip(&mut letters).for_each(|(slot, &unit)| *slot = unit);
    Ok(text)
}

/// RFC 3492 section 6.2, without a delimiter at the beginning.
pub(super) fn decode(form: &[u32]) -> Result<Vec<u32>, End> {
    let octets = memory::collected(form.iter().map_while(|&unit| u8::try_from(unit).ok()), form.len())?;
    let has_delimiter_alone = octets.iter().rposition(|&octet| octet == b'-') == Some(0);
    if octets.len() < form.len() || has_delimiter_alone {
        return Err(End::Refused("no Punycode"));
    }
    punycode::decode_to_code_points(&octets).map_err(|error| match error.kind() {
        crate::ErrorKind::OutOfMemory => End::NoMemory(error),
        _ => End::Refused("no Punycode"),
    })
}

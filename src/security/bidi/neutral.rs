//! Brackets and neutral characters (UAX #9, N0 to N2).

use icu_properties::props::BidiPairedBracketType;

use super::classes::{class, direction, is_isolate, mirroring};
use crate::error::Error;
use crate::unicode::BidiClass;
use crate::{bounded, memory};

/// The most brackets that may be open (BD16).
const MOST_OPEN: usize = 63;

/// A bracket that is open: the bracket that closes it, its place, and the bits of the directions that stand behind it.
struct Open {
    closing: u32,
    place: usize,
    inside: u8,
}

const fn bit(direction: BidiClass) -> u8 {
    if matches!(direction, BidiClass::L) { 1 } else { 2 }
}

/// The direction of a class; numbers are right-to-left here.
const fn strong(class: BidiClass) -> Option<BidiClass> {
    match class {
        BidiClass::L => Some(BidiClass::L),
        BidiClass::R | BidiClass::EN | BidiClass::AN => Some(BidiClass::R),
        _ => None,
    }
}

/// A pair of brackets, and the bits of the directions that stand between them.
struct Pair {
    open: usize,
    close: usize,
    inside: u8,
}

/// N0, of a sequence whose character at a place is told by `unit`.
pub(super) fn resolve_brackets(
    types: &mut [BidiClass],
    unit: impl Fn(usize) -> u32,
    level: u8,
    sos: BidiClass,
) -> Result<(), Error> {
    let mut pairs = pairs(types, &unit)?;
    // In the order of the opening brackets: a pair that was resolved is context for those behind it.
    pairs.sort_unstable_by_key(|pair| pair.open);
    let embedding = direction(level);
    let (mut context, mut seen) = (sos, 0);
    for pair in pairs {
        let before = bounded::part(types, seen..pair.open);
        context = before.iter().rev().find_map(|&class| strong(class)).unwrap_or(context);
        seen = pair.open;
        let resolved = match pair.inside {
            // N0 d: N1 and N2 resolve them.
            0 => continue,
            inside if inside & bit(embedding) != 0 => embedding,
            // N0 c: the context is the opposite direction (c1) or that of the embedding (c2).
            _ => context,
        };
        for place in [pair.open, pair.close] {
            // Marks behind a bracket take its class. It is the text that tells marks: W1 has changed their class.
            let marks = (bounded::add(place, 1)..).take_while(|&place| class(unit(place)) == BidiClass::NSM);
            for place in core::iter::once(place).chain(marks) {
                bounded::put(types, place, resolved);
            }
        }
    }
    Ok(())
}

/// The pairs of brackets (BD16). What stands between brackets is gathered on the way, so that nothing is read twice.
fn pairs(types: &[BidiClass], unit: &impl Fn(usize) -> u32) -> Result<Vec<Pair>, Error> {
    let (mut pairs, mut open): (Vec<Pair>, Vec<Open>) = (Vec::new(), Vec::new());
    for (place, &class) in types.iter().enumerate() {
        if let (Some(strong), Some(last)) = (strong(class), open.last_mut()) {
            last.inside |= bit(strong);
        }
        // A character that an override gave another class is no bracket (BD14, BD15).
        if class != BidiClass::ON {
            continue;
        }
        let (bracket, facts) = (unit(place), mirroring(unit(place)));
        match facts.paired_bracket_type {
            BidiPairedBracketType::Open if open.len() == MOST_OPEN => break,
            BidiPairedBracketType::Open => {
                let closing = facts.mirroring_glyph.map_or(bracket, |closing| canonical(closing.into()));
                memory::push(&mut open, Open { closing, place, inside: 0 })?;
            }
            BidiPairedBracketType::Close => {
                let Some(depth) = open.iter().rposition(|opened| opened.closing == canonical(bracket)) else {
                    continue;
                };
                // The characters after a bracket without a partner are inside, too.
                let inside = open.iter().skip(depth).fold(0, |inside, opened| inside | opened.inside);
                if let Some(opened) = open.get(depth) {
                    memory::push(&mut pairs, Pair { open: opened.place, close: place, inside })?;
                }
                // Brackets that were opened in between stay without a partner.
                open.truncate(depth);
                if let Some(last) = open.last_mut() {
                    last.inside |= inside;
                }
            }
            _ => {}
        }
    }
    Ok(pairs)
}

/// The angle brackets that are canonically equivalent to others.
const fn canonical(bracket: u32) -> u32 {
    if bracket == 0x232A { 0x3009 } else { bracket }
}

/// N1 and N2: neutral characters take the direction on both sides, or that of the embedding.
pub(super) fn resolve_neutrals(types: &mut [BidiClass], level: u8, sos: BidiClass, eos: BidiClass) {
    let mut before = sos;
    let mut rest = types;
    while !rest.is_empty() {
        let start = rest.iter().position(|&class| is_neutral(class)).unwrap_or(rest.len());
        let (known, run) = rest.split_at_mut(start);
        before = known.iter().rev().find_map(|&class| strong(class)).unwrap_or(before);
        let length = run.iter().position(|&class| !is_neutral(class)).unwrap_or(run.len());
        let (run, after) = run.split_at_mut(length);
        let next = after.first().map_or(Some(eos), |&class| strong(class));
        run.fill(next.filter(|&next| next == before).unwrap_or(direction(level)));
        rest = after;
    }
}

const fn is_neutral(class: BidiClass) -> bool {
    matches!(class, BidiClass::B | BidiClass::S | BidiClass::WS | BidiClass::ON | BidiClass::PDI) || is_isolate(class)
}

//! Numbers, marks and what belongs to numbers (UAX #9, W1 to W7).

use super::classes::is_isolate;
use crate::bounded;
use crate::unicode::BidiClass;

/// Resolves the classes of an isolating run sequence.
pub(super) fn resolve_weak(types: &mut [BidiClass], sos: BidiClass) {
    resolve_marks_and_arabic(types, sos);
    resolve_separators(types);
    resolve_terminators(types);
    // W7.
    let mut strong = sos;
    for class in types {
        match class {
            BidiClass::L | BidiClass::R => strong = *class,
            BidiClass::EN if strong == BidiClass::L => *class = BidiClass::L,
            _ => {}
        }
    }
}

/// W1 to W3.
fn resolve_marks_and_arabic(types: &mut [BidiClass], sos: BidiClass) {
    let (mut before, mut strong) = (sos, sos);
    for class in types {
        if *class == BidiClass::NSM {
            *class = if is_isolate(before) || before == BidiClass::PDI { BidiClass::ON } else { before };
        }
        before = *class;
        match class {
            BidiClass::L | BidiClass::R => strong = *class,
            BidiClass::AL => (strong, *class) = (BidiClass::AL, BidiClass::R),
            BidiClass::EN if strong == BidiClass::AL => *class = BidiClass::AN,
            _ => {}
        }
    }
}

/// W4.
fn resolve_separators(types: &mut [BidiClass]) {
    let cells = core::cell::Cell::from_mut(types).as_slice_of_cells();
    for window in cells.windows(3) {
        let Some([before, class, after]) = bounded::some(window.first_chunk()) else { continue };
        if before.get() == after.get()
            && matches!(
                (before.get(), class.get()),
                (BidiClass::EN, BidiClass::ES | BidiClass::CS) | (BidiClass::AN, BidiClass::CS)
            )
        {
            class.set(before.get());
        }
    }
}

/// W5 and W6.
fn resolve_terminators(types: &mut [BidiClass]) {
    let is_terminator = |class: &BidiClass| *class == BidiClass::ET;
    let mut rest = types;
    let mut is_after_number = false;
    while let Some(start) = rest.iter().position(is_terminator) {
        let (before, run) = rest.split_at_mut(start);
        let length = run.iter().position(|class| !is_terminator(class)).unwrap_or(run.len());
        let (run, after) = run.split_at_mut(length);
        is_after_number = before.last().map_or(is_after_number, |class| *class == BidiClass::EN);
        let is_of_number = is_after_number || after.first() == Some(&BidiClass::EN);
        run.fill(if is_of_number { BidiClass::EN } else { BidiClass::ON });
        separators_are_neutral(before);
        rest = after;
    }
    separators_are_neutral(rest);
}

fn separators_are_neutral(types: &mut [BidiClass]) {
    for class in types.iter_mut().filter(|class| matches!(class, BidiClass::ES | BidiClass::CS)) {
        *class = BidiClass::ON;
    }
}

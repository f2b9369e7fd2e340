//! The tables that the Python package `idna` lets its users see, made from those of `unicode`.

use crate::unicode::{DerivedProperty, JoiningType, Props, Script, Uts46Status, deviation, uts46_map};

const CODE_POINTS: u32 = 0x11_0000;
/// Below this each code point has a row of its own, so that its row is found without a search.
const SINGLE: u32 = 0x100;

/// A property of code points.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    DerivedProperty,
    JoiningType,
    Script,
}

impl Kind {
    fn of(self, unit: u32) -> &'static str {
        let props = Props::of(unit);
        match self {
            Self::DerivedProperty => match props.derived_property() {
                DerivedProperty::Disallowed | DerivedProperty::Unassigned => "",
                allowed => allowed.name(),
            },
            Self::JoiningType => match props.joining_type() {
                JoiningType::NonJoining => "",
                joining => joining.name(),
            },
            Self::Script => match Script::of(unit).name() {
                name @ ("Greek" | "Han" | "Hebrew" | "Hiragana" | "Katakana") => name,
                _ => "",
            },
        }
    }
}

/// Where runs of code points of one value begin, and the value; an empty one stands for all that nobody asks for.
pub(crate) fn code_point_runs(kind: Kind) -> Vec<(u32, &'static str)> {
    let mut runs = Vec::new();
    let mut last = "";
    for unit in 0..CODE_POINTS {
        let value = kind.of(unit);
        if value != last {
            runs.push((unit, value));
            last = value;
        }
    }
    runs
}

/// A row of the mapping table of UTS #46: where it begins, its status as a letter of that table, what it is mapped to.
pub(crate) type Row = (u32, char, Option<String>);

/// The rows of the mapping table of UTS #46.
pub(crate) fn uts46_rows() -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for unit in 0..CODE_POINTS {
        let (status, mapped) = uts46(unit);
        let is_same = |last: &Row| last.1 == status && last.2 == mapped;
        if unit < SINGLE || !rows.last().is_some_and(is_same) {
            rows.push((unit, status, mapped));
        }
    }
    rows
}

fn uts46(unit: u32) -> (char, Option<String>) {
    let props = Props::of(unit);
    match props.uts46_status() {
        Uts46Status::Valid => deviation(unit).map_or(('V', None), |replaced| ('D', Some(replaced.to_owned()))),
        Uts46Status::Mapped => ('M', Some(uts46_map(&mut core::iter::once(unit)).filter_map(char::from_u32).collect())),
        Uts46Status::Ignored => ('I', None),
        Uts46Status::Disallowed => ('X', None),
    }
}

//! The tables that `acelabel.compat.idna` shows as modules.

use core::fmt::Write;

use crate::binding::arguments::text;
use crate::binding::prelude::*;
use crate::compat::{self, Kind};

/// Where runs of code points of one value of a property begin.
///
/// Args:
///     kind: "derived_property", "joining_type" or "script".
///
/// Returns:
///     Pairs of the first code point of a run and the value; an empty one stands for all values not listed.
#[pyfunction]
pub(in crate::binding) fn code_point_runs<'py>(kind: &Object<'py>) -> PyResult<Bound<'py, PyList>> {
    let py = kind.py();
    let kind = match &*text("kind", kind)?.to_cow()? {
        "derived_property" => Kind::DerivedProperty,
        "joining_type" => Kind::JoiningType,
        "script" => Kind::Script,
        other => return Err(PyValueError::new_err(format!("no such property: {other:?}"))),
    };
    let (firsts, values): (Vec<_>, Vec<_>) = compat::code_point_runs(kind).into_iter().unzip();
    let rows = list(py)?;
    for (first, value) in integers(py, &firsts)?.iter().zip(values) {
        rows.append(tuple_of(py, [first, ascii_string(py, value.as_bytes())?.into_any()])?)?;
    }
    Ok(rows)
}

/// The mapping table of UTS #46 section 5.
///
/// Returns:
///     A row for each run of code points of one status and one replacement: the first of them; the status as V, M, D, I
///     or X; and what they are mapped to, or None.
#[pyfunction]
pub(in crate::binding) fn uts46_rows(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let (table, rows) = (compat::uts46_rows(), list(py)?);
    let firsts: Vec<_> = table.iter().map(|&(first, _, _)| first).collect();
    for (first, (_, status, mapped)) in integers(py, &firsts)?.iter().zip(table) {
        let status = written(py, |text| text.write_char(status))?.into_any();
        let mapped = mapped.map(|mapped| string_of_text(py, &mapped)).transpose()?;
        rows.append(tuple_of(py, [first, status, or_none(py, mapped)])?)?;
    }
    Ok(rows)
}

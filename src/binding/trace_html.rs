//! A trace as a table, for notebooks.

use std::fmt::{self, Write};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::error::no_memory;
use super::html;
use super::text::characters::of_any_width;
use super::text::{code_points, with_units, written};
use super::trace::Trace;
use crate::bootstring::shown::Shown;
use crate::bootstring::{self, Direction, Step};
use crate::bounded;
use crate::memory::{self, Growing};

/// How many steps are shown at the beginning and at the end of a long table.
const SHOWN: usize = 256;

/// How much of the input and of the output the caption shows, in characters.
const CAPTION: usize = 64;

const HEADS: [&str; 6] = ["delta", "digits", "bias after", "n", "i", "text so far"];

/// The whole table. Its size is linear in `SHOWN`, whatever was traced.
pub(super) fn table<'py>(trace: &Trace, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
    let texts = trace.texts(py)?;
    let caption = caption(trace, py)?;
    let caption = caption.to_cow()?;
    written(py, |table| {
        html::begin(table, &caption, &HEADS)?;
        rows(table, trace.run(), &texts)?;
        table.write_str(html::END)
    })
}

fn rows(table: &mut Growing<u8>, run: &bootstring::Trace, texts: &[Shown]) -> fmt::Result {
    let count = run.steps().len();
    for (index, (step, text)) in run.steps().iter().zip(texts).enumerate() {
        if index < SHOWN || bounded::add(index, SHOWN) >= count {
            row(table, run.digits(step), step, text)?;
        } else if index == SHOWN {
            let left_out = bounded::sub(count, bounded::mul(2, SHOWN));
            write!(table, "<tr><td colspan=\"6\">({left_out} steps are not shown)</td></tr>")?;
        }
    }
    Ok(())
}

fn row(table: &mut Growing<u8>, digits: &str, step: &Step, text: &Shown) -> fmt::Result {
    let digits = html::characters(digits.bytes().map(u32::from), None);
    let around = html::characters(text.code_points.iter().copied(), text.inserted);
    write!(table, "<tr><td>{}</td><td><code>{digits}</code></td><td>{}</td>", step.delta, step.bias)?;
    write!(table, "<td>U+{:04X}</td><td>{}</td><td>", step.n, step.i)?;
    left_out(table, text.before)?;
    write!(table, "{around}")?;
    left_out(table, text.after)?;
    table.write_str("</td></tr>")
}

/// Returns what was traced, what came of it, and why not if it was refused: HTML.
fn caption<'py>(trace: &Trace, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
    let name = if trace.is_of_punycode() { "Punycode" } else { "Bootstring" };
    let verb = match trace.run().direction() {
        Direction::Encode => "encodes",
        Direction::Decode => "decodes",
    };
    let input = with_units(&trace.input(py), first, |units| of_any_width!(units, units => first(units)))??;
    let Some(error) = trace.error(py)? else {
        let output = match trace.run().direction() {
            Direction::Encode => first(trace.run().encoded().as_bytes()),
            Direction::Decode => first(trace.run().text()),
        }?;
        return written(py, |caption| write!(caption, "{name} {verb} {} to {}", Shortened(&input), Shortened(&output)));
    };
    let errors = py.import(intern!(py, "acelabel._errors"))?;
    let message = errors.call_method1(intern!(py, "describe"), (error,))?;
    let message = code_points(message.cast::<PyString>()?)?;
    let message = html::characters(message.iter().copied(), None);
    written(py, |caption| write!(caption, "{name} {verb} {} up to a fault: {message}", Shortened(&input)))
}

/// As much of a text as the caption shows, and one character more if there is more.
fn first<U: Copy + Into<u32>>(units: &[U]) -> PyResult<Vec<u32>> {
    let most = bounded::add(CAPTION, 1);
    memory::collected(units.iter().map(|&unit| unit.into()), most).map_err(|_| no_memory())
}

/// The beginning of a text, as HTML.
struct Shortened<'a>(&'a [u32]);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, html: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(html, "{}", html::characters(self.0.iter().copied().take(CAPTION), None))?;
        html.write_str(if self.0.len() > CAPTION { "&hellip;" } else { "" })
    }
}

fn left_out(table: &mut Growing<u8>, count: usize) -> fmt::Result {
    if count == 0 { Ok(()) } else { write!(table, " ({count} more) ") }
}

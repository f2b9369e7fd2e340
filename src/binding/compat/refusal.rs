//! Refusals as the exceptions of `acelabel.compat.idna`, which are classes written in Python.

use crate::binding::prelude::*;
use crate::compat::Refusal;

#[inline(always)]
pub(super) fn answer<T>(py: Python<'_>, outcome: Result<T, Refusal>) -> PyResult<T> {
    outcome.map_err(|refusal| idna_error(py, refusal))
}

/// A refusal as the exception that `acelabel.compat.idna.core` makes of it.
#[cold]
fn idna_error(py: Python<'_>, refusal: Refusal) -> PyErr {
    let make = || {
        let text_of = |text: &[u32]| string(py, text);
        let found = refusal.found.map(|(text, place)| Ok::<_, PyErr>((text_of(&text)?, place))).transpose()?;
        let error = refused(py, refusal.code, found.as_ref().map(|(text, place)| (text, *place)));
        let Some((cause, text)) = refusal.cause else { return Ok(error) };
        let context = Context { text: Some(&text_of(&text)?), ..Context::default() };
        Ok(caused(py, error, PyErr::from_value(ace_error_value(py, cause, &context)?)))
    };
    make().unwrap_or_else(|failure| failure)
}

pub(super) fn caused(py: Python<'_>, error: PyErr, cause: PyErr) -> PyErr {
    error.set_cause(py, Some(cause));
    error
}

pub(super) fn refused(py: Python<'_>, code: &'static str, found: Option<(&Text<'_>, usize)>) -> PyErr {
    let make = || {
        // Looked up each time, as each interpreter of a process has a module of its own.
        let refusal = py.import(intern!(py, "acelabel.compat.idna.core"))?.getattr(intern!(py, "_refusal"))?;
        let code = ascii_string(py, code.as_bytes())?;
        match found {
            Some((text, place)) => refusal.call1((code, text, place)),
            None => refusal.call1((code,)),
        }
    };
    raised(make())
}

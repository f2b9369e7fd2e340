//! The arguments of functions: a value of the wrong type is refused in one wording, which names the argument, what it
//! must be and the type that was passed.
//!
//! PyO3 would name the argument in a note below its own message. So parameters are declared as any object, and the
//! functions here cast them. The exceptions are made at once and not when they are raised: PyO3 makes an exception that
//! is asked for its type in the main interpreter, whichever interpreter called.

use core::convert::Infallible;

use pyo3::types::PyIterator;

use super::prelude::*;

/// An argument that may be left out.
pub(super) struct Optional<'a, 'py>(Option<Borrowed<'a, 'py, PyAny>>);

pub(super) const LEFT_OUT: Optional<'_, '_> = Optional(None);

impl<'py> Optional<'_, 'py> {
    #[inline(always)]
    pub(super) fn given(&self) -> Option<&Object<'py>> {
        self.0.as_deref()
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Optional<'a, 'py> {
    type Error = Infallible;

    #[inline(always)]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Self(Some(object)))
    }
}

/// The argument of this name as a `str`.
#[inline(always)]
pub(super) fn text<'a, 'py>(name: &str, object: &'a Object<'py>) -> PyResult<&'a Text<'py>> {
    object.cast().map_err(|_| wrong_type(name, "str", object))
}

/// The argument of this name as a `bool`.
pub(super) fn flag(name: &str, object: &Object<'_>) -> PyResult<bool> {
    object.extract().map_err(|_| wrong_type(name, "bool", object))
}

/// The argument of this name as an index. An integer beyond all indices becomes one that no text has.
pub(super) fn index(name: &str, object: &Object<'_>) -> PyResult<isize> {
    index_or(name, "int", object)
}

/// The same of an argument that may also be something else.
pub(super) fn index_or(name: &str, expected: &str, object: &Object<'_>) -> PyResult<isize> {
    object.extract::<isize>().or_else(|error| match error {
        error if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(isize::MAX),
        error if error.is_instance_of::<PyTypeError>(object.py()) => Err(wrong_type(name, expected, object)),
        error => Err(error),
    })
}

/// The items of the argument of this name.
pub(super) fn iterable<'py>(name: &str, expected: &str, object: &Object<'py>) -> PyResult<Bound<'py, PyIterator>> {
    let (py, class) = (object.py(), object.get_type());
    // Asked beforehand, as an iterable may raise a TypeError of its own.
    if !class.hasattr(intern!(py, "__iter__"))? && !class.hasattr(intern!(py, "__getitem__"))? {
        return Err(wrong_type(name, expected, object));
    }
    object.try_iter()
}

/// The argument of this name has to be something else.
#[cold]
pub(super) fn wrong_type(name: &str, expected: &str, object: &Object<'_>) -> PyErr {
    mismatch(&format!("argument '{name}'"), expected, object)
}

/// The item of an iterable has to be something else.
#[cold]
pub(super) fn wrong_item(index: usize, expected: &str, item: &Object<'_>) -> PyErr {
    mismatch(&format!("item {index}"), expected, item)
}

fn mismatch(what: &str, expected: &str, object: &Object<'_>) -> PyErr {
    match object.get_type().name().and_then(|name| beginning(&name)) {
        Ok(found) => {
            let is_encoded =
                expected == "str" && (object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>());
            let advice = if is_encoded { ": decode it first" } else { "" };
            type_error(object.py(), &format!("{what} must be {expected}, not {found}{advice}"))
        }
        Err(failure) => failure,
    }
}

#[cold]
pub(super) fn exception(class: &Bound<'_, PyType>, message: &str) -> PyErr {
    raised(class.call1((message,)))
}

#[cold]
pub(super) fn type_error(py: Python<'_>, message: &str) -> PyErr {
    exception(&py.get_type::<PyTypeError>(), message)
}

/// Returns what the argument of this name stands for: one of the choices, by their names.
#[inline(always)]
pub(super) fn choice<'a, T>(name: &str, choices: &'a [(&'static str, T)], object: &Object<'_>) -> PyResult<&'a T> {
    let chosen = text(name, object)?;
    // A text with lone surrogates is not one of the choices.
    let found = chosen.to_cow().ok().and_then(|chosen| choices.iter().find(|(known, _)| *known == chosen));
    let names = || choices.iter().map(|&(known, _)| known).collect();
    found.map(|(_, value)| value).ok_or_else(|| wrong_choice(name, names(), chosen))
}

/// The most characters of a text that a message quotes.
const QUOTED: usize = 40;

#[cold]
fn wrong_choice(name: &str, known: Vec<&str>, chosen: &Text<'_>) -> PyErr {
    let mut allowed = known.iter().map(|known| format!("'{known}'")).collect::<Vec<_>>().join(", ");
    if let Some(at) = allowed.rfind(", ") {
        allowed.replace_range(at..bounded::add(at, 2), " or ");
    }
    match quoted(chosen).and_then(|quoted| Ok((quoted, meant(chosen, known)?))) {
        Ok((quoted, meant)) => {
            let message = format!("argument '{name}' must be {allowed}, not {quoted}{meant}");
            exception(&chosen.py().get_type::<PyValueError>(), &message)
        }
        Err(failure) => failure,
    }
}

/// The end of a message about a name: the known name that is most like it, if one is.
#[cold]
pub(super) fn meant(name: &Text<'_>, known: Vec<&str>) -> PyResult<String> {
    if length(name) > QUOTED {
        return Ok(String::new());
    }
    let (py, name) = (name.py(), name.to_cow().unwrap_or_default().to_lowercase());
    let close = py.import(intern!(py, "difflib"))?.call_method1(intern!(py, "get_close_matches"), (name, known, 1))?;
    Ok(close.try_iter()?.next().transpose()?.map_or_else(String::new, |close| format!("; did you mean '{close}'?")))
}

#[cold]
pub(super) fn quoted(text: &Text<'_>) -> PyResult<String> {
    let size = length(text);
    if size > QUOTED { Ok(format!("a str of {size} characters")) } else { Ok(text.repr()?.to_cow()?.into_owned()) }
}

/// As much of a name as a message quotes.
#[cold]
pub(super) fn beginning(name: &Text<'_>) -> PyResult<String> {
    let size = length(name);
    let quoted = with_code_points(name, |units| {
        let units = units.iter().take(QUOTED);
        units.map(|&unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>()
    })?;
    Ok(if size > QUOTED { quoted + "…" } else { quoted })
}

//! Columns on their way in: the object, its capsules, its stream.
#![allow(unsafe_code)]

use core::ffi::CStr;

use super::field::Field;
use super::legal::illegal;
use super::structs::{ArrowArray, ArrowArrayStream, ArrowSchema, Held, Released, Write};
use crate::binding::prelude::*;

/// A column that came: its type, and its arrays one after another.
pub(super) struct Source {
    pub(super) field: Field,
    arrays: Arrays,
}

enum Arrays {
    One(Option<Held<ArrowArray>>),
    Stream(Held<ArrowArrayStream>),
}

impl Source {
    pub(super) fn of(column: &Object<'_>) -> PyResult<Self> {
        let py = column.py();
        if let Some(method) = column.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
            return Self::of_stream(py, Held::taken(&method.call0()?)?);
        }
        let Some(method) = column.getattr_opt(intern!(py, "__arrow_c_array__"))? else {
            let expected = "an Arrow column (with __arrow_c_stream__ or __arrow_c_array__)";
            return Err(wrong_type("column", expected, column));
        };
        let (schema, array): (Object<'_>, Object<'_>) = method.call0()?.extract()?;
        let (schema, array) = (Held::<ArrowSchema>::taken(&schema)?, Held::taken(&array)?);
        Ok(Self { field: Field::of(py, &schema)?, arrays: Arrays::One(Some(array)) })
    }

    fn of_stream(py: Python<'_>, mut stream: Held<ArrowArrayStream>) -> PyResult<Self> {
        if stream.get_next.is_none() {
            return Err(without_callback(py));
        }
        let get_schema = stream.get_schema;
        let schema = written(py, &mut stream, get_schema)?.unreleased(py)?;
        Ok(Self { field: Field::of(py, &schema)?, arrays: Arrays::Stream(stream) })
    }

    pub(super) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Held<ArrowArray>>> {
        let stream = match &mut self.arrays {
            Arrays::One(array) => return Ok(array.take()),
            Arrays::Stream(stream) => stream,
        };
        let get_next = stream.get_next;
        let array = written(py, stream, get_next)?;
        Ok(if array.release.is_none() { None } else { Some(array) })
    }
}

#[cold]
fn without_callback(py: Python<'_>) -> PyErr {
    illegal(py, "a callback of its stream is NULL")
}

/// Returns what a callback of a stream writes.
fn written<T: Released>(py: Python<'_>, stream: &mut Held<ArrowArrayStream>, callback: Write<T>) -> PyResult<Held<T>> {
    // A stream that its own callback released is not asked again.
    let Some(callback) = callback.filter(|_| stream.release.is_some()) else { return Err(without_callback(py)) };
    let mut target = Held::<T>::nothing().map_err(|_| no_memory())?;
    let (from, to) = (Pointer(&raw mut **stream), Pointer(&raw mut *target));
    // SAFETY: The stream was not released, and the callback writes to a struct that holds nothing.
    let code = py.detach(|| unsafe { callback(from.get(), to.get()) });
    if code == 0 {
        return Ok(target);
    }
    // Anything written before the failure still belongs to the producer.
    let _ = target.into_inner();
    Err(failure(py, stream, code))
}

/// A pointer that goes along where the interpreter is released.
struct Pointer<T>(*mut T);

// SAFETY: It is used by the thread that made it.
unsafe impl<T> Send for Pointer<T> {}

impl<T> Pointer<T> {
    fn get(self) -> *mut T {
        self.0
    }
}

/// Returns what a stream says of its failure.
#[cold]
fn failure(py: Python<'_>, stream: &mut ArrowArrayStream, code: i32) -> PyErr {
    let message = stream.get_last_error.map(|get_last_error| {
        // SAFETY: The stream was not released, and its last callback failed. The text is NULL or ends with NUL.
        unsafe { get_last_error(stream).as_ref().map(|text| CStr::from_ptr(text).to_string_lossy().into_owned()) }
    });
    match message.flatten() {
        Some(message) => illegal(py, &format!("its stream failed with code {code}: {message}")),
        None => illegal(py, &format!("its stream failed with code {code}")),
    }
}

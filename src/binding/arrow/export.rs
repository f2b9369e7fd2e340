//! Arrays and types on their way out.
#![allow(unsafe_code)]

use core::ffi::{CStr, c_char, c_int, c_void};
use std::ffi::CString;
use std::sync::Arc;

use super::node::{Buffer, Node, Type};
use super::structs::{ArrowArray, ArrowArrayStream, ArrowSchema, Held, Release, Released, boxed};
use crate::binding::prelude::*;

/// Every value may be null.
const NULLABLE: i64 = 2;

// SAFETY: The pointer is to memory that lasts as long as its owner, which is kept with it and may be dropped by any
// thread. Nothing is read through it here: it is compared and handed on.
unsafe impl Send for Buffer {}
// SAFETY: As above.
unsafe impl Sync for Buffer {}

/// The content of an exported struct: the callback of the struct makes it a box again. The children and the dictionary
/// are given back with it, unless whoever took them out has left released structs.
struct Holds<T: Released, O> {
    children: Vec<Held<T>>,
    dictionary: Option<Held<T>>,
    pointers: Vec<*const c_void>,
    owner: O,
}

impl<T: Released, O> Holds<T, O> {
    /// The children, as pointers: a `Held` is nothing but the pointer.
    fn children(&mut self) -> *mut *mut T {
        self.children.as_mut_ptr().cast()
    }

    fn dictionary(&mut self) -> *mut T {
        self.dictionary.as_mut().map_or(core::ptr::null_mut(), |held| &raw mut **held)
    }
}

/// The callback of arrays and types.
///
/// # Safety
///
/// The struct was made here, with such a box as its private data, and was not released.
unsafe extern "C" fn release<T: Released, O>(pointer: *mut T) {
    // SAFETY: See above.
    unsafe {
        let Some(released) = pointer.as_mut() else { return };
        *released.release() = None;
        drop(Box::<Holds<T, O>>::from_raw(released.private_data().cast()));
    }
}

fn count<T>(items: &[T]) -> i64 {
    bounded::to(items.len())
}

/// Returns what is made of each item.
fn each<S, T>(items: &[S], make: fn(&S) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    let mut made = memory::reserved(items.len())?;
    for item in items {
        made.push(make(item)?);
    }
    Ok(made)
}

/// A type as a struct.
pub(super) fn schema(of: &Type) -> Result<Held<ArrowSchema>, Error> {
    let children = each(&of.children, schema)?;
    let dictionary = of.dictionary.as_deref().map(schema).transpose()?;
    let mut schema = Held::nothing()?;
    let mut holds = boxed(Holds { children, dictionary, pointers: Vec::new(), owner: of.name.clone() })?;
    *schema = ArrowSchema {
        format: of.format.as_ptr(),
        name: holds.owner.as_ptr(),
        metadata: core::ptr::null(),
        flags: NULLABLE,
        n_children: count(&holds.children),
        children: holds.children(),
        dictionary: holds.dictionary(),
        release: Some(release::<ArrowSchema, Arc<CString>>),
        private_data: Box::into_raw(holds).cast(),
    };
    Ok(schema)
}

/// An array as a struct.
pub(super) fn array(of: &Arc<Node>) -> Result<Held<ArrowArray>, Error> {
    let children = each(&of.children, array)?;
    let dictionary = of.dictionary.as_ref().map(array).transpose()?;
    let pointers = memory::collected(of.buffers.iter().map(|buffer| buffer.start), of.buffers.len())?;
    let mut array = Held::nothing()?;
    let mut holds = boxed(Holds { children, dictionary, pointers, owner: of.clone() })?;
    let number = |number: usize| -> i64 { bounded::to(number) };
    *array = ArrowArray {
        length: number(of.length),
        null_count: number(of.null_count),
        offset: number(of.offset),
        n_buffers: count(&holds.pointers),
        n_children: count(&holds.children),
        buffers: holds.pointers.as_ptr(),
        children: holds.children(),
        dictionary: holds.dictionary(),
        release: Some(release::<ArrowArray, Arc<Node>>),
        private_data: Box::into_raw(holds).cast(),
    };
    Ok(array)
}

/// The array whose struct this is, if it was made here.
pub(super) fn node_of(array: &ArrowArray) -> Option<&Arc<Node>> {
    let own: Release<ArrowArray> = Some(release::<ArrowArray, Arc<Node>>);
    let is_own = own.zip(array.release).is_some_and(|(own, other)| core::ptr::fn_addr_eq(own, other));
    let holds: *const Holds<ArrowArray, Arc<Node>> = array.private_data.cast();
    // SAFETY: With this callback, and not released, the private data is such a box.
    if is_own { unsafe { holds.as_ref() }.map(|holds| &holds.owner) } else { None }
}

struct Stream {
    of: Arc<Type>,
    chunks: Arc<Vec<Arc<Node>>>,
    next: usize,
}

/// Chunks as a stream.
pub(super) fn stream(of: Arc<Type>, chunks: Arc<Vec<Arc<Node>>>) -> Result<Held<ArrowArrayStream>, Error> {
    let mut stream = Held::nothing()?;
    *stream = ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(boxed(Stream { of, chunks, next: 0 })?).cast(),
    };
    Ok(stream)
}

/// The codes of errors, which are the same on all systems: `ENOMEM` and `EINVAL`.
const NO_MEMORY: c_int = 12;
const INVALID: c_int = 22;

/// Hands over a struct of a stream, if there is memory for it.
///
/// # Safety
///
/// The stream was made by [`stream`]. If it was not released, `out` can be written to.
unsafe fn hand_over<T>(
    stream: *mut ArrowArrayStream,
    out: *mut T,
    make: impl FnOnce(&mut Stream) -> Result<T, Error>,
) -> c_int {
    // SAFETY: See above: the private data is NULL or a box.
    unsafe {
        let Some(held) = stream.as_ref().and_then(|stream| stream.private_data.cast::<Stream>().as_mut()) else {
            return INVALID;
        };
        let Ok(made) = make(held) else { return NO_MEMORY };
        out.write(made);
    }
    0
}

/// # Safety
///
/// As for [`hand_over`]; so for the next one.
unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: See above.
    unsafe { hand_over(stream, out, |held| Ok(schema(&held.of)?.into_inner())) }
}

/// # Safety
///
/// As for [`get_schema`].
unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    let next = |held: &mut Stream| {
        let Some(chunk) = held.chunks.get(held.next) else { return Ok(ArrowArray::NOTHING) };
        let made = array(chunk)?.into_inner();
        // After a failure the same chunk comes next.
        held.next = bounded::add(held.next, 1);
        Ok(made)
    };
    // SAFETY: See above.
    unsafe { hand_over(stream, out, next) }
}

/// # Safety
///
/// The stream was made by [`stream`].
unsafe extern "C" fn get_last_error(stream: *mut ArrowArrayStream) -> *const c_char {
    const RELEASED: &CStr = c"the stream was released";
    const LACK: &CStr = c"there is not enough memory";
    // SAFETY: See above.
    let is_released = unsafe { stream.as_ref().is_none_or(|stream| stream.private_data.is_null()) };
    if is_released { RELEASED.as_ptr() } else { LACK.as_ptr() }
}

/// # Safety
///
/// The stream was made by [`stream`] and not released.
unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: See above: the private data is a box, and NULL from then on.
    unsafe {
        let Some(released) = stream.as_mut() else { return };
        released.release = None;
        let held: *mut Stream = core::mem::replace(&mut released.private_data, core::ptr::null_mut()).cast();
        drop(Box::from_raw(held));
    }
}

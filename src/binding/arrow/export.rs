//! Arrays and types on their way out.
#![allow(unsafe_code)]

use core::ffi::{CStr, c_char, c_int, c_void};
use std::ffi::CString;
use std::sync::Arc;

use super::node::{Buffer, Node, Type};
use super::structs::{ArrowArray, ArrowArrayStream, ArrowSchema, Held, Release, Released};
use crate::bounded;

/// Every value may be null.
const NULLABLE: i64 = 2;

// SAFETY: The pointer is to memory that does not change, and that lasts as long as its owner, which is kept with it.
unsafe impl Send for Buffer {}
// SAFETY: As above.
unsafe impl Sync for Buffer {}

/// What an exported struct holds: its callback makes it a box again.
struct Holds<T, O> {
    children: Vec<*mut T>,
    dictionary: *mut T,
    pointers: Vec<*const c_void>,
    owner: O,
}

impl<T: Released, O> Holds<T, O> {
    fn new(children: Vec<Held<T>>, dictionary: Option<Held<T>>, pointers: Vec<*const c_void>, owner: O) -> Box<Self> {
        let children = children.into_iter().map(Held::into_raw).collect();
        let dictionary = dictionary.map_or(core::ptr::null_mut(), Held::into_raw);
        Box::new(Self { children, dictionary, pointers, owner })
    }
}

/// The callback of arrays and types.
///
/// # Safety
///
/// The struct was made here, with such a box as its private data, and was not released.
unsafe extern "C" fn release<T: Released + Private, O>(pointer: *mut T) {
    // SAFETY: See above. Children and the dictionary are boxes made by `Held::into_raw`, which whoever took them out
    // has left as released structs.
    unsafe {
        let Some(released) = pointer.as_mut() else { return };
        *released.release() = None;
        let holds: Box<Holds<T, O>> = Box::from_raw(released.private().cast());
        for &child in holds.children.iter().chain([&holds.dictionary]).filter(|child| !child.is_null()) {
            drop(Held::from_raw(child));
        }
        drop(holds.owner);
    }
}

/// A struct with private data.
trait Private {
    fn private(&self) -> *mut c_void;
}

impl Private for ArrowSchema {
    fn private(&self) -> *mut c_void {
        self.private_data
    }
}

impl Private for ArrowArray {
    fn private(&self) -> *mut c_void {
        self.private_data
    }
}

fn count<T>(items: &[T]) -> i64 {
    bounded::to(items.len())
}

/// A type as a struct.
pub(super) fn schema(of: &Type) -> Held<ArrowSchema> {
    let children = of.children.iter().map(schema).collect();
    let dictionary = of.dictionary.as_deref().map(schema);
    let mut holds = Holds::new(children, dictionary, Vec::new(), of.name.clone());
    let mut schema = Held::nothing();
    *schema = ArrowSchema {
        format: of.format.as_ptr(),
        name: holds.owner.as_ptr(),
        metadata: core::ptr::null(),
        flags: NULLABLE,
        n_children: count(&holds.children),
        children: holds.children.as_mut_ptr(),
        dictionary: holds.dictionary,
        release: Some(release::<ArrowSchema, CString>),
        private_data: Box::into_raw(holds).cast(),
    };
    schema
}

/// An array as a struct.
pub(super) fn array(of: &Arc<Node>) -> Held<ArrowArray> {
    let children = of.children.iter().map(array).collect();
    let dictionary = of.dictionary.as_ref().map(array);
    let pointers = of.buffers.iter().map(|buffer| buffer.start).collect();
    let mut holds = Holds::new(children, dictionary, pointers, of.clone());
    let number = |number: usize| -> i64 { bounded::to(number) };
    let mut array = Held::nothing();
    *array = ArrowArray {
        length: number(of.length),
        null_count: number(of.null_count),
        offset: number(of.offset),
        n_buffers: count(&holds.pointers),
        n_children: count(&holds.children),
        buffers: holds.pointers.as_ptr(),
        children: holds.children.as_mut_ptr(),
        dictionary: holds.dictionary,
        release: Some(release::<ArrowArray, Arc<Node>>),
        private_data: Box::into_raw(holds).cast(),
    };
    array
}

/// The array whose struct this is, if it was made here.
pub(super) fn node_of(array: &ArrowArray) -> Option<&Arc<Node>> {
    let own: Release<ArrowArray> = Some(release::<ArrowArray, Arc<Node>>);
    let is_own = own.zip(array.release).is_some_and(|(own, other)| core::ptr::fn_addr_eq(own, other));
    let holds: *const Holds<ArrowArray, Arc<Node>> = array.private_data.cast();
    // SAFETY: With this callback, and not released, the private data is such a box.
    if is_own { unsafe { holds.as_ref() }.map(|holds| &holds.owner) } else { None }
}

/// What a stream holds.
struct Stream {
    of: Arc<Type>,
    chunks: Arc<Vec<Arc<Node>>>,
    next: usize,
}

/// Chunks as a stream.
pub(super) fn stream(of: Arc<Type>, chunks: Arc<Vec<Arc<Node>>>) -> Held<ArrowArrayStream> {
    let mut stream = Held::nothing();
    *stream = ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(Box::new(Stream { of, chunks, next: 0 })).cast(),
    };
    stream
}

const INVALID: c_int = 22;

/// # Safety
///
/// The stream was made by [`stream`] and not released, and `out` can be written to; so for the next one.
unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: See above.
    unsafe {
        let Some(held) = stream.as_ref().and_then(|stream| stream.private_data.cast::<Stream>().as_ref()) else {
            return INVALID;
        };
        out.write(schema(&held.of).into_inner());
    }
    0
}

/// # Safety
///
/// As for [`get_schema`].
unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: See above.
    unsafe {
        let Some(held) = stream.as_ref().and_then(|stream| stream.private_data.cast::<Stream>().as_mut()) else {
            return INVALID;
        };
        let next = held.chunks.get(held.next);
        held.next = bounded::add(held.next, 1);
        out.write(next.map_or(ArrowArray::NOTHING, |chunk| array(chunk).into_inner()));
    }
    0
}

/// # Safety
///
/// Nothing is read.
unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    const MESSAGE: &CStr = c"the stream was released";
    MESSAGE.as_ptr()
}

/// # Safety
///
/// The stream was made by [`stream`] and not released.
unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: See above: the private data is a box.
    unsafe {
        let Some(released) = stream.as_mut() else { return };
        released.release = None;
        drop(Box::<Stream>::from_raw(released.private_data.cast()));
    }
}

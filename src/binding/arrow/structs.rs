//! The three structs of the Arrow C data and C stream interface, and who gives them back.
#![allow(unsafe_code)]

use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use pyo3::ffi;
use pyo3::sync::critical_section::with_critical_section;

use super::legal::illegal;
use crate::binding::prelude::*;

/// The callback that releases a struct.
// SAFETY: Whoever calls it passes a struct that was not released.
pub(super) type Release<T> = Option<unsafe extern "C" fn(*mut T)>;

/// A callback of a stream that writes a struct.
// SAFETY: Whoever calls it passes a stream that was not released, and memory for a struct.
pub(super) type Write<T> = Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut T) -> c_int>;

#[repr(C)]
pub(super) struct ArrowSchema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) n_children: i64,
    pub(super) children: *mut *mut Self,
    pub(super) dictionary: *mut Self,
    pub(super) release: Release<Self>,
    pub(super) private_data: *mut c_void,
}

#[repr(C)]
pub(super) struct ArrowArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *const *const c_void,
    pub(super) children: *mut *mut Self,
    pub(super) dictionary: *mut Self,
    pub(super) release: Release<Self>,
    pub(super) private_data: *mut c_void,
}

#[repr(C)]
pub(super) struct ArrowArrayStream {
    pub(super) get_schema: Write<ArrowSchema>,
    pub(super) get_next: Write<ArrowArray>,
    // SAFETY: Whoever calls it passes a stream of which the last callback failed.
    pub(super) get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    pub(super) release: Release<Self>,
    pub(super) private_data: *mut c_void,
}

/// The common parts of the structs: a name, a callback that gives back their content, and what that is.
pub(super) trait Released: Sized {
    /// The name of its capsules.
    const NAME: &'static CStr;
    /// A struct that holds nothing.
    const NOTHING: Self;
    fn release(&mut self) -> &mut Release<Self>;
    fn is_released(&self) -> bool;
    fn private_data(&self) -> *mut c_void;
}

macro_rules! released {
    ($type:ident $name:literal { $($field:ident: $nothing:expr),* }) => {
        impl Released for $type {
            const NAME: &'static CStr = $name;
            const NOTHING: Self = Self { $($field: $nothing,)* release: None, private_data: core::ptr::null_mut() };
            fn release(&mut self) -> &mut Release<Self> {
                &mut self.release
            }
            fn is_released(&self) -> bool {
                self.release.is_none()
            }
            fn private_data(&self) -> *mut c_void {
                self.private_data
            }
        }
    };
}

released!(ArrowSchema c"arrow_schema" {
    format: core::ptr::null(), name: core::ptr::null(), metadata: core::ptr::null(), flags: 0, n_children: 0,
    children: core::ptr::null_mut(), dictionary: core::ptr::null_mut()
});
released!(ArrowArray c"arrow_array" {
    length: 0, null_count: 0, offset: 0, n_buffers: 0, n_children: 0, buffers: core::ptr::null(),
    children: core::ptr::null_mut(), dictionary: core::ptr::null_mut()
});
released!(ArrowArrayStream c"arrow_array_stream" { get_schema: None, get_next: None, get_last_error: None });

/// The struct inside another one that a pointer leads to; nothing for NULL.
///
/// # Safety
///
/// As is believed of what came, a pointer that is aligned and not NULL is that of a struct, which the other one holds.
pub(super) unsafe fn inner<'a, T: Released>(py: Python<'_>, pointer: *const T) -> PyResult<Option<&'a T>> {
    if !pointer.is_aligned() {
        return Err(illegal(py, "a struct is not aligned"));
    }
    // SAFETY: See above.
    let found = unsafe { pointer.as_ref() };
    if found.is_some_and(T::is_released) { Err(illegal(py, "a struct was released before")) } else { Ok(found) }
}

/// The children of a struct of runs, which says that it has so many.
///
/// # Safety
///
/// As for [`inner`]; and there are as many pointers as the struct says, unless that to them is NULL.
pub(super) unsafe fn of_runs<'a, T: Released>(
    py: Python<'_>,
    count: i64,
    children: *const *mut T,
) -> PyResult<[&'a T; 2]> {
    if count != 2 || children.is_null() {
        return Err(illegal(py, "runs do not have two children"));
    }
    // SAFETY: See above.
    let child = |index| unsafe { inner(py, children.add(index).read_unaligned()) };
    let missing = || illegal(py, "a child is missing");
    Ok([child(0)?.ok_or_else(missing)?, child(1)?.ok_or_else(missing)?])
}

/// A struct that is held, until it is given back. It is nothing but the pointer, as [`super::export`] expects.
#[repr(transparent)]
pub(super) struct Held<T: Released>(Box<T>);

// SAFETY: The interface allows that a struct is read and released by any thread, by one at a time. Through shared
// references, which several threads may have, the struct of an array is read alone; nobody writes to it before it is
// released, which takes the only owner. Its buffers may well change: they are not read here but by `array`.
unsafe impl<T: Released> Send for Held<T> {}
// SAFETY: As above.
unsafe impl<T: Released> Sync for Held<T> {}

impl<T: Released> core::ops::Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Released> core::ops::DerefMut for Held<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A box, for the memory of which the allocator is asked: callbacks of C must not end in a panic.
pub(super) fn boxed<T>(item: T) -> Result<Box<T>, Error> {
    let mut one = memory::reserved(1)?;
    one.push(item);
    // SAFETY: A slice of one item has the layout of the item.
    Ok(unsafe { Box::from_raw(Box::into_raw(one.into_boxed_slice()).cast()) })
}

impl<T: Released> Held<T> {
    pub(super) fn nothing() -> Result<Self, Error> {
        boxed(T::NOTHING).map(Self)
    }

    /// Takes a struct out of a capsule, which holds nothing from then on.
    pub(super) fn taken(capsule: &Object<'_>) -> PyResult<Self> {
        let py = capsule.py();
        // SAFETY: The function refuses what is no capsule of this name.
        let pointer: *mut T = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), T::NAME.as_ptr()) }.cast();
        let Some(pointer) = NonNull::new(pointer) else { return Err(PyErr::fetch(py)) };
        if !pointer.is_aligned() {
            return Err(illegal(py, "a struct is not aligned"));
        }
        // One thread at a time, where threads do not wait for each other anyway: the struct is moved once.
        let mut taken = Self::nothing().map_err(|_| no_memory())?;
        with_critical_section(capsule, || {
            // SAFETY: A capsule of this name holds such a struct. It is moved, as the interface allows: what stays
            // behind is a released one.
            *taken = unsafe { pointer.replace(T::NOTHING) };
        });
        taken.unreleased(py)
    }

    /// The struct, unless it was released before.
    pub(super) fn unreleased(self, py: Python<'_>) -> PyResult<Self> {
        if self.is_released() { Err(illegal(py, "a struct was released before")) } else { Ok(self) }
    }

    /// A capsule that holds the struct until somebody takes it out.
    pub(super) fn into_capsule(self, py: Python<'_>) -> PyResult<Object<'_>> {
        let mut held = ManuallyDrop::new(self);
        let pointer = &raw mut *held.0;
        // SAFETY: The pointer is that of the box, which the destructor drops if the capsule still has its name. If no
        // capsule is made, it is dropped here.
        unsafe {
            let capsule = ffi::PyCapsule_New(pointer.cast(), T::NAME.as_ptr(), Some(destroy::<T>));
            if capsule.is_null() {
                ManuallyDrop::drop(&mut held);
            }
            Bound::from_owned_ptr_or_err(py, capsule)
        }
    }

    /// The struct by itself: its callback has still to be called.
    pub(super) fn into_inner(mut self) -> T {
        core::mem::replace(&mut *self.0, T::NOTHING)
    }
}

impl<T: Released> Drop for Held<T> {
    fn drop(&mut self) {
        if let Some(release) = self.0.release().take() {
            let pointer: *mut T = &mut *self.0;
            *self.0.release() = Some(release);
            // SAFETY: The struct was not released before: then it would have no callback.
            unsafe { release(pointer) };
        }
    }
}

/// Gives back what a capsule still holds. Where a consumer has given the capsule another name, as is usual with DLPack,
/// the struct is the consumer's from then on, in the place where it lies.
///
/// # Safety
///
/// It is the destructor of a capsule made by [`Held::into_capsule`].
unsafe extern "C" fn destroy<T: Released>(capsule: *mut ffi::PyObject) {
    // SAFETY: The pointer is read only where the capsule has its name, as the function asks for: else it would raise an
    // exception, for which nobody looks here. With its name, a capsule has the pointer that it was made with, of a box
    // of this type, unless a consumer breaks the interface.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, T::NAME.as_ptr()) == 0 {
            return;
        }
        let pointer: *mut T = ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr()).cast();
        if let Some(pointer) = NonNull::new(pointer) {
            drop(Held(Box::from_raw(pointer.as_ptr())));
        }
    }
}

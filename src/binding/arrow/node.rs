//! Arrays and types as they are given away: a tree of buffers, each shared by whoever holds an array of it.

use core::any::Any;
use core::ffi::{CStr, c_void};
use std::ffi::CString;
use std::sync::Arc;

use crate::batch::{Bits, Texts};

/// A buffer, and what keeps it.
#[derive(Clone)]
pub(super) struct Buffer {
    pub(super) start: *const c_void,
    _owner: Option<Arc<dyn Any + Send + Sync>>,
}

/// Where the buffer of nothing begins.
static NOTHING: [u64; 2] = [0; 2];

impl Buffer {
    /// No buffer: all rows are valid.
    pub(super) const ABSENT: Self = Self { start: core::ptr::null(), _owner: None };

    /// A buffer of zeros, for no rows.
    pub(super) fn empty() -> Self {
        Self { start: NOTHING.as_ptr().cast(), _owner: None }
    }

    pub(super) fn of<T: Send + Sync + 'static>(items: Vec<T>) -> Self {
        if items.is_empty() {
            return Self::empty();
        }
        Self { start: items.as_ptr().cast(), _owner: Some(Arc::new(items)) }
    }

    /// A buffer of a column that came.
    pub(super) fn foreign(start: *const c_void, owner: Arc<dyn Any + Send + Sync>) -> Self {
        Self { start, _owner: Some(owner) }
    }
}

/// The buffers of texts with offsets.
pub(super) fn buffers_of<O: Send + Sync + 'static>(texts: Texts<O>) -> Vec<Buffer> {
    vec![Buffer::of(texts.offsets), Buffer::of(texts.data)]
}

pub(super) struct Node {
    pub(super) length: usize,
    pub(super) offset: usize,
    pub(super) null_count: usize,
    pub(super) buffers: Vec<Buffer>,
    pub(super) children: Vec<Arc<Self>>,
    pub(super) dictionary: Option<Arc<Self>>,
}

impl Node {
    /// An array without nulls, children or a dictionary.
    pub(super) fn of(length: usize, buffers: Vec<Buffer>) -> Self {
        Self { length, offset: 0, null_count: 0, buffers, children: Vec::new(), dictionary: None }
    }

    /// An array without children or a dictionary in which these rows are valid, or all; `buffers` follow the validity.
    pub(super) fn valid(length: usize, validity: Option<Vec<u8>>, mut buffers: Vec<Buffer>) -> Self {
        let null_count = validity.as_ref().map_or(0, |bits| Bits::new(bits, 0).count_clear(length));
        buffers.insert(0, validity.map_or(Buffer::ABSENT, Buffer::of));
        Self { null_count, ..Self::of(length, buffers) }
    }
}

#[derive(Clone)]
pub(super) struct Type {
    pub(super) format: &'static CStr,
    /// Shared, so that to hand over a type takes no memory for it.
    pub(super) name: Arc<CString>,
    pub(super) children: Vec<Self>,
    pub(super) dictionary: Option<Box<Self>>,
}

impl Type {
    pub(super) fn of(format: &'static CStr, name: Arc<CString>) -> Self {
        Self { format, name, children: Vec::new(), dictionary: None }
    }
}

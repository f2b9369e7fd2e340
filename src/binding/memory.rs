//! Where the forms of names are written: names of usual length into the same memory, one after another, and long ones
//! each into memory of its own.

use std::cell::RefCell;

use super::prelude::*;
use super::text::characters::Usual;
use crate::domain::{Conversion, Workspace, convert_name};
use crate::label::{NameOutput, Scratch};
use crate::memory::Growing;

/// Memory that one name after another is converted in.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) ascii: Workspace<Growing<u8>>,
    pub(super) text: Workspace<Growing<u32>>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

pub(super) fn with_memory<R>(work: impl FnOnce(&mut Memory) -> R) -> R {
    MEMORY.with(|memory| match memory.try_borrow_mut() {
        Ok(mut memory) => work(&mut memory),
        Err(_) => work(&mut Memory::default()),
    })
}

impl Usual<'_> {
    /// The form of a name of usual length.
    #[inline]
    pub(super) fn form<'a, O: NameOutput>(
        &self,
        conversion: Conversion<'_>,
        workspace: &'a mut Workspace<O>,
    ) -> Result<&'a mut O, LabelError> {
        match self {
            Usual::Ascii(name) => workspace.convert(*name, conversion),
            Usual::CodePoints(units) => workspace.convert(*units, conversion),
        }
    }
}

impl Storage<'_> {
    /// The form of a long name. None of the memory is left behind.
    pub(super) fn form<O: NameOutput>(&self, conversion: Conversion<'_>, mut output: O) -> Result<O, LabelError> {
        let scratch = &mut Scratch::default();
        with_text!(*self, name => convert_name(name, conversion, scratch, &mut output))?;
        Ok(output)
    }
}

/// The octets that were written.
pub(super) fn octets(output: Growing<u8>) -> Result<Vec<u8>, LabelError> {
    output.finished().map_err(LabelError::out_of_memory)
}

//! Where the forms of names are written: names of usual length into the same memory, one after another, and long ones
//! each into memory of its own.

use std::cell::RefCell;

use super::characters::{Storage, Usual, with_text};
use crate::domain::convert_name;
use crate::label::{Form, NameOutput, Scratch};
use crate::memory::Growing;
use crate::{LabelError, OnError, Profile};

/// Memory that one name after another is converted in.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) ascii: Growing<u8>,
    pub(super) text: Growing<u32>,
    pub(super) scratch: Scratch,
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

/// Writes the form of a name to an empty output.
#[inline]
pub(super) fn write<T>(
    name: &Usual<'_>,
    profile: &Profile,
    form: Form,
    on_error: OnError,
    scratch: &mut Scratch,
    output: &mut Growing<T>,
) -> Result<(), LabelError>
where
    Growing<T>: NameOutput,
{
    output.clear();
    match name {
        Usual::Ascii(name) => convert_name(*name, profile, form, on_error, scratch, output),
        Usual::CodePoints(units) => convert_name(*units, profile, form, on_error, scratch, output),
    }
}

/// Writes the form of a name to a new output. None of the memory is left behind.
pub(super) fn write_anew<O: NameOutput>(
    name: Storage<'_>,
    profile: &Profile,
    form: Form,
    on_error: OnError,
    mut output: O,
) -> Result<O, LabelError> {
    let scratch = &mut Scratch::default();
    with_text!(name, name => convert_name(name, profile, form, on_error, scratch, &mut output))?;
    Ok(output)
}

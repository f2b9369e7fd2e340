//! URL Standard, "domain parser": an ASCII domain passes in lower case, unless it has a forbidden domain code point.

use super::error::LabelError;
use super::input::Input;
use super::output::NameOutput;
use super::task::Ascii;
use crate::error::{Error, ErrorKind};
use crate::memory;
use crate::unicode::Props;

/// The forbidden domain code points of a text in ASCII, each as an error of the first label.
pub(crate) fn forbidden<T: Input + ?Sized>(text: &T) -> impl Iterator<Item = LabelError> {
    let is_forbidden = |&(_, unit): &(usize, u32)| Props::of(unit).bits() & Props::URL_FORBIDDEN != 0;
    let refused = |(place, unit)| LabelError::new(Error::new(ErrorKind::DisallowedCodepoint, place), 0, Some(unit));
    text.code_points().enumerate().filter(is_forbidden).map(refused)
}

/// Writes a text in ASCII in lower case.
///
/// # Errors
///
/// A refusal of the allocator. The output is then as it was.
#[cold]
pub(crate) fn push_lower_case<T: Input + ?Sized, O: NameOutput>(
    text: &T,
    scratch: &mut Ascii,
    output: &mut O,
) -> Result<(), LabelError> {
    let size = output.size();
    let lower_case = text.lower_case(scratch);
    if let Some(lower_case) = lower_case {
        output.push_ascii(lower_case);
    }
    if lower_case.is_none() || output.is_refused() {
        output.cut(size);
        return Err(LabelError::out_of_memory(memory::refused()));
    }
    Ok(())
}

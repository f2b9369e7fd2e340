//! The "ends in a number checker" of the URL Standard (section 3.5, host parsing), of one label.

use super::convert::convert;
use super::input::Input;
use super::task::{Form, Scratch, Task};
use crate::memory::Growing;

/// Returns whether a label in ASCII is all digits or what the "IPv4 number parser" accepts: behind `0x` hexadecimal
/// digits, or nothing. Octal digits behind `0` are digits, too.
pub(crate) fn is_number(label: &[u8]) -> bool {
    match label {
        [] => false,
        [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
        digits => digits.iter().all(u8::is_ascii_digit),
    }
}

/// Returns whether a valid label has a number as its ASCII form.
#[cold]
pub(crate) fn becomes_number<T: Input + ?Sized>(label: &T, task: &Task<'_>) -> bool {
    let (task, mut ascii) = (Task { form: Form::Ascii, ..*task }, Growing::<u8>::default());
    convert(label, 0, &task, &mut Scratch::default(), &mut ascii).converted.is_ok() && is_number(&ascii)
}

//! Two names, or a name and a list: whether a name lies below a zone, whether a pattern matches it, and which part of
//! it is a public suffix. Names are compared in their ASCII forms, label by label and without a final dot.

mod last;
mod pattern;
mod suffix;
mod tree;
mod zone;

#[cfg(feature = "python")]
pub(crate) use pattern::matches_presented;
pub use pattern::{Pattern, matches_any};
pub use suffix::SuffixRules;
pub use zone::Zone;

use crate::domain::{Conversion, convert_name};
use crate::label::{Form, Input, LabelError, Scratch, is_separator};
use crate::memory::Growing;
use crate::{OnError, Profile};

/// The name of the root, which is a name under every profile here: all others lie below it.
pub(crate) const ROOT: &[u8] = b".";

const WILDCARD: u32 = 0x2A;

pub(crate) fn is_root_alone<T: Input + ?Sized>(name: &T) -> bool {
    let mut units = name.code_points();
    units.next().is_some_and(is_separator) && units.next().is_none()
}

pub(crate) fn ascii_of<T: Input + ?Sized>(name: &T, profile: &Profile) -> Result<Vec<u8>, LabelError> {
    let mut ascii = Growing::default();
    if is_root_alone(name) {
        ascii.extend_from_slice(ROOT);
    } else {
        let conversion = Conversion { profile, form: Form::Ascii, on_error: OnError::Raise };
        convert_name(name, conversion, &mut Scratch::default(), &mut ascii)?;
    }
    ascii.finished().map_err(LabelError::out_of_memory)
}

/// A name in ASCII without a final dot. Nothing is left of that of the root.
fn without_dot(ascii: &[u8]) -> &[u8] {
    ascii.strip_suffix(b".").unwrap_or(ascii)
}

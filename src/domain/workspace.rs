//! Many names, one after another, in the same memory.

use std::borrow::Cow;

use super::conversion::{Conversion, OnError};
use super::plain::is_own_form;
use super::walk::convert_name;
use crate::bounded;
use crate::label::{Form, Input, LabelError, NameOutput, Scratch};
use crate::profile::Profile;

/// Converts names one after another and keeps its memory between them, so that none is asked for per name.
///
/// ```
/// use acelabel::{OnError, Profile, Workspace};
///
/// let mut workspace = Workspace::default();
/// for name in ["bücher.example", "example.com"] {
///     println!("{}", workspace.to_ascii(name, &Profile::UTS46, OnError::Raise)?);
/// }
/// # Ok::<(), acelabel::LabelError>(())
/// ```
#[derive(Default)]
pub struct Workspace<O = String> {
    output: O,
    scratch: Scratch,
}

#[allow(private_bounds, reason = "what is public of it writes to a `String`")]
impl<O: NameOutput> Workspace<O> {
    /// The form of a name, written to an empty output.
    #[inline]
    pub(crate) fn convert<T: Input + ?Sized>(
        &mut self,
        name: &T,
        conversion: Conversion<'_>,
    ) -> Result<&mut O, LabelError> {
        self.output.clear();
        convert_name(name, conversion, &mut self.scratch, &mut self.output)?;
        Ok(&mut self.output)
    }
}

impl Workspace {
    /// Converts a name as [`to_ascii`](super::to_ascii) or [`to_ascii_or_keep`](super::to_ascii_or_keep) does. A name
    /// that is its own form is returned as it is.
    ///
    /// # Errors
    ///
    /// As [`to_ascii`](super::to_ascii); with [`OnError::Keep`], [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn to_ascii<'a>(
        &'a mut self,
        name: &'a str,
        profile: &Profile,
        on_error: OnError,
    ) -> Result<&'a str, LabelError> {
        self.form(name, Conversion { profile, form: Form::Ascii, on_error })
    }

    /// Converts a name as [`to_unicode`](super::to_unicode) or [`to_unicode_or_keep`](super::to_unicode_or_keep) does.
    /// A name that is its own form is returned as it is.
    ///
    /// # Errors
    ///
    /// As [`to_unicode`](super::to_unicode); with [`OnError::Keep`], [`OutOfMemory`](crate::ErrorKind::OutOfMemory)
    /// alone.
    pub fn to_unicode<'a>(
        &'a mut self,
        name: &'a str,
        profile: &Profile,
        on_error: OnError,
    ) -> Result<&'a str, LabelError> {
        self.form(name, Conversion { profile, form: Form::Unicode, on_error })
    }

    #[inline]
    fn form<'a>(&'a mut self, name: &'a str, conversion: Conversion<'_>) -> Result<&'a str, LabelError> {
        if is_own_form(name.as_bytes(), conversion.profile) {
            return Ok(name);
        }
        self.output.clear();
        self.output.reserve(usual_room(name));
        self.convert(name, conversion).map(|form| form.as_str())
    }
}

/// The form of a name.
pub(crate) fn convert_str<'a>(name: &'a str, conversion: Conversion<'_>) -> Result<Cow<'a, str>, LabelError> {
    if is_own_form(name.as_bytes(), conversion.profile) {
        return Ok(Cow::Borrowed(name));
    }
    let mut form = String::with_capacity(usual_room(name));
    convert_name(name, conversion, &mut Scratch::default(), &mut form).map(|()| Cow::Owned(form))
}

/// Room for the usual name, so that it is asked for once. A long name gets room only for its beginning: it may be
/// refused.
fn usual_room(name: &str) -> usize {
    bounded::add(name.len().min(1_024), 256)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::Discard;
    use crate::memory::Growing;

    /// Every name comes out as if it were the first one, for any output.
    #[test]
    fn a_workspace_keeps_nothing_of_the_name_before() {
        let mut strings = Workspace::<String>::default();
        let mut octets = Workspace::<Growing<u8>>::default();
        let mut code_points = Workspace::<Growing<u32>>::default();
        let mut sizes = Workspace::<Discard>::default();
        for (name, expected) in [
            ("Bücher.example", Some("bücher.example")),
            ("ü", Some("ü")),
            ("ü..example", None),
            // The second label is right-to-left, so that the first one is converted twice.
            ("ü1.אב.a", Some("ü1.אב.a")),
            ("1ü.אב", None),
            ("WWW.Example.COM", Some("www.example.com")),
        ] {
            let conversion = Conversion { profile: &Profile::UTS46, form: Form::Unicode, on_error: OnError::Raise };
            let units: Vec<u32> = expected.into_iter().flat_map(str::chars).map(u32::from).collect();
            assert_eq!(strings.convert(name, conversion).ok().map(|form| &**form), expected);
            assert_eq!(octets.convert(name, conversion).ok().map(|form| &**form), expected.map(str::as_bytes));
            assert_eq!(code_points.convert(name, conversion).ok().map(|form| &**form), expected.map(|_| &*units));
            let size = sizes.convert(name, conversion).ok().map(|size| size.size());
            // ASCII counts as such, any other label by its code points.
            assert_eq!(size, expected.map(|_| units.len()), "{name}");
        }
    }
}

//! Many names, one after another, in the same memory.

use super::OnError;
use super::plain::is_own_form;
use super::walk::convert_name;
use crate::label::{Form, LabelError, Scratch};
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
pub struct Workspace {
    pub(super) output: String,
    scratch: Scratch,
}

impl Workspace {
    /// Converts a name as [`to_ascii`](super::to_ascii) or [`to_ascii_or_keep`](super::to_ascii_or_keep) does. A name that
    /// is its own form is returned as it is.
    ///
    /// # Errors
    ///
    /// As [`to_ascii`](super::to_ascii); none with [`OnError::Keep`].
    pub fn to_ascii<'a>(
        &'a mut self,
        name: &'a str,
        profile: &Profile,
        on_error: OnError,
    ) -> Result<&'a str, LabelError> {
        self.form(name, profile, Form::Ascii, on_error)
    }

    /// Converts a name as [`to_unicode`](super::to_unicode) or [`to_unicode_or_keep`](super::to_unicode_or_keep) does. A
    /// name that is its own form is returned as it is.
    ///
    /// # Errors
    ///
    /// As [`to_unicode`](super::to_unicode); none with [`OnError::Keep`].
    pub fn to_unicode<'a>(
        &'a mut self,
        name: &'a str,
        profile: &Profile,
        on_error: OnError,
    ) -> Result<&'a str, LabelError> {
        self.form(name, profile, Form::Unicode, on_error)
    }

    #[inline]
    fn form<'a>(
        &'a mut self,
        name: &'a str,
        profile: &Profile,
        form: Form,
        on_error: OnError,
    ) -> Result<&'a str, LabelError> {
        if is_own_form(name.as_bytes(), profile) {
            return Ok(name);
        }
        self.convert(name, profile, form, on_error)?;
        Ok(&self.output)
    }

    /// Leaves the form of a name in `output`.
    pub(super) fn convert(
        &mut self,
        name: &str,
        profile: &Profile,
        form: Form,
        on_error: OnError,
    ) -> Result<(), LabelError> {
        let Self { output, scratch } = self;
        output.clear();
        // Room for the usual name, so that it is asked for once. A long one may yet be refused.
        output.reserve(name.len().min(1_024).saturating_add(256));
        convert_name(name, profile, form, on_error, scratch, output)
    }
}

//! Rules as a class of Python: a choice among names, and flags. `Profile` and `Policy` are such classes.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple, PyType};

use super::arguments::{quoted, wrong_type};
use super::list::{dict, made_again};
use super::text::ascii_string;

/// The flags of rules, by name. [`class`] implements it.
pub(super) trait Flags: Copy {
    fn flag(&mut self, name: &str) -> Option<&mut bool>;

    fn flags(self) -> impl Iterator<Item = (&'static str, bool)>;
}

/// Rules that a class of Python holds.
pub(super) trait RuleSet: Flags {
    /// The name of the argument that chooses among names.
    const CHOICE: &'static str;

    fn chosen(&self) -> &'static str;

    fn choose(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()>;

    /// The message of a `TypeError`: there is no argument of this name.
    fn unknown(name: &str) -> String;

    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>>;

    /// The same rules but for these.
    fn with(mut self, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        for (name, value) in changes.into_iter().flatten() {
            let name = name.cast::<PyString>()?;
            // A text with lone surrogates is not one of the flags.
            let known = name.to_cow().unwrap_or_default();
            if known == Self::CHOICE {
                self.choose(&value)?;
            } else if let Some(flag) = self.flag(&known) {
                *flag = value.cast::<PyBool>().map_err(|_| wrong_type(&known, "bool", &value))?.is_true();
            } else {
                return Err(PyTypeError::new_err(Self::unknown(&quoted(name)?)));
            }
        }
        Ok(self)
    }

    /// Returns what `__reduce__` returns for an object of the class.
    fn reduced<'py>(&self, class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, keywords) = (class.py(), dict(class.py())?);
        keywords.set_item(Self::CHOICE, ascii_string(py, self.chosen().as_bytes())?)?;
        for (name, value) in self.flags() {
            keywords.set_item(ascii_string(py, name.as_bytes())?, value)?;
        }
        made_again(class, keywords)
    }
}

/// A flag as Python writes it.
pub(super) const fn python(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

/// The same in a macro.
macro_rules! literal {
    (true) => {
        "True"
    };
    (false) => {
        "False"
    };
}
pub(super) use literal;

/// A class with one argument, one line of its documentation and one attribute per flag. The signatures stand at the
/// beginning of the documentation, where CPython looks for them.
macro_rules! class {
    (
        $(#[doc = $about:tt])*
        $class:ident($rules:ty) of $module:tt: $default:expr;
        $(#[doc = $chosen:tt])* $choice:ident = $name:tt;
        $(#[doc = $replaced:tt])* replace;
        $(#[doc = $first:tt] $(#[doc = $more:tt])* $flag:ident = $value:tt;)*
    ) => {
        #[doc = concat!(
            stringify!($class), "(*, ", stringify!($choice), "='", $name, "'",
            $(", ", stringify!($flag), "=", $crate::binding::flags::literal!($value),)* ")\n--\n"
        )]
        $(#[doc = $about])*
        $(
            #[doc = concat!("    ", stringify!($flag), ":", $first)]
            $(#[doc = concat!("       ", $more)])*
        )*
        ///
        /// Raises:
        ///     TypeError: There is no such argument, or its value is of another type.
        #[doc = concat!("    ValueError: There is no such value of `", stringify!($choice), "`.")]
        #[pyclass(frozen, eq, hash, module = $module)]
        #[derive(PartialEq, Eq, Hash)]
        pub(super) struct $class(pub(super) $rules);

        #[pymethods]
        impl $class {
            #[new]
            #[pyo3(signature = (**flags), text_signature = None)]
            fn new(flags: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                $default.with(flags).map(Self)
            }

            #[doc = concat!(
                "replace($self, *, ", stringify!($choice), "=...", $(", ", stringify!($flag), "=...",)* ")\n--\n"
            )]
            $(#[doc = $replaced])*
            ///
            /// Raises:
            ///     TypeError: There is no such argument, or its value is of another type.
            #[doc = concat!("    ValueError: There is no such value of `", stringify!($choice), "`.")]
            #[pyo3(signature = (**flags), text_signature = None)]
            fn replace(&self, flags: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                self.0.with(flags).map(Self)
            }

            #[doc = "Returns the same rules but for these, for `copy.replace`."]
            #[pyo3(signature = (**flags))]
            fn __replace__(&self, flags: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                self.replace(flags)
            }

            $(#[doc = $chosen])*
            #[getter]
            fn $choice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
                $crate::binding::text::ascii_string(py, self.0.chosen().as_bytes())
            }

            $(
                #[doc = $first]
                #[getter]
                fn $flag(&self) -> bool {
                    self.0.$flag
                }
            )*

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                slf.get().0.reduced(&slf.get_type())
            }

            fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
                self.0.shown(py)
            }
        }

        impl $crate::binding::flags::Flags for $rules {
            fn flag(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $(stringify!($flag) => Some(&mut self.$flag),)*
                    _ => None,
                }
            }

            fn flags(self) -> impl Iterator<Item = (&'static str, bool)> {
                [$((stringify!($flag), self.$flag)),*].into_iter()
            }
        }
    };
}
pub(super) use class;

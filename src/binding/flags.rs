//! Rules as a class of Python: a choice among names, and flags. `Profile` and `Policy` are such classes.

use core::fmt::Write;

use super::arguments::{meant, quoted};
use super::list::made_again;
use super::prelude::*;

/// The flags of rules, by name. [`class`] implements it.
pub(super) trait Flags: Copy {
    fn flag(&mut self, name: &str) -> Option<&mut bool>;

    fn flags(self) -> impl Iterator<Item = (&'static str, bool)>;
}

/// Rules that a class of Python holds.
pub(super) trait RuleSet: Flags + 'static {
    /// The name of the argument that chooses among names.
    const CHOICE: &'static str;

    /// The rules with names, in the order of preference as the base of another's repr.
    const NAMED: &'static [(&'static str, Self)];

    /// The module of the rules with names.
    const MODULE: &'static str;

    /// The name of the class, and what its arguments are called in messages.
    const CALLED: (&'static str, &'static str);

    /// The name of an argument besides the choice and the flags, if there is one. It may be None, as it is of the rules
    /// with names.
    const FURTHER: Option<&'static str> = None;

    fn chosen(&self) -> &'static str;

    /// The value of that argument.
    fn further<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        Ok(py.None().into_bound(py))
    }

    /// Its name and its value as Python writes it, unless that is None.
    fn further_shown(&self, py: Python<'_>) -> PyResult<Option<(&'static str, String)>> {
        let Some(name) = Self::FURTHER else { return Ok(None) };
        let value = self.further(py)?;
        Ok(if value.is_none() { None } else { Some((name, value.repr()?.to_cow()?.into_owned())) })
    }

    /// Sets it, after all others.
    fn set_further(&mut self, _value: &Object<'_>) -> PyResult<()> {
        Ok(())
    }

    /// The rules, if all of their values go together.
    fn consistent(self) -> PyResult<Self> {
        Ok(self)
    }

    fn choose(&mut self, value: &Object<'_>) -> PyResult<()>;

    /// The rules that an argument names.
    #[cold]
    fn named(argument: &str, name: &Object<'_>) -> PyResult<&'static Self> {
        if name.is_instance_of::<PyString>() {
            return choice(argument, Self::NAMED, name);
        }
        let ((class, _), name_of_one) = (Self::CALLED, Self::NAMED.first().map_or("", |(name, _)| name));
        let class = format!("an {}.{class} or its name such as '{name_of_one}'", Self::MODULE);
        Err(wrong_type(argument, &class, name))
    }

    /// The named rules that are nearest, and how these differ from them.
    fn shown<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
        let differing = |base: &Self| base.flags().zip(self.flags()).filter(|(of_base, own)| of_base != own);
        let is_other = |base: &Self| base.chosen() != self.chosen();
        let nearest = Self::NAMED.iter().min_by_key(|(_, base)| (is_other(base), differing(base).count()));
        let further = self.further_shown(py)?;
        written(py, |repr| {
            let Some((name, base)) = nearest else { return Ok(()) };
            write!(repr, "{}.{}", Self::MODULE, name.to_uppercase())?;
            let choice = is_other(base).then(|| (Self::CHOICE, format!("'{}'", self.chosen())));
            let flags = differing(base).map(|(_, (name, value))| (name, python(value).to_owned()));
            let mut before = ".replace(";
            for (name, value) in choice.into_iter().chain(further.clone()).chain(flags) {
                write!(repr, "{before}{name}={value}")?;
                before = ", ";
            }
            repr.write_str(if before == ", " { ")" } else { "" })
        })
    }

    /// The error of an argument that there is not.
    #[cold]
    fn unknown(name: &Text<'_>) -> PyResult<PyErr> {
        let known: Vec<_> = [Self::CHOICE]
            .into_iter()
            .chain(Self::FURTHER)
            .chain(Self::NAMED.first().into_iter().flat_map(|(_, rules)| rules.flags().map(|(flag, _)| flag)))
            .collect();
        let ((class, rule), listed) = (Self::CALLED, known.join(", "));
        let (class, name, like) = (class.to_lowercase(), quoted(name)?, meant(name, known)?);
        let message = format!("a {class} has no {rule} {name}{like}; it has: {listed}");
        Ok(PyTypeError::new_err(message))
    }

    /// The same rules but for these.
    fn with(mut self, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut further = None;
        for (name, value) in changes.into_iter().flatten() {
            let name = name.cast::<PyString>()?;
            // A text with lone surrogates is not one of the flags.
            let known = name.to_cow().unwrap_or_default();
            if known == Self::CHOICE {
                self.choose(&value)?;
            } else if Self::FURTHER.is_some_and(|further| known == further) {
                further = Some(value);
            } else if let Some(flag) = self.flag(&known) {
                *flag = value.cast::<PyBool>().map_err(|_| wrong_type(&known, "bool", &value))?.is_true();
            } else {
                return Err(Self::unknown(name)?);
            }
        }
        further.map_or(Ok(()), |value| self.set_further(&value))?;
        self.consistent()
    }

    /// Returns what `__reduce__` returns for an object of the class.
    fn reduced<'py>(&self, class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, keywords) = (class.py(), dict(class.py())?);
        keywords.set_item(Self::CHOICE, ascii_string(py, self.chosen().as_bytes())?)?;
        if let Some(name) = Self::FURTHER {
            keywords.set_item(ascii_string(py, name.as_bytes())?, self.further(py)?)?;
        }
        for (name, value) in self.flags() {
            keywords.set_item(ascii_string(py, name.as_bytes())?, value)?;
        }
        made_again(class, keywords)
    }
}

/// Adds the rules with names to a module, and the names in a tuple.
pub(super) fn named_in<'py, Rules: RuleSet, Class: IntoPyObject<'py>>(
    module: &Bound<'py, PyModule>,
    names: &str,
    class: fn(Rules) -> Class,
) -> PyResult<()> {
    module.add(names, PyTuple::new(module.py(), Rules::NAMED.iter().map(|(name, _)| name))?)?;
    Rules::NAMED.iter().try_for_each(|&(name, rules)| module.add(name.to_uppercase().as_str(), class(rules)))
}

/// A flag as Python writes it.
const fn python(value: bool) -> &'static str {
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
        $(further { $(#[doc = $more_about:tt])* $further:ident })?
        $(#[doc = $replaced:tt])* replace;
        $(#[doc = $first:tt] $(#[doc = $more:tt])* $flag:ident = $value:tt;)*
    ) => {
        #[doc = concat!(
            stringify!($class), "(*, ", stringify!($choice), "='", $name, "'",
            $(", ", stringify!($further), "=None",)?
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
        #[doc = concat!("    ValueError: There is no such value of `", stringify!($choice), "`",
            $(" or `", stringify!($further), "`",)? ".")]
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
                "replace($self, *, ", stringify!($choice), "=...", $(", ", stringify!($further), "=...",)?
                $(", ", stringify!($flag), "=...",)* ")\n--\n"
            )]
            $(#[doc = $replaced])*
            ///
            /// Raises:
            ///     TypeError: There is no such argument, or its value is of another type.
            #[doc = concat!("    ValueError: There is no such value of `", stringify!($choice), "`",
                $(" or `", stringify!($further), "`",)? ".")]
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
            fn $choice<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
                $crate::binding::text::ascii_string(py, self.0.chosen().as_bytes())
            }

            $(
                $(#[doc = $more_about])*
                #[getter]
                fn $further<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
                    self.0.further(py)
                }
            )?

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

            fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Text<'py>> {
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

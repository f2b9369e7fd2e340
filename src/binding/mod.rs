//! The Python face of the crate: parse the arguments, call the codec, map the error. Nothing here knows how a codec
//! works.

// The macros of PyO3 expand to code of their own.
#![allow(missing_docs, unreachable_pub)]

mod arguments;
mod arrow;
mod bootstring;
mod codec;
mod compat;
mod crates;
mod display;
mod domain;
mod either;
mod encoded;
mod error;
mod explanation;
mod flags;
mod hints;
mod host;
mod inspect;
mod label;
mod labels;
mod list;
mod many;
mod memory;
mod nullable;
mod pauses;
mod profile;
mod punycode;
mod race;
mod records;
mod relation;
mod security;
mod text;
mod text_names;
mod trace;
mod watchlist;
mod zone;

use pyo3::prelude::*;
use pyo3::types::PyCFunction;

/// The functions of a module, as objects of Python.
macro_rules! functions {
    ($($($name:ident)::+),*) => {
        pub(in crate::binding) fn functions<'py>(
            module: &pyo3::Bound<'py, pyo3::types::PyModule>,
        ) -> pyo3::PyResult<Vec<pyo3::Bound<'py, pyo3::types::PyCFunction>>> {
            Ok(vec![$(pyo3::wrap_pyfunction!($($name)::+, module)?),*])
        }
    };
}
use functions;

/// The compiled part of acelabel. Use `acelabel` and its modules.
#[pymodule]
mod _native {
    use super::{PyModule, functions_of};
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::arrow::Column;
    #[pymodule_export]
    use super::bootstring::Bootstring;
    #[pymodule_export]
    use super::display::Policy;
    #[pymodule_export]
    use super::error::error_codes;
    #[pymodule_export]
    use super::explanation::Explanation;
    #[pymodule_export]
    use super::hints::{error_words, is_of_dns, likely_mistake};
    #[pymodule_export]
    use super::host::Host;
    #[pymodule_export]
    use super::profile::{Profile, profile_of};
    #[pymodule_export]
    use super::relation::SuffixList;
    #[pymodule_export]
    use super::text_names::TextOptions;
    #[pymodule_export]
    use super::trace::{Trace, TraceStep};
    #[pymodule_export]
    use super::watchlist::Watchlist;
    #[pymodule_export]
    use super::zone::ZonePieces;

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "a name of Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "a name of Python's")]
    const unicode_version: &str = crate::UNICODE_VERSION;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::crates::keep();
        super::profile::add_named(module)?;
        super::display::add_named(module)?;
        super::bootstring::add_punycode(module)?;
        functions_of(module, "acelabel", "", super::domain::functions)?;
        functions_of(module, "acelabel", "", super::label::functions)?;
        functions_of(module, "acelabel", "", super::relation::functions)?;
        functions_of(module, "acelabel._native", "", super::arrow::functions)?;
        functions_of(module, "acelabel.display", "", super::display::functions)?;
        functions_of(module, "acelabel._native", "", super::inspect::functions)?;
        functions_of(module, "acelabel._native", "", super::nullable::functions)?;
        functions_of(module, "acelabel._native", "", super::records::functions)?;
        functions_of(module, "acelabel._native", "", super::text_names::functions)?;
        functions_of(module, "acelabel.compat.idna", "compat_idna_", super::compat::functions)?;
        functions_of(module, "acelabel.host", "host_", super::host::functions)?;
        functions_of(module, "acelabel.labels", "labels_", super::labels::functions)?;
        functions_of(module, "acelabel.punycode", "punycode_", super::punycode::functions)?;
        functions_of(module, "acelabel.race", "race_", super::race::functions)?;
        functions_of(module, "acelabel.security", "security_", super::security::functions)?;
        functions_of(module, "acelabel.zone", "zone_", super::zone::functions)
    }
}

/// Adds the functions of one public module under a prefix: `encode` of `acelabel.punycode` as `punycode_encode`.
///
/// They are made in the name of the public module, so that they say where they belong and can be pickled.
fn functions_of(
    native: &Bound<'_, PyModule>,
    public: &str,
    prefix: &str,
    functions: for<'py> fn(&Bound<'py, PyModule>) -> PyResult<Vec<Bound<'py, PyCFunction>>>,
) -> PyResult<()> {
    for function in functions(&PyModule::new(native.py(), public)?)? {
        let name: String = function.getattr("__name__")?.extract()?;
        native.add(format!("{prefix}{name}").as_str(), function)?;
    }
    Ok(())
}

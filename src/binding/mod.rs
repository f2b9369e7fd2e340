//! The Python face of the crate: parse the arguments, call the codec, map the error. Nothing here knows how a codec
//! works.

// The macros of PyO3 expand to code of their own.
#![allow(missing_docs, unreachable_pub)]

mod address;
mod arguments;
mod arrow;
mod bootstring;
mod clients;
mod codec;
mod compat;
mod crates;
mod display;
mod domain;
mod either;
mod encoded;
mod error;
mod files;
mod files_batches;
mod flags;
mod hints;
mod host;
mod inspect;
mod labels;
mod lint;
mod list;
mod many;
mod memory;
mod pauses;
mod prelude;
mod profile;
mod punycode;
mod race;
mod records;
mod registry;
mod relation;
mod security;
mod text;
mod text_names;
mod trace;
mod watchlist;
mod zone;

use pyo3::prelude::*;

/// The compiled part of acelabel. Use `acelabel` and its modules.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::{
        arrow::Column,
        bootstring::Bootstring,
        clients::{AllowedHosts, ClientReadings},
        display::Policy,
        error::error_codes,
        files_batches::{FileRecords, RecordPieces},
        hints::{error_words, is_of_dns, likely_mistake, report_message},
        host::Host,
        lint::LintOptions,
        profile::{Profile, profile_of},
        race::Explanation,
        registry::RegistryVariants,
        relation::SuffixList,
        text_names::{TextLeft, TextOptions},
        trace::{Trace, TraceStep},
        watchlist::Watchlist,
        zone::ZonePieces,
    };

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "a name of Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "a name of Python's")]
    const unicode_version: &str = crate::UNICODE_VERSION;

    /// The code points that separate labels.
    #[pymodule_export]
    const SEPARATORS: &str = crate::label::SEPARATORS;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::crates::keep();
        super::profile::add_named(module)?;
        super::display::add_named(module)?;
        super::bootstring::add_punycode(module)?;
        // The name of the class is that of the one in `acelabel.zone`, too.
        module.add("FilesRewriter", module.py().get_type::<super::files::FilePieces>())?;
        module.add("RegistryRules", module.py().get_type::<super::registry::RegistrySets>())?;
        super::add_functions(module)
    }
}

/// The functions of public modules, with the prefix that they have here: `encode` of `acelabel.punycode` is
/// `punycode_encode`.
///
/// They are made in the name of the public module, so that they say where they belong and can be pickled.
macro_rules! functions {
    ($($public:literal $prefix:literal $room:ident::{$($name:ident),+ $(,)?};)+) => {
        fn add_functions(native: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                let public = PyModule::new(native.py(), $public)?;
                $(native.add(concat!($prefix, stringify!($name)), wrap_pyfunction!($room::$name, &public)?)?;)+
            )+
            Ok(())
        }
    };
}

functions! {
    "acelabel" "" domain::{
        to_ascii, to_unicode, to_ascii_many, to_unicode_many, is_valid, canonical, ends_in_number, same_name
    };
    "acelabel" "" labels::{alabel, ulabel};
    "acelabel" "" relation::{is_below, matches, matches_any};
    "acelabel._native" "" address::{email_facts, email_rules};
    "acelabel._native" "" arrow::{arrow_convert, arrow_display, arrow_related, arrow_text, arrow_text_options, arrow_urls};
    "acelabel.clients" "clients_" clients::{names, aliases, read, agreed};
    "acelabel.display" "" display::{to_display, shown_labels, policy_of};
    "acelabel._native" "" inspect::{code_point_facts, inspect_facts, script_name};
    "acelabel._native" "" records::{each_text, to_ascii_or_none, to_unicode_or_none, convert_records};
    "acelabel._native" "" text_names::{
        text_cut_character, text_decoded, text_find, text_followed, text_line_feeds, text_lines, text_piece,
        text_places, text_redact, text_rewrite
    };
    "acelabel.compat.idna" "compat_idna_" compat::{
        encode, decode, alabel, ulabel, uts46_remap, check_label, check_bidi, check_nfc, check_hyphen_ok,
        check_initial_combiner, valid_contextj, valid_contexto, valid_label_length, valid_string_length,
        code_point_runs, uts46_rows
    };
    "acelabel.email" "email_" address::{to_ascii, to_unicode, canonical, same_address, needs_smtputf8};
    "acelabel.files" "files_" files::{formats, places};
    "acelabel.host" "host_" host::{parse, of_url, again};
    "acelabel.lint" "lint_" lint::{safe_text};
    "acelabel._native" "" lint::{lint_check, lint_rules};
    "acelabel.labels" "labels_" labels::{escape, unescape};
    "acelabel.punycode" "punycode_" punycode::{
        encode, decode, decode_with_case, encode_many, decode_many, trace_encode, trace_decode
    };
    "acelabel.race" "race_" race::{
        encode, decode, mode, encode_domain, decode_domain, encode_many, decode_many, explain
    };
    "acelabel.registry" "registry_" registry::{faults, merge};
    "acelabel.security" "security_" security::{
        skeleton, bidi_skeleton, confusable, confusables, resolved_scripts, restriction_level, mixed_numbers,
        identifier_status, identifier_types
    };
    "acelabel.zone" "zone_" zone::{to_ascii, to_unicode, problems};
}

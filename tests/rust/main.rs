//! The tests of the crate as its users see it, one module per subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::as_conversions)]
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod addresses;
mod bare_hosts;
mod bootstring;
mod borders;
mod codes;
mod errors_doc;
mod exhaustive;
mod formats;
mod hints;
mod inputs;
mod known_answers;
mod labels;
mod labels_conformance;
mod labels_differential;
mod labels_flags;
mod labels_hostile;
mod labels_inspect;
mod labels_laws;
mod labels_lengths;
mod labels_mapped;
mod labels_offsets;
mod labels_older;
mod labels_rfc;
mod labels_standards;
mod lengths;
mod names;
#[path = "../../src/bootstring/orders.rs"]
mod orders;
mod properties;
mod race;
mod race_explain;
mod race_reference;
mod reference;
mod traces;
mod vectors;
mod zones;

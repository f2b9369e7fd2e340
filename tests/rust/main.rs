//! The tests of the crate as its users see it, one module per subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::as_conversions)]
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
mod labels;
mod labels_conformance;

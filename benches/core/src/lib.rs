//! The shared parts of the programs of the core bench: corpora, long inputs, libraries written in C, the clock and the
//! allocator.

pub mod clock;
pub mod corpus;
pub mod families;
pub mod hostile;
pub mod icu;
pub mod memory;
pub mod names;
pub mod native;
pub mod spoof;

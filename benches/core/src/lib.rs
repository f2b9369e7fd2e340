//! Shared by the programs of the core bench: their texts, the clock, and the libraries written in C.

pub mod clock;
pub mod inputs;
pub mod peers;

//! What the programs of the core bench share: their texts, the clock, and the libraries written in C.

pub mod clock;
pub mod inputs;
pub mod peers;

//! Shared by the programs of the core bench: their texts, the clock, and the libraries written in C.

#![allow(clippy::restriction, reason = "a program that measures stops at a fault")]
#![deny(clippy::undocumented_unsafe_blocks)]

pub mod clock;
pub mod inputs;
pub mod peers;

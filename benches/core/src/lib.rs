//! What the three programs of the core bench share: corpora, long inputs, libraries written in C, and the clock.

pub mod clock;
pub mod corpus;
pub mod families;
pub mod native;

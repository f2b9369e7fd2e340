//! Rules of registries, by their files (RFC 7940, Label Generation Rulesets): whether a label may be registered, which
//! variants go with it, and which labels collide.
//!
//! A file is the caller's. It is compiled once, and no answer changes it: any number of threads may ask. The work of an
//! answer is bounded by the size of the file and the length of the label, and for variants by how many are asked for.

mod actions;
mod check;
mod classes;
mod collide;
mod family;
mod fault;
mod file;
mod index;
mod lattice;
mod matching;
mod meta;
mod names;
mod natural;
mod order;
mod parts;
mod permutations;
mod points;
mod repertoire;
mod rules;
mod sets;
mod xml;

pub use check::{LabelProblem, ProblemKind, Verdict};
pub use collide::Counterparts;
pub use fault::{RuleFault, RuleFileError};
pub use meta::AboutRules;
pub use natural::Natural;
#[cfg(feature = "python")]
pub(crate) use sets::scripts_of;
pub use sets::{CollisionKind, LabelCollision, LabelVariant, LabelVariants, RegistryRules, RepertoireItem};

//! The crates that are compiled in, for programs that look for versions with known faults: `cargo audit bin`, Syft.
//!
//! They read the list of cargo-auditable from a section of the module. `tools/third_party.py` writes it.
#![allow(unsafe_code)]

/// JSON in the form of zlib.
// SAFETY: nothing else is in this section, and no linker gives it a meaning of its own.
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,.dep-v0"))]
// SAFETY: the same; in WebAssembly, a section would be outside the memory.
#[cfg_attr(not(any(target_vendor = "apple", target_family = "wasm")), unsafe(link_section = ".dep-v0"))]
static CRATES: [u8; include_bytes!("crates.zlib").len()] = *include_bytes!("crates.zlib");

/// Keeps the list in the module: a linker leaves out what no code reaches.
pub(in crate::binding) fn keep() {
    std::hint::black_box(&CRATES);
}

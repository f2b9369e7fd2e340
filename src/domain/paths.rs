//! Each path is taken by the names that it is made for.

use super::*;
use crate::paths::taken;

#[test]
fn the_dots_of_a_short_name_in_ascii_are_found_at_once() {
    let longest = "ab.".repeat(17) + "xn--bcher-kva";
    assert_eq!(longest.len(), 64);
    for (name, are_known) in [
        ("xn--bcher-kva.de", true),
        ("a--b.cde", true),
        ("a--b.cd", false),
        ("xn--bcher-kva.dE", false),
        ("a_b.example", false),
        ("bücher.example", false),
        (&longest, true),
        (&format!("{longest}.a"), false),
    ] {
        assert_eq!(taken(|| to_ascii(name, &Profile::DNS)).contains(&"dots known"), are_known, "{name}");
    }
    let unicode = to_unicode("xn--bcher-kva.a-b.c0d.n", &Profile::DNS);
    assert_eq!(unicode.as_deref(), Ok("bücher.a-b.c0d.n"));
}

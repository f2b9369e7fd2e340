//! The "ends in a number checker" of the URL Standard (section 3.5, host parsing), of a name.

use crate::label::is_number;

/// Returns whether the last label of an ASCII name, the dot of the root aside, is a number: the URL Standard then reads
/// the name as an IPv4 address or refuses it, and most resolvers do the same.
pub(crate) fn ascii_ends_in_number(name: &[u8]) -> bool {
    let name = name.strip_suffix(b".").unwrap_or(name);
    name.rsplit(|&octet| octet == b'.').next().is_some_and(is_number)
}

#[cfg(test)]
mod tests {
    use super::ascii_ends_in_number;

    #[test]
    fn a_name_ends_in_a_number_as_the_url_standard_has_it() {
        let numbers = ["127.0.0.1", "1", "1.", "foo.0x1F", "foo.0X1f", "a.0x", "0x.", "1.2.3.08", "1.2.3.08.", "a.09"];
        let others =
            ["", ".", "..", "a..", "127.0.0.1..", "1.a", "a.0xg", "1x", "0x.a", "1-2", "a.1_", "a.x1", "a.00x1"];
        for name in numbers {
            assert!(ascii_ends_in_number(name.as_bytes()), "{name}");
        }
        for name in others {
            assert!(!ascii_ends_in_number(name.as_bytes()), "{name}");
        }
    }
}

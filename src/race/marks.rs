//! The prefix of RACE, the header of one mode, its escapes, and the characters of STD 13.

/// The prefix of every RACE label; compared without regard to ASCII case (section 2.1).
pub(super) const PREFIX: [u8; 4] = *b"bq--";

/// The header of the uncompressed mode (section 2.4.1, step 3).
pub(super) const UNCOMPRESSED: u8 = 0xD8;

/// Before a lower octet of row 00 that stands among those of another row (section 2.4.1, step 8).
pub(super) const ESCAPE: u8 = 0xFF;

/// After an [`ESCAPE`] that stands for itself (section 2.4.1, step 7). This is why U+0099 has no compressed form.
pub(super) const ESCAPED_ESCAPE: u8 = 0x99;

/// Returns whether a label begins with `bq--` in any ASCII case.
pub(super) fn has_prefix(mut label: impl Iterator<Item = u32>) -> bool {
    let is = |found: u32, octet: u8| found == u32::from(octet) || found == u32::from(octet.to_ascii_uppercase());
    PREFIX.into_iter().all(|octet| label.next().is_some_and(|found| is(found, octet)))
}

/// Returns whether a character is a letter, digit or hyphen of STD 13.
pub(super) fn is_ldh(code_point: u32) -> bool {
    u8::try_from(code_point).is_ok_and(|octet| octet.is_ascii_alphanumeric() || octet == b'-')
}

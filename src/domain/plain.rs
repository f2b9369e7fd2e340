//! Names that are their own form under every profile, decided by one scan.

/// Whether a name is plain: ASCII letters in lower case, digits, hyphens and dots, so placed that every profile accepts
/// it and both its forms are the name itself.
///
/// A hyphen stands neither at an end of a label nor next to another hyphen, labels have 1 to 63 characters, and the
/// name at most 253; one dot may end it. A name that is not plain may be valid all the same.
///
/// ```
/// assert!(acelabel::is_plain(b"www.example.com"));
/// assert!(!acelabel::is_plain(b"xn--bcher-kva.example"));
/// ```
#[inline]
#[must_use]
pub fn is_plain(name: &[u8]) -> bool {
    if name.len() > 254 {
        return false;
    }
    // Two hyphens or dots in a row, and one at the beginning, are what an empty label, a hyphen at an end of a label and
    // the prefix have in common. So `x` stands for "not after a letter or digit".
    let mut after_mark = true;
    for &octet in name {
        let is_mark = matches!(octet, b'-' | b'.');
        if !(is_mark || octet.is_ascii_lowercase() || octet.is_ascii_digit()) || (is_mark && after_mark) {
            return false;
        }
        after_mark = is_mark;
    }
    let (body, root) = match name.split_last() {
        None | Some((b'-', _)) => return false,
        Some((b'.', body)) => (body, true),
        Some(_) => (name, false),
    };
    let fits = name.len() <= 253 || root;
    fits && (body.len() <= 63 || body.split(|&octet| octet == b'.').all(|label| label.len() <= 63))
}

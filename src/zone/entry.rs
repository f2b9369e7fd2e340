//! An entry: which of its words are names (RFC 1035 section 5.1, RFC 3597 section 5).

use super::types::{NamesIn, names_of};

/// The kind of word that is expected next in an entry.
#[derive(Clone, Copy, Default)]
pub(super) enum Entry {
    #[default]
    Owner,
    /// The range of `$GENERATE`, and behind it the owners that it makes.
    Range,
    Owners,
    /// A TTL, a class or a type, and which of the first two were read.
    Head {
        has_ttl: bool,
        has_class: bool,
    },
    /// The data: where names are, and the number of the word.
    Data {
        names: NamesIn,
        word: usize,
    },
    /// Nothing that is a name.
    Rest,
}

impl Entry {
    /// An entry that begins with a blank.
    pub(super) const fn of_the_same_owner() -> Self {
        Self::Head { has_ttl: false, has_class: false }
    }

    /// Takes the next word, or a quoted string. Returns whether it is a name.
    pub(super) fn next(&mut self, word: Option<&[u8]>) -> bool {
        let (is_name, next) = self.after(word);
        *self = next;
        is_name
    }

    fn after(self, word: Option<&[u8]>) -> (bool, Self) {
        match (self, word) {
            (Self::Owner, Some(word)) if word.starts_with(b"$") => (false, directive(word)),
            (Self::Range, _) => (false, Self::Owners),
            (Self::Owner | Self::Owners, word) => (word.is_some(), Self::of_the_same_owner()),
            (Self::Head { has_ttl: false, has_class }, Some(word)) if is_ttl(word) => {
                (false, Self::Head { has_ttl: true, has_class })
            }
            (Self::Head { has_ttl, has_class: false }, Some(word)) if is_class(word) => {
                (false, Self::Head { has_ttl, has_class: true })
            }
            (Self::Head { .. }, Some(word)) => {
                (false, names_of(word).map_or(Self::Rest, |names| Self::Data { names, word: 0 }))
            }
            (Self::Data { word: 0, .. }, Some(br"\#")) => (false, Self::Rest),
            (Self::Data { names, word: number }, word) => {
                // Saturating: an entry may have any number of words, of which none so far behind is a name.
                let next = Self::Data { names, word: number.saturating_add(1) };
                let has_none = word.is_some_and(|word| names.denies(number, word));
                (word.is_some() && names.are_at(number), if has_none { Self::Rest } else { next })
            }
            (Self::Head { .. } | Self::Rest, _) => (false, Self::Rest),
        }
    }
}

/// The entry that a directive begins. `$TTL` and others have no word that is a name.
fn directive(word: &[u8]) -> Entry {
    let names = match word.to_ascii_uppercase().as_slice() {
        b"$ORIGIN" => NamesIn::At(&[0]),
        b"$INCLUDE" => NamesIn::At(&[1]),
        b"$GENERATE" => return Entry::Range,
        _ => return Entry::Rest,
    };
    Entry::Data { names, word: 0 }
}

/// Returns whether a word is a TTL: seconds, or numbers with the units of BIND.
fn is_ttl(word: &[u8]) -> bool {
    let is_of_ttl = |octet: &u8| octet.is_ascii_digit() || b"smhdwSMHDW".contains(octet);
    word.first().is_some_and(u8::is_ascii_digit) && word.iter().all(is_of_ttl)
}

fn is_class(word: &[u8]) -> bool {
    let is = |class: &str| word.eq_ignore_ascii_case(class.as_bytes());
    let number = word.split_at_checked(5).filter(|(class, _)| class.eq_ignore_ascii_case(b"CLASS"));
    ["IN", "CH", "HS", "CS", "NONE", "ANY", "INTERNET", "CHAOS", "HESIOD"].into_iter().any(is)
        || number.is_some_and(|(_, number)| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

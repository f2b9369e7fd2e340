//! Characters that Unicode has beside others for the sake of compatibility, and the mapping of RFC 5895, which folds
//! none of them but those of another width.

use core::iter::once;

use icu_normalizer::{DecomposingNormalizer, DecomposingNormalizerBorrowed};
use smallvec::{SmallVec, smallvec};

use super::MAPPER;
use super::nfc::NFC;
use super::props::{Props, Uts46Status};

static NFD: DecomposingNormalizerBorrowed<'static> = DecomposingNormalizer::new_nfd();
static NFKD: DecomposingNormalizerBorrowed<'static> = DecomposingNormalizer::new_nfkd();

/// Returns whether a character is a fullwidth or halfwidth form: whether its Decomposition_Type is Wide or Narrow.
pub(crate) const fn is_width_variant(unit: u32) -> bool {
    matches!(unit, 0x3000 | 0xFF01..=0xFFEE)
}

/// Returns whether a character is a compatibility character: it has a compatibility decomposition (UAX #44), or it is
/// canonically equivalent to one other character (a singleton, UAX #15 section 1.1), as U+212A KELVIN SIGN is.
pub(crate) fn is_compatibility(unit: u32) -> bool {
    char::from_u32(unit).is_some_and(|unit| is_compatibility_decomposable(unit) || is_singleton(unit))
}

/// The Normalization Form KD of a text.
pub(crate) fn nfkd(text: &[u32]) -> impl Iterator<Item = u32> {
    NFKD.normalize_iter(text.iter().filter_map(|&unit| char::from_u32(unit))).map(u32::from)
}

fn is_compatibility_decomposable(unit: char) -> bool {
    NFKD.normalize_iter(once(unit)).ne(NFD.normalize_iter(once(unit)))
}

fn is_singleton(unit: char) -> bool {
    let mut nfc = NFC.normalize_iter(once(unit));
    nfc.next() != Some(unit) && nfc.next().is_none()
}

/// Returns whether a text is the Normalization Form C of a character.
pub(crate) fn is_nfc_of(unit: u32, text: &[u32]) -> bool {
    char::from_u32(unit).is_some_and(|unit| NFC.normalize_iter(once(unit)).map(u32::from).eq(text.iter().copied()))
}

/// The mapping of RFC 5895 section 2: letter case, width, and Normalization Form C. A surrogate becomes U+FFFD.
///
/// Letters are mapped one by one, so that every capital sigma becomes U+03C3. UTS #46 maps a capital letter to the same
/// small letter.
pub(crate) fn rfc5895_map<'a>(text: &'a mut dyn Iterator<Item = u32>) -> impl Iterator<Item = u32> + 'a {
    let characters = text.map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    NFC.normalize_iter(characters.flat_map(rfc5895_folded)).map(u32::from)
}

fn rfc5895_folded(unit: char) -> SmallVec<[char; 4]> {
    if is_folded_by_rfc5895(unit) { MAPPER.map_normalize(once(unit)).collect() } else { smallvec![unit] }
}

fn is_folded_by_rfc5895(unit: char) -> bool {
    let is_of_other_width = is_width_variant(unit.into());
    Props::of(unit.into()).uts46_status() == Uts46Status::Mapped
        // One compatibility character is a capital letter whose small letter is none.
        && (is_of_other_width || !is_compatibility_decomposable(unit) || unit == '\u{3F4}')
        // UTS #46 maps these to conjoining letters of Hangul, which compose. The letters they are variants of do not.
        && !matches!(unit, '\u{FFA1}'..='\u{FFDC}')
        && !is_small_letter(unit)
}

/// Returns whether UTS #46 maps a small letter or a mark to another one, or takes the iota away from the letter above
/// it. Those are not PVALID, and stay.
fn is_small_letter(unit: char) -> bool {
    matches!(unit, '\u{13F8}'..='\u{13FD}' | '\u{1C80}'..='\u{1C88}' | '\u{AB70}'..='\u{ABBF}')
        || NFD.normalize_iter(once(unit)).any(|part| part == '\u{345}')
}

#[cfg(test)]
mod tests {
    use super::super::props::DerivedProperty;
    use super::*;

    /// RFC 5895 section 2 by the tables of the compiler, which knows no later version of Unicode. Half- and fullwidth
    /// characters other than letters of Hangul are those that NFKC maps.
    fn judged(unit: char) -> String {
        let narrow = |unit: char| -> String {
            match unit {
                '\u{FFA0}'..='\u{FFDC}' => "\u{3131}".to_owned(),
                _ if is_width_variant(unit.into()) => NFKD.normalize(unit.encode_utf8(&mut [0; 4])).into_owned(),
                _ => unit.to_string(),
            }
        };
        let text: String = unit.to_lowercase().flat_map(|unit| narrow(unit).chars().collect::<Vec<_>>()).collect();
        NFC.normalize(&text).into_owned()
    }

    #[test]
    fn every_character_is_mapped_as_rfc_5895_says_where_idna_2008_accepts_it() {
        let is_valid =
            |text: &str| text.chars().all(|unit| Props::of(unit.into()).derived_property() == DerivedProperty::Pvalid);
        let mut count = 0;
        // The compiler does not know the last four ranges.
        let is_asked = |&unit: &char| {
            Props::of(unit.into()).uts46_status() != Uts46Status::Disallowed
                && !matches!(unit, '\u{A7DD}' | '\u{A7E2}' | '\u{AB6C}'..='\u{AB6D}' | '\u{1DF40}'..='\u{1DF7F}')
        };
        for unit in ('\u{80}'..=char::MAX).filter(is_asked) {
            let mapped: String = rfc5895_map(&mut once(unit.into())).filter_map(char::from_u32).collect();
            let expected = judged(unit);
            // Capital letters of Cherokee are PVALID, their small letters are not.
            if is_valid(&expected) || (is_valid(&mapped) && !matches!(unit, '\u{13A0}'..='\u{13F5}')) {
                count += usize::from(mapped != unit.to_string());
                assert_eq!(mapped, expected, "{unit:?}");
            }
        }
        assert!(count > 1_000, "{count}");
    }

    #[test]
    fn compatibility_characters_are_told_from_letters_that_are_composed() {
        for unit in "ﬁ①ªſ\u{212A}\u{F900}\u{1F71}㎏".chars() {
            assert!(is_compatibility(unit.into()), "{unit:?}");
        }
        for unit in "aÄẞİ\u{958}\u{344}가ς".chars() {
            assert!(!is_compatibility(unit.into()), "{unit:?}");
        }
        // Every character of another width has a compatibility decomposition.
        let decomposed = |unit: &u32| char::from_u32(*unit).is_some_and(is_compatibility_decomposable);
        assert_eq!((0xFF00..0xFFF0).filter(|unit| decomposed(unit) && !is_width_variant(*unit)).count(), 0);
        assert_eq!((0xFF01..=0xFFEE).filter(decomposed).count(), 225);
    }
}

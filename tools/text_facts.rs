//! Where a name ends in text: the class of each code point, from UTS #46, General_Category and Terminal_Punctuation,
//! which is what UTS #58 makes Link_Term of.

use icu_normalizer::uts46::Uts46MapperBorrowed;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, TerminalPunctuation};
use icu_properties::{CodePointMapData, CodePointSetData};

use crate::layout::{Props, Uts46Status};
use crate::text_layout::TextClass;

/// Punctuation that joins letters: the characters of RFC 5892 appendix A (CONTEXTO) but digits, the tsheg that Tibetan
/// has between syllables (PVALID), and the double hyphen of Kana.
const JOINING: [u32; 7] = [0xB7, 0x375, 0x5F3, 0x5F4, 0xF0B, 0x30A0, 0x30FB];

/// Characters that no font shows, though they are neither White_Space nor ignored: a pattern of Braille without dots,
/// the null notehead, the blanks of Egyptian hieroglyphs, and the filler of Khitan.
const BLANK: [u32; 5] = [0x2800, 0x1_3441, 0x1_3442, 0x1_6FE4, 0x1_D159];

/// The class of every code point. A symbol that looks like a delimiter of URLs (`/`, `:`) ends a name as that does:
/// `skeletons` are those of UTS #39.
pub(crate) fn text_classes(facts: &[Props], skeletons: &[Option<Vec<u32>>]) -> Vec<TextClass> {
    let class = |(code_point, (props, skeleton)): (u32, (&Props, &Option<Vec<u32>>))| {
        text_class(code_point, *props, skeleton.as_deref().unwrap_or_default())
    };
    (0..).zip(facts.iter().zip(skeletons)).map(class).collect()
}

fn text_class(code_point: u32, props: Props, skeleton: &[u32]) -> TextClass {
    let Some(character) = char::from_u32(code_point) else { return TextClass::Ends };
    if character.is_ascii() {
        return if character.is_ascii_alphanumeric() { TextClass::Letter } else { TextClass::Ends };
    }
    if JOINING.contains(&code_point) {
        return TextClass::Joins;
    }
    match props.uts46_status() {
        Uts46Status::Disallowed => return TextClass::Ends,
        Uts46Status::Ignored => return TextClass::Ignored,
        Uts46Status::Valid | Uts46Status::Mapped => {}
    }
    let is_delimiter = |&unit: &u32| matches!(unit, 0..=0x2C | 0x2E | 0x2F | 0x3A..=0x40 | 0x5B..=0x60 | 0x7B..=0x7F);
    let mapper = Uts46MapperBorrowed::new();
    let mut mapped = mapper.map_normalize(core::iter::once(character)).map(u32::from);
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    let is_letter = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Mark)
        .union(GeneralCategoryGroup::DecimalNumber)
        .union(GeneralCategoryGroup::LetterNumber)
        .contains(category);
    if GeneralCategoryGroup::Punctuation.contains(category)
        || CodePointSetData::new::<TerminalPunctuation>().contains(character)
        || BLANK.contains(&code_point)
        || mapped.any(|unit| is_delimiter(&unit))
        || (!is_letter && matches!(skeleton, [unit] if b"/:?#@\\".iter().any(|&octet| u32::from(octet) == *unit)))
    {
        TextClass::Ends
    } else if is_letter {
        TextClass::Letter
    } else {
        TextClass::Symbol
    }
}

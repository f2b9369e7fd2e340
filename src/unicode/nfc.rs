//! Whether a text is in Normalization Form C (UAX #15), in most cases decided without normalizing it.

use icu_normalizer::properties::{CanonicalCompositionBorrowed, CanonicalDecompositionBorrowed, Decomposed};
use icu_normalizer::{ComposingNormalizer, ComposingNormalizerBorrowed};

use super::props::{Props, Quick};

static NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizer::new_nfc();

/// The first place at which a text differs from its Normalization Form C; `None` where it is in that form.
///
/// A surrogate is a character that composes with nothing.
///
/// The quick check of UAX #15 section 9 says "maybe" to every character that may compose with one before it, and such
/// characters are common in Indic scripts. Here the composition is looked up. The text is normalized where there is
/// one, where marks are out of order, and where a mark might go in between the parts of a composed character.
#[must_use]
pub fn first_change(text: &[u32]) -> Option<usize> {
    let mut starter = None;
    let mut last_class = 0;
    for &unit in text {
        let props = Props::of(unit);
        let class = props.combining_class();
        let blocked = last_class != 0 && (class == 0 || class == last_class);
        let doubtful = match props.nfc_quick() {
            Quick::Yes => false,
            Quick::Maybe => !blocked && starter.is_some_and(|first| may_compose(first, unit, class)),
            Quick::No => true,
        };
        if doubtful || (class != 0 && class < last_class) {
            return first_difference(text);
        }
        if class == 0 {
            starter = char::from_u32(unit);
        }
        last_class = class;
    }
    None
}

/// Whether a character composes with the starter before it, or could with the first part of a composed one.
fn may_compose(starter: char, unit: u32, class: u32) -> bool {
    let composes = |second| CanonicalCompositionBorrowed::new().compose(starter, second).is_some();
    let is_composed = || CanonicalDecompositionBorrowed::new().decompose(starter) != Decomposed::Default;
    char::from_u32(unit).is_some_and(composes) || (class != 0 && is_composed())
}

/// How many code points that are no starters, or that may be decomposed to such, stand side by side at most.
#[must_use]
pub(crate) fn longest_run_of_marks(text: &[u32]) -> usize {
    let may_be_mark = |&unit: &u32| {
        let props = Props::of(unit);
        props.combining_class() != 0 || props.nfc_quick() == Quick::No
    };
    text.split(|unit| !may_be_mark(unit)).map(<[u32]>::len).max().unwrap_or_default()
}

fn first_difference(text: &[u32]) -> Option<usize> {
    let characters = || text.iter().map(|&unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    let mut normalized = NFC.normalize_iter(characters());
    let difference = characters().position(|character| normalized.next() != Some(character));
    difference.or_else(|| normalized.next().map(|_| text.len()))
}

//! Normalization Form C of code points that remember their places: the normalizer tells where nothing came from.

use icu_normalizer::properties::{CanonicalCompositionBorrowed, CanonicalDecompositionBorrowed, Decomposed};

use super::props::Props;

/// A code point, and the place of a text that it came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tagged {
    pub(crate) unit: u32,
    pub(crate) place: u32,
}

/// Appends the canonical decomposition of a text (UAX #15, D68), all of which came from one place.
pub(crate) fn decompose_tagged(text: &[u32], place: usize, output: &mut Vec<Tagged>) {
    let place = u32::try_from(place).unwrap_or(u32::MAX);
    for &unit in text {
        let Some(mut first) = char::from_u32(unit) else {
            output.push(Tagged { unit, place });
            continue;
        };
        // A decomposition is a character, which may be decomposed once more, and at most one behind it, which is not.
        let begin = output.len();
        loop {
            match CanonicalDecompositionBorrowed::new().decompose(first) {
                Decomposed::Default => break,
                Decomposed::Singleton(other) => first = other,
                Decomposed::Expansion(other, second) => {
                    first = other;
                    output.insert(begin, Tagged { unit: second.into(), place });
                }
            }
        }
        output.insert(begin, Tagged { unit: first.into(), place });
    }
}

/// Orders and composes a decomposed text (UAX #15, D109 and D117). A composed code point has the place of its first part.
pub(crate) fn compose_tagged(text: &mut Vec<Tagged>) {
    let class = |tagged: &Tagged| Props::of(tagged.unit).combining_class();
    for marks in text.split_mut(|tagged| class(tagged) == 0) {
        marks.sort_by_key(class);
    }
    let mut starter: Option<(usize, char)> = None;
    let (mut last_class, mut end) = (0, 0_usize);
    for index in 0..text.len() {
        let Some(&tagged) = text.get(index) else { break };
        let class = class(&tagged);
        let second = char::from_u32(tagged.unit);
        if let Some((place, first)) = starter
            && (last_class == 0 || last_class < class)
            && let Some(composed) = second.and_then(|second| CanonicalCompositionBorrowed::new().compose(first, second))
        {
            starter = Some((place, composed));
            if let Some(slot) = text.get_mut(place) {
                slot.unit = composed.into();
            }
            continue;
        }
        if class == 0 {
            starter = second.map(|second| (end, second));
        }
        last_class = class;
        if let Some(slot) = text.get_mut(end) {
            *slot = tagged;
        }
        end = end.saturating_add(1);
    }
    text.truncate(end);
}

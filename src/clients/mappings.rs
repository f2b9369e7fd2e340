//! The name after mapping, shared by the conversions: where all versions of Unicode map it alike, there is one text.

use super::letters::{lacks, mapped};
use crate::error::Error;
use crate::memory;
use crate::unicode::deviation;
use crate::version::UnicodeVersion;

/// The texts that one name is mapped to.
#[derive(Default)]
pub(super) struct Mappings {
    texts: Vec<(UnicodeVersion, bool, Option<Vec<u32>>)>,
    /// Returns whether each version maps the name alike, and whether transitional processing changes nothing.
    facts: Option<(bool, bool)>,
}

impl Mappings {
    /// The name after mapping and normalization; nothing where a character is disallowed. It is always the same name.
    pub(super) fn mapped(
        &mut self,
        name: &[u32],
        version: UnicodeVersion,
        transitional: bool,
    ) -> Result<Option<&[u32]>, Error> {
        let is_alike = |&unit: &u32| unit != 0x1E9E && !lacks(unit, UnicodeVersion::V13_0);
        let is_untouched = |&unit: &u32| unit != 0x1E9E && deviation(unit).is_none();
        let find = || (name.iter().all(is_alike), name.iter().all(is_untouched));
        let (alike, untouched) = *self.facts.get_or_insert_with(find);
        let version = if alike { UnicodeVersion::NEWEST } else { version };
        let transitional = transitional && !untouched;
        let known = self.texts.iter().position(|(of, way, _)| (*of, *way) == (version, transitional));
        let place = if let Some(place) = known {
            place
        } else {
            memory::push(&mut self.texts, (version, transitional, mapped(name, version, transitional)?))?;
            self.texts.len().saturating_sub(1)
        };
        Ok(self.texts.get(place).and_then(|(.., text)| text.as_deref()))
    }
}

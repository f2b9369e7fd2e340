//! The name after mapping, shared by the conversions: where all versions of Unicode map it alike, there is one text.

use super::letters::{lacks, mapped};
use crate::error::Error;
use crate::memory;
use crate::unicode::{Gathered, Props, deviation};
use crate::version::UnicodeVersion;

/// The texts that one name is mapped to.
#[derive(Default)]
pub(super) struct Mappings {
    texts: Vec<(UnicodeVersion, bool, Option<Vec<u32>>)>,
    /// Returns whether each version maps the name alike, whether transitional processing changes nothing, and whether
    /// the newest version leaves the name as it is.
    facts: Option<(bool, bool, bool)>,
}

impl Mappings {
    /// The name after mapping and normalization; nothing where a character is disallowed. It is always the same name.
    pub(super) fn mapped<'a>(
        &'a mut self,
        name: &'a [u32],
        version: UnicodeVersion,
        transitional: bool,
    ) -> Result<Option<&'a [u32]>, Error> {
        let is_alike = |&unit: &u32| unit != 0x1E9E && !lacks(unit, UnicodeVersion::V13_0);
        let is_untouched = |&unit: &u32| unit != 0x1E9E && deviation(unit).is_none();
        let stays = || !Gathered::of(name.iter().copied()).has(Props::NOT_VALID_UTS46 | Props::MAY_NOT_BE_NFC);
        let find = || (name.iter().all(is_alike), name.iter().all(is_untouched), stays());
        let (alike, untouched, stays) = *self.facts.get_or_insert_with(find);
        let version = if alike { UnicodeVersion::NEWEST } else { version };
        let transitional = transitional && !untouched;
        if stays && version == UnicodeVersion::NEWEST && !transitional {
            return Ok(Some(name));
        }
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

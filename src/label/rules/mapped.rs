//! Characters that are refused instead of mapped: the flags `refuse_ignored` and `refuse_compatibility`.

use super::report::{Refused, Report};
use crate::error::ErrorKind;
use crate::label::input::Input;
use crate::label::mapping_kind::{MappingKind, mapping_of};
use crate::label::task::Task;
use crate::profile::Profile;

/// No character of a label as it came is one that the profile refuses to map.
#[cold]
pub(in crate::label) fn refused_mapping<T: Input + ?Sized>(
    label: &T,
    task: &Task<'_>,
    report: &mut dyn Report,
) -> Result<(), Refused> {
    report.next_rule();
    for (place, unit) in label.code_points().enumerate() {
        if let Some(kind) = refusal(unit, task.profile) {
            report.at(kind, place, Some(unit))?;
        }
    }
    Ok(())
}

/// The reason why a profile does not map a character.
pub(in crate::label) fn refusal(unit: u32, profile: &Profile) -> Option<ErrorKind> {
    match mapping_of(unit, profile)?.0 {
        MappingKind::Ignored if profile.refuse_ignored => Some(ErrorKind::IgnoredCodepoint),
        MappingKind::Compatibility | MappingKind::Width if profile.refuse_compatibility => {
            Some(ErrorKind::CompatibilityCodepoint)
        }
        _ => None,
    }
}

//! The form of a name for programs that map it as IDNA2003 does: they ask DNS for `strasse.example` where others ask
//! for `straße.example`, so that two names may be one host (UTS #46 section 4, deviation characters).

use crate::Profile;
use crate::display::labels::{Labels, PROFILE, Room, text_of};
use crate::error::Error;
use crate::memory;
use crate::unicode::deviation;

/// Transitional processing, which differs for four characters: `ß` becomes `ss`, `ς` becomes `σ`, and the joiners
/// U+200C and U+200D become nothing.
const TRANSITIONAL: &Profile = &Profile { transitional_processing: true, ..*PROFILE };

/// The form of a name in Unicode, or of a part of one, for such programs. `None` where it is the name itself.
pub(super) fn form_of_2003(text: &[u32]) -> Result<Option<Vec<u32>>, Error> {
    // Other letters were mapped to these already, but in a label that is not valid.
    if !text.iter().any(|&unit| deviation(unit).is_some()) {
        return Ok(None);
    }
    let (name, mut room) = (text_of(text)?, Room::default());
    let labels = Labels::under(TRANSITIONAL, &name, &mut room)?;
    let form = labels.text();
    if form == text { Ok(None) } else { memory::copied(form).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{to_ascii, to_unicode};

    fn form(text: &str) -> Option<String> {
        let units: Vec<u32> = text.chars().map(u32::from).collect();
        form_of_2003(&units).unwrap_or_default().map(|form| form.into_iter().filter_map(char::from_u32).collect())
    }

    #[test]
    fn what_deviates_is_mapped() {
        for (text, expected) in [
            ("straße.example", Some("strasse.example")),
            ("STRAẞE\u{200D}.example", Some("strasse.example")),
            ("βόλος.com", Some("βόλοσ.com")),
            // A joiner keeps a mark from the letter before it.
            ("\u{64A}\u{200C}\u{654}\u{631}", Some("\u{626}\u{631}")),
            ("strasse.example", None),
            ("müller.example", None),
            ("", None),
            // Neither label can be looked up by such a program.
            ("a\u{202E}ß", None),
        ] {
            assert_eq!(form(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn no_other_character_deviates() {
        for character in '\u{80}'..'\u{3000}' {
            let name = format!("a{character}b");
            if let Ok(unicode) = to_unicode(&name, PROFILE) {
                let form = form(&unicode).unwrap_or_else(|| unicode.clone().into_owned());
                assert_eq!(to_ascii(&form, PROFILE), to_ascii(&unicode, TRANSITIONAL), "{character:?}");
            }
        }
    }
}

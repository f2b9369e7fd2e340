//! The prefix, and the proof that what follows it is the one spelling of a text that needs it.

use super::mapping::map;
use super::places::map_with_places;
use super::{Task, context, scan};
use crate::error::Error;
use crate::memory::{Refusals, refused};
use crate::profile::{Profile, Rules};
use crate::punycode;
use crate::unicode::{Props, first_change, has_long_run};

use scan::Scan;

/// The ACE prefix (RFC 3490 section 5), as it is written; it is recognised in any letter case.
pub(super) const PREFIX: &str = "xn--";

/// Whether a label begins with the prefix. Its letters are in lower case already.
#[inline]
pub(super) fn has_prefix(label: &[u32]) -> bool {
    label.len() >= PREFIX.len() && label.iter().zip(PREFIX.bytes()).all(|(&unit, octet)| unit == u32::from(octet))
}

/// Whether a text needs no Punycode.
#[inline]
pub(super) fn is_ascii(label: &[u32]) -> bool {
    label.iter().all(|&unit| unit < 0x80)
}

/// Hands over the text that a payload decodes to, or says that there is none. Not generic, nor is [`encode`]: the codec
/// is large, and one copy of it serves every output.
pub(super) fn decode(payload: &[u8], memory: &Refusals, work: &mut dyn FnMut(&[u32])) -> bool {
    memory.noted(punycode::decode_with(payload, work)).is_some()
}

/// The text of a payload, for whoever wants its fault or has time: by the copy of the codec that long payloads have.
pub(super) fn text_of(payload: &[u8]) -> Result<Vec<u32>, Error> {
    punycode::decode_long(payload)?.into_code_points()
}

/// Hands over the payload of a text of scalar values.
pub(super) fn encode(text: &[u32], memory: &Refusals, work: &mut dyn FnMut(&[u8])) {
    // Where there is none, for want of memory or because the text is too long, `work` is not called.
    memory.noted(punycode::encode_with(text, work)).unwrap_or_default();
}

/// Proves an A-label whose payload decodes to `text`, and returns what was seen of the text.
///
/// Decoding is strict: it accepts one spelling of each text only, up to letter case, so the payload is the canonical
/// one (RFC 3492 section 1.1, uniqueness; a test encodes again). What is left to prove is that the text needs the prefix,
/// that it does not itself begin with it, and that mapping, normalization and the rules of the profile leave it alone.
pub(super) fn proven(text: &[u32], task: Task<'_>) -> Option<Scan> {
    let profile = task.profile;
    if is_ascii(text) || has_prefix(text) {
        return None;
    }
    let scan = Scan::of(text.iter().copied());
    let is_stable = match profile.rules {
        Rules::Uts46 | Rules::Idna2008 => is_nfc(text, &scan, task.memory),
        Rules::Idna2003 => !scan.has(Props::NOT_PREPARED) || is_mapped(text, profile, task.memory),
    };
    (is_stable && obeys(text, &scan, profile)).then_some(scan)
}

/// Whether the text is what mapping makes of it.
pub(super) fn is_mapped(text: &[u32], profile: &Profile, memory: &Refusals) -> bool {
    if has_long_run(text) {
        let (mapped, _) = map_with_places(usize::MAX, usize::MAX, &mut text.iter().copied(), profile, memory);
        return !memory.any() && *mapped.text == *text;
    }
    let mut rest = Compared { text, is_equal: true };
    map(text.iter().copied(), profile, memory, &mut rest);
    rest.is_equal && rest.text.is_empty()
}

/// What is still to come of a text that is compared, and whether all was equal so far.
struct Compared<'a> {
    text: &'a [u32],
    is_equal: bool,
}

impl Extend<u32> for Compared<'_> {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, units: I) {
        for unit in units {
            match self.text.split_first() {
                Some((&next, rest)) if next == unit && self.is_equal => self.text = rest,
                _ => self.is_equal = false,
            }
        }
    }
}

#[inline]
pub(super) fn is_nfc(text: &[u32], scan: &Scan, memory: &Refusals) -> bool {
    let may_change = scan.has(Props::CCC | Props::NOT_QUICK_NFC);
    !may_change || changed(text, memory) == Some(None)
}

/// Where normalization changes a text; nothing where there is no memory to find it.
pub(super) fn changed(text: &[u32], memory: &Refusals) -> Option<Option<usize>> {
    memory.noted(first_change(text).map_err(|_| refused()))
}

/// Whether a mapped and normalized text that needs Punycode obeys its profile, the Bidi Rule of RFC 5893 aside.
#[inline]
pub(super) fn obeys(text: &[u32], scan: &Scan, profile: &Profile) -> bool {
    let begins_with_mark = scan.begins_with_mark() && profile.rules != Rules::Idna2003;
    let mut obeys = !begins_with_mark && hyphens_are_good(text, profile);
    if obeys && scan.has(scan::suspicious(profile)) {
        context::refused(text, profile, &mut |_, _| obeys = false);
    }
    if obeys && profile.rules == Rules::Idna2003 && profile.check_bidi && scan.is_rtl() {
        super::bidi::breaches_2003(text, &mut |_, _| obeys = false);
    }
    obeys
}

pub(super) const HYPHEN: u32 = 0x2D;

/// CheckHyphens, and what UseSTD3ASCIIRules of RFC 3490 says of hyphens.
#[inline]
pub(super) fn hyphens_are_good<U: Copy + Into<u32>>(text: &[U], profile: &Profile) -> bool {
    let (at_ends, in_3_4) = hyphen_rules(profile);
    let is_hyphen = |unit: Option<&U>| unit.is_some_and(|&unit| unit.into() == HYPHEN);
    !(at_ends && (is_hyphen(text.first()) || is_hyphen(text.last())))
        && !(in_3_4 && is_hyphen(text.get(2)) && is_hyphen(text.get(3)))
}

/// Whether hyphens are refused at the ends, and in third and fourth position.
pub(super) const fn hyphen_rules(profile: &Profile) -> (bool, bool) {
    let std3_of_2003 = matches!(profile.rules, Rules::Idna2003) && profile.use_std3_ascii_rules;
    (profile.check_hyphens || std3_of_2003, profile.check_hyphens)
}

//! Additions to the reason of a refusal: what was found, and advice on what would help.
//!
//! They are made where a message is asked for. Every text may be hostile and of any length, so only its beginning, its
//! last character and what surrounds the fault are read ([`near`]).

mod advice;
mod hint;
mod likely;
mod meant;
mod near;
mod shown;

#[cfg(feature = "python")]
pub(crate) use advice::is_of_dns;
pub use hint::{Face, Hint};
pub(crate) use likely::note;
#[cfg(feature = "python")]
pub(crate) use likely::suspect;
pub use meant::Mistake;
pub(crate) use meant::meant_by;
pub(crate) use near::Fault;

use crate::domain::{Inspection, is_valid, to_ascii};
use crate::error::{Error, ErrorKind};
use crate::label::{self, LabelError, alabel, code_point};
#[cfg(feature = "python")]
use crate::version::UnicodeVersion;
use crate::{Profile, bounded, memory, punycode, race};
use near::{MOST, all, any, is_of, is_word, matched};
use shown::string;

impl Error {
    /// Returns what is wrong, for people: [`ErrorKind::reason`] with what was found in `input`, the text that was
    /// passed, such as the length of what is too long.
    ///
    /// ```
    /// let input = "1".repeat(70);
    /// let error = acelabel::to_ascii(&input, &acelabel::Profile::UTS46).unwrap_err();
    /// assert_eq!(error.reason(&input), "the label is longer than 63 characters (70 in ASCII form)");
    /// ```
    #[must_use]
    pub fn reason(self, input: &str) -> String {
        Fault::of(self, None, false, input).reason()
    }

    /// Returns what would help, for people: what `input`, the text that was passed, looks like, or who takes it. `None`
    /// if nothing is known.
    ///
    /// ```
    /// use acelabel::{Hint, race};
    ///
    /// let hint = race::decode("xn--bcher-kva").unwrap_err().hint("xn--bcher-kva").unwrap();
    /// assert_eq!(hint, Hint::Alabel);
    /// assert_eq!(hint.to_string(), "this is an A-label: to_unicode decodes it");
    /// ```
    #[must_use]
    pub fn hint(self, input: &str) -> Option<Hint> {
        Fault::of(self, None, false, input).hint()
    }
}

impl LabelError {
    /// Returns what is wrong in `input`, the whole name that was passed: see [`Error::reason`].
    #[must_use]
    pub fn reason(self, input: &str) -> String {
        Fault::of(self.error(), self.code_point(), true, input).reason()
    }

    /// Returns what would help with `input`, the whole name that was passed: see [`Error::hint`].
    ///
    /// ```
    /// let input = "https://bücher.example";
    /// let error = acelabel::to_ascii(input, &acelabel::Profile::UTS46).unwrap_err();
    /// assert_eq!(error.hint(input), Some(acelabel::Hint::Host));
    /// ```
    #[must_use]
    pub fn hint(self, input: &str) -> Option<Hint> {
        Fault::of(self.error(), self.code_point(), true, input).hint()
    }
}

impl Inspection {
    /// Returns what `input`, the name that was looked at, looks like if it is valid but looks like a mistake, and what
    /// may be meant. Of a name that is not valid, the hints of its errors say it.
    ///
    /// ```
    /// let input = "bÃ¼cher.de";
    /// let note = acelabel::inspect(input, &acelabel::Profile::UTS46).note(input).unwrap();
    /// assert_eq!(note, "looks like UTF-8 that was read as Latin-1 or Windows-1252; 'bücher.de' may be meant");
    /// ```
    #[must_use]
    pub fn note(&self, input: &str) -> Option<String> {
        let input = if self.is_valid { input } else { "" };
        let units: Vec<u32> = memory::collected(input.chars().map(u32::from), input.chars().count()).ok()?;
        note(&units)
    }
}

const IGNORED: &str = " is ignored by UTS #46, so no A-label holds it";
const MAPPED: &str = " is mapped by UTS #46, so no A-label holds it";

/// The text that UTS #46 maps a character to; `None` if it is valid or disallowed.
fn mapped(character: char) -> Option<String> {
    let mapping = Profile { use_std3_ascii_rules: false, ..Profile::UTS46 };
    code_point(character.into(), &mapping).to.filter(|to| !to.chars().eq([character]))
}

/// The length of a name in ASCII form, without the dot of the root.
///
/// An error does not know its profile, and profiles map some characters differently: where two that are as different
/// as can be agree, the length is the one that was found.
fn ascii_length(name: &[u32]) -> Option<usize> {
    let name = string(name)?;
    let idna2003 = Profile { verify_dns_length: false, use_std3_ascii_rules: false, ..Profile::IDNA2003 };
    let [one, other] = [Profile::WHATWG, idna2003].map(|profile| {
        let form = to_ascii(&name, &profile).ok()?;
        Some(form.strip_suffix('.').unwrap_or(&form).len())
    });
    one.filter(|_| one == other)
}

impl Fault {
    /// The length of the ASCII form, where that is too long and can be measured.
    pub(crate) fn length(&self) -> Option<usize> {
        match self.kind {
            _ if self.is_long => None,
            ErrorKind::DomainTooLong => ascii_length(&self.units),
            // In an address of e-mail the label is only a part of what stands between dots.
            ErrorKind::LabelTooLong if !any(&self.octets, b'@') => {
                let offset = self.offset?;
                let label = self.label(offset);
                if label.iter().all(|&unit| unit < 0x80) {
                    return Some(label.len());
                }
                // The offset of RACE is that of a character that no longer fits: the label has no ASCII form to be
                // measured.
                let before = offset.checked_sub(1).map(|before| self.octet(before));
                let begins = before.is_none_or(|before| before.is_some_and(|octet| is_of(octet, b'P')));
                begins.then(|| ascii_length(label)).flatten()
            }
            _ => None,
        }
    }

    pub(crate) fn reason(&self) -> String {
        let code_point = self.subject();
        if self.is_empty_quotation() {
            return "the quoted local part is empty".into();
        }
        let mut phrase = self.kind.reason_in(code_point, self.version);
        if let Some(found) = self.of_payload() {
            return format!("{phrase}; {found}");
        }
        if let Some((length, cut)) = self.length().zip(phrase.strip_suffix("in ASCII form")) {
            return format!("{cut}({length} in ASCII form)");
        }
        let named = code_point.filter(|&unit| unit <= 0x10_FFFF && phrase.contains("U+"));
        let is_hidden = self.is_hidden();
        // These refuse ASCII characters and what is mapped to them.
        let is_of_ascii = matches!(self.kind, ErrorKind::Std3Disallowed | ErrorKind::ForbiddenHostCodepoint);
        let is_asked = |character: &char| is_hidden || (is_of_ascii && !character.is_ascii());
        let target = named.and_then(char::from_u32).filter(is_asked).and_then(mapped);
        let quoted;
        let more = match target.as_deref() {
            None if is_hidden && named.is_some() => "; the decoded A-label contains it",
            None => "",
            Some(target) if is_hidden => {
                phrase.truncate(phrase.find(" is ").unwrap_or(phrase.len()));
                if target.is_empty() { IGNORED } else { MAPPED }
            }
            Some(" ") => "; it is mapped to a space",
            Some(target) if target.contains(' ') => "; it is mapped to a text with a space",
            Some(target) => {
                phrase += "; it is mapped to ";
                quoted = shown::quoted(target);
                &quoted
            }
        };
        phrase + more
    }

    /// The words on a refusal whose text is not at hand: the reason, and the rule that was broken.
    #[cfg(feature = "python")]
    pub(crate) fn message(kind: ErrorKind, code_point: Option<u32>, version: Option<UnicodeVersion>) -> String {
        let fault = Self::new(kind, None, code_point, true).in_version(version);
        let reason = fault.reason();
        if let Some(hint) = fault.hint() { format!("{reason}; {}", hint.words(Face::Python)) } else { reason }
    }

    pub(crate) fn hint(&self) -> Option<Hint> {
        let (offset, begins) = (self.offset.unwrap_or_default(), |count| self.part(0, count));
        if let Some((mistake, meant)) = self.meant() {
            return Some(Hint::Misencoded { mistake, meant });
        }
        // Other rules would not help: the character is refused for the version of Unicode alone.
        if self.version.is_some() {
            return None;
        }
        Some(match self.kind {
            // The text is not known.
            _ if self.is_long && self.units.is_empty() => return advice::of_rule(self.kind, self.code_point),
            ErrorKind::ForbiddenHostCodepoint if self.part(offset, 3) == b"://" && self.is_behind_scheme() => Hint::Url,
            // Of a URL nothing more is known.
            ErrorKind::ForbiddenHostCodepoint if begins(MOST.min(offset)).windows(2).any(|two| two == b"//") => {
                return None;
            }
            // Only a profile that maps nothing refuses what is mapped.
            ErrorKind::DisallowedCodepoint | ErrorKind::ContextO | ErrorKind::NotNfc
                if self.is_mapped_by_idna2008() =>
            {
                Hint::Idna2008Mapped
            }
            ErrorKind::Hyphen34 => return note(&self.units).map(|note| Hint::Mistaken { note }),
            ErrorKind::Std3Disallowed | ErrorKind::DisallowedCodepoint | ErrorKind::ForbiddenHostCodepoint => {
                return self.of_refused();
            }
            ErrorKind::InvalidAlabel => return self.of_ulabel(offset),
            ErrorKind::NoSpecialScheme | ErrorKind::RelativeUrl => return self.of_no_url(offset),
            // A port behind an address.
            ErrorKind::InvalidIpv6 if self.before(1) == b"]" && self.is_port(offset) => Hint::Bare,
            ErrorKind::NotNfc if !self.is_hidden() => {
                return any(self.part(offset, 1), b'S').then(|| self.of_white_space(offset));
            }
            ErrorKind::NotNfc => return None,
            ErrorKind::EmptyLabel if self.offset == Some(0) && matched("P", begins(1)).is_some() => {
                return (!all(begins(MOST), b'P')).then_some(Hint::DotAtBegin);
            }
            // An escaped one is a part of its label.
            ErrorKind::LabelSeparator if self.in_name || self.offset.is_some_and(|_| self.part(offset, 1) == b"\\") => {
                return None;
            }
            ErrorKind::LabelSeparator => Hint::WholeName,
            ErrorKind::InvalidLocalPart => return self.of_local_part(offset),
            ErrorKind::InvalidAddressLiteral
                if any(self.part(offset, 1), b'S') && all(self.part(offset, MOST), b'S') =>
            {
                Hint::WhiteSpaceOfAddress
            }
            ErrorKind::SecondAtSign if any(self.before(MOST), b'T') => Hint::OneAddress,
            ErrorKind::InvalidAddressLiteral
                if !self.is_long
                    && self.octets.iter().filter(|&&octet| octet == b':').nth(1).is_some()
                    && !self.octets.windows(6).any(|six| is_word(six, b"[IPv6:")) =>
            {
                Hint::Ipv6Literal
            }
            _ => return advice::of_rule(self.kind, self.subject()).or_else(|| self.of_codec()),
        })
    }

    /// Returns what helps where RACE or Punycode is refused.
    fn of_codec(&self) -> Option<Hint> {
        use ErrorKind::{BasicAsDelta, CodePointTooLarge, InvalidDigit, Overflow, Surrogate, Truncated};
        let (is_race, has_prefix) = (is_word(self.part(0, 4), b"bq--"), self.has_prefix(0));
        let offset = self.offset.unwrap_or_default();
        let is_beyond_ascii = || self.octet(offset).is_some_and(|octet| !octet.is_ascii());
        Some(match self.kind {
            // `encode` and `mode` take a text. What `decode` refused is no label.
            ErrorKind::AllStd13 if !self.in_name && is_race && race::explain_code_points(&self.units).is_ok() => {
                Hint::Explain
            }
            ErrorKind::NoPrefix if self.octets.windows(5).any(|five| is_word(five, b".bq--")) => Hint::RaceDomain,
            ErrorKind::BadBase32Char if is_race && !self.in_name && self.part(offset, 1) == b"." => Hint::RaceDomain,
            ErrorKind::NoPrefix if has_prefix => Hint::Alabel,
            ErrorKind::NonAscii if !is_race && !has_prefix && !self.in_name && is_beyond_ascii() => Hint::Encode,
            Surrogate | CodePointTooLarge if !is_race && !has_prefix && self.is_decoded() => Hint::CodePoints,
            // Refusals of raw decoding; behind these an `xn--` is a prefix that somebody forgot to remove. A label of
            // a name has its prefix by right.
            InvalidDigit | Truncated | Overflow | Surrogate | CodePointTooLarge | BasicAsDelta
                if has_prefix && self.is_decoded() =>
            {
                Hint::Prefix
            }
            _ => return None,
        })
    }

    /// Returns whether the code point in question is inside what an A-label decodes to.
    fn is_hidden(&self) -> bool {
        let (Some(code_point), Some(offset)) = (self.code_point, self.offset) else { return false };
        self.has_prefix(offset) && self.units.get(offset) != Some(&code_point)
    }

    /// The code point that was found, or else the character at the fault.
    fn subject(&self) -> Option<u32> {
        self.code_point.or_else(|| self.units.get(self.offset?).copied())
    }

    /// Returns whether the text is a name of IDNA2008 but for characters that its mapping (RFC 5895) puts right.
    fn is_mapped_by_idna2008(&self) -> bool {
        let is_mapped = |unit| char::from_u32(unit).and_then(mapped).is_some();
        let is_disallowed = self.kind == ErrorKind::DisallowedCodepoint;
        let text = || string(&self.units).is_some_and(|text| is_valid(&text, &Profile::IDNA2008_MAPPED));
        let is_open = !self.is_long && !self.is_hidden();
        is_open && (!is_disallowed || self.subject().is_some_and(is_mapped)) && text()
    }

    /// Returns whether a decoder refuses digits or an integer, and not a character that it or an encoder was given.
    fn is_decoded(&self) -> bool {
        let is_ascii = self.offset.is_some_and(|offset| self.octet(offset).is_none_or(|octet| octet.is_ascii()));
        is_ascii && !self.in_name
    }

    /// Returns what helps where one character is refused.
    fn of_refused(&self) -> Option<Hint> {
        if self.is_hidden() {
            return None;
        }
        let offset = self.offset?;
        let unit = self.units.get(offset)?;
        if self.code_point.is_some_and(|code_point| code_point != *unit) { None } else { self.of_character(offset) }
    }

    /// The Punycode, in lower case, of the A-label at the fault. A part of a URL or of an address may follow it.
    fn payload(&self) -> Option<Vec<u8>> {
        let offset = self.offset.filter(|&offset| !self.is_long && self.has_prefix(offset))?;
        let rest = self.part(bounded::add(offset, 4), MOST);
        let is_digit = |octet: &u8| octet.is_ascii_alphanumeric() || *octet == b'-';
        let (payload, behind) = rest.split_at(rest.iter().position(|octet| !is_digit(octet)).unwrap_or(rest.len()));
        let ends = behind.first().is_none_or(|&octet| is_of(octet, b'P') || b":/?#".contains(&octet));
        ends.then(|| payload.to_ascii_lowercase())
    }

    /// The reason why a label that begins with the prefix is no A-label, where no character of it is at fault.
    fn of_payload(&self) -> Option<&'static str> {
        let payload = self.payload().filter(|_| self.kind == ErrorKind::InvalidAlabel)?;
        let [mut is_ascii, mut has_prefix] = [false; 2];
        let decoded = punycode::shared::decode(&payload, &mut |text| {
            (is_ascii, has_prefix) = (text.iter().all(|&unit| unit < 0x80), label::has_prefix(text));
        });
        match decoded {
            Ok(()) if is_ascii => Some("it encodes nothing beyond ASCII"),
            Ok(()) => has_prefix.then_some("it decodes to text that begins with xn--, too"),
            Err(error) => Some(error.kind().message()).filter(|_| error.kind() != ErrorKind::OutOfMemory),
        }
    }

    /// Returns what helps where an `xn--` is before a U-label.
    fn of_ulabel(&self, offset: usize) -> Option<Hint> {
        // In a URL more than dots surrounds a label.
        let mut parts =
            self.label(offset).split(|&unit| char::from_u32(unit).is_some_and(|one| "/\\@:?#".contains(one)));
        let label = parts.find(|part| label::has_prefix(part)).filter(|_| !self.is_long)?;
        let text = bounded::rest(label, 4);
        let is_beyond_ascii = self.octet(offset).is_some_and(|octet| !octet.is_ascii());
        // Behind a hyphen there may be Punycode.
        let is_ulabel =
            || !text.contains(&0x2D) && string(text).is_some_and(|text| alabel(&text, &Profile::UTS46).is_ok());
        (is_beyond_ascii && is_ulabel()).then_some(Hint::PrefixOfUlabel)
    }

    /// Returns whether a local part is refused because nothing is between its quotation marks.
    fn is_empty_quotation(&self) -> bool {
        self.kind == ErrorKind::InvalidLocalPart && self.offset == Some(1) && self.part(0, 3) == b"\"\"@"
    }

    fn of_local_part(&self, offset: usize) -> Option<Hint> {
        if self.is_long {
            None
        } else if any(&self.octets, b'<') && self.octets.iter().rfind(|&&octet| !is_of(octet, b'S')) == Some(&b'>') {
            Some(Hint::AddressAlone)
        } else if offset == 6 && is_word(self.part(0, 7), b"mailto:") {
            Some(Hint::Mailto)
        } else if offset == 0 && matched("S", &self.octets).is_some() {
            Some(Hint::WhiteSpaceOfAddress)
        } else {
            None
        }
    }
}

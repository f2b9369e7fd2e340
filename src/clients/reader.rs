//! The steps of every client on one name. Clients with one model share its conversion.
//!
//! ```text
//! for each client:
//!     denied before? alone? unsure? -> no conversion
//!     in ASCII and not looked at    -> the name, or its small letters
//!     else                          -> the labels of its model (converted once), then lengths
//!     the host: final dot, unsure?, denied?, empty?, escaped, a number?
//!     refused, and there is another client behind it, or the name goes out raw -> that
//! ```

use std::borrow::Cow;

use super::chars::Chars;
use super::end::{End, refuse};
use super::facts::NameFacts;
use super::forms::{AsciiName, KnownAlabels};
use super::mappings::Mappings;
use super::rows::{CODEC_ROW, ClientRow, FIRST_ALABEL, Model};
use super::steps::{Alone, Chain, ClientRules, ClientSteps, Family, NoHost, Numbers, Takes};
use super::uts46::is_ascii;
use super::{idna2003, idna2008, libidn2, punycode, uts46};
use crate::domain::ascii_ends_in_number;
use crate::error::Error;
use crate::host::parse_ipv4;
use crate::label::is_separator;
use crate::unicode::{Props, Uts46Status, nfkc};
use crate::{bounded, memory};

/// The answer of a client that has no error.
pub(super) enum ClientAnswer<'a> {
    Host(Cow<'a, [u8]>),
    /// The name goes out as it is, or with small letters of ASCII.
    Raw {
        in_lower_case: bool,
    },
}

/// The texts that the conversions of one name share.
#[derive(Default)]
pub(super) struct Shared {
    mappings: Mappings,
    known: KnownAlabels,
}

/// The work on one name.
pub(super) struct ClientReader<'a> {
    name: &'a [u32],
    is_ascii: bool,
    characters: Chars,
    facts: NameFacts,
    shared: Shared,
    /// The forms by their rules: the rules of several models may come to one.
    converted: Vec<(ClientRules, Result<AsciiName, End>)>,
    /// The name in ASCII that is not looked at, and in small letters.
    unlooked: Option<[AsciiName; 2]>,
}

impl<'a> ClientReader<'a> {
    pub(super) fn new(name: &'a [u32]) -> Result<Self, Error> {
        let mut shared = Shared::default();
        let facts = NameFacts::of(name, &mut shared.mappings)?;
        shared.known.is_for_once = facts.is_taken();
        let is_ascii = is_ascii(name);
        let unlooked = |in_lower_case| {
            let octets = name.iter().filter_map(|&unit| u8::try_from(unit).ok());
            let octets = octets.map(|octet| if in_lower_case { octet.to_ascii_lowercase() } else { octet });
            memory::collected(octets, name.len()).map(AsciiName::of)
        };
        let unlooked = if is_ascii { Some([unlooked(false)?, unlooked(true)?]) } else { None };
        let (characters, converted) = (Chars::of_text(name), memory::reserved(8)?);
        Ok(Self { name, is_ascii, characters, facts, shared, converted, unlooked })
    }

    /// The host, where every model takes each label of the name, and no client looks at more.
    pub(super) fn host_of_all(&mut self) -> Result<Option<&[u8]>, Error> {
        if self.facts.is_taken() {
            self.convert(ClientRules::UTS46)?;
        }
        let form = self.converted.first().and_then(|(_, form)| form.as_ref().ok());
        Ok(form.filter(|form| form.is_of_all()).map(|form| form.host(false).0))
    }

    /// The answer of a client.
    pub(super) fn answer(&mut self, row: &ClientRow) -> Result<ClientAnswer<'_>, End> {
        let steps = &row.steps;
        if steps.takes == Takes::Url && Chars::FORBIDDEN.meets(self.characters) {
            return Err(End::Unknown("a character of the syntax of URLs"));
        }
        let place = self.attempt(row.model, steps)?;
        let behind =
            if steps.chain == Chain::Otherwise { Some(self.attempt(CODEC_ROW.0, &CODEC_ROW.1)?) } else { None };
        match (self.host(place, row.model, steps), behind) {
            (Err(End::Refused(_)), Some(behind)) => {
                let host = self.host(behind, CODEC_ROW.0, &CODEC_ROW.1)?;
                if is_unsure(steps, &host, Chars::of(&host)) { Err(UNSURE) } else { Ok(ClientAnswer::Host(host)) }
            }
            (Err(End::Refused(_)), None) if steps.refused_raw => {
                Ok(ClientAnswer::Raw { in_lower_case: !steps.keeps_case })
            }
            (Err(end), _) => Err(end),
            (Ok(host), _) => {
                // CPython's codec gets a host in ASCII, so that it asks for lengths alone.
                if steps.chain == Chain::Then && !host.is_empty() {
                    ask_lengths(&host, &CODEC_ROW.1)?;
                }
                Ok(ClientAnswer::Host(host))
            }
        }
    }

    /// The place of the conversion that a client takes. A second attempt follows where it has one.
    fn attempt(&mut self, model: Model, steps: &ClientSteps) -> Result<usize, End> {
        if self.is_unlooked(steps) {
            return Ok(usize::MAX);
        }
        if self.facts.is_taken() && !self.converted.is_empty() {
            return Ok(0);
        }
        let place = self.convert(model.rules())?;
        let is_refused = || matches!(self.labels(place, steps), Err(End::Refused(_)));
        if steps.twice && is_refused() {
            return Ok(self.convert(ClientRules { transitional: true, ..model.rules() })?);
        }
        Ok(place)
    }

    /// The place of what some rules make of the name.
    fn convert(&mut self, rules: ClientRules) -> Result<usize, Error> {
        let rules = self.facts.told(rules);
        if let Some(place) = self.converted.iter().position(|(known, _)| *known == rules) {
            return Ok(place);
        }
        let converted = convert(self.name, &rules, &mut self.shared);
        memory::push(&mut self.converted, (rules, converted))?;
        Ok(bounded::sub(self.converted.len(), 1))
    }

    /// The name of a conversion, whose lengths are good.
    fn labels(&self, place: usize, steps: &ClientSteps) -> Result<&AsciiName, End> {
        match self.converted.get(place) {
            Some((_, Ok(name))) => name.ask_lengths(steps).map(|()| name),
            Some((_, Err(end))) => Err(*end),
            // Each conversion has its place.
            None => Err(UNSURE),
        }
    }

    /// Returns whether a client looks at no label of a name in ASCII.
    const fn is_unlooked(&self, steps: &ClientSteps) -> bool {
        self.is_ascii && steps.passes_ascii
    }

    fn host(&self, place: usize, model: Model, steps: &ClientSteps) -> Result<Cow<'_, [u8]>, End> {
        let name = self.name;
        if steps.denied_before.meets(self.characters) || (steps.denied_empty && name.is_empty()) {
            return Err(End::Denied("denied before"));
        }
        if self.facts.is_mapped() && steps.denied_nfkc != Chars::NONE && becomes(name, steps.denied_nfkc) {
            return Err(End::Denied("denied after NFKC"));
        }
        if passes_alone(name, steps) {
            let has_dot = !name.is_empty() && !steps.drops_final_dot;
            return Ok(Cow::Borrowed(if has_dot { b"." } else { b"" }));
        }
        if is_unsure(steps, name, self.characters) {
            return Err(UNSURE);
        }
        if !self.is_ascii && is_longer(name, steps.longest_given) {
            return Err(End::Denied("a long name"));
        }
        if let Some([kept, small]) = self.unlooked.as_ref().filter(|_| self.is_unlooked(steps)) {
            let unlooked = if steps.keeps_case { kept } else { small };
            if steps.ascii_lengths {
                unlooked.ask_lengths(steps)?;
            }
            return self.finished(unlooked.host(false), steps);
        }
        if !self.is_ascii && steps.escaped_before.meets(self.characters) {
            let labels = convert(&escaped(name, steps.escaped_before)?, &model.rules(), &mut Shared::default())?;
            labels.ask_lengths(steps)?;
            let host = unescaped(labels.host(false).0, steps.escaped_before)?;
            return Ok(Cow::Owned(memory::copied(&self.finished((&host, Chars::of(&host)), steps)?)?));
        }
        let host = self.labels(place, steps)?.host(steps.escapes_inner_dot);
        // A backslash of another width is escaped. Its fate was not asked.
        let has_backslash = || name.iter().any(|unit| matches!(unit, 0xFE68 | 0xFF3C));
        if steps.escapes_inner_dot && steps.unsure_at && has_backslash() {
            return Err(UNSURE);
        }
        if steps.unsure_number && !self.is_ascii && is_address(host.0) {
            return Err(UNSURE);
        }
        self.finished(host, steps)
    }

    /// The host as it goes out.
    fn finished<'n>(&self, (form, characters): (&'n [u8], Chars), steps: &ClientSteps) -> Result<Cow<'n, [u8]>, End> {
        let is_dropped = steps.drops_final_dot && form.ends_with(b".") && !form.ends_with(b"\\.");
        let form = bounded::first(form, bounded::sub(form.len(), usize::from(is_dropped)));
        if is_unsure(steps, form, characters) {
            return Err(UNSURE);
        }
        let is_denied_first = || form.first().is_some_and(|&first| steps.denied_first.has_octet(first));
        refuse(steps.denied.meets(characters) || is_denied_first(), "denied")?;
        if steps.no_host == NoHost::Refused && form.is_empty() {
            return Err(End::Denied("no host"));
        }
        // A name that is not ASCII came through these rules. The lengths are left.
        if steps.first_alabel && form.starts_with(b"xn--") {
            if self.is_ascii && !self.facts.is_taken() {
                let text = memory::collected(form.iter().map(|&octet| octet.into()), form.len())?;
                convert(&text, &FIRST_ALABEL, &mut Shared::default())?;
            }
            ask_lengths(form, &ClientSteps::PLAIN)?;
        }
        let form = if steps.escaped.meets(characters) {
            Cow::Owned(escaped(form, steps.escaped)?)
        } else {
            Cow::Borrowed(form)
        };
        match steps.numbers {
            Numbers::Names => Ok(form),
            Numbers::Url => address_of(form),
            Numbers::Digits => {
                let is_digit = |octet: &u8| octet.is_ascii_hexdigit() || matches!(octet, b'x' | b'X' | b'.');
                if !self.is_ascii || form.is_empty() || form.ends_with(b".") || !form.iter().all(is_digit) {
                    return Ok(form);
                }
                let small = memory::collected(form.iter().map(u8::to_ascii_lowercase), form.len())?;
                let address = address_of(Cow::Borrowed(&small)).ok().filter(|address| **address != *small);
                Ok(address.map_or(form, |address| Cow::Owned(address.into_owned())))
            }
        }
    }
}

const UNSURE: End = End::Unknown("a character that the program was not asked with");

pub(super) fn convert(name: &[u32], rules: &ClientRules, shared: &mut Shared) -> Result<AsciiName, End> {
    let Shared { mappings, known } = shared;
    let labels = match rules.family {
        Family::Uts46 => uts46::convert(name, rules, mappings, known),
        Family::Hickory => uts46::convert_by_label(name, rules, known),
        Family::Libidn2 => libidn2::convert(name, rules, mappings, known),
        Family::Idna2003 => idna2003::convert(name, rules, known),
        Family::Idna2008 => idna2008::convert(name, rules, mappings, known),
        Family::Punycode => punycode::convert(name, rules, known),
    };
    Ok(labels?.named()?)
}

/// Asks for empty labels of a host, but the last one, and for long ones.
fn ask_lengths(host: &[u8], steps: &ClientSteps) -> Result<(), End> {
    let labels = || host.strip_suffix(b".").unwrap_or(host).split(|&octet| octet == b'.');
    refuse(labels().any(<[u8]>::is_empty), "an empty label")?;
    refuse(labels().any(|label| label.len() > steps.longest_label), "a long label")
}

/// Returns whether a text has more units of UTF-16 than this.
fn is_longer(text: &[u32], most: usize) -> bool {
    let beyond = || text.iter().filter(|&&unit| unit > 0xFFFF).count();
    text.len() > most.wrapping_shr(1) && bounded::add(text.len(), beyond()) > most
}

/// Returns whether a host is an address as inet_aton reads it: one to four numbers.
fn is_address(host: &[u8]) -> bool {
    let is_number = |part: &[u8]| match part.strip_prefix(b"0x") {
        Some(digits) => !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit),
        None => !part.is_empty() && part.iter().all(u8::is_ascii_digit),
    };
    host.split(|&octet| octet == b'.').enumerate().all(|(place, part)| place < 4 && is_number(part))
}

/// A digit of a hexadecimal number, a capital letter.
fn digit(value: u8) -> u8 {
    bounded::at(b"0123456789ABCDEF", usize::from(value))
}

/// Returns whether NFKC makes one of these characters of a character of a name.
fn becomes(name: &[u32], characters: Chars) -> bool {
    // It leaves alone what UTS #46 leaves alone.
    let is_changed = |&&unit: &&u32| Props::of(unit).uts46_status() != Uts46Status::Valid;
    name.iter().filter(is_changed).any(|&unit| nfkc(unit).any(|unit| characters.meets(Chars::of_text(&[unit]))))
}

fn passes_alone(name: &[u32], steps: &ClientSteps) -> bool {
    let is_root = || name.len() == 1 && name.first().is_some_and(|&unit| is_separator(unit));
    match steps.alone {
        Alone::Neither => false,
        Alone::Empty => name.is_empty(),
        Alone::RootAndEmpty => name.is_empty() || is_root(),
        Alone::AsciiRootAndEmpty => name.is_empty() || name == [u32::from(b'.')],
    }
}

/// Returns whether it is not told what a client does with a name or host, which has these characters.
fn is_unsure<U: Copy + Into<u32>>(steps: &ClientSteps, text: &[U], characters: Chars) -> bool {
    let is = |unit: Option<&U>, octet: u8| unit.is_some_and(|&unit| unit.into() == u32::from(octet));
    let is_lonely = |place: usize| is(text.get(place), b'\\') && !is(text.get(bounded::add(place, 1)), b'.');
    steps.unsure.meets(characters)
        || (steps.unsure_at && text.len() == 1 && is(text.first(), b'@'))
        || (steps.unsure_backslash && Chars::of(b"\\").meets(characters) && (0..text.len()).any(is_lonely))
}

/// A text with some characters of ASCII as a percent sign and two digits.
fn escaped<U: Copy + From<u8> + Into<u32>>(text: &[U], characters: Chars) -> Result<Vec<U>, End> {
    let mut output = memory::reserved(text.len())?;
    for &unit in text {
        match u8::try_from(unit.into()).ok().filter(|&octet: &u8| characters.has_octet(octet)) {
            Some(octet) => {
                memory::append(&mut output, &[b'%', digit(octet >> 4), digit(octet & 0xF)].map(U::from))?;
            }
            None => memory::push(&mut output, unit)?,
        }
    }
    Ok(output)
}

/// A text with these characters where they were escaped, in any letter case.
fn unescaped(text: &[u8], characters: Chars) -> Result<Vec<u8>, End> {
    let mut output = memory::reserved(text.len())?;
    let mut rest = text;
    while let Some((&first, behind)) = rest.split_first() {
        let of = |&octet: &u8| {
            characters.has_octet(octet)
                && behind
                    .get(..2)
                    .is_some_and(|digits| digits.eq_ignore_ascii_case(&[digit(octet >> 4), digit(octet & 0xF)]))
        };
        let octet = if first == b'%' { (0..0x80).find(of) } else { None };
        output.push(octet.unwrap_or(first));
        rest = if octet.is_some() { bounded::rest(behind, 2) } else { behind };
    }
    Ok(output)
}

/// A host that ends in a number as an IPv4 address (URL Standard, section 3.5).
fn address_of(form: Cow<'_, [u8]>) -> Result<Cow<'_, [u8]>, End> {
    if !ascii_ends_in_number(&form) {
        return Ok(form);
    }
    let address = parse_ipv4(&form).map_err(|_| End::Refused("a number"))?;
    let mut text = memory::reserved(15)?;
    let written = std::io::Write::write_fmt(&mut text, format_args!("{address}"));
    // It fits the room.
    written.map_err(|_| End::Refused("a number"))?;
    Ok(Cow::Owned(text))
}

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

use super::end::{End, refuse};
use super::forms::AsciiLabels;
use super::mappings::Mappings;
use super::rows::{CODEC_ROW, ClientRow, FIRST_ALABEL, Model};
use super::steps::{Alone, Chain, ClientRules, ClientSteps, Family, NoHost, Numbers, Takes};
use super::uts46::is_ascii;
use super::{chars::Chars, idna2003, idna2008, libidn2, uts46};
use crate::domain::ascii_ends_in_number;
use crate::host::parse_ipv4;
use crate::label::is_separator;
use crate::unicode::{Props, Uts46Status, nfkc};
use crate::{bounded, memory};

/// The answer of a client that has no error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ClientAnswer {
    Host(Vec<u8>),
    /// The name goes out as it is, or with small letters of ASCII.
    Raw {
        in_lower_case: bool,
    },
}

/// The work on one name.
pub(super) struct ClientReader<'a> {
    name: &'a [u32],
    is_ascii: bool,
    has_url_syntax: bool,
    mappings: Mappings,
    /// The labels by model, and those of libidn2's second attempt.
    converted: [Option<Result<AsciiLabels, End>>; Model::COUNT],
    again: Option<Result<AsciiLabels, End>>,
}

impl<'a> ClientReader<'a> {
    pub(super) fn new(name: &'a [u32]) -> Self {
        Self {
            name,
            is_ascii: is_ascii(name),
            has_url_syntax: Chars::FORBIDDEN.meets(name),
            mappings: Mappings::default(),
            converted: [const { None }; Model::COUNT],
            again: None,
        }
    }

    /// The answer of a client.
    pub(super) fn answer(&mut self, row: &ClientRow) -> Result<ClientAnswer, End> {
        if row.steps.takes == Takes::Url && self.has_url_syntax {
            return Err(End::Unknown("a character of the syntax of URLs"));
        }
        let steps = &row.steps;
        match self.host(row.model, steps) {
            Ok(host) if steps.chain == Chain::Then => passed_on(host),
            Ok(host) => Ok(ClientAnswer::Host(host)),
            Err(End::Refused(_)) if steps.chain == Chain::Otherwise => {
                let host = self.host(CODEC_ROW.0, &CODEC_ROW.1)?;
                if is_unsure(steps, &host) { Err(UNSURE) } else { Ok(ClientAnswer::Host(host)) }
            }
            Err(End::Refused(_)) if steps.refused_raw => Ok(ClientAnswer::Raw { in_lower_case: !steps.keeps_case }),
            Err(end) => Err(end),
        }
    }

    fn host(&mut self, model: Model, steps: &ClientSteps) -> Result<Vec<u8>, End> {
        let name = self.name;
        let is_denied = steps.denied_before.meets(name) || (steps.denied_empty && name.is_empty());
        if is_denied {
            return Err(End::Denied("denied before"));
        }
        if !self.is_ascii && !steps.denied_nfkc.is_empty() && becomes(name, steps.denied_nfkc) {
            return Err(End::Denied("denied after NFKC"));
        }
        if passes_alone(name, steps) {
            let has_dot = !name.is_empty() && !steps.drops_final_dot;
            return Ok(memory::copied(if has_dot { b".".as_slice() } else { b"" })?);
        }
        if is_unsure_name(steps, name) {
            return Err(UNSURE);
        }
        if self.is_ascii && steps.passes_ascii {
            return finished(self.ascii(steps)?, steps, false);
        }
        if !self.is_ascii && steps.escaped_before.meets(name) {
            return escaped_first(name, model, steps);
        }
        let first = self.labels(model).and_then(|forms| asked(forms, steps));
        let form = match first {
            Err(End::Refused(_)) if steps.twice => self.labels_again(model).and_then(|forms| asked(forms, steps)),
            form => form,
        };
        let form = form?;
        // A backslash of another width is escaped. Its fate was not asked.
        let has_backslash = || name.iter().any(|unit| matches!(unit, 0xFE68 | 0xFF3C));
        if steps.escapes_inner_dot && steps.unsure_at && has_backslash() {
            return Err(UNSURE);
        }
        finished(form, steps, false)
    }

    /// A name in ASCII that is not looked at.
    fn ascii(&self, steps: &ClientSteps) -> Result<Vec<u8>, End> {
        let octets = self.name.iter().filter_map(|&unit| u8::try_from(unit).ok());
        let octets = octets.map(|octet| if steps.keeps_case { octet } else { octet.to_ascii_lowercase() });
        let form = memory::collected(octets, self.name.len())?;
        if steps.ascii_lengths {
            AsciiLabels::of_ascii(&form)?.ask_lengths(steps)?;
        }
        Ok(form)
    }

    /// The labels of a model.
    fn labels(&mut self, model: Model) -> Result<&AsciiLabels, End> {
        let place = model.place();
        if self.converted.get(place).is_some_and(Option::is_none) {
            let forms = convert(self.name, &model.rules(), &mut self.mappings);
            bounded::put(&mut self.converted, place, Some(forms));
        }
        held(self.converted.get(place))
    }

    /// Those of the second attempt of libidn2.
    fn labels_again(&mut self, model: Model) -> Result<&AsciiLabels, End> {
        let (name, mappings) = (self.name, &mut self.mappings);
        let rules = ClientRules { transitional: true, ..model.rules() };
        self.again.get_or_insert_with(|| convert(name, &rules, mappings));
        held(Some(&self.again))
    }
}

const UNSURE: End = End::Unknown("a character that the program was not asked with");

fn held(labels: Option<&Option<Result<AsciiLabels, End>>>) -> Result<&AsciiLabels, End> {
    match labels {
        Some(Some(Ok(forms))) => Ok(forms),
        Some(Some(Err(end))) => Err(*end),
        // Each model has a place, and it was converted just now.
        _ => Err(UNSURE),
    }
}

fn convert(name: &[u32], rules: &ClientRules, mappings: &mut Mappings) -> Result<AsciiLabels, End> {
    match rules.family {
        Family::Uts46 => uts46::convert(name, rules, mappings),
        Family::Hickory => uts46::convert_by_label(name, rules),
        Family::Libidn2 => libidn2::convert(name, rules, mappings),
        Family::Idna2003 => idna2003::convert(name, rules),
        Family::Idna2008 => idna2008::convert(name, rules, mappings),
    }
}

/// The name of labels whose lengths are good.
fn asked(forms: &AsciiLabels, steps: &ClientSteps) -> Result<Vec<u8>, End> {
    forms.ask_lengths(steps)?;
    Ok(forms.joined(steps.escapes_inner_dot)?)
}

/// CPython's codec behind another client: the host is in ASCII, so that it asks for lengths alone.
fn passed_on(host: Vec<u8>) -> Result<ClientAnswer, End> {
    if !host.is_empty() {
        AsciiLabels::of_ascii(&host)?.ask_lengths(&CODEC_ROW.1)?;
    }
    Ok(ClientAnswer::Host(host))
}

/// The host of a name of which some characters are escaped before anything else.
fn escaped_first(name: &[u32], model: Model, steps: &ClientSteps) -> Result<Vec<u8>, End> {
    let mut escaped = memory::reserved(name.len())?;
    for &unit in name {
        match u8::try_from(unit).ok().filter(|&octet| steps.escaped_before.has_octet(octet)) {
            Some(octet) => {
                let digits = [b'%', digit(octet >> 4), digit(octet & 0xF)].map(|octet| octet.to_ascii_lowercase());
                memory::append(&mut escaped, &digits.map(u32::from))?;
            }
            None => memory::push(&mut escaped, unit)?,
        }
    }
    let forms = convert(&escaped, &model.rules(), &mut Mappings::default())?;
    finished(asked(&forms, steps)?, steps, true)
}

/// A digit of a hexadecimal number, a capital letter.
fn digit(value: u8) -> u8 {
    bounded::at(b"0123456789ABCDEF", usize::from(value))
}

/// Returns whether NFKC makes one of these characters of a character of a name.
fn becomes(name: &[u32], characters: Chars) -> bool {
    // It leaves alone what UTS #46 leaves alone.
    let is_changed = |&&unit: &&u32| Props::of(unit).uts46_status() != Uts46Status::Valid;
    name.iter().filter(is_changed).any(|&unit| nfkc(unit).any(|unit| characters.has(unit)))
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

fn is_unsure_name(steps: &ClientSteps, name: &[u32]) -> bool {
    let mut pairs = name.iter().enumerate().filter(|&(_, &unit)| unit == u32::from(b'\\'));
    steps.unsure.meets(name)
        || (steps.unsure_at && name == [u32::from(b'@')])
        || (steps.unsure_backslash
            && pairs.any(|(place, _)| name.get(bounded::add(place, 1)) != Some(&u32::from(b'.'))))
}

fn is_unsure(steps: &ClientSteps, form: &[u8]) -> bool {
    let mut pairs = form.iter().enumerate().filter(|&(_, &octet)| octet == b'\\');
    steps.unsure.meets_octets(form)
        || (steps.unsure_at && form == b"@")
        || (steps.unsure_backslash && pairs.any(|(place, _)| form.get(bounded::add(place, 1)) != Some(&b'.')))
}

/// The host as it goes out. Escapes that were made before are none of its characters.
fn finished(mut form: Vec<u8>, steps: &ClientSteps, was_escaped: bool) -> Result<Vec<u8>, End> {
    if steps.drops_final_dot && form.ends_with(b".") && !form.ends_with(b"\\.") {
        form.pop();
    }
    if is_unsure(steps, &form) {
        return Err(UNSURE);
    }
    let is_denied = if was_escaped { is_denied_but_escapes(&form, steps) } else { steps.denied.meets_octets(&form) };
    refuse(is_denied || form.first().is_some_and(|&first| steps.denied_first.has_octet(first)), "denied")?;
    if steps.no_host == NoHost::Refused && form.is_empty() {
        return Err(End::Denied("no host"));
    }
    if steps.first_alabel && form.starts_with(b"xn--") {
        ask_alabels(&form)?;
    }
    if steps.escaped.meets_octets(&form) || was_escaped {
        form = escaped(&form, steps)?;
    }
    match steps.numbers {
        Numbers::Names => Ok(form),
        Numbers::Url => address_of(form),
        Numbers::Digits => {
            let is_digit = |octet: &u8| octet.is_ascii_hexdigit() || matches!(octet, b'x' | b'X' | b'.');
            let is_number = !form.is_empty() && form.iter().all(is_digit);
            if !is_number {
                return Ok(form);
            }
            let small = memory::collected(form.iter().map(u8::to_ascii_lowercase), form.len())?;
            Ok(address_of(memory::copied(&small)?).ok().filter(|address| *address != small).unwrap_or(form))
        }
    }
}

fn is_denied_but_escapes(form: &[u8], steps: &ClientSteps) -> bool {
    let mut rest = form;
    while let Some((&first, behind)) = rest.split_first() {
        if let Some(behind) = rest.strip_prefix(b"%2a") {
            rest = behind;
            continue;
        }
        if steps.denied.has_octet(first) {
            return true;
        }
        rest = behind;
    }
    false
}

/// A host with some characters as a percent sign and digits, capital letters.
fn escaped(form: &[u8], steps: &ClientSteps) -> Result<Vec<u8>, End> {
    let mut output = memory::reserved(form.len())?;
    let mut rest = form;
    while let Some((&first, behind)) = rest.split_first() {
        if let Some(behind) = rest.strip_prefix(b"%2a") {
            memory::append(&mut output, b"%2A")?;
            rest = behind;
            continue;
        }
        if steps.escaped.has_octet(first) {
            memory::append(&mut output, &[b'%', digit(first >> 4), digit(first & 0xF)])?;
        } else {
            memory::push(&mut output, first)?;
        }
        rest = behind;
    }
    Ok(output)
}

/// Asks IDNA2008 of a host whose first label is an A-label.
fn ask_alabels(form: &[u8]) -> Result<(), End> {
    let text = memory::collected(form.iter().map(|&octet| octet.into()), form.len())?;
    convert(&text, &FIRST_ALABEL, &mut Mappings::default())?.ask_lengths(&ClientSteps::PLAIN)
}

/// A host that ends in a number as an IPv4 address (URL Standard, section 3.5).
fn address_of(form: Vec<u8>) -> Result<Vec<u8>, End> {
    if !ascii_ends_in_number(&form) {
        return Ok(form);
    }
    let address = parse_ipv4(&form).map_err(|_| End::Refused("a number"))?;
    let mut text = memory::reserved(15)?;
    let written = std::io::Write::write_fmt(&mut text, format_args!("{address}"));
    // It fits the room.
    written.map_err(|_| End::Refused("a number"))?;
    Ok(text)
}

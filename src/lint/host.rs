//! One host: how it is written, what it is read as, and who may not see it or go to it.

use core::cell::OnceCell;
use core::ops::Range;

use super::authority::UrlAround;
use super::problem::{LintProblems, Linting};
use super::reading::read;
use super::rules::Rule;
use super::signs::{is_form_of_symbol, is_hidden, is_joiner};
use crate::bounded;
use crate::clients::{self, Client, ClientReading};
use crate::display::shown::write_shown;
use crate::display::{Finding, Policy, Reason};
use crate::domain::ascii_ends_in_number;
use crate::error::Error;
use crate::hints::meant_by;
use crate::host::{Host, HostKind};
use crate::label::is_separator;
use crate::memory::Growing;
use crate::text::{Kind, MIXED_SCRIPTS, first_character, last_character, unescaped};
use crate::unicode::{mapping, skeleton_of};

/// A host and what is known of the place where it stands.
pub(super) struct HostPlace<'t> {
    pub(super) text: &'t [u8],
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
    /// The code of the finder: why it is no plain name.
    pub(super) code: Option<&'static str>,
    /// True if an escape that is not read stands beside it.
    pub(super) is_part: bool,
    /// The parts of its URL.
    pub(super) around: Option<UrlAround>,
    /// True if all of the text, or of a field of it, is the name.
    pub(super) is_alone: bool,
}

/// A host as software reads it.
struct ReadHost<'t> {
    place: &'t HostPlace<'t>,
    /// As it is written, and without its escapes.
    written: &'t str,
    name: &'t str,
    /// It is read where somebody asks: most hosts beyond ASCII are honest.
    read: OnceCell<Option<Host>>,
}

impl HostPlace<'_> {
    /// Tells what is wrong with the host. Returns whether a character that nobody sees is.
    pub(super) fn judge(&self, how: &Linting<'_>, problems: &mut LintProblems) -> Result<bool, Error> {
        let Ok(written) = core::str::from_utf8(bounded::part(self.text, self.range.clone())) else { return Ok(false) };
        let decoded = if written.contains(['%', '\\']) { unescaped(written)? } else { None };
        let name = decoded.as_deref().unwrap_or(written);
        let host = ReadHost { place: self, written, name, read: OnceCell::new() };
        let is_hidden = host.hidden(problems)?;
        if self.is_part {
            host.not_allowed(how, problems)?;
            return Ok(is_hidden);
        }
        host.notation(how, problems)?;
        host.mistaken(problems)?;
        if !host.lookalike(how, problems)? {
            host.not_shown(how, problems)?;
        }
        host.not_allowed(how, problems)?;
        host.disagreement(how, problems)?;
        Ok(is_hidden)
    }
}

impl ReadHost<'_> {
    fn read(&self) -> Option<&Host> {
        self.read.get_or_init(|| read(self.name)).as_ref()
    }

    /// The host to which software goes.
    fn goes_to(&self) -> Option<&str> {
        self.read().map(Host::ascii)
    }

    fn add(&self, rule: Rule, message: String, problems: &mut LintProblems) -> Result<(), Error> {
        problems.add(rule, self.place.range.clone(), (self.written, self.goes_to()), message)
    }

    fn hidden(&self, problems: &mut LintProblems) -> Result<bool, Error> {
        let Range { start, end } = self.place.range;
        let (before, behind) = (bounded::first(self.place.text, start), bounded::rest(self.place.text, end));
        let is_beyond = |octet: Option<&u8>| octet.is_some_and(|octet| !octet.is_ascii());
        let hidden = |one: crate::text::Character| one.unit.filter(|&unit| is_hidden(unit));
        // A byte order mark begins a text.
        let before = Some(before).filter(|before| is_beyond(before.last()) && before.len() > 3);
        let before = before.map(last_character).and_then(hidden);
        let behind = Some(behind).filter(|behind| is_beyond(behind.first())).map(first_character).and_then(hidden);
        let behind = behind.filter(|&unit| !is_form_of_symbol(unit, self.written.as_bytes()));
        let found = match self.inside() {
            Some(unit) => Some((unit, "in the host")),
            None => before.or(behind).map(|unit| (unit, "beside the host")),
        };
        let Some((unit, where_)) = found else { return Ok(false) };
        let goes = self.goes_to().map_or_else(String::new, |host| format!("; software goes to {host}"));
        self.add(Rule::HiddenCharacter, format!("U+{unit:04X}, which nobody sees, stands {where_}{goes}"), problems)?;
        Ok(true)
    }

    /// The first character of the host that nobody sees. Valid names have joiners, and symbols a form.
    fn inside(&self) -> Option<u32> {
        if self.name.is_ascii() {
            return None;
        }
        let mut hidden = self.name.char_indices().filter(|(_, one)| is_hidden(u32::from(*one)));
        let is_excused = |place: usize, unit: u32| {
            is_joiner(unit) && self.goes_to().is_some()
                || is_form_of_symbol(unit, bounded::characters(self.name, 0..place).as_bytes())
        };
        hidden.find(|&(place, one)| !is_excused(place, one.into())).map(|(_, one)| one.into())
    }

    fn notation(&self, how: &Linting<'_>, problems: &mut LintProblems) -> Result<(), Error> {
        if self.place.kind != Kind::UrlHost && !self.place.is_alone {
            return Ok(());
        }
        let found = if has_escape(self.written) {
            "characters of the host are written as escapes"
        } else if self.has_other_dot(how) {
            "a dot of the host is another character than '.'"
        } else if self.name.chars().any(is_for_ascii) {
            "characters of the host stand for others of ASCII"
        } else if self.is_numbers() {
            "the numbers are an address"
        } else {
            return Ok(());
        };
        let Some(goes_to) = self.goes_to() else { return Ok(()) };
        self.add(Rule::HostNotation, format!("{found}; software goes to {goes_to}"), problems)
    }

    /// Returns whether numbers are an IPv4 address that is not written as four decimals.
    fn is_numbers(&self) -> bool {
        let is_special = self.place.is_alone || self.place.around.as_ref().is_some_and(|url| url.scheme.is_some());
        let name = self.name.strip_suffix('.').unwrap_or(self.name);
        let is_address = || self.read().is_some_and(|host| host.kind() == HostKind::Ipv4 && host.ascii() != name);
        is_special && ascii_ends_in_number(name.as_bytes()) && is_address()
    }

    /// Returns whether a dot is not that of ASCII. Behind a known top-level domain such a stop ends a sentence, unless
    /// what follows ends in one, too.
    fn has_other_dot(&self, how: &Linting<'_>) -> bool {
        let is_other = |one: char| !one.is_ascii() && is_separator(one.into());
        let Some((before, behind)) = self.name.split_once(is_other) else { return false };
        let endings = how.endings();
        let is_sentence = !behind.chars().any(|one| one.is_ascii_alphanumeric())
            && before.contains('.')
            && endings.know_end_of(before)
            && !endings.know_end_of(behind);
        !is_sentence
    }

    fn mistaken(&self, problems: &mut LintProblems) -> Result<(), Error> {
        let has_prefix = self.name.as_bytes().windows(4).any(|four| four.eq_ignore_ascii_case(b"xn--"));
        // The end of a name that stands by itself may be cut: no label ends in a hyphen.
        let is_told = self.place.kind != Kind::Bare || self.place.is_alone;
        if !has_prefix || !is_told {
            return Ok(());
        }
        let Some((mistake, meant)) = meant_by(self.name) else { return Ok(()) };
        self.add(Rule::MistakenLabel, format!("{}: '{meant}' is meant", mistake.words()), problems)
    }

    fn not_shown(&self, how: &Linting<'_>, problems: &mut LintProblems) -> Result<(), Error> {
        let is_plain = self.name.is_ascii() && !self.name.to_ascii_lowercase().contains("xn--");
        // No top-level domain has several scripts: a word is glued to the name.
        let Some(policy) = how.policy.filter(|_| !is_plain && self.place.code != Some(MIXED_SCRIPTS)) else {
            return Ok(());
        };
        let Some((label, finding)) = reason_of(self.name, &policy)? else { return Ok(()) };
        let reason = finding.reason.code();
        let character = finding.code_point.map_or_else(String::new, |unit| format!(" (U+{unit:04X})"));
        self.add(Rule::NotShown, format!("the label '{label}' is not shown in Unicode: {reason}{character}"), problems)
    }

    /// Tells what the host looks like. Returns whether it looks like a watched name.
    fn lookalike(&self, how: &Linting<'_>, problems: &mut LintProblems) -> Result<bool, Error> {
        let Some(watch) = how.watch else { return Ok(false) };
        if watch.has_own(self.name)? {
            return Ok(false);
        }
        let found = watch.lookalikes(self.name)?;
        let (target, how) = match found.first() {
            Some(hit) => (Some(hit.target), hit.how.name()),
            None => {
                let Some(seen) = as_written(self.name)? else { return Ok(false) };
                let target = watch.own_of(&seen)?;
                let target = if target.is_some() { target } else { watch.lookup(&seen)? };
                (target, "as it is written")
            }
        };
        let Some(target) = target else { return Ok(false) };
        self.add(Rule::Lookalike, format!("the host looks like {target} ({how})"), problems)?;
        Ok(true)
    }

    /// Tells that clients go to two hosts, or may. That all refuse the host is no disagreement, nor is a dot at its
    /// end.
    fn disagreement(&self, how: &Linting<'_>, problems: &mut LintProblems) -> Result<(), Error> {
        let is_host = self.place.kind != Kind::EmailDomain && self.place.code.is_none() && !self.name.starts_with('[');
        let Some(among) = how.clients.filter(|_| is_host) else { return Ok(()) };
        // Not every client reads the escapes of URLs.
        let name = if self.written.contains('%') { self.written } else { self.name };
        let name = name.strip_prefix("*.").unwrap_or(name);
        let name = name.strip_suffix('.').unwrap_or(name);
        let readings = clients::read(name, among)?;
        if name.is_empty() || !readings.differ() {
            return Ok(());
        }
        let mut accepted = readings.iter().filter(|(_, reading)| !matches!(reading, ClientReading::Refused(_)));
        let Some(first) = accepted.next() else { return Ok(()) };
        let is_other = |(_, reading): &(Client, ClientReading<'_>)| match (first.1, reading) {
            (ClientReading::Host(one), ClientReading::Host(other)) => !one.eq_ignore_ascii_case(other),
            (one, other) => one != *other,
        };
        let other = accepted.find(is_other).map_or_else(String::new, |other| format!(", {}", told(other)));
        self.add(Rule::ClientsDisagree, format!("clients may go to several hosts: {}{other}", told(first)), problems)
    }

    fn not_allowed(&self, how: &Linting<'_>, problems: &mut LintProblems) -> Result<(), Error> {
        let Some(allow) = how.allow.filter(|_| self.place.kind != Kind::EmailDomain) else { return Ok(()) };
        let is_whole = !self.place.is_part && self.place.code != Some(crate::text::AUTHORITY_CONTINUES);
        let host = self.goes_to().filter(|_| is_whole);
        if host.map_or(Ok(false), |host| allow.has(host))? {
            return Ok(());
        }
        self.add(Rule::NotAllowed, "the host is not on the list of allowed names".to_owned(), problems)
    }
}

/// The words for one reading of a name.
fn told((client, reading): (Client, ClientReading<'_>)) -> String {
    let client = client.name();
    match reading {
        ClientReading::Host(host) => format!("{client} goes to {host}"),
        ClientReading::Refused(_) => format!("{client} refuses it"),
        ClientReading::Raw(_) => format!("{client} sends it as it is"),
        ClientReading::Unknown(why) => format!("where {client} goes is not known ({why})"),
    }
}

/// The label in ASCII of a name that the policy does not show in Unicode, and why. What is no A-label is another
/// matter.
fn reason_of(name: &str, policy: &Policy) -> Result<Option<(String, Finding)>, Error> {
    let mut shown = Growing::default();
    let Some((index, finding)) = write_shown(name, policy, None, &mut shown)? else { return Ok(None) };
    if finding.reason == Reason::NotAnAlabel {
        return Ok(None);
    }
    let shown = shown.finished().map(bounded::utf8_string)?;
    let label = shown.split('.').nth(index).unwrap_or_default().to_owned();
    Ok(Some((label, finding)))
}

/// Returns whether a host has a percent-encoded character, or an escape of JSON for one of ASCII.
fn has_escape(written: &str) -> bool {
    written.contains('%')
        || written.as_bytes().windows(6).any(|six| matches!(six, [b'\\', b'u', b'0', b'0', b'2'..=b'7', _]))
}

/// Returns whether UTS #46 makes characters of ASCII of one that is none.
fn is_for_ascii(one: char) -> bool {
    let is_ascii = |to: &[u32]| !to.is_empty() && to.iter().all(|&unit| unit < 0x80);
    !one.is_ascii() && !is_separator(one.into()) && mapping(one.into()).is_some_and(is_ascii)
}

/// The name that a reader sees: the letters of Latin that capitals of Greek and Cyrillic look like, before anything is
/// mapped to lower case; and `l` for the capital I. Nothing where that is the name itself.
fn as_written(name: &str) -> Result<Option<String>, Error> {
    let mut seen = Growing::reserved(name.len());
    let mut push = |one: char| seen.extend_from_slice(one.to_ascii_lowercase().encode_utf8(&mut [0; 4]).as_bytes());
    for one in name.chars() {
        match skeleton_of(one.into()).filter(|_| !one.is_ascii()) {
            _ if one == 'I' => push('l'),
            Some(units) => units.iter().filter_map(|&unit| char::from_u32(unit)).for_each(&mut push),
            None => push(one),
        }
    }
    let seen = seen.finished().map(bounded::utf8_string)?;
    Ok((!seen.eq_ignore_ascii_case(name)).then_some(seen))
}

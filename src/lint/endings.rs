//! Texts that people take for a host: a name that ends in a known top-level domain.

use super::reading::{has_part, read, read_url};
use crate::bounded;
use crate::domain::ascii_ends_in_number;
use crate::error::Error;
use crate::host::{Scheme, scheme_end};

/// Endings by which a text is taken for a host where the caller knows none: common ones that are no suffixes of files
/// and no members of objects (`user.name`), and those for examples and networks (RFC 2606, RFC 6761, RFC 7686).
const KNOWN: &str = "com org net edu gov mil biz dev cloud shop online wiki xyz club icu bank example invalid localhost \
     onion aero asia coop museum jobs eu de uk fr nl ru cn br jp au be bg ca ch cz dk ee es fi fo gr hk hr hu ie il \
     it kr kz lt lv mx nz pt ro ru se sg sk th tr tw ua us uy uz vn za xn--p1ai xn--fiqs8s xn--fiqz9s xn--j6w193g \
     xn--kprw13d xn--kpry57d xn--3e0b707e xn--j1amh xn--90ais xn--wgbh1c xn--mgberp4a5d4ar xn--mgbaam7a8h \
     xn--mgba3a4f16a xn--h2brj9c xn--o3cw4h xn--e1a4c xn--qxam xn--qxa6a xn--90a3ac xn--yfro4i67o xn--node \
     xn--y9a3aq xn--4dbrk0ce xn--mix891f";

/// Second labels under which countries register names.
const SECOND: [&str; 8] = ["co", "com", "org", "net", "gov", "edu", "ac", "or"];

/// Which top-level domains are known.
pub(super) struct Endings<'a>(pub(super) Option<&'a (dyn Fn(&str) -> bool + Sync)>);

impl Endings<'_> {
    /// Returns whether a name in ASCII is one that people take for a host.
    pub(super) fn make_host(&self, name: &str) -> bool {
        let name = name.strip_suffix('.').unwrap_or(name);
        let mut labels = name.rsplit('.');
        let (Some(last), Some(second)) = (labels.next(), labels.next()) else { return false };
        if name.split('.').any(str::is_empty) {
            return false;
        }
        if let Some(knows) = self.0 {
            return knows(last);
        }
        let is_known = KNOWN.split_ascii_whitespace().any(|known| known == last);
        let is_word = last.bytes().all(|octet| octet.is_ascii_lowercase());
        let is_of_country = is_word && last.len() == 2 && SECOND.contains(&second);
        // Nothing else is called `www.a.b`.
        let has_more = labels.next().is_some();
        is_known || has_more && (is_of_country || is_word && name.starts_with("www."))
    }

    /// Returns whether the last label of a name, in either form, is known.
    pub(super) fn know_end_of(&self, name: &str) -> bool {
        let host = read(name);
        let ascii = host.as_ref().map_or(name, |host| host.ascii());
        let last = ascii.rsplit('.').next().unwrap_or_default();
        match self.0 {
            Some(knows) => knows(last),
            None => KNOWN.split_ascii_whitespace().any(|known| known == last),
        }
    }
}

/// The name with which a text begins, in ASCII, if people take it for a host.
pub(super) fn named_at_start(text: &str, endings: &Endings<'_>) -> Result<Option<String>, Error> {
    let is_end =
        |one: char| one.is_whitespace() || one.is_ascii() && !(one.is_ascii_alphanumeric() || ".-_".contains(one));
    let size = text.find(is_end).unwrap_or(text.len());
    host_of_name(bounded::characters(text, 0..size), endings)
}

/// The name in ASCII, if people take it for a host: it ends in a known top-level domain, or is an address.
fn host_of_name(name: &str, endings: &Endings<'_>) -> Result<Option<String>, Error> {
    if !name.contains('.') && name.is_ascii() {
        return Ok(None);
    }
    let Some(host) = read(name) else { return Ok(None) };
    let is_address = ascii_ends_in_number(name.as_bytes()) && host.ascii() == name;
    // Programs are called so: `ASP.NET`.
    let is_host = is_address || !name.ends_with(".NET") && endings.make_host(host.ascii());
    Ok(is_host.then(|| host.ascii().to_owned()))
}

/// The host that a text names, in ASCII, if all of it is a URL, or a name that people take for a host, with a port and
/// a path or without.
pub(super) fn host_named(text: &str, endings: &Endings<'_>) -> Result<Option<String>, Error> {
    let is_around =
        |one: char| "*_~`\"'<>()[]\u{201C}\u{201D}\u{2018}\u{2019}.,:;!".contains(one) || one.is_whitespace();
    let text = text.trim_matches(is_around);
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Ok(None);
    }
    if let Some(colon) =
        scheme_end(text.as_bytes()).filter(|&colon| bounded::rest(text.as_bytes(), colon).starts_with(b"://"))
    {
        let scheme = bounded::characters(text, 0..colon);
        let host = Scheme::named(scheme).and_then(|_| read_url(text, None));
        return Ok(host.filter(|_| !has_placeholder(text)).map(|url| url.host.ascii().to_owned()));
    }
    let end = text.find(['/', '?', '#', ':']).unwrap_or(text.len());
    let (name, behind) = (bounded::characters(text, 0..end), bounded::characters(text, end..text.len()));
    let port = behind.strip_prefix(':').map(|port| port.split(['/', '?', '#']).next().unwrap_or_default());
    if port.is_some_and(|port| port.is_empty() || port.bytes().any(|octet| !octet.is_ascii_digit())) {
        return Ok(None);
    }
    if ascii_ends_in_number(name.as_bytes()) || has_placeholder(name) {
        return Ok(None);
    }
    host_of_name(name, endings)
}

/// Returns whether a text has a mark of templates.
pub(super) fn has_placeholder(text: &str) -> bool {
    text.bytes().any(|octet| b"{}$<>*|".contains(&octet)) || has_part(text, "%s") || has_part(text, "%(")
}

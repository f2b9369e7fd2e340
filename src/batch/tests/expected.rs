//! The functions for one text, which columns are compared with.

use std::sync::LazyLock;

use super::super::{Against, RowMode, RowTask, Work};
use super::Row;
use crate::display::{Policy, to_display};
use crate::host::{UrlHost, of_url};
use crate::label::Form;
use crate::security::skeleton;
use crate::text::{Found, Rewriting, Sought, domain_of_address, find, rewritten};
use crate::watch::{Lookalike, Watchlist};
use crate::{
    Profile, SuffixRules, Zone, canonical, punycode, to_ascii, to_ascii_or_keep, to_unicode, to_unicode_or_keep,
};

pub(super) const WORKS: &[Work] = &[
    Work::Name(Form::Ascii),
    Work::Name(Form::Unicode),
    Work::PunycodeEncode,
    Work::PunycodeDecode,
    Work::Text(Form::Ascii),
    Work::Text(Form::Unicode),
    Work::Display(Policy::LOOKALIKE_AWARE),
    Work::Skeleton,
    Work::Canonical,
    Work::CanonicalAddress,
    Work::UrlHost,
    Work::Host,
    Work::Lookalike,
    Work::Below,
    Work::Registrable,
    Work::Find,
];

/// Returns what becomes of a text.
pub(super) fn expected(text: &str, task: &RowTask<'_>) -> Row {
    let keep = task.mode == RowMode::Keep;
    let converted = match task.work {
        Work::Name(Form::Ascii) if keep => return Some(to_ascii_or_keep(text, task.profile).into_owned()),
        Work::Name(Form::Unicode) if keep => return Some(to_unicode_or_keep(text, task.profile).into_owned()),
        Work::Name(Form::Ascii) => to_ascii(text, task.profile).ok().map(Into::into),
        Work::Name(Form::Unicode) => to_unicode(text, task.profile).ok().map(Into::into),
        Work::PunycodeEncode => punycode::encode(text).ok(),
        Work::PunycodeDecode => punycode::decode(text).ok(),
        Work::Text(form) => {
            let to_unicode = form == Form::Unicode;
            let how = Rewriting {
                sought: Sought::all(task.profile),
                to_unicode,
                annotate: false,
                isolate: false,
                shows: None,
            };
            let octets = rewritten(text.as_bytes(), &how).unwrap_or_default();
            Some(octets.map_or_else(|| text.to_owned(), |octets| String::from_utf8(octets).unwrap_or_default()))
        }
        Work::Find => find(text.as_bytes(), &Sought::all(task.profile))
            .ok()
            .map(|found| found.iter().map(|one| of_found(text, one)).collect()),
        Work::Display(policy) => to_display(text, &policy).ok(),
        Work::Skeleton => skeleton(text).ok(),
        Work::Canonical => canonical(text).ok().map(Into::into),
        Work::CanonicalAddress => canonical_address(text),
        Work::Below => ZONE.as_ref().and_then(|zone| zone.contains(text).ok()).map(|is_in| u8::from(is_in).to_string()),
        Work::Registrable => match SUFFIXES.as_ref().map(|rules| rules.registrable(text)) {
            Some(Ok(part)) => return part.map(Into::into),
            _ => None,
        },
        Work::Host => of_url(text, None).ok().map(|UrlHost { host, port, .. }| {
            let port = port.map(|port| port.to_string()).unwrap_or_default();
            [host.kind().name(), host.ascii(), &host.unicode(), &port].join("\0")
        }),
        Work::Lookalike => {
            let found = WATCHLIST.as_ref().and_then(|list| list.lookalikes(text).ok()).unwrap_or_default();
            let packed = |Lookalike { target, how, score, span }: &Lookalike<'_>| {
                [
                    *target,
                    how.name(),
                    &(score * 100.0).round().to_string(),
                    &span.start.to_string(),
                    &span.end.to_string(),
                ]
                .join("\0")
            };
            return found.first().map(packed);
        }
        Work::UrlHost => of_url(text, None).ok().map(|url| url.host.ascii().to_owned()),
    };
    converted.or_else(|| keep.then(|| text.to_owned()))
}

static ZONE: LazyLock<Option<Zone>> = LazyLock::new(|| Zone::new("example", true, &Profile::UTS46).ok());
static SUFFIXES: LazyLock<Option<SuffixRules>> =
    LazyLock::new(|| SuffixRules::new(["com", "*.example", "!bücher.example"], false).ok());

static WATCHLIST: LazyLock<Option<Watchlist>> =
    LazyLock::new(|| Watchlist::new(["paypal.com", "bücher.de"]).and_then(|list| list.with_labels(["bucher"])).ok());

/// The names that a work holds others against.
pub(super) fn against(work: Work) -> Against<'static> {
    let found = match work {
        Work::Below => ZONE.as_ref().map(Against::Zone),
        Work::Registrable => SUFFIXES.as_ref().map(Against::Suffixes),
        Work::Lookalike => WATCHLIST.as_ref().map(Against::Watchlist),
        _ => None,
    };
    found.unwrap_or(Against::Nothing)
}

/// The octets that stand for a name that is not defanged.
fn of_found(text: &str, found: &Found) -> String {
    let characters = |octet| text.get(..octet).unwrap_or_default().chars().count();
    let name = text.get(found.start..found.end).unwrap_or_default();
    let (kind, is_escaped) = (found.kind.index(), u8::from(found.is_escaped));
    let (start, end) = (characters(found.start), characters(found.end));
    format!("{start}\0{end}\0{kind}\0{is_escaped}\x000\0{}\0{}\0{name}", found.code.unwrap_or_default(), name.len())
}

/// The local part and the canonical spelling of the domain, or the address literal.
fn canonical_address(address: &str) -> Row {
    let domain = domain_of_address(address).ok()?;
    let name = if domain.starts_with('[') { domain.into() } else { canonical(domain).ok()? };
    Some([address.strip_suffix(domain)?, &name].concat())
}

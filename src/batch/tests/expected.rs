//! The functions for one text, which columns are compared with.

use std::sync::LazyLock;

use super::Row;
use crate::clients::{Clients, agreed, agreed_in_url};
use crate::display::{Policy, to_display};
use crate::host::{Reading, UrlHost, of_bare_url, of_url};
use crate::label::{Form, LabelError};
use crate::registry::RegistryRules;
use crate::security::skeleton;
use crate::text::{Found, Rewriting, Sought, domain_of_address, find, rewritten};
use crate::watch::{Lookalike, Watchlist};
use crate::works::{Against, Cell, RowMode, RowTask, Work};
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
    Work::UrlHost(Reading::Url(None)),
    Work::UrlHost(Reading::Bare),
    Work::Host(Reading::Url(None)),
    Work::Host(Reading::Bare),
    Work::Lookalike,
    Work::Below,
    Work::Registrable,
    Work::SuffixParts,
    Work::Find,
    Work::Agreed(false),
    Work::Agreed(true),
    Work::RegistryCheck,
    Work::RegistryIndex,
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
            .map(|found| told(&found.iter().flat_map(|one| of_found(text, one)).collect::<Vec<_>>())),
        Work::Display(policy) => to_display(text, &policy).ok(),
        Work::Skeleton => skeleton(text).ok(),
        Work::Canonical => canonical(text).ok().map(Into::into),
        Work::CanonicalAddress => canonical_address(text),
        Work::Below => ZONE.as_ref().and_then(|zone| zone.contains(text).ok()).map(|is_in| told(&[Cell::Bool(is_in)])),
        Work::Registrable => match SUFFIXES.as_ref().map(|rules| rules.registrable(text)) {
            Some(Ok(part)) => return part.map(Into::into),
            _ => None,
        },
        Work::SuffixParts => parts(text),
        Work::Agreed(false) => agreed(text, Clients::ALL).ok(),
        Work::Agreed(true) => agreed_in_url(text, Clients::ALL).ok(),
        Work::RegistryCheck => verdict(text),
        Work::RegistryIndex => {
            let label: Vec<u32> = text.chars().map(u32::from).collect();
            let index = REGISTRY.as_ref().and_then(|rules| rules.index(&label).ok()).flatten()?;
            return Some(index.into_iter().filter_map(char::from_u32).collect());
        }
        Work::Host(reading) => host(text, reading, matches!(task.mode, RowMode::Null | RowMode::Keep)),
        Work::Lookalike => {
            let found = WATCHLIST.as_ref().and_then(|list| list.lookalikes(text).ok()).unwrap_or_default();
            let packed = |Lookalike { target, how, score, span }: &Lookalike<'_>| {
                let texts = [target, how.name()].map(|text| Cell::Text(text.as_bytes()));
                let places = [span.start, span.end].map(Cell::count);
                told(&[&texts[..], &[Cell::Float(*score)], &places].concat())
            };
            return found.first().map(packed);
        }
        Work::UrlHost(reading) => of_cell(text, reading).ok().map(|url| url.host.ascii().to_owned()),
    };
    converted.or_else(|| (keep && !task.work.is_packed()).then(|| text.to_owned()))
}

/// The cells of a host or, if they are asked for, of the reason why there is none.
fn host(text: &str, reading: Reading, wants_reason: bool) -> Row {
    match of_cell(text, reading) {
        Ok(UrlHost { host, port, .. }) => {
            let unicode = host.unicode();
            let texts = [host.kind().name(), host.ascii(), &unicode].map(|text| Cell::Text(text.as_bytes()));
            let port = port.map_or(Cell::Absent, |port| Cell::Integer(port.into()));
            let reserved = Cell::text(host.reserved().map(|reserved| reserved.name));
            Some(told(&[&texts[..], &[port, Cell::Absent, Cell::Absent, reserved]].concat()))
        }
        Err(error) => wants_reason.then(|| {
            let reason = [Cell::text(Some(error.kind().code())), Cell::count(error.offset())];
            told(&[&[Cell::Absent; 4][..], &reason, &[Cell::Absent]].concat())
        }),
    }
}

/// The cells of the parts of a name.
fn parts(text: &str) -> Row {
    let rules = SUFFIXES.as_ref()?;
    let [suffix, registrable] = [rules.suffix(text), rules.registrable(text)].map(Result::ok);
    let (suffix, registrable, name) = (suffix?, registrable?, canonical(text).ok()?);
    let before = registrable.as_deref().and_then(|part| name.strip_suffix(part)?.strip_suffix('.'));
    Some(told(&[suffix.as_deref(), registrable.as_deref(), before].map(Cell::text)))
}

/// The cells of a verdict.
fn verdict(text: &str) -> Row {
    let label: Vec<u32> = text.chars().map(u32::from).collect();
    let verdict = REGISTRY.as_ref()?.check(&label).ok()?;
    let first = verdict.problems.first();
    let texts = [Some(verdict.disposition), first.map(|first| first.kind.code())].map(Cell::text);
    let offset = first.and_then(|first| first.offset).map_or(Cell::Absent, Cell::count);
    Some(told(&[&[Cell::Bool(verdict.is_eligible)], &texts[..], &[offset]].concat()))
}

fn of_cell(text: &str, reading: Reading) -> Result<UrlHost, LabelError> {
    match reading {
        Reading::Url(base) => of_url(text, base),
        Reading::Bare => of_bare_url(text),
    }
}

static ZONE: LazyLock<Option<Zone>> = LazyLock::new(|| Zone::new("example", true, &Profile::UTS46).ok());
static SUFFIXES: LazyLock<Option<SuffixRules>> =
    LazyLock::new(|| SuffixRules::new(["com", "*.example", "!bücher.example"], false).ok());

static WATCHLIST: LazyLock<Option<Watchlist>> =
    LazyLock::new(|| Watchlist::new(["paypal.com", "bücher.de"]).and_then(|list| list.with_labels(["bucher"])).ok());

static REGISTRY: LazyLock<Option<RegistryRules>> = LazyLock::new(|| {
    let xml = br#"<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0"><data>
      <char cp="00FC"><var cp="0075"/></char><char cp="0075"><var cp="00FC"/></char><char cp="002D" not-when="first"/>
      <range first-cp="0061" last-cp="0074"/><range first-cp="0076" last-cp="007A"/></data><rules>
      <rule name="first"><look-behind><start/></look-behind><anchor/></rule></rules></lgr>"#;
    RegistryRules::from_xml(xml).ok()
});

/// The names that a work holds others against.
pub(super) fn against(work: Work) -> Against<'static> {
    let found = match work {
        Work::Below => ZONE.as_ref().map(Against::Zone),
        Work::Registrable | Work::SuffixParts => SUFFIXES.as_ref().map(Against::Suffixes),
        Work::Lookalike => WATCHLIST.as_ref().map(Against::Watchlist),
        Work::Agreed(_) => Some(Against::Clients(Clients::ALL)),
        Work::RegistryCheck | Work::RegistryIndex => REGISTRY.as_ref().map(Against::Registry),
        _ => None,
    };
    found.unwrap_or(Against::Nothing)
}

/// Cells as [`Cells::told`](super::super::Cells::told) tells them.
fn told(cells: &[Cell<'_>]) -> String {
    format!("{cells:?}")
}

/// The cells of a name that is neither escaped nor defanged.
fn of_found<'a>(text: &'a str, found: &Found) -> [Cell<'a>; 8] {
    let characters = |octet| text.get(..octet).unwrap_or_default().chars().count();
    let name = text.get(found.start..found.end).unwrap_or_default();
    let [start, end] = [found.start, found.end].map(|octet| Cell::count(characters(octet)));
    let texts = [found.kind.name(), name].map(|text| Cell::Text(text.as_bytes()));
    let [kind, name] = texts;
    [start, end, kind, name, Cell::Bool(found.is_escaped), Cell::text(found.code), Cell::Bool(false), Cell::Absent]
}

/// The local part and the canonical spelling of the domain, or the address literal.
fn canonical_address(address: &str) -> Row {
    let domain = domain_of_address(address).ok()?;
    let name = if domain.starts_with('[') { domain.into() } else { canonical(domain).ok()? };
    Some([address.strip_suffix(domain)?, &name].concat())
}

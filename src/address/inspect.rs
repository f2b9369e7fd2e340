//! The test for a `Mailbox` (RFC 5321 section 4.1.2, RFC 6531 section 3.3).

use super::literal;
use super::parts::{LONGEST_LOCAL_PART, at, at_sign, local_fault};
use crate::domain::{self, Inspection};
use crate::error::{Error, ErrorKind};
use crate::label::LabelError;
use crate::{Profile, bounded};

/// The longest address, in octets of UTF-8: a path of 256 octets without its angle brackets (RFC 5321 section
/// 4.5.3.1.3, erratum 1690 of RFC 3696).
const LONGEST_ADDRESS: usize = 254;

/// The findings of [`inspect()`] about an address. Offsets count characters of the whole address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AddressInspection {
    /// The findings of [`acelabel::inspect`](crate::inspect) about the domain under the [rules of mail](mail_rules);
    /// nothing if there is no domain, or an address literal.
    pub domain: Option<Inspection>,
    /// The problems of the local part: [`EmptyLocalPart`](ErrorKind::EmptyLocalPart), or the first place where it
    /// leaves the grammar, and [`LocalPartTooLong`](ErrorKind::LocalPartTooLong).
    pub local_errors: Vec<Error>,
    /// The problems of the domain, or that of the address literal.
    pub domain_errors: Vec<Error>,
    /// The problems of the whole: [`MissingAtSign`](ErrorKind::MissingAtSign),
    /// [`SecondAtSign`](ErrorKind::SecondAtSign) or [`AddressTooLong`](ErrorKind::AddressTooLong).
    pub errors: Vec<Error>,
    /// Where the domain begins, in characters; nothing if the address has no `@`, or more than one.
    pub(crate) start: Option<usize>,
}

impl AddressInspection {
    /// Returns whether the address is valid.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        [&self.local_errors, &self.domain_errors, &self.errors].iter().all(|errors| errors.is_empty())
    }
}

/// Looks at an address, applies the whole grammar of RFC 5321 section 4.1.2, and lists the problems. Never refuses.
///
/// The length is that of the UTF-8 of the address as it is given, and with the A-labels of its domain.
///
/// ```
/// use acelabel::{Profile, address};
///
/// assert!(address::inspect("почта@пример.рф", &Profile::UTS46).is_valid());
/// let inspection = address::inspect("a..b@-example.com", &Profile::UTS46);
/// let offsets = |errors: &[acelabel::Error]| errors.iter().map(|error| error.offset()).collect::<Vec<_>>();
/// assert_eq!(offsets(&inspection.local_errors), [2]);
/// assert_eq!(offsets(&inspection.domain_errors), [5]);
/// ```
#[must_use]
pub fn inspect(address: &str, profile: &Profile) -> AddressInspection {
    let name = |octets| bounded::characters(address, octets..address.len());
    let found = inspected(address.as_bytes(), |octets, _| Ok(domain::inspect(name(octets), &mail_rules(profile))));
    found.unwrap_or_else(|error| AddressInspection { errors: vec![error.error()], ..AddressInspection::default() })
}

/// The same of an address in UTF-8, whose surrogates have three octets. The name of a domain is looked at by `look`,
/// which is told where it begins, in octets and in characters.
///
/// # Errors
///
/// Those of `look`.
pub(crate) fn inspected(
    address: &[u8],
    look: impl FnOnce(usize, usize) -> Result<Inspection, LabelError>,
) -> Result<AddressInspection, LabelError> {
    let mailbox = match Mailbox::of(address) {
        Ok(mailbox) => mailbox,
        Err(error) => return Ok(AddressInspection { errors: vec![error], ..AddressInspection::default() }),
    };
    let Mailbox { start, octets, local_errors, literal, too_long, room } = mailbox;
    let found = AddressInspection { local_errors, start: Some(start), ..AddressInspection::default() };
    let mut errors = Vec::from_iter(too_long);
    if let Some(fault) = literal {
        return Ok(AddressInspection { domain_errors: Vec::from_iter(fault), errors, ..found });
    }
    let domain = look(octets, start)?;
    let of_labels = domain.labels.iter().flat_map(|label| &label.errors);
    let domain_errors = of_labels.chain(&domain.errors).map(|error| error.error().shifted(start)).collect();
    if errors.is_empty() && domain.ascii().is_some_and(|ascii| ascii.len() > room) {
        errors.push(Error::new(ErrorKind::AddressTooLong, start));
    }
    Ok(AddressInspection { domain: Some(domain), domain_errors, errors, ..found })
}

/// The rules for the domain of an address, RFC 5321 section 2.3.5 and 4.1.2: of ASCII only letters, digits and hyphens;
/// hyphens neither at the ends of a label nor in third and fourth position; the lengths of DNS; no final dot; every
/// A-label decodes. Mapping and what is asked of other characters are those of the profile. Of [`Profile::UTS46`] it
/// makes the one with `check_hyphens` and without `allow_root_dot`.
#[must_use]
pub fn mail_rules(profile: &Profile) -> Profile {
    Profile {
        check_hyphens: true,
        use_std3_ascii_rules: true,
        verify_dns_length: true,
        allow_root_dot: false,
        ..profile.verifying()
    }
}

/// An address that is divided, and what is wrong with it apart from the name of its domain.
struct Mailbox {
    /// Where the domain begins, in characters.
    start: usize,
    /// The same in octets.
    octets: usize,
    local_errors: Vec<Error>,
    /// Of an address literal, what is wrong with it.
    literal: Option<Option<Error>>,
    /// Where the address as it is given is too long.
    too_long: Option<Error>,
    /// The most octets that the domain may have in its other forms.
    room: usize,
}

impl Mailbox {
    fn of(address: &[u8]) -> Result<Self, Error> {
        let (mut local_errors, mut sign) = (Vec::new(), (0, 0));
        match at_sign(address) {
            Err(error) if error.kind() == ErrorKind::EmptyLocalPart => local_errors.push(error),
            found => sign = found?,
        }
        let (octets, start) = (bounded::add(sign.0, 1), bounded::add(sign.1, 1));
        let error_at = |kind, octet| at(kind, address, octet);
        let local = bounded::first(address, sign.0);
        let fault = local_fault(local, true);
        local_errors.extend(fault.map(|place| error_at(ErrorKind::InvalidLocalPart, place)));
        let excess = excess_of(local, LONGEST_LOCAL_PART);
        local_errors.extend(excess.map(|place| error_at(ErrorKind::LocalPartTooLong, place)));
        let literal = literal::content(bounded::rest(address, octets)).map(|content| {
            let fault =
                content.map_or_else(Some, |content| literal::fault(content).map(|place| bounded::add(place, 1)));
            fault.map(|place| error_at(ErrorKind::InvalidAddressLiteral, bounded::add(octets, place)))
        });
        let too_long = excess_of(address, LONGEST_ADDRESS).map(|place| error_at(ErrorKind::AddressTooLong, place));
        Ok(Self { start, octets, local_errors, literal, too_long, room: LONGEST_ADDRESS.saturating_sub(octets) })
    }
}

/// Where the first character begins that does not fit into so many octets.
fn excess_of(text: &[u8], most: usize) -> Option<usize> {
    let first = text.get(..=most)?;
    first.iter().rposition(|octet| octet & 0xC0 != 0x80)
}

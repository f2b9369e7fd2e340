//! An address with another form of its domain.

use std::borrow::Cow;

use super::parts::domain_start;
use crate::domain::{Conversion, convert_name, is_own_form, length_without_root};
use crate::error::{Error, ErrorKind};
use crate::label::{Discard, Form, Input, LabelError, Scratch, code_point, is_separator};
use crate::memory::Growing;
use crate::profile::Rules;
use crate::{OnError, Profile, bounded};

/// Converts the domain of an address to its ASCII form, as [`acelabel::to_ascii`](crate::to_ascii) does. The local part
/// stays as it is: its meaning is known to the host that delivers to it (RFC 5321 section 2.3.11).
///
/// ```
/// use acelabel::{ErrorKind, Profile, address};
///
/// assert_eq!(address::to_ascii("почта@пример.рф", &Profile::UTS46)?, "почта@xn--e1afmkfd.xn--p1ai");
/// assert_eq!(address::to_ascii("a@[192.0.2.1]", &Profile::UTS46)?, "a@[192.0.2.1]");
/// let error = address::to_ascii("почта@b_ü.example", &Profile::UTS46).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::Std3Disallowed, 7));
/// # Ok::<(), acelabel::LabelError>(())
/// ```
///
/// Without STD3 rules it refuses the forbidden domain code points of the URL Standard and the specials of RFC 5322
/// section 3.2.3 all the same; of IDNA2003, the STD3 rules hold.
///
/// # Errors
///
/// Those of [`domain`](super::domain()), whose label is 0, and those of [`acelabel::to_ascii`](crate::to_ascii), whose
/// labels are counted in the domain. Offsets are counted in the whole address, in characters.
pub fn to_ascii<'a>(address: &'a str, profile: &Profile) -> Result<Cow<'a, str>, LabelError> {
    converted(address, &AddressForm { profile, form: Form::Ascii, is_key: false })
}

/// Converts the domain of an address to its Unicode form, as [`acelabel::to_unicode`](crate::to_unicode) does.
///
/// ```
/// use acelabel::{Profile, address};
///
/// assert_eq!(address::to_unicode("xn--post@xn--bcher-kva.example", &Profile::UTS46)?, "xn--post@bücher.example");
/// # Ok::<(), acelabel::LabelError>(())
/// ```
///
/// # Errors
///
/// As [`to_ascii`].
pub fn to_unicode<'a>(address: &'a str, profile: &Profile) -> Result<Cow<'a, str>, LabelError> {
    converted(address, &AddressForm { profile, form: Form::Unicode, is_key: false })
}

/// Returns the one spelling of an address by which addresses are compared and looked up: that with the
/// [`canonical`](crate::canonical) spelling of its domain. The host that delivers to a local part alone knows which
/// local parts it treats alike (RFC 5321 section 2.4, RFC 6531 section 3.3).
///
/// ```
/// use acelabel::address;
///
/// assert_eq!(address::canonical("A@bücher.example.")?, "A@xn--bcher-kva.example");
/// # Ok::<(), acelabel::LabelError>(())
/// ```
///
/// # Errors
///
/// As [`to_ascii`] with [`Profile::DNS`].
pub fn canonical(address: &str) -> Result<Cow<'_, str>, LabelError> {
    converted(address, &AddressForm::KEY)
}

/// Returns whether mail to an address needs the extension SMTPUTF8 (RFC 6531): its local part is not ASCII. A domain
/// does not need it, as it has an ASCII form, and one that is a name is not looked at.
///
/// ```
/// use acelabel::address::needs_smtputf8;
///
/// assert_eq!((needs_smtputf8("почта@пример.рф")?, needs_smtputf8("post@пример.рф")?), (true, false));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`domain`](super::domain()).
pub fn needs_smtputf8(address: &str) -> Result<bool, Error> {
    let (octet, _) = domain_start(address.as_bytes())?;
    Ok(!bounded::first(address.as_bytes(), octet).is_ascii())
}

fn converted<'a>(address: &'a str, form: &AddressForm<'_>) -> Result<Cow<'a, str>, LabelError> {
    let (octet, start) = domain_start(address.as_bytes()).map_err(|error| LabelError::new(error, 0, None))?;
    let (before, domain) = address.split_at(octet);
    if is_literal(domain.as_bytes()) || form.leaves(domain.as_bytes()) {
        return Ok(Cow::Borrowed(address));
    }
    let mut output = Growing::default();
    form.write((before.as_bytes(), start), domain, &mut Scratch::default(), &mut output)?;
    let output = output.finished().map_err(LabelError::out_of_memory)?;
    Ok(if output == address.as_bytes() { Cow::Borrowed(address) } else { Cow::Owned(bounded::utf8_string(output)) })
}

/// Returns whether a domain is an address literal: [`domain_start`] has looked at its characters.
pub(crate) fn is_literal(domain: &[u8]) -> bool {
    domain.starts_with(b"[")
}

/// The form of a domain that an address gets.
#[derive(Clone, Copy)]
pub(crate) struct AddressForm<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) form: Form,
    /// True if a final dot is left out.
    pub(crate) is_key: bool,
}

impl AddressForm<'_> {
    /// That of addresses that are compared.
    pub(crate) const KEY: Self = Self { profile: &Profile::DNS, form: Form::Ascii, is_key: true };

    /// Returns whether a domain has this form, as far as one scan can tell.
    pub(crate) fn leaves(&self, domain: &[u8]) -> bool {
        is_own_form(domain, self.profile) && !(self.is_key && domain.ends_with(b"."))
    }

    /// Appends an address with this form of its domain, which is a name. `before` is what stands before the domain, and
    /// how many characters that are. Where it is refused, nothing is appended.
    pub(crate) fn write<T: Input + ?Sized>(
        &self,
        before: (&[u8], usize),
        domain: &T,
        scratch: &mut Scratch,
        output: &mut Growing<u8>,
    ) -> Result<(), LabelError> {
        let (octets, characters) = before;
        let all = output.len();
        output.extend_from_slice(octets);
        let start = output.len();
        let conversion = Conversion { profile: self.profile, form: self.form, on_error: OnError::Raise };
        let written = convert_name(domain, conversion, scratch, output);
        let judged = written.and_then(|()| judge(domain, conversion, output.get(start..).unwrap_or_default(), scratch));
        if let Err(error) = judged {
            output.truncate(all);
            return Err(error.in_name(characters, error.label_index()));
        }
        if self.is_key {
            // There is none where memory was refused.
            let name = output.get(start..).unwrap_or_default();
            output.truncate(bounded::add(start, length_without_root(name)));
        }
        Ok(())
    }
}

/// Refuses a domain that its profile accepts, and that ends an address in a header or holds a control character.
fn judge<T: Input + ?Sized>(
    domain: &T,
    conversion: Conversion<'_>,
    form: &[u8],
    scratch: &mut Scratch,
) -> Result<(), LabelError> {
    let profile = conversion.profile;
    if !profile.use_std3_ascii_rules {
        // IDNA2003 knows the STD3 rules alone.
        let is_idna2003 = profile.rules == Rules::Idna2003;
        let profile = &Profile { deny_url_code_points: true, use_std3_ascii_rules: is_idna2003, ..*profile };
        convert_name(domain, Conversion { profile, ..conversion }, scratch, &mut Discard::default())?;
    }
    // A domain that passes as it is may have specials beside the STD3 rules.
    let is_refused = form.iter().copied().any(is_special);
    if is_refused { special_in(domain, profile).map_or(Ok(()), Err) } else { Ok(()) }
}

/// Those of RFC 5322 section 3.2.3 that are no forbidden domain code points and part no labels: in a header an address
/// ends there.
const fn is_special(octet: u8) -> bool {
    matches!(octet, b'(' | b')' | b',' | b';' | b'"')
}

/// The error of the first character that is or becomes a special.
#[cold]
fn special_in<T: Input + ?Sized>(domain: &T, profile: &Profile) -> Option<LabelError> {
    let becomes_special = |unit| match code_point(unit, profile).to.filter(|to| !to.is_empty()) {
        Some(to) => to.bytes().any(is_special),
        None => u8::try_from(unit).is_ok_and(is_special),
    };
    let (offset, unit) = domain.code_points().enumerate().find(|&(_, unit)| becomes_special(unit))?;
    let label_index = domain.code_points().take(offset).filter(|&unit| is_separator(unit)).count();
    Some(LabelError::new(Error::new(ErrorKind::DisallowedCodepoint, offset), label_index, Some(unit)))
}

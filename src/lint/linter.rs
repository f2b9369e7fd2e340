//! A text is checked from its beginning to its end.

use super::authority::{UrlAround, behind_backslash, end_of_authority, goes_on_to, has_backslash_behind};
use super::host::HostPlace;
use super::link_text;
use super::problem::{LintProblems, Linting, PROFILE, Problem};
use super::reading::read;
use super::rules::Rule;
use super::signs::LineSigns;
use super::unmarked;
use crate::error::Error;
use crate::files::{Format, find};
use crate::formats::links::Markup;
use crate::host::Host;
use crate::text::{AUTHORITY_CONTINUES, Found, Kind, Sought, Start, each_found};
use crate::{bounded, is_plain};
use core::ops::Range;

/// The kind of a text: where names stand in it, and where links do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LintForm {
    /// Running text.
    Text,
    /// One name.
    Name,
    /// A document with links.
    Markup(Markup),
    /// A file whose format says where names stand.
    File(Format),
}

impl LintForm {
    /// The forms that are no [`Format`], by their names.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("text", Self::Text),
        ("name", Self::Name),
        ("markdown", Self::Markup(Markup::Markdown)),
        ("html", Self::Markup(Markup::Html)),
        ("rst", Self::Markup(Markup::Rst)),
    ];

    /// The form with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let form = Self::NAMED.iter().find(|(known, _)| *known == name).map(|&(_, form)| form);
        form.or_else(|| Format::ALL.iter().find(|format| format.name() == name).map(|&format| Self::File(format)))
    }
}

/// Finds the places of a text where a reader and the machine part, in the order of the text.
///
/// ```
/// use acelabel::display::Policy;
/// use acelabel::lint::{LintForm, Linting, Rule, check};
///
/// let how = Linting { policy: Some(Policy::LOOKALIKE_AWARE), ..Linting::default() };
/// let found = check(b"see https://bank.example@b.example/", LintForm::Text, &how)?;
/// assert_eq!((found[0].rule, found[0].goes_to.as_deref()), (Rule::UserIsHost, Some("b.example")));
/// assert_eq!(check("https://bücher.example/".as_bytes(), LintForm::Text, &how)?, []);
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn check(text: &[u8], form: LintForm, how: &Linting<'_>) -> Result<Vec<Problem>, Error> {
    let mut linter = Linter::new(form);
    let sought = Sought { tlds: how.tlds, ..Sought::all(PROFILE) };
    linter.over(text, Start::default(), text.len(), &sought, how)?;
    linter.finish(text, how)
}

/// Checks a text that is taken in portions.
pub(crate) struct Linter {
    form: LintForm,
    line: LineSigns,
    problems: LintProblems,
}

impl Linter {
    pub(crate) fn new(form: LintForm) -> Self {
        Self { form, line: LineSigns::default(), problems: LintProblems::default() }
    }

    /// Goes over the names from a place of a text up to another one.
    pub(crate) fn over(
        &mut self,
        text: &[u8],
        start: Start,
        end: usize,
        sought: &Sought<'_>,
        how: &Linting<'_>,
    ) -> Result<(), Error> {
        match self.form {
            LintForm::Text | LintForm::Markup(_) => {
                let sought = Sought { any_slashes: true, ..*sought };
                each_found(text, start, end, &sought, |one| self.found(text, &one, how))
            }
            LintForm::Name | LintForm::File(_) => Ok(()),
        }
    }

    /// Takes what only the whole text says. Returns all problems.
    pub(crate) fn finish(mut self, text: &[u8], how: &Linting<'_>) -> Result<Vec<Problem>, Error> {
        if let (Some(allow), LintForm::Text | LintForm::Markup(_)) = (how.allow, self.form) {
            unmarked::tell(text, allow, how, &mut self.problems)?;
        }
        match self.form {
            LintForm::Text => {}
            LintForm::Markup(markup) => {
                markup.each_link(text, &mut |link| link_text::of_document(&link, text, how, &mut self.problems))?;
            }
            LintForm::Name => {
                // White space is not of a name, and is left out by every reader of lists.
                let name = text.trim_ascii();
                let start = bounded::sub(text.len(), text.trim_ascii_start().len());
                self.name(text, start..bounded::add(start, name.len()), Kind::Bare, how)?;
            }
            LintForm::File(format) => {
                for place in find(text, format)? {
                    self.name(text, place.range, place.kind, how)?;
                }
            }
        }
        Ok(self.problems.in_order())
    }

    /// Looks at a name whose place the format says.
    fn name(&mut self, text: &[u8], range: Range<usize>, kind: Kind, how: &Linting<'_>) -> Result<(), Error> {
        if range.is_empty() {
            return Ok(());
        }
        self.line.go_to(text, range.start)?;
        let place = HostPlace { text, range, kind, code: None, is_part: false, around: None, is_alone: true };
        self.signs(&place, place.range.start)?;
        place.judge(how, &mut self.problems).map(drop)
    }

    /// Looks at a name of running text.
    #[inline]
    fn found(&mut self, text: &[u8], one: &Found, how: &Linting<'_>) -> Result<(), Error> {
        self.line.go_to(text, one.start)?;
        let is_asked = how.watch.is_some() || how.allow.is_some();
        let is_plain_line = self.line.is_ascii || self.line.is_plain() && !is_beside_others(text, one);
        if !is_asked && is_plain_line && is_quiet(text, one) { Ok(()) } else { self.look(text, one, how) }
    }

    #[inline(never)]
    fn look(&mut self, text: &[u8], one: &Found, how: &Linting<'_>) -> Result<(), Error> {
        let range = one.start..one.end;
        let around = if one.kind == Kind::UrlHost { UrlAround::of(text, &range) } else { None };
        if one.kind == Kind::UrlHost && around.is_none() {
            return Ok(());
        }
        let url_start = around.as_ref().map_or(one.start, |url| url.start);
        let Found { kind, code, is_part, .. } = *one;
        let place = HostPlace { text, range, kind, code, is_part, around, is_alone: false };
        let is_told = self.signs(&place, url_start)?;
        let is_hidden = place.judge(how, &mut self.problems)?;
        let Some(url) = &place.around else { return Ok(()) };
        if !is_told && !is_hidden {
            self.authority(&place, url, how)?;
        }
        link_text::of_terminal(text, url.start, how, &mut self.problems)
    }

    /// Tells the signs of the line. Returns whether one stands in the host, whose end it is.
    fn signs(&mut self, place: &HostPlace<'_>, url_start: usize) -> Result<bool, Error> {
        if self.line.is_ascii || self.line.is_plain() {
            return Ok(false);
        }
        let shown = String::from_utf8_lossy(bounded::part(place.text, place.range.clone())).into_owned();
        let goes_to = read(&shown);
        let goes_to = goes_to.as_ref().map(Host::ascii);
        for (range, spelt) in self.line.tags(place.text)? {
            let count = range.len() / 4;
            let spell = if spelt.is_empty() { String::new() } else { format!(", spelling '{spelt}',") };
            let (noun, verb) = if count == 1 { ("character", "stands") } else { ("characters", "stand") };
            let message = format!("{count} tag {noun}{spell} {verb} on a line with a URL, and nobody sees it");
            self.problems.add(Rule::TagCharacter, range, (&shown, goes_to), message)?;
        }
        let Some((at, unit)) = self.line.of_url(place.text, url_start..place.range.end)? else {
            return Ok(bounded::rest(place.text, place.range.end).starts_with(b"\xF3\xA0"));
        };
        let where_ = if at < url_start { "is open where the URL begins" } else { "stands inside the URL" };
        let message = format!("U+{unit:04X}, a control of direction, {where_}: the text is seen in another order");
        let range = at..bounded::add(at, if unit == 0x61C { 2 } else { 3 });
        self.problems.add(Rule::BidiControl, range, (&shown, goes_to), message)?;
        Ok(at >= place.range.end)
    }

    /// Looks at what stands around a host in its authority.
    fn authority(&mut self, place: &HostPlace<'_>, url: &UrlAround, how: &Linting<'_>) -> Result<(), Error> {
        let (text, range) = (place.text, &place.range);
        if let Some(user) = url.host_in_user(text, &how.endings())? {
            let host = String::from_utf8_lossy(bounded::part(text, range.clone())).into_owned();
            let goes_to = read(&host);
            let all = url.user.as_ref().map_or(range.start, |user| user.start)..range.end;
            return self.problems.add_user(all, (&user, &host), goes_to.as_ref().map(Host::ascii));
        }
        let continues = place.code == Some(AUTHORITY_CONTINUES);
        if !continues && !has_backslash_behind(text, range.end) {
            return Ok(());
        }
        let end = end_of_authority(text, range.end);
        let continues = if continues { goes_on_to(text, range, end) } else { None };
        let has_sign = bounded::part(text, range.end..end).contains(&b'@');
        let rule = if has_sign { Rule::UserIsHost } else { Rule::AuthorityContinues };
        let Some(goes_to) = continues.or_else(|| behind_backslash(text, end)) else { return Ok(()) };
        let host = String::from_utf8_lossy(bounded::part(text, range.clone())).into_owned();
        if !how.endings().make_host(&host.to_lowercase()) {
            return Ok(());
        }
        let message = format!("the authority goes on behind {host}: software may go to {goes_to}");
        self.problems.add(rule, range.start..end, (&host, Some(&goes_to)), message)
    }
}

/// Returns whether a character beyond ASCII stands right beside a name.
#[inline]
fn is_beside_others(text: &[u8], one: &Found) -> bool {
    let is_other = |octet: Option<&u8>| octet.is_some_and(|octet| !octet.is_ascii());
    is_other(bounded::first(text, one.start).last()) || is_other(text.get(one.end))
}

/// Returns whether nothing is to be said of a name on a line of ASCII: it is plain, nothing stands before it but the
/// mark of a URL or an address, and nothing behind it that goes on.
#[inline]
fn is_quiet(text: &[u8], one: &Found) -> bool {
    let name = bounded::part(text, one.start..one.end);
    let is_word = name.last().is_some_and(u8::is_ascii_alphabetic) && is_plain(name);
    let is_marked = match one.kind {
        Kind::UrlHost => {
            let before = bounded::first(text, one.start).strip_suffix(b"://");
            // An address in numbers may end in a letter: `0xa`.
            let is_number = || name.rsplit(|&octet| octet == b'.').next().is_some_and(|last| last.starts_with(b"0x"));
            // A link of a terminal has a semicolon before its URL.
            let is_after =
                |before: &[u8]| before.iter().rev().find(|octet| !octet.is_ascii_alphabetic()) != Some(&b';');
            before.is_some_and(is_after) && !is_number() && !has_backslash_behind(text, one.end)
        }
        Kind::EmailDomain | Kind::Bare => true,
    };
    is_word && is_marked && one.code.is_none() && !one.is_escaped
}

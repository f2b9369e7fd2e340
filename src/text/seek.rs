//! The walk over a text, which stops at lines that may hold a name.

use super::character::{ends_word, is_of_local_part};
use super::defanged::Followed;
use super::extent::has_mixed_end;
use super::judged::{has_known_tld, has_label, refusal_of};
use super::line::{self, Candidate};
use super::marks::Ahead;
use super::{AUTHORITY_CONTINUES, Found, Kind, MIXED_SCRIPTS, Sought, escape, scan};
use crate::bounded;
use crate::domain::is_own_form;
use crate::error::{Error, ErrorKind};
use crate::label::has_prefix;
use crate::memory;

/// A line of more octets is taken in parts, so that what is held of a stream is bounded.
pub(super) const LONGEST: usize = 1 << 16;

#[derive(Clone, Copy, Default)]
#[cfg(any(feature = "python", test, fuzzing))]
pub(crate) struct Reached {
    octet: usize,
    character: usize,
}

#[cfg(any(feature = "python", test, fuzzing))]
impl Reached {
    /// Goes on to an octet of the text. Returns how many characters stand before it.
    pub(crate) fn go_on(&mut self, text: &[u8], octet: usize) -> usize {
        let between = crate::label::characters(bounded::part(text, self.octet..octet));
        self.character = bounded::add(self.character, between);
        self.octet = octet;
        self.character
    }

    /// Returns how many characters stand before an octet that may be one of those before.
    pub(crate) fn count_to(&mut self, text: &[u8], octet: usize) -> usize {
        if octet >= self.octet {
            return self.go_on(text, octet);
        }
        bounded::sub(self.character, crate::label::characters(bounded::part(text, octet..self.octet)))
    }
}

/// Where a part of a text begins that is looked at by itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct Start {
    pub(crate) at: usize,
    /// True if a word was cut there, because it is longer than any line.
    pub(crate) is_cut: bool,
}

impl Start {
    /// The end of the parts that are complete in about so many octets of a text, so that a long one is taken in
    /// portions. It is another place, unless the text is at its end.
    #[cfg(feature = "python")]
    pub(crate) fn portion(self, text: &[u8], size: usize) -> Self {
        // Saturating: the size may be any number.
        let end = self.at.saturating_add(size.max(LONGEST));
        let portion = text.get(..end);
        self.last(portion.unwrap_or(text), portion.is_none())
    }

    /// The end of the parts that are complete.
    pub(crate) fn last(self, text: &[u8], is_all: bool) -> Self {
        let mut end = self;
        // Complete lines are many at once.
        if let Some(place) = text.get(self.at..).and_then(scan::last_line_feed) {
            end = Self { at: bounded::add(bounded::add(self.at, place), 1), is_cut: false };
        }
        while end.at < text.len()
            && let Some(next) = end.next(text, is_all)
        {
            end = next;
        }
        end
    }

    /// The end of lines from here to another place, which have together no more octets than a line may have.
    fn end_of_lines(self, text: &[u8], end: usize) -> Option<usize> {
        let rest = text.get(self.at..end).filter(|_| !self.is_cut)?;
        let near = bounded::first(rest, rest.len().min(LONGEST));
        if end == text.len() && rest.len() < LONGEST {
            return Some(end);
        }
        Some(bounded::add(bounded::add(self.at, scan::last_line_feed(near)?), 1))
    }

    /// Where the next part starts. Nothing where that depends on what is still to come.
    fn next(self, text: &[u8], is_all: bool) -> Option<Self> {
        self.next_behind(text, self.at, is_all)
    }

    /// The same where it is known that no line ends before a place.
    fn next_behind(self, text: &[u8], place: usize, is_all: bool) -> Option<Self> {
        let rest = bounded::rest(text, self.at);
        let most = rest.get(..LONGEST);
        let part = most.unwrap_or(rest);
        let after = |size: usize, is_cut| Some(Self { at: bounded::add(self.at, size), is_cut });
        let known = bounded::sub(place, self.at).min(part.len());
        match (scan::line_feed(bounded::rest(part, known)), most) {
            (Some(place), _) => after(bounded::add(bounded::add(known, place), 1), false),
            (None, None) => after(part.len(), false).filter(|_| is_all),
            (None, Some(part)) => match end_of_part(part) {
                Some(size) => after(size, false),
                None => after(part.len(), true),
            },
        }
    }
}

/// Where a part of a long line ends, so that no name goes through its end: behind white space; else before what ends
/// the authority of a URL as well as a word; else before what may stand between two names.
fn end_of_part(part: &[u8]) -> Option<usize> {
    // The text up to a mark, with it, and what stands behind.
    let before = |is_end: fn(&[u8], Option<&u8>) -> bool| {
        (1..part.len()).rev().find(|&place| {
            let behind = bounded::add(place, 1);
            is_end(bounded::first(part, behind), part.get(behind))
        })
    };
    let behind_space = part.iter().rposition(|&octet| is_space(octet)).map(|place| bounded::add(place, 1));
    // A quotation mark may belong to the local part of an address.
    let is_mark = |text: &[u8], behind: Option<&u8>| match text {
        [.., before, b'<' | b'>'] => *before != b'\\',
        [.., before, b'"'] => {
            !(before.is_ascii_alphanumeric() || b"\\.!?\"@-_".contains(before))
                && behind.is_some_and(|next| *next != b'@')
        }
        _ => false,
    };
    let is_separator =
        |text: &[u8], _: Option<&u8>| matches!(text, [.., b',' | b';']) && !escape::ends_with_reference(text);
    behind_space.or_else(|| before(is_mark)).or_else(|| before(is_separator))
}

const fn is_space(octet: u8) -> bool {
    matches!(octet, b'\t'..=b'\r' | b' ')
}

/// A part of a text that is looked at by itself.
#[derive(Default)]
pub(super) struct Part<'t> {
    pub(super) text: &'t [u8],
    pub(super) start: usize,
    /// True if it begins inside a word.
    pub(super) after_cut: bool,
    /// True if its last word goes on behind it: there a name may be half of one.
    pub(super) before_cut: bool,
    /// True if the authority of a URL may go on behind it.
    pub(super) is_open: bool,
}

/// Goes over the parts in which `first` finds something, from a place on. What stands behind a part says what its end
/// means. Returns where the last of them ends.
pub(super) fn each_part<'t>(
    text: &'t [u8],
    from: Start,
    first: impl Fn(usize) -> Option<usize>,
    mut visit: impl FnMut(Part<'t>) -> Result<(), Error>,
) -> Result<Start, Error> {
    let mut part = from;
    while let Some(place) = first(part.at) {
        if let Some(line) = text.get(part.at..place).and_then(scan::last_line_feed) {
            part = Start { at: bounded::add(bounded::add(part.at, line), 1), is_cut: false };
        }
        while let Some(next) = part.next_behind(text, place, true) {
            let (start, after_cut) = (part.at, part.is_cut);
            part = next;
            if next.at > place {
                let behind = text.get(next.at);
                let text = bounded::part(text, start..next.at);
                let ends_in_word = text.last().is_some_and(|&octet| !is_space(octet));
                let is_open = next.is_cut || ends_in_word && matches!(behind, Some(b',' | b';'));
                visit(Part { text, start, after_cut, before_cut: next.is_cut, is_open })?;
                break;
            }
        }
    }
    Ok(part)
}

/// The candidates of a part: names, valid or not. Their places are those in the part. If there are marks, told with the
/// place of the part among them, what has none is passed over. Returns false where each line is to be walked without
/// marks.
pub(super) fn candidates(
    part: &Part<'_>,
    sought: &Sought<'_>,
    marks: Option<(&Ahead<'_>, usize)>,
    found: &mut Vec<Candidate>,
) -> Result<bool, Error> {
    found.clear();
    let is_walked = line::names(part.text, sought, part.after_cut, marks, found)?;
    if part.is_open {
        // A numeric reference of HTML may belong to an authority.
        let is_reference = |place: usize| bounded::first(part.text, place).ends_with(b"&");
        let ends = |(place, &octet): (usize, &u8)| match octet {
            b'#' => !is_reference(place),
            _ => is_space(octet) || b"/?\\\"<>".contains(&octet),
        };
        let end = part.text.iter().enumerate().rposition(ends);
        let is_whole = |one: &Candidate| end.is_some_and(|end| end >= one.end);
        if part.before_cut {
            found.retain(|one| match one.kind {
                Kind::UrlHost => is_whole(one),
                Kind::EmailDomain | Kind::Bare => is_whole(one) || is_far_from_end(part.text, one),
            });
        }
        for one in found.iter_mut().filter(|one| one.kind == Kind::UrlHost && !is_whole(one)) {
            one.goes_on = true;
        }
    }
    Ok(is_walked)
}

/// Returns whether a name ends before a cut, whatever follows: no local part goes on behind it, and no escape.
fn is_far_from_end(part: &[u8], one: &Candidate) -> bool {
    /// More octets than a quoted local part has, or an escape.
    const FAR: usize = 320;
    let behind = bounded::rest(part, one.end);
    let near = bounded::first(behind, behind.len().min(FAR));
    let ends = |octet: &u8| match one.kind {
        Kind::Bare => octet.is_ascii() && (ends_word((*octet).into()) || !is_of_local_part((*octet).into())),
        _ => !b"^`|@".contains(octet),
    };
    near.len() == FAR && near.iter().any(ends)
}

/// Finds the names in a text, in their order. Places count octets.
///
/// Every host and every domain of an address is found, and [`Found::code`] says whether it is valid. A bare name is
/// found where one of its labels is a valid A-label, or where it ends in a known top-level domain and is valid,
/// escaped, or has a label with another form.
///
/// ```
/// use acelabel::Profile;
/// use acelabel::text::{Kind, Sought, find};
///
/// let text = b"Siehe https://xn--bcher-kva.de/x, mail an a@xn--bcher-kva.de.";
/// let found = find(text, &Sought::all(&Profile::UTS46))?;
/// assert_eq!((found[0].start, found[0].end, found[0].kind), (14, 30, Kind::UrlHost));
/// assert_eq!((found[1].start, found[1].end, found[1].kind), (44, 60, Kind::EmailDomain));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn find(text: &[u8], sought: &Sought<'_>) -> Result<Vec<Found>, Error> {
    let mut all = Vec::new();
    each_found(text, Start::default(), text.len(), sought, |found| memory::push(&mut all, found))?;
    Ok(all)
}

/// Hands over the names from a place on, so that not all of a long text are held.
pub(crate) fn each_found(
    text: &[u8],
    start: Start,
    end: usize,
    sought: &Sought<'_>,
    mut work: impl FnMut(Found) -> Result<(), Error>,
) -> Result<(), Error> {
    each_mark(text, start, end, sought, false, &mut work)
}

/// The same; with `all`, addresses whose domain is no name are handed over, too. There is one copy of this in the
/// module, as the walk is large.
#[inline(never)]
pub(super) fn each_mark(
    text: &[u8],
    start: Start,
    end: usize,
    sought: &Sought<'_>,
    all: bool,
    work: &mut dyn FnMut(Found) -> Result<(), Error>,
) -> Result<(), Error> {
    each_walked(text, start, end, sought, Search::of(sought), all, work)
}

/// Which parts of a text are walked.
#[derive(Clone, Copy)]
pub(super) enum Search {
    /// Words with a mark.
    Marks,
    /// Lines with what may be a mark, or an escape of one.
    Lines,
    /// All of them.
    Every,
}

impl Search {
    const fn of(sought: &Sought<'_>) -> Self {
        match sought {
            Sought { defanged: true, .. } => Self::Every,
            Sought { everywhere: true, .. } => Self::Lines,
            _ => Self::Marks,
        }
    }
}

/// The same where it is told which parts are walked.
pub(super) fn each_walked(
    text: &[u8],
    start: Start,
    end: usize,
    sought: &Sought<'_>,
    search: Search,
    all: bool,
    mut work: impl FnMut(Found) -> Result<(), Error>,
) -> Result<(), Error> {
    let (ahead, mut found) = (Ahead::of(bounded::first(text, end), sought), Vec::new());
    let mut visit = |part: Part<'_>, marks: Option<&Ahead<'_>>| {
        let followed = Followed::of(part.text, sought.defanged)?;
        let marks = marks.map(|marks| (marks, part.start));
        if !candidates(&Part { text: &followed.text, ..part }, sought, marks, &mut found)? {
            return Ok(false);
        }
        let mut last = 0..0;
        for one in &found {
            let name = one.start..one.end;
            let before = core::mem::replace(&mut last, name.clone());
            if !sought.counts(one.kind) {
                continue;
            }
            let octets = followed.text.get(name.clone()).unwrap_or_default();
            let names_itself = followed.has_change(&name);
            if let Some(code) = code_of(octets, one, names_itself, sought, all)? {
                let is_defanged = names_itself || sought.defanged && followed.is_marked(before, one.start);
                let goes_on = is_defanged && one.kind == Kind::UrlHost && followed.is_spaced_dot(one.end);
                let code = if goes_on { Some(AUTHORITY_CONTINUES) } else { code };
                let old = followed.old(name);
                let (start, end) = (bounded::add(part.start, old.start), bounded::add(part.start, old.end));
                let Candidate { kind, is_escaped, is_part, .. } = *one;
                let local_start =
                    one.local_start.map(|start| bounded::add(part.start, followed.old(start..start).start));
                work(Found { start, end, kind, local_start, is_escaped, is_part, is_defanged, code })?;
            }
        }
        Ok(true)
    };
    match search {
        Search::Marks => each_of_lines(text, start, end, &ahead, visit),
        Search::Lines => {
            let mark = |octet| b"/@-.%&\\".contains(&octet);
            let first = |from| Some(bounded::add(from, scan::first(bounded::part(text, from..end), mark)?));
            each_part(text, start, first, |part| visit(part, None).map(drop)).map(drop)
        }
        Search::Every => {
            each_part(text, start, |from| Some(from).filter(|&from| from < end), |part| visit(part, None).map(drop))
                .map(drop)
        }
    }
}

/// Goes over the lines of a text that have a mark. As many are visited at once as have no more octets than one line may
/// have. Where `visit` returns false, each of them is visited by itself, without marks. Each part of a longer line is
/// visited by itself, too.
fn each_of_lines<'t>(
    text: &'t [u8],
    from: Start,
    end: usize,
    ahead: &Ahead<'_>,
    mut visit: impl FnMut(Part<'t>, Option<&Ahead<'_>>) -> Result<bool, Error>,
) -> Result<(), Error> {
    let mut at = from;
    while let Some(mark) = Some(ahead.mark(at.at)).filter(|&mark| mark < end) {
        if let Some(feed) = text.get(at.at..mark).and_then(scan::last_line_feed) {
            at = Start { at: bounded::add(bounded::add(at.at, feed), 1), is_cut: false };
        }
        if let Some(lines) = at.end_of_lines(text, end).filter(|&lines| lines > mark) {
            let part = Part { text: bounded::part(text, at.at..lines), start: at.at, ..Part::default() };
            if visit(part, Some(ahead))? {
                at = Start { at: lines, is_cut: false };
            } else {
                let first = |from| Some(from).filter(|&from| from < lines);
                at = each_part(text, at, first, |part| visit(part, None).map(drop))?;
            }
        } else {
            let first = |from| (from <= mark).then_some(mark);
            at = each_part(text, at, first, |part| {
                let again = Part { text: part.text, ..part };
                if visit(part, Some(ahead))? { Ok(()) } else { visit(again, None).map(drop) }
            })?;
        }
    }
    Ok(())
}

/// The code of a candidate that has these octets, if it is a name. With `all`, a domain that is none has no code, but
/// counts.
fn code_of(
    octets: &[u8],
    one: &Candidate,
    names_itself: bool,
    sought: &Sought<'_>,
    all: bool,
) -> Result<Option<Option<&'static str>>, Error> {
    // Most hosts of a log are plain.
    let is_marked = one.kind != Kind::Bare && !one.goes_on && !one.is_no_name;
    if is_marked && is_own_form(octets, sought.profile) {
        return Ok(Some(None));
    }
    // Octets that are not UTF-8 are not a name.
    match core::str::from_utf8(octets).ok().filter(|_| !one.is_no_name) {
        Some(text) => judged(text, one, names_itself, sought),
        None => Ok(all.then_some(None)),
    }
}

/// The code of a candidate that is a name. What is escaped is not judged.
fn judged(
    name: &str,
    one: &Candidate,
    names_itself: bool,
    sought: &Sought<'_>,
) -> Result<Option<Option<&'static str>>, Error> {
    let is_named = one.kind != Kind::Bare || names_itself || has_label(name, sought.profile, has_prefix)?;
    if !is_named && !has_known_tld(name, sought)? {
        return Ok(None);
    }
    let refusal = if one.is_escaped { None } else { refusal_of(name, sought.profile)? };
    let is_name = is_named || refusal.is_none() || has_label(name, sought.profile, |label| !label.is_ascii())?;
    let code = match one.kind {
        Kind::EmailDomain if one.goes_on => Some(ErrorKind::SecondAtSign.code()),
        _ if one.goes_on => Some(AUTHORITY_CONTINUES),
        Kind::UrlHost | Kind::EmailDomain if refusal.is_none() && !one.is_escaped && has_mixed_end(name) => {
            Some(MIXED_SCRIPTS)
        }
        _ => refusal.map(ErrorKind::code),
    };
    Ok(is_name.then_some(code))
}

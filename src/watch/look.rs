//! A text, a name or more than one, is compared with watched names: each name in it is looked at.
//!
//! ```text
//! a name without what ends one:     it is looked at
//! another text, and each word:      the hosts, addresses and names that the scanner of `text` finds are looked at;
//!                                   what else software would visit, by the letters alone;
//!                                   the word as a whole, by the letters alone, as symbols stand for letters
//! ```
//!
//! A name that is watched or allowed, or stands below one, looks like none, however it is written.

use super::hits::{Hits, Lookalike, Looked};
use super::hosts::{
    SeenName, Sighting, bare, each_host, has_end, inner, is_emphasis, is_more, letters, raw_authority,
    scheme_and_slashes, words,
};
use super::shapes::How;
use super::sieve::plain_name;
use super::watchlist::Watchlist;
use crate::display::labels::{DOT, Labels, Room, code_points};
use crate::display::shown::Watch;
use crate::domain::is_more_than_a_name;
use crate::error::Error;
use crate::label::is_separator;
use crate::text::unescaped;
use crate::{bounded, memory};

/// Browsers remove these from a URL (URL Standard, basic URL parser), so that it is read with and without them:
/// elsewhere they separate fields.
const REMOVED: [char; 3] = ['\t', '\n', '\r'];

impl Watchlist {
    /// The watched name or label that a name looks like most, as [`lookalikes`](Self::lookalikes) finds them.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn lookup(&self, name: &str) -> Result<Option<&str>, Error> {
        Ok(self.lookalikes(name)?.first().map(|found| found.target))
    }

    /// The watched names and labels that a name, or a name above it, looks like, the most alike first. A watched name
    /// and what lies below it look like none.
    ///
    /// A text with a character that no name holds is more than a name, such as a URL, an address of e-mail, or a host
    /// and its port. The names in it are looked up: hosts of URLs, domains of addresses and names with a dot, those
    /// written like `example[.]com` among them.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn lookalikes(&self, name: &str) -> Result<Vec<Lookalike<'_>>, Error> {
        Ok(match self.looked(name)? {
            Looked::Like(found) => found,
            Looked::Unlike | Looked::NoName => Vec::new(),
        })
    }

    /// The same, and whether there was a name.
    pub(crate) fn looked(&self, name: &str) -> Result<Looked<'_>, Error> {
        if let Some(plain) = plain_name(name)
            && !self.may_look_like(plain)?
        {
            return Ok(Looked::Unlike);
        }
        look(self, name)
    }
}

fn look<'w>(list: &'w Watchlist, text: &str) -> Result<Looked<'w>, Error> {
    let mut look = Look { list, hits: Hits::new(text), is_guess: false };
    if is_more(text) || has_end(text) {
        return look.over(text);
    }
    look.at(&SeenName::new(text, Sighting::Found))?;
    Ok(look.found().unwrap_or(Looked::Unlike))
}

struct Look<'w, 't> {
    list: &'w Watchlist,
    hits: Hits<'w, 't>,
    /// True if no name in sight is one for sure.
    is_guess: bool,
}

/// The names that were seen in a part of a text.
struct Sighted {
    any: bool,
    /// True if one of them is watched or allowed.
    own: bool,
}

impl<'w> Look<'w, '_> {
    /// Looks at a text that is more than a name.
    #[cold]
    #[inline(never)]
    fn over(mut self, text: &str) -> Result<Looked<'w>, Error> {
        let seen = self.inside(text)?;
        let mut has_name = self.joined(text, seen.own)? || seen.any;
        for word in words(text) {
            has_name |= self.around(word, text)?;
        }
        Ok(match self.found() {
            Some(like) => like,
            None if has_name || text.trim().is_empty() => Looked::Unlike,
            None => Looked::NoName,
        })
    }

    fn found(self) -> Option<Looked<'w>> {
        let found = self.hits.in_order();
        (!found.is_empty()).then_some(Looked::Like(found))
    }

    /// Looks at a URL without what browsers remove from it. Behind a name of one's own the next field of a table
    /// begins, unless it goes on with what parts names.
    fn joined(&mut self, text: &str, has_own: bool) -> Result<bool, Error> {
        let is_url = scheme_and_slashes(text.trim()).is_some() && !text.contains([' ', '"', '\'', '`', '<', '>']);
        if !is_url || !text.contains(REMOVED) {
            return Ok(false);
        }
        let goes_on = text.split(REMOVED).skip(1).any(|part| part.starts_with(['.', '@', '-', ':']));
        self.is_guess = has_own && !goes_on;
        let mut url = String::new();
        url.try_reserve_exact(text.len()).map_err(|_| memory::refused())?;
        url.extend(text.chars().filter(|character| !REMOVED.contains(character)));
        let seen = self.inside(&url)?;
        self.is_guess = false;
        Ok(seen.any)
    }

    /// Looks at a word of a text, and at what it holds. Returns whether that is a name.
    fn around(&mut self, word: &str, text: &str) -> Result<bool, Error> {
        let mut has_name = false;
        if word.len() < text.len() {
            self.word(word)?;
        }
        // A stop that is not that of ASCII may end a sentence.
        for part in word.split(|one: char| !one.is_ascii() && is_separator(one.into())) {
            if part.len() < word.len() && part.contains('.') {
                self.word(part)?;
            }
        }
        // A URL may stand behind what is no URL, with any number of slashes: `<a href="https:///a.example">`.
        if scheme_and_slashes(word).is_none() {
            let is_mark = |one| matches!(one, '"' | '\'' | '=' | ',' | ';' | '<' | '>' | '(' | '[' | '{');
            for part in word.split(is_mark).filter(|part| part.len() < word.len()) {
                if scheme_and_slashes(part).is_some() {
                    has_name |= self.inside(part)?.any;
                }
            }
        }
        // A character that is percent-encoded may part names as well: `user%40a.example`.
        let host = raw_authority(word);
        if host.contains('%')
            && let Some(plain) = unescaped(host)?
        {
            has_name |= self.inside(&plain)?.any;
            for part in words(&plain) {
                self.word(part)?;
            }
        }
        Ok(has_name)
    }

    /// Looks at a word, which looks like what it looks like alone.
    fn word(&mut self, word: &str) -> Result<(), Error> {
        if is_more(word) || has_end(word) {
            self.inside(word)?;
        } else {
            self.at(&SeenName::new(word, Sighting::Found))?;
        }
        Ok(())
    }

    /// Looks at the names in a part of a text, which is more than a name or has a character that ends one.
    fn inside(&mut self, part: &str) -> Result<Sighted, Error> {
        let mut own = false;
        let any = each_host(part, |host| {
            own |= self.at(&host)?;
            Ok(())
        })?;
        let name = inner(part);
        if any && !own && !is_more(name) && has_end(name) {
            // All of it may be a name, too: software that takes it for one sees the letters that symbols stand for.
            self.at(&SeenName::new(name, Sighting::Guessed))?;
        }
        Ok(Sighted { any, own })
    }

    /// Looks at a name. Returns whether it is watched or allowed.
    fn at(&mut self, &SeenName { name, written, sighting }: &SeenName<'_>) -> Result<bool, Error> {
        let (name, written) = (bare(name), bare(written));
        let sighting = if self.is_guess { Sighting::Guessed } else { sighting };
        // A name of one's own and a symbol beside it are taken for these.
        if sighting == Sighting::Guessed && self.list.is_own(&Labels::of(letters(name), &mut Room::default())?) {
            return Ok(true);
        }
        let mut room = Room::default();
        let labels = Labels::of(name, &mut room)?;
        self.list.each_hit(&labels, |target, how, place, part| {
            if sighting == Sighting::Guessed && !by_letters(how) {
                return Ok(());
            }
            self.hits.add(target, (how, place.score(how)), (written, &labels), part)
        })?;
        Ok(self.list.is_own(&labels))
    }
}

impl Watch for Watchlist {
    fn watched_from(&self, labels: &Labels<'_>) -> Result<Option<usize>, Error> {
        if self.is_empty() { Ok(None) } else { watched_from(self, labels) }
    }
}

/// The first label that is a part of what is taken for a watched name by its letters, as its index.
fn watched_from(list: &Watchlist, labels: &Labels) -> Result<Option<usize>, Error> {
    if !labels.has_invalid() && is_bare(labels.text()) && !is_more_than_a_name(labels.text()) {
        return first_watched(list, labels);
    }
    // Labels that are not valid count as they are shown, so that what is shown is shown again.
    let shown = labels.with_invalid_in_ascii()?;
    if is_more(&shown) || !is_bare(&code_points(&shown)?) {
        let is_like =
            matches!(list.looked(&shown)?, Looked::Like(found) if found.iter().any(|hit| by_letters(hit.how)));
        return Ok(is_like.then_some(0));
    }
    first_watched(list, &Labels::of(&shown, &mut Room::default())?)
}

fn first_watched(list: &Watchlist, labels: &Labels) -> Result<Option<usize>, Error> {
    let mut first: Option<usize> = None;
    list.each_hit(labels, |_, how, _, part| {
        if by_letters(how) {
            first = Some(first.map_or(part.start, |first| first.min(part.start)));
        }
        Ok(())
    })?;
    let dots = |first| bounded::first(labels.text(), first).iter().filter(|&&unit| unit == DOT).count();
    Ok(first.map(dots))
}

const fn by_letters(how: How) -> bool {
    matches!(how, How::Variant | How::Skeleton | How::Similar)
}

/// Returns whether no emphasis stands around a name, of which a final dot is a part.
fn is_bare(name: &[u32]) -> bool {
    let name = name.strip_suffix(&[DOT]).unwrap_or(name);
    let is_around = |unit: Option<&u32>| unit.copied().and_then(char::from_u32).is_some_and(is_emphasis);
    !is_around(name.first()) && !is_around(name.last())
}

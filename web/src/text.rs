//! Names inside a text: where they are, and the text with their other form.

use core::ops::Range;

use acelabel::files::{FileRewriter, FileRewriting, Format, find as find_in_file};
use acelabel::text::{Found, Kind, Rewriting, Sought, find, rewritten as rewrite};
use acelabel::{OnError, Profile, to_ascii};

use crate::json::Json;

/// How names of a text are written anew.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) profile: &'static Profile,
    pub(crate) to_unicode: bool,
    /// Of so many names more is told than their number.
    pub(crate) most_names: usize,
}

/// The formats that a text may have beside running text.
fn offered() -> impl Iterator<Item = Format> {
    Format::ALL.iter().copied().filter(|&format| format != Format::Text)
}

/// The name and the description of each of them.
pub(crate) fn formats(json: &mut Json) {
    json.array(|json| {
        for format in offered() {
            json.array(|json| [format.name(), format.about()].into_iter().for_each(|word| json.string(word)));
        }
    });
}

/// The text with the names in the other form, the number of names in it, and the first of them. Places count
/// characters. A format that is none of these is running text.
pub(crate) fn rewritten(json: &mut Json, text: &str, format: &str, wanted: Wanted) {
    match offered().find(|known| known.name() == format) {
        Some(format) => in_file(json, text, format, wanted),
        None => in_text(json, text, wanted),
    }
}

fn in_text(json: &mut Json, text: &str, wanted: Wanted) {
    let Wanted { profile, to_unicode, .. } = wanted;
    let sought = Sought::all(profile);
    let rewriting = Rewriting { sought, to_unicode, annotate: false, isolate: false, shows: None };
    let new = rewrite(text.as_bytes(), &rewriting).ok().flatten();
    let found = find(text.as_bytes(), &sought).unwrap_or_default();
    let new = new.map(|octets| String::from_utf8_lossy(&octets).into_owned());
    // Of these a text has words that no name was meant by, such as two sentences without a space between them.
    let of_itself = |name: &&Found| {
        let text = text.get(name.start..name.end).unwrap_or_default();
        name.kind == Kind::Bare && name.code.is_none() && !name.is_escaped && !name.is_defanged && !text.is_ascii()
    };
    let every = Sought { tlds: Some(&|_| true), ..sought };
    let bare = if to_unicode { Vec::new() } else { find(text.as_bytes(), &every).unwrap_or_default() };
    json.object(|json| {
        json.key("text").string(new.as_deref().unwrap_or(text));
        names_of(json, text, (found.len(), wanted.most_names), &|place| {
            let name = found.get(place)?;
            Some((name.start..name.end, name.kind, name.is_escaped, name.code))
        });
        json.key("left").number(bare.iter().filter(of_itself).count());
        let first = bare.iter().find(of_itself).and_then(|name| text.get(name.start..name.end));
        json.key("first_left").string_or_null(first);
        json.key("others").number(0);
    });
}

fn in_file(json: &mut Json, text: &str, format: Format, wanted: Wanted) {
    let Wanted { profile, to_unicode, .. } = wanted;
    let how = FileRewriting { format, profile, to_unicode, on_error: OnError::Keep, escapes_are_letters: false };
    let (mut rewriter, mut new) = (FileRewriter::default(), Vec::new());
    // Only memory can be refused, and here that ends the program.
    let _ = rewriter.feed(text.as_bytes(), &how, &mut new).and_then(|()| rewriter.finish(&how, &mut new));
    let found = find_in_file(text.as_bytes(), format).unwrap_or_default();
    json.object(|json| {
        json.key("text").string(&String::from_utf8_lossy(&new));
        names_of(json, text, (found.len(), wanted.most_names), &|place| {
            let name = found.get(place)?;
            let code = to_ascii(text.get(name.range.clone())?, profile).err().map(|error| error.kind().code());
            Some((name.range.clone(), name.kind, false, code))
        });
        json.key("left").number(0);
        json.key("first_left").null();
        json.key("others").number(rewriter.counts().others);
    });
}

/// A name: where it is, its mark, whether it is escaped, and its code.
type Told = (Range<usize>, Kind, bool, Option<&'static str>);

/// The number of names, and of the first of them what is told of each.
fn names_of(json: &mut Json, text: &str, (count, most): (usize, usize), tell: &dyn Fn(usize) -> Option<Told>) {
    json.key("count").number(count);
    json.key("found").array(|json| {
        let (mut octets, mut characters) = (0, 0);
        // The names come in their order, so that each character is counted once.
        let mut place = |to: usize| {
            let between = text.get(octets..to).unwrap_or_default();
            characters = between.chars().count().saturating_add(characters);
            octets = to;
            characters
        };
        for (range, kind, is_escaped, code) in (0..most).map_while(tell) {
            let (start, end) = (place(range.start), place(range.end));
            json.object(|json| {
                json.key("start").number(start);
                json.key("end").number(end);
                json.key("kind").string(title(kind));
                json.key("name").string(text.get(range).unwrap_or_default());
                json.key("is_escaped").boolean(is_escaped);
                json.key("code").string_or_null(code);
            });
        }
    });
}

const fn title(kind: Kind) -> &'static str {
    match kind {
        Kind::UrlHost => "url_host",
        Kind::EmailDomain => "email_domain",
        Kind::Bare => "bare",
    }
}

//! Names inside a text: where they are, and the text with their other form.

use acelabel::Profile;
use acelabel::text::{Found, Kind, Rewriting, Sought, find, rewritten as rewrite};

use crate::json::Json;

/// The text with the names in the other form, the number of names in it, and the first of them. Places count
/// characters.
pub(crate) fn rewritten(json: &mut Json, text: &str, profile: &'static Profile, to_unicode: bool, most_names: usize) {
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
        json.key("count").number(found.len());
        json.key("found").array(|json| {
            let (mut octets, mut characters) = (0, 0);
            // The names come in their order, so that each character is counted once.
            let mut place = |to: usize| {
                let between = text.get(octets..to).unwrap_or_default();
                characters = between.chars().count().saturating_add(characters);
                octets = to;
                characters
            };
            for name in found.iter().take(most_names) {
                let (start, end) = (place(name.start), place(name.end));
                json.object(|json| {
                    json.key("start").number(start);
                    json.key("end").number(end);
                    json.key("kind").string(title(name.kind));
                    json.key("name").string(text.get(name.start..name.end).unwrap_or_default());
                    json.key("is_escaped").boolean(name.is_escaped);
                    json.key("code").string_or_null(name.code);
                });
            }
        });
        json.key("left").number(bare.iter().filter(of_itself).count());
        let first = bare.iter().find(of_itself).and_then(|name| text.get(name.start..name.end));
        json.key("first_left").string_or_null(first);
    });
}

const fn title(kind: Kind) -> &'static str {
    match kind {
        Kind::UrlHost => "url_host",
        Kind::EmailDomain => "email_domain",
        Kind::Bare => "bare",
    }
}

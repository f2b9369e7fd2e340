//! Domain names: many at once, or everything there is to know about one.

use acelabel::clients::{ClientReading, Clients, read};
use acelabel::display::{self, Policy, Watchlist};
use acelabel::security;
use acelabel::{Inspection, LabelError, Profile, inspect, to_ascii, to_unicode};

use crate::json::Json;
use crate::{PROFILES, problem};

/// The policies, by the names that the command line gives them.
const POLICIES: [(&str, &Policy); 3] = [
    ("lookalike_aware", &Policy::LOOKALIKE_AWARE),
    ("strict", &Policy::STRICT),
    ("uts39_moderate", &Policy::UTS39_MODERATE),
];

/// The most characters and labels of one name that are answered: a browser cannot draw a line of a million of them.
const MOST_CHARACTERS: usize = 1000;
const MOST_LABELS: usize = 127;
/// As many as worker.js shows.
const MOST_PROBLEMS: usize = 10;

/// Each line: the ASCII form and the Unicode form; or null twice, the code and the offset of the first problem.
pub(crate) fn many(json: &mut Json, lines: &str, profile: &Profile) {
    json.array(|json| {
        for line in lines.lines() {
            json.array(|json| match to_ascii(line, profile) {
                Ok(ascii) => {
                    json.string(&ascii);
                    json.string_or_null(to_unicode(line, profile).ok().as_deref());
                }
                Err(error) => {
                    json.null();
                    json.null();
                    json.string(error.kind().code());
                    json.number(error.offset());
                }
            });
        }
    });
}

/// One name: under each profile, character by character, and as each policy shows it beside the names that are watched,
/// which have spaces or commas between them.
pub(crate) fn one(json: &mut Json, name: &str, watched: &str) {
    // What is not a name, such as one that is not complete yet, is not watched.
    let names = watched.split([' ', ',']).filter(|name| Watchlist::new([name]).is_ok());
    let watchlist = Watchlist::new(names).unwrap_or_default();
    json.object(|json| {
        json.key("profiles").array(|json| {
            for (title, profile) in PROFILES {
                inspection(json, title, name, &inspect(name, profile));
            }
        });
        json.key("characters").array(|json| {
            name.chars().take(MOST_CHARACTERS).for_each(|character| script(json, character));
        });
        json.key("display").array(|json| {
            POLICIES.iter().for_each(|(title, policy)| shown(json, title, name, policy, &watchlist));
        });
        json.key("clients").array(|json| clients(json, name));
        json.key("lookalike").string_or_null(watchlist.lookup(name).ok().flatten());
        json.key("skeleton").string_or_null(security::skeleton(name).ok().as_deref());
        json.key("level").string(security::restriction_level(name).name());
    });
}

/// Where other programs go for a name: each host with the programs, then those that refuse it, send it as it is, or of
/// which it is not known.
fn clients(json: &mut Json, name: &str) {
    let Ok(readings) = read(name, Clients::ALL) else { return };
    let mut groups: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for (client, reading) in readings.iter() {
        let (kind, text) = match reading {
            ClientReading::Host(host) => ("host", host),
            ClientReading::Refused(_) => ("refused", ""),
            ClientReading::Raw(text) => ("raw", text),
            ClientReading::Unknown(_) => ("unknown", ""),
        };
        match groups.iter_mut().find(|(known, of, _)| (*known, *of) == (kind, text)) {
            Some((.., clients)) => clients.push(client.name()),
            None => groups.push((kind, text, vec![client.name()])),
        }
    }
    groups.sort_by_key(|(kind, ..)| *kind != "host");
    for (kind, text, clients) in groups {
        json.object(|json| {
            json.key("kind").string(kind);
            json.key("text").string(text);
            json.key("clients").strings(clients);
        });
    }
}

/// A character and the script it is written in; nothing for what all scripts share.
fn script(json: &mut Json, character: char) {
    let found = inspect(character.encode_utf8(&mut [0; 4]), &Profile::WHATWG);
    let script = found.labels.first().and_then(|label| label.scripts.first().copied());
    json.array(|json| {
        json.string(character.encode_utf8(&mut [0; 4]));
        json.string_or_null(script);
    });
}

fn inspection(json: &mut Json, title: &str, name: &str, found: &Inspection) {
    json.object(|json| {
        json.key("profile").string(title);
        json.key("ascii").string_or_null(found.ascii());
        json.key("unicode").string_or_null(found.unicode());
        json.key("is_bidi").boolean(found.is_bidi);
        json.key("note").string_or_null(found.note(name).as_deref());
        json.key("label_count").number(found.labels.len());
        json.key("labels").array(|json| {
            for label in found.labels.iter().take(MOST_LABELS) {
                let forms = found.forms(label);
                json.object(|json| {
                    json.key("start").number(label.range.start);
                    json.key("end").number(label.range.end);
                    json.key("alabel").string_or_null(forms.map(|(ascii, _)| ascii));
                    json.key("ulabel").string_or_null(forms.map(|(_, unicode)| unicode));
                    json.key("scripts").strings(label.scripts.iter().copied());
                });
            }
        });
        json.key("errors").array(|json| {
            for (place, error) in errors(found).into_iter().enumerate() {
                problem::of_label(json, error, name, place < MOST_PROBLEMS);
            }
        });
    });
}

/// Every problem: first the one that the name is refused with, then label by label, those of the whole name before.
fn errors(found: &Inspection) -> Vec<LabelError> {
    let mut all = found.errors.clone();
    all.extend(found.labels.iter().flat_map(|label| &label.errors));
    all.sort_by_key(|error| (Some(*error) != found.first_error, error.label_index()));
    all
}

fn shown(json: &mut Json, title: &str, name: &str, policy: &Policy, watchlist: &Watchlist) {
    json.object(|json| {
        json.key("policy").string(title);
        json.key("shown").string_or_null(display::to_display_beside(name, policy, watchlist).ok().as_deref());
        json.key("labels").array(|json| {
            for label in
                display::report_beside(name, policy, watchlist).unwrap_or_default().into_iter().take(MOST_LABELS)
            {
                json.object(|json| {
                    json.key("unicode").string(&label.unicode);
                    json.key("shown").string_or_null(label.shown().ok().as_deref());
                    json.key("reason").string_or_null(label.finding.map(|finding| finding.reason.code()));
                    json.key("offset").number_or_null(label.finding.map(|finding| finding.offset));
                    json.key("codepoint").number_or_null(label.finding.and_then(|finding| finding.code_point));
                });
            }
        });
    });
}

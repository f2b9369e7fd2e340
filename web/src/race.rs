//! RACE: rows, mode, octets and groups of Base32.

use acelabel::race::{Explanation, explain};
use acelabel::{Profile, alabel};

use crate::json::Json;
use crate::problem;

/// Returns how a text becomes a label, or a label a text.
pub(crate) fn explained(json: &mut Json, input: &str) {
    json.object(|json| match explain(input) {
        Ok(found) => write(json, &found),
        Err(error) => problem::of_codec(json.key("error"), error, input),
    });
}

fn write(json: &mut Json, found: &Explanation) {
    json.key("text").string(found.text());
    json.key("label").string(found.label());
    json.key("mode").string(found.mode().name());
    json.key("alabel").string_or_null(alabel(found.text(), &Profile::UTS46).ok().as_deref());
    json.key("rows").numbers(found.rows());
    json.key("octets").numbers(found.octets());
    json.key("characters").array(|json| {
        for (character, octets) in found.characters() {
            json.object(|json| {
                json.key("character").string(character.encode_utf8(&mut [0; 4]));
                json.key("octets").numbers(found.octets().get(octets).unwrap_or_default());
            });
        }
    });
    json.key("groups").array(|json| {
        for group in found.groups() {
            json.object(|json| {
                json.key("octets").numbers(group.octets);
                json.key("characters").string(group.characters);
            });
        }
    });
}

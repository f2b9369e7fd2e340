//! Why an input is refused, as the page shows it: the code, the place, the words.

use acelabel::{Error, Face, Hint, LabelError};

use crate::json::Json;

/// An error of a name, or of one of its labels. One that is not shown has no hint, as each takes time.
pub(crate) fn of_label(json: &mut Json, error: LabelError, input: &str, is_shown: bool) {
    let code_point = error.code_point().or_else(|| character_at(input, error.offset()));
    let words =
        if is_shown { (error.reason(input), error.hint(input)) } else { (error.kind().reason(code_point), None) };
    write(json, error.error(), code_point, Some(error.label_index()), words);
}

/// An error of a codec.
pub(crate) fn of_codec(json: &mut Json, error: Error, input: &str) {
    write(json, error, character_at(input, error.offset()), None, (error.reason(input), error.hint(input)));
}

fn character_at(input: &str, offset: usize) -> Option<u32> {
    input.chars().nth(offset).map(u32::from)
}

fn write(
    json: &mut Json,
    error: Error,
    code_point: Option<u32>,
    label_index: Option<usize>,
    (reason, hint): (String, Option<Hint>),
) {
    json.object(|json| {
        json.key("code").string(error.kind().code());
        json.key("offset").number(error.offset());
        json.key("codepoint").number_or_null(code_point);
        json.key("label_index").number_or_null(label_index);
        json.key("reason").string(&reason);
        json.key("hint").string_or_null(hint.map(|hint| hint.words(Face::Page)).as_deref());
    });
}

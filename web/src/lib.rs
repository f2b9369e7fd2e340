//! The core of the converter page: one text goes in, one text of JSON comes out.
//!
//! A page calls three functions: [`room`] for memory of so many octets, into which it writes a request in UTF-8;
//! [`convert`], which answers it; and [`out`] for the place of the answer. The first line of a request is the name of
//! the work and its options, separated by tabs. Everything behind that line is the input.

#![deny(unsafe_code)]

mod bootstring;
mod json;
mod names;
mod problem;
mod race;
mod text;

use std::cell::RefCell;

use acelabel::Profile;
use json::Json;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The profiles, by the names that the command line gives them.
pub(crate) const PROFILES: [(&str, &Profile); 7] = [
    ("uts46", &Profile::UTS46),
    ("dns", &Profile::DNS),
    ("whatwg", &Profile::WHATWG),
    ("whatwg_strict", &Profile::WHATWG_STRICT),
    ("idna2008", &Profile::IDNA2008),
    ("idna2008_mapped", &Profile::IDNA2008_MAPPED),
    ("idna2003", &Profile::IDNA2003),
];

/// Makes memory for a request of so many octets, and says where it is.
#[allow(unsafe_code, reason = "the name is part of the interface")]
#[unsafe(no_mangle)]
pub extern "C" fn room(octets: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(octets, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request, and says how many octets the answer has.
#[allow(unsafe_code, reason = "the name is part of the interface")]
#[unsafe(no_mangle)]
pub extern "C" fn convert() -> usize {
    let text = REQUEST.with_borrow(|request| answer(&String::from_utf8_lossy(request)));
    ANSWER.with_borrow_mut(|answer| {
        *answer = text;
        answer.len()
    })
}

/// Where the answer is. It stays until the next call of [`convert`].
#[allow(unsafe_code, reason = "the name is part of the interface")]
#[unsafe(no_mangle)]
pub extern "C" fn out() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// The answer to a request, as JSON: an object of the work, or one with the key `refused`.
#[must_use]
pub fn answer(request: &str) -> String {
    let (head, input) = request.split_once('\n').unwrap_or((request, ""));
    let mut options = head.split('\t');
    let work = options.next().unwrap_or_default();
    let options: Vec<&str> = options.collect();
    let option = |place: usize| options.get(place).copied().unwrap_or_default();
    let mut json = Json::default();
    match work {
        "names" => names::many(&mut json, input, profile(option(0))),
        "inspect" => names::one(&mut json, input, option(0)),
        "text" => {
            let (profile, to_unicode) = (profile(option(0)), option(1) == "to_unicode");
            let wanted = text::Wanted { profile, to_unicode, most_names: option(2).parse().unwrap_or(usize::MAX) };
            text::rewritten(&mut json, input, option(3), wanted);
        }
        "formats" => text::formats(&mut json),
        "trace" => bootstring::trace(&mut json, input, &options),
        "race" => race::explained(&mut json, input),
        _ => json.object(|json| json.key("refused").string("there is no such work")),
    }
    json.finished()
}

fn profile(name: &str) -> &'static Profile {
    PROFILES.iter().find(|(known, _)| *known == name).map_or(&Profile::UTS46, |(_, profile)| profile)
}

#[cfg(test)]
mod tests;

//! A text without its names: an address is cut with its local part, any other name alone.
//!
//! ```text
//! at each part of the text (a line, or a part of a long one):
//!     find its names as with `everywhere`, address literals and domains that are not UTF-8 among them
//!     an address is cut from the beginning of its local part to the end of its domain
//!     behind a name that is a part of one, what follows in its word is cut, too
//!     cuts that overlap, and addresses right behind each other, are one
//! ```

use core::ops::Range;

use super::character::OF_HOST;
use super::rewrite::Edits;
use super::seek::{Start, each_mark, each_part};
use super::{Found, Kind, Sought, escape};
use crate::error::Error;
use crate::{bounded, memory};

/// Returns a text with a replacement in place of the names that are sought, wherever they stand; nothing where nothing
/// changes. Of an address its local part is cut, too.
///
/// ```
/// use acelabel::Profile;
/// use acelabel::text::{Sought, redacted};
///
/// let sought = Sought { url_hosts: false, bare_names: false, ..Sought::all(&Profile::UTS46) };
/// let text = redacted(b"GET /users?email=ann@a.example from <b+c@d.example>", &sought, b"[address]")?;
/// assert_eq!(text.as_deref(), Some(&b"GET /users?email=[address] from <[address]>"[..]));
/// # Ok::<(), acelabel::Error>(())
/// ```
///
/// # Errors
///
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
pub fn redacted(text: &[u8], sought: &Sought<'_>, replacement: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    let mut edits = Edits::default();
    redact_from(text, Start::default(), text.len(), sought, replacement, &mut edits)?;
    edits.applied(text)
}

/// Appends what changes from a place on, up to another one at which parts are complete.
pub(crate) fn redact_from(
    text: &[u8],
    start: Start,
    end: usize,
    sought: &Sought<'_>,
    replacement: &[u8],
    edits: &mut Edits,
) -> Result<(), Error> {
    let sought = Sought { everywhere: true, ..*sought };
    let mut cuts: Vec<Range<usize>> = Vec::new();
    let (mut part, mut next) = (start.at..start.at, start);
    each_mark(text, start, end, &sought, true, &mut |found| {
        if found.start >= part.end {
            add_all(&mut cuts, replacement, edits)?;
            let first = |from| (from <= found.start).then_some(found.start);
            each_part(text, next, first, |one| {
                part = one.start..bounded::add(one.start, one.text.len());
                next = Start { at: part.end, is_cut: one.before_cut };
                Ok(())
            })?;
        }
        let mut cut = cut(text, part.clone(), &found);
        // An address takes the names of its local part with it, which came before.
        while let Some(last) = cuts.pop_if(|last| last.end >= cut.start) {
            let is_apart = last.end == cut.start && found.kind != Kind::EmailDomain;
            if is_apart {
                memory::push(&mut cuts, last)?;
                break;
            }
            cut = last.start.min(cut.start)..last.end.max(cut.end);
        }
        memory::push(&mut cuts, cut)
    })?;
    add_all(&mut cuts, replacement, edits)
}

/// Adds what is cut out of a part. A part is looked at by itself, so that it does not count how much of the text has
/// come.
fn add_all(cuts: &mut Vec<Range<usize>>, replacement: &[u8], edits: &mut Edits) -> Result<(), Error> {
    cuts.drain(..).try_for_each(|cut| edits.add(cut.start, cut.end, &[replacement]))
}

/// The octets that go with a name, of those of its part of the text.
fn cut(text: &[u8], part: Range<usize>, found: &Found) -> Range<usize> {
    let start = found.local_start.unwrap_or(found.start);
    // The quotation mark of a string in JSON is escaped.
    let is_json = text.get(start) == Some(&b'"') && bounded::part(text, part.start..start).ends_with(b"\\");
    let behind = bounded::part(text, found.end..part.end);
    let size = match found.kind {
        _ if found.is_part => escape::size_of_rest(behind),
        // A stop of Japanese or Chinese may be a dot of the domain.
        Kind::EmailDomain if !behind.first().is_none_or(u8::is_ascii) => OF_HOST.size_of_run(behind),
        _ => 0,
    };
    let (start, end) = (bounded::sub(start, usize::from(is_json)), bounded::add(found.end, size));
    // An apostrophe may be of a local part. A pair of them encloses the address.
    let (cut, behind) = (bounded::part(text, start..end), bounded::part(text, end..part.end));
    let is_pair = |mark: &&[u8]| cut.starts_with(mark) && behind.starts_with(mark) && found.local_start.is_some();
    let mark = [&b"'"[..], b"%27", b"\\u0027", b"&#39;", b"&#x27;", b"&apos;"]
        .into_iter()
        .find(|mark| is_pair(mark))
        .unwrap_or_default();
    bounded::add(start, mark.len())..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profile;

    fn redact(text: &str, all_kinds: bool) -> String {
        let all = Sought::all(&Profile::UTS46);
        let sought = if all_kinds { all } else { Sought { url_hosts: false, bare_names: false, ..all } };
        let made = redacted(text.as_bytes(), &sought, b"#").unwrap_or_default();
        made.map_or_else(|| text.to_owned(), |made| String::from_utf8_lossy(&made).into_owned())
    }

    #[test]
    fn whole_addresses_are_cut_wherever_they_stand() {
        for (text, expected) in [
            ("GET /unsubscribe?email=ann@bücher.example HTTP/1.1", "GET /unsubscribe?email=# HTTP/1.1"),
            ("https://x.example/u/ann@bücher.example", "https://x.example/u/#"),
            ("https://x.example/#to=a=b@c.example&x", "https://x.example/#to=#&x"),
            ("x+tag=y@c.example", "#"),
            ("bounces+max=kunde.example@list.example", "#"),
            ("a..b@b.example a.@b.example .a@b.example", "# # #"),
            ("{a}@b.example {a@b.example} x}a@b.example", "# {#} x}#"),
            ("user%40b.example a&#64;b.example a&commat;b.example a\\u0040b.example", "# # # #"),
            ("a@[192.0.2.1] a@[IPv6:::1],b", "# #,b"),
            ("\"a b\"@c.example,d@e.example", "#,#"),
            ("{\"m\":\"\\\"a b\\\"@c.example\"}", "{\"m\":\"#\"}"),
            ("a@b.example@c.example", "#"),
            ("from=<a@m\\195\\188ller.example>", "from=<#>"),
            ("a@m&uuml;ller.example.", "#"),
            ("info@a.example/support@b.example", "#/#"),
            ("imap://ann@a.example/ /@types/node #@#.ad", "imap://ann@a.example/ /@types/node #@#.ad"),
            ("xn--tda.de+x@a.example", "#"),
            ("e=\\xD0\\xBF@\\xD0\\xBF.\\xD1\\x80 ann@\\303\\274.example, ann@&#1087;.example", "# #, #"),
            ("{\"m\":\"To:\\nann@c.example\\tbob@d.example\"}", "{\"m\":\"To:\\n#\\t#\"}"),
            (
                "{\"log\":\"\\\\u00fcx@c.example \\x22ann@c.example ann@b\\\\u00fccher.example\"}",
                "{\"log\":\"# \\x22# #\"}",
            ),
            ("/?next=%2Fx%3Femail%3Dann%2540c.example", "/?next=#"),
            ("{'m': 'ann@c.example'} %27ann%40c.example%27 O’Brien@c.example", "{'m': '#'} %27#%27 #"),
            ("ann@c。example x", "# x"),
            ("@ann.lee%40c.example, @a.b&#64;c.example", "@#, @#"),
            ("ann&#43;tag@b.example R&amp;D@b.example /?e=m&uuml;ller@b.example&x", "# # /?e=#&x"),
            ("&#39;ann@b.example&#39; &lt;ann@b.example&gt;", "&#39;#&#39; &lt;#&gt;"),
            ("/x?ann@b.example=ab&token=1 a@b.example&raquo;+49", "/x?#&token=1 #+49"),
        ] {
            assert_eq!(redact(text, false), expected, "{text}");
        }
        let latin = redacted(b"x a@b\xFCc.de y", &Sought::all(&Profile::UTS46), b"#");
        assert_eq!(latin, Ok(Some(b"x # y".to_vec())));
    }

    #[test]
    fn other_names_are_cut_alone() {
        assert_eq!(redact("//u@a.example/xn--tda.de?b@c.example xn--tda.de", true), "//u@#/#?# #");
        assert_eq!(redact("xn--tda.de+xn--tda.de@a.example", true), "#");
    }
}

//! `nginx`: configurations of nginx.
//!
//! ```text
//! server_name bücher.example *.büro.example ~^ü\d+$;  # a comment
//!             ^^^^^^^^^^^^^^   ^^^^^^^^^^^^
//! proxy_pass https://bücher.example:8443/a;
//!                    ^^^^^^^^^^^^^^
//! map $host $root { bücher.example /a; default "/b"; }
//!                   ^^^^^^^^^^^^^^
//! ```
//!
//! The servers and names of `upstream` are read, too, as `proxy_pass` tells them. A host ends where a variable begins.

use core::ops::Range;

use super::place::Places;
use super::statement::{Values, Word, Writing};
use super::words::{host_of_url, up_to};
use crate::bounded;

const WRITING: Writing = Writing { quotes: b"\"'", marks: b";{}" };

const DIRECTIVES: [(&str, Values); 17] = [
    ("server_name", Values::Names),
    ("server", Values::Hosts),
    ("fastcgi_pass", Values::Hosts),
    ("memcached_pass", Values::Hosts),
    ("scgi_pass", Values::Hosts),
    ("uwsgi_pass", Values::Hosts),
    ("proxy_pass", Values::Hosts),
    ("proxy_ssl_name", Values::Hosts),
    ("proxy_cookie_domain", Values::Hosts),
    ("auth_http", Values::Hosts),
    ("listen", Values::Hosts),
    ("resolver", Values::Hosts),
    ("rewrite", Values::Urls),
    ("proxy_redirect", Values::Urls),
    ("grpc_pass", Values::Urls),
    ("return", Values::Urls),
    ("map", Values::Source),
];

/// The variables with the name that a client asks for.
const HOSTS: [&[u8]; 4] = [b"$host", b"$http_host", b"$ssl_server_name", b"$ssl_preread_server_name"];

/// The beginnings of regular expressions and of paths to sockets.
const NO_VALUES: [&[u8]; 3] = [b"~", b"unix:", b"http://unix:"];

/// Words at the place of a key in a map that are none.
const NO_KEYS: [&[u8]; 4] = [b"default", b"hostnames", b"include", b"volatile"];

/// Returns whether a host without a dot stands where the name of a group of servers may stand, which is none of DNS.
fn is_group(line: &[u8], word: &Range<usize>, values: Values) -> bool {
    let host = host_of_url(line, word.clone(), |_| false).unwrap_or_else(|| word.clone());
    matches!(values, Values::Hosts | Values::Urls) && !bounded::part(line, host).contains(&b'.')
}

pub(super) fn places(line: &[u8], places: &mut Places) {
    let (mut across, mut start) = (places.across, 0);
    across.pass_block(line, &mut start);
    while let Some(Word { range, is_quoted }) = across.next(line, &mut start, &WRITING) {
        let text = bounded::part(line, range.clone());
        if !is_quoted && matches!(text, b";" | b"{" | b"}") {
            if text != b";" {
                across.block = if text == b"{" { across.values } else { Values::Nothing };
            }
            (across.is_open, across.values) = (false, Values::Nothing);
        } else if across.is_open {
            if across.values == Values::Source {
                across.values = if HOSTS.contains(&text) { Values::Keys } else { across.values };
            } else if !NO_VALUES.iter().any(|begin| text.starts_with(begin)) && !is_group(line, &range, across.values) {
                places.word(line, range, across.values);
            }
            if across.values == Values::Hosts {
                // The parameters of a server stand behind it.
                across.values = Values::Nothing;
            }
        } else {
            across.is_open = true;
            if text.ends_with(b"_by_lua_block") {
                (across.is_open, across.is_in_other) = (false, true);
                across.pass_block(line, &mut start);
                continue;
            }
            match across.block {
                Values::Keys if !NO_KEYS.contains(&text) && !text.starts_with(b"~") => {
                    let end = up_to(line, range.clone(), |octet| octet == b':');
                    places.name(line, range.start..end);
                }
                Values::Keys | Values::Source => {}
                _ => across.values = Values::behind(text, &DIRECTIVES),
            }
        }
    }
    places.across = across;
}

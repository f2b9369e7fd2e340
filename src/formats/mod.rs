//! Where names stand in files whose syntax says so: a format reads a line and yields places.
//!
//! Each format is one file, whose head marks the places in lines of the format, and one row of the table below.

mod adblock;
mod apache;
mod caddy;
mod csp;
mod dnsmasq;
mod hosts;
pub(crate) mod links;
mod maps;
mod nginx;
pub(crate) mod order;
mod place;
#[cfg(any(feature = "python", test, fuzzing))]
#[cfg_attr(not(feature = "python"), allow(dead_code, unused_imports, reason = "tested without the binding, too"))]
pub(crate) mod records;
mod rules;
mod squid;
mod statement;
mod text;
mod urls;
mod words;
mod zone;

pub use place::NamePlace;
pub(crate) use place::Places;
pub(crate) use statement::Across;

use crate::error::Error;

macro_rules! formats {
    ($($variant:ident $name:literal $about:literal $reader:path $(, $over_lines:literal)?;)*) => {
        /// A kind of file in which names stand at places of their own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $(#[doc = concat!("`", $name, "`: ", $about, ".")] $variant,)*
        }

        impl Format {
            /// Every format, in the order of the names.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name, which never changes.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The files, a phrase.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$variant => $about,)*
                }
            }

            /// Returns whether a statement may go on in the next line, so that every line has to be read.
            pub(crate) const fn goes_over_lines(self) -> bool {
                match self {
                    $(Self::$variant => false $(| $over_lines)?,)*
                }
            }

            /// The places of one line, which comes without its end. `places` holds them, and what is open before it.
            pub(crate) fn places_in<'a>(self, line: &[u8], places: &'a mut Places) -> Result<&'a [NamePlace], Error> {
                match self {
                    $(Self::$variant => places.of(line, $reader),)*
                }
            }
        }
    };
}

formats! {
    Adblock "adblock" "filter lists of AdGuard, uBlock Origin and Adblock Plus" adblock::places;
    Apache "apache" "configurations of the HTTP server of Apache" apache::places, true;
    Caddy "caddy" "Caddyfiles" caddy::places, true;
    Csp "csp" "policies of Content-Security-Policy and match patterns of browser extensions" csp::places;
    Dnsmasq "dnsmasq" "configurations of dnsmasq and SmartDNS, and upstreams of AdGuard Home" dnsmasq::places;
    Hosts "hosts" "/etc/hosts, and lists in its form" hosts::places;
    Maps "maps" "lookup tables of Postfix and Exim" maps::places;
    Nginx "nginx" "configurations of nginx" nginx::places, true;
    Rules "rules" "lists of Clash, Surge, Quantumult X and v2fly" rules::places;
    Squid "squid" "access logs of Squid and other proxies" squid::places;
    Text "text" "names inside running text: hosts of URLs, domains of addresses, and xn-- anywhere" text::places;
    Urls "urls" "a URL or a host on each line, and behind it other words" urls::places;
    Zone "zone" "zone files (master files of DNS): owners, and names in data by their type" zone::places;
}

impl Format {
    /// The places of a whole file, whose entries or quotations may go over lines; nothing for a format of lines.
    pub(crate) fn places_in_whole(self, file: &[u8]) -> Option<Result<Vec<NamePlace>, Error>> {
        match self {
            Self::Text => Some(text::places_in(file)),
            Self::Zone => Some(zone::places_in(file)),
            _ => None,
        }
    }

    /// Returns the places of names in one line, which comes without its end and begins a statement.
    ///
    /// ```
    /// use acelabel::files::Format;
    ///
    /// let line = "||bücher.example^$domain=ü.example".as_bytes();
    /// let names: Vec<_> = Format::Adblock.places(line)?.into_iter().map(|place| &line[place.range]).collect();
    /// assert_eq!(names, ["bücher.example".as_bytes(), "ü.example".as_bytes()]);
    /// # Ok::<(), acelabel::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn places(self, line: &[u8]) -> Result<Vec<NamePlace>, Error> {
        let mut places = Places::default();
        self.places_in(line, &mut places)?;
        places.finished()
    }
}

//! Where names stand in files whose syntax says so: a format reads a line and yields places.
//!
//! Each format is one file, whose head marks the places in lines of the format, and one row of the table below.

mod adblock;
mod csp;
mod dnsmasq;
mod hosts;
mod maps;
mod place;
mod rules;
mod squid;
mod words;

pub use place::NamePlace;
pub(crate) use place::Places;

use crate::error::Error;

macro_rules! formats {
    ($($variant:ident $name:literal $about:literal $reader:path;)*) => {
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

            /// The places of one line, which comes without its end. `places` holds them.
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
    Csp "csp" "policies of Content-Security-Policy and match patterns of browser extensions" csp::places;
    Dnsmasq "dnsmasq" "configurations of dnsmasq and SmartDNS, and upstreams of AdGuard Home" dnsmasq::places;
    Hosts "hosts" "/etc/hosts, and lists in its form" hosts::places;
    Maps "maps" "lookup tables of Postfix and Exim" maps::places;
    Rules "rules" "lists of Clash, Surge and v2fly" rules::places;
    Squid "squid" "access logs of Squid and other proxies" squid::places;
}

impl Format {
    /// Returns the places of names in one line, which comes without its end.
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

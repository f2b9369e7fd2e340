//! The rules: one row each, of which the pages, the command and the tests are made.

/// The weight of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It may be meant, but a reader may miss it.
    Warning,
    /// A reader and the machine part.
    Error,
}

impl Severity {
    /// All of them, the lightest first.
    pub const ALL: [Self; 2] = [Self::Warning, Self::Error];

    /// The name, as SARIF has it (section 3.27.10).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The watched name and the allowed name of the examples of rules. All clients are asked.
pub const EXAMPLE_WATCHED: &str = "paypal.example";
/// See [`EXAMPLE_WATCHED`].
pub const EXAMPLE_ALLOWED: &str = "a.example";

/// A row has the rule, its name, its severity and what it needs to be asked at all (nothing, `watch`, `allow` or
/// `clients`); a sentence; the format of the examples, a text that is caught, and a neighbour that is not.
macro_rules! rules {
    ($($variant:ident $name:literal $severity:ident $needs:literal
        $sentence:literal
        $form:literal $caught:literal $honest:literal;)*) => {
        /// A rule. The list grows; names never change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $sentence] $variant,)*
        }

        /// The table: a line for each rule, with tabs between its name, its severity, what it needs, its sentence, the
        /// format of its examples, a text that is caught and one that is not.
        #[cfg(feature = "python")]
        pub(crate) const TABLE: &str = concat!(
            $($name, "\t", stringify!($severity), "\t", $needs, "\t", $sentence, "\t", $form, "\t", $caught, "\t",
              $honest, "\n",)*
        );

        impl Rule {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name, which never changes.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The weight of its problems.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$variant => Severity::$severity,)*
                }
            }

            /// The argument without which the rule is not asked: `watch`, `allow` or `clients`; empty for none.
            #[must_use]
            pub const fn needs(self) -> &'static str {
                match self {
                    $(Self::$variant => $needs,)*
                }
            }

            /// A sentence that says what is found.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Self::$variant => $sentence,)*
                }
            }

            /// The name of the format of the examples, a text that is caught, and one like it that is not. Watched is
            /// [`EXAMPLE_WATCHED`], allowed [`EXAMPLE_ALLOWED`], where the rule needs it.
            #[must_use]
            pub const fn examples(self) -> (&'static str, &'static str, &'static str) {
                match self {
                    $(Self::$variant => ($form, $caught, $honest),)*
                }
            }
        }
    };
}

rules! {
    HiddenCharacter "hidden_character" Error ""
        "A character that nobody sees stands in a host or beside it."
        "text" "https://exa\u{200B}mple.example/" "https://example.example/ soft\u{AD}ware";
    BidiControl "bidi_control" Error ""
        "A control of direction stands inside a URL, or an override is open where it begins."
        "text" "\u{202E}https://example.example/" "\u{2068}https://example.example/\u{2069}";
    TagCharacter "tag_character" Error ""
        "Tag characters, which spell a text that nobody sees, stand on a line with a URL."
        "text" "https://a.example/ \u{E0067}\u{E006F}" "https://a.example/ \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}";
    UserIsHost "user_is_host" Error ""
        "User information that looks like a host stands before the host."
        "text" "https://bank.example@b.example/" "https://git@b.example/";
    AuthorityContinues "authority_continues" Error ""
        "The authority goes on behind what looks like the end of the host."
        "text" "https://bank.example,b.example/" "https://bank.example, b.example";
    LinkText "link_text" Error ""
        "The text of a link names another host than its target."
        "markdown" "[bank.example](https://b.example/)" "[bank.example](https://www.bank.example/)";
    Lookalike "lookalike" Error "watch"
        "The host looks like a watched name, as it is written or as it is read."
        "text" "https://p\u{430}ypal.example/" "https://www.paypal.example/";
    NotAllowed "not_allowed" Error "allow"
        "The host is outside the list of allowed names."
        "text" "https://b.example/" "https://b.a.example/";
    HostNotation "host_notation" Warning ""
        "The host is written otherwise than it is read: percent-encoded, in full width, with other dots, or as numbers that are an address."
        "text" "https://ex%61mple.example/" "https://example.example/%61";
    NotShown "not_shown" Warning ""
        "The policy of display does not show the host in Unicode."
        "text" "https://\u{430}\u{440}\u{440}\u{4CF}\u{435}.example/" "https://b\u{FC}cher.example/";
    ClientsDisagree "clients_disagree" Warning "clients"
        "It is not certain that the clients all go to one host."
        "text" "https://fa\u{DF}.example/" "https://b\u{FC}cher.example/";
    MistakenLabel "mistaken_label" Warning ""
        "A label is the product of a known mistake, and no A-label."
        "text" "https://xn--example-.example/" "https://xn--bcher-kva.example/";
}

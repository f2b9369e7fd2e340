//! The clients: a row is data. Each cell that is not the default was seen: docs/programs.md has the program, its
//! version and a name that shows it.

use super::chars::Chars;
use super::steps::{
    Alabels, Alone, Bidi, Chain, ClientMapping, ClientRules, ClientSteps, Family, Hyphens, Joiners, Known, NoHost,
    Numbers, Takes,
};
use crate::version::UnicodeVersion;

/// A client: its name, its conversion, which others may share, and what stands around it.
pub(super) struct ClientRow {
    pub(super) name: &'static str,
    pub(super) model: Model,
    pub(super) steps: ClientSteps,
}

/// A conversion that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Model {
    Chromium,
    Upa,
    Ada4,
    Ada2,
    Url,
    Pydantic,
    Hickory,
    Go,
    Icu,
    IcuNontransitional,
    Libidn2,
    Codec11,
    Codec13,
    Perl,
    Java,
    Libidn,
    Idna,
    IdnaUts46,
    Requests,
    Httpx,
    Dnspython,
}

const UTS46: ClientRules = ClientRules::UTS46;
const V14: Known = Known::Until(UnicodeVersion::V14_0);

/// Go has x/net/idna 0.7.
const GO: ClientRules = ClientRules {
    unicode: UnicodeVersion::V13_0,
    old_directions: true,
    hyphens: Hyphens::InOctets,
    std3: true,
    bidi: Bidi::Go,
    joiners: Joiners::Go,
    alabels: Alabels::HandedOut,
    ..UTS46
};
const ICU: ClientRules = ClientRules {
    unicode: UnicodeVersion::V15_0,
    hyphens: Hyphens::InUnits,
    bidi: Bidi::Unasked,
    joiners: Joiners::Unasked,
    ..UTS46
};
/// CPython's codec `idna`, whose small letters are those of the interpreter.
const CODEC: ClientRules = ClientRules {
    family: Family::Idna2003,
    unicode: UnicodeVersion::V14_0,
    unassigned: true,
    keeps_case: true,
    ..UTS46
};
/// The package idna 3.20 on CPython 3.11, whose directions it asks for.
const IDNA: ClientRules = ClientRules { family: Family::Idna2008, known: V14, old_directions: true, ..UTS46 };

impl Model {
    pub(super) const fn rules(self) -> ClientRules {
        match self {
            Self::Chromium => ClientRules { unicode: UnicodeVersion::V17_0, ..UTS46 },
            Self::Upa => UTS46,
            Self::Ada4 => ClientRules {
                unicode: UnicodeVersion::V17_0,
                known: Known::Until(UnicodeVersion::V13_0),
                bidi: Bidi::Label,
                joiners: Joiners::Ada,
                loose_marks: true,
                leading_delimiter: true,
                ..UTS46
            },
            Self::Ada2 => ClientRules {
                unicode: UnicodeVersion::V15_0,
                known: Known::Until(UnicodeVersion::V13_0),
                old_directions: true,
                bidi: Bidi::Ada2,
                joiners: Joiners::Ada,
                leading_delimiter: true,
                alabels: Alabels::Kept,
                nested: true,
                ..UTS46
            },
            Self::Url => ClientRules { nested: true, ..UTS46 },
            Self::Pydantic => {
                ClientRules { unicode: UnicodeVersion::V15_1, old_directions: true, nested: true, ..UTS46 }
            }
            Self::Hickory => ClientRules { family: Family::Hickory, std3: true, nested: true, ..UTS46 },
            Self::Go => GO,
            Self::Icu => ClientRules { transitional: true, ..ICU },
            Self::IcuNontransitional => ICU,
            Self::Libidn2 => ClientRules {
                family: Family::Libidn2,
                unicode: UnicodeVersion::V14_0,
                known: Known::V12_1,
                old_directions: true,
                ..UTS46
            },
            Self::Codec11 => CODEC,
            Self::Codec13 => ClientRules { unicode: UnicodeVersion::V15_1, ..CODEC },
            Self::Perl => ClientRules { family: Family::Punycode, unicode: UnicodeVersion::V14_0, ..UTS46 },
            Self::Java => ClientRules { unassigned: false, new_directions: true, ..CODEC },
            Self::Libidn => ClientRules { unassigned: false, old_composition: true, ..CODEC },
            Self::Idna => ClientRules { keeps_case: true, ..IDNA },
            Self::IdnaUts46 => ClientRules { mapping: ClientMapping::Uts46, ..IDNA },
            Self::Requests => {
                ClientRules { mapping: ClientMapping::Lower, passes_ascii: true, ascii_dots: true, ..IDNA }
            }
            Self::Httpx => ClientRules { mapping: ClientMapping::LowerName, ..IDNA },
            Self::Dnspython => {
                ClientRules { mapping: ClientMapping::Uts46ByLabel, passes_ascii: true, keeps_case: true, ..IDNA }
            }
        }
    }
}

const PLAIN: ClientSteps = ClientSteps::PLAIN;
/// The domain parser of the URL Standard.
const URL: ClientSteps =
    ClientSteps { takes: Takes::Url, any_empty: true, denied: Chars::FORBIDDEN, numbers: Numbers::Url, ..PLAIN };
const SIZED: ClientSteps = ClientSteps { longest_label: 63, longest_name: 253, ..PLAIN };
const IDN2: ClientSteps = ClientSteps { any_empty: true, ..SIZED };
const CODEC_STEPS: ClientSteps = ClientSteps {
    passes_ascii: true,
    keeps_case: true,
    alone: Alone::Empty,
    longest_label: 63,
    no_host: NoHost::Kept,
    ..PLAIN
};
const JAVA: ClientSteps = ClientSteps { passes_ascii: false, alone: Alone::RootAndEmpty, ..CODEC_STEPS };
const CURL_DENIED: Chars = Chars::of(b" \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()");

/// The clients, by their names.
pub(super) const ROWS: &[ClientRow] = &[
    ClientRow {
        name: "chromium-156",
        model: Model::Chromium,
        steps: ClientSteps {
            passes_ascii: true,
            longest_given: 1265,
            escaped_before: Chars::of(b"*"),
            escaped: Chars::of(b" *"),
            denied: Chars::FORBIDDEN.without(b' '),
            ..URL
        },
    },
    ClientRow { name: "upa-url-2.1", model: Model::Upa, steps: ClientSteps { passes_ascii: true, ..URL } },
    ClientRow { name: "ada-url-4.0", model: Model::Ada4, steps: ClientSteps { passes_ascii: true, ..URL } },
    ClientRow { name: "node-20", model: Model::Ada2, steps: URL },
    ClientRow { name: "url-2.5", model: Model::Url, steps: URL },
    ClientRow { name: "pydantic-2.14", model: Model::Pydantic, steps: URL },
    ClientRow {
        name: "hickory-0.26",
        model: Model::Hickory,
        steps: ClientSteps {
            escapes_inner_dot: true,
            alone: Alone::AsciiRootAndEmpty,
            no_host: NoHost::Kept,
            unsure_backslash: true,
            ..SIZED
        },
    },
    ClientRow {
        name: "go-0.7-lookup",
        model: Model::Go,
        steps: ClientSteps { any_empty: true, no_host: NoHost::Kept, ..PLAIN },
    },
    ClientRow {
        name: "go-1.19-http",
        model: Model::Go,
        steps: ClientSteps {
            takes: Takes::Url,
            any_empty: true,
            passes_ascii: true,
            keeps_case: true,
            refused_raw: true,
            denied_before: Chars::of(b"`{}"),
            denied_empty: true,
            no_host: NoHost::Kept,
            ..PLAIN
        },
    },
    ClientRow { name: "php-8.2-icu-72", model: Model::Icu, steps: SIZED },
    ClientRow { name: "php-8.2-icu-72-nontransitional", model: Model::IcuNontransitional, steps: SIZED },
    ClientRow { name: "libidn2-2.3", model: Model::Libidn2, steps: ClientSteps { no_host: NoHost::Kept, ..IDN2 } },
    ClientRow {
        name: "glibc-2.36",
        model: Model::Libidn2,
        steps: ClientSteps {
            passes_ascii: true,
            keeps_case: true,
            drops_final_dot: true,
            denied: Chars::NOT_GLIBC,
            denied_first: Chars::of(b"-"),
            unsure: Chars::of(b"\\"),
            unsure_number: true,
            alone: Alone::RootAndEmpty,
            no_host: NoHost::Kept,
            ..SIZED
        },
    },
    ClientRow {
        name: "curl-7.88",
        model: Model::Libidn2,
        steps: ClientSteps {
            takes: Takes::Url,
            twice: true,
            passes_ascii: true,
            keeps_case: true,
            ascii_lengths: false,
            denied_before: CURL_DENIED,
            denied: CURL_DENIED,
            unsure: Chars::of(b"%"),
            numbers: Numbers::Digits,
            ..IDN2
        },
    },
    ClientRow {
        name: "wget-1.21",
        model: Model::Libidn2,
        steps: ClientSteps {
            takes: Takes::Url,
            twice: true,
            passes_ascii: true,
            ascii_lengths: false,
            refused_raw: true,
            unsure: Chars::of(b"%"),
            denied_empty: true,
            no_host: NoHost::Kept,
            ..IDN2
        },
    },
    ClientRow { name: "python-3.11-codec", model: Model::Codec11, steps: CODEC_STEPS },
    ClientRow { name: "python-3.13-codec", model: Model::Codec13, steps: CODEC_STEPS },
    ClientRow {
        name: "perl-uri-5.17",
        model: Model::Perl,
        steps: ClientSteps {
            takes: Takes::Url,
            passes_ascii: true,
            keeps_case: true,
            ascii_lengths: false,
            longest_label: 63,
            refused_raw: true,
            no_host: NoHost::Kept,
            ..PLAIN
        },
    },
    ClientRow { name: "java-17", model: Model::Java, steps: JAVA },
    ClientRow { name: "libidn-1.41", model: Model::Libidn, steps: JAVA },
    ClientRow { name: "idna-3.20", model: Model::Idna, steps: SIZED },
    ClientRow { name: "idna-3.20-uts46", model: Model::IdnaUts46, steps: SIZED },
    ClientRow {
        name: "requests-2.34",
        model: Model::Requests,
        steps: ClientSteps {
            takes: Takes::Url,
            any_empty: true,
            longest_label: 63,
            denied_first: Chars::of(b"*."),
            escaped: Chars::of(b"\"`{}"),
            chain: Chain::Then,
            ..PLAIN
        },
    },
    ClientRow {
        name: "httpx-0.28",
        model: Model::Httpx,
        steps: ClientSteps {
            takes: Takes::Url,
            passes_ascii: true,
            ascii_lengths: false,
            first_alabel: true,
            chain: Chain::Then,
            ..SIZED
        },
    },
    ClientRow {
        name: "yarl-1.25",
        model: Model::IdnaUts46,
        steps: ClientSteps {
            takes: Takes::Url,
            passes_ascii: true,
            ascii_lengths: false,
            unsure: Chars::of(b"[]"),
            alone: Alone::Empty,
            no_host: NoHost::Kept,
            denied_before: Chars::IGNORABLE,
            denied_nfkc: Chars::of(b"/?#@:%"),
            chain: Chain::Otherwise,
            ..SIZED
        },
    },
    ClientRow {
        name: "dnspython-2.9",
        model: Model::Dnspython,
        steps: ClientSteps {
            keeps_case: true,
            alone: Alone::RootAndEmpty,
            drops_final_dot: true,
            no_host: NoHost::Kept,
            unsure: Chars::of(b"\\"),
            unsure_at: true,
            ..SIZED
        },
    },
    ClientRow {
        name: "dnspython-2.9-alone",
        model: Model::Codec11,
        steps: ClientSteps {
            passes_ascii: false,
            longest_name: 253,
            alone: Alone::RootAndEmpty,
            drops_final_dot: true,
            escapes_inner_dot: true,
            unsure_backslash: true,
            unsure_at: true,
            ..CODEC_STEPS
        },
    },
];

/// The row of CPython's codec to which chains lead.
pub(super) const CODEC_ROW: (Model, ClientSteps) = (Model::Codec11, CODEC_STEPS);
/// The rules of the first label of a host that begins with `xn--`.
pub(super) const FIRST_ALABEL: ClientRules = IDNA;

/// The newest row of each kind.
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("ada-url", "ada-url-4.0"),
    ("browser", "chromium-156"),
    ("chromium", "chromium-156"),
    ("curl", "curl-7.88"),
    ("dnspython", "dnspython-2.9"),
    ("glibc", "glibc-2.36"),
    ("go", "go-1.19-http"),
    ("hickory", "hickory-0.26"),
    ("httpx", "httpx-0.28"),
    ("idna", "idna-3.20"),
    ("java", "java-17"),
    ("libidn", "libidn-1.41"),
    ("libidn2", "libidn2-2.3"),
    ("node", "node-20"),
    ("perl", "perl-uri-5.17"),
    ("php", "php-8.2-icu-72"),
    ("pydantic", "pydantic-2.14"),
    ("python", "python-3.13-codec"),
    ("requests", "requests-2.34"),
    ("upa-url", "upa-url-2.1"),
    ("url", "url-2.5"),
    ("wget", "wget-1.21"),
    ("yarl", "yarl-1.25"),
];

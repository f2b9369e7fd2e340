//! The cells of a client: each step that programs take in their own ways is a field, named after the choice.
//!
//! ```text
//! the name -> refused for a character -> in ASCII: not looked at -> the rules of a family, label by label -> lengths
//!          -> the form as it goes out -> refused for a character -> read as a number
//! ```
//!
//! [`ClientRules`] are the cells of the conversion, which several clients share; [`ClientSteps`] those of what stands
//! around it.
//! The defaults are UTS #46, nontransitional, of the newest Unicode, with CheckBidi and CheckJoiners.

use super::chars::Chars;
use crate::version::UnicodeVersion;

/// The family of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    Uts46,
    /// UTS #46 of each label by itself, as hickory has it.
    Hickory,
    Libidn2,
    Idna2003,
    Idna2008,
    /// The small letters of each label and their Punycode.
    Punycode,
}

/// The version of Unicode whose marks and directions a program knows. Later characters are no marks and have no
/// direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    All,
    /// Unicode 12.1.
    V12_1,
    Until(UnicodeVersion),
}

/// The mapping before IDNA2008.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClientMapping {
    Nothing,
    /// Small letters of each label.
    Lower,
    /// Small letters of the name.
    LowerName,
    Uts46,
    Uts46ByLabel,
}

/// The Bidi Rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bidi {
    /// Of all labels, if one is right-to-left.
    Name,
    /// Of all labels, if one is right-to-left before mapping, as Go has it.
    Go,
    /// Of each right-to-left label.
    Label,
    /// The same as ada 2 has it.
    Ada2,
    Unasked,
}

/// The rules of U+200C and U+200D.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joiners {
    /// RFC 5892 appendix A.1 and A.2.
    Context,
    Go,
    Ada,
    Unasked,
}

/// The fate of a label whose text behind `xn--` is ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alabels {
    Refused,
    /// It stays, unless it is empty.
    Kept,
    /// Its text is handed out.
    HandedOut,
}

/// The hyphens that are refused: none, or those at the ends and in third and fourth place, counted so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hyphens {
    Allowed,
    InOctets,
    InUnits,
}

/// The cells of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClientRules {
    pub(super) family: Family,
    /// Of the mapping and of what is allowed; of IDNA2003, of the small letters beyond Unicode 3.2.
    pub(super) unicode: UnicodeVersion,
    pub(super) known: Known,
    /// IDNA2003: directions are those of a Unicode later than 3.2.
    pub(super) new_directions: bool,
    /// Nine characters have the directions that they had before Unicode 16.0.
    pub(super) old_directions: bool,
    pub(super) mapping: ClientMapping,
    pub(super) transitional: bool,
    /// IDNA2003: what Unicode 3.2 does not know passes.
    pub(super) unassigned: bool,
    /// A letter may be made over marks, as before Corrigendum 5 of Unicode: it is not told which.
    pub(super) old_composition: bool,
    /// The full stop of ASCII alone separates labels.
    pub(super) ascii_dots: bool,
    pub(super) hyphens: Hyphens,
    pub(super) std3: bool,
    pub(super) bidi: Bidi,
    pub(super) joiners: Joiners,
    pub(super) alabels: Alabels,
    /// A hyphen at the beginning of Punycode is dropped.
    pub(super) leading_delimiter: bool,
    /// NFC is left out where no two neighbours change places or make one letter.
    pub(super) loose_marks: bool,
    /// The text of an A-label may begin with `xn--`.
    pub(super) nested: bool,
    /// Labels in ASCII are not looked at.
    pub(super) passes_ascii: bool,
    /// The letter case of labels in ASCII stays.
    pub(super) keeps_case: bool,
}

impl ClientRules {
    pub(super) const UTS46: Self = Self {
        family: Family::Uts46,
        unicode: UnicodeVersion::NEWEST,
        known: Known::All,
        new_directions: false,
        old_directions: false,
        mapping: ClientMapping::Nothing,
        transitional: false,
        unassigned: false,
        old_composition: false,
        ascii_dots: false,
        hyphens: Hyphens::Allowed,
        std3: false,
        bidi: Bidi::Name,
        joiners: Joiners::Context,
        alabels: Alabels::Refused,
        leading_delimiter: false,
        loose_marks: false,
        nested: false,
        passes_ascii: false,
        keeps_case: false,
    };
}

/// The text that a client was asked with: a bare name, or a name in a URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    Name,
    Url,
}

/// The fate of a host that is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoHost {
    Refused,
    Kept,
}

/// A host that ends in a number, or looks like one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    Names,
    /// As in the URL Standard.
    Url,
    /// The same, if a name in ASCII has digits alone, and no final dot.
    Digits,
}

/// The next client of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chain {
    End,
    /// CPython's codec of this version gets the host as its name.
    Then,
    /// It gets the name where this one refuses it.
    Otherwise,
}

/// The names that pass before anything is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alone {
    Neither,
    /// The empty one.
    Empty,
    /// That of the root, too, with any separator.
    RootAndEmpty,
    /// That of the root, too, with the full stop of ASCII.
    AsciiRootAndEmpty,
}

/// The cells around a conversion.
#[derive(Clone, Copy)]
pub(super) struct ClientSteps {
    pub(super) takes: Takes,
    /// A name that libidn2 refuses is tried again, transitional and without the rules of IDNA2008.
    pub(super) twice: bool,
    /// A full stop that the mapping makes separates nothing, and is escaped.
    pub(super) escapes_inner_dot: bool,
    /// A name in ASCII is not looked at.
    pub(super) passes_ascii: bool,
    /// The letter case of a name in ASCII stays.
    pub(super) keeps_case: bool,
    pub(super) denied_before: Chars,
    /// The empty name is denied.
    pub(super) denied_empty: bool,
    /// Characters of a name beyond ASCII that become a percent sign and digits first.
    pub(super) escaped_before: Chars,
    /// Characters that a name must not have after NFKC where it had none.
    pub(super) denied_nfkc: Chars,
    /// Characters with which the host does not begin.
    pub(super) denied_first: Chars,
    /// Characters of the host.
    pub(super) denied: Chars,
    /// Characters of the host that go out as a percent sign and digits.
    pub(super) escaped: Chars,
    /// Characters of names and hosts where it is not told what happens.
    pub(super) unsure: Chars,
    /// The same of a backslash that stands before no full stop.
    pub(super) unsure_backslash: bool,
    /// The same of a name beyond ASCII that becomes an address, as inet_aton reads it.
    pub(super) unsure_number: bool,
    /// The same of `@` alone.
    pub(super) unsure_at: bool,
    /// Any label may be empty; else the last one.
    pub(super) any_empty: bool,
    /// A name that becomes empty passes where the empty one does.
    pub(super) alone: Alone,
    /// Of units of UTF-16, of a name beyond ASCII.
    pub(super) longest_given: usize,
    /// Of octets in ASCII.
    pub(super) longest_label: usize,
    pub(super) longest_name: usize,
    /// The lengths of what is not looked at are asked, too.
    pub(super) ascii_lengths: bool,
    pub(super) drops_final_dot: bool,
    pub(super) no_host: NoHost,
    pub(super) numbers: Numbers,
    /// A name that is refused goes out as it is, in UTF-8.
    pub(super) refused_raw: bool,
    pub(super) chain: Chain,
    /// A host that begins with `xn--` has to be one of IDNA2008.
    pub(super) first_alabel: bool,
}

impl ClientSteps {
    pub(super) const PLAIN: Self = Self {
        takes: Takes::Name,
        twice: false,
        escapes_inner_dot: false,
        passes_ascii: false,
        keeps_case: false,
        denied_before: Chars::NONE,
        denied_empty: false,
        escaped_before: Chars::NONE,
        denied_nfkc: Chars::NONE,
        denied_first: Chars::NONE,
        denied: Chars::NONE,
        escaped: Chars::NONE,
        unsure: Chars::NONE,
        unsure_backslash: false,
        unsure_number: false,
        unsure_at: false,
        any_empty: false,
        alone: Alone::Neither,
        longest_given: usize::MAX,
        longest_label: usize::MAX,
        longest_name: usize::MAX,
        ascii_lengths: true,
        drops_final_dot: false,
        no_host: NoHost::Refused,
        numbers: Numbers::Names,
        refused_raw: false,
        chain: Chain::End,
        first_alabel: false,
    };
}

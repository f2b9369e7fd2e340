//! The facts about a name by which cells of rules are told that say nothing about it. Models whose other cells are the
//! same share one conversion.
//!
//! ```text
//! the facts: of every label, of the text behind `xn--`, and of the name after mapping where that changes it
//! letters that every version and family takes as they are -> one conversion for all models
//! else, cell by cell: no joiner here  -> their rules are the default, and so on
//! a label that cannot be undone, a character of a later version -> each model as it is
//! ```

use super::end::End;
use super::letters::{RIGHT, is_letter_of_13};
use super::mappings::Mappings;
use super::quirks::decode;
use super::steps::{Bidi, ClientMapping, ClientRules, Family, Hyphens, Known};
use super::uts46::is_ascii;
use crate::error::Error;
use crate::label::{has_prefix, is_separator, payload};
use crate::unicode::{Gathered, Props, Quick, is_unassigned};
use crate::version::UnicodeVersion;

const HYPHEN: u32 = 0x2D;
/// A text without these is one that mapping leaves alone: that of UTS #46, and nameprep.
const IS_MAPPED: u32 = Props::NOT_VALID_UTS46 | Props::MAY_NOT_BE_NFC;
const IS_PREPARED_ANEW: u32 = Props::NOT_PREPARED | Props::MAY_NOT_BE_NFC;
/// Characters that may vanish, and those that some models look at.
const MAY_VANISH: u32 = Props::NOT_VALID_UTS46 | Props::NOT_PREPARED | Props::JOINER;
const IS_ASKED: u32 = Props::NOT_PVALID | Props::DEVIATION | Props::JOINER | Props::NOT_LDH;

/// These alone do not tell whether a mark stays.
const OF_MARKS: u32 = Props::CCC | Props::NOT_PREPARED;

/// The facts about a name.
pub(super) struct NameFacts {
    gathered: Gathered,
    /// There are capital letters of ASCII, or full stops of other widths.
    is_changed: bool,
    /// A hyphen stands at an end of a label, or next to another one, or next to what may vanish.
    has_odd_hyphen: bool,
    begins_with_mark: bool,
    has_alabel: bool,
    /// No version of Unicode takes a character for another one.
    is_old: bool,
    /// A label that not all undo alike, a capital letter that UTS #46 leaves, or a name that it refuses.
    is_unsure: bool,
}

impl NameFacts {
    pub(super) fn of(name: &[u32], mappings: &mut Mappings) -> Result<Self, Error> {
        let mut facts = Self {
            gathered: Gathered::default(),
            is_changed: false,
            has_odd_hyphen: false,
            begins_with_mark: false,
            has_alabel: false,
            is_old: true,
            is_unsure: false,
        };
        facts.look(name)?;
        if facts.is_changed || facts.has(IS_MAPPED) {
            match mappings.mapped(name, UnicodeVersion::NEWEST, false)? {
                Some(text) => facts.look(text)?,
                None => facts.is_unsure = true,
            }
        }
        Ok(facts)
    }

    fn look(&mut self, name: &[u32]) -> Result<(), Error> {
        for label in name.split(|&unit| is_separator(unit)) {
            self.add(label);
            self.has_alabel |= has_prefix(label);
            let Some(form) = payload(label) else { continue };
            match decode(form) {
                Ok(text) if !is_ascii(&text) && form.first() != Some(&HYPHEN) && !has_prefix(&text) => self.add(&text),
                Err(End::NoMemory(error)) => return Err(error),
                _ => self.is_unsure = true,
            }
        }
        self.is_changed |= name.iter().any(|&unit| unit != u32::from(b'.') && is_separator(unit));
        Ok(())
    }

    /// Adds the facts about a label. The hyphens of the prefix are none of its own.
    fn add(&mut self, label: &[u32]) {
        let own = if has_prefix(label) { label.get(4..).unwrap_or_default() } else { label };
        let (mut is_behind_hyphen, mut last) = (true, 0);
        for &unit in own {
            let is_capital = matches!(unit, 0x41..=0x5A);
            self.is_unsure |= is_capital_of_cherokee(unit);
            let props = Props::of(if is_capital { unit | 0x20 } else { unit });
            // Marks in their order that make no letter stay in NFC and NFKC, as letters do. A letter has the class 0.
            let class = props.combining_class();
            let is_in_order = class > 0 && last <= class && props.nfc_quick() == Quick::Yes && !is_unassigned(unit);
            self.gathered = self.gathered.with(if is_in_order { props.without(OF_MARKS) } else { props });
            last = class;
            self.is_old &= unit < 0x80
                || (UnicodeVersion::V13_0.lack(unit).is_none()
                    && UnicodeVersion::V14_0.props(unit) == props
                    && unit != 0x1E9E
                    && !is_letter_of_13(unit));
            self.has_odd_hyphen |= is_behind_hyphen && unit == HYPHEN;
            is_behind_hyphen = unit == HYPHEN || (is_behind_hyphen && !is_in_order && props.bits() & MAY_VANISH != 0);
        }
        self.has_odd_hyphen |= is_behind_hyphen && !own.is_empty();
        self.is_changed |= label.iter().any(|unit| matches!(unit, 0x41..=0x5A));
        self.begins_with_mark |= label.first().is_some_and(|&first| Props::of(first).is_mark());
    }

    const fn has(&self, bits: u32) -> bool {
        self.gathered.has(bits)
    }

    /// Returns whether every model takes the name as it is.
    pub(super) const fn is_taken(&self) -> bool {
        let is_looked_at = self.is_changed
            || self.has_odd_hyphen
            || self.begins_with_mark
            || self.is_unsure
            || self.has(IS_MAPPED | IS_PREPARED_ANEW | IS_ASKED)
            || self.gathered.bidi_classes().meets(RIGHT);
        self.is_old && !is_looked_at
    }

    /// Returns whether UTS #46 may map a character beyond ASCII, or refuse it.
    pub(super) const fn is_mapped(&self) -> bool {
        self.has(IS_MAPPED)
    }

    /// The rules with the defaults for the cells that say nothing about the name.
    pub(super) fn told(&self, mut rules: ClientRules) -> ClientRules {
        const DEFAULT: ClientRules = ClientRules::UTS46;
        if self.is_unsure {
            return rules;
        }
        if self.is_taken() {
            return ClientRules { bidi: Bidi::Unasked, ..DEFAULT };
        }
        if self.is_old {
            (rules.known, rules.old_directions) = (Known::All, false);
            // Signs that STD3 refuses are asked of the version.
            if rules.family != Family::Idna2003 && !self.has(Props::NOT_LDH) {
                rules.unicode = DEFAULT.unicode;
            }
        }
        if rules.family == Family::Idna2003 && !self.has(IS_PREPARED_ANEW) {
            (rules.unicode, rules.unassigned, rules.old_composition) = (DEFAULT.unicode, true, false);
        }
        rules.std3 &= !self.is_old || self.has(Props::NOT_LDH);
        rules.loose_marks &= self.has(IS_MAPPED);
        // To libidn2 it means that IDNA2008 is not asked.
        rules.transitional &=
            rules.family == Family::Libidn2 || !self.is_old || self.has(Props::DEVIATION | Props::JOINER);
        if !self.has(Props::JOINER) {
            rules.joiners = DEFAULT.joiners;
        }
        if !self.gathered.bidi_classes().meets(RIGHT) {
            (rules.bidi, rules.new_directions) = (Bidi::Unasked, false);
        }
        if !self.has_odd_hyphen {
            rules.hyphens = Hyphens::Allowed;
        }
        // A character that vanishes may bring hyphens together.
        if !(self.has_odd_hyphen && self.has(MAY_VANISH)) {
            (rules.alabels, rules.leading_delimiter, rules.nested) = (DEFAULT.alabels, false, false);
        }
        if !self.is_changed {
            (rules.keeps_case, rules.ascii_dots) = (false, false);
            rules.passes_ascii &= self.has_alabel || self.has_odd_hyphen || self.has(Props::NOT_LDH);
            if self.is_old && !self.has(IS_MAPPED) {
                rules.mapping = ClientMapping::Nothing;
            }
        }
        rules
    }
}

/// Returns whether a character has a small letter, although UTS #46 and nameprep leave it as it is.
const fn is_capital_of_cherokee(unit: u32) -> bool {
    matches!(unit, 0x13A0..=0x13F5)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn facts_of(name: &[u32]) -> NameFacts {
        NameFacts::of(name, &mut Mappings::default()).expect("there is memory")
    }

    /// Returns whether every model makes the same of a name.
    fn is_alike(name: &[u32]) -> bool {
        let made = |rules| {
            let form = super::super::reader::convert(name, &rules, &mut super::super::reader::Shared::default());
            form.map(|form| form.host(false).0.to_vec()).ok()
        };
        let ours = made(ClientRules::UTS46);
        super::super::rows::ROWS.iter().all(|row| made(row.model.rules()) == ours)
    }

    #[test]
    fn every_character_that_is_taken_is_read_alike_by_all_models() {
        let mut count = 0;
        for unit in (0x80..0x4E10)
            .chain(0xA000..0xAC10)
            .chain(0xD7A0..0x20000)
            .filter(|&unit| Props::of(unit).bits() & Props::NOT_PVALID == 0)
        {
            for name in [&[unit][..], &[0x61, unit, 0x62], &[0x915, unit, 0x94D], &[0xE01, 0xE38, unit, 0x2E, unit]] {
                if facts_of(name).is_taken() {
                    count += 1;
                    assert!(is_alike(name), "{name:X?}");
                }
            }
        }
        assert!(count > 20_000, "{count}");
    }

    #[test]
    fn a_name_that_is_taken_has_one_form_by_the_rules_of_every_model() {
        let names = ["bücher.example", "xn--bcher-kva.example.", "日本.", "a-b.пример", "กุ้ง.हिन्दी", "", ".", "a..b"];
        for name in names {
            let units: Vec<u32> = name.chars().map(u32::from).collect();
            let facts = facts_of(&units);
            assert!(facts.is_taken(), "{name}");
            assert!(is_alike(&units), "{name}");
        }
    }

    #[test]
    fn a_name_that_some_model_reads_otherwise_is_not_taken() {
        for name in [
            "Bücher",
            "faß",
            "a-",
            "-ü",
            "a--b",
            "ab\u{200C}c",
            "\u{301}a",
            "אב",
            "a。b",
            "xn--a",
            "a_b",
            "XN--bcher-kva",
            "Ꭰ",
            "ⱡ",
            "·",
        ] {
            assert!(!facts_of(&name.chars().map(u32::from).collect::<Vec<_>>()).is_taken(), "{name}");
        }
    }
}

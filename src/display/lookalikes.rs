//! Characters that are taken for others, as Chromium lists them (the component `spoof_checks`, read in version 156).

use crate::bounded;
use crate::unicode::{Script, Scripts};

/// So many characters a list has at most.
const MOST: usize = 40;

/// Characters of the Basic Multilingual Plane beyond ASCII. The last one fills the list.
pub(super) struct Letters([u16; MOST]);

/// The bits of an octet under a mask.
const fn bits(octet: u8, mask: u8) -> u16 {
    u16::from_be_bytes([0, octet & mask])
}

impl Letters {
    pub(super) const fn of(text: &'static str) -> Self {
        let (mut letters, mut letter, mut rest) = ([0; MOST], 0, text.as_bytes());
        let mut slots: &mut [u16] = &mut letters;
        while let [slot, others @ ..] = slots {
            // UTF-8 of two octets or three.
            (letter, rest) = match rest {
                [a @ 0xC0..0xE0, b, behind @ ..] => (bits(*a, 0x1F) << 6 | bits(*b, 0x3F), behind),
                [a @ 0xE0..0xF0, b, c, behind @ ..] => {
                    (bits(*a, 0x0F) << 12 | bits(*b, 0x3F) << 6 | bits(*c, 0x3F), behind)
                }
                _ => (letter, rest),
            };
            *slot = letter;
            slots = others;
        }
        assert!(rest.is_empty(), "characters of one octet or four, or more characters than a list has room for");
        Self(letters)
    }

    /// Compares with all of them at once: a search would end anywhere.
    #[inline]
    pub(super) fn has(&self, unit: u32) -> bool {
        u16::try_from(unit).is_ok_and(|unit| self.0.iter().fold(false, |has, &letter| has | (letter == unit)))
    }
}

/// A script whose letters look like Latin ones.
pub(super) struct Lookalikes {
    script: Scripts,
    pub(super) letters: Letters,
    /// The top-level domains, in ASCII, under which the script is usual.
    pub(super) tlds: &'static [&'static str],
}

impl Lookalikes {
    const fn of(code: [u8; 4], letters: &'static str, tlds: &'static [&'static str]) -> Self {
        Self { script: Scripts::named(code), letters: Letters::of(letters), tlds }
    }

    pub(super) fn has(&self, unit: u32) -> bool {
        self.letters.has(unit)
    }

    /// Returns whether a character is of the script: the property Script, as letters of other scripts may be used with
    /// it.
    pub(super) fn owns(&self, unit: u32) -> bool {
        let [first, ..] = self.letters.0;
        Script::of(unit) == Script::of(first.into())
    }
}

/// For a set of scripts, by its number, the bits of those whose letters look like Latin ones: bit n for number n of
/// [`SCRIPTS`]. None for the set of all scripts.
#[inline]
pub(super) fn lookalikes_of(script_set: u32) -> u32 {
    #[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
    static BITS: [u32; Scripts::SETS] = {
        let (mut scripts, mut number) = ([Scripts::NONE; SCRIPTS.len()], 0);
        while number < SCRIPTS.len() {
            scripts[number] = SCRIPTS[number].script;
            number += 1;
        }
        Scripts::sets_with(&scripts)
    };
    bounded::at(&BITS, bounded::index(script_set))
}

pub(super) const SCRIPTS: [Lookalikes; 17] = [
    Lookalikes::of(*b"Armn", "ագզէլհյոսւօՙ", &["am"]),
    Lookalikes::of(*b"Cyrl", "аысԁеԍһіюкјӏморԗԛѕтԝхуъьҽпгѵѡ", &["bg", "by", "kz", "pyc", "ru", "su", "ua", "uz"]),
    Lookalikes::of(*b"Ethi", "ሀሠሰስበነተከዐዕዘጠፐꬅ", &["er", "et"]),
    Lookalikes::of(*b"Geor", "იოყძხჽჿ", &["ge"]),
    Lookalikes::of(*b"Grek", "αικνρυωηοτ", &["gr"]),
    Lookalikes::of(*b"Hebr", "דוחיןסװײ׳ﬦ", &["il"]),
    Lookalikes::of(*b"Beng", "০৭", &[]),
    Lookalikes::of(*b"Deva", "ऽ०ॱ", &[]),
    Lookalikes::of(*b"Gujr", "ડટ૦૧", &[]),
    Lookalikes::of(*b"Guru", "੦੧", &[]),
    Lookalikes::of(*b"Knda", "ಽ೦೧", &[]),
    Lookalikes::of(*b"Mlym", "ടഠധനറ൦", &[]),
    Lookalikes::of(*b"Orya", "ଠ୦୮", &[]),
    Lookalikes::of(*b"Taml", "டப௦", &[]),
    Lookalikes::of(*b"Telu", "౦౧", &[]),
    Lookalikes::of(*b"Mymr", "ခဂငထပဝ၀၂ၔၜ႐႑႕႖႗", &["mm"]),
    Lookalikes::of(*b"Thai", "ทนบพรหเแ๐ดลปฟม", &["th"]),
];

/// Common Russian words, all of whose letters look like Latin ones.
pub(super) static WORDS: [&str; 12] =
    ["секс", "как", "коса", "курс", "парк", "такий", "укроп", "сахарок", "покраска", "театр", "астро", "пхукет"];

/// Characters that look like ASCII digits.
pub(super) static DIGITS: Letters = Letters::of("θ२২੨૨೩೭շзҙӡउওਤ੩૩౩ဒვპੜკ੫丩ㄐճ৪੪୫૭୨౨");

pub(super) fn is_digit_lookalike(unit: u32) -> bool {
    DIGITS.has(unit)
}

/// Characters that UTS #39 allows and that are refused all the same.
pub(super) const fn is_listed(unit: u32) -> bool {
    matches!(
        unit,
        0x138 | 0x2BB | 0x2BC | 0x2EC | 0x338 | 0x58A | 0x2010 | 0x2019 | 0x2027 | 0x30A0
            | 0x1CD..=0x1DC | 0x1C80..=0x1C8F | 0x1E00..=0x1E9B | 0x1F00..=0x1FFF | 0xA640..=0xA69F | 0xA720..=0xA7FF
    )
}

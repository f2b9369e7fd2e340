//! Characters that are taken for others, as Chromium lists them (the component `spoof_checks`, read in version 156).

use crate::unicode::Scripts;

/// Characters, none of them ASCII.
pub(super) struct Letters {
    pub(super) text: &'static str,
    /// A bit for the last eight bits of each, so that most other characters are not looked for.
    filter: [u64; 4],
}

impl Letters {
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
    #[allow(clippy::as_conversions, reason = "evaluated by the compiler")]
    pub(super) const fn of(text: &'static str) -> Self {
        let (octets, mut filter, mut place) = (text.as_bytes(), [0; 4], 1);
        while place < octets.len() {
            let (before, octet) = (octets[place - 1], octets[place]);
            let is_last = place + 1 == octets.len() || octets[place + 1] >= 0xC0;
            // The last octet holds six bits of the code point, the one before it at least two more.
            if is_last {
                filter[(before & 3) as usize] |= 1 << (octet & 0x3F);
            }
            place += 1;
        }
        Self { text, filter }
    }

    pub(super) fn has(&self, unit: u32) -> bool {
        let [.., octet] = unit.to_be_bytes();
        let may_have = self.filter.get(usize::from(octet >> 6)).is_some_and(|word| word >> (octet & 0x3F) & 1 != 0);
        may_have && char::from_u32(unit).is_some_and(|character| self.text.contains(character))
    }
}

/// A script whose letters look like Latin ones.
pub(super) struct Lookalikes {
    pub(super) script: Scripts,
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
}

/// The scripts of all of them.
pub(super) const LOOKALIKES: Scripts = {
    let (mut all, mut rest) = (Scripts::NONE, SCRIPTS.as_slice());
    while let [first, others @ ..] = rest {
        all = all.union(first.script);
        rest = others;
    }
    all
};

pub(super) static SCRIPTS: [Lookalikes; 17] = [
    Lookalikes::of(*b"Armn", "ագզէլհյոսւօՙ", &["am"]),
    Lookalikes::of(*b"Cyrl", "аысԁеԍһіюкјӏорԗԛѕԝхуъьҽпгѵѡ", &["bg", "by", "kz", "pyc", "ru", "su", "ua", "uz"]),
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
pub(super) static WORDS: [&str; 9] = ["секс", "как", "коса", "курс", "парк", "такий", "укроп", "сахарок", "покраска"];

/// Characters that look like ASCII digits. The Devanagari letter is not in the documents; Chromium 156 refuses it.
pub(super) static DIGITS: Letters = Letters::of("उθ২੨૨೩೭շзҙӡউওਤ੩૩౩ဒვპੜკ੫丩ㄐճ৪੪୫૭୨౨");

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

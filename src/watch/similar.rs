//! Letters that are taken for others though UTS #39 does not list them as confusable: a table, and the fold of a
//! skeleton by it.
//!
//! A row names a letter of ASCII, or several, what is taken for it, and why. Facts come from the names and the shapes
//! of characters and from public reports of look-alikes, which the rows name. Of two texts that are
//! compared, what [`SIMILAR`] lists is replaced in both, and what [`DIRECTED`], [`SEQUENCES`] and [`PAIRS`] list only
//! in the one that is suspected: `ß` is taken for `b`, but who writes `groß` is not imitated by `grob`. Letters and
//! shapes are what skeletons are made of: the skeleton of Telugu ఠ is ర with a dot, and Kannada ಠ is taken for that.

use crate::memory::Growing;
use crate::unicode::Security;
use crate::{bounded, utf8};

/// A letter, the characters that are taken for it, and why they are.
type SimilarRow = (&'static str, &'static [char], &'static str);

const SIMILAR: &[SimilarRow] = &[
    ("a", &['ᴀ', 'ᶏ', 'ⱥ', 'ɐ', 'ɒ'], "small capital; with hook or stroke; turned"),
    ("b", &['ʙ'], "small capital, the skeleton of Cyrillic в (вank.com, eth-phishing-detect#2151)"),
    ("b", &['ᵬ', 'ᶀ', 'ꞗ'], "with hook"),
    ("b", &['ƅ', 'ъ'], "tone six, the skeleton of Cyrillic ь; hard sign"),
    ("c", &['ƈ', 'ɕ', 'ꞔ', 'ↄ', '𐔜'], "with hook or curl; reversed; Elbasan she"),
    ("d", &['ᴅ', 'ȡ', 'ᵭ', 'ᶁ', 'ᶑ', 'ꟈ', 'ꝺ', '∂'], "small capital; with hook, curl or stroke; the skeleton of eth"),
    ("e", &['ᴇ', 'ɘ', 'ᶒ', 'ⱸ', 'ꬴ', 'Ɛ'], "small capital; reversed; with hook; the skeleton of a Cherokee letter"),
    ("e", &['ꞓ', 'ᶓ'], "the skeleton of Greek epsilon, Cyrillic є and Latin ɛ"),
    ("f", &['ꜰ', 'ᶂ'], "small capital; with hook"),
    ("g", &['ɢ', 'ʛ', 'ꞡ'], "small capital, the skeleton of Cyrillic ԍ (ɢoogle.com, StevenBlack/hosts#145)"),
    ("h", &['ʜ', 'ⱨ', 'ꞕ', 'ꜧ', 'ђ', 'ɦ'], "small capital, the skeleton of Cyrillic н; with descender or hook"),
    ("j", &['ᴊ', 'ʝ', 'ʄ'], "small capital; with crossed tail"),
    ("k", &['ĸ'], "kra, the skeleton of Greek κ and Cyrillic к (ĸraken.com)"),
    ("k", &['ᴋ', 'ᶄ', 'ⱪ', 'ꝁ', 'ꝃ', 'ꝅ', 'ꞣ'], "small capital; with hook or stroke"),
    ("l", &['ʟ', 'ᴌ', 'ȴ', 'ɬ', 'ᶅ', 'ⱡ', 'ꝉ', 'ꞎ', 'ꬷ', 'ꬸ', 'ꬹ'], "small capital; with hook, belt or bar"),
    ("m", &['ʍ', 'ᶆ', 'ꬺ'], "the skeleton of ᴍ and of Cyrillic м (мусгурто.com, eth-phishing-detect#2151); with hook"),
    ("n", &['ɴ', 'ᴎ', 'ȵ', 'ᶇ', 'ꞑ', 'ꞥ', 'ꬻ'], "small capital (υɴіѕѡар.org); reversed, the skeleton of Cyrillic и"),
    ("n", &['п', 'π'], "Cyrillic pe and Greek pi"),
    ("o", &['ᴏ', 'ⱺ', 'ꝍ', 'ɔ', 'ɷ'], "small capital; with ring or loop; open"),
    ("oe", &['ɶ'], "small capital ligature"),
    ("p", &['ᴘ', 'ᵱ', 'ᶈ', 'ꝑ', 'ꝓ', 'ꝕ'], "small capital, the skeleton of Greek ᴩ; with stroke or tail"),
    ("q", &['ɋ', 'ꝗ', 'ꝙ', 'ꞯ'], "with hook tail or stroke; small capital"),
    ("r", &['ʀ', 'ᴙ'], "small capital (ʀeddit.com)"),
    ("r", &['ɾ', 'ɿ', 'ɼ', 'ᶉ', 'ꞧ', 'ꭆ', 'ꭉ', 'ɹ'], "with fishhook (mycɾypto.com), leg, hook or stroke; turned"),
    ("s", &['ꜱ', 'ȿ', 'ᶊ', 'ꞩ', 'ꟊ', 'ƨ'], "small capital; with tail or stroke"),
    ("s", &['ຣ', 'ຮ'], "Lao ro and ho, as Chromium has them (ຣຣ.com)"),
    ("t", &['ᴛ', 'ȶ', 'ʈ', 'ⱦ'], "small capital, the skeleton of Greek τ and Cyrillic т; with curl, hook or stroke"),
    ("u", &['ᴜ', 'ᶙ', 'ʉ', 'ꞹ', 'ʊ', 'Ʊ', 'џ', 'ц'], "small capital; with hook or bar; upsilon; Cyrillic dzhe and tse"),
    ("v", &['ᴠ', 'ᶌ', 'ⱱ', 'ⱴ', 'ꝟ'], "small capital; with hook, curl or stroke"),
    ("w", &['ⱳ', 'ᴡ', 'ω', 'щ'], "with hook; small capital; omega; Cyrillic shcha"),
    ("x", &['χ', 'ᶍ', 'ꭖ', 'ꭗ', 'ꭘ', 'ꭙ', 'ж'], "Greek chi; with hook, ring or leg; Cyrillic zhe"),
    ("y", &['ʎ'], "turned"),
    ("z", &['ᴢ', 'ɀ', 'ʑ', 'ᶎ', 'ʒ'], "small capital; with tail, curl or hook; ezh"),
    ("l", &['i'], "a short stroke: gmaii.com for gmail.com, and gmaiɩ.com (mypdns/matrix#1301)"),
    ("e", &['3'], "a digit for a letter"),
    ("e", &['ȝ', 'ɜ', '➂'], "the skeletons of yogh, ezh and Cyrillic з, which look like the digit; in a circle"),
    ("s", &['5', '➄'], "a digit for a letter"),
    ("l", &['➀'], "a digit in a circle, as the following; of one the skeleton is l, and three and five are folded"),
    ("2", &['➁'], "in a circle"),
    ("4", &['➃'], "in a circle"),
    ("6", &['➅'], "in a circle"),
    ("7", &['➆'], "in a circle"),
    ("8", &['➇'], "in a circle"),
    ("9", &['➈'], "in a circle"),
    ("2", &['२', '২'], "Devanagari two, the skeleton of Gujarati two and ra, with the same bow and foot; Bengali two"),
    ("٩", &['૧'], "Gujarati one, a nine with a tail as Devanagari one, whose skeleton is an Arabic-Indic nine"),
    ("๑", &['໑', '១'], "Lao and Khmer one, the same snail as Thai one"),
    ("๒", &['២'], "Khmer two, as Thai two"),
    ("๓", &['៣'], "Khmer three, as Thai three"),
    ("๕", &['໕'], "Lao five, as Thai five"),
    ("๖", &['៦'], "Khmer six, as Thai six"),
    ("๗", &['៧'], "Khmer seven, as Thai seven"),
    ("๘", &['៨'], "Khmer eight, as Thai eight"),
    ("", &['ٴ'], "high hamza, in ٲ beside alef as the hamza of أ is, which is a mark"),
    ("ى", &['ٻ'], "beeh, the skeleton of ې: inside of a word the two dots of yeh, one above the other"),
    ("ى", &['ۍ'], "yeh with a tail, at the end of a word"),
    ("כ", &['ך'], "kaf at the end of a word, where loanwords have the other form, as of the following letters"),
    ("מ", &['ם'], "mem at the end of a word"),
    ("פ", &['ף'], "pe at the end of a word"),
    ("צ", &['ץ'], "tsadi at the end of a word"),
    ("इ", &['ਙ'], "Gurmukhi nga, as Devanagari i without its tail"),
    ("घ", &['ਬ'], "Gurmukhi ba, as Devanagari gha"),
    ("म", &['ম'], "Bengali ma, as Devanagari ma"),
    ("ర", &['ಠ'], "Kannada ttha, as Telugu ttha"),
    ("డ", &['ಢ'], "Kannada ddha, as Telugu ddha"),
    ("ధ", &['ಥ'], "Kannada tha, as Telugu tha"),
    ("బ", &['ಬ'], "Kannada ba, as Telugu ba"),
    ("వు", &['ಮ'], "Kannada ma, as Telugu ma"),
    ("ස", &['ඝ'], "Sinhala gha, as sa with a loop"),
    ("ဈ", &['ၛ'], "Mon jha, as Burmese jha"),
    ("\\", &['ヽ'], "iteration mark of Katakana, the stroke of 丶, whose skeleton is a backslash"),
];

/// Letters of their own right: an alphabet in use has them beside the letter that they are taken for.
const DIRECTED: &[SimilarRow] = &[
    ("b", &['ß'], "sharp s, the skeleton of Greek beta"),
    ("e", &['ǝ'], "the skeleton of schwa, which Azerbaijani has"),
    ("n", &['ŋ'], "eng, which Sámi has"),
    ("h", &['հ', 'ћ'], "Armenian ho; Cyrillic tshe"),
    ("9", &['٩'], "the skeleton of Devanagari one and of an Arabic-Indic nine"),
];

/// Several characters, marks among them, the letters that they are taken for, and why.
type SequenceRow = (&'static str, &'static str, &'static str);

/// Sequences that are taken for others only as a whole, in a suspected text.
const SEQUENCES: &[SequenceRow] = &[
    ("ন্থ", "নহ", "Bengali ntha, which is drawn as n with ha below"),
    ("ন্হ", "নথ", "Bengali nha, the same the other way round"),
    ("र्\u{323}𑧇", "-𑧇", "the eyelash of Marathi ऱ्य, which looks like a hyphen before ya"),
    ("अॏ", "अ𑧑", "Devanagari aw, as au with one stroke more"),
];

/// Letters that are taken for one letter, in the order of their ends: `prennera.com` for `premera.com`.
pub(super) const PAIRS: [([u8; 2], u8, bool); 4] =
    [(*b"rn", b'm', false), (*b"vv", b'w', true), (*b"nn", b'm', true), (*b"cl", b'd', true)];

/// Appends what a skeleton in UTF-8 looks like by these rows. A text that is suspected is folded by all of them.
/// Returns whether that makes a difference.
pub(super) fn fold(skeleton: &[u8], is_suspect: bool, folded: &mut Growing<u8>) -> bool {
    let (text, mut differs, mut behind) = (bounded::utf8(skeleton), false, 0);
    for (place, character) in text.char_indices() {
        if place < behind {
            continue;
        }
        if let Some(letter) = plain(character) {
            differs |= push(letter, is_suspect, folded);
            continue;
        }
        if let Some((sequence, letters, _)) = sequence_at(text, place) {
            differs = true;
            if is_suspect {
                folded.extend_from_slice(letters.as_bytes());
                behind = bounded::add(place, sequence.len());
                continue;
            }
        }
        // Marks are what the skeletons of letters with strokes, hooks and dots hold beside the letter.
        if matches!(character, '\'' | '·') || Security::of(character.into()).has(Security::NONSPACING_MARK) {
            continue;
        }
        let is_of = |row: &&SimilarRow| row.1.contains(&character);
        let (similar, directed) = (SIMILAR.iter().find(is_of), DIRECTED.iter().find(is_of));
        differs |= directed.is_some();
        match similar.or(directed.filter(|_| is_suspect)) {
            Some((letters, ..)) => letters.bytes().for_each(|letter| differs |= push(letter, is_suspect, folded)),
            None => utf8::push(character.into(), folded),
        }
    }
    differs
}

/// The row of what begins at a place of a text.
fn sequence_at(text: &str, place: usize) -> Option<&'static SequenceRow> {
    let rest = bounded::characters(text, place..text.len());
    SEQUENCES.iter().find(|(sequence, ..)| rest.starts_with(sequence))
}

/// The letter that a letter or digit of ASCII is taken for, by the rows above: itself for most of them.
pub(super) fn plain(character: char) -> Option<u8> {
    match character {
        'i' => Some(b'l'),
        '3' => Some(b'e'),
        '5' => Some(b's'),
        'a'..='z' | '0'..='9' | '.' | '-' | '_' => u8::try_from(character).ok(),
        _ => None,
    }
}

/// Appends a letter, or makes one of it and that before it. Returns whether that is done in a suspected text alone.
fn push(letter: u8, is_suspect: bool, folded: &mut Growing<u8>) -> bool {
    if !matches!(letter, b'n' | b'v' | b'l') {
        folded.push(letter);
        return false;
    }
    let before = folded.last().copied();
    let pair = PAIRS.iter().find(|(pair, ..)| letter == pair[1] && before == Some(pair[0]));
    match (pair, folded.last_mut()) {
        (Some(&(_, one, directed)), Some(last)) if is_suspect || !directed => *last = one,
        _ => folded.push(letter),
    }
    pair.is_some_and(|&(.., directed)| directed)
}

pub(super) fn is_in_row(character: char) -> bool {
    SIMILAR.iter().chain(DIRECTED).any(|row| row.1.contains(&character))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::security::skeleton_of_units;

    fn folded(text: &str, is_suspect: bool) -> Vec<u8> {
        let mut folded = Growing::default();
        fold(text.as_bytes(), is_suspect, &mut folded);
        folded.to_vec()
    }

    /// Else what is taken for a letter would not meet the letter.
    #[test]
    fn what_a_row_gives_is_folded_already() {
        for (letters, shapes, why) in SIMILAR.iter().chain(DIRECTED) {
            assert!(!why.is_empty());
            assert_eq!(folded(letters, false), letters.as_bytes());
            for shape in *shapes {
                assert_eq!(folded(&shape.to_string(), true), letters.as_bytes(), "{shape}");
            }
        }
    }

    /// The plain fold of what a sequence is taken for is the suspected fold of the sequence.
    #[test]
    fn a_sequence_is_taken_for_others_where_it_is_suspected() {
        for &(sequence, letters, why) in SEQUENCES {
            assert!(!why.is_empty());
            for around in ["", "a", "क"] {
                let (text, expected) = (format!("{around}{sequence}{around}"), format!("{around}{letters}{around}"));
                assert_eq!(folded(&text, true), expected.as_bytes());
                assert_eq!(folded(&expected, false), expected.as_bytes());
                assert_ne!(folded(&text, false), expected.as_bytes());
            }
        }
    }

    /// Another one would never be met. Of Latin letters some rows are there for `security.confusables`.
    #[test]
    fn a_shape_of_another_script_is_its_own_skeleton() {
        let scripts = '\u{590}'..'\u{1D00}';
        for &shape in SIMILAR.iter().flat_map(|row| row.1).filter(|&shape| scripts.contains(shape)) {
            assert_eq!(skeleton_of_units(&[shape.into()]), Ok(vec![shape.into()]), "{shape}");
        }
    }

    #[test]
    fn rows_of_ascii_are_those_of_the_fast_way() {
        for character in (0..0x80_u8).map(char::from) {
            let row = SIMILAR.iter().find(|row| row.1.contains(&character)).map(|row| row.0.as_bytes());
            assert!(row.is_none() || plain(character).as_ref().map(core::slice::from_ref) == row, "{character}");
        }
    }

    #[test]
    fn no_character_has_two_rows() {
        let mut all: Vec<_> = SIMILAR.iter().chain(DIRECTED).flat_map(|row| row.1).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn pairs_are_put_together_where_they_are_suspected() {
        for (text, plain, suspect) in [
            ("rn", "m", "m"),
            ("vvv", "vvv", "wv"),
            ("nn", "nn", "m"),
            ("clock", "clock", "dock"),
            ("n\u{327}5'", "ns", "ns"),
        ] {
            assert_eq!(folded(text, false), plain.as_bytes());
            assert_eq!(folded(text, true), suspect.as_bytes());
        }
    }
}

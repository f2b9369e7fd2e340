//! Texts: the lines of a file, and long ones, one function of the length for each shape that makes some implementation
//! suffer.

use std::path::Path;

/// The lines of a file.
///
/// # Panics
///
/// Where the file cannot be read.
pub fn lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::to_owned).collect()
}

/// So many different words of six to twelve letters that can be spoken.
pub fn brands(count: usize) -> Vec<String> {
    let mut random = Random(count as u64);
    let mut words = std::collections::BTreeSet::new();
    while words.len() < count {
        let syllables = 3 + random.below(4);
        words.insert(
            (0..syllables).flat_map(|_| [b"bcdfghjklmnprstvwz"[random.below(18)], b"aeiou"[random.below(5)]]).collect(),
        );
    }
    words.into_iter().map(|word: Vec<u8>| String::from_utf8(word).expect("ASCII")).collect()
}

/// The code points of each text.
pub fn code_points(texts: &[String]) -> Vec<Vec<u32>> {
    texts.iter().map(|text| text.chars().map(u32::from).collect()).collect()
}

/// The names of the families, easy and hard.
pub const FAMILIES: [&str; 8] = ["random", "repeats", "sorted", "reversed", "same", "alternating", "script", "border"];

/// SplitMix64: small, seeded, the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// `length` different scalar values outside ASCII, in random order.
fn distinct(length: usize, random: &mut Random) -> Vec<u32> {
    let mut scalars: Vec<u32> = (0x80..0xD800).chain(0xE000..0x11_0000).collect();
    for place in 0..length {
        let other = place + random.below(scalars.len() - place);
        scalars.swap(place, other);
    }
    scalars.truncate(length);
    scalars
}

/// Letters of ASCII, then code points as far apart as they get, the greatest first: no text of this length has greater
/// deltas, so that from a few thousand code points on they leave 32 bits.
fn border(length: usize) -> Vec<u32> {
    let letters = length / 2;
    let mut text = vec![u32::from('a'); letters];
    let far = length - letters;
    // Planes 1 to 16, which have no surrogates.
    text.extend((0..far).rev().map(|rank| 0x1_0000 + ((rank + 1) * 0xF_FFFF / far) as u32));
    text
}

/// The text of `length` code points of one of [`FAMILIES`].
pub fn text(family: &str, length: usize) -> Vec<u32> {
    let mut random = Random(length as u64);
    match family {
        "random" => distinct(length, &mut random),
        "repeats" => {
            let pool = distinct(length / 16 + 2, &mut random);
            (0..length).map(|_| pool[random.below(pool.len())]).collect()
        }
        "sorted" | "reversed" => {
            let mut text = distinct(length, &mut random);
            text.sort_unstable();
            if family == "reversed" {
                text.reverse();
            }
            text
        }
        "same" => vec![0x4E00; length],
        "alternating" => [0xE9, 0x4E2D].into_iter().cycle().take(length).collect(),
        "script" => (0..length).map(|_| 0x430 + random.below(32) as u32).collect(),
        "border" => border(length),
        other => panic!("no family {other}"),
    }
}

/// Every family of names: its title, and how its names begin and go on. The first is benign.
pub const NAMES: [(&str, &str, &str); 33] = [
    ("labels of words", "", "bü.да.πα.例え."),
    ("letters", "", "abcdefghijklmnopqrstuvwxyz0123456789"),
    ("one ASCII label", "", "a"),
    ("short labels", "", "8.b.d.0.1.0.0.2.ip6.arpa."),
    ("ASCII labels", "", "a."),
    ("dots", "", "."),
    ("words", "", "bücherпримерπαράδειγμα例え"),
    ("one label", "", "ü"),
    ("combining marks", "a", "\u{301}"),
    ("marks out of order", "", "\u{301}\u{327}"),
    ("joiners", "क\u{94D}", "\u{200D}"),
    ("non-joiners", "ب", "\u{200C}"),
    ("digits of both kinds", "", "\u{660}\u{6F0}"),
    ("digits in Hebrew", "א", "1\u{661}"),
    ("nothing after mapping", "", "\u{AD}"),
    ("Hangul parts", "", "\u{1100}\u{1161}\u{11A8}"),
    ("ligatures", "", "\u{FDFA}"),
    ("wide letters", "", "ａ"),
    ("refused ASCII", "", "%"),
    ("a wide letter before ASCII", "ａ", "A"),
    ("a wide letter before what is refused", "ａ", "%"),
    ("accented capitals", "", "É"),
    ("soft hyphens in between", "", "a\u{AD}"),
    ("marks of half width", "a", "\u{FF9E}"),
    ("scripts in turn", "", "aбγאبक가あ漢ไ"),
    ("an emoji before ASCII", "💩.", "a"),
    ("labels", "", "ü."),
    ("labels of both directions", "", "א.1."),
    ("labels that grow", "", "㍿."),
    ("A-labels of words", "", "xn--bcher-kva.xn--e1afmkfd.xn--hxajbheg2az3al.xn--r8jz45g."),
    ("A-labels", "", "xn--tda."),
    ("no A-labels", "", "xn--a."),
    ("one A-label", "xn--", "a"),
];

/// A name of so many octets: as many whole repetitions as fit.
pub fn name(start: &str, repeated: &str, octets: usize) -> String {
    start.to_owned() + &repeated.repeat(octets.saturating_sub(start.len()) / repeated.len())
}

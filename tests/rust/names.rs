//! Names that try: pieces that mean something to some rule, put together at random. Always the same ones.

/// A generator of random numbers (xorshift64*), seeded.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    pub(crate) fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Words of many scripts.
const WORDS: &[&str] = &[
    "example",
    "bücher",
    "правда",
    "他们为什么不说中文",
    "例え",
    "ドメイン名例",
    "실례",
    "דוגמה",
    "مثال",
    "نامه\u{200C}ای",
    "උදාහරණය",
    "ශ්\u{200D}රී",
    "উদাহরণ",
    "உதாரணம்",
    "ไทย",
    "παράδειγμα",
    "ελλάς",
    "faß",
    "ESPAÑA",
    "café",
    "việtnam",
    "٣٤",
    "۳۴",
    "123",
    "l·l",
    "xn--bcher-kva",
    "xn--mgbh0fb",
    "xn--80aafi6cg",
    "XN--BCHER-KVA",
    "xn--example-",
    "xn--a",
    "xn--",
    "a_b",
    "*",
    "r3---sn",
    "☃",
    "💩",
    "ex\u{AD}ample",
];

/// Characters that some rule looks at, and the borders of ranges.
const CHARACTERS: &[char] = &[
    '-',
    '-',
    '.',
    '。',
    '．',
    '｡',
    'a',
    'z',
    'A',
    '0',
    '9',
    '_',
    '=',
    '/',
    '＃',
    'ß',
    'ẞ',
    'ς',
    'Σ',
    'İ',
    'ı',
    'ﬀ',
    'Ａ',
    '１',
    '－',
    '\u{AD}',
    '\u{200B}',
    '\u{200C}',
    '\u{200D}',
    '\u{FE0F}',
    '\u{301}',
    '\u{308}',
    '\u{323}',
    '\u{327}',
    '\u{338}',
    '\u{345}',
    '\u{344}',
    '\u{94D}',
    '\u{9BE}',
    '\u{9C7}',
    '\u{DCA}',
    '\u{3099}',
    '\u{1161}',
    '\u{11A8}',
    '가',
    '각',
    'é',
    'ạ',
    'â',
    'ậ',
    '·',
    'l',
    '͵',
    'α',
    '׳',
    '״',
    'א',
    '・',
    'ア',
    '中',
    'あ',
    '٠',
    '۰',
    'ا',
    'ل',
    'ب',
    '\u{64B}',
    '\u{6DD}',
    '\u{70F}',
    '\u{FFFD}',
    '\u{80}',
    '\u{2028}',
    '\u{202E}',
    '\u{E000}',
    '\u{FDD0}',
    '\u{10FFFF}',
    '\u{1F468}',
    '\u{2F868}',
    '\u{221}',
    '\u{3D000}',
    '\u{1D165}',
    '\u{0}',
    ' ',
    '℀',
    '≠',
    '₃',
    '⒈',
    '\u{10A00}',
];

/// A name of up to four labels.
pub(crate) fn name(dice: &mut Dice) -> String {
    let mut name = String::new();
    for _ in 0..=dice.below(4) {
        match dice.below(4) {
            0 => name.push_str(dice.of::<&str>(WORDS)),
            1 => (0..=dice.below(5)).for_each(|_| name.push(*dice.of(CHARACTERS))),
            2 => name.extend(char::from_u32(dice.below(0x3_4000) as u32)),
            _ => {
                name.push_str(dice.of::<&str>(WORDS));
                mutate(&mut name, dice);
            }
        }
        if dice.below(2) == 0 {
            name.push('.');
        }
    }
    if dice.below(8) == 0 { encoded(&name) } else { name }
}

/// Puts one character of those above somewhere into a name.
fn mutate(name: &mut String, dice: &mut Dice) {
    let places: Vec<usize> = name.char_indices().map(|(place, _)| place).chain([name.len()]).collect();
    let place = *dice.of(&places);
    name.insert(place, *dice.of(CHARACTERS));
}

/// The same with every label that is not ASCII in Punycode behind the prefix, whatever it holds.
fn encoded(name: &str) -> String {
    let encode = |label: &str| match label.is_ascii() {
        true => label.to_owned(),
        false => format!("xn--{}", acelabel::punycode::encode(label).unwrap()),
    };
    name.split('.').map(encode).collect::<Vec<_>>().join(".")
}

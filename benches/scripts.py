"""Plausible words in eleven scripts: letters and syllables drawn with roughly the frequencies of running text.

A word need not be in a dictionary; what the codec feels is how many different characters a label has, how far apart
they stand and in which order they come, and that follows from the alphabet and its frequencies.
"""

import random
import unicodedata
from collections.abc import Callable

# Letters from the most frequent to the rarest; `zipf` gives the rank its weight.
CYRILLIC_VOWELS = "оеаияуыюэё"
CYRILLIC_CONSONANTS = "нтсрвлкмдпгзбчйхжшцщф"
GREEK_VOWELS = "αοιεηυωάίόέήύώ"
GREEK_CONSONANTS = "τνσρκπμλγδθχφβξζψ"
ARABIC_LETTERS = "اليمنوترهبدعفسقكحجشطصخزثذضظغءةىأإئؤ"
HEBREW_LETTERS = "יוהלאמרבתשנדכעפקחגסטזצ"
HEBREW_FINALS = {"כ": "ך", "מ": "ם", "נ": "ן", "פ": "ף", "צ": "ץ"}
DEVANAGARI_CONSONANTS = "करनतसमहयपलवदजबगटशचथभखधघडषफणझठछढ"
DEVANAGARI_SIGNS = "ािेीोंुूैौ"
DEVANAGARI_INDEPENDENT = "अआइउएईऊओऐऔ"
VIRAMA = "\N{DEVANAGARI SIGN VIRAMA}"
THAI_CONSONANTS = "นรกงมอลตยสวทดบปหคพจชขผถซธภณศฟษฉ"
THAI_BEFORE = "เแโไใ"
THAI_ABOVE = "ิีุูัื"
THAI_TONES = "่้"
CHINESE_FREQUENT = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去"
    "法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点"
    "正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿"
    "原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德"
    "资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交"
    "规万取拉格望觉术领共确传师观清今切院让识候带导争运"
)
JAPANESE_KANJI = (
    "日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何"
    "南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文"
    "元重近考画海売知道集別物使品計死特私始朝運終台広住真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜"
)
HIRAGANA = "いうんしかとたのてにるはくなをらこすりきもつまけさっでれえよみやせちがそどめおあゆわほひだじぶ"
KATAKANA = "ンールストイリラクアシタフロドカレッコマテグムジサウキプデブメニオパバエチツソナベハミネ"
KOREAN_INITIALS = (11, 0, 18, 9, 2, 12, 5, 3, 6, 7, 14, 16, 17, 15, 1, 4, 10, 8, 13)
KOREAN_VOWELS = (0, 20, 4, 8, 13, 18, 1, 5, 6, 12, 9, 2, 17, 14, 11, 16, 7, 10, 15, 3, 19)
KOREAN_FINALS = (0, 4, 8, 21, 1, 16, 17, 19, 7, 20, 22, 25, 27, 26, 24, 23)


def zipf(rng: random.Random, letters: str, flatness: float = 0.0) -> str:
    """One letter; the r-th has the weight 1 / (r + 2), and with probability `flatness` all are alike."""
    if rng.random() < flatness:
        return rng.choice(letters)
    # The inverse of the integral of 1 / (r + 2) takes a uniform number to a rank.
    rank = 2.0 * ((len(letters) + 2) / 2.0) ** rng.random() - 2.0
    return letters[min(int(rank), len(letters) - 1)]


def alternating(rng: random.Random, vowels: str, consonants: str, length: int) -> str:
    """Consonants and vowels in turn, with a cluster now and then."""
    word, vowel = "", rng.random() < 0.35
    while len(word) < length:
        word += zipf(rng, vowels if vowel else consonants)
        vowel = not vowel if rng.random() < 0.87 else vowel
    return word


def accented(rng: random.Random, text: str, replacements: dict[str, str], count: int) -> str:
    """The word with `count` of its letters (fewer if it has fewer) replaced by accented ones."""
    letters = list(text)
    places = [place for place, letter in enumerate(letters) if letter in replacements]
    for place in rng.sample(places, min(count, len(places))):
        letters[place] = rng.choice(replacements[letters[place]])
    return "".join(letters)


LATIN_ACCENTS = {
    "a": "áàâãåąă", "c": "çćč", "d": "ďđ", "e": "éèêëęě", "g": "ğ", "i": "íîïı", "l": "łľ", "n": "ñńň",
    "o": "óôõøő", "r": "řŕ", "s": "śšş", "t": "ťț", "u": "úůűū", "y": "ý", "z": "žźż",
}  # fmt: skip
GERMAN_ACCENTS = {"a": "ä", "o": "ö", "u": "ü", "s": "ß"}


def latin(rng: random.Random) -> str:
    word = alternating(rng, "eaiouy", "nrtslcdmpvgbfhzkj", rng.randint(5, 13))
    return accented(rng, word, LATIN_ACCENTS, rng.choice((1, 1, 2, 2, 3)))


def german(rng: random.Random) -> str:
    word = ""
    for _ in range(rng.randint(2, 4)):
        word += zipf(rng, "hgsmbkfrwtlndvz") + zipf(rng, "eiuaou") + zipf(rng, "nrstlhmck")
        word += "t" if rng.random() < 0.2 else ""
    return accented(rng, word, GERMAN_ACCENTS, rng.choice((1, 1, 1, 2)))


def cyrillic(rng: random.Random) -> str:
    return alternating(rng, CYRILLIC_VOWELS, CYRILLIC_CONSONANTS, rng.randint(5, 13))


def greek(rng: random.Random) -> str:
    word = alternating(rng, GREEK_VOWELS, GREEK_CONSONANTS, rng.randint(4, 12))
    return word + "ς" if rng.random() < 0.4 else word


def arabic(rng: random.Random) -> str:
    stem = "".join(zipf(rng, ARABIC_LETTERS) for _ in range(rng.randint(3, 8)))
    return ("ال" if rng.random() < 0.35 else "") + stem + ("ة" if rng.random() < 0.2 else "")


def hebrew(rng: random.Random) -> str:
    word = "".join(zipf(rng, HEBREW_LETTERS) for _ in range(rng.randint(4, 9)))
    return word[:-1] + HEBREW_FINALS.get(word[-1], word[-1])


def devanagari(rng: random.Random) -> str:
    word = zipf(rng, DEVANAGARI_INDEPENDENT) if rng.random() < 0.15 else ""
    for syllable in range(rng.randint(2, 5)):
        if syllable and rng.random() < 0.15:
            word += VIRAMA
        word += zipf(rng, DEVANAGARI_CONSONANTS)
        word += zipf(rng, DEVANAGARI_SIGNS) if rng.random() < 0.6 else ""
    return word


def thai(rng: random.Random) -> str:
    word = ""
    for _ in range(rng.randint(2, 4)):
        before = rng.random() < 0.25
        word += zipf(rng, THAI_BEFORE) if before else ""
        word += zipf(rng, THAI_CONSONANTS)
        word += zipf(rng, THAI_ABOVE) if not before and rng.random() < 0.5 else ""
        word += zipf(rng, THAI_TONES) if rng.random() < 0.3 else ""
        word += rng.choice("าะ") if rng.random() < 0.25 else ""
        word += zipf(rng, THAI_CONSONANTS) if rng.random() < 0.5 else ""
    return word


def chinese(rng: random.Random) -> str:
    # One character in eight is rare: any of the 20,902 of the first block of unified ideographs.
    return "".join(
        chr(rng.randint(0x4E00, 0x9FA5)) if rng.random() < 0.125 else zipf(rng, CHINESE_FREQUENT, 0.2)
        for _ in range(rng.randint(3, 8))
    )


def japanese(rng: random.Random) -> str:
    word = ""
    for _ in range(rng.randint(1, 3)):
        kind = rng.random()
        letters = JAPANESE_KANJI if kind < 0.45 else KATAKANA if kind < 0.7 else HIRAGANA
        word += "".join(zipf(rng, letters, 0.3) for _ in range(rng.randint(2, 4)))
    return word


def korean(rng: random.Random) -> str:
    def part(order: tuple[int, ...]) -> int:
        return ord(zipf(rng, "".join(map(chr, order))))

    return "".join(
        chr(0xAC00 + (part(KOREAN_INITIALS) * 21 + part(KOREAN_VOWELS)) * 28 + rng.choice((0, part(KOREAN_FINALS))))
        for _ in range(rng.randint(3, 7))
    )


# A maker of words, and how often an ASCII part stands beside a word.
Script = tuple[Callable[[random.Random], str], float]
SCRIPTS: dict[str, Script] = {
    "latin": (latin, 0.15),
    "german": (german, 0.25),
    "cyrillic": (cyrillic, 0.32),
    "greek": (greek, 0.30),
    "arabic": (arabic, 0.30),
    "hebrew": (hebrew, 0.32),
    "devanagari": (devanagari, 0.28),
    "thai": (thai, 0.30),
    "chinese": (chinese, 0.50),
    "japanese": (japanese, 0.48),
    "korean": (korean, 0.48),
}
ASCII_PARTS = ("shop", "online", "24", "web", "info", "2020", "bio", "hotel", "app", "club", "1", "365", "tv", "pro")


def label(rng: random.Random, script: Script) -> str:
    """A label of 3 to 24 code points with at least one outside ASCII, in NFC."""
    word, ascii_share = script
    while True:
        text = word(rng)
        if rng.random() < ascii_share:
            part = rng.choice(ASCII_PARTS)
            hyphen = "-" if rng.random() < 0.5 else ""
            text = text + hyphen + part if rng.random() < 0.8 else part + hyphen + text
        elif rng.random() < 0.08:
            text = text + "-" + word(rng)
        text = unicodedata.normalize("NFC", text)
        if 3 <= len(text) <= 24 and not text.isascii():
            return text

"""Names to feed to implementations of IDNA: words of many languages, and every kind of damage done to them.

All come from a seeded generator, so that a run can be repeated. Word lists that happen to be installed add words.
"""

import random
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

WORDS = {
    "english": "water house light river green paper school window morning shop mail news api cdn static login",
    "german": "bücher straße grüße fußball käse öl müller weiß größe mädchen schlüssel maß",
    "french": "été forêt garçon noël œuvre château français hôtel naïve ça leçon",
    "spanish": "niño español corazón mañana jalapeño pingüino árbol cigüeña",
    "catalan": "col·lecció paral·lel intel·ligent cançó plaça",
    "polish": "żółw łódź kraków źródło wąż książka śnieg",
    "czech": "příliš žluťoučký kůň úpěl ďábelské ódy dvůr řeka",
    "turkish": "ışık güneş çiçek öğrenci İstanbul diyarbakır",
    "vietnamese": "việt nam đường tiếng nước người phở bánh mì",
    "icelandic": "þorp eyjafjallajökull ísland þjóð ævintýri",
    "greek": "ελλάδα φιλόσοφος άνθρωπος γλώσσα κόσμος θάλασσα σοφός ουρανός ᾠδή",
    "russian": "россия почта книга собака ёлка хлеб здравствуй вода московский",
    "ukrainian": "україна їжак ґанок єдність вітер",
    "serbian": "србија љубав њива џеп ђак ћирилица",
    "kazakh": "қазақстан әлем ұлы өмір",
    "armenian": "հայաստան գիրք երևան լույս և ջուր",
    "georgian": "საქართველო თბილისი წიგნი მზე ღვინო",
    "hebrew": "שלום ישראל ספר מים ירושלים צה״ל ג׳ירפה תודה שָׁלוֹם",
    "arabic": "السلام كتاب مصر مرحبا الجزائر موقع مِصر قهوة ١٢٣ لغة",
    "persian": "ایران کتاب‌ها می‌خواهم فارسی نامه‌ای تهران ۱۲۳ خانه",
    "urdu": "پاکستان اردو لاہور ٹھیک کتابیں ہے",
    "syriac": "ܣܘܪܝܝܐ ܫܠܡܐ ܟܬܒܐ",
    "thaana": "ދިވެހި މާލެ ރާއްޖެ",
    "nko": "ߒߞߏ ߘߋ߬ߘߋ",
    "hindi": "भारत हिन्दी पुस्तक नमस्ते क्षेत्र क्‍ष संगठन शक्ति क्‌ष",
    "bengali": "বাংলা ভারত ঢাকা জলবায়ু র‍্যাব",
    "gurmukhi": "ਪੰਜਾਬ ਭਾਰਤ ਗੁਰਮੁਖੀ",
    "gujarati": "ગુજરાત ભારત પુસ્તક",
    "tamil": "தமிழ் இந்தியா சிங்கப்பூர் வணக்கம்",
    "telugu": "తెలుగు భారత్ పుస్తకం",
    "kannada": "ಕನ್ನಡ ಭಾರತ ಪುಸ್ತಕ",
    "malayalam": "മലയാളം കേരളം പുസ്തകം ന്‍റെ",
    "sinhala": "ලංකා සිංහල ශ්‍රී ක්‍රීඩා",
    "thai": "ประเทศไทย คน น้ำ หนังสือ กรุงเทพ คำ",
    "lao": "ລາວ ປຶ້ມ ວຽງຈັນ ນ້ຳ",
    "khmer": "កម្ពុជា ភ្នំពេញ សៀវភៅ",
    "burmese": "မြန်မာ စာအုပ် ရန်ကုန်",
    "tibetan": "བོད་ཡིག དཔེ་ཆ ལྷ་ས",
    "amharic": "ኢትዮጵያ አዲስ መጽሐፍ ሰላም",
    "mongolian": "ᠮᠣᠩᠭᠣᠯ ᠨᠣᠮ монгол",
    "cherokee": "ᏣᎳᎩ ᎣᏏᏲ ꭰꭱꭲ",
    "chinese": "中国 公司 网络 北京大学 香港 臺灣 書 测试 例え",
    "japanese": "日本語 東京 カタカナ ひらがな ラーメン サッカー コーヒー・ショップ 々木 ジェーピーニック",
    "korean": "한국 서울 도서관 테스트 사랑 실례",
    "yi": "ꆈꌠ ꁱꂷ",
    "emoji": "☃ 💩 ❤ i❤ny 👨‍👩‍👧 🇩🇪 ☕️ 😀",
    "gothic": "𐌲𐌿𐍄 𐌰𐌹𐌽𐍃",
    "adlam": "𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪",
}
WORD_LISTS = {
    "/usr/share/dict/ngerman": "utf-8",
    "/usr/share/dict/french": "utf-8",
    "/usr/share/hunspell/ru_RU.dic": "utf-8",
    "/usr/share/hunspell/el_GR.dic": "iso-8859-7",
    "/usr/share/hunspell/ar.dic": "utf-8",
    "/usr/share/hunspell/he_IL.dic": "utf-8",
    "/usr/share/hunspell/hi_IN.dic": "utf-8",
    "/usr/share/hunspell/th_TH.dic": "utf-8",
    "/usr/share/hunspell/ko.dic": "utf-8",
}
TOP_LEVEL = ("com", "de", "org", "xn--p1ai", "рф", "中国", "भारत", "مصر", "example", "ישראל", "XN--P1AI")
DOTS = "....。．｡"
JOINERS = "\u200c\u200d"
INVISIBLE = "\u00ad\u034f\u115f\u180b\u200b\u2060\ufe0f\ufeff\U000e0100"
MARKS = "\u0300\u0301\u0308\u0327\u0338\u0345\u05b0\u064b\u093c\u094d\u0e31\u1dc0\u20dd\u302a\u3099\u309a\U000110b9"
DIGITS = "0129٠١٩۰۱۹०१९๐๑²⑴１𝟙𞥐߀"
SPECIAL = "ßẞςſıİΣσ·ʹ͵׳״・ー·ㆍⅷ№㎏ﬁﬀŀŉǆ½⒈㏂℀⁇…¼ª"
SYNTAX = "_*/?#@: %\\[]^|<>=≠≮≯;+!&'\"()~`{}$,\x00\x1f\x7f\x80\u3000\u2028"
RTL = "אב\u05beعغ\u0600ـݐ\u07ca\U0001e900\ufb1d\ufdf2\u200f\u061c"
FAKES = ("xn--", "XN--", "Xn--", "xn--xn--", "ｘn--", "xn-", "xN--a-", "bq--")
PAYLOADS = (
    "bcher-kva",
    "a",
    "example-",
    "ls8h=",
    "xn---epa",
    "0",
    "a-ecp",
    "zca",
    "",
    "-",
    "99999999",
    "fa-hia",
    "4ca",
    "p1ai",
)


@cache
def words() -> tuple[str, ...]:
    return tuple(word for line in WORDS.values() for word in line.split())


@cache
def alphabets() -> tuple[str, ...]:
    """The letters of each language, as its words have them."""
    return tuple("".join(sorted(set(line) - {" "})) for line in WORDS.values())


@cache
def installed_words() -> tuple[str, ...]:
    found: list[str] = []
    for name, encoding in WORD_LISTS.items():
        if Path(name).exists():
            lines = Path(name).read_text(encoding=encoding, errors="ignore").splitlines()
            found += [line.split("/")[0].split("\t")[0].strip() for line in lines[1::17]]
    return tuple(word for word in found if word)


def made_up(rng: random.Random) -> str:
    return "".join(rng.choices(rng.choice(alphabets()), k=rng.randint(1, 9)))


def any_word(rng: random.Random) -> str:
    choice = rng.random()
    if choice < 0.5:
        return rng.choice(words())
    if choice < 0.7 and installed_words():
        return rng.choice(installed_words())
    return made_up(rng)


def insert(rng: random.Random, text: str, what: str) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + what + text[place:]


def any_character(rng: random.Random) -> str:
    """Any scalar value: of the planes where characters are, assigned or not, more often than of the others."""
    ranges = ((0, 0x2FF), (0x300, 0x2FFF), (0x3000, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x1FFFF), (0x20000, 0x10FFFF))
    return chr(rng.randint(*rng.choice(ranges)))


def put_one_of(characters: str) -> Callable[[random.Random, str], str]:
    return lambda rng, label: insert(rng, label, rng.choice(characters))


def letter_case(rng: random.Random, label: str) -> str:
    return rng.choice((label.upper(), label.title(), label.swapcase(), label.lower(), label.casefold()))


def normalized(rng: random.Random, label: str) -> str:
    return unicodedata.normalize(rng.choice(("NFC", "NFD", "NFKC", "NFKD")), label)


def full_width(rng: random.Random, label: str) -> str:
    wide = (chr(ord(c) + 0xFEE0) if "!" <= c <= "~" and rng.random() < 0.7 else c for c in label)
    return "".join(wide)


def hyphens(rng: random.Random, label: str) -> str:
    place = rng.choice((0, len(label), 2, rng.randint(0, len(label))))
    return label[:place] + rng.choice(("-", "--", "---")) + label[place:]


def punycode_of(label: str) -> str:
    return label.encode("utf-8", "replace").decode("utf-8").encode("punycode").decode("ascii")


def a_label(rng: random.Random, label: str) -> str:
    """Return what would be the A-label if the label were valid, and often is none."""
    form = "xn--" + punycode_of(rng.choice((label, label.lower(), normalized(rng, label.casefold()))))
    return form if rng.random() < 0.7 else letter_case(rng, form)


def damaged_a_label(rng: random.Random, label: str) -> str:
    form = list(a_label(rng, label))
    for _ in range(rng.randint(1, 2)):
        place = rng.randint(4, len(form))
        form[place : place + rng.randint(0, 1)] = rng.choice(("", *"abyz019-_="))
    return "".join(form)


def fake(rng: random.Random, label: str) -> str:
    return rng.choice(FAKES) + rng.choice((*PAYLOADS, label))


def long_label(rng: random.Random, label: str) -> str:
    return (label * 64)[: rng.choice((20, 30, 40, 50, 55, 57, 58, 59, 60, 61, 62, 63, 64, 65))]


def context_pattern(rng: random.Random, label: str) -> str:
    """Joiners and middle dots where they may stand, and where they almost may."""
    patterns = ("क\u094d{}ष", "ب{}ب", "ا{}ب", "ب\u064b{}\u064bب", "l{}l", "{}α", "א{}", "カ{}カ", "{}", "क{}", "د{}ت")
    return insert(rng, label, rng.choice(patterns).format(rng.choice("\u200c\u200d\u00b7\u0375\u05f3\u05f4\u30fb")))


def two_marks(rng: random.Random, label: str) -> str:
    """Marks of different combining classes, which normalization may have to swap or to compose."""
    return insert(rng, label, "".join(rng.choices("\u0301\u0307\u030c\u0323\u0327\u0328\u0338\u0345", k=2)))


def shuffled(rng: random.Random, label: str) -> str:
    return "".join(rng.sample(label, len(label)))


MUTATIONS: tuple[Callable[[random.Random, str], str], ...] = (
    *map(put_one_of, (JOINERS, INVISIBLE, MARKS, DIGITS, SPECIAL, SYNTAX, RTL, "_", "-", DOTS)),
    lambda rng, label: insert(rng, label, any_character(rng)),
    lambda rng, label: insert(rng, label, any_word(rng)),
    letter_case,
    normalized,
    full_width,
    hyphens,
    a_label,
    damaged_a_label,
    fake,
    long_label,
    context_pattern,
    two_marks,
    shuffled,
)


def any_label(rng: random.Random) -> str:
    """A word, as it is or after one to three mutations; or its A-label, which is what directions are compared on."""
    label = any_word(rng)
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3))):
        label = rng.choice(MUTATIONS)(rng, label)
    return a_label(rng, label) if rng.random() < 0.1 else label


def any_name(rng: random.Random) -> str:
    """A name of one to four labels, most of them with a top-level domain; now and then long, empty or with a root."""
    labels = [any_label(rng) for _ in range(rng.choice((1, 1, 1, 2, 2, 3)))]
    if rng.random() < 0.5:
        labels.append(rng.choice(TOP_LEVEL))
    if rng.random() < 0.01:
        labels *= rng.randint(4, 20)
    if rng.random() < 0.01:
        labels.insert(rng.randint(0, len(labels)), rng.choice(("", "\u00ad", "*", "_dmarc")))
    name = "".join(label + rng.choice(DOTS) for label in labels)
    return name if rng.random() < 0.03 else name[:-1]


def names(count: int, seed: int) -> Iterator[str]:
    rng = random.Random(seed)
    return (any_name(rng) for _ in range(count))

"""The differences of other implementations: one row per difference, with the reason. The list is closed.

`nox -s laws -- peers` asks about a million names and judges every other answer: a reason of this list explains it, or
the run fails. Every row of this list is explained by its own reason.
"""

import stringprep
from dataclasses import dataclass

import acelabel
from acelabel import punycode

TO_ASCII, TO_UNICODE = "to_ascii", "to_unicode"
ENCODE, DECODE = "encode", "decode"

# Releases of CPython before the change for its issue 155292, of 2026, know the lower case of newer versions of Unicode.
LOWERS_ANEW = stringprep.map_table_b2("\u13a0") != "\u13a0"


@dataclass(frozen=True)
class Row:
    """An input, what a peer answers (None: it refuses), what acelabel answers (or code and offset), and why."""

    peer: str
    direction: str
    input: str
    theirs: str | None
    ours: str | tuple[str, int]
    why: str


BY_LABEL = "the Bidi Rule is asked label by label"
ANY_LENGTH = "decoded names may be of any length"
OLD_MAPPING = "characters are mapped as before revision 33 of UTS #46"
JOINER_ENDS = "a joiner after a virama, or anywhere between letters that join, ends all checks of the label"
FEW_JOIN = "the joining types of letters are few"
AFTER_13 = "characters that came after Unicode 13.0 have no direction and are no marks"
DROPPED = "a delimiter at the beginning of Punycode is dropped"
HANDED_OUT = "a label that is or becomes ASCII is handed out as it is"
FAKE = "an A-label may be ASCII and a hyphen, or begin with xn-- again"
SHARP = "fa\u1e9e"
FILLER = "\u115fü"
SMALL_SEAL = "a\U0003d000"

# Under the profile that the peer follows, which label_peers.py names.
LABELS = [
    Row("idna", TO_ASCII, "SHOP", "SHOP", "shop", "what is ASCII as it comes keeps its letter case"),
    Row("idna", TO_ASCII, "۱۲۳.مصر", "xn--embcd.xn--wgbh1c", ("bidi_rule_1", 0), BY_LABEL),
    Row(
        "idna",
        TO_ASCII,
        SMALL_SEAL,
        None,
        "xn--a-hz12b",
        "bidi classes, marks and normalization are the interpreter's",
    ),
    Row("idna", TO_UNICODE, "ü" * 62, "ü" * 62, ("label_too_long", 0), ANY_LENGTH),
    Row("ICU", TO_UNICODE, "ü" * 62, "ü" * 62, ("label_too_long", 0), ANY_LENGTH),
    Row("ICU", TO_ASCII, SMALL_SEAL, None, "xn--a-hz12b", "characters that came after Unicode 15.0 are unassigned"),
    Row("ICU", TO_ASCII, FILLER, None, "xn--tda", OLD_MAPPING),
    Row("ICU", TO_ASCII, "𐌰𐌹--𐌽", "xn-----mg6nebw", ("hyphen_3_4", 2), "hyphens are counted in units of UTF-16"),
    Row("ICU 78", TO_UNICODE, "ü" * 62, "ü" * 62, ("label_too_long", 0), ANY_LENGTH),
    Row("ICU 78", TO_ASCII, SMALL_SEAL, None, "xn--a-hz12b", "characters that came after Unicode 17.0 are unassigned"),
    Row("ICU 78", TO_ASCII, "𐌰𐌹--𐌽", "xn-----mg6nebw", ("hyphen_3_4", 2), "hyphens are counted in units of UTF-16"),
    Row("libidn2", TO_ASCII, "۱۲۳.مصر", "xn--embcd.xn--wgbh1c", ("bidi_rule_1", 0), BY_LABEL),
    Row(
        "libidn2",
        TO_ASCII,
        SMALL_SEAL,
        None,
        "xn--a-hz12b",
        "characters that came after the IDNA2008 tables of Unicode 11.0 are unassigned",
    ),
    Row("libidn2", TO_ASCII, FILLER, None, "xn--tda", OLD_MAPPING),
    *(
        Row(
            "libidn2",
            TO_ASCII,
            word,
            None,
            acelabel.alabel(word),
            "a code point that IDNA2008 does not allow is refused after mapping, too",
        )
        for word in ("☃", "💩", "❤", "i❤ny", "🇩🇪", "☕\ufe0f", "😀")
    ),
    Row("libidn2", TO_ASCII, "_dmarc", "dmarc", ("std3_disallowed", 0), "what the STD3 rules do not allow is dropped"),
    Row(
        "libidn2",
        TO_ASCII,
        "ߒ߬-߬",
        "xn----dcd2fb",
        ("bidi_rule_3", 2),
        "a neutral character that only marks follow may end a label",
    ),
    Row("libidn2", TO_ASCII, "a..b", "a..b", ("empty_label", 2), "a label may be empty"),
    Row(
        "libidn2",
        TO_ASCII,
        "ق1٣ع",
        "xn--1-0ncz7k",
        ("bidi_rule_4", 2),
        "a right-to-left label may mix European and Arabic digits",
    ),
    Row("CPython", TO_ASCII, "SHOP", "SHOP", "shop", HANDED_OUT),
    Row("CPython", TO_ASCII, "xn--a", "xn--a", ("disallowed_codepoint", 0), HANDED_OUT),
    Row(
        "CPython",
        TO_ASCII,
        "bücher." * 40,
        "xn--bcher-kva." * 40,
        ("domain_too_long", 126),
        "the length of the whole name is not looked at",
    ),
    Row("CPython", TO_ASCII, "ü…", "xn--...-goa", ("label_separator", 1), "a label may hold a full stop after mapping"),
    *(
        Row("CPython", TO_ASCII, word, theirs, ours, "letters are put into a lower case that came after Unicode 3.2")
        for word, theirs, ours in (
            ("ᏣᎳᎩ", "xn--tz9ata7l", "xn--f9dt7l"),
            ("ᎣᏏᏲ", "xn--qce7668e1da", "xn--88d2gre"),
            ("𞤀𞤣𞤤𞤢𞤥", "xn--9d6haceg", "xn--bd6hecceg"),
            ("𞤆𞤵𞤤𞤢𞤪", "xn--9d6hdlk6c", "xn--hd6hybfz6c"),
        )
        if LOWERS_ANEW
    ),
    Row(
        "CPython",
        TO_ASCII,
        "क\u1dc0\u094d",
        "xn--11b6i776d",
        "xn--11b6i676d",
        "marks that Unicode 3.2 does not know are reordered",
    ),
    *(
        row
        for url in ("ada-url", "can-ada")
        for row in (
            Row(url, TO_ASCII, "۱۲۳.مصر", "xn--embcd.xn--wgbh1c", ("bidi_rule_1", 0), BY_LABEL),
            Row(url, TO_ASCII, "א\u0870", None, "xn--4db85k", AFTER_13),
            Row(url, TO_ASCII, "\u0898a", "xn--a-ond", ("leading_combiner", 0), AFTER_13),
            Row(url, TO_ASCII, "क\u094d\u200dא", "xn--4db78n2e090g", ("bidi_rule_5", 3), JOINER_ENDS),
            Row(url, TO_ASCII, "ب\u200caب", "xn--a-0mcb426x", ("contextj", 1), JOINER_ENDS),
            Row(url, TO_ASCII, "ߒ\u200cߒ", None, "xn--tsba917p", FEW_JOIN),
            Row(url, TO_ASCII, "xn---37c.网", "xn---37c.xn--ur0a", ("non_canonical_alabel", 0), DROPPED),
        )
    ),
    Row("ada-url", TO_ASCII, "a\0b", "a", ("disallowed_codepoint", 1), "an answer ends at the first NUL"),
    Row(
        "ada-url",
        TO_ASCII,
        "ö\u0328\u0345",
        "xn--nda83ipm",
        "xn--nka48cdq",
        "canonical reordering stops short, so that the answer is not in NFC",
    ),
    Row("can-ada", TO_ASCII, "xn--example-", "xn--example-", ("invalid_alabel", 0), FAKE),
    Row("can-ada", TO_ASCII, "xn--xn---epa", "xn--xn---epa", ("invalid_alabel", 0), FAKE),
    Row("can-ada", TO_ASCII, SHARP, "fass", "xn--fa-hia", OLD_MAPPING),
    *(
        Row(
            "can-ada",
            TO_ASCII,
            name,
            theirs,
            ours,
            "the Bidi Rule is asked of labels that begin with a right-to-left letter",
        )
        for name, theirs, ours in (
            ("aא", "xn--a-0hc", ("bidi_rule_5", 1)),
            ("١٢٣", "xn--9hbcd", ("bidi_rule_1", 0)),
        )
    ),
]

PAST_32_BITS = "a" * 4_000 + "\U0010ffff"
PAST_31_BITS = "a" * 1_950 + "\U0010ffff"
MORE_DIGITS = "U+0016 to U+002F, the delimiter at offset 0 among them, are read as digits"

PUNYCODE = [
    Row("CPython", ENCODE, "b\ud800", "b-rc4g", ("surrogate", 1), "surrogates are encoded like any code point"),
    Row("CPython", DECODE, "ib9b", "\ud800", ("surrogate", 0), "surrogates are decoded like any code point"),
    Row(
        "CPython",
        DECODE,
        "-tda",
        "ü",
        ("invalid_digit", 0),
        "a delimiter at offset 0 is dropped, not read as a digit",
    ),
    *(
        row
        for gnu in ("libidn", "libidn2")
        for row in (
            Row(gnu, ENCODE, "b\udc00", "b-9z5g", ("surrogate", 1), "low surrogates are encoded like any code point"),
            Row(gnu, DECODE, "zy0c", "\udfff", ("surrogate", 0), "low surrogates are decoded like any code point"),
            Row(
                gnu,
                ENCODE,
                PAST_32_BITS,
                None,
                punycode.encode(PAST_32_BITS),
                "deltas stop at 2**32",
            ),
            Row(
                gnu,
                DECODE,
                punycode.encode(PAST_32_BITS),
                None,
                PAST_32_BITS,
                "integers stop at 2**32",
            ),
        )
    ),
    Row("libidn", DECODE, "-tda", "\u118b\u118b", ("invalid_digit", 0), MORE_DIGITS),
    Row("libidn", DECODE, "tda!a", "\u0102\u0102ü", ("invalid_digit", 3), MORE_DIGITS),
    Row("libidn2", DECODE, "t_a", "\x93\x93", ("invalid_digit", 1), "the underscore is read as a digit"),
    Row("libidn2", DECODE, "", None, "", "empty input is refused"),
    Row("libidn2", DECODE, "abc-", None, "abc", "all-basic text is refused"),
    Row(
        "libidn2",
        DECODE,
        "a.b-tda",
        None,
        "\x9fa.b",
        "a literal part that holds anything but letters, digits, hyphen and underscore is refused",
    ),
    Row(
        "ICU",
        ENCODE,
        "b\ud83d\ude00",
        "b-jv3s",
        ("surrogate", 1),
        "its text is UTF-16, in which two surrogates are a pair",
    ),
    Row("ICU", ENCODE, "ü" * 1_001, None, "tda" + "a" * 1_000, "texts end at 1,000 units"),
    Row("ICU", DECODE, "tda" + "a" * 2_000, None, "ü" * 2_001, "forms end at 2,000 units"),
    Row(
        "ICU",
        DECODE,
        punycode.encode(PAST_31_BITS),
        None,
        PAST_31_BITS,
        "integers stop at 2**31",
    ),
]

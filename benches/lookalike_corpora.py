"""Names for measuring how often look-alikes are missed, and honest names taken for some: all but the words by seeds."""

import ast
import json
import random
import re
import string
import unicodedata
import zlib
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from importlib.metadata import distribution
from itertools import islice
from pathlib import Path
from typing import Any

import publicsuffixlist

import acelabel
from acelabel import display, security

VECTORS = Path(__file__).resolve().parent.parent / "tests" / "vectors"
BRANDS, LOOKALIKES, WORDS = 1_000, 100_000, 20_000
LETTERS = string.ascii_lowercase
# The usual top-level domain of each language.
_DOMAINS = """\
af:za ar:eg be:by bg:bg bn:bd br:bzh bs:ba ca:cat cs:cz da:dk de:de el:gr en:uk es:es et:ee eu:eus fo:fo fr:fr gl:gal
gu:in he:il hi:in hr:hr hu:hu id:id is:is it:it kk:kz ko:kr lo:la lt:lt lv:lv ml:in mn:mn nb:no ne:np nl:nl nn:no oc:fr
pl:pl pt:pt ro:ro ru:ru si:lk sk:sk sl:si sr:rs sv:se sw:tz te:in th:th tr:tr uk:ua uz:uz vi:vn"""
DOMAINS = dict(pair.split(":") for pair in _DOMAINS.split())
Skeleton = Callable[[str], str]


def is_held_out(text: str) -> bool:
    """Return whether a text is of the half that is reported: tables and rules were made with the other one in view."""
    return zlib.crc32(text.encode()) & 1 == 1


def _rules() -> list[list[str]]:
    """The rules of the public suffix list that its package carries: of registries, and of others."""
    path = Path(publicsuffixlist.__file__).parent / "public_suffix_list.dat"
    return [
        [line.strip().lstrip("*.!") for line in section.splitlines() if line and not line.startswith("//")]
        for section in path.read_text("utf-8").split("===BEGIN PRIVATE DOMAINS===")
    ]


def brands() -> list[str]:
    """The first 1,000 labels of 6 to 12 characters of ASCII in the private section, top-level domains aside.

    Those of letters alone come first.
    """
    labels = [label for rule in _rules()[1] for label in rule.split(".")[:-1]]
    found = [label for kind in ("[a-z]", "[a-z0-9-]") for label in labels if re.fullmatch(kind + "{6,12}", label)]
    return list(dict.fromkeys(found))[:BRANDS]


def suffixes() -> list[str]:
    """The internationalised public suffixes of registries."""
    return [rule for rule in _rules()[0] if not rule.isascii()]


def listed_names() -> list[str]:
    """The other names of the list: those of registries, and those that companies have registered."""
    return [rule for rules in _rules() for rule in rules if rule.isascii() and "." in rule]


def is_label(text: str) -> bool:
    """Return whether a text is a label that is its own Unicode form."""
    return acelabel.is_valid(f"{text}.com") and acelabel.to_unicode(text, errors="keep") == text


def words(folder: Path) -> dict[str, list[str]]:
    """Of each language at most 20,000 words of Hunspell's dictionaries, those with the least CRC-32."""
    found = {}
    languages = defaultdict(list)
    for path in sorted(folder.glob("*.dic")):
        if not path.is_symlink() and path.with_suffix(".aff").exists():
            languages[path.stem.partition("_")[0]].append(path)
    for language, paths in languages.items():
        rows = {re.split(r"[/\t ]", row, maxsplit=1)[0] for path in paths for row in _text(path).splitlines()}
        every = {unicodedata.normalize("NFC", row.lower()) for row in rows}
        ordered = sorted(every, key=lambda word: (zlib.crc32(word.encode()), word))
        found[language] = list(islice((word for word in ordered if _is_word(word) and is_label(word)), WORDS))
    return found


def _text(path: Path) -> str:
    """A dictionary in UTF-8, or in the encoding that the file beside it names."""
    octets = path.read_bytes()
    try:
        return octets.decode("utf-8-sig")
    except UnicodeDecodeError:
        declared = re.search(rb"^SET +(?:microsoft-)?([\w-]+)", path.with_suffix(".aff").read_bytes(), re.M)
        return octets.decode(declared[1].decode().replace("ISO8859", "ISO-8859") if declared else "latin-1")


def _is_word(text: str) -> bool:
    return len(text) > 1 and all(unicodedata.category(character)[0] in "LM" for character in text)


def shown_by_chromium() -> dict[str, bool]:
    """Names of the test vectors, and whether Chromium shows them in Unicode.

    Those that are made of well-known sites are left out: Chromium has a list of these.
    """
    found = {}
    for row in json.loads((VECTORS / "display_browsers.json").read_text("utf-8"))["rows"]:
        if row.get("chromium") and row["category"] != "top":
            found[row["name"]] = not row["chromium"].isascii()
    for name, shown in json.loads((VECTORS / "display_letters.json").read_text("utf-8"))["rows"]:
        found[name] = not shown.isascii()
    for row in json.loads((VECTORS / "display_characters.json").read_text("utf-8"))["rows"]:
        for characters, is_shown in ((row["shown"], True), (row["hidden"], False)):
            found |= {f"{row['label'].replace('c', character)}.com": is_shown for character in characters}
    sites = display.Watchlist(["aa.com", "qq.com", "ss.com"])
    return {name: shown for name, shown in found.items() if not sites.lookup(name)}


def glyphs() -> list[tuple[str, str]]:
    """Each letter and each of the glyphs beyond ASCII that dnstwist replaces it by, which a name may have."""
    source = str(distribution("dnstwist").locate_file("dnstwist.py"))
    rows = _literal(Path(source).read_text("utf-8"), "glyphs_unicode")
    pairs = ((letter, glyph) for letter, glyphs in rows.items() for glyph in glyphs)
    return [(letter, glyph) for letter, glyph in pairs if not glyph.isascii() and is_label(f"xz{glyph}zx")]


def _literal(source: str, name: str) -> dict[str, Any]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            found: dict[str, Any] = ast.literal_eval(node.value)
            return found
    raise LookupError(name)


def _stands(character: str) -> bool:
    """Return whether a letter or digit may stand in a label. Others end a name in a text."""
    return character.isalnum() and is_label(f"xz{character}zx")


@cache
def _alike(skeleton: Skeleton) -> dict[str, list[str]]:
    """For each letter the characters of the same skeleton: another implementation's, not ours."""
    letters = {skeleton(letter): letter for letter in LETTERS}
    found: dict[str, list[str]] = {letter: [] for letter in LETTERS}
    for character in map(chr, (*range(0x80, 0xD800), *range(0xE000, 0x20000))):
        letter = letters.get(skeleton(character))
        if letter is not None and _stands(character):
            found[letter].append(character)
    return found


@cache
def _similar() -> dict[str, list[str]]:
    """For each letter the characters of our own table of similar shapes."""
    rows = {letter: set(security.confusables(letter)) for letter in LETTERS}
    strict = {letter: set(security.confusables(letter, similar=False)) for letter in LETTERS}
    return {letter: [one for one in sorted(rows[letter] - strict[letter]) if _stands(one)] for letter in rows}


def _replaced(rng: random.Random, brand: str, alike: dict[str, list[str]]) -> str:
    """One letter at least is another one, and each of the others with some chance."""
    share, letters = rng.random() / 2, [place for place, letter in enumerate(brand) if alike.get(letter)]
    places = {rng.choice(letters), *(place for place in letters if rng.random() < share)}
    return "".join(rng.choice(alike[letter]) if place in places else letter for place, letter in enumerate(brand))


def _marked(rng: random.Random, brand: str) -> str:
    place = rng.randrange(len(brand)) + 1
    return unicodedata.normalize("NFC", brand[:place] + chr(rng.randrange(0x300, 0x33A)) + brand[place:])


def _edited(rng: random.Random, brand: str) -> str:
    place, letter = rng.randrange(len(brand)), rng.choice(LETTERS)
    before, here, behind = brand[:place], brand[place], brand[place + 1 :]
    kinds = (before + letter + here + behind, before + behind, before + letter + behind)
    swapped = before + behind[:1] + here + behind[1:]
    return rng.choice((*kinds, swapped))


def _placed(rng: random.Random, brand: str, alike: dict[str, list[str]]) -> str:
    """Under other domains, below other names and inside of longer labels, every other one with other letters."""
    label = brand if rng.random() < 0.5 else _replaced(rng, brand, alike)
    form = rng.choice(("{}.net", "www.{}.org", "{}.com.evil.example", "{}-login.com", "my-{}.example", "a-{}-b.co"))
    return form.format(label)


def lookalikes(names: list[str], skeleton: Skeleton) -> dict[str, list[tuple[str, str]]]:
    """Names made by five generators, equally many of each, with the brand that they look like."""
    alike = _alike(skeleton)
    generators: dict[str, Callable[[random.Random, str], str]] = {
        "UTS #39": lambda rng, brand: f"{_replaced(rng, brand, alike)}.com",
        "marks": lambda rng, brand: f"{_marked(rng, brand)}.com",
        "similar": lambda rng, brand: f"{_replaced(rng, brand, _similar())}.com",
        "position": lambda rng, brand: _placed(rng, brand, alike),
        "one edit": lambda rng, brand: f"{_edited(rng, brand)}.com",
    }
    found = {}
    for number, (kind, generate) in enumerate(generators.items()):
        rng = random.Random(number)
        made: dict[str, str] = {}
        while len(made) < LOOKALIKES // len(generators):
            brand = rng.choice(names)
            name = generate(rng, brand)
            # Another brand is none.
            is_one = name.partition(".")[0] in names and kind != "position"
            if not is_one and acelabel.is_valid(name) and acelabel.to_unicode(name, errors="keep") == name:
                made[name] = brand
        found[kind] = list(made.items())
    return found

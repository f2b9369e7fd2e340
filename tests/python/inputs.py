"""Inputs of the codecs: texts of all scripts and lengths, encoded forms good and bad, the parameters of Punycode."""

import random
from typing import Any

from hypothesis import strategies as st

from acelabel import punycode

# First and last code points of what names are written in, and of what they are not: controls, private use, tags.
BLOCKS = [
    (0x0020, 0x007E),
    (0x0000, 0x00FF),
    (0x0100, 0x024F),
    (0x0370, 0x03FF),
    (0x0400, 0x04FF),
    (0x0590, 0x05FF),
    (0x0600, 0x06FF),
    (0x0900, 0x097F),
    (0x0E00, 0x0E7F),
    (0x10A0, 0x10FF),
    (0x1200, 0x137F),
    (0x2010, 0x205E),
    (0x3041, 0x30FF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3),
    (0xE000, 0xF8FF),
    (0xFF00, 0xFFEF),
    (0x12000, 0x123FF),
    (0x1F300, 0x1F6FF),
    (0x20000, 0x2A6DF),
    (0xE0000, 0xE007F),
]
EDGES = "\x00\t -.AZaz\x7f\x80\xff\u0100\ud7ff\ue000\ufeff\uffff\U00010000\U0010fffe\U0010ffff"
PUNYCODE_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"

basic = st.characters(max_codepoint=0x7F)
in_one_block = st.sampled_from(BLOCKS).flatmap(
    lambda block: st.characters(min_codepoint=block[0], max_codepoint=block[1])
)
scalar = st.one_of(st.characters(exclude_categories=["Cs"]), in_one_block, st.sampled_from(EDGES), basic)
one_script = st.sampled_from(BLOCKS).flatmap(
    lambda block: st.text(st.one_of(st.characters(min_codepoint=block[0], max_codepoint=block[1]), basic), max_size=40)
)
texts = st.one_of(st.text(scalar, max_size=40), one_script)
surrogates = st.characters(categories=["Cs"])
any_str = st.text(st.one_of(scalar, surrogates), max_size=30)


def generated_text(generator: random.Random, length: int, distinct: int) -> str:
    """A text of some blocks, with at most so many distinct characters."""
    first, last = generator.choice(BLOCKS)
    other_first, other_last = generator.choice(BLOCKS)
    characters = [chr(generator.randint(first, last)) for _ in range(distinct)]
    characters += [chr(generator.randint(other_first, other_last)) for _ in range(distinct // 4)]
    return "".join(generator.choices(characters, k=length))


def mutated(generator: random.Random, encoded: str) -> str:
    """An encoded form with one to three characters replaced, put in, or taken out, or in another letter case."""
    characters = list(encoded)
    for _ in range(generator.randint(1, 3)):
        place = generator.randint(0, len(characters))
        replacement = generator.choice(PUNYCODE_CHARACTERS + "AZ9")
        characters[place : place + generator.randint(0, 1)] = generator.choice(["", replacement])
    text = "".join(characters)
    return generator.choice([text, text, text.upper(), text.swapcase()])


digit_strings = st.text(st.sampled_from(PUNYCODE_CHARACTERS + "ABCXYZ"), max_size=30)
encoded_forms = texts.map(punycode.encode)
mutants = st.builds(mutated, st.randoms(use_true_random=False), encoded_forms)
candidates = st.one_of(digit_strings, mutants, encoded_forms, any_str)


# The arguments of the Bootstring that is Punycode: RFC 3492 section 5.
PUNYCODE_KEYWORDS: dict[str, Any] = {
    "digits": "abcdefghijklmnopqrstuvwxyz0123456789",
    "delimiter": "-",
    "tmin": 1,
    "tmax": 26,
    "skew": 38,
    "damp": 700,
    "initial_bias": 72,
    "initial_n": 0x80,
}

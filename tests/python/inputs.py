"""What the codecs are fed: texts of all scripts and lengths, encoded forms good and bad, parameters."""

import random
from typing import Any

from hypothesis import strategies as st
from reference import PUNYCODE, Parameters, any_integer, encode

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


long_texts = st.builds(
    generated_text, st.randoms(use_true_random=False), st.integers(500, 5_000), st.sampled_from([2, 40, 400])
)


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


@st.composite
def parameters(draw: st.DrawFn) -> Parameters:
    """Any parameters that section 4 of RFC 3492 allows, and that let every procedure end."""
    ascii_characters = draw(st.permutations([chr(code) for code in range(0x80)]))
    base = draw(st.one_of(st.integers(2, 127), st.sampled_from([2, 3, 10, 36, 64, 127])))
    tmax = draw(st.integers(1, base - 1))
    tmin = draw(st.one_of(st.integers(0, min(tmax, base - 2)), st.sampled_from([0, min(tmax, base - 2)])))
    bias = draw(st.integers(0, 20 * base))
    return Parameters(
        digits="".join(ascii_characters[:base]),
        delimiter=ascii_characters[base],
        tmin=tmin,
        tmax=tmax,
        skew=draw(st.integers(1, 100)),
        damp=draw(st.integers(2, 1000)),
        # Only a remainder of base - tmin + 1 or more is forbidden.
        initial_bias=bias - max(bias % base - (base - tmin), 0),
        initial_n=draw(st.one_of(st.sampled_from([0, 0x41, 0x80, 0x3000, 2**32 - 1]), st.integers(0, 0x20000))),
    )


@st.composite
def integers_for(draw: st.DrawFn, p: Parameters) -> list[int]:
    """Integers to encode: basic ones, some near initial_n, and any of 32 bits where digits grow with the logarithm."""
    near = st.integers(p.initial_n, min(p.initial_n + 3_000, 2**32 - 1))
    # With tmax = base - 1 an integer is written as if by tally marks; wide ones would fill the memory.
    wide = st.integers(0, 2**32 - 1) if p.base - p.tmax >= 2 else st.integers(0, 0x200)
    return draw(st.lists(st.one_of(st.integers(0, 0x7F), near, near, wide), max_size=12))


@st.composite
def encoded_for(draw: st.DrawFn, p: Parameters) -> str:
    """Something to decode: digits and delimiters at random, or an encoded form, or one broken off."""
    noise = st.text(st.sampled_from(p.digits + p.delimiter), max_size=20)
    code_points = [c for c in draw(integers_for(p)) if c < 0x80 or c >= p.initial_n]
    form = encode(p, code_points, any_integer)
    return draw(st.one_of(noise, st.just(form), st.integers(0, len(form)).map(lambda end: form[:end]), any_str))


def keywords(p: Parameters) -> dict[str, Any]:
    """The arguments of the Bootstring that has these parameters."""
    names = ("digits", "delimiter", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n")
    return {name: getattr(p, name) for name in names}


PUNYCODE_KEYWORDS = keywords(PUNYCODE)

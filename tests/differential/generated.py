"""A hundred thousand inputs a direction, the same in every run."""

import random
from functools import cache

from inputs import BLOCKS, EDGES, PUNYCODE_CHARACTERS, generated_text, mutated
from known_answers import load, text_of

from acelabel.bootstring import PUNYCODE

SEED = 3492
COUNT = 100_000

# Where implementations stop: the first delta that yields a surrogate, none, or an integer too wide for their types.
LIMITS = [0xD800 - 0x80, 0xDC00 - 0x80, 0xE000 - 0x80, 0x110000 - 0x80, 2**26, 2**31, 2**32, 2**63, 2**64]


def random_scalar(generator: random.Random) -> str:
    first, last = generator.choice(BLOCKS)
    return chr(generator.randint(first, last))


def random_text(generator: random.Random) -> str:
    kind = generator.random()
    length = generator.randint(0, 12)
    if kind < 0.6:
        return generated_text(generator, length, 8)
    if kind < 0.7:
        return "".join(random_scalar(generator) for _ in range(length))
    if kind < 0.8:
        return "".join(generator.choices([*EDGES, "\u00fc"], k=length))
    if kind < 0.85:
        return "".join(chr(generator.randrange(0x80)) for _ in range(length))
    if kind < 0.9:
        return generated_text(generator, generator.randint(20, 80), 16)
    surrogates = "".join(chr(generator.randint(0xD800, 0xDFFF)) for _ in range(generator.randint(1, 3)))
    text = generated_text(generator, length, 8)
    place = generator.randint(0, length)
    return text[:place] + surrogates + text[place:]


def form_of(text: str) -> str:
    """The encoded form of a text that may hold surrogates."""
    return PUNYCODE.encode_code_points([ord(character) for character in text])


def threshold(k: int, bias: int) -> int:
    """RFC 3492 section 6.2, with tmin and tmax of section 5."""
    return min(max(k - bias, 1), 26)


def integer(value: int, bias: int) -> str:
    """The generalized variable-length integer of section 3.3, of any size."""
    output, k = "", 36
    while value >= (t := threshold(k, bias)):
        value, digit = divmod(value - t, 36 - t)
        output += PUNYCODE_CHARACTERS[t + digit]
        k += 36
    return output + PUNYCODE_CHARACTERS[value]


def random_form(generator: random.Random) -> str:
    kind = generator.random()
    if kind < 0.3:
        return form_of(random_text(generator))
    if kind < 0.55:
        return mutated(generator, form_of(random_text(generator)))
    if kind < 0.8:
        return "".join(generator.choices(PUNYCODE_CHARACTERS, k=generator.randint(1, 9)))
    if kind < 0.85:
        return "".join(chr(generator.randrange(0x80)) for _ in range(generator.randint(1, 5)))
    if kind < 0.88:
        return "".join(chr(generator.randrange(0x100)) for _ in range(generator.randint(1, 5)))
    # Random digits that end soon: most of these are accepted.
    if kind < 0.96:
        return "".join(generator.choices("abcdefghijklm0", k=generator.randint(1, 6)))
    literal = "ab"[: generator.randint(0, 2)]
    near = generator.choice(LIMITS) + generator.randint(-3, 3)
    return (literal and f"{literal}-") + integer(near * (len(literal) + 1), 72)


def border_inputs(direction: str) -> list[str]:
    rows = load("punycode_borders.json")["rows"]
    # A text that is not Latin-1 is not an octet string, and no peer can be asked about it.
    return [
        text_of(row)
        for row in rows
        if row["direction"] == direction and (direction == "encode" or max(text_of(row), default="") <= "\xff")
    ]


@cache
def texts() -> list[str]:
    """Texts to encode."""
    generator = random.Random(SEED)
    long = [generated_text(generator, length, 40) for length in (500, 999, 1_000, 1_001, 2_001, 3_000)]
    long += ["a" * length + "\U0010ffff" for length in (3_850, 3_860, 4_000)]
    return border_inputs("encode") + long + [random_text(generator) for _ in range(COUNT)]


@cache
def forms() -> list[str]:
    """Encoded forms to decode, good and bad, each an octet string."""
    generator = random.Random(SEED + 1)
    long = ["ü" * length for length in (1_998, 1_999, 2_000, 2_001)]
    long += ["a" * length + "\U0010ffff" for length in (1_500, 1_920, 1_935, 1_950, 3_850, 3_860, 4_000)]
    return border_inputs("decode") + [form_of(text) for text in long] + [random_form(generator) for _ in range(COUNT)]

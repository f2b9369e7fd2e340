"""RFC 3492 sections 6.1 to 6.3, transliterated: slow, obvious, with integers of any size.

The oracle of the tests. It keeps the parts of the pseudocode in {braces} and serves any parameters. Where the RFC says
"fail", it says which code and which offset that is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

LARGEST_SUM = 2**64 - 1
LARGEST_INTEGER = 2**32 - 1


class Refused(Exception):
    """The procedure fails: the code of the error and the offset it points at."""

    def __init__(self, code: str, offset: int) -> None:
        super().__init__(code, offset)
        self.code = code
        self.offset = offset


@dataclass(frozen=True)
class Parameters:
    """The parameters of section 4, and whether both cases of a letter are the same digit."""

    digits: str = "abcdefghijklmnopqrstuvwxyz0123456789"
    delimiter: str = "-"
    tmin: int = 1
    tmax: int = 26
    skew: int = 38
    damp: int = 700
    initial_bias: int = 72
    initial_n: int = 0x80
    any_case: bool = False

    @property
    def base(self) -> int:
        return len(self.digits)

    def digit_value(self, character: str, offset: int) -> int:
        if not is_basic(ord(character)):
            raise Refused("non_ascii", offset)
        value = self.digits.find(character)
        if value < 0 and self.any_case:
            value = self.digits.find(character.lower())
        if value < 0:
            raise Refused("invalid_digit", offset)
        return value

    def threshold(self, k: int, bias: int) -> int:
        if k <= bias + self.tmin:
            return self.tmin
        if k >= bias + self.tmax:
            return self.tmax
        return k - bias


PUNYCODE = Parameters(any_case=True)


def is_basic(code_point: int) -> bool:
    return code_point < 0x80


def scalar_value(code_point: int, offset: int) -> None:
    """The repertoire of strings."""
    if 0xD800 <= code_point <= 0xDFFF:
        raise Refused("surrogate", offset)
    if code_point > 0x10FFFF:
        raise Refused("code_point_too_large", offset)


def any_integer(code_point: int, offset: int) -> None:
    """The repertoire of Bootstring itself."""
    if code_point > LARGEST_INTEGER:
        raise Refused("code_point_too_large", offset)


Repertoire = Callable[[int, int], None]


def adapt(p: Parameters, delta: int, numpoints: int, firsttime: bool) -> int:
    """Section 6.1."""
    delta = delta // p.damp if firsttime else delta // 2
    delta = delta + (delta // numpoints)
    k = 0
    while delta > ((p.base - p.tmin) * p.tmax) // 2:
        delta = delta // (p.base - p.tmin)
        k = k + p.base
    return k + (((p.base - p.tmin + 1) * delta) // (delta + p.skew))


@dataclass(frozen=True)
class Insertion:
    """One turn of the main loop of section 6.2."""

    delta: int
    digits: str
    bias: int
    n: int
    i: int


@dataclass(frozen=True)
class Decoded:
    code_points: list[int]
    flags: list[bool]
    insertions: list[Insertion]


def decode(p: Parameters, encoded: str, admit: Repertoire = scalar_value) -> Decoded:
    """Section 6.2, with the annotation of appendix A and the steps of section 7.2."""
    n = p.initial_n
    i = 0
    bias = p.initial_bias
    consumed = max(encoded.rfind(p.delimiter), 0)
    output = [ord(character) for character in encoded[:consumed]]
    for offset, code_point in enumerate(output):
        if not is_basic(code_point):
            raise Refused("non_ascii", offset)
    flags = [character.isupper() for character in encoded[:consumed]]
    if consumed > 0:
        consumed += 1
    insertions = []
    while consumed < len(encoded):
        first_digit = consumed
        oldi = i
        w = 1
        k = p.base
        while True:
            if consumed == len(encoded):
                raise Refused("truncated", consumed)
            digit = p.digit_value(encoded[consumed], consumed)
            i = i + digit * w
            if i > LARGEST_SUM:
                raise Refused("overflow", consumed)
            consumed += 1
            t = p.threshold(k, bias)
            if digit < t:
                break
            w = w * (p.base - t)
            k = k + p.base
        delta = i - oldi
        bias = adapt(p, delta, len(output) + 1, oldi == 0)
        n = n + i // (len(output) + 1)
        if n > LARGEST_SUM:
            raise Refused("overflow", first_digit)
        i = i % (len(output) + 1)
        admit(n, first_digit)
        if is_basic(n):
            raise Refused("basic_as_delta", first_digit)
        output.insert(i, n)
        flags.insert(i, encoded[consumed - 1].isupper())
        insertions.append(Insertion(delta, encoded[first_digit:consumed], bias, n, i))
        i += 1
    return Decoded(output, flags, insertions)


def encode(
    p: Parameters, code_points: Sequence[int], admit: Repertoire = scalar_value, flags: Sequence[bool] | None = None
) -> str:
    """Section 6.3, with the annotation of appendix A."""
    for offset, code_point in enumerate(code_points):
        admit(code_point, offset)
        if not is_basic(code_point) and code_point < p.initial_n:
            raise Refused("below_initial_n", offset)
    n = p.initial_n
    delta = 0
    bias = p.initial_bias
    output = [forced_case(chr(c), flags, place) for place, c in enumerate(code_points) if is_basic(c)]
    h = b = len(output)
    if b > 0:
        output.append(p.delimiter)
    while h < len(code_points):
        m = min(c for c in code_points if c >= n and not is_basic(c))
        delta = delta + (m - n) * (h + 1)
        n = m
        for place, c in enumerate(code_points):
            if c < n or is_basic(c):
                delta += 1
            if c == n:
                output.append(forced_case(integer(p, delta, bias), flags, place, last_only=True))
                bias = adapt(p, delta, h + 1, h == b)
                delta = 0
                h += 1
        delta += 1
        n += 1
    return "".join(output)


def integer(p: Parameters, value: int, bias: int) -> str:
    """The generalized variable-length integer of section 3.3."""
    q = value
    k = p.base
    output = ""
    while True:
        t = p.threshold(k, bias)
        if q < t:
            return output + p.digits[q]
        output += p.digits[t + (q - t) % (p.base - t)]
        q = (q - t) // (p.base - t)
        k = k + p.base


def forced_case(text: str, flags: Sequence[bool] | None, place: int, *, last_only: bool = False) -> str:
    if flags is None:
        return text
    kept, forced = (text[:-1], text[-1]) if last_only else ("", text)
    return kept + (forced.upper() if flags[place] else forced.lower())

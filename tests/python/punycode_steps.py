"""Punycode by the procedures of RFC 3492 section 6, for the judges of vectors/."""

DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"


def encode(text: str) -> str:
    """RFC 3492 section 6.3."""
    basic = "".join(character for character in text if character < "\x80")
    output, current, delta, bias, handled = basic + "-" * bool(basic), 128, 0, 72, len(basic)
    while handled < len(text):
        least = min(ord(character) for character in text if ord(character) >= current)
        delta, current = delta + (least - current) * (handled + 1), least
        for code in map(ord, text):
            delta += code < current
            if code == current:
                output += digits(delta, bias)
                bias = adapted(delta, handled + 1, handled == len(basic))
                delta, handled = 0, handled + 1
        delta, current = delta + 1, current + 1
    return output


def threshold(place: int, bias: int) -> int:
    return min(max(36 * (place + 1) - bias, 1), 26)


def digits(number: int, bias: int) -> str:
    found, place = "", 0
    while number >= (least := threshold(place, bias)):
        digit = least + (number - least) % (36 - least)
        found, number, place = found + DIGITS[digit], (number - least) // (36 - least), place + 1
    return found + DIGITS[number]


def adapted(delta: int, count: int, is_first: bool) -> int:
    """RFC 3492 section 6.1."""
    delta = delta // 700 if is_first else delta // 2
    delta, steps = delta + delta // count, 0
    while delta > 455:
        delta, steps = delta // 35, steps + 36
    return steps + 36 * delta // (delta + 38)


def decode(form: str) -> str | None:
    """RFC 3492 section 6.2; None where it fails, or the result is no text of Unicode."""
    basic, delimiter, rest = form.rpartition("-")
    text, code, at, bias = list(basic), 128, 0, 72
    numbers = iter(rest)
    if (delimiter and not basic) or not form.isascii():
        return None
    for digit in numbers:
        before, weight, place = at, 1, 0
        while True:
            value = DIGITS.find(digit)
            least = threshold(place, bias)
            at += value * weight
            if value < 0 or value < least:
                break
            weight, place, digit = weight * (36 - least), place + 1, next(numbers, "?")
        if value < 0:
            return None
        count = len(text) + 1
        bias, code, at = adapted(at - before, count, before == 0), code + at // count, at % count
        if code > 0x10FFFF or 0xD800 <= code < 0xE000:
            return None
        text.insert(at, chr(code))
        at += 1
    return "".join(text)

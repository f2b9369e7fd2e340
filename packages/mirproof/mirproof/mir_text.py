"""Text of MIR in pieces: what lies outside brackets and strings."""

import re

OPEN, CLOSE = "([{<", ")]}>"


class Unknown(Exception):
    """Text that the reader does not know."""


def depths(text: str) -> list[int]:
    """For each character the number of brackets around it; within a string, 99."""
    found, depth, at = [], 0, 0
    while at < len(text):
        character = text[at]
        if string := re.match(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\[^u]|\\u\{\w+\})\'', text[at:]):
            found += [99] * len(string[0])
            at += len(string[0])
            continue
        is_arrow = character == ">" and text[at - 1 : at] in ("-", "=")
        if character in CLOSE and not is_arrow:
            depth -= 1
        found.append(depth)
        if character in OPEN:
            depth += 1
        at += 1
    if depth != 0:
        raise Unknown(text)
    return found


def split(text: str, separator: str, *, needed: bool = True, last: bool = False) -> tuple[str, str]:
    """All that is before and behind a separator that is in no brackets."""
    around = depths(text) if separator != "[" else None
    places = [match.start() for match in re.finditer(re.escape(separator), text)]
    if around is not None:
        places = [place for place in places if around[place] == 0]
    if not places:
        if needed:
            raise Unknown(text)
        return text, ""
    place = places[-1 if last else 0]
    return text[:place], text[place + len(separator) :]


def call_parts(text: str) -> tuple[str, str]:
    """The name that is called, and its arguments: the last brackets."""
    around = depths(text)
    if not text.endswith(")"):
        raise Unknown(text)
    start = max(place for place, depth in enumerate(around) if depth == 0 and text[place] == "(")
    return text[:start], text[start + 1 : -1]


def is_const(text: str) -> bool:
    """Return whether this is a constant as the compiler prints one."""
    literal = r"-?\d+_[iu]\w+|true|false|\(\)|b?\".*\"|'.*'|ZeroSized: .*"
    return re.fullmatch(rf"{literal}|[\w:<>{{}}#@ ,.\-/\[\]'();&=]+", text) is not None


def path_of(text: str) -> str:
    """A path without what stands for type parameters: `Growing::fill` of `Growing::<u8>::fill::<68>`."""
    inner, text = re.compile(r"(::)?<[^<>]*>"), text.replace("->", "")
    while (shorter := inner.sub("", text)) != text:
        text = shorter
    return text


def method_of(text: str) -> str:
    """A method of a type without what stands for type parameters of its own, and without places of closures."""
    text = re.sub(r"\{closure@[^}]*\}", "{closure}", text)
    found = re.fullmatch(r"(<.*?>::\w+)(::<.*>)?", text)
    return found[1] if found else text


def unified(pattern: str, kind: str) -> dict[str, str] | None:
    """All that stands for the type parameters of a type, single capitals and `impl ...`; none if it is another."""
    if "impl " in pattern:
        start = pattern.index("impl ")
        return {pattern[start:]: kind[start:]} if kind.startswith(pattern[:start]) else None
    seen: list[str] = []

    def group(match: re.Match[str]) -> str:
        seen.append(match[0])
        return f"(?P={match[0]})" if match[0] in seen[:-1] else f"(?P<{match[0]}>.+)"

    found = re.fullmatch(re.sub(r"\b[A-Z]\b", group, re.escape(pattern)), kind)
    return found.groupdict() if found else None

"""A text with the other form of its names, where it is long also without a copy of all of it."""

from typing import AnyStr, cast

from acelabel._native import TextOptions, text_changes, text_rewrite

# A shorter text is rewritten as a whole before its lines would be picked.
LONG = 4096


def rewritten(text: AnyStr, options: TextOptions, *, to_unicode: bool) -> AnyStr:
    """The text with the other form of its names."""
    if isinstance(text, str):
        return _rewritten_str(text, options, to_unicode=to_unicode)
    return cast("AnyStr", text_rewrite(text, options, to_unicode))


def _rewritten_str(text: str, options: TextOptions, *, to_unicode: bool) -> str:
    """Of a long str beyond ASCII only lines that may change are encoded."""
    # The methods of a derived class must not decide what comes out.
    if str.__len__(text) < LONG or str.isascii(text):
        return cast("str", text_rewrite(text, options, to_unicode))
    plain = plain_of(text)
    places, new = text_changes(plain, options, to_unicode)
    if not places and type(text) is str:
        return text
    parts: list[str] = []
    at, written, each = 0, 0, iter(places)
    for start, end, size in zip(each, each, each, strict=True):
        parts += plain[at:start], new[written : written + size]
        at, written = end, written + size
    return "".join([*parts, plain[at:]])


def plain_of(text: AnyStr) -> AnyStr:
    """The text itself: methods of a derived class must not decide what comes out."""
    if isinstance(text, str):
        return str.__str__(text)
    return bytes.__getitem__(text, slice(None))

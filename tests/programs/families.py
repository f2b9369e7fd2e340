"""The rules of a family, label by label: UTS #46, libidn2, IDNA2003, IDNA2008. Each returns the labels in ASCII."""

import re
import stringprep
import unicodedata
from dataclasses import replace

from cells import SEPARATORS, Refused, Steps, Unknown
from judge_steps import in_context, joiner_refused, words
from letters import (
    NEUTRAL,
    OLD_STD3,
    RIGHT,
    STD3,
    age,
    all_mapped,
    breaks_bidi,
    direction,
    has_distant_pair,
    is_mark,
    letter,
    nfc,
    normal,
    of_std3,
    small_2003,
)
from punycode_steps import decode, encode
from quirks import ada_2_bidi, ada_joiners, go_decode, go_joiners


def lengths(labels: list[str], steps: Steps) -> None:
    """Empty labels, and the lengths of labels and of the name without the dot of the root."""
    labels = [label.replace(r"\.", ".") for label in labels]
    whole = labels[:-1] if len(labels) > 1 and labels[-1] == "" else labels
    # A name that becomes empty passes where the empty one does.
    if steps.empty == "root" and "" in whole and (labels != [""] or "empty" not in steps.alone):
        raise Refused("an empty label")
    if steps.longest_label and any(len(label) > steps.longest_label for label in labels):
        raise Refused("a long label")
    if steps.longest_name and len(".".join(whole)) > steps.longest_name:
        raise Refused("a long name")


def refuse(asked: dict[str, bool]) -> None:
    for reason, is_broken in asked.items():
        if is_broken:
            raise Refused(reason)


def separated(name: str, steps: Steps) -> list[str]:
    return SEPARATORS.split(name) if steps.dots == "all" else name.split(".")


def hyphened(text: str, how: str) -> bool:
    """Hyphens where a profile refuses them; third and fourth may be octets or units of UTF-16."""
    is_third = text[2:4] == "--"
    if "octets" in how:
        is_third = text.encode()[2:4] == b"--"
    if "units" in how:
        is_third = text.encode("utf-16-le")[4:8] == b"-\0-\0"
    return ("34" in how and is_third) or ("ends" in how and "-" in (text[:1], text[-1:]))


def uts46(name: str, steps: Steps) -> list[str]:
    """UTS #46 section 4."""
    text = all_mapped(name, steps.unicode, steps.transitional)
    if text is None:
        raise Refused("disallowed")
    shown, undone_texts, forms = [], [], []
    for label in normal(text, steps).split("."):
        decoded = undone(label, steps)
        if decoded is None:
            forms.append(label)
            continue
        judge(decoded, steps, transitional=steps.transitional and decoded == label)
        shown.append(decoded)
        undone_texts += [decoded] if decoded != label else []
        is_kept = decoded == label or steps.alabels != "ascii handed out"
        forms.append(
            label if is_kept and label.isascii() else decoded if decoded.isascii() else f"xn--{encode(decoded)}"
        )
    is_asked = steps.bidi != "go" or has_right(name, steps) or any(has_right(text, steps) for text in undone_texts)
    if steps.bidi and is_asked:
        bidi([label for label in shown if steps.joiners != "ada" or not ada_joiners(label)], steps)
    return forms


def has_right(text: str, steps: Steps) -> bool:
    return any(direction(one, steps) in RIGHT for one in text)


def undone(label: str, steps: Steps) -> str | None:
    """The part of a label that is judged: an A-label decoded; None where nothing is."""
    if not label.startswith("xn--"):
        return label
    if steps.leading_delimiter and label.rfind("-") == 4:
        text = decode(label[5:])
    else:
        text = go_decode(label[4:]) if steps.alabels == "ascii handed out" else decode(label[4:])
    if text is None or (text.isascii() and steps.alabels == "decoded"):
        raise Refused("no Punycode")
    if steps.alabels == "ascii kept" and text.isascii():
        if not text:
            raise Refused("no Punycode")
        return None
    return text


def judge(text: str, steps: Steps, transitional: bool) -> None:
    """UTS #46 section 4.1, but for the Bidi Rule."""
    has_joiner = "\u200c" in text or "\u200d" in text
    asked = {
        "not NFC": text != normal(text, steps),
        "hyphens": hyphened(text, steps.hyphens),
        "begins with xn--": not steps.hyphens and not steps.nested and text.startswith("xn--"),
        "begins with a mark": text != "" and is_mark(text[0], steps),
        "disallowed": any(letter(one, steps.unicode, transitional) != one for one in text),
        "STD3": steps.std3 and (STD3 if steps.unicode >= (16, 0) else OLD_STD3).search(text) is not None,
        "joiner": (steps.joiners == "context" and joiner_refused(text) != set())
        or (steps.joiners == "go" and has_joiner and not go_joiners(text))
        or (steps.joiners == "ada" and ada_joiners(text) is False),
    }
    refuse(asked)


def bidi(labels: list[str], steps: Steps) -> None:
    """The Bidi Rule, of all labels of a name that has a right-to-left one, or of each such label."""
    kinds = [[direction(one, steps) for one in label] for label in labels if label]
    right = [not RIGHT.isdisjoint(of_label) for of_label in kinds]
    for of_label, is_right in zip(kinds, right, strict=True):
        if any(right) if steps.bidi in ("name", "go") else is_right:
            breaks = ada_2_bidi if steps.bidi == "ada 2" else breaks_bidi
            if "" in of_label or breaks(of_label):
                raise Refused("Bidi Rule")


def libidn2(name: str, steps: Steps) -> list[str]:
    """idn2_lookup_u8: UTS #46 of the whole, then IDNA2008 of each label that is not ASCII or is an A-label."""
    try:
        return libidn2_once(name, steps)
    except Refused:
        if not steps.twice:
            raise
    return libidn2_once(name, replace(steps, transitional=True))


def libidn2_once(name: str, steps: Steps) -> list[str]:
    text = all_mapped(name, steps.unicode, steps.transitional)
    if text is None:
        raise Refused("disallowed")
    labels = [libidn2_label(label, steps) for label in nfc(text).split(".")]
    lengths(labels, steps)
    return labels


def libidn2_label(label: str, steps: Steps) -> str:
    is_alabel = label.startswith("xn--")
    text = decode(label[4:]) if is_alabel else label
    if text is None or (is_alabel and text.isascii()):
        raise Refused("no Punycode")
    asked = {
        "not NFC": text != nfc(text),
        "hyphens": hyphened(text, "34 ends"),
        "begins with a mark": text != "" and "mark" in words(text[0]) and age(text[0]) <= steps.unicode,
        "disallowed": any(
            letter(one, steps.unicode, steps.transitional and not is_alabel) != one and not of_std3(one) for one in text
        ),
    }
    refuse(asked)
    if label.isascii() and not is_alabel:
        return label
    if not steps.transitional:
        libidn2_idna2008(text, steps)
    form = f"xn--{encode(text)}"
    # It decodes its own result again, where it takes letters, digits, hyphens and the underscore alone.
    if STD3.search(form.replace("_", "")) or (is_alabel and form != label):
        raise Refused("round trip")
    return form


def libidn2_idna2008(text: str, steps: Steps) -> None:
    """IDNA2008 as of a lookup: no context of CONTEXTO, and a Bidi Rule of its own."""
    for one in text:
        if letter_2008(one) == "no" and not of_std3(one):
            raise Refused("IDNA2008")
    kinds = [direction(one, steps) for one in text]
    if "" in kinds:
        raise Refused("unassigned")
    if joiner_refused(text):
        raise Refused("joiner")
    if not RIGHT.isdisjoint(kinds):
        right = {"R", "AL", "EN", "AN", "NSM"}
        good = {"L": {"L", "EN", "NSM"}, "R": right, "AL": right}.get(kinds[0], set())
        if not {*kinds} <= good | NEUTRAL or kinds[-1] not in good:
            raise Refused("Bidi Rule")


def letter_2008(character: str) -> str:
    """The derived property of RFC 5892, as far as it matters: "PVALID", "CONTEXTO", or "no"."""
    kind = words(character)[0]
    return {"CONTEXTO": "CONTEXTO", "PVALID": "PVALID", "CONTEXTJ": "PVALID"}.get(kind, "no")


def idna2003(name: str, steps: Steps) -> list[str]:
    """ToASCII of RFC 3490 section 4.1 without UseSTD3ASCIIRules, label by label."""
    return [label_2003(label, steps) for label in separated(name, steps)]


def label_2003(label: str, steps: Steps) -> str:
    if label.isascii():
        return label.lower() if steps.case == "lower" else label
    text = nameprep(label, steps)
    if not text:
        raise Refused("an empty label")
    if not text.isascii() and text.startswith("xn--"):
        raise Refused("begins with xn--")
    form = text if text.isascii() else f"xn--{encode(text)}"
    if steps.inner_dot == ".":
        return form
    return form.replace("\\", r"\\").replace(".", steps.inner_dot)


def nameprep(label: str, steps: Steps) -> str:
    """RFC 3491, with the small letters of the version of Unicode."""
    if not steps.unassigned and any(map(stringprep.in_table_a1, label)):
        raise Refused("unassigned")
    kept = (one for one in label if not stringprep.in_table_b1(one))
    small = "".join(small_2003(one, steps.unicode) for one in kept)
    if steps.old_composition and has_distant_pair(small):
        raise Unknown
    text = unicodedata.ucd_3_2_0.normalize("NFKC", small)
    tables = ("c12", "c22", "c3", "c4", "c5", "c6", "c7", "c8", "c9")
    if any(getattr(stringprep, f"in_table_{table}")(one) for table in tables for one in text):
        raise Refused("prohibited")
    right = [stringprep.in_table_d1(one) for one in text]
    left = [direction(one, steps) == "L" if steps.new_directions else stringprep.in_table_d2(one) for one in text]
    if any(right) and (any(left) or not right[0] or not right[-1]):
        raise Refused("bidi of RFC 3454")
    return text


def idna2008(name: str, steps: Steps) -> list[str]:
    """The package idna: RFC 5891 section 4 of each label, after the mapping that a caller asks for."""
    small = name.lower() if steps.mapping == "lower the name" else name
    mapped = all_mapped(name, steps.unicode) if steps.mapping == "uts46" else small
    if mapped is None:
        raise Refused("disallowed")
    normalized = nfc(mapped) if steps.mapping == "uts46" else mapped
    return [label_2008(label, steps) for label in separated(normalized, steps)]


def label_2008(label: str, steps: Steps) -> str:
    if label == "" or (label.isascii() and steps.ascii == "label"):
        return label.lower() if steps.case == "lower" else label
    text: str | None = {
        "lower": label.lower(),
        "uts46 by label": all_mapped(label, steps.unicode),
    }.get(steps.mapping, label)
    if text is None:
        raise Refused("disallowed")
    if steps.mapping == "uts46 by label":
        text = nfc(text)
    form = text
    if text.isascii():
        small = text.lower()
        text = decode(small[4:]) if small.startswith("xn--") else small
        if not text or (small.startswith("xn--") and (text.isascii() or f"xn--{encode(text)}" != small)):
            raise Refused("no A-label")
    else:
        form = f"xn--{encode(text)}"
    rules_2008(text, steps)
    return form if steps.case == "kept" else form.lower()


def rules_2008(text: str, steps: Steps) -> None:
    """RFC 5891 section 4.2, as the package idna asks it."""
    kinds = [direction(one, steps) for one in text]
    asked = {
        "not NFC": text != nfc(text),
        "hyphens": hyphened(text, "34 ends"),
        "begins with a mark": text != "" and is_mark(text[0], steps),
        "IDNA2008": any(
            letter_2008(one) == "no" or (letter_2008(one) == "CONTEXTO" and not in_context(text, place))
            for place, one in enumerate(text)
        ),
        "joiner": joiner_refused(text) != set(),
        "no direction": "" in kinds,
        "Bidi Rule": not RIGHT.isdisjoint(kinds) and breaks_bidi(kinds),
    }
    refuse(asked)


def hickory(name: str, steps: Steps) -> list[str]:
    """Name::from_utf8: UTS #46 of each label by itself, what comes out being one label; `*` and `_…` in ASCII pass."""
    return [label if label == "" else hickory_label(label, steps) for label in name.split(".")]


def hickory_label(label: str, steps: Steps) -> str:
    form = label if label == "*" or label.startswith("_") else ".".join(uts46(label, steps))
    if not re.fullmatch("[*]|[a-zA-Z0-9_.][a-zA-Z0-9_.-]*", form):
        raise Refused("malformed")
    return form.replace(".", steps.inner_dot)


def punycode(name: str, steps: Steps) -> list[str]:
    """The small letters of each label beyond ASCII, and their Punycode: no table, no rule."""
    return [label if label.isascii() else label_alone(label, steps) for label in name.split(".")]


def label_alone(label: str, steps: Steps) -> str:
    text = "".join(one if age(one) > steps.unicode else one.lower() for one in label)
    if text.isascii():
        return text
    if text.startswith("xn--"):
        raise Refused("begins with xn--")
    return f"xn--{encode(text)}"


FAMILIES = {
    "uts46": uts46,
    "hickory": hickory,
    "libidn2": libidn2,
    "idna2003": idna2003,
    "idna2008": idna2008,
    "punycode": punycode,
}

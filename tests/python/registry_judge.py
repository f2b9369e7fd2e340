"""RFC 7940, evaluated slowly and plainly: the judge of `acelabel.registry`.

Nothing is compiled. A matcher tells every place where a match may end, and variants are made by trying all choices.
"""

import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import TypeAlias

SPACE = "{urn:ietf:params:xml:ns:lgr-1.0}"
OPERATORS = ("union", "intersection", "difference", "symmetric-difference", "complement")
DEFAULTS = (
    {"disp": "invalid", "any-variant": "out-of-repertoire-var"},
    {"disp": "blocked", "any-variant": "blocked"},
    {"disp": "allocatable", "any-variant": "allocatable"},
    {"disp": "activated", "any-variant": "activated"},
    {"disp": "valid"},
)

Points: TypeAlias = tuple[int, ...]
Place: TypeAlias = tuple[int, int] | None
Facts: TypeAlias = dict[str, str]
Cut: TypeAlias = tuple[Points, ...]


def points(text: str) -> Points:
    """The code points of an attribute."""
    return tuple(int(point, 16) for point in text.split())


def name_of(element: ET.Element) -> str:
    return element.tag.removeprefix(SPACE)


def times_of(element: ET.Element, label: Points) -> tuple[int, int]:
    """The least and the most times of an element: more times than there are places change nothing."""
    count = element.get("count", "1")
    enough = len(label) + 1
    if count.endswith("+"):
        return min(int(count[:-1]), enough), enough
    least, _, most = count.partition(":")
    return min(int(least), enough), min(int(most or least), enough)


class Judge:
    """A rule set, of a file without faults."""

    def __init__(self, xml: bytes) -> None:
        root = ET.fromstring(xml)
        self.elements: dict[Points, tuple[Facts, list[Facts]]] = {}
        self.tags: dict[str, set[int]] = {}
        self.classes: dict[str, ET.Element] = {}
        self.rules: dict[str, ET.Element] = {}
        self.actions: list[Facts] = []
        for element in root.find(SPACE + "data") or ():
            self._read(element)
        for element in root.find(SPACE + "rules") or ():
            kind, name = name_of(element), element.get("name", "")
            if kind == "action":
                self.actions.append(dict(element.attrib))
            else:
                (self.rules if kind == "rule" else self.classes)[name] = element
        self.actions.extend(DEFAULTS)
        self.has = cache(self._has)

    def _read(self, element: ET.Element) -> None:
        facts = dict(element.attrib)
        if name_of(element) == "range":
            all_points: list[Points] = [
                (point,) for point in range(int(facts["first-cp"], 16), int(facts["last-cp"], 16) + 1)
            ]
        else:
            all_points = [points(facts["cp"])]
        for one in all_points:
            self.elements[one] = (facts, [dict(child.attrib) for child in element])
            for tag in facts.get("tag", "").split():
                self.tags.setdefault(tag, set()).add(one[0])

    def _has(self, element: ET.Element, point: int) -> bool:
        """Say whether a class has a code point."""
        kind = name_of(element)
        if kind in OPERATORS:
            first, *others = (self._has(child, point) for child in element)
            return {
                "union": first or any(others),
                "intersection": first and all(others),
                "difference": first and not any(others),
                "symmetric-difference": first not in others,
                "complement": not first,
            }[kind]
        if (name := element.get("by-ref")) is not None:
            return self._has(self.classes[name], point)
        if (tag := element.get("from-tag")) is not None:
            return point in self.tags.get(tag, ())
        if (fact := element.get("property")) is not None:
            return unicodedata.category(chr(point)).startswith(fact.removeprefix("gc:"))
        spans = [span.split("-") for span in (element.text or "").split()]
        return any(int(span[0], 16) <= point <= int(span[-1], 16) for span in spans)

    # Rules: where matches that begin at a place may end. `place` is where the anchor begins and ends.

    def _ends(self, element: ET.Element, label: Points, start: int, place: Place) -> set[int]:
        least, most = times_of(element, label)
        now, ends = {start}, set[int]()
        for times in range(most + 1):
            ends |= now if times >= least else set()
            now = {end for begin in now for end in self._once(element, label, begin, place)}
        return ends

    def _once(self, element: ET.Element, label: Points, start: int, place: Place) -> set[int]:
        kind = name_of(element)
        if kind == "anchor":
            return {place[1]} if place is not None and start == place[0] else set()
        if kind == "look-behind":
            holds = any(start in self._row(element, label, begin, place) for begin in range(start + 1))
        elif kind == "look-ahead":
            holds = bool(self._row(element, label, start, place))
        elif kind in ("start", "end"):
            holds = start == (0 if kind == "start" else len(label))
        else:
            return self._consumed(element, label, start, place)
        return {start} if holds else set()

    def _consumed(self, element: ET.Element, label: Points, start: int, place: Place) -> set[int]:
        kind = name_of(element)
        if kind == "choice":
            return {end for child in element for end in self._ends(child, label, start, place)}
        if kind == "rule":
            name = element.get("by-ref")
            return self._row(element if name is None else self.rules[name], label, start, place)
        if kind == "char":
            literal = points(element.get("cp", ""))
            return {start + len(literal)} if label[start : start + len(literal)] == literal else set()
        holds = start < len(label) and (kind == "any" or self.has(element, label[start]))
        return {start + 1} if holds else set()

    def _row(self, element: ET.Element, label: Points, start: int, place: Place) -> set[int]:
        now = {start}
        for child in element:
            now = {end for begin in now for end in self._ends(child, label, begin, place)}
        return now

    def matches(self, rule: str, label: Points, place: Place = None) -> bool:
        """Say whether a rule matches a label anywhere."""
        return any(self._row(self.rules[rule], label, start, place) for start in range(len(label) + 1))

    def _holds(self, facts: Facts, label: Points, place: Place) -> bool:
        if "when" in facts:
            return self.matches(facts["when"], label, place)
        return "not-when" not in facts or not self.matches(facts["not-when"], label, place)

    # Labels.

    def cut(self, label: Points) -> Cut | None:
        """The label in the longest elements whose conditions hold, from the left; None if that comes to no end."""
        pieces: list[Points] = []
        start = 0
        while start < len(label):
            for end in range(len(label), start, -1):
                piece = label[start:end]
                if piece in self.elements and self._holds(self.elements[piece][0], label, (start, end)):
                    pieces.append(piece)
                    start = end
                    break
            else:
                return None
        return tuple(pieces)

    def cuts(self, label: Points, start: int = 0) -> Iterator[Cut]:
        """Every way to cut the label into elements whose conditions hold."""
        if start == len(label):
            yield ()
        for end in range(start + 1, len(label) + 1):
            piece = label[start:end]
            if piece in self.elements and self._holds(self.elements[piece][0], label, (start, end)):
                for rest in self.cuts(label, end):
                    yield (piece, *rest)

    def disposition(self, label: Points, types: frozenset[str], is_whole: bool) -> str:
        """The disposition of a label whose variants have these types."""
        if self.cut(label) is None:
            return "invalid"
        for action in self.actions:
            matches = "match" not in action or self.matches(action["match"], label)
            matches = matches and ("not-match" not in action or not self.matches(action["not-match"], label))
            any_of, all_of, only = (
                {*action[name].split()} if name in action else None
                for name in ("any-variant", "all-variants", "only-variants")
            )
            matches = matches and (any_of is None or bool(any_of & types))
            matches = matches and (all_of is None or (bool(types) and types <= all_of))
            if matches and (only is None or (bool(types) and types <= only and is_whole)):
                return action["disp"]
        raise AssertionError("the last action has no condition")

    def _own(self, cut: Cut, label: Points) -> tuple[frozenset[str], bool]:
        chosen: list[Facts | None] = [None] * len(cut)
        return self._types(cut, chosen, label) or (frozenset(), False)

    def _types(self, cut: Cut, chosen: list[Facts | None], made: Points) -> tuple[frozenset[str], bool] | None:
        """The types of these choices; None where a condition does not hold in what they make."""
        types, is_whole, start = set[str](), True, 0
        for piece, variant in zip(cut, chosen, strict=True):
            end = start + len(piece if variant is None else points(variant["cp"]))
            if variant is None:
                own = [one for one in self.elements[piece][1] if points(one["cp"]) == piece]
                found = [one for one in own if self._holds(one, made, (start, end))]
            else:
                found = [variant]
                if not self._holds(variant, made, (start, end)):
                    return None
            types |= {one["type"] for one in found if "type" in one}
            is_whole = is_whole and bool(found)
            start = end
        return frozenset(types), is_whole

    def check(self, label: Points) -> str:
        """The disposition of a label."""
        cut = self.cut(label)
        return "invalid" if cut is None else self.disposition(label, *self._own(cut, label))

    def variants(self, label: Points) -> dict[Points, set[tuple[str, frozenset[str]]]]:
        """The variants of a label: the dispositions and types with which they can be made, invalid ones left out."""
        found: dict[Points, set[tuple[str, frozenset[str]]]] = {}
        if self.check(label) == "invalid":
            return found
        for cut in self.cuts(label):
            others = [[one for one in self.elements[piece][1] if points(one["cp"]) != piece] for piece in cut]
            for chosen in product(*([None, *some] for some in others)):
                pieces = [piece if one is None else points(one["cp"]) for piece, one in zip(cut, chosen, strict=True)]
                made = tuple(point for piece in pieces for point in piece)
                known = self._types(cut, list(chosen), made) if made and made != label else None
                if known is not None and (disposition := self.disposition(made, *known)) != "invalid":
                    found.setdefault(made, set()).add((disposition, known[0]))
        return found

    def index(self, label: Points) -> Points | None:
        """The index label; None where the label is not in the repertoire."""
        if self.cut(label) is None:
            return None
        return min(self._index(cut, label) for cut in self.cuts(label))

    def _index(self, cut: Cut, label: Points) -> Points:
        index: Points = ()
        start = 0
        for piece in cut:
            options, end = [piece], start + len(piece)
            for variant in self.elements[piece][1]:
                units = points(variant["cp"])
                made = label[:start] + units + label[end:]
                if self._holds(variant, made, (start, start + len(units))):
                    options.append(units)
            index += min(options)
            start = end
        return index

"""The tables of one run, as Markdown that also reads well in a terminal."""

import itertools

import columns_report
import display_report
import names_report
import refusals_report
import text_report
from results import DIRECTIONS, EASY, OURS, Results
from tables import Bound, table


def core_table(results: Results) -> str:
    """Every contestant over the generated corpus and the RFC's samples, with the ratio to ours."""
    columns = [(corpus, direction) for corpus in ("idn", "rfc") for direction in DIRECTIONS]
    head = ["ns a label (times ours)", *(f"{direction}, {corpus}" for corpus, direction in columns)]
    names = sorted(results.labels["idn", "encode"], key=results.labels["idn", "encode"].__getitem__)

    def cell(column: tuple[str, str], name: str) -> str:
        time = results.labels[column][name]
        return f"{time:.0f} ({time / results.ours(*column):.2f})"

    return table(head, [[name, *(cell(column, name) for column in columns)] for name in names])


def corpora_table(results: Results, prefix: str) -> str:
    """Ours and the fastest peer in each corpus whose name begins so."""
    head = ["ns a label", *(text for direction in DIRECTIONS for text in (direction, "fastest peer", "ratio"))]
    rows = []
    for corpus in results.corpora(prefix):
        row = [corpus.removeprefix(prefix)]
        for direction in DIRECTIONS:
            name, time = results.fastest_peer(corpus, direction)
            row += [f"{results.ours(corpus, direction):.0f}", f"{time:.0f} {name}"]
            row += [f"{results.ratio(corpus, direction):.2f}"]
        rows.append(row)
    return table(head, rows)


def differences_table(results: Results) -> str:
    """Who gives another answer, or none, and how often."""
    if not results.differences:
        return "All answers agree."
    rows = [[name, corpus, direction, f"{count:,}"] for (corpus, direction, name), count in results.differences.items()]
    return table(["differs", "corpus", "direction", "labels"], sorted(rows))


def calls_table(results: Results) -> str:
    """One call from Python."""
    head = ["ns a call (times ours)", *DIRECTIONS, "labels accepted"]
    rows = []
    for name in results.calls["encode"]:
        cells = (results.calls[direction][name] for direction in DIRECTIONS)
        times = [
            f"{call.time:,.0f} ({call.time / results.calls[direction][OURS].time:.1f})"
            for call, direction in zip(cells, DIRECTIONS, strict=True)
        ]
        accepted = "/".join(f"{results.calls[direction][name].accepted:.1%}" for direction in DIRECTIONS)
        rows.append([name, *times, accepted])
    rows.append(["core alone", *(f"{results.ours('idn-sample', direction):,.0f}" for direction in DIRECTIONS), ""])
    rows.append(["beyond the core", *(f"{results.overhead(direction):,.0f}" for direction in DIRECTIONS), ""])
    rows.append(["returns its argument", *(f"{results.identity:,.0f}" for _ in DIRECTIONS), ""])
    return table(head, rows)


def lists_table(results: Results) -> str:
    rows = []
    for direction, forms in results.lists.items():
        comprehension, many = forms["comprehension"], forms[f"{direction}_many"]
        rows.append([direction, f"{comprehension:.0f}", f"{many:.0f}", f"{many / comprehension:.2f}"])
    return table(["ns an item", "comprehension", "list call", "ratio"], rows)


def growth_table(results: Results) -> str:
    """Exponents, the time at the longest text, how libidn compares, and memory."""
    head = [
        "family",
        "direction",
        "exponent",
        "longest, ms",
        "ns per code point",
        "worst of libidn's time",
        "at",
        "bytes per code point",
    ]
    rows = []
    for family in results.families():
        for direction in DIRECTIONS:
            points = results.growth[family, direction]
            last, (worst, at) = points[-1], results.against_libidn(family, direction)
            octets = max(point.octets for point in points)
            row = [family, direction, f"{results.exponent(family, direction):.2f}", f"{last.time / 1e6:.1f}"]
            row += [f"{last.time / last.length:.0f}", f"{worst:.2f}", f"{at:,}", f"{octets:.1f}"]
            rows.append(row)
    return table(head, rows)


def hostile_table(results: Results) -> str:
    head = ["hostile string", "bytes", "ms", "exponent", "outcome"]
    rows = []
    for family, lengths in results.hostile.items():
        last = lengths[-1]
        exponent = f"{results.hostile_exponent(family):.2f}"
        rows.append([family, f"{last.length:,}", f"{last.time / 1e6:.2f}", exponent, last.outcome])
    return table(head, rows)


def bounds(results: Results) -> list[Bound]:
    """Every promise about speed, with what this run measured."""
    pairs = [(family, direction) for family in results.families() for direction in DIRECTIONS]
    found = [
        Bound(f"core {direction}, {corpus}: of the fastest peer's time", "≤", limit, results.ratio(corpus, direction))
        for corpus, direction, limit in (
            ("idn", "encode", 0.36), ("rfc", "encode", 0.52), ("idn", "decode", 0.65), ("rfc", "decode", 0.95),
        )
    ]  # fmt: skip
    for direction, limit in (("encode", 0.62), ("decode", 0.74)):
        worst = max((results.ratio(corpus, direction), corpus) for corpus in results.corpora("script-"))
        name = worst[1].removeprefix("script-")
        found.append(
            Bound(f"core {direction}, worst script ({name}): of the fastest peer's time", "≤", limit, worst[0])
        )
    suffixes = [corpus for corpus in results.corpora("words-") if corpus == "words-public-suffixes"]
    for corpus, direction in itertools.product(suffixes, DIRECTIONS):
        what = f"core {direction}, public suffixes: of the fastest peer's time"
        found.append(Bound(what, "≤", 1.0, results.ratio(corpus, direction)))
    for direction, limit in (("encode", 1.6), ("decode", 3.0)):
        steepest = max((results.exponent(family, direction), family) for family in results.families())
        found.append(Bound(f"growth, {direction}: steepest exponent ({steepest[1]})", "≤", 1.2, steepest[0]))
        length, time, sort = results.sorting[direction]
        what = f"{direction} {length:,} random code points: of the time to sort them with their places"
        found.append(Bound(what, "≤", limit, time / sort))
    easy = max(
        (*results.against_libidn(family, direction), family, direction) for family, direction in pairs if family in EASY
    )
    found.append(Bound(f"easy families: of libidn's time (worst: {easy[3]} {easy[2]}, {easy[1]:,})", "≤", 1.5, easy[0]))
    octets = max(point.octets for pair in pairs for point in results.growth[pair])
    found.append(Bound("memory beyond input and output, bytes per code point", "≤", 32.0, octets))
    rest = names_report.bounds(results.names) + refusals_report.bounds(results.refusals)
    rest += columns_report.bounds(results.columns) + text_report.bounds(results.text)
    rest += display_report.bounds(results.display)
    return found + python_bounds(results) + rest


def python_bounds(results: Results) -> list[Bound]:
    found = []
    for direction, least in (("encode", 85.0), ("decode", 45.0)):
        calls, lists = results.calls[direction], results.lists[direction]
        what = f"Python {direction}: beyond the core's time, times a call that returns its argument"
        found.append(Bound(what, "≤", 6.5, results.overhead(direction) / results.identity))
        times = calls["standard codec"].time / calls[OURS].time
        found.append(Bound(f"Python {direction}: times faster than the standard codec", "≥", least, times))
        ratio = lists[f"{direction}_many"] / lists["comprehension"]
        found.append(Bound(f"Python {direction}: list call, of a comprehension's time", "≤", 1.0, ratio))
    before, after = results.string_octets
    found.append(Bound("Python: bytes left behind in the caller's strings", "≤", 0.0, after - before))
    steepest = max((results.hostile_exponent(family), family) for family in results.hostile)
    found.append(Bound(f"hostile strings: steepest exponent ({steepest[1]})", "≤", 1.2, steepest[0]))
    found.append(Bound("import acelabel", "≤", 5.0, results.import_milliseconds, "ms"))
    found.append(Bound("wheel", "≤", 1.25, results.wheel_octets / 1e6, "MB"))
    return found


def bounds_table(results: Results) -> str:
    def row(bound: Bound) -> list[str]:
        limit, measured = (f"{number:.3g} {bound.unit}".rstrip() for number in (bound.limit, bound.measured))
        return [bound.what, f"{bound.relation} {limit}", measured, "PASS" if bound.holds else "FAIL"]

    return table(["promise", "bound", "measured", ""], [row(bound) for bound in bounds(results)])

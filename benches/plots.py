"""Bars and log-log curves as SVG, written by hand: a benchmark needs no more, and the files stay small."""

import math
from collections.abc import Iterable, Sequence
from html import escape

from results import DIRECTIONS, OUR_NAMES, OURS, Results

WIDTH = 880
INK, PALE, GRID = "#1f2933", "#6b7785", "#e4e8ec"
OUR_COLOUR, PEER_COLOUR = "#0b6e99", "#b9c4ce"
ENCODE_COLOUR, DECODE_COLOUR = "#0b6e99", "#e0912f"
# Distinguishable with every kind of colour vision (Okabe and Ito).
FAMILY_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#7f6000", "#000000")


class Drawing:
    """SVG elements on a white sheet, so that they can be read on a dark page too."""

    def __init__(self, height: float, title: str, subtitle: str = "") -> None:
        self.height = height
        self.elements: list[str] = []
        self.text(24, 32, title, size=17, weight="600")
        self.text(24, 52, subtitle, colour=PALE)

    def text(
        self, x: float, y: float, text: str, *, size: float = 12, colour: str = INK, anchor: str = "start",
        weight: str = "400",
    ) -> None:  # fmt: skip
        attributes = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
        self.elements.append(f'<text {attributes} font-weight="{weight}">{escape(text)}</text>')

    def bar(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        box = f'x="{x:.1f}" y="{y:.1f}" width="{max(width, 1):.1f}" height="{height:.1f}"'
        self.elements.append(f'<rect {box} rx="2" fill="{colour}"/>')

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = GRID, dash: str = "") -> None:
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self.elements.append(f'<line {ends} stroke="{colour}" stroke-dasharray="{dash or "none"}"/>')

    def curve(self, points: Iterable[tuple[float, float]], colour: str, *, dashed: bool = False) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        style = 'stroke-width="1.4" stroke-dasharray="5 4" opacity="0.75"' if dashed else 'stroke-width="2.2"'
        self.elements.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-linejoin="round" {style}/>'
        )

    def svg(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height:.0f}" width="{WIDTH}" '
            f'height="{self.height:.0f}" font-family="system-ui, Helvetica, Arial, sans-serif">'
        )
        sheet = f'<rect width="{WIDTH}" height="{self.height:.0f}" rx="8" fill="#ffffff"/>'
        return "\n".join([head, sheet, *self.elements, "</svg>", ""])


def panel(drawing: Drawing, x: float, y: float, title: str, times: dict[str, float], *, log: bool = False) -> None:
    """Horizontal bars, the fastest on top, in one column of a sheet of two."""
    names, bars, step = 128, 210, 21
    drawing.text(x, y, title, size=13, weight="600")
    low = min(times.values()) / 2
    longest = max(times.values())
    for place, (name, time) in enumerate(sorted(times.items(), key=lambda item: item[1])):
        top = y + 12 + place * step
        share = math.log(time / low) / math.log(longest / low) if log else time / longest
        ours = name in OUR_NAMES
        drawing.text(x + names - 8, top + 12, name, anchor="end", weight="600" if ours else "400")
        drawing.bar(x + names, top, bars * share, 15, OUR_COLOUR if ours else PEER_COLOUR)
        drawing.text(x + names + bars * share + 6, top + 12, f"{time:,.0f}", colour=INK if ours else PALE)


def core(results: Results) -> str:
    """Four panels: both directions, over the generated corpus and the RFC's samples."""
    contestants = len(results.labels["idn", "encode"])
    high = 46 + 21 * contestants
    drawing = Drawing(90 + 2 * high, "Core, nanoseconds a label", "Shorter is better. One thread; no Python.")
    for row, (corpus, name) in enumerate((("idn", "100,000 labels, 11 scripts"), ("rfc", "samples of RFC 3492"))):
        for column, direction in enumerate(DIRECTIONS):
            title = f"{direction.capitalize()}: {name}"
            panel(drawing, 24 + column * 428, 88 + row * high, title, results.labels[corpus, direction])
    return drawing.svg()


def scripts(results: Results) -> str:
    """Our time as a share of the fastest peer's, in each script."""
    names = results.corpora("script-")
    left, right, step = 130, WIDTH - 60, 34
    longest = max(1.0, *(results.ratio(name, direction) for name in names for direction in DIRECTIONS))
    drawing = Drawing(
        112 + step * len(names), "Core, by script: our time as a share of the fastest peer's",
        "1.0 is as fast as the fastest of libidn, libidn2, ICU and the crates idna and punycode.",
    )  # fmt: skip
    scale = (right - left) / longest
    for tick in range(math.floor(longest / 0.2 + 1e-9) + 1):
        x = left + tick * 0.2 * scale
        drawing.line(x, 78, x, 86 + step * len(names), PALE if tick == 5 else GRID)
        drawing.text(x, 102 + step * len(names), f"{tick * 0.2:.1f}", anchor="middle", colour=PALE)
    for place, (direction, colour) in enumerate(zip(DIRECTIONS, (ENCODE_COLOUR, DECODE_COLOUR), strict=True)):
        drawing.bar(right - 150 + place * 80, 24, 12, 12, colour)
        drawing.text(right - 132 + place * 80, 34, direction)
    for place, name in enumerate(names):
        top = 82 + place * step
        drawing.text(left - 10, top + 19, name.removeprefix("script-").capitalize(), anchor="end")
        for row, (direction, colour) in enumerate(zip(DIRECTIONS, (ENCODE_COLOUR, DECODE_COLOUR), strict=True)):
            ratio = results.ratio(name, direction)
            drawing.bar(left, top + row * 14, ratio * scale, 12, colour)
            drawing.text(left + ratio * scale + 5, top + row * 14 + 10, f"{ratio:.2f}", size=10, colour=PALE)
    return drawing.svg()


def python(results: Results) -> str:
    """One call from Python, on a scale of powers: the others are too far away for another."""
    contestants = len(results.calls["encode"])
    drawing = Drawing(
        116 + 21 * contestants, "From Python, nanoseconds a call",
        "Logarithmic scale. The standard codec does the same work; the others map and check a label as well.",
    )  # fmt: skip
    for column, direction in enumerate(DIRECTIONS):
        times = {name: call.time for name, call in results.calls[direction].items()}
        panel(drawing, 24 + column * 428, 88, direction.capitalize(), times, log=True)
    return drawing.svg()


def decades(low: float, high: float) -> list[int]:
    return list(range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1))


def growth(results: Results, direction: str) -> str:
    """Nanoseconds a code point over the length: level is linear, a slope of one is quadratic."""
    families = results.families()
    points = {family: results.growth[family, direction] for family in families}
    lengths = [point.length for point in points[families[0]]]
    per_point = [time / p.length for rows in points.values() for p in rows for time in (p.time, p.libidn) if time]
    rungs = decades(min(per_point), max(per_point))
    left, right, top, bottom = 84.0, WIDTH - 170.0, 78.0, 460.0
    drawing = Drawing(
        512, f"{direction.capitalize()}: nanoseconds a code point, 16 to {lengths[-1]:,} code points",
        "Both axes logarithmic. Level curves are linear time; the steepest are quadratic.",
    )  # fmt: skip

    def place(length: int, time: float) -> tuple[float, float]:
        across = math.log(length / lengths[0]) / math.log(lengths[-1] / lengths[0])
        up = (math.log10(time / length) - rungs[0]) / (rungs[-1] - rungs[0])
        return left + across * (right - left), bottom - up * (bottom - top)

    axes(drawing, (left, right, top, bottom), rungs, lengths)
    for family, colour in zip(families, FAMILY_COLOURS, strict=True):
        rows = points[family]
        drawing.curve((place(p.length, p.libidn) for p in rows if p.libidn), colour, dashed=True)
        drawing.curve((place(p.length, p.time) for p in rows), colour)
    legend(drawing, right + 24, top + 10, families)
    return drawing.svg()


def axes(
    drawing: Drawing, box: tuple[float, float, float, float], rungs: Sequence[int], lengths: Sequence[int]
) -> None:
    left, right, top, bottom = box
    for rung in rungs:
        y = bottom - (rung - rungs[0]) / (rungs[-1] - rungs[0]) * (bottom - top)
        drawing.line(left, y, right, y)
        drawing.text(left - 10, y + 4, f"{10**rung:,} ns", anchor="end", colour=PALE)
    for length in lengths[::4]:
        x = left + math.log(length / lengths[0]) / math.log(lengths[-1] / lengths[0]) * (right - left)
        drawing.line(x, top, x, bottom)
        drawing.text(x, bottom + 20, f"{length:,}", anchor="middle", colour=PALE)
    drawing.text((left + right) / 2, bottom + 40, "code points", anchor="middle", colour=PALE)


def legend(drawing: Drawing, x: float, y: float, families: Sequence[str]) -> None:
    for place, (family, colour) in enumerate(zip(families, FAMILY_COLOURS, strict=True)):
        drawing.curve([(x, y + 22 * place), (x + 22, y + 22 * place)], colour)
        drawing.text(x + 30, y + 22 * place + 4, family)
    y += 22 * len(families) + 14
    for name, dashed in ((OURS, False), ("libidn", True)):
        drawing.curve([(x, y), (x + 22, y)], INK, dashed=dashed)
        drawing.text(x + 30, y + 4, name)
        y += 22


def all_plots(results: Results) -> dict[str, str]:
    """Every plot by the name of its file."""
    curves = {f"growth-{direction}.svg": growth(results, direction) for direction in DIRECTIONS}
    return {"core.svg": core(results), "scripts.svg": scripts(results), "python.svg": python(results)} | curves

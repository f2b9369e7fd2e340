"""The tables and the promises about engines, from what engine_calls.py printed."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tables import Bound, table

# What is calculated: a billion names, on so many machines.
BILLION = 1e9
MACHINES = (1, 4, 16)
TITLES = {
    "pyarrow": "pyarrow, by hand",
    "polars": "polars",
    "pandas": "pandas",
    "duckdb": "DuckDB",
    "datafusion": "DataFusion",
    "sqlite": "SQLite",
    "dask": "Dask, two processes",
    "ray": "Ray Data",
    "spark": "Spark, local[2]",
}


@dataclass
class EngineResults:
    """Nanoseconds per row by engine and way: CPU time of the process, and wall time."""

    cpu: dict[tuple[str, str], float] = field(default_factory=dict)
    wall: dict[tuple[str, str], float] = field(default_factory=dict)
    rows: dict[tuple[str, str], int] = field(default_factory=dict)

    def read(self, output: str) -> None:
        for engine, way, rows, cpu, wall in (line.split("\t") for line in output.splitlines()):
            self.cpu[engine, way], self.wall[engine, way] = float(cpu), float(wall)
            self.rows[engine, way] = int(rows)


def ways_table(results: EngineResults) -> str:
    """Each way through each engine."""
    rows = [
        [TITLES[engine], way, f"{results.rows[engine, way]:,}", f"{cpu:,.1f}", f"{results.wall[engine, way]:,.1f}"]
        for (engine, way), cpu in results.cpu.items()
    ]
    return table(["engine", "way", "rows", "CPU ns per row", "wall ns per row"], rows)


def scale_table(results: EngineResults) -> str:
    """Return what each engine makes of the same Parquet files, and of a billion names by calculation."""
    rows = []
    for engine, title in TITLES.items():
        wall = results.wall.get((engine, "Parquet, acelabel"))
        if wall is not None:
            identity = results.wall[engine, "Parquet, identity"]
            minutes = [f"{BILLION * wall / 1e9 / 60 / machines:,.1f}" for machines in MACHINES]
            share = max(1 - identity / wall, 0)
            rows.append([title, f"{1e3 / wall:,.1f}", f"{wall:,.0f}", f"{identity:,.0f}", f"{share:.0%}", *minutes])
    head = ["engine", "million rows per second", "ns per row", "identity, ns per row", "share of acelabel"]
    return table([*head, *(f"minutes for a billion on {count}" for count in MACHINES)], rows)


def bounds(results: EngineResults) -> Iterator[Bound]:
    """Every promise about engines, with what this run measured."""
    cpu, wall = results.cpu, results.wall
    ours, identity = "alone, acelabel", "alone, identity"
    for engine, can_ada, idna in (("polars", 10, 400), ("pandas", 15, 500)):
        for peer, least in (("can_ada", can_ada), ("idna", idna)):
            ratio = cpu[engine, f"alone, {peer} by row"] / cpu[engine, ours]
            yield Bound(f"{TITLES[engine]}: times faster than {peer} by row (CPU)", "≥", least, ratio)
    yield Bound("DuckDB: of the identity's time (CPU)", "≤", 1.3, cpu["duckdb", ours] / cpu["duckdb", identity])
    for engine, least in (("duckdb", 4), ("datafusion", 4)):
        ratio = cpu[engine, "alone, can_ada by row"] / cpu[engine, ours]
        yield Bound(f"{TITLES[engine]}: times faster than can_ada by row (CPU)", "≥", least, ratio)
    ratio = wall["spark", "Parquet, acelabel"] / wall["spark", "Parquet, identity"]
    yield Bound("Spark: of the identity's time (wall)", "≤", 1.15, ratio)
    ratio = wall["spark", "alone, idna by row"] / wall["spark", ours]
    yield Bound("Spark: times faster than pandas_udf(idna) (wall)", "≥", 10, ratio)
    for engine, least in (("ray", 10), ("dask", 4)):
        ratio = wall[engine, "alone, can_ada by row"] / wall[engine, ours]
        yield Bound(f"{TITLES[engine]}: times faster than can_ada by row (wall)", "≥", least, ratio)
    yield Bound("SQLite: of the identity's rate (CPU)", "≥", 0.9, cpu["sqlite", identity] / cpu["sqlite", ours])

"""The MIR of one file, as a compiler prints it; and the bodies of two texts of one crate compared."""

import re
import subprocess
from pathlib import Path

from mirproof.mir import Bodies, Body, read


def of_file(source: Path, target: Path, *, compiler: str = "rustc") -> Bodies:
    """The bodies of a library in one file, before the compiler optimizes them, with checks of overflow."""
    options = ["--crate-type=lib", "--edition=2024", "-C", "opt-level=0", "-C", "overflow-checks=on"]
    subprocess.run([compiler, *options, f"--emit=mir={target}", str(source)], check=True)
    return read(target.read_text("utf-8"))


def plain(body: Body) -> str:
    """The text of a body without lines of the source, which other bodies move."""
    return re.sub(r":\d+:\d+: \d+:\d+", "", body.text)


def is_alike(one: Body, other: Body | None) -> bool:
    return other is not None and plain(one) == plain(other)


def folded(body: Body) -> str:
    return plain(body).replace("const true", "const false")


def panics(body: Body) -> int:
    """The number of calls that panic and of assertions."""
    calls = r"= (?:core::panicking::)?(?:panic\w*|assert_failed)(?:::<[^>]*>)?\(| assert\("
    return len(re.findall(calls, body.text))


def checks_alone(asserted: Bodies, shipped: Bodies) -> list[str]:
    """The bodies in which the two texts differ although there is no assertion more in the one with assertions."""
    faults = []
    for name in asserted.keys() | shipped.keys():
        both = (asserted.get(name, []), shipped.get(name, []))
        if len(both[0]) != len(both[1]) and "promoted[" not in name and "{constant#" not in name:
            faults.append(name)
        for place, (one, other) in enumerate(zip(*both, strict=False)):
            # The second body of a name is that for constants, in which `cfg!` stays where it is.
            is_constant = place > 0 and folded(one) == folded(other)
            if (
                not is_alike(one, other)
                and not is_constant
                and panics(one) <= panics(other)
                and "promoted[" not in name
            ):
                faults.append(name)
    return sorted(faults)

"""The MIR of the shipped crate, made by the pinned compiler: as it ships, and with the assertions of `bounded`."""

import re
import subprocess
from pathlib import Path

import mir

ROOT = Path(__file__).resolve().parents[1]
Bodies = dict[str, list[mir.Body]]


def text(*, asserted: bool) -> str:
    """MIR before the compiler's own optimizations, with the settings of the release profile that MIR depends on."""
    file = ROOT / "target" / "proofs" / f"{'asserted' if asserted else 'shipped'}.mir"
    file.parent.mkdir(parents=True, exist_ok=True)
    command = ["cargo", "rustc", "--locked", "--quiet", "--lib", "--no-default-features", "--profile", "release", "--"]
    options = ["-C", "opt-level=0", "-C", f"debug-assertions={'on' if asserted else 'off'}"]
    command += [f"--emit=mir={file}", *options]
    subprocess.run(command, cwd=ROOT, check=True)
    if not file.exists():
        # Cargo takes the crate for built.
        (ROOT / "src" / "lib.rs").touch()
        subprocess.run(command, cwd=ROOT, check=True)
    return file.read_text("utf-8")


def plain(body: mir.Body) -> str:
    """The text of a body without lines of the source, which other bodies move."""
    return re.sub(r":\d+:\d+: \d+:\d+", "", body.text)


def is_alike(one: mir.Body, other: mir.Body | None) -> bool:
    return other is not None and plain(one) == plain(other)


def folded(body: mir.Body) -> str:
    return plain(body).replace("const true", "const false")


def panics(body: mir.Body) -> int:
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

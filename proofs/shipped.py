"""The MIR of the shipped crate, made by the pinned compiler: as it ships, and with the assertions of `bounded`."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


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

"""Installs and removes acelabel-idna, acelabel and idna in a random order, and asks each time what `import idna` gives.

`installed_hook.py WHEEL_OF_ACELABEL WHEEL_OF_THE_HOOK`. The package idna is at times missing, at times old. It prints
the seed first; HYPOTHESIS_SEED chooses it.
"""

import os
import random
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

LIMIT = 5_000
IDNA = {
    "3.7": "82fee1fc78add43492d3a1898bfa6d8a904cc97d8427f683ed8e798d07761aa0",
    "3.20": "ab7ae7122974553370f0bdb919e1a960b2cd1bc1ef0276416d896db81c14582c",
}
TURNS = 10
OFF = {"ACELABEL_IDNA": "0"}
Installed = dict[str, str | None]


def run(python: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "ACELABEL_IDNA"} | variables
    return subprocess.run(
        [str(python), *arguments], env=environment, capture_output=True, text=True, encoding="utf-8", timeout=300
    )


def pip(python: Path, *arguments: str) -> None:
    done = run(Path(sys.executable), "-m", "pip", "--python", str(python), *arguments)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)


def expected(installed: Installed, is_on: bool) -> str:
    """Return what `import idna` gives, by the rule."""
    if is_on and installed["acelabel"] and installed["acelabel-idna"]:
        return "acelabel.compat.idna"
    return "idna" if installed["idna"] else "nothing"


def given(python: Path, **variables: str) -> str:
    """Return what `import idna` gives, twice asked: by a program, and by the status where there is one."""
    program = (
        "import sys\nassert 'acelabel' not in sys.modules\n"
        "try:\n import idna\n print(idna.__name__, idna.core.__name__)\nexcept ImportError:\n print('nothing')"
    )
    answer = run(python, "-W", "ignore::RuntimeWarning", "-c", program, **variables)
    assert answer.returncode == 0, answer.stderr
    module, *core = answer.stdout.split()
    assert core in ([], [f"{module}.core"])
    return module


def check(python: Path, installed: Installed) -> None:
    program = "import sys\nsys.path = [path for path in sys.path if 'site-packages' not in path]\nimport idna"
    elsewhere = run(python, "-c", program)
    assert elsewhere.stderr.endswith("ModuleNotFoundError: No module named 'idna'\n"), elsewhere
    for variables in ({}, OFF):
        module = given(python, **variables)
        assert module == expected(installed, variables != OFF), (installed, variables, module)
        if module == "acelabel.compat.idna":
            done = run(python, "-m", "idna", "bücher", PYTHONUTF8="1", **variables)
            assert done.stdout.strip() == "xn--bcher-kva", done
        status = run(python, "-m", "acelabel.compat", "status", **variables)
        if installed["acelabel"]:
            words = {"idna": "the package", "nothing": "nothing", "acelabel.compat.idna": "acelabel.compat.idna"}
            assert status.stdout.startswith(f"import idna gives: {words[module]}"), status
            assert status.returncode == (module != "acelabel.compat.idna"), status
            hook = next(line for line in status.stdout.splitlines() if line.startswith("acelabel-idna:"))
            assert ("not installed" in hook) == (installed["acelabel-idna"] is None), hook


def files(folder: Path) -> set[str]:
    """Return the names of the files below a folder. An installer leaves empty folders."""
    return {path.name for path in folder.rglob("*") if path.is_file()}


def main() -> None:
    wheels = {"acelabel": sys.argv[1], "acelabel-idna": sys.argv[2]}
    size = Path(sys.argv[2]).stat().st_size
    assert size < LIMIT, f"{size} octets"
    seed = int(os.environ.get("HYPOTHESIS_SEED") or random.randrange(1 << 32))
    print(f"seed {seed}", flush=True)
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        python = Path(folder, "Scripts" if sys.platform == "win32" else "bin", "python")
        before = files(Path(folder))
        installed: Installed = {"acelabel": None, "acelabel-idna": None, "idna": None}
        for turn in range(TURNS):
            name = chance.choice([*installed, "acelabel-idna"]) if turn else "acelabel"
            if installed[name]:
                pip(python, "uninstall", "--quiet", "--yes", name)
                installed[name] = None
            elif name == "idna":
                installed[name] = version = chance.choice(list(IDNA))
                requirement = Path(folder, "requirement.txt")
                requirement.write_text(f"idna=={version} --hash=sha256:{IDNA[version]}", encoding="utf-8")
                pip(python, "install", "--quiet", "--no-deps", "-r", str(requirement))
                requirement.unlink()
            else:
                installed[name] = "this"
                pip(python, "install", "--quiet", "--no-index", "--no-deps", wheels[name])
            check(python, installed)
            print(", ".join(f"{each} {version}" for each, version in installed.items() if version), flush=True)
        if left := [name for name, version in installed.items() if version]:
            pip(python, "uninstall", "--quiet", "--yes", *left)
        assert files(Path(folder)) == before, files(Path(folder)) - before


if __name__ == "__main__":
    main()

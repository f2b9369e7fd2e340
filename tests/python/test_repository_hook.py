"""The hook for pre-commit: what is written of it, and a run of it with the wheel in dist/."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def lines_of(text: str) -> dict[str, str]:
    return dict(re.findall(r"^[\s-]*(\w+): (.*)$", text, re.M))


def page() -> str:
    blocks = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "lint.md").read_text("utf-8"), re.S)
    assert len(blocks) == 1
    return str(blocks[0])


def test_the_hook_is_the_one_of_the_page() -> None:
    written = lines_of((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    told = lines_of(page())
    assert told["additional_dependencies"] == "[acelabel]"
    for key in ("id", "entry", "language", "types"):
        assert written[key] == told[key]


@pytest.mark.weekly
def test_the_hook_runs_from_the_wheel(tmp_path: Path) -> None:
    """pre-commit installs the wheel, and packages that build its own, so that this needs the network."""
    if sys.platform != "linux":
        pytest.skip("pre-commit is installed on Linux")
    pytest.importorskip("pre_commit")
    version = f"{sys.version_info.major}{sys.version_info.minor}"
    wheels = [*(ROOT / "dist").glob(f"acelabel-*-cp{version}-*.whl"), *(ROOT / "dist").glob("acelabel-*-abi3-*.whl")]
    if not wheels:
        pytest.skip("there is no wheel in dist/: nox -s wheel")
    (tmp_path / ".pre-commit-config.yaml").write_text(page().replace("[acelabel]", f"[{wheels[0]}]"), "utf-8")
    environment = os.environ | {"PRE_COMMIT_HOME": str(tmp_path / "home"), "GIT_CONFIG_GLOBAL": os.devnull}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=600
        )

    run("git", "init", "-q")
    document = tmp_path / "a.md"
    for host, status in (("b.example", 1), ("www.bank.example", 0)):
        document.write_text(f"[bank.example](https://{host}/)\n", "utf-8")
        run("git", "add", "a.md")
        done = run(sys.executable, "-m", "pre_commit", "run", "--all-files")
        assert done.returncode == status, done.stdout + done.stderr
        assert ("a.md:1:2: error: link_text" in done.stdout) == (status == 1)

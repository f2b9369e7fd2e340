"""Who may read a file that the command replaces: nobody more than before."""

import errno
import itertools
import os
import stat
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import alone, run

from acelabel.cli import rights

ACCESS_LIST = "system.posix_acl_access"
MODES = [*range(0o1000), 0o2770, 0o4755, 0o6711]


def entries(*entries: tuple[int, int, int]) -> bytes:
    """An access list as Linux keeps it: tag, permissions and number of each entry."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


NOBODY = 0xFFFF_FFFF
# user::rw-, user:7777:rw-, group::---, mask::rw-, other::---
LISTED = entries((1, 6, NOBODY), (2, 6, 7777), (4, 0, NOBODY), (16, 6, NOBODY), (32, 0, NOBODY))


def has_access_lists() -> bool:
    with tempfile.NamedTemporaryFile() as file:
        try:
            os.setxattr(file.name, ACCESS_LIST, LISTED)
            os.setxattr(file.name, "user.note", b"kept")
        except (AttributeError, OSError):
            return False
        return True


def allowed(mode: int, owner: int, group: int, user: int, groups: set[int]) -> int:
    """The permissions that a user has, who is not root."""
    shift = 6 if user == owner else 3 if group in groups else 0
    return mode >> shift & 7


@pytest.mark.parametrize(("has_owner", "has_group"), [*itertools.product([True, False], repeat=2)])
def test_nobody_has_more_permissions_than_before(has_owner: bool, has_group: bool) -> None:
    new_owner, new_group = 1 if has_owner else 2, 1 if has_group else 2
    users = [
        (user, set(groups)) for user in (1, 3) for size in range(3) for groups in itertools.combinations([1, 2], size)
    ]
    for mode in MODES:
        made = rights._permissions(mode, has_owner=has_owner, has_group=has_group)
        for user, groups in users:
            before = allowed(mode, 1, 1, user, groups)
            assert allowed(made, new_owner, new_group, user, groups) & ~before == 0
        assert made >> 6 & 7 == mode >> 6 & 7
        if has_owner and has_group:
            assert made == mode
        else:
            assert made < 0o1000


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_bytes(b"old\n")
    new.touch(0o600)
    return new, old


def status(path: Path, **changes: int) -> Any:
    found = path.stat()
    facts = {name: getattr(found, name) for name in ("st_mode", "st_uid", "st_gid")}
    return SimpleNamespace(**facts | changes)


def only_root(kept_group: int | None) -> Any:
    """chown, for one who is not root and a member of this group."""

    def chown(_: Path, owner: int, group: int) -> None:
        if owner != -1 or group != kept_group:
            raise PermissionError(errno.EPERM, "")

    return chown


@pytest.mark.parametrize(("mode", "kept"), [(0o660, 0o600), (0o646, 0o644), (0o664, 0o644), (0o604, 0o600)])
def test_a_group_that_is_not_kept(
    mode: int, kept: int, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    new, old = files
    monkeypatch.setattr(os, "chown", only_root(None))
    before = status(old, st_uid=old.stat().st_uid + 1, st_gid=old.stat().st_gid + 1, st_mode=stat.S_IFREG | mode)
    rights.inherit(new, old, before)
    assert stat.S_IMODE(new.stat().st_mode) == kept


def test_the_group_is_kept_where_only_the_owner_is_not(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    new, old = files
    asked: list[tuple[int, int]] = []

    def chown(_: Path, owner: int, group: int) -> None:
        asked.append((owner, group))
        only_root(old.stat().st_gid)(_, owner, group)

    monkeypatch.setattr(os, "chown", chown)
    rights.inherit(new, old, status(old, st_uid=old.stat().st_uid + 1, st_mode=stat.S_IFREG | 0o660))
    assert asked == [(old.stat().st_uid + 1, old.stat().st_gid), (-1, old.stat().st_gid)]
    assert stat.S_IMODE(new.stat().st_mode) == 0o660


class Attributes:
    """Extended attributes of files, of which the system takes some."""

    def __init__(self, **files: dict[str, bytes]) -> None:
        self.files = files
        self.refused: set[str] = set()

    def listxattr(self, path: Path) -> list[str]:
        return [*self.files[path.name]]

    def getxattr(self, path: Path, name: str) -> bytes:
        return self.files[path.name][name]

    def setxattr(self, path: Path, name: str, value: bytes) -> None:
        # Others may read before the permissions are set, so the file must still be closed to them.
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        if name in self.refused:
            raise OSError(errno.EPERM, "Operation not permitted")
        self.files[path.name][name] = value

    def removexattr(self, path: Path, name: str) -> None:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        del self.files[path.name][name]

    def stand_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("listxattr", "getxattr", "setxattr", "removexattr"):
            monkeypatch.setattr(os, name, getattr(self, name), raising=False)


def test_attributes_are_those_of_the_old_file(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = files
    kept = {"user.note": b"n", ACCESS_LIST: LISTED, "security.selinux": b"label"}
    attributes = Attributes(
        old=kept | {"security.capability": b"c"}, new={"user.of_the_folder": b"", "security.selinux": b"other"}
    )
    attributes.stand_in(monkeypatch)
    rights.inherit(new, old, status(old))
    assert attributes.files["new"] == kept


def test_an_access_list_that_the_folder_gave_is_removed(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    new, old = files
    attributes = Attributes(old={}, new={ACCESS_LIST: LISTED})
    attributes.stand_in(monkeypatch)
    rights.inherit(new, old, status(old))
    assert attributes.files["new"] == {}


def test_what_cannot_be_kept_is_said(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = files
    attributes = Attributes(old={ACCESS_LIST: LISTED}, new={})
    attributes.stand_in(monkeypatch)
    attributes.refused = {ACCESS_LIST}
    with pytest.raises(OSError, match=f"attribute {ACCESS_LIST} cannot be given to a new file: Operation not") as found:
        rights.inherit(new, old, status(old))
    assert found.value.filename == str(old)
    monkeypatch.setattr(os, "chown", only_root(None))
    with pytest.raises(OSError, match="access list names an owner and a group") as found:
        rights.inherit(new, old, status(old, st_uid=old.stat().st_uid + 1))
    assert stat.S_IMODE(new.stat().st_mode) == 0o600


def test_a_file_system_without_attributes(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = files

    def listxattr(_: Path) -> list[str]:
        raise OSError(errno.ENOTSUP, "")

    monkeypatch.setattr(os, "listxattr", listxattr, raising=False)
    old.chmod(0o640)
    rights.inherit(new, old, status(old))
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


def test_the_command_says_what_cannot_be_kept(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    _, old = files
    monkeypatch.setattr(
        rights, "_copy_attributes", lambda path, target, **_: (_ for _ in ()).throw(rights._lost(target, "it is so"))
    )
    monkeypatch.setattr(os, "listxattr", lambda _: [], raising=False)
    result = run("to-ascii", "bücher.de", "-o", str(old))
    expected = f"acelabel: {old}: the file cannot be replaced, as it is so. Write to another file\n"
    assert result == (2, b"", expected)
    assert old.read_bytes() == b"old\n"
    assert alone(old.parent) == ["new", "old"]


def test_a_folder_that_lets_nobody_replace_a_file_is_said_of_the_target(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a sticky folder of somebody else."""
    _, old = files

    def replace(self: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(self), None, str(target))

    monkeypatch.setattr(Path, "replace", replace)
    result = run("to-ascii", "bücher.de", "-o", str(old))
    assert (result.status, result.messages) == (2, f"acelabel: {old}: {os.strerror(errno.EPERM)}\n")
    assert alone(old.parent) == ["new", "old"]


# Where the file system has access lists, those of the kernel itself.
if has_access_lists():

    def test_an_access_list_stays(files: tuple[Path, Path]) -> None:
        _, old = files
        os.setxattr(old, ACCESS_LIST, LISTED)
        os.setxattr(old, "user.note", b"kept")
        assert run("to-ascii", "bücher.de", "-o", str(old)).status == 0
        assert old.read_bytes() == b"xn--bcher-kva.de\n"
        assert (os.getxattr(old, ACCESS_LIST), os.getxattr(old, "user.note")) == (LISTED, b"kept")
        assert stat.S_IMODE(old.stat().st_mode) == 0o660

    def test_a_default_access_list_of_the_folder_adds_nobody(files: tuple[Path, Path]) -> None:
        _, old = files
        old.chmod(0o660)
        os.setxattr(old.parent, "system.posix_acl_default", LISTED)
        assert run("to-ascii", "bücher.de", "-o", str(old)).status == 0
        assert os.listxattr(old) == []
        assert stat.S_IMODE(old.stat().st_mode) == 0o660


# The first run loads all modules: the user with the number 5555 need not be allowed to read the interpreter's folder.
AS_SOMEBODY_ELSE = """
import os, sys
from acelabel.cli import main

rows, old, *groups = sys.argv[1:]
assert main(["to-ascii", "bücher.de", "-o", rows]) == 0
os.setgroups([int(group) for group in groups])
os.setgid(5555)
os.setuid(5555)
sys.exit(main(["to-ascii", "bücher.de", "-o", old]))
"""

# Only root can run the command as somebody else.
if sys.platform == "linux" and os.geteuid() == 0:

    @pytest.mark.parametrize(
        ("groups", "mode", "expected"),
        [([4321], 0o660, (5555, 4321, 0o660)), ([], 0o646, (5555, 5555, 0o644)), ([4321], 0o2664, (5555, 4321, 0o664))],
    )
    def test_a_file_of_somebody_else(groups: list[int], mode: int, expected: tuple[int, int, int]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder).chmod(0o777)
            old = Path(folder) / "old"
            old.write_bytes(b"old\n")
            os.chown(old, 1234, 4321)
            old.chmod(mode)
            rows = Path(folder) / "rows"
            process = subprocess.run(
                [sys.executable, "-c", AS_SOMEBODY_ELSE, str(rows), str(old), *map(str, groups)],
                capture_output=True,
                timeout=60,
            )
            assert (process.returncode, process.stderr) == (0, b"")
            found = old.stat()
            assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == expected
            assert old.read_bytes() == b"xn--bcher-kva.de\n"

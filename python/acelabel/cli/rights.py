"""Who may read a file that is replaced: nobody more than before.

    the new file is made for this user alone
    owner and group      become those of the old file, as far as this user may give it away
    extended attributes  become those of the old file, its access list among them, before any other user may read
    permissions          become those of the old file, without what a new owner or group would add

An access list names users and groups beside owner and group. Its mask is in the place of the permissions of the group,
so these say nothing about the group where there is a list.
"""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

_ACCESS_LIST = "system.posix_acl_access"
# The kernel makes them from what the file holds, or removes them when it is written.
_OF_THE_CONTENT = {"security.capability", "security.evm", "security.ima"}
_ALL = 0o777


def inherit(path: Path, target: Path, old: os.stat_result) -> None:
    """Give a new file, which only this user can read, what the old file has that it replaces, else raise `OSError`."""
    _give_away(path, old)
    new = path.stat()
    has_owner, has_group = new.st_uid == old.st_uid, new.st_gid == old.st_gid
    if hasattr(os, "listxattr"):
        _copy_attributes(path, target, has_both=has_owner and has_group)
    path.chmod(_permissions(stat.S_IMODE(old.st_mode), has_owner=has_owner, has_group=has_group))


def _give_away(path: Path, old: os.stat_result) -> None:
    if not hasattr(os, "chown"):
        return
    try:
        os.chown(path, old.st_uid, old.st_gid)
    except OSError:
        # Only root may change the owner, and others the group to one of theirs.
        with suppress(OSError):
            os.chown(path, -1, old.st_gid)


def _permissions(mode: int, *, has_owner: bool, has_group: bool) -> int:
    """The permissions of the old file, less what another owner or another group would add.

    The old owner, or members of the old group, are among the others now, and members of a new group were.
    """
    owner, group, others = (mode >> shift & 7 for shift in (6, 3, 0))
    if not has_group:
        group = others = group & others
    if not has_owner:
        group, others = group & owner, others & owner
    kept = mode if has_owner and has_group else mode & _ALL
    return kept & ~_ALL | owner << 6 | group << 3 | others


def _copy_attributes(path: Path, target: Path, *, has_both: bool) -> None:
    old, new = _attributes(target), _attributes(path)
    if _ACCESS_LIST in old and not has_both:
        raise _lost(target, "its access list names an owner and a group that this user cannot give to a new file")
    # The folder may have given the new file an access list of its own.
    for name in new.keys() - old.keys():
        if not name.startswith("security."):
            os.removexattr(path, name)
    for name, value in old.items():
        if new.get(name) == value or name in _OF_THE_CONTENT:
            continue
        try:
            os.setxattr(path, name, value)
        except OSError as error:
            raise _lost(target, f"its attribute {name} cannot be given to a new file: {error.strerror}") from None


def _attributes(path: Path) -> dict[str, bytes]:
    """The extended attributes of a file; none where the file system has none."""
    try:
        return {name: os.getxattr(path, name) for name in os.listxattr(path)}
    except OSError as error:
        if error.errno in (errno.ENOTSUP, errno.ENOSYS):
            return {}
        raise


def _lost(target: Path, reason: str) -> OSError:
    return OSError(errno.EPERM, f"the file cannot be replaced, as {reason}. Write to another file", str(target))

"""Print the names of the public suffix list that are not ASCII, one per line: a real list to convert."""

import sys
from importlib.resources import files


def main() -> None:
    """Read the list that the package `publicsuffixlist` carries.

    Comments are left out, and so are the marks `*.` (any label) and `!` (an exception) before a name.
    """
    lines = files("publicsuffixlist").joinpath("public_suffix_list.dat").read_text(encoding="utf-8").splitlines()
    rules = (line for line in lines if line and not line.startswith("//"))
    names = {rule.removeprefix("!").removeprefix("*.") for rule in rules if not rule.isascii()}
    sys.stdout.buffer.write("".join(f"{name}\n" for name in sorted(names)).encode())


if __name__ == "__main__":
    main()

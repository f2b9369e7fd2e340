"""Print the labels of the public suffix list that are not ASCII, one a line: a real list to convert."""

import sys
from importlib.resources import files


def main() -> None:
    """Read the list that the package `publicsuffixlist` carries; comments and wildcards are no labels."""
    lines = files("publicsuffixlist").joinpath("public_suffix_list.dat").read_text(encoding="utf-8").splitlines()
    rules = (line for line in lines if line and not line.startswith("//"))
    labels = {label for rule in rules for label in rule.split(".") if not label.isascii()}
    sys.stdout.buffer.write("".join(f"{label}\n" for label in sorted(labels)).encode())


if __name__ == "__main__":
    main()

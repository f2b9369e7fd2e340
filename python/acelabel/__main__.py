"""`python -m acelabel`: the command line."""

import sys

from acelabel.cli import main

if __name__ == "__main__":
    sys.exit(main())

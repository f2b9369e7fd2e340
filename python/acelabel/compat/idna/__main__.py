"""`python -m acelabel.compat.idna`."""

import sys

from acelabel.compat.idna.cli import main

if __name__ == "__main__":
    sys.exit(main())

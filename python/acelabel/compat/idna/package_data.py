"""Which release's interface this is."""

__version__ = "3.20"

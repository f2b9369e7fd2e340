"""The interfaces of other packages, kept by acelabel. `from acelabel.compat import idna` replaces `import idna`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from acelabel.compat import idna as idna
else:

    def __getattr__(name: str) -> object:
        if name != "idna":
            raise AttributeError(f"module 'acelabel.compat' has no attribute {name!r}")
        __import__("acelabel.compat.idna")
        return globals()[name]

    def __dir__() -> list[str]:
        return ["idna"]

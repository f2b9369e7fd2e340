"""The facts about one label of a domain name."""

# Imported with the package, so nothing here may cost time before an inspection is shown.

from acelabel._errors import AceError, facts, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, Self, dataclass_transform

    MappingKind = Literal["case", "width", "compatibility", "composition", "ignored", "separator"]
    Kind = Literal["ldh", "nr_ldh", "a_label", "u_label", "fake_alabel", "other"]
else:

    def dataclass_transform(**_: object) -> object:
        """Nothing is left to do where the program runs: `typing` is not imported with the package."""
        return lambda family: family


@dataclass_transform(frozen_default=True)
class Value:
    """A value that is complete when `__new__` has made it, so that nothing can change it later.

    Its attributes are the slots of its class, in the order of the arguments.
    """

    __slots__: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        type.__setattr__(cls, "__match_args__", cls.__slots__)

    def __new__(cls, *values: "Any", **named: "Any") -> "Self":
        value = super().__new__(cls)
        others = cls.__slots__[len(values) :]
        if len(values) > len(cls.__slots__) or named.keys() != set(others):
            told = ", ".join(name for name in cls.__slots__ if not name.startswith("_"))
            raise TypeError(f"{cls.__name__} takes as many arguments as it has attributes: {told}")
        values += tuple(named[name] for name in others)
        for name, one in zip(cls.__slots__, values, strict=True):
            object.__setattr__(value, name, one)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"the attribute {name!r} of a {type(self).__name__} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"the attribute {name!r} of a {type(self).__name__} cannot be deleted")

    def _values(self) -> "tuple[Any, ...]":
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._values()

    def __replace__(self, **changes: "Any") -> "Self":
        return type(self)(**dict(zip(self.__slots__, self._values(), strict=True)) | changes)

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in zip(self.__slots__, self._values(), strict=True))
        return f"{type(self).__name__}({told})"


class Mapped(Value):
    """One character that the mapping of a profile, or normalization, changes. An immutable value."""

    __slots__ = ("offset", "codepoint", "kind", "to")  # noqa: RUF023 - the order of the arguments
    __module__ = "acelabel"

    offset: int
    """Where the character is in the name, an int: 0-based, in characters."""

    codepoint: int
    """The character, an int."""

    kind: "MappingKind"
    """The way in which it is mapped, a str. If it is mapped and then composed, the mapping decides.

    "case": to small letters. "width": to the character of the usual width. "compatibility": to the characters that it
    stands for. "composition": it is composed with others, taken apart or put after another mark (NFC). "ignored": to
    nothing. "separator": to the full stop between labels.
    """

    to: str
    """The text in its place, a str. Of characters that are composed or change places, the first has all of the text."""


class LabelReport(Value):
    """The findings of `inspect` about one label. An immutable value."""

    __slots__ = ("input", "start", "end", "alabel", "ulabel", "scripts", "errors", "kind", "problems", "mapped")  # noqa: RUF023 - the order of the arguments
    __module__ = "acelabel"

    input: str
    """The label in the input, a str."""

    start: int
    """Where the label begins in the name, an int: 0-based, in characters."""

    end: int
    """Where the label ends, an int: the offset after its last character."""

    alabel: str | None
    """The ASCII form (an A-label or a label in lower case), a str; None if the label is not valid."""

    ulabel: str | None
    """The Unicode form, a str; None if the label is not valid."""

    scripts: tuple[str, ...]
    """The scripts of the Unicode form, or of the input if there is no Unicode form: a tuple of str.

    These are the long names of the Unicode property Script; Common and Inherited are left out.
    """

    errors: tuple[AceError, ...]
    """The problems in the order of the rules: a tuple of AceError with offsets in the whole name.

    At most 256 of one label and 1,024 of one name are listed, but always the first of each label.
    """

    kind: "Kind"
    """Which kind of label this is (RFC 5890 section 2.3), a str.

    "nr_ldh": letters, digits and inner hyphens, as in most names. "ldh": the same with hyphens in third and fourth
    position, and another prefix than `xn--`. "a_label": an A-label. "u_label": a label in Unicode with an A-label.
    "fake_alabel": a label with `xn--` that is not an A-label under the profile. "other": everything else.
    """

    problems: tuple[AceError, ...]
    """The problems of a label that passes all the same: a tuple of AceError as in `errors`; else empty.

    DNS passes labels with `xn--` that are not A-labels, and WHATWG passes every domain in ASCII. The problems are
    those that make the same profile refuse the label where it verifies A-labels.
    """

    mapped: tuple[Mapped, ...]
    """The characters that are changed, in the order of the input: a tuple of Mapped with offsets in the whole name.

    A separator other than U+002E belongs to the label before it. Characters behind the last separator that are mapped
    to nothing belong to the last label: the root is there, and it has no report. With the text of each in its place,
    the name is the one that the rules are asked about. At most 256 of one label and 1,024 of one name are listed, but
    always the first of each label; none of a label that is too long whatever it is mapped to.
    """

    @property
    def mixed_scripts(self) -> bool:
        """Return whether no script has all characters of that form (UTS #39 section 5.1); it may be a look-alike then.

        Japanese and Korean are written in several scripts; those alone are not mixed.
        """
        if self._form.isascii():
            return False
        from acelabel._scripts import is_mixed

        return is_mixed(self._form)

    @property
    def _form(self) -> str:
        return self.input if self.ulabel is None else self.ulabel

    @property
    def valid(self) -> bool:
        """Return whether the profile accepts the label."""
        return self.alabel is not None

    def to_dict(self) -> dict[str, object]:
        """The attributes as a dict of what JSON knows; errors as dicts of their attributes and message."""
        return {
            "input": self.input,
            "start": self.start,
            "end": self.end,
            "valid": self.valid,
            "kind": self.kind,
            "alabel": self.alabel,
            "ulabel": self.ulabel,
            "scripts": list(self.scripts),
            "mixed_scripts": self.mixed_scripts,
            "errors": [facts(error) for error in self.errors],
            "problems": [facts(error) for error in self.problems],
            "mapped": [{name: getattr(one, name) for name in one.__slots__} for one in self.mapped],
        }

    def __repr__(self) -> str:
        codes = "".join(f" {error.code}" for error in self.errors) or " valid"
        return f"<LabelReport: '{shortened(self.input)}'{codes}>"

"""Where `acelabel.compat.idna` differs from the package `idna` 3.20, and which tests of the package fail for it.

docs/migration.md shows the same rows; a test compares the two.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    """A difference, its reason, and the failures it causes in the released tests (`path::class::test`, the subtest)."""

    what: str
    why: str
    failures: tuple[str, ...] = ()


ATTRIBUTES = "tests/test_idna_errors.py::ErrorAttributeTests"

DIFFERENCES = (
    Difference(
        "All Unicode data comes from tables of one version; the interpreter's `unicodedata` is never used. The code"
        " `unknown_codepoint` exists and does not occur.",
        "The package reads data from the interpreter, so an old Python does not know new characters.",
        (
            "tests/test_idna.py::IDNATests::test_check_label_contextj_unknown_codepoint",
            f"{ATTRIBUTES}::test_attributes_are_populated {{'text': \"'ab'\"}}",
            f"{ATTRIBUTES}::test_every_error_code_is_raisable {{'code': \"'bidi_unknown_direction'\"}}",
            f"{ATTRIBUTES}::test_every_error_code_is_raisable {{'code': \"'unknown_codepoint'\"}}",
            f"{ATTRIBUTES}::test_unknown_codepoint_adjacent_to_joiner",
        ),
    ),
    Difference(
        "Changes to the tables in `idnadata` and `uts46data` (`codepoint_classes`, for example) have no effect on "
        "any function.",
        "The functions use the compiled tables. To accept other characters, use another profile, such as `DNS`.",
    ),
    Difference(
        '`check_bidi("", check_ltr=True)` returns True and does not raise IndexError.',
        "A label without characters breaks no rule about characters.",
    ),
    Difference(
        "`valid_contextj` and `valid_contexto` count a negative `pos` from the end.",
        "Python indices work this way; the package's result depends on the rule.",
    ),
    Difference(
        "An argument of a wrong type raises TypeError, where the package may raise AttributeError.",
        "There is one exception for one fault. `encode()` and `decode()` raise IDNAError, as the package does.",
    ),
    Difference(
        "If a payload cannot be decoded, `__cause__` is an AceError instead of a UnicodeError of the codec. "
        "If the bytes passed to `ulabel` are not ASCII, `__cause__` is a UnicodeDecodeError instead of None.",
        "It gives the fault and its position.",
    ),
    Difference(
        "The incremental encoder refuses a label of more than 1,024 characters before the label is complete.",
        "It would be refused at its end, and kept in memory until then.",
    ),
    Difference(
        '`import idna.core` with `sys.modules["idna"]` replaced by hand makes a second module object. Its exceptions '
        "and functions on names are the objects of `acelabel.compat.idna`.",
        "Python's import system does this. Only code that assigns to attributes of submodules can see it.",
    ),
    Difference(
        "`typing.get_type_hints(idna.encode)` is empty. `inspect.signature` gives the parameters and defaults, and "
        "type checkers read the types.",
        "Compiled functions have no `__annotations__`.",
    ),
    Difference(
        "There are no private names of the package, such as `idna.core._is_script`, `_combining_class` or "
        "`_punycode`, except `_ErrorCode` and `_max_input_length`; nor names that only old releases have: "
        "`uts46data.uts46data` and the functions `_seg_0` and so on, up to 3.7.",
        "They are no interface, and change between releases.",
    ),
    Difference(
        "There is no command `idna`; `python -m acelabel.compat.idna` has its options.",
        "acelabel takes no name of the package: neither the command nor the top-level module `idna`.",
    ),
)

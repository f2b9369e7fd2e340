"""The examples of documents and docstrings, run as they stand there."""

import doctest
import re
from pathlib import Path
from types import ModuleType

DOCUMENTS = Path(__file__).parents[2] / "docs"


def blocks(language: str, text: str) -> list[str]:
    """Return what stands between the fences of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def failures_of(examples: doctest.DocTest, *, clear_globs: bool = True) -> str:
    """Return what doctest says of them; nothing if all is as it says."""
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append, clear_globs=clear_globs)
    return "".join(report)


def examples_of_document(text: str) -> doctest.DocTest:
    """The examples of a document, which are one session."""
    session = "\n".join(blocks("pycon", text))
    return doctest.DocTestParser().get_doctest(session, {}, "document", None, 0)


def failures_of_document(text: str) -> str:
    """The same of a document."""
    return failures_of(examples_of_document(text))


def failures_of_engine(module: ModuleType) -> str:
    """The same of the module for an engine and of its section of docs/scale.md."""
    name = module.__name__.removeprefix("acelabel.")
    _, _, rest = (DOCUMENTS / "scale.md").read_text("utf-8").partition(f"\n## {name.title()}")
    page, _, _ = rest.partition("\n## ")
    assert blocks("pycon", page)
    return "".join(map(failures_of, doctest.DocTestFinder().find(module))) + failures_of_document(page)

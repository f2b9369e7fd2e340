"""The rates at which look-alikes are missed, and honest names taken for some: writes docs/rates.md.

`python benches/rates.py FOLDER`, where FOLDER has dictionaries of Hunspell. The exit status is 1 if a promise is not
kept.
"""

import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import disarm
import lookalike_corpora as corpora
from confusable_homoglyphs import confusables
from report import Promise, markdown, promises_table

from acelabel import display, security

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "differential"))
from icu_spoof import Icu  # noqa: E402

sys.path.insert(0, str(ROOT / "tests" / "python"))
from lint_alarms import FOLDERS, alarms  # noqa: E402

DOCUMENT = ROOT / "docs" / "rates.md"
MOST_SHOWN = 40
# Fewer words of a script tell nothing.
LEAST = 100
POLICIES = dict(zip(("lookalike_aware", "strict", "uts39_moderate"),
                    (display.LOOKALIKE_AWARE, display.STRICT, display.UTS39_MODERATE), strict=True))  # fmt: skip
BY_LETTERS = ("variant", "skeleton", "similar", "distance")


def main() -> int:
    measured = Rates(Path(sys.argv[1]))
    promises = measured.promises()
    DOCUMENT.write_text(measured.page(promises), encoding="utf-8", newline="\n")
    print(promises_table(promises))
    return 0 if all(promise.is_kept for promise in promises) else 1


def share(hits: int, names: int) -> str:
    return f"{hits / names:.2%}" if hits else "0"


def script(text: str) -> str:
    """The first word of the name of the first letter: its script, but for Han."""
    return unicodedata.name(text[0]).split()[0].capitalize()


class Rates:
    """The corpora, and what every checker says to them."""

    def __init__(self, folder: Path) -> None:
        self.icu = Icu()
        self.brands = corpora.brands()
        self.suffixes = corpora.suffixes()
        self.listed = corpora.listed_names()
        self.every_word = corpora.words(folder)
        chosen = {language: filter(corpora.is_held_out, words) for language, words in self.every_word.items()}
        # Of a word of several languages the domain of the first counts.
        self.domains = {word: corpora.DOMAINS[language] for language, words in chosen.items() for word in words}
        self.words = sorted(self.domains)
        self.chromium = corpora.shown_by_chromium()
        self.glyphs = corpora.glyphs()
        made = corpora.lookalikes(self.brands, self.icu.skeleton)
        self.lookalikes = {kind: [row for row in rows if corpora.is_held_out(row[0])] for kind, rows in made.items()}
        self.watchlists = {
            "`similar=False`": display.Watchlist(labels=self.brands, similar=False),
            "as it is": display.Watchlist(labels=self.brands),
            "`distance=1`": display.Watchlist(labels=self.brands, distance=1),
        }
        self._skeletons = {self._skeleton(brand) for brand in self.brands}
        self.apart = [word for word in self.words if self._is_brand(word)]
        self.honest = sorted(set(self.words) - set(self.apart))

    def _skeleton(self, text: str) -> str:
        return self.icu.skeleton(text).lower()

    def _is_brand(self, word: str) -> bool:
        word = word.replace("ß", "ss").replace("ς", "σ")  # As IDNA2003 maps them.
        bare = "".join(one for one in unicodedata.normalize("NFD", word) if not unicodedata.combining(one))
        return bare in self.brands or self._skeleton(word) in self._skeletons or self._skeleton(bare) in self._skeletons

    @cache  # noqa: B019 - there is one
    def false_alarms(self, kind: str) -> list[tuple[str, str, str]]:
        """The honest words that look like a brand by their letters, with the brand and how."""
        watchlist = self.watchlists[kind]
        return [(word, hit.target, hit.how) for word in self.honest for hit in watchlist.lookup(f"{word}.com")[:1]]

    @cache  # noqa: B019 - there is one
    def found(self, kind: str, generator: str) -> float:
        """The part of the look-alikes of a generator for which the brand is found."""
        rows, watchlist = self.lookalikes[generator], self.watchlists[kind]
        return sum(any(hit.target == brand for hit in watchlist.lookup(name)) for name, brand in rows) / len(rows)

    def found_glyphs(self) -> int:
        return sum(
            bool(display.Watchlist([f"xz{letter}zx.com"]).lookup(f"xz{glyph}zx.com")) for letter, glyph in self.glyphs
        )

    def checkers(self) -> dict[str, Callable[[str], bool]]:
        """The programs that say of a name, without a list of names, that something is wrong with it."""
        policies = {
            f"`{title}`": lambda name, policy=policy: display.to_display(name, policy=policy).isascii()
            for title, policy in POLICIES.items()
        }
        return policies | {
            "ICU 78.3, highly restrictive": self._icu,
            f"disarm {version('disarm')}": lambda name: disarm.is_suspicious_hostname(name)[0],
            f"confusable-homoglyphs {version('confusable-homoglyphs')}": lambda name: bool(
                confusables.is_dangerous(name.partition(".")[0])
            ),
        }

    def _icu(self, name: str) -> bool:
        levels = (self.icu.level_and_numbers(label) for label in name.split("."))
        return any(numbers or level not in ("ascii_only", "single_script", "highly_restrictive")
                   for level, numbers in levels)  # fmt: skip

    def promises(self) -> list[Promise]:
        """The bounds. Of what is to be found, the part that is missed."""
        letters = [kind for kind in self.lookalikes if kind != "one edit"]
        missed = max(1 - self.found("as it is", kind) for kind in letters)
        thousands = len(self.honest) / 100_000
        shown = {name for name, is_shown in self.chromium.items() if is_shown}
        hidden = set(self.chromium) - shown
        kept = {name for name in self.chromium if not display.to_display(name).isascii()}
        wrong = max(row[1] / row[-1] for row in self.by_script().values())
        rows = [
            ("look-alikes by letters, marks or position, the worst generator: missed", 0.01, missed),
            ("look-alikes by one edit, `distance=1`: missed", 0.05, 1 - self.found("`distance=1`", "one edit")),
            (f"glyphs of dnstwist, of {len(self.glyphs)}: missed", 6, len(self.glyphs) - self.found_glyphs()),
            ("honest words taken for a brand, of 100,000", 1, len(self.false_alarms("as it is")) / thousands),
            ("the same by skeletons alone", 0, len(self.false_alarms("`similar=False`"))),
            ("names shown otherwise than by Chromium", 0.005, len(shown ^ kept) / len(self.chromium)),
            ("names that Chromium does not show: shown", 0.01, len(hidden & kept) / len(hidden)),
            ("honest words of allowed characters under their own domain not shown, by script", 0.005, wrong),
        ]
        return [Promise(*row) for row in rows]

    @cache  # noqa: B019 - there is one
    def by_script(self) -> dict[str, list[int]]:
        """For each script how many words are not shown: of allowed characters alone under `.com` and under their own
        domain, then of all under `.com` by each policy. Behind that is the number of words."""
        found: dict[str, list[int]] = defaultdict(lambda: [0] * (len(POLICIES) + 3))
        for word in self.words:
            if not word.isascii():
                policies = [self._is_hidden(f"{word}.com", policy) for policy in POLICIES.values()]
                is_allowed = all(security.identifier_status(character) == "allowed" for character in word)
                domains = (policies[0], self._is_hidden(f"{word}.{self.domains[word]}", display.LOOKALIKE_AWARE))
                row = found[script(word)]
                for place, is_hidden in enumerate((*(is_allowed and one for one in domains), *policies, True)):
                    row[place] += is_hidden
        return {name: row for name, row in sorted(found.items()) if row[-1] >= LEAST}

    @staticmethod
    def _is_hidden(name: str, policy: display.Policy) -> bool:
        return display.to_display(name, policy=policy) != name

    def page(self, promises: list[Promise]) -> str:
        head = DOCUMENT.read_text(encoding="utf-8").partition("\n## ")[0]
        for pattern, figure in {
            "(?<=The )%s(?= internationalised)": f"{len(self.suffixes):,}",
            "(?<=`publicsuffixlist` )%s(?=\\))": version("publicsuffixlist"),
            "%s(?= honest words)": f"{len(self.words):,}",
            "%s(?= languages)": str(sum(map(bool, self.every_word.values()))),
            "%s(?= other names)": f"{len(self.listed):,}",
            "%s(?= made-up names)": f"{len(self.chromium):,}",
            "(?<=Look-alikes.\\* )%s": f"{corpora.LOOKALIKES:,}",
            "%s(?= letters beyond)": str(len(self.glyphs)),
            "(?<=`dnstwist` )%s": version("dnstwist"),
        }.items():
            head, count = re.subn(pattern % r"[\d.,]+", figure, head)
            assert count == 1, pattern
        sections = {
            "Promises": promises_table(promises),
            "Watchlist": self._watchlist(),
            "By score": self._scores(),
            "Without a list": self._display(),
            "By script": self._scripts(),
            "Lint of honest text": self._lint(),
            "Names that are wrong": self._appendix(),
        }
        return head + "".join(f"\n## {title}\n\n{text}\n" for title, text in sections.items())

    def _watchlist(self) -> str:
        rows = []
        for kind, watchlist in self.watchlists.items():
            hits = [sum(any(hit.how in BY_LETTERS for hit in watchlist.lookup(name)) for name in names)
                    for names in (self.suffixes, self.listed)]  # fmt: skip
            found = (f"{self.found(kind, generator):.2%}" for generator in self.lookalikes)
            rows.append((kind, f"{len(self.false_alarms(kind)):,}", *map(str, hits), *found))
        head = ("Watchlist of 1,000 labels", "honest words", "suffixes", "listed names", *self.lookalikes)
        return (
            f"False alarms among {len(self.honest):,} honest words and the other honest names, then the part of the\n"
            f"look-alikes that is found, by generator. {len(self.apart)} more words are a brand themselves, but for "
            f"marks.\n\n{markdown(head, rows)}\n\nOf dnstwist's {len(self.glyphs)} glyphs {self.found_glyphs()} are "
            "found in a watched name."
        )

    def _scores(self) -> str:
        watchlist = self.watchlists["`distance=1`"]

        def counts(names: Iterable[str]) -> list[float]:
            return [max((hit.score for hit in watchlist.lookup(name)), default=0.0) for name in names]

        words = counts(f"{word}.com" for word in self.honest)
        found = [counts(name for name, _ in rows) for rows in self.lookalikes.values()]
        rows = [
            (
                f"{least}",
                f"{sum(score >= least for score in words) / len(words) * 100_000:.1f}",
                *(share(sum(score >= least for score in scores), len(scores)) for scores in found),
            )
            for least in (0.9, 0.8, 0.6, 0.5)
        ]
        head = ("score at least", "of 100,000 honest words", *self.lookalikes)
        return f"With `distance=1`, the part of the names with a hit of such a score.\n\n{markdown(head, rows)}"

    def _display(self) -> str:
        words = [f"{word}.com" for word in self.words if not word.isascii()]
        chromium = ([name for name, is_shown in self.chromium.items() if is_shown is kind] for kind in (True, False))
        names = [self.suffixes, words, *chromium]
        kinds = [[name for name, _ in self.lookalikes[kind]] for kind in ("UTS #39", "marks", "similar")]
        rows = [
            (title, *(share(sum(map(check, corpus)), len(corpus)) for corpus in (*names, *kinds)))
            for title, check in self.checkers().items()
        ]
        head = ("of", "suffixes", "words", "Chromium shows", "Chromium hides", "UTS #39", "marks", "similar")
        return (
            "The part of the names that a policy of `acelabel.display` does not show in Unicode, or that another "
            "program\nfinds suspicious, without a list of brands: words beyond ASCII alone. The first three columns "
            f"are honest names.\n\n{markdown(head, rows)}"
        )

    def _scripts(self) -> str:
        rows = [
            (name, f"{row[-1]:,}", *(share(hidden, row[-1]) for hidden in row[:-1]))
            for name, row in self.by_script().items()
        ]
        text = (
            "Honest words beyond ASCII that are not shown in Unicode. First those of characters alone that UTS #39 "
            "allows, with\n`lookalike_aware`, under `.com` and under the usual domain of the language; then all words "
            "under `.com`."
        )
        head = ("script", "words", "allowed, `.com`", "allowed, own domain", *POLICIES)
        return f"{text}\n\n{markdown(head, rows)}"

    @staticmethod
    def _lint() -> str:
        rows = []
        for title, folder in FOLDERS.items():
            size, found = alarms(Path(folder))
            counts = ", ".join(f"`{rule}` {count}" for rule, count in found.most_common())
            rows.append((title, f"{size / 1e6:,.0f}", f"{found.total() * 1e7 / size:.2f}", counts))
        head = ("text", "MB", "alarms in 10 MB", "by rule")
        return (
            "Alarms of the default rules of `acelabel.lint`, in documents and in the library of this Python."
            f"\n\n{markdown(head, rows)}"
        )

    def _appendix(self) -> str:
        lines = []
        for title, policy in POLICIES.items():
            hidden = [name for name in self.suffixes if self._is_hidden(name, policy)]
            lines.append(f"* `{title}`, suffixes: {_listed(hidden)}")
            hidden = [word for word in self.words if not word.isascii() and self._is_hidden(f"{word}.com", policy)]
            lines.append(f"* `{title}`, words: {_listed(hidden)}")
        for kind in self.watchlists:
            alarms = [f"{word} ({target}, {how})" for word, target, how in self.false_alarms(kind)]
            lines.append(f"* Watchlist, {kind}, words: {_listed(alarms)}")
        for generator, rows in self.lookalikes.items():
            kind = "`distance=1`" if generator == "one edit" else "as it is"
            missed = [name for name, brand in rows
                      if not any(hit.target == brand for hit in self.watchlists[kind].lookup(name))]  # fmt: skip
            lines.append(f"* Watchlist, {kind}, {generator}: missed: {_listed(missed)}")
        return "At most 40 of each kind, evenly chosen, and how many there are.\n\n" + "\n".join(lines)


def _listed(names: list[str]) -> str:
    chosen = names[:: max(1, -(-len(names) // MOST_SHOWN))]
    return f"{len(names):,}: {', '.join(f'`{name}`' for name in chosen)}" if names else "none."


if __name__ == "__main__":
    sys.exit(main())

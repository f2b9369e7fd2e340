"""Rules of registries against a slow judge, on small rule sets drawn at random."""

import random

import pytest
from registry_judge import Judge, points
from test_registry import rule_set

from acelabel.registry import Rules, RulesError

LETTERS = "abcdе"


def cp(text: str) -> str:
    return " ".join(f"{ord(character):04X}" for character in text)


class Draw:
    """Draws a rule set of few letters, in which everything happens often."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.rules: list[str] = []
        self.contexts: list[str] = []

    def some(self, most: int, least: int = 1) -> str:
        return "".join(self.random.choices(LETTERS, k=self.random.randint(least, most)))

    def count(self) -> str:
        return self.random.choice(
            ["", "", "", ' count="0+"', ' count="1+"', ' count="2"', ' count="0:2"', ' count="1:3"']
        )

    def klass(self, depth: int = 2) -> str:
        kind = self.random.choice(["list", "list", "tag", "property", "operator"])
        if kind == "operator" and depth:
            name, least, most = self.random.choice(
                [
                    ("union", 2, 3),
                    ("intersection", 2, 2),
                    ("difference", 2, 2),
                    ("symmetric-difference", 2, 2),
                    ("complement", 1, 1),
                ]
            )
            children = "".join(self.klass(depth - 1) for _ in range(self.random.randint(least, most)))
            return f"<{name}>{children}</{name}>"
        if kind == "tag":
            return f'<class from-tag="{self.random.choice("tuv")}"/>'
        if kind == "property":
            return f'<class property="gc:{self.random.choice(["L", "Ll", "Nd"])}"/>'
        return f"<class>{cp(self.some(2))}</class>"

    def matcher(self, depth: int) -> str:
        kind = self.random.choice(
            ["char", "char", "any", "class", "class", "start", "end", "choice", "rule", "ref", "look"]
        )
        if kind == "choice" and depth:
            body = "".join(self.matcher(depth - 1) for _ in range(self.random.randint(1, 3)))
            return f"<choice{self.count()}>{body}</choice>"
        if kind == "rule" and depth:
            return f"<rule{self.count()}>{self.row(depth - 1)}</rule>"
        if kind == "ref" and self.rules:
            return f'<rule by-ref="{self.random.choice(self.rules)}"{self.count()}/>'
        if kind == "look" and depth:
            name = self.random.choice(["look-ahead", "look-behind"])
            return f"<{name}>{self.row(depth - 1)}</{name}>"
        if kind in ("start", "end"):
            return f"<{kind}/>"
        if kind == "any":
            return f"<any{self.count()}/>"
        return self.klass() if kind == "class" else f'<char cp="{cp(self.some(2))}"{self.count()}/>'

    def row(self, depth: int) -> str:
        return "".join(self.matcher(depth) for _ in range(self.random.randint(1, 3)))

    def context(self) -> str:
        before = f"<look-behind>{self.row(1)}</look-behind>" if self.random.random() < 0.6 else ""
        after = f"<look-ahead>{self.row(1)}</look-ahead>" if self.random.random() < 0.6 else ""
        plain = self.row(1) if self.random.random() < 0.2 else ""
        return f"{plain}{before}<anchor/>{after}"

    def condition(self, chance: float) -> str:
        if self.random.random() > chance:
            return ""
        name = self.random.choice(self.contexts + self.rules)
        return f' {self.random.choice(["when", "not-when"])}="{name}"'

    def variants(self, own: str) -> str:
        texts = {self.random.choice([self.some(2), self.some(1), self.some(1), own, ""]) for _ in range(2)}
        if self.random.random() < 0.4:
            return ""
        kinds = [f' type="{kind}"' for kind in ("blocked", "allocatable", "x", "out-of-repertoire-var")]
        return "".join(
            f'<var cp="{cp(text)}"{self.random.choice(["", *kinds])}{self.condition(0.3)}/>' for text in sorted(texts)
        )

    def action(self) -> str:
        rule = self.random.choice(
            ["", f' {self.random.choice(["match", "not-match"])}="{self.random.choice(self.rules)}"']
        )
        names = ["any-variant", "all-variants", "only-variants"]
        kinds = " ".join(self.random.sample(["blocked", "allocatable", "x"], self.random.randint(1, 2)))
        kind = self.random.choice(["", f' {self.random.choice(names)}="{kinds}"'])
        disposition = self.random.choice(["invalid", "blocked", "y"])
        return f'<action disp="{disposition}"{rule}{kind}/>' if rule or kind else ""

    def file(self) -> bytes:
        """A rule set."""
        rules = []
        for index in range(self.random.randint(1, 3)):
            rules.append(f'<rule name="r{index}">{self.row(2)}</rule>')
            self.rules.append(f"r{index}")
        for index in range(2):
            body = self.context()
            if self.random.random() < 0.4:
                body = f"<choice><rule>{body}</rule><rule>{self.context()}</rule></choice>"
            rules.append(f'<rule name="c{index}">{body}</rule>')
            self.contexts.append(f"c{index}")
        texts = {letter for letter in LETTERS if self.random.random() < 0.85}
        texts |= {self.some(3, 2) for _ in range(self.random.randint(0, 3))}
        data = []
        for text in sorted(texts):
            tag = f' tag="{self.random.choice("tuv")}"' if len(text) == 1 and self.random.random() < 0.5 else ""
            data.append(f'<char cp="{cp(text)}"{tag}{self.condition(0.3)}>{self.variants(text)}</char>')
        actions = [self.action() for _ in range(self.random.randint(0, 3))]
        return rule_set("".join(data), "".join(rules + actions))


def drawn(seed: int) -> tuple[Draw, bytes, Rules]:
    """A rule set that is not too complex: counts of counts of counts are refused."""
    for number in range(seed, seed + 60_000, 1000):
        draw = Draw(number)
        file = draw.file()
        try:
            return draw, file, Rules.from_xml(file)
        except RulesError as error:
            assert error.code == "too_complex"
    raise AssertionError("all are too complex")


@pytest.mark.parametrize("seed", range(60))
def test_rules_answer_as_the_judge(seed: int) -> None:
    draw, file, rules = drawn(seed)
    judge = Judge(file)
    keys = {}
    for _ in range(14):
        label = draw.some(4)
        units = points(cp(label))
        assert rules.check(label).disposition == judge.check(units), (label, file)
        index = judge.index(units)
        assert rules.index(label) == (None if index is None else "".join(map(chr, index))), (label, file)
        keys[label] = rules.index(label)
        expected = judge.variants(units)
        found = rules.variants(label)
        made = {points(cp(one.label)): (one.disposition, frozenset(one.types)) for one in found}
        assert made.keys() == expected.keys(), (label, file)
        assert all(one in expected[variant] for variant, one in made.items()), (label, file)
        assert (found.count, found.exact) == (len(made), True), (label, file)
    for label, key in keys.items():
        expected = judge.variants(points(cp(label)))
        for other, other_key in keys.items():
            collision = rules.collides(label, [other])
            by_key = label == other or (key is not None and key == other_key)
            assert (collision is not None and collision.how != "variant") == by_key, (label, other, file)
            if points(cp(other)) in expected:
                assert collision is not None, (label, other, file)


def test_the_draws_are_not_empty() -> None:
    """Most rule sets allow labels, refuse labels and have variants with conditions."""
    counts = [0, 0, 0]
    for seed in range(60):
        _, file, rules = drawn(seed)
        verdicts = [rules.check(label).eligible for label in ("a", "b", "ab", "abc", "dе")]
        counts[0] += any(verdicts)
        counts[1] += not all(verdicts)
        counts[2] += b'type="' in file and b"when=" in file
    assert min(counts) > 20

"""Names inside text: each rule a row, and what the calls take, return and raise."""

import gc
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import acelabel
from acelabel import display, text

A = "xn--bcher-kva"
U = "bücher"

# The words of a rule, and a text in which `Ü` is a name that is rewritten and `B` the same name, which is not.
RULES = [
    ("an A-label names itself", "see Ü, and Ü.example"),
    ("a U-label beside it stays", "日本.Ü"),
    ("the authority of a URL stands behind //", "https://Ü.example/x //Ü ftp://Ü"),
    ("it ends before / ? #", "//Ü/B?B#B //Ü?B //Ü#B"),
    ("the host stands behind the last @", "//a@b@Ü/"),
    ("and before the port", "//Ü:80/ Ü:443"),
    ("and not inside [...]", "//[B]/ //[::1]/ Ü"),
    ("user@host in a URL is user information", "//B@Ü/ //B:B@Ü/"),
    ("in text it is an address", "a@Ü.example and <a@Ü>"),
    ("local parts may be quoted", '"a b"@Ü "B c"@Ü'),
    ("a local part is never touched", "B@Ü B.a@Ü a+B@Ü"),
    ("nor a path or a query", "/var/B x/B x/y?m=b@B=B //x.example/B?B=B a.example?B a.example/b@B x/a.b?m=b@B=B"),
    ("a slash between words without a dot begins no path", '28/11/2026,b@A n/a;b@A 1,x/y,b@A x/b@A c/d=b@A "x/y,b@A'),
    ("but behind a port, a name, a dot or an empty word", "b.c:80/x,B b.c:80/x,y@B x/b.c/y,y@B ./x,B ../y,z@B x/y//B"),
    ("nor does one in an IP network", "7,192.0.2.0/24,b@A 2001:db8::/32;b@A 192.0.2.1/24/x,y@B 192.0.2.1/x,y@B"),
    ("but one behind an escape does", "\\nb.c/x,y@B %20b.c/x,y@B /x,y@B"),
    ("a fragment or query is none in a local part", "b.c#EXT#@A b.c?d@A,e@A B#x@A"),
    ("a stop that ends a sentence is outside", "see Ü. Then Ü.example."),
    ("unless a path follows", "//Ü.example./B"),
    ("ideographic stops are dots in a host", "//日本。Ü．Ü｡Ü/ //Ü。"),
    ("and end a sentence in text", "see Ü。B日 Ü。"),
    ("a longer run of letters, digits and hyphens is not an A-label", "aB 1B x-B Bx-1 aB.example éB Bé"),
    ("nor what stands behind or before _", "_B B_ a_B"),
    ("any letter case", "XN--BCHER-KVA Xn--Bcher-Kva"),
    ("percent-encoded hosts are left alone", "//%B //b%c3%bccher.B/ %c3%bcB.example B%c3%bc"),
    ("and so are escapes of JSON", '"//b\\u00fccher.B/" B\\u00fc.example \\u00fcB'),
    ("zone files keep their syntax", "*.Ü. _dmarc.Ü. \\032B.example. a\\.B.example. @ Ü."),
    ("quotes and brackets are outside", "(Ü) 'Ü' \"Ü\" „Ü“ «Ü» <Ü> [Ü] {Ü} Ü, Ü; Ü! =Ü"),
    ("a label that is not valid stays", "xn-- xn--a xn--a.Ü xn--xn---epa xn--example-"),
    ("a label with a symbol needs a mark", "//xn--i-7iq/ a@xn--i-7iq.example xn--i-7iq"),
]


def rewritten(row: str) -> str:
    expected = row.replace("Ü", U).replace("B", A)
    for upper in ("XN--BCHER-KVA", "Xn--Bcher-Kva"):
        expected = expected.replace(upper.replace("B", A), U)
    return expected.replace("//xn--i-7iq", "//i❤").replace("@xn--i-7iq", "@i❤")


@pytest.mark.parametrize(("rule", "row"), RULES, ids=lambda value: value)
def test_rules(rule: str, row: str) -> None:
    given = row if "XN" in row else row.replace("Ü", A).replace("B", A)
    assert text.to_unicode(given) == (f"{U} {U}" if "XN" in row else rewritten(row))
    assert text.to_unicode(given.encode()) == text.to_unicode(given).encode()


# A text, the top-level domains that are known, and what becomes of it.
TO_ASCII = [
    ("//bücher.example/ü?ü#ü", None, "//xn--bcher-kva.example/ü?ü#ü"),
    ("ü@bücher.example.", None, "ü@xn--bcher-kva.example."),
    ("//ü:ü@bücher:80/", None, "//ü:ü@xn--bcher-kva:80/"),
    ("//bücher。example。 so", None, "//xn--bcher-kva.example。 so"),
    ("//BÜCHER.example", None, "//xn--bcher-kva.example"),
    ("bücher.example and bücher", None, "bücher.example and bücher"),
    ("bücher.example. bücher.other bücher", {"example"}, "xn--bcher-kva.example. bücher.other bücher"),
    ("пример.рф", {"xn--p1ai"}, "xn--e1afmkfd.xn--p1ai"),
    ("b.EXAMPLE ü.EXAMPLE", lambda tld: tld == "example", "b.EXAMPLE xn--tda.EXAMPLE"),
    ("//b%C3%BCcher.ü", None, "//b%C3%BCcher.ü"),
    ('"//b\\u00fccher.ü"', None, '"//b\\u00fccher.ü"'),
    ("http://example.com，ü", None, "http://example.com，ü"),
]


@pytest.mark.parametrize(("given", "tlds", "expected"), TO_ASCII)
def test_to_ascii(given: str, tlds: Any, expected: str) -> None:
    assert text.to_ascii(given, tlds=tlds) == expected
    assert text.to_ascii(given.encode(), tlds=tlds) == expected.encode()


def test_the_example_of_the_issue() -> None:
    line = f"Siehe https://{A}.de/x, mail an a@{A}.de."
    assert text.find(line) == [
        text.Found(14, 30, "url_host", f"{A}.de", False),
        text.Found(44, 60, "email_domain", f"{A}.de", False, local_start=42),
    ]
    assert text.to_unicode(line) == "Siehe https://bücher.de/x, mail an a@bücher.de."
    assert text.to_unicode("xn--yho-ela6g.com", annotate=True) == "xn--yho-ela6g.com (yáhoó.com)"


def test_offsets_count_what_the_caller_passed() -> None:
    line = f"日本 💩 //{A}.example ü@ü.example {A}"
    texts: list[Any] = [line, line.encode()]
    for given in texts:
        found = text.find(given)
        assert [(one.kind, given[one.start : one.end]) for one in found] == [(one.kind, one.name) for one in found]
    assert [one.start for one in text.find(line)] == [7, 31, 41]
    assert [one.start for one in text.find(line.encode())] == [14, 39, 50]


def test_what_is_escaped_is_reported() -> None:
    found = text.find('//b%C3%BCcher.example/ "http://b\\u00fccher.example/" //plain.example')
    assert [(one.name, one.is_escaped) for one in found] == [
        ("b%C3%BCcher.example", True),
        ("b\\u00fccher.example", True),
        ("plain.example", False),
    ]


def test_top_level_domains_hide_no_name() -> None:
    for line in ("see xn--bcher-kva here", "xn--tda", "a b xn--tda\nxn--tda"):
        assert text.find(line, tlds={"com"}) == text.find(line) != []


def test_a_name_behind_an_at_sign_without_a_local_part() -> None:
    found = text.find("follow @xn--tda.de, @a@xn--tda.de", tlds={"de"})
    assert [(one.start, one.kind) for one in found] == [(8, "bare"), (23, "email_domain")]
    assert text.to_unicode("follow @xn--tda.de") == "follow @ü.de"
    assert text.find("follow @ü.de") == []


def test_stops_stay_where_no_label_changes() -> None:
    for given in ("//a。。b/", "//a。b/", "//a．b｡xn--tda/", "//a—。b/"):
        assert text.to_ascii(given) is given
    assert text.to_ascii("//a。ü．b/") == "//a.xn--tda.b/"


OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({}, "bücher //bücher/B a@bücher B@x //B@x"),
    ({"everywhere": True}, "bücher //bücher/bücher a@bücher bücher@x //bücher@x"),
    ({"kinds": ["bare"]}, "bücher //B/B a@B B@x //B@x"),
    ({"kinds": {"url_host", "email_domain"}}, "B //bücher/B a@bücher B@x //B@x"),
    ({"kinds": []}, "B //B/B a@B B@x //B@x"),
    ({"annotate": True}, "B (bücher) //B (bücher)/B a@B (bücher) B@x //B@x"),
    ({"isolate": True}, "bücher //bücher/B a@bücher B@x //B@x"),
    ({"profile": acelabel.IDNA2008}, "bücher //bücher/B a@bücher B@x //B@x"),
]


@pytest.mark.parametrize(
    ("options", "expected"), OPTIONS, ids=[f"{list(options)}: {expected}"[:60] for options, expected in OPTIONS]
)
def test_options(options: dict[str, Any], expected: str) -> None:
    given = "B //B/B a@B B@x //B@x".replace("B", A)
    assert text.to_unicode(given, **options) == expected.replace("B", A)
    found = text.find(given, **{name: value for name, value in options.items() if name not in ("annotate", "isolate")})
    assert len([one for one in found if A in one.name]) == len(expected.split(U)) - 1


def test_the_other_options() -> None:
    hebrew = "xn--4dbcagdahymbxekheh6e0a7fei0b"
    assert text.to_unicode(f"{hebrew}.{A}", isolate=True) == "\u2068למההםפשוטלאמדבריםעברית\u2069.bücher"
    assert text.to_ascii("//bücher/", annotate=True) == f"//bücher ({A})/"
    # The heart is not in IDNA2008.
    assert text.to_unicode("//xn--i-7iq/") == "//i❤/"
    assert text.to_unicode("//xn--i-7iq/", profile=acelabel.IDNA2008) == "//xn--i-7iq/"


def test_no_decoded_label_brings_in_a_delimiter() -> None:
    # Punycode of texts with a delimiter, a space, a control or a bidi control, which no rule lets through.
    for character in "./@:?# \t\n\x7f\xa0\u200e\u200f\u202a\u202e\u2066\u3002\uff0e\uff61\u2044\u2215\u2571":
        label = "xn--" + acelabel.punycode.encode(f"bü{character}cher")
        for given in (label, f"//{label}/", f"a@{label}"):
            assert text.to_unicode(given) is given


@pytest.mark.parametrize(
    "given", ["", "nothing here", "ü", "日本", "💩", "\ud800", b"", b"nothing", b"\xff", "x" * 70_000, b"x" * 70_000]
)
def test_a_text_without_hits_is_returned_as_the_object_that_came(given: Any) -> None:
    assert text.to_unicode(given) is given
    assert text.to_ascii(given) is given
    assert text.find(given) == []


def test_a_derived_class_comes_back_as_a_plain_text() -> None:
    for plain, kind in (("ü", str), (b"x", bytes)):
        given = type("Derived", (kind,), {})(plain)
        assert type(text.to_unicode(given)) is kind
        assert text.to_unicode(given) == plain


def test_the_methods_of_a_derived_class_are_not_asked() -> None:
    def wrong(*_: object) -> object:
        raise LookupError

    methods = dict.fromkeys(("__getitem__", "__len__", "__contains__", "__iter__", "__str__", "__bytes__"), wrong)
    line = f"see //{A}/\n"
    derived: Any = type("Derived", (str,), methods)(line)
    assert [(one.name, type(one.name)) for one in text.find(derived)] == [(A, str)]
    octets: Any = type("Octets", (bytes,), methods)(line.encode())
    assert [(one.name, type(one.name)) for one in text.find(octets)] == [(A.encode(), bytes)]
    rewriter = text.Rewriter("unicode")
    assert rewriter.feed(octets) == f"see //{U}/\n".encode()


def test_what_is_not_utf8_passes_unchanged() -> None:
    octets = bytes(range(256))
    for given in (b"\xff\xfe //" + A.encode() + b"/\xff\xc3 ", octets + b" " + A.encode() + b" " + octets):
        assert text.to_unicode(given) == given.replace(A.encode(), U.encode())
    assert text.to_unicode(f"\ud800 {A} \udcff") == "\ud800 bücher \udcff"
    assert text.to_ascii("\ud800 //bücher/ \udcff") == f"\ud800 //{A}/ \udcff"
    assert text.find(f"\ud800\udcff {A}")[0].start == 3


def test_long_texts_are_as_short_ones() -> None:
    line = f"日 GET //{A}.example/ü ? a@ü.example {A}\n"
    many = 150_000
    assert text.to_unicode(line * many) == text.to_unicode(line) * many
    assert text.to_ascii(line * many) == text.to_ascii(line) * many
    octets = line.encode() * many
    assert text.to_unicode(octets) == text.to_unicode(line).encode() * many
    found = text.find(octets)
    assert (len(found), {octets[one.start : one.end] for one in found}) == (
        3 * many,
        {A.encode(), f"{A}.example".encode(), "ü.example".encode()},
    )
    asked = text.find(line * many, tlds={"example"})
    assert len(asked) == 3 * many
    # One line of more octets than are taken at a time.
    words = f" {A}" * 400_000
    assert text.to_unicode(words) == f" {U}" * 400_000
    assert text.find(words)[-1].end == len(words)


WITHOUT_TYPES: Any = text
WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: WITHOUT_TYPES.find(1), TypeError, "argument 'text' must be str or bytes, not int"),
    (lambda: WITHOUT_TYPES.to_unicode(bytearray()), TypeError, "argument 'text' must be str or bytes, not bytearray"),
    (lambda: WITHOUT_TYPES.to_ascii(None), TypeError, "argument 'text' must be str or bytes, not NoneType"),
    (
        lambda: WITHOUT_TYPES.find("", kinds="bare"),
        TypeError,
        "argument 'kinds' must be an iterable of str or None, not str",
    ),
    (
        lambda: WITHOUT_TYPES.find("", kinds=3),
        TypeError,
        "argument 'kinds' must be an iterable of str or None, not int",
    ),
    (
        lambda: WITHOUT_TYPES.find("", kinds=[b"bare"]),
        TypeError,
        "argument 'kinds' must be str, not bytes: decode it first",
    ),
    (
        lambda: WITHOUT_TYPES.find("", kinds=["host"]),
        ValueError,
        "argument 'kinds' must be of 'url_host', 'email_domain' and 'bare', not 'host'",
    ),
    (
        lambda: WITHOUT_TYPES.find("", tlds="de"),
        TypeError,
        "argument 'tlds' must be a set of str, a callable or None, not str",
    ),
    (lambda: WITHOUT_TYPES.find("", everywhere=1), TypeError, "argument 'everywhere' must be bool, not int"),
    (lambda: WITHOUT_TYPES.to_unicode("", annotate=""), TypeError, "argument 'annotate' must be bool, not str"),
    (lambda: WITHOUT_TYPES.to_unicode("", isolate=None), TypeError, "argument 'isolate' must be bool, not NoneType"),
    (
        lambda: WITHOUT_TYPES.to_unicode("", profile=b"dns"),
        TypeError,
        "argument 'profile' must be an acelabel.Profile or its name such as 'uts46', not bytes",
    ),
    (lambda: WITHOUT_TYPES.Rewriter("utf8"), ValueError, "argument 'to' must be 'unicode' or 'ascii', not 'utf8'"),
    (lambda: WITHOUT_TYPES.Rewriter("ascii").feed("x"), TypeError, "argument 'piece' must be bytes, not str"),
]


@pytest.mark.parametrize(("call", "error", "message"), WRONG, ids=[message[:60] for _, _, message in WRONG])
def test_wrong_use(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


def test_what_a_callable_raises_comes_out() -> None:
    asked: list[str] = []

    def tlds(tld: str) -> bool:
        asked.append(tld)
        raise LookupError(tld)

    with pytest.raises(LookupError, match="example"):
        text.to_ascii("ü.example ü.other //ü", tlds=tlds)
    assert asked == ["example"]
    with pytest.raises(LookupError, match="other"):
        text.find("x.other\n" * 100_000, tlds=tlds)
    rewriter = text.Rewriter("ascii", tlds=tlds)
    with pytest.raises(LookupError, match="third"):
        rewriter.feed("ü.third\n".encode())
    assert rewriter.finish() == b""


def test_other_threads_run_meanwhile() -> None:
    octets = (f"GET //{A}.example/ 200\n" * 40).encode() * 20_000
    done = threading.Event()
    counted = 0

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    text.to_unicode(octets)
    during = counted - before
    done.set()
    thread.join()
    assert during > 0


def test_nothing_is_kept_of_a_text() -> None:
    given = f"//{A}/ " + "ü" * 5_000
    tlds = {"example"}
    for _ in range(3):
        text.to_unicode(given), text.find(given, tlds=tlds), text.to_ascii(given, tlds=tlds)
    gc.collect()
    before = sys.getrefcount(given), sys.getrefcount(tlds)
    for _ in range(100):
        text.to_unicode(given), text.find(given, tlds=tlds), text.to_ascii(given, tlds=tlds)
    assert (sys.getrefcount(given), sys.getrefcount(tlds)) == before


@pytest.mark.parametrize("policy", [display.LOOKALIKE_AWARE, "lookalike_aware", "strict"])
def test_a_policy_says_what_is_decoded(policy: Any) -> None:
    """A name is decoded where `to_display` shows all of it."""
    for name in ("xn--80ak6aa92e.com", "xn--bcher-kva.example", "xn--e1afmkfd.xn--p1ai", "xn--80ak6aa92e.xn--tda.de"):
        shown = display.to_display(name, policy=policy)
        expected = name if "xn--" in shown else shown
        for line in ("//{}/", "a@{}", "{}"):
            text_before, text_after = line.format(name), line.format(expected)
            assert text.to_unicode(text_before, policy=policy) == text_after
            assert text.to_unicode(text_before.encode(), policy=policy) == text_after.encode()
            rewriter = text.Rewriter("unicode", policy=policy)
            assert rewriter.feed(text_before.encode()) + rewriter.finish() == text_after.encode()
        assert text.to_ascii(f"//{shown}/") == f"//{name}/"
    with pytest.raises(ValueError, match="policy"):
        text.to_unicode("a", policy="none")  # type: ignore[arg-type]

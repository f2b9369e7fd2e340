"""Strings of each kind of which a reader and the machine part, and honest ones like them; for the tests of lint.

Hosts are harmless: all are names for examples. What is not seen is written as an escape.
"""

from typing import NamedTuple

from acelabel.display import Watchlist

WATCH = Watchlist(["paypal.example", "m\u00fcller.example"])
ALLOW = ("a.example", "*.b.example", "192.0.2.1", "[2001:db8::1]", "b\u00fccher.example")


class Kind(NamedTuple):
    caught: tuple[str, ...]
    honest: tuple[str, ...]
    format: str = "text"


KINDS = {
    "hidden_character": Kind(
        (
            "https://exa\u200bmple.example/",
            "https://example.example\u2060/path",
            "see https://ex\u00adample.example now",
            "https://user@\u200bexample.example/",
            "mail ann@exa\ufeffmple.example",
            "https://\u3164example.example/",
            "https://exam\u034fple.example:8080/",
            "https://a\u200db.example/",
            "https://exa\u2800mple.example/",
            "https://ex\u180bample.example/",
        ),
        (
            "https://example.example/ soft\u00adware",
            "\ufeffhttps://example.example/",
            "\u0e20\u0e32\u0e29\u0e32\u200b\u0e44\u0e17\u0e22 https://example.example/",
            "https://example.example/ and in no host: \u0646\u0627\u0645\u0647\u200c\u0627\u06cc",
            "// \u200bno URL",
            "https://example.example/\u200b",
            "\U0001f468\u200d\U0001f469 https://example.example/",
            "x //\u200bnote.md",
        ),
    ),
    "bidi_control": Kind(
        (
            "\u202ehttps://example.example/",
            "click \u202dhere https://example.example/ now\u202c",
            "https://exa\u202emple.example/",
            "https://example.example/\u202egnp.exe",
            "https://example.example/a\u2067b",
            "https://exa\u200fmple.example/",
            "https://\u200eexample.example/",
            "https://example.example\u2066.b.example/",
            "https://example\u061c.example/x",
        ),
        (
            "\u2068https://example.example/\u2069",
            "\u202ahttps://example.example/\u202c",
            "\u05e9\u05dc\u05d5\u05dd \u200ehttps://example.example/\u200e \u05e9\u05dc\u05d5\u05dd",
            "\u202eabc\u202c https://example.example/",
            "\u2067\u05e9\u05dc\u05d5\u05dd https://example.example/ \u05e9\u05dc\u05d5\u05dd\u2069",
            "(\u2068https://example.example/\u2069).",
            "abc\u202edef, and no name",
        ),
    ),
    "tag_character": Kind(
        (
            "https://a.example/ \U000e0067\U000e006f",
            "\U000e0001\U000e0065 https://a.example/",
            "https://a.example/\U000e0061",
            "mail ann@a.example \U000e0020\U000e0061\U000e007f",
            "\U0001f3f4\U000e0067\U000e0062 https://a.example/",
            "https://a\U000e0062.example/",
        ),
        (
            "https://a.example/ \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
            "\U000e0067\U000e006f\nhttps://a.example/",
            "\U000e0067\U000e006f and no name",
            "https://a.example/ \U0001f3f4\u200d\u2620\ufe0f",
            "https://a.example/ \U0001f1e9\U0001f1ea",
        ),
    ),
    "user_is_host": Kind(
        (
            "https://bank.example@b.example/",
            "https://bank.example:login@b.example/",
            "https://www.bank.example%2Flogin@b.example/",
            "https://192.0.2.1@b.example/",
            "https://b\u00fccher.example@b.example/",
            '<a href="//bank.example@b.example/">',
            "https://bank.example&@b.example/",
            "ftp://bank.example:21@b.example/",
            "https:///bank.example@b.example/",
            "https:/bank.example@b.example/ https:bank.example@b.example",
            "https:\\\\bank.example@b.example\\x",
            "https://bank.example@[2001:db8::1]/",
        ),
        (
            "https://git@b.example/",
            "https://ann:secret@b.example/",
            "postgres://first.last:secret@b.example/db",
            "https://b.example/@bank.example",
            "ftp://anonymous:ann@bank.example@b.example/",
            "ssh://ann.b@b.example",
            "https://b.example/?to=ann@bank.example",
            "https:///b.example/@bank.example https:///ann@b.example/",
            "file:///bank.example@b.example",
            "https:ann@bank.example maps:bank.example@b.example",
        ),
    ),
    "authority_continues": Kind(
        (
            "https://bank.example,b.example/",
            "https://bank.example;b.example/x",
            "https://bank.example\u2013b.example/",
            "https://bank.example+login.b.example/",
            "https://bank.example\\@b.example/",
            "https://bank.example&login.b.example/",
            "https://bank.example~b.example/",
            "https://bank.example\u2215login.b.example/",
            "https://bank.example\u2044login.b.example/x",
        ),
        (
            "https://bank.example, https://b.example/",
            "https://bank.example,https://b.example/",
            "https://bank.example;200;ok",
            "&quot;https://bank.example&quot;",
            "https://bank.example:8080/",
            "https://$HOST.example/ https://{host}.example/",
            "'https://bank.example','b.example'",
            '"https://bank.example\\nann@b.example"',
            "https://bank.example...",
        ),
    ),
    "host_notation": Kind(
        (
            "https://ex%61mple.example/",
            "https://\uff45xample.example/",
            "https://example\u3002b.example/",
            "https://example\uff0eexample/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://b%C3%BCcher.example/",
            "https://\u24d4xample.example/",
            '{"url": "https://\\u0065xample.example/"}',
            "https://127.1/",
        ),
        (
            "https://example.example/%61",
            "https://EXAMPLE.example/ https://B\u00dcCHER.example/",
            "https://127.0.0.1/ https://192.0.2.1:80/",
            '{"url": "https://b\\u00fccher.example/"}',
            "// 2130706433",
            "https://example.com\u3002\u7136\u540e",
            "https://%s/ https://%(host)s/ https://%HOST%/",
            "https:\\/\\/example.example\\/",
        ),
    ),
    "not_shown": Kind(
        (
            "https://\u0430\u0440\u0440\u04cf\u0435.example/",
            "https://xn--80ak6aa92e.example/",
            "https://ex\u0430mple.example/",
            "mail ann@\u0455\u0441\u043e\u0440\u0435.example",
            "https://i\u0307a.example/",
            "https://\u0967\u09683.example/",
            "see xn--80ak6aa92e.example",
        ),
        (
            "https://b\u00fccher.example/",
            "https://\u043f\u0440\u0438\u043c\u0435\u0440.example/",
            "https://xn--bcher-kva.example/",
            "//\u0441\u043e\u0440 a comment",
            "https://\u4f8b\u3048.example/",
            "https://example.com\u307e\u3067",
            "https://xn--a.example/",
        ),
    ),
    "lookalike": Kind(
        (
            "https://p\u0430ypal.example/",
            "https://\u03a1\u0391\u03a5\u03a1\u0391L.example/",
            "https://\u0420\u0410YPAL.example/",
            "https://login.xn--pypal-4ve.example/",
            "https://paypa1.example/",
            "https://PayPaI.example/",
            "mail ann@payp\u00e4l.example",
            "https://p%D0%B0ypal.example/",
            "https://muller.example/",
        ),
        (
            "https://www.paypal.example/",
            "https://PAYPAL.example/",
            "https://m\u00fcller.example/ https://xn--mller-kva.example/",
            "https://example.example/",
            "mail ann@paypal.example",
            "https://b.example/paypal.example",
        ),
    ),
    "not_allowed": Kind(
        (
            "https://c.example/",
            "https://xa.example/",
            "https://b.example/",
            "https://192.0.2.2/",
            "https://a.example@c.example/",
            "https://a.example.c.example/",
            "https://a.example,c.example/",
        ),
        (
            "https://a.example/ https://x.a.example/",
            "https://x.b.example/",
            "https://192.0.2.1:8080/",
            "https://xn--bcher-kva.example./",
            "mail ann@c.example",
            "// c.example",
            "https://A.EXAMPLE/",
        ),
    ),
    "mistaken_label": Kind(
        (
            "https://xn--example-.example/",
            "https://xn--bcher-2pa.example/",
            "https://xn--xn--fa-hia-.example/",
            "https://xn--bcherde-n2a0649h/",
            "https://www.xn--mi7chab1aes7c.example/",
        ),
        (
            "https://xn--bcher-kva.example/",
            "https://xn--a.example/",
            "https://example.example/xn--example-",
            "xn-- and xn--example-",
            "https://xn--e1afmkfd.example/",
        ),
    ),
    "link_text": Kind(
        (
            "[https://bank.example/](https://b.example/)",
            "[bank.example](https://b.example/ 'title')",
            "[**www.bank.example/login**](//b.example/)",
            "[bank.example][1]\n\n[1]: https://b.example/",
            '<a href="https://b.example/">bank.example</a>',
            "[bank.example]\n\n[bank.example]: <https://bank.example.b.example/>",
            "[`bank.example`](https://xn--bcher-kva.example/)",
            "[https://bank.example](https://bank.example@b.example/)",
            "[Bank.Example](https://b.example/)",
            "[bank\u200b.example](https://b.example/)",
            "[BANK.EXAMPLE/Login](https://b.example/)",
        ),
        (
            "[bank.example](https://www.bank.example/)",
            "[https://www.bank.example/](https://pay.bank.example/)",
            "[our bank](https://b.example/)",
            "[README.md](https://b.example/README.md)",
            "[b\u00fccher.example](https://xn--bcher-kva.example/)",
            "`[bank.example](https://b.example/)`",
            "[bank.example](#top) [bank.example](mailto:ann@b.example)",
            "[ASP.NET](https://b.example/)",
            "[https://bank.example/](https://web.archive.org/web/2020/https://bank.example/)",
            "![bank.example](https://b.example/x.png)",
            "[user.name](https://b.example/)",
            "[http://localhost:80/](http://127.0.0.1:80/)",
        ),
        "markdown",
    ),
}
"""Of each rule strings that it catches, and honest ones."""

HTML = Kind(
    (
        '<a href="https://b.example/">bank.example</a>',
        "<A class=x HREF='https://b.example/'>https://<b>bank.example</b>/</A>",
        "<a href=https://b.example/>bank&period;example</a>",
        '<a href="https://bank.example@b.example">https://bank.example</a>',
        '<p><a\n href="//b.example">\n www.bank.example\n</a>',
    ),
    (
        '<a href="https://bank.example/">bank.example</a>',
        '<a href="https://www.bank.example/">https://bank.example/login</a>',
        '<!-- <a href="https://b.example/">bank.example</a> -->',
        '<a href="https://b.example/">the bank</a>',
        '<a name="x">bank.example</a> <a href="/b">bank.example</a>',
    ),
    "html",
)
RST = Kind(
    (
        "`bank.example <https://b.example/>`_",
        "`https://bank.example/ <https://b.example/>`__",
        "`bank.example`_\n\n.. _bank.example: https://b.example/",
        "`bank.example <target_>`_\n\n.. _target: https://b.example/",
        "See `www.bank.example\n<https://b.example/>`_.",
    ),
    (
        "`bank.example <https://www.bank.example/>`_",
        "`the bank <https://b.example/>`_",
        "``bank.example <https://b.example/>`_``",
        ":doc:`bank.example <https://b.example/>`",
        "`bank.example`_",
    ),
    "rst",
)
TERMINAL = Kind(
    (
        "\x1b]8;;https://b.example/\x1b\\bank.example\x1b]8;;\x1b\\",
        "\x1b]8;;https://b.example/\x07https://bank.example/\x1b]8;;\x07",
        "\x1b]8;id=1;https://b.example/\x1b\\\x1b[1mbank.example\x1b[0m\x1b]8;;\x1b\\",
        "see \x1b]8;;http://b.example\x1b\\www.bank.example\x1b]8;;\x1b\\.",
        "\x1b]8;;https://b.example/x\x1b\\bank.example/x",
    ),
    (
        "\x1b]8;;https://bank.example/\x1b\\bank.example\x1b]8;;\x1b\\",
        "\x1b]8;;https://b.example/\x1b\\the bank\x1b]8;;\x1b\\",
        "\x1b]8;;https://b.example/\x1b\\\x1b]8;;\x1b\\ bank.example",
        "\x1b]8;;file:///tmp/x\x1b\\bank.example\x1b]8;;\x1b\\",
        "x;https://b.example/ bank.example",
    ),
)
"""Links of other notations, which the rule `link_text` catches."""

SCRIPTS = (
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629",
    "\u0570\u0561\u0575\u0561\u057d\u057f\u0561\u0576",
    "\u09ac\u09be\u0982\u09b2\u09be\u09a6\u09c7\u09b6",
    "\u3105\u3106\u3107\u3108\u3109",
    "\u10e1\u10d0\u10e5\u10d0\u10e0\u10d7\u10d5\u10d4\u10da\u10dd",
    "\u092d\u093e\u0930\u0924\u0940\u092f",
    "\u12a2\u1275\u12ee\u1335\u12eb",
    "\u03b5\u03bb\u03bb\u03ac\u03b4\u03b1",
    "\u0aad\u0abe\u0ab0\u0aa4\u0ac0\u0aaf",
    "\u0a2d\u0a3e\u0a30\u0a24\u0a40",
    "\u4e2d\u6587\u7f51\u5740",
    "\ud55c\uad6d\uc5b4",
    "\u05d9\u05e9\u05e8\u05d0\u05dc\u05d9",
    "\u3072\u3089\u304c\u306a",
    "\u0cad\u0cbe\u0cb0\u0ca4\u0cc0\u0caf",
    "\u30ab\u30bf\u30ab\u30ca",
    "\u1797\u17b6\u179f\u17b6\u1781\u17d2\u1798\u17c2\u179a",
    "\u0e9e\u0eb2\u0eaa\u0eb2\u0ea5\u0eb2\u0ea7",
    "gr\u00fcn",
    "\u0d2d\u0d3e\u0d30\u0d24\u0d40\u0d2f",
    "\u1019\u103c\u1014\u103a\u1019\u102c\u1018\u102c\u101e\u102c",
    "\u0b2d\u0b3e\u0b30\u0b24\u0b40\u0b5f",
    "\u0dc3\u0dd2\u0d82\u0dc4\u0dbd",
    "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd",
    "\u0c24\u0c46\u0c32\u0c41\u0c17\u0c41",
    "\u0780\u07a8\u0788\u07ac\u0780\u07a8",
    "\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22",
    "\u0f56\u0f7c\u0f51\u0f0b\u0f61\u0f72\u0f42",
    "\u0431\u044a\u043b\u0433\u0430\u0440\u0441\u043a\u0438",
    "ti\u1ebfng-vi\u1ec7t",
    "t\u00fcrk\u00e7e",
    "\u010de\u0161tina",
    "\u00edslenska",
    "\u0639\u0631\u0628\u06cc",
    "\u0627\u0631\u062f\u0648",
    "\u0440\u0443\u0441\u0441\u043a\u0438\u0439",
    "\u0443\u043a\u0440\u0430\u0457\u043d\u0441\u044c\u043a\u0430",
    "\u0441\u0440\u043f\u0441\u043a\u0438",
    "\u65e5\u672c\u8a9e",
    "polski-\u017c\u00f3\u0142\u0107",
)
"""Honest words of forty languages, in their scripts."""

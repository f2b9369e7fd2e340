"""The commands of raw encodings: `punycode`, `race` and `trace`."""

from acelabel.cli import arguments, converters
from acelabel.cli.arguments import CONVERTS, Wording, add_columns, add_group, add_in_place, add_leaf, add_profile

_READ_CODE_POINTS = "Read code points written like u+0644, separated by spaces."
_STEPS_UP_TO_THE_FAULT = (
    "What to write for an input that is refused. blank (the default): the steps up to the fault. keep: the input "
    "unchanged."
)
_AFTER_STEPS = "An empty line follows the steps of every input."
_TRACES = Wording(CONVERTS.errors, "input, ascii, unicode, error and steps", "Trace", "traced", _AFTER_STEPS)


def add_punycode(commands: "arguments.Commands") -> None:
    codec = add_group(
        commands,
        "punycode",
        "Encode and decode raw Punycode (RFC 3492), which has no prefix xn-- and no dots.",
        "punycode encode bücher\npunycode decode bcher-kva",
    )
    encode = add_leaf(
        codec,
        "encode",
        "Encode text as Punycode. For domain names use to-ascii.",
        "punycode encode bücher\npunycode encode --code-points 'u+0062 u+00FC'",
        converters.encoder,
    )
    encode.flag("--code-points", says=_READ_CODE_POINTS)
    encode.flag("--case-flags", says="With --code-points: an upper-case U annotates upper case (RFC 3492 appendix A).")
    decode = add_leaf(
        codec,
        "decode",
        "Decode Punycode to text. For domain names use to-unicode.",
        "punycode decode bcher-kva\npunycode decode -- -a-",
        converters.decoder,
    )
    decode.flag("--code-points", says="Write code points like U+0644.")
    says = "With --code-points: write an upper-case U for annotated upper case, else a lower-case u."
    decode.flag("--case-flags", says=says)
    for leaf in (encode, decode):
        add_in_place(leaf)
        add_columns(leaf)


def add_race(commands: "arguments.Commands") -> None:
    codec = add_group(
        commands,
        "race",
        "Encode and decode RACE labels (bq--, draft-ietf-idn-race-03), or convert them to A-labels.",
        "race encode żaba\nrace decode --domain www.bq--abw7y3dmmvza.de\nrace to-punycode bq--af6p6yp7ml7wc",
    )
    encode = add_leaf(
        codec,
        "encode",
        "Encode text as RACE. Each input is one label, unless --domain is given.",
        "race encode żaba\nrace encode --domain www.müller.de",
        converters.encoder,
    )
    encode.flag("--code-points", says=_READ_CODE_POINTS)
    decode = add_leaf(
        codec,
        "decode",
        "Decode RACE to text. Each input is one label, unless --domain is given.",
        "race decode bq--af6p6yp7ml7wc\nrace decode --domain www.bq--abw7y3dmmvza.de",
        converters.decoder,
    )
    decode.flag("--code-points", says="Write code points like U+0644.")
    punycode = add_leaf(
        codec,
        "to-punycode",
        "Convert RACE to A-labels. Each input is one label, unless --domain is given.",
        "race to-punycode bq--af6p6yp7ml7wc\nrace to-punycode --domain bq--abw7y3dmmvza.de",
        converters.race_to_punycode,
        CONVERTS._replace(keys="input, ascii, unicode, error and race"),
    )
    add_profile(punycode)
    says = "Inputs are domain names: convert each label on its own, and leave plain ASCII labels unchanged."
    for leaf in (encode, decode, punycode):
        leaf.flag("--domain", says=says)
        add_in_place(leaf)
    for leaf in (encode, decode):
        add_columns(leaf)


def add_trace(commands: "arguments.Commands") -> None:
    codec = add_group(
        commands,
        "trace",
        "Show the steps of Punycode in the wording of RFC 3492 sections 7.2 and 7.3.",
        "trace encode bücher\ntrace decode bcher-kva",
    )
    leaf = add_leaf(
        codec,
        "encode",
        "Show how text is encoded as Punycode (RFC 3492 section 7.3).",
        "trace encode bücher\ntrace encode --code-points 'u+0062 u+00FC'",
        converters.encoder,
        _TRACES,
    )
    leaf.flag("--code-points", says=_READ_CODE_POINTS)
    add_leaf(
        codec,
        "decode",
        "Show how Punycode is decoded to text (RFC 3492 section 7.2).",
        "trace decode bcher-kva\ntrace decode --json bcher-kva",
        converters.decoder,
        _TRACES._replace(errors=_STEPS_UP_TO_THE_FAULT),
    )

"""The commands: what they are called, what they say of themselves, and which converter they use."""

from functools import partial
from typing import Literal

import acelabel
from acelabel._choices import SEVERITIES
from acelabel._native import POLICIES
from acelabel.cli import arguments, converters, files, inside_text, lint, registered, watched
from acelabel.cli.formats import FORMATS, TABLES
from acelabel.cli.parser import Parser
from acelabel.cli.values import count

_DESCRIPTION = """\
Convert internationalised domain names to ASCII and back. A command says what
to do with names, and --format where they are: on lines, in text, tables, zone
files, lists and configurations. The commands punycode, race and trace work on
raw encodings."""

_EPILOG = """\
Every command has a --help of its own, with examples.

examples:
  acelabel to-ascii bücher.example
  acelabel to-unicode xn--bcher-kva.example
  acelabel to-ascii --file names.txt --output ascii.txt
  acelabel inspect xn--a.bücher.de
  acelabel to-unicode --format text access.log
  acelabel to-ascii --column host in.csv
  acelabel find access.log
  acelabel display xn--80ak6aa92e.com
  acelabel punycode encode bücher

error codes: the codes of acelabel.AceError, and four of the command line.
  invalid_utf8         The input is not UTF-8. Each invalid byte counts as one
                       character in the offset.
  invalid_notation     A word is not a code point written like u+0644.
  no_registrable_domain
                       The name is a public suffix, a single label, an IP
                       address or the root.
  separator_in_output  The result contains the line feed or NUL that would end
                       the record.

"""

_CONVERTS_NAMES = arguments.Wording(
    "What to write for a refused name. blank (the default): an empty line. keep: the name with refused labels in lower "
    "case and all others converted; a line that is more than a name, such as NAME:443 or ADDRESS NAME, is not changed."
)
_INSPECTS = arguments.Wording(
    "What to write for a name that is not valid. blank (the default) and keep: its report.",
    "input, valid, ascii, unicode, labels, errors and error, among others",
    "Inspect",
    "inspected",
    "An empty line follows every report.",
    ("all inputs were valid", "some inputs were not valid"),
)
_FINDS_HOSTS = arguments.CONVERTS._replace(
    keys=(
        "input, kind, ascii, unicode, port, span, is_global, reasons and error; with --clients input, ascii, unicode, "
        "clients and error"
    ),
    does="Find the host of",
)
_SHOWS = arguments.Wording(
    "Only input that is not UTF-8 is refused. What to write for it. blank (the default): an empty line. keep: the "
    "input unchanged.",
    "input, ascii, unicode, shown, labels and error",
    "Show",
    "shown",
    "Every input line gives one output line, so that lines stay aligned.",
    ("all inputs were shown", "some inputs were refused"),
)
_CHECKS_LABELS = arguments.CONVERTS._replace(
    keys="input, ascii, unicode, eligible, disposition, problems, version, date and error",
    does="Check",
    done="checked",
    status=("all labels may be registered", "some labels may not be registered"),
)
_LISTS_VARIANTS = arguments.Wording(
    "What to write for a label that may not be registered. blank (the default) and keep: why.",
    "input, ascii, unicode, count, exact, variants and error",
    "List the variants of",
    "looked at",
    "An empty line follows the variants of every label.",
    ("all labels may be registered", "some labels may not be registered"),
)
_FILTERS = (
    "Without FILE standard input is read. Lines are written as soon as they are read. Everything except names is "
    "copied unchanged, including bytes that are not UTF-8. Counts go to standard error at the end, if there is "
    "something to count."
)
_FINDS = (
    "Without FILE standard input is read. It need not be UTF-8. Names are written as the text has them, as soon as "
    "their line is read. Counts go to standard error at the end, if there is something to count."
)
_SEARCHES = (
    "Without FILE standard input is read. Each line is a name, or a text with names, and a line is written for each "
    "watched name that it looks like: the name, the watched name and how they are alike, separated by tabs. A name may "
    "be in either form. The number of such names goes to standard error at the end, if there is one."
)
_CHECKS = (
    "Without FILE standard input is read. Each line of the output has file:line:column, the severity, the rule and "
    "what was found. Columns count characters. A comment 'acelabel: ignore[rule]', or without [rule] for all, silences "
    "what is found on its line, or, alone on a line, on the next one. Counts go to standard error at the end."
)
DIRECTIONS: tuple[Literal["ascii", "unicode"], ...] = ("ascii", "unicode")
_READ_CODE_POINTS = "Read code points written like u+0644, separated by spaces."
_STEPS_UP_TO_THE_FAULT = (
    "What to write for an input that is refused. blank (the default): the steps up to the fault. keep: the input "
    "unchanged."
)
_AFTER_STEPS = "An empty line follows the steps of every input."
_TRACES = arguments.Wording(
    arguments.CONVERTS.errors, "input, ascii, unicode, error and steps", "Trace", "traced", _AFTER_STEPS
)


def parser() -> Parser:
    epilog = _EPILOG + arguments.exit_status(*arguments.CONVERTS.status)
    top = Parser(prog="acelabel", description=_DESCRIPTION, epilog=epilog)
    commit, day = acelabel.url_standard
    standards = f"Unicode {acelabel.unicode_version}, URL Standard {commit} of {day}"
    version = f"acelabel {acelabel.__version__} ({standards})"
    says = "Show the version, and those of Unicode and the URL Standard, and exit."
    top.add_argument("--version", action="version", version=version, help=says)
    commands = top.add_subparsers(metavar="COMMAND", required=True, title="commands")
    _add_names(commands)
    _add_keys(commands)
    _add_punycode(commands)
    _add_race(commands)
    _add_trace(commands)
    _add_searches(commands)
    _add_display(commands)
    _add_registry(commands)
    _add_lint(commands)
    return top


def _add_names(commands: "arguments.Commands") -> None:
    leaves = [
        arguments.add_leaf(
            commands,
            "to-ascii",
            "Convert domain names to ASCII (A-labels).",
            "to-ascii bücher.example\n"
            "to-ascii --profile dns _dmarc.bücher.example '*.bücher.example'\n"
            "to-ascii --errors keep < names.txt > ascii.txt\n"
            "to-ascii --json --file names.txt --output names.json\n"
            "to-ascii --column host in.csv --output out.csv\n"
            "to-ascii --format text --tlds de,example --in-place access.log\n"
            "to-ascii --format zone db.example -o db.ascii",
            partial(converters.names, "ascii"),
            _CONVERTS_NAMES,
        ),
        arguments.add_leaf(
            commands,
            "to-unicode",
            "Convert domain names to Unicode (U-labels).",
            "to-unicode xn--bcher-kva.example\n"
            "to-unicode --profile dns --errors keep < queries.log > readable.log\n"
            "to-unicode --file ascii.txt --output names.txt\n"
            "to-unicode --format text --annotate --policy strict access.log",
            partial(converters.names, "unicode"),
            _CONVERTS_NAMES,
        ),
        arguments.add_leaf(
            commands,
            "inspect",
            "Report the labels and the problems of domain names.",
            "inspect xn--a.bücher.de\n"
            "inspect --quiet --output /dev/null bücher.de && echo valid\n"
            "inspect --clients all faß.example\n"
            "inspect --json --file names.txt",
            converters.inspector,
            _INSPECTS,
        ),
    ]
    for leaf in leaves:
        arguments.add_profile(leaf)
    arguments.add_formats(leaves[2])
    arguments.add_clients(leaves[2], "Also report to which host each of these programs goes.")
    for leaf, to in zip(leaves[:2], DIRECTIONS, strict=True):
        arguments.add_in_place(leaf)
        arguments.add_report(leaf)
        leaf.flag("--annotate", says="With --format text: leave names, and add the other form in parentheses.")
        filters = {"text": partial(inside_text.rewrite, to), "zone": partial(files.rewrite_zones, to)}
        leaf.set_defaults(filters={**filters, "places": files.rewrite})
        arguments.add_formats(leaf)
    says = (
        "With --format text: leave names that these rules do not show, of "
        f"{', '.join(POLICIES)}. Without it, look-alikes are converted."
    )
    leaves[1].add_argument("--policy", choices=POLICIES, default="", metavar="POLICY", help=says)
    says = (
        "With --format zone: how to read escapes of UTF-8 in ASCII labels. keep (the default): they stay, and are "
        "counted. utf8: as letters, for BIND, NSD, PowerDNS and dig write ü as \\195\\188. A label with an escaped "
        "ASCII character stays."
    )
    leaves[0].add_argument("--escapes", choices=("keep", "utf8"), default="keep", help=says)


def _add_keys(commands: "arguments.Commands") -> None:
    leaves = [
        arguments.add_leaf(
            commands,
            "canonical",
            "Give domain names the spelling by which to compare and store them.",
            "canonical Bücher.example. www.xn--bcher-kva.example\n"
            "canonical --file names.txt | sort -u\n"
            "canonical --column host --into key in.csv --output out.csv\n"
            "canonical --as email max@bücher.example",
            converters.canonical,
        ),
        arguments.add_leaf(
            commands,
            "host",
            "Find the hosts of URLs, as browsers do; a text without a scheme is a host.",
            "host 'https://u:p@Bücher.example:8080/x' 0x7f.1\n"
            "host --json http://[::ffff:10.0.0.1]/\n"
            "host --bare bücher.example:443 '[::1]:80'\n"
            "host --clients browser,requests https://bücher.example/\n"
            "host --column url --into host --report in.csv --output out.csv",
            converters.hosts,
            _FINDS_HOSTS,
        ),
        arguments.add_leaf(
            commands,
            "registrable",
            "Find the registrable domains of domain names, by a list of public suffixes.",
            "registrable --suffixes list.dat www.bücher.example\n"
            "registrable --suffixes list.dat --column host in.csv -o out.csv",
            converters.registrable,
        ),
    ]
    for leaf in leaves:
        arguments.add_in_place(leaf)
        arguments.add_formats(leaf)
    for leaf in leaves[1:]:
        arguments.add_report(leaf)
    says = "What each input is. name (the default): a domain name; email: an address, whose domain gets that spelling."
    leaves[0].add_argument("--as", dest="subject", choices=("name", "email"), default="name", help=says)
    says = "A text without a scheme may have a port, too, as in columns and logs: only digits may follow its colon."
    leaves[1].flag("--bare", says=says)
    arguments.add_clients(
        leaves[1], "Write the host that all these programs go to. Where they do not, the input is refused."
    )
    leaf.file("--suffixes", required=True, says="The list of public suffixes (publicsuffix.org). It is needed.")
    leaf.flag("--private", says="The rules of the private section count, too, such as github.io.")


def _add_searches(commands: "arguments.Commands") -> None:
    find = arguments.add_filter(
        commands,
        "find",
        "Write file:line:column:kind:name for each name. Columns count bytes.",
        "find access.log\nfind --json --kinds email_domain access.log\n"
        "find --format hosts blocked.txt\nfind --quiet access.log || echo none",
        files.find,
        _FINDS,
        "all input was read; with --quiet: a name is found",
        "with --quiet: no name is found",
        searches=True,
    )
    keys = "file, line, column, kind, name, is_escaped, code, is_defanged and decoded"
    find.flag("--json", says=f"Write one JSON object per name, with the keys {keys}.")
    find.set_defaults(filters={"text": inside_text.find})
    redact = arguments.add_filter(
        commands,
        "redact",
        "Cut addresses, or names of other kinds, out of text, wherever they stand.",
        "redact access.log -o clean.log\nredact --kinds email_domain,url_host --with '[cut]' access.log",
        inside_text.redact,
        _FILTERS,
        "all input was read",
        "the input is not UTF-8: what stands beside such bytes may be left",
        searches=False,
    )
    says = "Write this TEXT in the place of each; [address] by default."
    redact.add_argument("--with", dest="replacement", default="[address]", metavar="TEXT", help=says)
    for leaf in (find, redact):
        arguments.add_profile(leaf)
        leaf.flag("--defanged", says="Also read names that are written like hxxp://a[.]example.")
    arguments.add_formats(find, "text")
    # Other formats know where names stand, but no addresses beside them.
    arguments.add_formats(redact, "text", formats=("text", *TABLES))
    arguments.add_errors(redact)
    redact.set_defaults(convert=converters.in_texts, filters={"table": None})


def _add_display(commands: "arguments.Commands") -> None:
    leaf = arguments.add_leaf(
        commands,
        "display",
        "Show domain names in Unicode, or as A-labels where that is safer.",
        "display аррӏе.com xn--e1afmkfd.xn--p1ai\n"
        "display --policy strict --file names.txt\n"
        "display --json --watch brands.txt --file names.txt",
        watched.shown,
        _SHOWS,
    )
    says = (
        "The rules. lookalike_aware (the default): as Chromium documents them; strict: one script per label; "
        "uts39_moderate: UTS #39 alone."
    )
    leaf.add_argument("--policy", choices=POLICIES, default=POLICIES[0], metavar="POLICY", help=says)
    arguments.add_in_place(leaf)
    arguments.add_formats(leaf)
    leaf.file("--watch", says="Show no name in Unicode that looks like a watched one. Its lines are the watched names.")
    search = arguments.add_filter(
        commands,
        "lookalikes",
        "Find the domain names that look like watched ones.",
        "lookalikes --watch brands.txt names.txt\nlookalikes --watch brands.txt --json < names.txt\n"
        "lookalikes --labels labels.txt --format zeek dns.log\n"
        "lookalikes --watch brands.txt --quiet names.txt || echo none",
        watched.search,
        _SEARCHES,
        "no name looks like a watched one; with --quiet: one does",
        "some names look like watched ones; with --quiet: none does",
        searches=True,
    )
    search.file("--watch", says="Read FILE first. Its lines are the watched names.")
    says = "Read FILE first. Its lines are labels that are watched under every domain. --watch or --labels is needed."
    search.file("--labels", says=says)
    says = "Find what the rules of a registry in FILE call variants, too. Can be given more than once."
    search.file("--rules", dest="rule_files", action="append", default=[], says=says)
    search.flag("--distance", says="Find what is one edit away from a watched text of six letters or more, too.")
    search.flag(
        "--json", says="Write one JSON object per hit, with the keys file, line, name, target, how, score, span."
    )
    arguments.add_formats(search)


def _add_registry(commands: "arguments.Commands") -> None:
    group = arguments.add_group(
        commands,
        "registry",
        "Ask the rules of a registry (RFC 7940) about labels.",
        "registry check --rules rules.xml bücher\nregistry variants --rules rules.xml bücher",
        "QUESTION",
    )
    check = arguments.add_leaf(
        group,
        "check",
        "Write the disposition of each label that may be registered. Others are refused.",
        "registry check --rules rules.xml bücher xn--bcher-kva\n"
        "registry check --rules latin.xml --rules greek.xml --file labels.txt\n"
        "registry check --rules rules.xml --column label --into says in.csv",
        registered.checker,
        _CHECKS_LABELS,
    )
    variants = arguments.add_leaf(
        group,
        "variants",
        "Write the variants of each label, with their dispositions, separated by tabs.",
        "registry variants --rules rules.xml bücher\nregistry variants --rules rules.xml --json --limit 20 bücher",
        registered.lister,
        _LISTS_VARIANTS,
    )
    index = arguments.add_leaf(
        group,
        "index",
        "Write the index label of each label, one key for a label and its variants.",
        "registry index --rules rules.xml bücher\nregistry index --rules rules.xml --column label --into key in.csv",
        registered.indexer,
        arguments.CONVERTS._replace(keys="input, ascii, unicode, index and error"),
    )
    for leaf in (check, variants, index):
        says = "The rules. It is needed. Given more than once, labels need to be allowed by one of them."
        leaf.file("--rules", dest="rule_files", action="append", required=True, says=says)
        arguments.add_formats(leaf, formats=("lines", *TABLES))
    arguments.add_in_place(index)
    says = "List at most N variants of each label, 1,000 by default. A line with # says how many there are."
    variants.add_argument("--limit", type=count, default=1000, metavar="N", help=says)


def _add_lint(commands: "arguments.Commands") -> None:
    leaf = arguments.add_filter(
        commands,
        "lint",
        "Find names in files and diffs that lead elsewhere than a reader thinks.",
        "lint README.md docs/*.html\nlint --diff change.diff\n"
        "lint --output-format sarif -o lint.sarif README.md\n"
        "lint --allow names.txt --format jsonl --column url calls.jsonl",
        lint.check,
        _CHECKS,
        "nothing was found; with --quiet: something was",
        "something was found; with --quiet: nothing was",
        searches=True,
    )
    leaf.flag("--diff", says="The input is a diff, as of git diff: check the lines that it adds.")
    keys = "file, line, column, rule, severity, shown, goes_to, message and fingerprint"
    leaf.flag("--json", says=f"Write one JSON object per problem, with the keys {keys}.")
    says = "What to write: text (the default), json, as --json, or sarif: a log of SARIF 2.1.0 for review tools."
    leaf.add_argument("--output-format", choices=("text", "json", "sarif"), default="text", help=says)
    leaf.add_argument("--list-rules", action=lint.ShowRules, help="Show the table of rules, and exit.")
    says = "Leave out what is lighter: warning (the default) leaves out nothing."
    leaf.add_argument("--severity", choices=SEVERITIES, default="warning", help=says)
    says = "Leave out what was found before: FILE is what --json or --output-format sarif wrote."
    leaf.file("--baseline", says=says)
    leaf.flag("--no-silencing", says="Comments silence nothing: for texts of others.")
    says = "Tell each host that is neither one of these names nor below one. Lines of FILE are names and addresses."
    leaf.file("--allow", says=says)
    leaf.file("--watch", says="Tell hosts that look like watched names. The lines of FILE are these names.")
    arguments.add_clients(leaf, "Tell hosts of which these programs may not all go to one.")
    says = f"The rules by which hosts are shown in Unicode: {', '.join(POLICIES)}; or none. The first is the default."
    leaf.add_argument("--policy", choices=(*POLICIES, "none"), default=POLICIES[0], metavar="POLICY", help=says)
    arguments.add_formats(leaf, "text", formats=tuple(FORMATS))


def _add_punycode(commands: "arguments.Commands") -> None:
    codec = arguments.add_group(
        commands,
        "punycode",
        "Encode and decode raw Punycode (RFC 3492), which has no prefix xn-- and no dots.",
        "punycode encode bücher\npunycode decode bcher-kva",
    )
    encode = arguments.add_leaf(
        codec,
        "encode",
        "Encode text as Punycode. For domain names use to-ascii.",
        "punycode encode bücher\npunycode encode --code-points 'u+0062 u+00FC'",
        converters.encoder,
    )
    encode.flag("--code-points", says=_READ_CODE_POINTS)
    encode.flag("--case-flags", says="With --code-points: an upper-case U annotates upper case (RFC 3492 appendix A).")
    decode = arguments.add_leaf(
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
        arguments.add_in_place(leaf)
        arguments.add_formats(leaf, formats=("lines", *TABLES))


def _add_race(commands: "arguments.Commands") -> None:
    codec = arguments.add_group(
        commands,
        "race",
        "Encode and decode RACE labels (bq--, draft-ietf-idn-race-03), or convert them to A-labels.",
        "race encode żaba\nrace decode --domain www.bq--abw7y3dmmvza.de\nrace to-punycode bq--af6p6yp7ml7wc",
    )
    encode = arguments.add_leaf(
        codec,
        "encode",
        "Encode text as RACE. Each input is one label, unless --domain is given.",
        "race encode żaba\nrace encode --domain www.müller.de",
        converters.encoder,
    )
    encode.flag("--code-points", says=_READ_CODE_POINTS)
    decode = arguments.add_leaf(
        codec,
        "decode",
        "Decode RACE to text. Each input is one label, unless --domain is given.",
        "race decode bq--af6p6yp7ml7wc\nrace decode --domain www.bq--abw7y3dmmvza.de",
        converters.decoder,
    )
    decode.flag("--code-points", says="Write code points like U+0644.")
    punycode = arguments.add_leaf(
        codec,
        "to-punycode",
        "Convert RACE to A-labels. Each input is one label, unless --domain is given.",
        "race to-punycode bq--af6p6yp7ml7wc\nrace to-punycode --domain bq--abw7y3dmmvza.de",
        converters.race_to_punycode,
        arguments.CONVERTS._replace(keys="input, ascii, unicode, error and race"),
    )
    arguments.add_profile(punycode)
    says = "Inputs are domain names: convert each label on its own, and leave plain ASCII labels unchanged."
    for leaf in (encode, decode, punycode):
        leaf.flag("--domain", says=says)
        arguments.add_in_place(leaf)


def _add_trace(commands: "arguments.Commands") -> None:
    codec = arguments.add_group(
        commands,
        "trace",
        "Show the steps of Punycode in the wording of RFC 3492 sections 7.2 and 7.3.",
        "trace encode bücher\ntrace decode bcher-kva",
    )
    leaf = arguments.add_leaf(
        codec,
        "encode",
        "Show how text is encoded as Punycode (RFC 3492 section 7.3).",
        "trace encode bücher\ntrace encode --code-points 'u+0062 u+00FC'",
        converters.encoder,
        _TRACES,
    )
    leaf.flag("--code-points", says=_READ_CODE_POINTS)
    arguments.add_leaf(
        codec,
        "decode",
        "Show how Punycode is decoded to text (RFC 3492 section 7.2).",
        "trace decode bcher-kva\ntrace decode --json bcher-kva",
        converters.decoder,
        _TRACES._replace(errors=_STEPS_UP_TO_THE_FAULT),
    )

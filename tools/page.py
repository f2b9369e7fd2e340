"""Put the converter page into one file: `python tools/page.py CORE.wasm`.

The style, the scripts and the core, compressed, are written into web/page/index.html, as a browser lets a page that is
opened from a file load nothing.
"""

import base64
import gzip
from pathlib import Path

import options

WEB = Path(__file__).resolve().parents[1] / "web"
PAGE = WEB / "dist" / "converter" / "index.html"
# In the order in which one needs the other.
WORKER = ("texts", "core", "worker")
SCRIPTS = ("texts", "work", "elements", "rows", "names", "text", "steps", "race", "main")
MOST_COMPRESSED = 536_000
# Whoever gets the page gets the licences of what is in it.
LICENCES = ("LICENSE-MIT", "LICENSE-APACHE", "LICENSE-UNICODE", "THIRD-PARTY-LICENSES")


def scripts(names: tuple[str, ...]) -> str:
    text = "\n".join((WEB / "page" / f"{name}.js").read_text("utf-8") for name in names)
    return '"use strict";\n' + text.replace('"use strict";\n', "").replace("</", "<\\/")


def page(core: bytes) -> str:
    folder = WEB / "page"
    text = (folder / "index.html").read_text("utf-8")
    packed = base64.b64encode(gzip.compress(core, 9, mtime=0)).decode("ascii")
    for place, content in (
        ("/* style.css */", (folder / "style.css").read_text("utf-8")),
        ('id="core">', f'id="core">{packed}'),
        ("/* worker */", scripts(WORKER)),
        ("/* scripts */", scripts(SCRIPTS)),
    ):
        if text.count(place) != 1:
            raise SystemExit(f"web/page/index.html has no single place for {place}")
        text = text.replace(place, content)
    return text


def main() -> None:
    text = page(Path(options.given(__doc__, words=1)[1][0]).read_bytes()).encode("utf-8")
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_bytes(text)
    licences = "\n\n".join((WEB.parent / name).read_text("utf-8") for name in LICENCES)
    PAGE.with_name("licences.txt").write_text(licences, "utf-8")
    compressed = len(gzip.compress(text, 9, mtime=0))
    print(f"{PAGE.relative_to(WEB.parent)}: {len(text):,} octets, {compressed:,} compressed")
    if compressed > MOST_COMPRESSED:
        raise SystemExit(f"the page has more than {MOST_COMPRESSED:,} octets when it is compressed")


if __name__ == "__main__":
    main()

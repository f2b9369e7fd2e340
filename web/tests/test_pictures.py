"""A picture of each view, light and dark, wide and narrow; `nox -s web -- --pictures` writes docs/pictures."""

import io
import os
from pathlib import Path

import browsers
from pages import Page
from PIL import Image

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
VIEWS = {
    "names": ("names", {"text": "Bücher.example\nаррӏе.com\npаypal.com", "line": "2", "watched": "paypal.com"}),
    "problems": ("names", {"text": "a_b.bücher..de\nאa.example"}),
    "text": ("text", {"text": "GET https://xn--bcher-kva.example/ from anna@xn--mller-kva.example"}),
    "steps": ("steps", {"text": "bcher-kva", "step": "1"}),
    "race": ("race", {"text": "żaba"}),
}
WIDTHS = {"wide": 900, "narrow": 390}


def test_pictures(tmp_path: Path) -> None:
    is_written = "ACELABEL_PICTURES" in os.environ
    folder = PICTURES if is_written else tmp_path / "pictures"
    shades = ("light", "dark") if is_written else ("dark",)
    folder.mkdir(exist_ok=True)
    with browsers.chromium(tmp_path / "chromium") as browser:
        page = Page(browser)
        for shade in shades:
            browser.colours(shade == "dark")
            for width, pixels in WIDTHS.items():
                browser.size(pixels, 600)
                for name, (view, state) in VIEWS.items():
                    page.show(view, **state)
                    # What moves has come to rest.
                    browser.run("Promise.all(document.getAnimations().map((one) => one.finished))")
                    write(browser.picture(), folder / f"{name}-{width}-{shade}.png")
    assert len(list(folder.glob("*.png"))) == len(VIEWS) * len(WIDTHS) * len(shades)


def write(picture: bytes, path: Path) -> None:
    """Write a picture with few colours, which is small."""
    with Image.open(io.BytesIO(picture)) as image:
        assert image.width in WIDTHS.values()
        small = image.convert("RGB").quantize(96, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        small.save(path, optimize=True)

"""The recipe of conda/: without an argument it is rendered for each platform; with one, it is printed for conda-forge.

`python tools/conda_recipe.py SDIST` prints it with that source distribution, of the package index, as its source.
"""

import hashlib
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECIPE = ROOT / "conda" / "recipe.yaml"
PLATFORMS = ("linux-64", "linux-aarch64", "linux-ppc64le", "osx-64", "osx-arm64", "win-64")
FOLDER = "source:\n  path: ..\n"
ADDRESS = "https://pypi.org/packages/source/a/acelabel/acelabel-${{ version }}.tar.gz"


def for_the_index(text: str, sdist: bytes) -> str:
    """The recipe with the source distribution as its source, without the comment about this repository."""
    source = f"source:\n  url: {ADDRESS}\n  sha256: {hashlib.sha256(sdist).hexdigest()}\n"
    return text[text.index("schema_version:") :].replace(FOLDER, source)


def render() -> None:
    """Render the recipe for each platform with rattler-build, which refuses what it does not know."""
    from rattler_build import PlatformConfig, RenderConfig, Stage0Recipe, VariantConfig

    version = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["package"]["version"]
    recipe = Stage0Recipe.from_file(RECIPE)
    for platform in PLATFORMS:
        config = RenderConfig(platform=PlatformConfig(target_platform=platform))
        (rendered,) = recipe.render(VariantConfig({"c_stdlib": ["sysroot"]}), config)
        package = rendered.recipe.package
        assert (package.name, str(package.version)) == ("acelabel", version)
    print(f"{RECIPE.relative_to(ROOT)}: {len(PLATFORMS)} platforms")


def main() -> None:
    if len(sys.argv) > 1:
        sys.stdout.write(for_the_index(RECIPE.read_text("utf-8"), Path(sys.argv[1]).read_bytes()))
    else:
        render()


if __name__ == "__main__":
    main()

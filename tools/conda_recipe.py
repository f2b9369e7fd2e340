"""Render the recipe of conda/ for each platform with rattler-build, which refuses what it does not know."""

import tomllib
from pathlib import Path

from rattler_build import PlatformConfig, RenderConfig, Stage0Recipe, VariantConfig

ROOT = Path(__file__).resolve().parent.parent
PLATFORMS = ("linux-64", "linux-aarch64", "linux-ppc64le", "osx-64", "osx-arm64", "win-64")


def main() -> None:
    version = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["package"]["version"]
    recipe = Stage0Recipe.from_file(ROOT / "conda" / "recipe.yaml")
    for platform in PLATFORMS:
        config = RenderConfig(platform=PlatformConfig(target_platform=platform))
        (rendered,) = recipe.render(VariantConfig({"c_stdlib": ["sysroot"]}), config)
        package = rendered.recipe.package
        assert (package.name, str(package.version)) == ("acelabel", version)
    print(f"conda/recipe.yaml: {len(PLATFORMS)} platforms")


if __name__ == "__main__":
    main()

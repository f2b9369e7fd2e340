"""Sessions of what people see in a browser: the converter page of web/, and the site of docs/."""

import nox
from steps import ROOT, TARGET, install_group, install_wheel, shared_target
from steps_web import build_core, need_browsers


@nox.session(requires=["wheel"])
def web(session: nox.Session) -> None:
    """Build the converter page in web/dist, and test it in Chromium and Firefox; `-- --pictures` writes docs/pictures.

    It needs the target wasm32-unknown-unknown of rustup, or Debian, whose packages are unpacked in target/.
    """
    need_browsers(session)
    core = build_core(session)
    session.run("cargo", "test", "--locked", "--manifest-path", "web/Cargo.toml", env=shared_target(), external=True)
    session.run("python", "tools/page.py", str(core))
    install_group(session, "browser")
    install_wheel(session)
    # The settings of the suite of the package name plug-ins and folders that are not needed here.
    rest = [argument for argument in session.posargs if argument != "--pictures"]
    pictures = {"ACELABEL_PICTURES": "written"} if rest != session.posargs else {}
    session.run("python", "-m", "pytest", "-c", "web/tests/pytest.ini", "web/tests", *rest, env=pictures)


@nox.session(requires=["wheel"])
def docs(session: nox.Session) -> None:
    """Build the site in target/docs, warnings as errors; run the notebook; every page and public name is reached."""
    install_group(session, "docs")
    install_wheel(session)
    # Fonts are looked for once, in a folder of this session.
    drawing = {"MPLBACKEND": "agg", "MPLCONFIGDIR": session.create_tmp()}
    session.run("python", "tools/notebook.py", *([] if "--write" in session.posargs else ["--check"]), env=drawing)
    site = str(TARGET / "docs")
    session.run("sphinx-build", "--quiet", "-E", "-W", "-n", "--keep-going", str(ROOT / "docs"), site)
    session.run("python", "tools/site_checks.py", site)

"""The sessions that measure beside others, and write the pages that say what they measured."""

import nox
import steps
from steps_debian import unpacked

# Every language of Debian's dictionaries for Hunspell whose package holds one that is not the same as another's.
DICTIONARIES = (
    "af ar be bg bn br bs ca cs da de-de el en-us es eu fr gl gu he hi hr hu id is it kk ko lo lt lv ml mn ne nl no oc "
    "pl pt-pt ro ru si sk sl sr sv sw te th tr uk uz vi"
)


@nox.session(requires=["wheel"], default=False)
def bench(session: nox.Session) -> None:
    """Every benchmark against every peer; writes docs/benchmarks.md and the README's ratios, `-- --quick` nothing.

    Debian's packages libidn-dev, libidn2-dev and libicu-dev bring the peers written in C, pkg-config and g++ build
    PyICU; miller, jq and ripgrep are beside the command. `-- engines` measures each engine beside its identity function
    instead, and writes docs/scale.md; it needs Java.
    """
    program, *arguments = session.posargs if session.posargs[:1] == ["engines"] else ["bench", *session.posargs]
    if program == "engines":
        steps.need_program(session, "java", "default-jre-headless")
    else:
        for name, package in {"mlr": "miller", "jq": "jq", "rg": "ripgrep"}.items():
            steps.need_program(session, name, package)
    steps.install_wheel(session, "engines" if program == "engines" else "bench")
    session.run("python", f"benches/{program}.py", *arguments, env=steps.shared_target())


@nox.session(requires=["wheel"], default=False)
def rates(session: nox.Session) -> None:
    """Rates at which look-alikes are missed, and honest names of 54 languages taken for some; writes docs/rates.md.

    Alarms of lint are those of the documents of this machine. Packages of Debian bring the words. Ten minutes.
    """
    steps.install_wheel(session, "rates")
    packages = (*(f"hunspell-{language}" for language in DICTIONARIES.split()), "myspell-et", "myspell-fo")
    dictionaries = unpacked(session, "amd64", packages) / "usr/share/hunspell"
    session.run("python", "benches/rates.py", str(dictionaries))

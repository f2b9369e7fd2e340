"""The session that measures beside others, and writes the pages that say what it measured."""

import nox
from steps import install_group, install_wheel, need_program, shared_target


@nox.session(requires=["wheel"], default=False)
def bench(session: nox.Session) -> None:
    """Every benchmark against every peer; writes docs/benchmarks.md and the README's ratios, `-- --quick` nothing.

    Debian's packages libidn-dev, libidn2-dev and libicu-dev bring the peers written in C, pkg-config and g++ build
    PyICU. `-- engines` measures each engine beside its identity function instead, and writes docs/scale.md; it needs
    Java.
    """
    program, *arguments = session.posargs if session.posargs[:1] == ["engines"] else ["bench", *session.posargs]
    if program == "engines":
        need_program(session, "java", "default-jre-headless")
    install_group(session, "bench_engines" if program == "engines" else "bench")
    install_wheel(session)
    session.run("python", f"benches/{program}.py", *arguments, env=shared_target())

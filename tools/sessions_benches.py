"""Sessions that measure: the benchmarks and the pages they write."""

import nox
from steps import (
    install_group,
    install_wheel,
    need_program,
    only,
    shared_target,
)


@nox.session(requires=["wheel"], default=False)
def bench(session: nox.Session) -> None:
    """Every benchmark against every peer; writes docs/benchmarks.md and its plots. `-- --quick` only takes a look.

    Debian's packages libidn-dev, libidn2-dev and libicu-dev bring the peers written in C, pkg-config and g++ build
    PyICU, and wngerman, wfrench and hunspell-{ar,el,he,hi,ko,ru,th} add corpora of real words.
    """
    install_group(session, "bench")
    install_wheel(session)
    session.run("python", "benches/bench.py", str(only("*.whl")), *session.posargs, env=shared_target())


@nox.session(requires=["wheel"], default=False)
def bench_engines(session: nox.Session) -> None:
    """Each engine beside its identity function and its row-by-row way; writes docs/scale.md. It needs Java."""
    need_program(session, "java", "default-jre-headless")
    install_group(session, "bench_engines")
    install_wheel(session)
    session.run("python", "benches/bench_engines.py", *session.posargs, env=shared_target())

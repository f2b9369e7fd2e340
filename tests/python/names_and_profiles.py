"""Names of good and bad labels, and profiles of every kind."""

import inspect

from hypothesis import strategies as st
from inputs import any_str

from acelabel import DNS, IDNA2003, IDNA2008, IDNA2008_MAPPED, UTS46, WHATWG, Profile

NAMED = {
    "UTS46": UTS46,
    "WHATWG": WHATWG,
    "IDNA2008": IDNA2008,
    "IDNA2008_MAPPED": IDNA2008_MAPPED,
    "IDNA2003": IDNA2003,
    "DNS": DNS,
}
RULES = ("uts46", "idna2008", "idna2003")
FLAGS = tuple(inspect.signature(Profile).parameters)[2:]
# Those that `Profile.unicode` may be, the newest last.
VERSIONS = ((13, 0), (14, 0), (15, 0), (15, 1), (16, 0), (17, 0), (18, 0))

flags = st.fixed_dictionaries({}, optional={"rules": st.sampled_from(RULES)} | {flag: st.booleans() for flag in FLAGS})


def of_version(profile: Profile, version: tuple[int, int] | None) -> Profile:
    return profile if profile.rules == "idna2003" else profile.replace(unicode=version)


profiles = st.builds(
    lambda profile, changes, version: of_version(profile.replace(**changes), version),
    st.sampled_from([*NAMED.values()]),
    flags,
    st.sampled_from([None, None, *VERSIONS]),
)

WORDS = [
    "bücher",
    "faß",
    "مثال",
    "日本語",
    "xn--bcher-kva",
    "XN--BCHER-KVA",
    "xn--a",
    "www",
    "_dmarc",
    "*",
    "e\u0301",
    "\ud800",
]
names = st.one_of(
    any_str, st.lists(st.sampled_from([*WORDS, "", "a-", "1"]), max_size=5).map(".".join), st.sampled_from(WORDS)
)

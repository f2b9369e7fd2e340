"""No state: what eight threads compute at a time is what one computes alone."""

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from inputs import PUNYCODE_KEYWORDS, generated_text, mutated
from outcomes import outcome

from acelabel import punycode, race
from acelabel.bootstring import Bootstring

THREADS = 8
BOOTSTRING = Bootstring(**PUNYCODE_KEYWORDS)


def work(seed: int) -> list[object]:
    """A mixture of calls, with good and bad input; the Bootstring object is shared."""
    generator = random.Random(seed)
    results: list[object] = []
    for _ in range(300):
        text = generated_text(generator, generator.randint(0, 60), 12)
        encoded = punycode.encode(text)
        bad = mutated(generator, encoded)
        results += [encoded, punycode.decode(encoded), outcome(punycode.decode, bad), str(punycode.trace_encode(text))]
        results += [outcome(race.encode, text[:20]), outcome(BOOTSTRING.decode, bad), BOOTSTRING.encode(text)]
        results += [punycode.decode_many([bad, encoded], errors="null"), outcome(punycode.decode_with_case, bad)]
    return results


def test_eight_threads_agree_with_one() -> None:
    barrier = Barrier(THREADS)

    def at_once(seed: int) -> list[object]:
        barrier.wait(timeout=60)
        return work(seed)

    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(at_once, range(THREADS)))
    assert together == [work(seed) for seed in range(THREADS)]

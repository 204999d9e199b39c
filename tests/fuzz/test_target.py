"""What the fuzzer runs, without the fuzzer: its seeds, and those seeds with some of their bytes changed."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.fuzz.seeds import seeds
from tests.fuzz.target import one_input

SEED = 20261130
CHANGED = 4
"""How many changed copies of each seed are tried."""


def test_seeds_and_what_is_near_them(count: Callable[[str, int], None]) -> None:
    rng = random.Random(SEED)
    made = sorted(seeds())
    for seed in made:
        one_input(seed)
        for _ in range(CHANGED):
            changed = bytearray(seed)
            for _ in range(rng.randint(1, 4)):
                changed[rng.randrange(len(changed))] = rng.choice(b'"\\{}[],:0-eE.nt \x00\x7f\xc3\xff')
            one_input(bytes(changed))
    count("inputs of the fuzzer near its seeds", len(made) * (1 + CHANGED))

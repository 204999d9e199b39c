"""First use from sixteen threads at once, in fresh interpreters, gives what it gives from one."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

THREADS = 16
RUNS = 4
FREE_THREADED = sorted(filter(None, map(shutil.which, ("python3.13t", "python3.14t", "python3.15t"))))
"""Builds of Python without its global lock, where the machine has one. They need nothing but the package."""


@functools.cache
def printed(python: str, threads: int, seed: int) -> str:
    """What came out of the first uses; the program itself compares the threads with one another."""
    command = [python, str(Path(__file__).with_name("first_use.py")), str(threads), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("seed", range(RUNS))
def test_first_use_from_many_threads(seed: int, count: Callable[[str, int], None]) -> None:
    alone = printed(sys.executable, 1, 0)
    assert len(alone.splitlines()) > 1000
    assert printed(sys.executable, THREADS, seed) == alone
    count(f"first uses from {THREADS} threads that gave what they give from one", len(alone.splitlines()))


@pytest.mark.skipif(not FREE_THREADED, reason="no free-threaded build of Python on this machine")
@pytest.mark.parametrize("seed", range(RUNS))
def test_first_use_on_a_free_threaded_build(seed: int, count: Callable[[str, int], None]) -> None:
    """There the threads run at the very same time, and nothing may come out otherwise."""
    alone = printed(sys.executable, 1, 0)
    for python in FREE_THREADED:
        assert printed(python, THREADS, seed) == alone
        count(f"first uses from {THREADS} threads of a free-threaded build", len(alone.splitlines()))

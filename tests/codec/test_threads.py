"""First use from sixteen threads at once, in fresh interpreters, gives what it gives from one."""

from __future__ import annotations

import ast
import functools
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import acp_types

RUNTIME = Path(acp_types.__file__).parent / "_runtime"
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


def imports(file: Path) -> set[str]:
    """What a module of the runtime imports of it, by its name there: `nodes.unions`."""
    root = RUNTIME.parts
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = file.parts[: len(file.parts) - node.level]
            if base[: len(root)] == root:
                found.add(".".join([*base[len(root) :], *(node.module or "").split(".")]).strip("."))
    return found


def test_no_module_goes_past_its_package() -> None:
    """Else two threads could wait for one another: one has the package and wants the module, the other the reverse."""
    files = {file.relative_to(RUNTIME): file for file in RUNTIME.rglob("*.py")}
    packages = {path.parent.as_posix(): imports(file) for path, file in files.items() if path.name == "__init__.py"}
    whole = {name: of for name, of in packages.items() if any(module.startswith(f"{name}.") for module in of)}
    assert "nodes" in whole
    for path, file in files.items():
        for name in whole:
            if path.parts[0] != name:
                past = {module for module in imports(file) if module.startswith(f"{name}.")}
                assert not past, f"{path} imports {past}"

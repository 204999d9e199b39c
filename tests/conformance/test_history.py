"""The generator on the published schemas of the past, back to the first: each generates, imports and type-checks.

The idioms that are not in today's schemas have tests of their own in `tests/codegen/test_normalise.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conformance.history import PACKAGE
from tests.conftest import ROOT

HISTORY = ROOT.parent / "shared" / "schemas" / "history"
SOME = ("0.1.2-v1", "0.10.0-v1-unstable", "1.3.0-v2-unstable")
"""Those that every run puts to the test; `nox -s conformance` takes all of them."""

PARTS = 3
"""So that they can be done side by side."""


def snapshots() -> list[str]:
    everything = sorted(path.stem for path in HISTORY.glob("*-v*.json"))
    return everything if os.environ.get("ACP_TYPES_ALL_SCHEMAS") else [name for name in everything if name in SOME]


@pytest.mark.skipif(not HISTORY.is_dir(), reason="no older schemas beside this checkout")
@pytest.mark.parametrize("part", range(PARTS))
def test_published_schemas(part: int, tmp_path: Path, count: Callable[[str, int], None]) -> None:
    names = snapshots()[part::PARTS]
    assert names
    files = [str(HISTORY / f"{name}.json") for name in names]
    command = [sys.executable, "-m", "tests.conformance.history", str(tmp_path), *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"{names[len(results)]}: {done.stderr[-2000:]}"
    assert len(results) == len(names)
    for result in results:
        count("samples of published schemas of the past read, written and judged", result["samples"])
    for name in names:
        type_check(name, tmp_path / name, tmp_path / "cache", count)
    count("published schemas of the past generated and imported", len(names))


def type_check(name: str, folder: Path, cache: Path, count: Callable[[str, int], None]) -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.10", "--cache-dir", str(cache)]
    done = subprocess.run([*command, PACKAGE], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{name}: {done.stdout[-2000:]}"
    count("published schemas of the past type-checked", 1)

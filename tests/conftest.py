"""What all tests share: the four surfaces, the corpus where it is, and a summary of how many cases ran."""

from __future__ import annotations

import functools
import importlib
import itertools
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from codegen.build import plans as make_plans
from codegen.plan import SurfacePlan
from codegen.spelling.python import Spelling

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
SURFACES = ("v1", "v1.unstable", "v2", "v2.unstable")


@functools.cache
def surface(name: str) -> Any:
    """A surface module, untyped: tests look its types up by name."""
    return importlib.import_module(f"acp_types.{name}")


@functools.cache
def plans() -> list[SurfacePlan]:
    """What the generator makes of the vendored schemas."""
    return make_plans()


def plan(name: str) -> SurfacePlan:
    """The plan of one surface."""
    return next(plan for plan in plans() if plan.surface.name == name)


@functools.cache
def spelling(name: str) -> Spelling:
    """How the generator spells a surface. It looks at every name, which takes longer than most that it is asked."""
    return Spelling(plan(name).surface)


@pytest.fixture(scope="session")
def corpus() -> ModuleType:
    """The readers of the message corpus that stands beside some checkouts."""
    if not CORPUS.is_dir():
        pytest.skip("no message corpus beside this checkout")
    sys.path.insert(0, str(CORPUS))
    try:
        return importlib.import_module("load")
    finally:
        sys.path.remove(str(CORPUS))


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Callable[[str, int], None]:
    """Report how many cases a test ran; shown at the end of the run, whichever process ran it."""

    def report(what: str, cases: int) -> None:
        record_property("cases", [what, cases])

    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    counts = Counter[str]()
    for report in itertools.chain.from_iterable(terminalreporter.stats.values()):
        if getattr(report, "when", None) == "call":
            for name, counted in report.user_properties:
                if name == "cases":
                    counts[counted[0]] += counted[1]
    if counts:
        terminalreporter.section("cases")
        for what, cases in sorted(counts.items()):
            terminalreporter.write_line(f"{cases:8,}  {what}")

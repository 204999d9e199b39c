"""Common parts of all tests: the four surfaces, the corpus if present, and a summary of the number of cases."""

from __future__ import annotations

import functools
import gc
import importlib
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from codegen.build import plans as make_plans
from codegen.build import read_model_dumps
from codegen.model import Surface
from codegen.plan import SurfacePlan
from codegen.review.dump import load_all
from codegen.spelling.python import Spelling

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
SURFACES = ("v1", "v1.unstable", "v2", "v2.unstable")

# Tests create millions of objects and few cycles. With default settings the collector takes a fifth of their time.
gc.set_threshold(100_000)


@functools.cache
def surface(name: str) -> Any:
    """A surface module, untyped, because tests look up its types by name."""
    return importlib.import_module(f"acp_types.{name}")


@functools.cache
def plans() -> list[SurfacePlan]:
    """The generator's output for the vendored schemas."""
    return make_plans()


def plan(name: str) -> SurfacePlan:
    """The plan of one surface."""
    return next(plan for plan in plans() if plan.surface.name == name)


@functools.cache
def models() -> Mapping[str, Surface]:
    """The models of the generated package, as stored in schema/model."""
    return load_all(read_model_dumps())


def model(name: str) -> Surface:
    """The model of one surface without documentation. Reading it takes a hundredth of the time of `plan`."""
    return models()[name]


@functools.cache
def spelling(name: str) -> Spelling:
    """The generator's spelling of a surface, cached because it checks every name."""
    return Spelling(model(name))


@pytest.fixture(scope="session")
def corpus() -> ModuleType:
    """The readers of the message corpus, which exists beside some checkouts."""
    if not CORPUS.is_dir():
        pytest.skip("no message corpus beside this checkout")
    sys.path.insert(0, str(CORPUS))
    try:
        return importlib.import_module("load")
    finally:
        sys.path.remove(str(CORPUS))


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Callable[[str, int], None]:
    """Report how many cases a test ran, for the summary at the end of the run."""

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

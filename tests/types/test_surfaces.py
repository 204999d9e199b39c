"""The names of the four surfaces."""

from __future__ import annotations

import importlib
import re
from types import ModuleType

import pytest

from tests.types.support import RECORDS_OF, SURFACES, load_record, type_modules


@pytest.fixture(params=SURFACES)
def surface(request: pytest.FixtureRequest) -> ModuleType:
    return importlib.import_module(request.param)


def defined_in(surface: ModuleType) -> set[str]:
    """The public names of a module, but for the modules below it and what it is made with."""
    made_with = {"TYPE_CHECKING", "lazy_names"}
    named = {name: getattr(surface, name) for name in dir(surface) if not name.startswith("_")}
    return {name for name, value in named.items() if not isinstance(value, ModuleType)} - made_with


def test_all_is_what_the_surface_has(surface: ModuleType) -> None:
    assert set(surface.__all__) == defined_in(surface)


def test_all_is_sorted_and_without_repetition(surface: ModuleType) -> None:
    assert surface.__all__ == sorted(set(surface.__all__))


def test_no_name_carries_a_collision_number(surface: ModuleType) -> None:
    assert not [name for name in surface.__all__ if re.search(r"\d$", name)]


@pytest.mark.parametrize("module", [name for name, _ in type_modules()])
def test_every_type_is_in_a_surface(module: str) -> None:
    """A type that is in no surface could not be named by a user."""
    public = {name for surface in SURFACES for name in importlib.import_module(surface).__all__}
    names = set(importlib.import_module(f"acp_types.{module}").__all__)
    assert names <= public


@pytest.mark.parametrize("module", RECORDS_OF)
def test_every_class_is_in_a_surface_of_its_version(module: str) -> None:
    for record in RECORDS_OF[module]:
        cls = load_record("acp_types", record)
        version = record.partition(".")[0]
        # Not `getattr`: a name that a version keeps for another one would warn.
        surfaces = [name for name in SURFACES if vars(importlib.import_module(name)).get(cls.__name__) is cls]
        assert surfaces, record
        assert all(name.startswith(f"acp_types.{version}") for name in surfaces), record


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_stable_and_unstable_share_what_is_the_same(version: str) -> None:
    stable = importlib.import_module(f"acp_types.{version}")
    unstable = importlib.import_module(f"acp_types.{version}.unstable")
    assert unstable.TextContent is stable.TextContent
    assert unstable.DecodeError is stable.DecodeError

"""Copies of the package: one under the standard decorator, one that is imported for the first time."""

from __future__ import annotations

import pytest

from tests.types.support import RECORDS_OF, Pair, copy_package, load_record, make_plain_package


@pytest.fixture(scope="session")
def plain_package(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The package as type checkers see it, under the standard decorator."""
    make_plain_package(tmp_path_factory.mktemp("plain"), "acp_plain")
    return "acp_plain"


@pytest.fixture(scope="session")
def fresh_package(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A copy of the package for the one test that needs classes that nobody has used."""
    copy_package(tmp_path_factory.mktemp("fresh"), "acp_fresh")
    return "acp_fresh"


@pytest.fixture(params=RECORDS_OF)
def pairs(request: pytest.FixtureRequest, plain_package: str) -> list[Pair]:
    """All classes of a module, each with the one that the standard decorator made."""
    records = RECORDS_OF[request.param]
    return [Pair(load_record("acp_types", name), load_record(plain_package, name)) for name in records]

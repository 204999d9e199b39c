"""Members with a schema default: absent and "sent with its default value" are equal, and stay two things."""

from __future__ import annotations

import copy
import dataclasses
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from acp_types import v1, v2
from tests.types.support import COPIES

DUPLICATES: dict[str, Callable[[Any], Any]] = {**COPIES, "__replace__": lambda value: value.__replace__()}
if sys.version_info >= (3, 13):
    DUPLICATES["copy.replace"] = copy.replace

ABSENT = v1.AgentCapabilities()
EXPLICIT = v1.AgentCapabilities(load_session=False)

write = partial(v1.encode, v1.AgentCapabilities)


def test_an_absent_member_reads_as_its_default() -> None:
    assert ABSENT.load_session is False
    assert ABSENT.mcp_capabilities == v1.McpCapabilities()
    assert v1.InitializeResponse(protocol_version=1).auth_methods == ()


def test_all_objects_share_a_default() -> None:
    assert ABSENT.mcp_capabilities is v1.AgentCapabilities().mcp_capabilities


def test_absent_and_explicit_are_equal() -> None:
    assert ABSENT == EXPLICIT
    assert hash(ABSENT) == hash(EXPLICIT)
    assert v1.AgentCapabilities(load_session=True) != ABSENT


def test_absent_and_explicit_are_written_as_they_are() -> None:
    assert write(ABSENT) == {}
    assert write(EXPLICIT) == {"loadSession": False}
    assert write(v1.AgentCapabilities(mcp_capabilities=v1.McpCapabilities())) == {"mcpCapabilities": {}}


@pytest.mark.parametrize("wire", [{}, {"loadSession": False}, {"mcpCapabilities": {}}, {"auth": {}}])
def test_absent_and_explicit_survive_reading(wire: dict[str, Any]) -> None:
    assert write(v1.decode(v1.AgentCapabilities, wire)) == wire


@pytest.mark.parametrize("duplicate", DUPLICATES.values(), ids=DUPLICATES)
@pytest.mark.parametrize("original", [ABSENT, EXPLICIT], ids=["absent", "explicit"])
def test_absent_and_explicit_survive_copying(duplicate: Callable[[Any], Any], original: v1.AgentCapabilities) -> None:
    assert write(duplicate(original)) == write(original)
    nested = v1.InitializeResponse(protocol_version=1, agent_capabilities=original)
    assert v1.encode(v1.InitializeResponse, duplicate(nested)) == {
        "protocolVersion": 1,
        "agentCapabilities": write(original),
    }


def test_a_pickle_from_before_a_member_was_added() -> None:
    """Pickles keep members by name; what they do not have takes its default."""
    old: Any = v2.TextContent.__new__(v2.TextContent)
    old.__setstate__({"text": "hi"})
    assert old == v2.TextContent(text="hi")
    assert repr(old) == "TextContent(text='hi')"
    absent: Any = v1.AgentCapabilities.__new__(v1.AgentCapabilities)
    absent.__setstate__({})
    assert write(absent) == {}


def test_replacing_another_member_by_protocol_keeps_absent_members_absent() -> None:
    absent: Any = ABSENT
    assert write(absent.__replace__(load_session=True)) == {"loadSession": True}


def test_the_older_replace_makes_defaults_explicit() -> None:
    """`dataclasses.replace` reads each member and passes what it read to the constructor."""
    replaced = dataclasses.replace(ABSENT, meta={"k": 1})
    assert replaced.load_session is False
    assert write(replaced) == {
        "loadSession": False,
        "promptCapabilities": {},
        "mcpCapabilities": {},
        "sessionCapabilities": {},
        "auth": {},
        "_meta": {"k": 1},
    }


def test_the_class_shows_the_default() -> None:
    default = {field.name: field for field in dataclasses.fields(v1.AgentCapabilities)}
    assert default["load_session"].default is False
    assert default["mcp_capabilities"].default_factory is v1.McpCapabilities

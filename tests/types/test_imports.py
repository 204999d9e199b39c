"""What an import loads, each time in a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.types.support import PACKAGE, SURFACES

SLOW = {"dataclasses", "inspect"}
"""Modules of the standard library that would cost more than the types themselves."""


def modules_after(statement: str) -> set[str]:
    """The modules that are loaded once a statement has run, with nothing that a site directory adds."""
    code = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n{statement}\nprint(*sys.modules, sep='\\n')"
    command = [sys.executable, "-I", "-S", "-c", code]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines())


def test_the_package_loads_no_version() -> None:
    assert {name for name in modules_after("import acp_types") if name.startswith("acp_types")} == {"acp_types"}


@pytest.mark.parametrize("surface", SURFACES)
def test_a_version_does_not_load_the_other(surface: str) -> None:
    loaded = modules_after(f"import {surface}")
    other = "acp_types.v2" if ".v1" in surface else "acp_types.v1"
    assert surface in loaded
    assert not {name for name in loaded if name.startswith(other)}


@pytest.mark.parametrize("surface", ["acp_types.v1", "acp_types.v2"])
def test_a_stable_surface_does_not_load_the_unstable_one(surface: str) -> None:
    assert not {name for name in modules_after(f"import {surface}") if ".unstable" in name}


@pytest.mark.parametrize("surface", SURFACES)
def test_types_load_neither_the_codec_nor_slow_modules(surface: str) -> None:
    loaded = modules_after(f"import {surface}")
    assert not loaded & SLOW
    assert not {name for name in loaded if "._codec" in name}


@pytest.mark.parametrize("surface", SURFACES)
def test_types_do_not_load_json(surface: str) -> None:
    assert "json" not in modules_after(f"import {surface}")


def test_objects_need_no_slow_module() -> None:
    statement = "from acp_types import v1; c = v1.AgentCapabilities(); assert c == eval(repr(c), vars(v1)); hash(c)"
    assert not modules_after(statement) & SLOW


CONTENT = '{"type":"text","text":""}'
CHUNK = f'{{"sessionId":"s","update":{{"sessionUpdate":"agent_message_chunk","messageId":"m","content":{CONTENT}}}}}'


def codec_after(surface: str, statement: str) -> dict[str, set[str]]:
    """The topics of each part of the codec that are loaded, and that no slow module is."""
    note = "UpdateSessionNotification" if ".v2" in surface else "SessionNotification"
    start = f"import json; import {surface} as acp; note = acp.{note}; block = acp.TextContent(text='')"
    loaded = modules_after(f"{start}; {statement}")
    assert not loaded & {*SLOW, "importlib", "math"}
    parts: dict[str, set[str]] = {"_readers": set(), "_writers": set(), "_codec": set()}
    for name in loaded:
        package, _, topic = name.rpartition(".")
        if package.rpartition(".")[2] in parts:
            parts[package.rpartition(".")[2]].add(topic)
    return parts


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("statement", [f"acp.loads(note, {CHUNK!r})", f"acp.decode(note, json.loads({CHUNK!r}))"])
def test_reading_loads_the_topics_of_what_is_read(surface: str, statement: str) -> None:
    assert codec_after(surface, statement) == {
        "_readers": {"forms", "updates", "content"},
        "_writers": set(),
        "_codec": set(),
    }


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("function", ["dumps", "encode"])
def test_writing_loads_the_topics_of_what_is_written(surface: str, function: str) -> None:
    assert codec_after(surface, f"acp.{function}(acp.ContentBlock, block)") == {
        "_readers": set(),
        "_writers": {"forms", "content"},
        "_codec": set(),
    }


@pytest.mark.parametrize("surface", SURFACES)
def test_asking_for_issues_loads_the_topics_of_what_is_read(surface: str) -> None:
    assert codec_after(surface, f"acp.loads(note, {CHUNK!r}, on_issue=print)") == {
        "_readers": set(),
        "_writers": set(),
        "_codec": {"forms", "common", "content", "updates"},
    }


def is_of_views(module: str) -> bool:
    """Whether a module is there for session views alone."""
    return not {"session", "_session"}.isdisjoint(module.split("."))


@pytest.mark.parametrize("surface", SURFACES)
def test_a_surface_does_not_load_its_session_views(surface: str) -> None:
    assert not set(filter(is_of_views, modules_after(f"import {surface}")))
    assert len(set(filter(is_of_views, modules_after(f"import {surface}.session")))) > 5


@pytest.mark.parametrize("surface", SURFACES)
def test_session_views_load_no_more_than_their_surface(surface: str) -> None:
    more = modules_after(f"import {surface}.session") - modules_after(f"import {surface}")
    # And the names of what there is for conversations, which are loaded when asked for.
    names = {"acp_types._runtime.conversation", "acp_types._runtime.conversation.names"}
    assert {name for name in more if not is_of_views(name)} <= {"binascii", *names}


@pytest.mark.parametrize("slow", sorted({*SLOW, "json"}))
def test_the_slow_modules_are_seen_where_they_are_loaded(slow: str) -> None:
    assert slow in modules_after(f"import {slow}")

"""What the fast codec is built from, and what it takes for granted."""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator
from types import FunctionType
from typing import Any

import pytest

from acp_types import v1
from acp_types import v2 as acp
from acp_types._runtime.lazy import Later, LazyTable, found
from acp_types._runtime.nesting import MAX_NESTING, MAX_RAW_NESTING, is_json, is_plain, is_shallow, is_written_as_it_is
from codegen.model import Alias, Array, Map, Record, Ref, Shape, Surface, Union
from codegen.spelling.python import Spelling
from tests.conftest import SURFACES, model


@pytest.mark.parametrize("name", SURFACES)
def test_no_type_nests_deeper_than_is_left_to_it(name: str) -> None:
    """Readers look how deep raw JSON is, not how deep it stands."""
    surface = model(name)
    spelling = Spelling(surface)

    @functools.cache
    def depth(shape: Shape) -> int:
        return max((1 + depth(inner) for inner in parts(surface, spelling, shape)), default=1)

    deepest = max(surface.items, key=lambda item: depth(Ref(item)))
    assert 5 < depth(Ref(deepest)) < MAX_NESTING - MAX_RAW_NESTING, deepest


def parts(surface: Surface, spelling: Spelling, shape: Shape) -> Iterator[Shape]:
    """The types inside a type. One inside a union or an alias counts as inside it, which is more than there is."""
    if isinstance(shape, Array):
        yield shape.item
    elif isinstance(shape, Map):
        yield shape.value
    elif isinstance(shape, Ref):
        item = surface.items[shape.name]
        if isinstance(item, Record):
            yield from (field.shape for field in spelling.all_fields(item))
            yield from map(Ref, spelling.scope_variants(item))
        elif isinstance(item, Union):
            yield from (variant.shape for variant in item.variants)
        elif isinstance(item, Alias):
            yield item.shape


def nested(depth: int) -> Any:
    value: Any = 1
    for level in range(depth):
        value = {"a": value, "b": 0.5} if level % 2 else ["x", None, value]
    return value


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 99, 100])
def test_raw_json_may_nest_so_deeply(depth: int) -> None:
    for holds in (is_shallow, is_plain, is_json, is_written_as_it_is):
        assert holds(nested(depth))


def test_what_is_deeper_or_no_json_is_left_to_the_reference() -> None:
    loop: list[Any] = []
    loop.append(loop)
    for value in (nested(MAX_RAW_NESTING + 1), loop, {"a": loop}, nested(100_000)):
        assert not is_shallow(value)
        assert not is_written_as_it_is(value)
    for value in (nested(MAX_NESTING + 1), loop, (1,), {"a": {"b": ()}}, {1: object()}, [b""]):
        assert not is_plain(value)
        assert not is_json(value)
    assert is_plain(nested(MAX_NESTING))
    assert is_json(nested(MAX_NESTING))


@pytest.mark.parametrize("depth", range(6))
def test_what_json_writes_as_something_else_is_left_to_the_reference(depth: int) -> None:
    for value in ({1: 2}, {"a": 1, None: 2}, (), b"", {1}):
        inside: Any = value
        for level in range(depth):
            inside = {"a": inside, "b": 0.5} if level % 2 else ["x", None, inside]
        assert not is_json(inside)
        assert is_written_as_it_is(inside) is (value == () and depth < 3)
    assert not is_json({"a": float("nan")})


def test_many_that_are_one_value_are_looked_at_once() -> None:
    value: Any = 1
    for _ in range(90):
        value = [value, value]
    for holds in (is_shallow, is_plain, is_json, is_written_as_it_is):
        assert holds(value)


def test_empty_objects_are_one_object() -> None:
    text = json.dumps({"sessionCapabilities": {"list": {}, "resume": {"_meta": {"a": 1}}, "close": {}}})
    one, other = (v1.loads(v1.AgentCapabilities, text).session_capabilities for _ in range(2))
    assert one == other
    assert one.list is other.list
    assert one.list == v1.SessionListCapabilities()
    assert one.resume == v1.SessionResumeCapabilities(meta={"a": 1})
    assert hash(one.close) == hash(v1.SessionCloseCapabilities())


def test_a_member_with_a_default_is_written_where_it_was_given() -> None:
    for text in ("{}", '{"image":false}', '{"image":true,"audio":false}'):
        assert v1.dumps(v1.PromptCapabilities, v1.loads(v1.PromptCapabilities, text)) == text
    assert v1.dumps(v1.PromptCapabilities, v1.PromptCapabilities(image=False)) == '{"image":false}'


def test_the_same_class_is_written_with_the_tag_of_its_union_alone() -> None:
    block = acp.TextContent(text="a")
    assert acp.dumps(acp.TextContent, block) == '{"text":"a"}'
    assert acp.dumps(acp.ContentBlock, block) == '{"type":"text","text":"a"}'
    running = acp.RunningStateUpdate()
    assert acp.dumps(acp.RunningStateUpdate, running) == "{}"
    assert acp.dumps(acp.StateUpdate, running) == '{"state":"running"}'
    assert acp.dumps(acp.SessionUpdate, running) == '{"sessionUpdate":"state_update","state":"running"}'


def test_a_table_loads_what_is_asked_for() -> None:
    table = LazyTable("json.tool", {"a": ".decoder.JSONDecoder", "b": ".nowhere.at_all"})
    assert ("a" in table, "d" in table) == (True, False)
    assert (list(table), len(table)) == (["a", "b"], 2)
    assert table["a"] is json.JSONDecoder
    assert (table.get("a"), table.get("d"), table.get("d", 2)) == (json.JSONDecoder, None, 2)
    with pytest.raises(KeyError):
        table["d"]


def test_a_function_of_another_module_takes_its_place_when_it_is_called() -> None:
    scope: dict[str, Any] = {"__package__": "json", "other": len}
    later = scope["loads"] = Later(".decoder.JSONDecoder", scope)
    scope["by_tag"] = {"a": later, "b": len}
    scope["by_class"] = {int: ("{", later), str: ("[", len)}
    assert isinstance(later(), json.JSONDecoder)
    assert scope["loads"] is json.JSONDecoder
    assert scope["by_tag"] == {"a": json.JSONDecoder, "b": len}
    assert scope["by_class"] == {int: ("{", json.JSONDecoder), str: ("[", len)}
    assert isinstance(later(), json.JSONDecoder)  # who has kept it all the same


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("package", ["_readers", "_writers"])
def test_what_waits_for_its_module_is_there(surface: str, package: str) -> None:
    folder = importlib.import_module(f"acp_types.{surface}.{package}")
    homes = [
        home
        for module in pkgutil.iter_modules(folder.__path__, f"{folder.__name__}.")
        for home in re.findall(
            r'= Later\("(.+)", globals\(\)\)', inspect.getsource(importlib.import_module(module.name))
        )
    ]
    assert homes
    for home in homes:
        assert type(found(home, folder.__name__)) is FunctionType

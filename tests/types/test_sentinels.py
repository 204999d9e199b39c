"""`UNSET`, the third state of a patch field, and `EMPTY`, the one empty mapping that is every object's default."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from acp_types import v1, v2
from acp_types._runtime.json_value import EMPTY
from tests.types.support import COPIES

MUTATORS: dict[str, Callable[[Any], object]] = {
    "set": lambda mapping: mapping.__setitem__("key", 1),
    "delete": lambda mapping: mapping.__delitem__("key"),
    "update": lambda mapping: mapping.update(key=1),
    "update with nothing": lambda mapping: mapping.update(),
    "setdefault": lambda mapping: mapping.setdefault("key", 1),
    "pop": lambda mapping: mapping.pop("key", None),
    "popitem": lambda mapping: mapping.popitem(),
    "clear": lambda mapping: mapping.clear(),
    "|=": lambda mapping: mapping.__ior__({"key": 1}),
    "fromkeys": lambda mapping: mapping.fromkeys(["key"]),
}


@pytest.mark.parametrize("duplicate", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("one", [v2.UNSET, EMPTY], ids=["UNSET", "EMPTY"])
def test_copies_are_the_one_object(duplicate: Callable[[Any], Any], one: object) -> None:
    assert duplicate(one) is one
    assert duplicate([one])[0] is one


def test_unset_is_falsy() -> None:
    assert not v2.UNSET


def test_unset_repr() -> None:
    assert repr(v2.UNSET) == str(v2.UNSET) == f"{v2.UNSET}" == "UNSET"


def test_unset_is_the_only_one_of_its_type() -> None:
    assert list(v2.UnsetType) == [v2.UNSET]
    assert v1.UNSET is v2.UNSET


def test_unset_is_neither_null_nor_false() -> None:
    others: list[object] = [None, False, 0, "", "UNSET"]
    for other in others:
        assert other != v2.UNSET


def test_patch_members_are_unset_by_default() -> None:
    update = v2.ToolCallUpdate(tool_call_id=v2.ToolCallId("1"))
    assert update.title is v2.UNSET
    for duplicate in COPIES.values():
        assert duplicate(update).title is v2.UNSET


def test_patch_members_have_three_states_on_the_wire() -> None:
    def wire(**title: Any) -> object:
        return v2.encode(v2.ToolCallUpdate, v2.ToolCallUpdate(tool_call_id=v2.ToolCallId("1"), **title))

    assert wire() == wire(title=v2.UNSET) == {"toolCallId": "1"}
    assert wire(title=None) == {"toolCallId": "1", "title": None}
    assert wire(title="") == {"toolCallId": "1", "title": ""}


@pytest.mark.parametrize("mutate", MUTATORS.values(), ids=MUTATORS)
def test_empty_cannot_be_changed(mutate: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError):
        mutate(EMPTY)
    assert len(EMPTY) == 0


def test_every_mutator_of_a_dict_is_tried() -> None:
    """What a `dict` has beyond a `Mapping` and the making of new objects is what can change it."""
    makes_another = {"copy", "fromkeys", "__init__", "__or__", "__ror__"}
    only_reads = {"__repr__", "__getattribute__", "__lt__", "__le__", "__gt__", "__ge__", "__sizeof__", "__new__"}
    changing = set(vars(dict)) - set(dir(Mapping)) - makes_another - only_reads - {"__doc__"}
    assert {name for name in changing if getattr(type(EMPTY), name) is getattr(dict, name)} == set()


def test_empty_is_an_ordinary_empty_object_to_readers() -> None:
    assert EMPTY == {}
    assert dict(EMPTY) == {}
    assert json.dumps(EMPTY) == "{}"
    assert repr(EMPTY) == "{}"
    assert hash(EMPTY) == hash(EMPTY)


def test_what_is_made_from_empty_is_the_users_own() -> None:
    empty: Any = EMPTY
    for made in (dict(empty), {**empty, "key": 1}, empty.copy(), empty | {"key": 1}):
        made["key"] = 2
        assert made == {"key": 2}
    assert len(EMPTY) == 0


def test_objects_share_empty() -> None:
    assert v2.TextContent(text="").unknown_fields is v1.TextContent(text="").unknown_fields is EMPTY


def test_empty_in_asdict() -> None:
    values = dataclasses.asdict(v2.TextContent(text=""))
    assert values["unknown_fields"] == {}
    assert json.loads(json.dumps(values)) == {"text": "", "annotations": None, "meta": None, "unknown_fields": {}}
    assert dataclasses.astuple(v2.TextContent(text=""))[-1] == {}

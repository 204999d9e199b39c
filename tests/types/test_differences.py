"""Where the generated classes differ from what the standard decorator would make, on purpose."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pydoc
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acp_types import v1, v2
from acp_types._runtime.hooks import Hooks
from acp_types._runtime.json_value import EMPTY
from acp_types._runtime.model import Model, OtherVariant
from tests.types.support import SURFACES, Pair, arguments, each, make, make_both, normal

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
OBJECTS = st.dictionaries(st.text(), JSON)

the_same_everywhere = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],  # how slow it is depends on the machine
)


def homes(cls: type) -> list[dict[str, Any]]:
    """The namespaces of the surfaces that have a class."""
    namespaces = [vars(importlib.import_module(surface)) for surface in SURFACES]
    return [names for names in namespaces if names.get(cls.__name__) is cls]


@pytest.mark.parametrize("everything", [False, True], ids=["required", "everything"])
@each
def test_repr_is_code_for_an_equal_object(pair: Pair, everything: bool) -> None:
    instance = make(pair.ours, everything=everything)
    assert homes(pair.ours)
    for names in homes(pair.ours):
        assert eval(repr(instance), dict(names)) == instance


@the_same_everywhere
@given(text=st.text(), meta=st.none() | OBJECTS, unknown_fields=OBJECTS)
def test_repr_of_any_json(text: str, meta: dict[str, Any] | None, unknown_fields: dict[str, Any]) -> None:
    instance = v2.TextContent(text=text, meta=meta, unknown_fields=unknown_fields)
    assert eval(repr(instance), {"TextContent": v2.TextContent}) == instance


def test_repr_leaves_out_defaults() -> None:
    assert repr(v2.TextContent(text="hi")) == "TextContent(text='hi')"
    assert repr(v2.TextContent(text="hi", meta={})) == "TextContent(text='hi', meta={})"
    assert repr(v2.TextContent(text="hi", unknown_fields={})) == "TextContent(text='hi')"
    assert repr(v2.ToolCallUpdate(tool_call_id=v2.ToolCallId("1"), title=None)) == (
        "ToolCallUpdate(tool_call_id='1', title=None)"
    )


def test_repr_tells_an_explicit_default_from_an_absent_member() -> None:
    assert repr(v1.AgentCapabilities()) == "AgentCapabilities()"
    assert repr(v1.AgentCapabilities(load_session=False)) == "AgentCapabilities(load_session=False)"


def test_repr_names_open_values_and_codes() -> None:
    assert repr(v2.Annotations(audience=("user", v2.OtherRole("_pet")))) == (
        "Annotations(audience=('user', OtherRole('_pet')))"
    )
    assert repr(v2.Error(code=v2.ErrorCode.PARSE_ERROR, message="")) == "Error(code=ErrorCode.PARSE_ERROR, message='')"


@each
def test_repr_without_defaults_is_the_standard_one(pair: Pair) -> None:
    ours, plain = make_both(pair, everything=True)
    nested = any("(" in repr(value) for value in arguments(pair.ours, everything=True).values())
    if not nested:
        assert repr(ours) == normal(plain)


@pytest.mark.parametrize("everything", [False, True], ids=["required", "everything"])
@each
def test_every_object_is_hashable(pair: Pair, everything: bool) -> None:
    instance = make(pair.ours, everything=everything)
    assert hash(instance) == hash(make(pair.ours, everything=everything))


@each
def test_hash_leaves_out_just_the_members_of_json_and_mappings(pair: Pair) -> None:
    """Two strings in each member: were it hashed, equal hashes would be a coincidence."""
    for field in dataclasses.fields(pair.ours):
        one, other = (pair.ours(**{**arguments(pair.ours), field.name: name}) for name in ("_one", "_other"))
        left_out = "JsonValue" in str(field.type) or "Mapping[" in str(field.type)
        assert (hash(one) == hash(other)) is left_out, field.name


@the_same_everywhere
@given(one=OBJECTS, other=OBJECTS)
def test_json_members_count_in_equality_but_not_in_hash(one: dict[str, Any], other: dict[str, Any]) -> None:
    left, right = (v2.TextContent(text="", meta=value, unknown_fields=value) for value in (one, other))
    assert (left == right) is (one == other)
    assert hash(left) == hash(right)


@the_same_everywhere
@given(data=JSON)
def test_a_union_that_takes_any_json_is_hashable(data: Any) -> None:
    """Here the annotation does not say that the member holds JSON: an alias does."""
    assert "JsonValue" not in v2.Error.__annotations__["data"]
    one, other = (v2.Error(code=1, message="m", data=value) for value in (data, data))
    assert hash(one) == hash(other)


def test_equal_objects_hash_the_same_where_one_holds_the_empty_default() -> None:
    one, other = (v2.Error(code=1, message="m", data=empty) for empty in ({}, EMPTY))
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize("name", ["no_such_member", "type"])
def test_unknown_attributes_and_constants_are_frozen_too(name: str, plain_package: str) -> None:
    """The standard decorator means to say so, but its check fails with a TypeError in classes with slots."""
    plain = importlib.import_module(f"{plain_package}.v2").TextContent(text="")
    for cls, kind in ((v2.TextContent(text=""), dataclasses.FrozenInstanceError), (plain, (AttributeError, TypeError))):
        with pytest.raises(kind):
            setattr(cls, name, 1)
        with pytest.raises(kind):
            delattr(cls, name)


@each
def test_bases(pair: Pair) -> None:
    """The hooks for other libraries are in `Model` itself, and not in a base of its own: classes are made faster so."""
    assert issubclass(pair.ours, Model)
    assert len(pair.ours.__mro__) == len(pair.plain.__mro__) - 1
    assert vars(Hooks).keys() <= vars(Model).keys()


@pytest.mark.parametrize("base", [Model, OtherVariant])
def test_the_bases_are_no_dataclasses(base: type) -> None:
    """Tools that look at every class of a module must not trip over what only the records can answer."""
    assert not dataclasses.is_dataclass(base)
    assert not hasattr(base, "__dataclass_params__")
    assert not inspect.signature(base).parameters
    assert dict(inspect.getmembers(base))["__slots__"] == ()


@pytest.mark.parametrize("surface", SURFACES)
def test_help(surface: str) -> None:
    assert "class TextContent(" in pydoc.plain(pydoc.render_doc(surface))

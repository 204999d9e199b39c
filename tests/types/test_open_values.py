"""`Other...`: what a version of the protocol does not know yet, as strings and as objects."""

from __future__ import annotations

import importlib
import json
import pickle
from typing import Any

import pytest

from acp_types import v2
from acp_types._runtime.model import OtherValue, OtherVariant
from tests.types.support import COPIES, SURFACES, arguments, make


def classes_below(base: type) -> list[type]:
    public = [value for surface in SURFACES for value in vars(importlib.import_module(surface)).values()]
    return sorted({value for value in public if isinstance(value, type) and issubclass(value, base)}, key=str)


STRINGS = pytest.mark.parametrize("cls", classes_below(OtherValue), ids=str)
VARIANTS = pytest.mark.parametrize("cls", classes_below(OtherVariant), ids=str)


@STRINGS
def test_known_strings_are_refused(cls: Any) -> None:
    assert cls._known_values
    for known in cls._known_values:
        with pytest.raises(ValueError, match="is a known value") as caught:
            cls(known)
        assert repr(known) in str(caught.value)


@STRINGS
def test_custom_strings(cls: Any) -> None:
    assert cls("_lint").is_custom
    assert not cls("lint").is_custom
    assert not cls("").is_custom


@STRINGS
def test_it_is_a_string(cls: Any) -> None:
    value = cls("_lint")
    assert value == "_lint"
    assert {"_lint": 1}[value] == 1
    assert f"{value}|{value:>6}|%s" % value == "_lint| _lint|_lint"
    assert str(value) == value.upper().lower() == "_lint"
    assert json.dumps([value, {value: 1}]) == '["_lint", {"_lint": 1}]'


@STRINGS
def test_strings_are_copied_as_what_they_are(cls: Any) -> None:
    for duplicate in COPIES.values():
        copied = duplicate(cls("_lint"))
        assert copied == "_lint"
        assert type(copied) is cls
        assert not hasattr(copied, "__dict__")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@STRINGS
def test_a_pickle_of_a_value_that_is_known_by_now_is_the_plain_value(cls: Any, protocol: int) -> None:
    """Another version of the package wrote it, to which it was not known."""
    known = cls._known_values[0]
    stored = pickle.dumps(cls("_" * len(known)), protocol).replace(b"_" * len(known), known.encode())
    value = pickle.loads(stored)
    assert value == known
    assert type(value) is str


class Own(v2.OtherToolKind):
    """A user's own, with an attribute."""

    note: str


def test_copies_of_a_users_own_strings_keep_what_they_have() -> None:
    value = Own("_lint")
    value.note = "why"
    for duplicate in COPIES.values():
        copied: Any = duplicate(value)
        assert (copied, type(copied), copied.note) == ("_lint", Own, "why")


@pytest.mark.parametrize("value", [None, 5, True, b"_lint", ["_lint"], v2.UNSET])
@STRINGS
def test_only_strings_are_made_of(cls: Any, value: Any) -> None:
    with pytest.raises(TypeError) as caught:
        cls(value)
    got = "null" if value is None else type(value).__name__
    assert str(caught.value) == f"{cls.__name__}: expected string, got {got}"


@STRINGS
def test_repr_of_strings_is_code(cls: Any) -> None:
    value = cls("it's")
    assert repr(value) == f'{cls.__name__}("it\'s")'
    assert eval(repr(value), {cls.__name__: cls}) == value


@VARIANTS
def test_known_tags_are_refused(cls: Any) -> None:
    assert cls._known_tags
    for known in cls._known_tags:
        with pytest.raises(ValueError, match="is a known variant") as caught:
            cls(**{**arguments(cls), cls._tag_field: known})
        assert repr(known) in str(caught.value)


@VARIANTS
def test_known_tags_are_refused_in_reading(cls: Any) -> None:
    """By the class itself: its union reads them as the variants that they are."""
    acp: Any = importlib.import_module(cls.__module__.partition("._types")[0])
    custom = cls(**{**arguments(cls), cls._tag_field: "_of_nobody"})
    unknown = acp.encode(cls, custom)
    (tag,) = (name for name, value in unknown.items() if value == "_of_nobody")
    assert acp.decode(cls, unknown) == custom
    for known in cls._known_tags:
        for read in (acp.decode, lambda form, value: acp.loads(form, json.dumps(value))):
            with pytest.raises(acp.DecodeError) as caught:
                read(cls, {**unknown, tag: known})
            assert str(caught.value) == f"$.{tag}: expected an unknown discriminator, got a known one"


@VARIANTS
def test_custom_tags(cls: Any) -> None:
    assert make(cls).is_custom
    assert not cls(**{**arguments(cls), cls._tag_field: "example"}).is_custom


@VARIANTS
def test_variants_are_copied_as_what_they_are(cls: Any) -> None:
    value = cls(**{**arguments(cls), "payload": {"key": [1]}})
    for duplicate in COPIES.values():
        copied = duplicate(value)
        assert copied == value
        assert type(copied) is cls
        assert copied.payload == {"key": [1]}


def test_a_copy_is_checked_like_any_other() -> None:
    value: Any = v2.OtherContentBlock(type="_new")
    with pytest.raises(ValueError, match="is a known variant"):
        value.__replace__(type="text")


def test_repr_of_variants() -> None:
    assert repr(v2.OtherContentBlock(type="_new")) == "OtherContentBlock(type='_new')"
    assert repr(v2.OtherContentBlock(type="a", payload={"k": 1})) == "OtherContentBlock(type='a', payload={'k': 1})"


def test_match_statements() -> None:
    match v2.OtherContentBlock(type="_new", payload={"k": 1}):
        case v2.OtherContentBlock(type=tag, payload={"k": value}):
            assert (tag, value) == ("_new", 1)
        case other:
            pytest.fail(f"did not match: {other}")

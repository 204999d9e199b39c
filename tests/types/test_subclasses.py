"""Classes of a user's own, derived from the generated ones."""

from __future__ import annotations

import abc
import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import pytest

from acp_types import v1, v2
from tests.types.support import COPIES, Pair, arguments, each, make

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Colored(v2.TextContent):
    """A new member with a default, in a class with a `__dict__`."""

    color: str = "red"


@dataclass(frozen=True)
class Positional(v2.TextContent):
    """A new member that is required and may be given by position."""

    color: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slotted(v2.AgentMessageChunk):
    """A new slot, below a class that shares its members with its siblings."""

    color: str = "red"


@dataclass(frozen=True, kw_only=True)
class Eager(v1.AgentCapabilities):
    """Another default for a member with a schema default."""

    load_session: bool = True


@dataclass(frozen=True, kw_only=True)
class Titled(v2.ToolCallUpdate):
    """Another default for a patch member."""

    title: v2.Patch[str] = "a title"


@dataclass(frozen=True, kw_only=True)
class Tagged(v2.OtherContentBlock):
    """A class that checks what it is made of."""

    color: str = "red"


class Named(abc.ABC):
    @abc.abstractmethod
    def name(self) -> str: ...


@runtime_checkable
class HasName(Protocol):
    def name(self) -> str: ...


class Abstract(v2.TextContent, Named):
    def name(self) -> str:
        return self.text


class Structural(v2.TextContent, HasName):
    def name(self) -> str:
        return self.text


class Parametrized(v2.TextContent, Generic[T]):
    def as_type(self, convert: Callable[[str], T]) -> T:
        return convert(self.text)


class Plain(v2.TextContent):
    """No decorator: the same members, and a `__dict__`."""

    @cached_property
    def words(self) -> list[str]:
        return self.text.split()


class OwnConstructor(v2.TextContent):
    """Given by position."""

    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class OwnSlot(v2.TextContent):
    """A slot that the constructor does not fill."""

    __slots__ = ("note",)

    note: str


CHUNK = Slotted(content=v2.TextContent(text="hi"), message_id=v2.MessageId("1"), color="blue")
UPDATE = Titled(tool_call_id=v2.ToolCallId("1"), status=None)
DATACLASSES = [
    Colored(text="hi", color="blue", meta={"k": [1]}),
    Positional("blue", text="hi"),
    CHUNK,
    Eager(meta={"k": 1}),
    Eager(load_session=False),
    UPDATE,
    Tagged(type="_new", payload={"k": 1}, color="blue"),
]
INSTANCES = [*DATACLASSES, Abstract(text="hi"), Structural(text="hi"), Plain(text="hi"), OwnConstructor("hi")]


def name_of(instance: object) -> str:
    return type(instance).__name__


@pytest.mark.parametrize("instance", INSTANCES, ids=name_of)
def test_copies_keep_every_member(instance: Any) -> None:
    for duplicate in COPIES.values():
        copied = duplicate(instance)
        assert copied == instance
        assert type(copied) is type(instance)
        assert dataclasses.asdict(copied) == dataclasses.asdict(instance)


@pytest.mark.parametrize("instance", DATACLASSES, ids=name_of)
def test_dataclass_subclasses_know_every_member(instance: Any) -> None:
    base = [field.name for field in dataclasses.fields(type(instance).__bases__[0])]
    names = [field.name for field in dataclasses.fields(instance)]
    assert names[: len(base)] == base
    assert all(f"{name}={getattr(instance, name)!r}" in repr(instance) for name in names)
    assert {*inspect.signature(type(instance)).parameters} == {*names}


@pytest.mark.parametrize("instance", DATACLASSES, ids=name_of)
def test_replace_keeps_every_other_member(instance: Any) -> None:
    replaced = dataclasses.replace(instance, unknown_fields={"other": 1})
    assert dataclasses.asdict(replaced) == {**dataclasses.asdict(instance), "unknown_fields": {"other": 1}}


def test_a_subclass_is_written_as_its_base() -> None:
    text = Colored(text="hi", color="blue")
    assert v2.encode(v2.ContentBlock, text) == {"type": "text", "text": "hi"}
    assert v2.encode(v2.TextContent, Plain(text="hi")) == {"text": "hi"}


def test_another_default_is_written() -> None:
    assert v1.encode(v1.AgentCapabilities, Eager())["loadSession"] is True
    assert v1.encode(v1.AgentCapabilities, copy.copy(Eager()))["loadSession"] is True
    assert v2.encode(v2.ToolCallUpdate, UPDATE) == {"toolCallId": "1", "title": "a title", "status": None}


def test_a_slot_of_the_users_own_is_copied() -> None:
    instance = OwnSlot(text="hi")
    object.__setattr__(instance, "note", "later")
    for copied in (copy.copy(instance), pickle.loads(pickle.dumps(instance))):
        assert (copied.text, copied.note) == ("hi", "later")
    assert not hasattr(copy.copy(OwnSlot(text="hi")), "note")


def test_plain_subclass() -> None:
    instance = Plain(text="two words")
    assert instance.words == ["two", "words"]
    assert repr(instance) == "Plain(text='two words')"
    assert instance == Plain(text="two words")
    assert instance != v2.TextContent(text="two words")
    assert dataclasses.replace(instance, text="one") == Plain(text="one")


def test_signatures_of_subclasses() -> None:
    assert inspect.signature(Plain) == inspect.signature(v2.TextContent)
    assert str(inspect.signature(OwnConstructor)) in ("(text: 'str') -> 'None'", "(text: str) -> None")


def test_abstract_and_structural_bases() -> None:
    for instance in (Abstract(text="hi"), Structural(text="hi")):
        assert instance.name() == "hi"
        assert isinstance(instance, HasName)
    incomplete = type("Incomplete", (v2.TextContent, Named), {})
    with pytest.raises(TypeError, match="abstract"):
        incomplete(text="hi")


def test_generic_subclass() -> None:
    assert Parametrized[int](text="12").as_type(int) == 12


def test_what_the_base_checks_a_subclass_checks() -> None:
    with pytest.raises(ValueError, match="known variant"):
        Tagged(type="text")


@each
def test_any_class_can_have_a_frozen_dataclass_below(pair: Pair) -> None:
    for base in pair:
        body = {"__annotations__": {"extra": "int"}, "extra": 1, "__module__": __name__}
        cls: Any = dataclass(frozen=True, kw_only=True)(type("Below", (base,), body))
        given = {**arguments(base, everything=True), "extra": 2}
        instance = cls(**given)
        assert [field.name for field in dataclasses.fields(cls)] == [*given]
        assert {name: getattr(copy.deepcopy(instance), name) for name in given} == given
        assert dataclasses.replace(instance, extra=3) == cls(**{**given, "extra": 3})
        assert repr(instance) == f"Below({', '.join(f'{name}={value!r}' for name, value in given.items())})"
        assert instance != make(base, everything=True)
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'extra'"):
            instance.extra = 1

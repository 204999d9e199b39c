"""The generated classes against what the standard decorator makes of the very same source."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import sys
import typing
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from acp_types._runtime import record
from tests.types.support import (
    COPIES,
    Pair,
    arguments,
    assert_same_error,
    assert_same_error_with_a_hint,
    each,
    load_record,
    make,
    make_both,
    normal,
    required_names,
)

EVERYTHING = pytest.mark.parametrize("everything", [False, True], ids=["required", "everything"])


def test_the_standard_decorator_made_the_other_classes(plain_package: str) -> None:
    plain = load_record(plain_package, "v1._types.content.TextContent")
    assert dataclasses.dataclass.__module__ == "dataclasses"
    assert plain.__init__.__annotations__["text"] == "str"
    assert not hasattr(plain, "_acp_defaults")


@each
def test_is_a_dataclass(pair: Pair) -> None:
    assert dataclasses.is_dataclass(pair.ours)
    assert dataclasses.is_dataclass(make(pair.ours))


@each
def test_fields(pair: Pair) -> None:
    ours, plain = ([_described(field) for field in dataclasses.fields(cls)] for cls in pair)
    assert ours == plain
    assert [field.name for field in dataclasses.fields(make(pair.ours))] == [field[0] for field in plain]


def _described(field: dataclasses.Field[Any]) -> tuple[object, ...]:
    factory = getattr(field.default_factory, "__name__", None)
    settings = (field.init, field.kw_only, field.repr, field.hash, field.compare, dict(field.metadata))
    return (field.name, field.type, normal(field.default), factory, *settings)


@each
def test_options(pair: Pair) -> None:
    ours, plain = (repr(cls.__dataclass_params__) for cls in pair)
    assert ours == plain
    assert "frozen=True" in ours


@each
def test_class_attributes(pair: Pair) -> None:
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__match_args__", "__annotations__"):
        assert normal(getattr(pair.ours, name)) == normal(getattr(pair.plain, name)), name


@each
def test_class_constants(pair: Pair) -> None:
    constants = [name for name, annotation in pair.plain.__annotations__.items() if annotation.startswith("ClassVar")]
    assert [getattr(pair.ours, name) for name in constants] == [getattr(pair.plain, name) for name in constants]


@each
def test_slots(pair: Pair) -> None:
    inherited = {name for base in pair.plain.__mro__[1:-1] for name in base.__slots__}  # Python 3.10 repeats them
    assert pair.ours.__slots__ == tuple(name for name in pair.plain.__slots__ if name not in inherited)


@each
def test_instances_have_slots_alone(pair: Pair) -> None:
    instance = make(pair.ours)
    assert not hasattr(instance, "__dict__")
    assert not hasattr(instance, "__weakref__")


@each
def test_an_object_takes_no_more_memory(pair: Pair) -> None:
    ours, plain = make_both(pair)
    assert sys.getsizeof(ours) <= sys.getsizeof(plain)  # less on Python 3.10, which repeats inherited slots


@each
def test_type_hints(pair: Pair) -> None:
    ours, plain = (typing.get_type_hints(cls, include_extras=True) for cls in pair)
    del plain["__pydantic_serializer__"]  # what is no member is not among ours
    assert normal(ours) == normal(plain)


@each
def test_signature(pair: Pair) -> None:
    ours, plain = (inspect.signature(cls) for cls in pair)
    assert [_declared(parameter) for parameter in ours.parameters.values()] == [
        _declared(parameter) for parameter in plain.parameters.values()
    ]
    assert ours.return_annotation is plain.return_annotation


def _declared(parameter: inspect.Parameter) -> tuple[object, ...]:
    return parameter.name, parameter.kind, parameter.annotation, parameter.default is inspect.Parameter.empty


@each
def test_signature_defaults(pair: Pair) -> None:
    ours, plain = (inspect.signature(cls).parameters for cls in pair)
    for field in dataclasses.fields(pair.plain):
        if field.default_factory is dataclasses.MISSING:
            assert normal(ours[field.name].default) == normal(plain[field.name].default)
        else:  # the standard signature shows a placeholder
            assert ours[field.name].default == make(pair.ours).__getattribute__(field.name)


@each
def test_signature_of_the_constructor(pair: Pair) -> None:
    ours, plain = (inspect.signature(cls.__init__).parameters.values() for cls in pair)
    assert [(one.name, one.kind) for one in ours] == [(one.name, one.kind) for one in plain]
    assert [one.default is one.empty for one in ours] == [one.default is one.empty for one in plain]


@each
def test_members_of_the_class(pair: Pair) -> None:
    for field in dataclasses.fields(pair.plain):
        assert type(getattr(pair.ours, field.name)) is type(getattr(pair.plain, field.name))


@pytest.fixture(params=[True, False], ids=["first call", "later call"])
def constructors(request: pytest.FixtureRequest, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """The classes, before ours has made its constructor or after."""

    def prepared(pair: Pair) -> Pair:
        make(pair.ours)
        assert vars(pair.ours)["__init__"] is not record._LAZY_INIT
        if request.param:
            monkeypatch.setattr(pair.ours, "__init__", record._LAZY_INIT)
        return pair

    return map(prepared, pairs)  # one by one: to make the next one may call the constructor of the last


@each
def test_missing_arguments(constructor: Pair) -> None:
    for name in required_names(constructor.plain):
        assert_same_error(constructor, lambda cls: cls(**_without(name, arguments(cls))), TypeError)  # noqa: B023
    if required_names(constructor.plain):
        assert_same_error(constructor, lambda cls: cls(), TypeError)


def _without(name: str, given: dict[str, Any]) -> dict[str, Any]:
    return {other: value for other, value in given.items() if other != name}


@each
def test_unexpected_argument(constructor: Pair) -> None:
    assert_same_error_with_a_hint(constructor, lambda cls: cls(**arguments(cls), no_such_member=1), TypeError)


@each
def test_positional_arguments(constructor: Pair) -> None:
    assert_same_error_with_a_hint(constructor, lambda cls: cls("by position"), TypeError)
    assert_same_error_with_a_hint(constructor, lambda cls: cls("by position", **arguments(cls)), TypeError)


@EVERYTHING
@each
def test_values(pair: Pair, everything: bool) -> None:
    ours, plain = make_both(pair, everything=everything)
    for name, given in arguments(pair.ours, everything=everything).items():
        assert getattr(ours, name) is given
    assert normal(dataclasses.asdict(ours)) == normal(dataclasses.asdict(plain))
    assert normal(dataclasses.astuple(ours)) == normal(dataclasses.astuple(plain))


@EVERYTHING
@each
def test_equality(pair: Pair, everything: bool) -> None:
    for cls in pair:
        instance, subclass = make(cls, everything=everything), type("Subclass", (cls,), {"__slots__": ()})
        assert instance == make(cls, everything=everything)
        assert instance != make(subclass, everything=everything)
        assert instance.__eq__(object()) is NotImplemented


@each
def test_each_member_takes_part_in_equality(pair: Pair) -> None:
    for cls in pair:
        for field in dataclasses.fields(cls):
            assert make(cls) != cls(**{**arguments(cls), field.name: "_other"}), field.name


@each
def test_members_cannot_be_set(pair: Pair) -> None:
    instances = make_both(pair, everything=True)
    for name in [field.name for field in dataclasses.fields(pair.plain)]:
        assert_same_error_with_a_hint(instances, lambda one: setattr(one, name, 1), dataclasses.FrozenInstanceError)  # noqa: B023
        assert_same_error(instances, lambda one: delattr(one, name), dataclasses.FrozenInstanceError)  # noqa: B023


@each
def test_replace(pair: Pair) -> None:
    ours, plain = make_both(pair, everything=True)
    for field in dataclasses.fields(pair.plain):
        replaced = dataclasses.replace(ours, **{field.name: "_other"})
        assert type(replaced) is pair.ours
        assert getattr(replaced, field.name) == "_other"
        assert normal(dataclasses.asdict(replaced)) == normal(
            dataclasses.asdict(dataclasses.replace(plain, **{field.name: "_other"}))
        )
    stray: Callable[[Any], object] = lambda one: dataclasses.replace(one, no_such_member=1)  # noqa: E731
    assert_same_error_with_a_hint(Pair(ours, plain), stray, TypeError)


if sys.version_info >= (3, 13):

    @each
    def test_copy_replace(pair: Pair) -> None:
        ours, plain = make_both(pair, everything=True)
        for field in dataclasses.fields(pair.plain):
            changes = {field.name: "_other"}
            assert copy.replace(ours, **changes) == dataclasses.replace(ours, **changes)
        assert_same_error_with_a_hint(Pair(ours, plain), lambda one: copy.replace(one, no_such_member=1), TypeError)


@each
def test_match_by_keyword(pair: Pair) -> None:
    for cls in pair:
        match make(cls, everything=True):
            case cls(unknown_fields=found):
                assert found == arguments(cls, everything=True)["unknown_fields"]
            case _:
                pytest.fail("did not match")


@each
def test_no_match_by_position(pair: Pair) -> None:
    def match_by_position(cls: Any) -> bool:
        match make(cls):
            case cls(_):
                return True
        return False

    assert_same_error(pair, match_by_position, TypeError)


@EVERYTHING
@each
def test_copies(pair: Pair, everything: bool) -> None:
    instance = make(pair.ours, everything=everything)
    for way, duplicate in COPIES.items():
        copied = duplicate(instance)
        assert copied == instance, way
        assert copied is not instance, way
        assert type(copied) is pair.ours, way


@each
def test_a_subclass_cannot_be_mutable(pair: Pair) -> None:
    assert_same_error(pair, lambda cls: dataclasses.dataclass(type("Mutable", (cls,), {})), TypeError)

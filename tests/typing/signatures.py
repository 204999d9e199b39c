"""The types in the public API as they are at run time, and where the schemas leave a type open."""

from __future__ import annotations

import collections.abc
import dataclasses
import inspect
import json
import re
import typing
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, Final

import typing_extensions

from acp_types import v2
from tests.conftest import ROOT

SURFACES: Final = {
    "acp_types.v1": "v1/schema.json",
    "acp_types.v1.unstable": "v1/schema.unstable.json",
    "acp_types.v2": "v2/schema.json",
    "acp_types.v2.unstable": "v2/schema.unstable.json",
}
"""Each surface with the schema that it is made from."""

_FOR_ALL_MEMBERS: Final = {"meta", "payload", "unknown_fields"}
"""Members that hold any JSON by their nature: the schemas' `_meta`, and what they do not know."""

_SAYS_A_TYPE: Final = {"$ref", "allOf", "anyOf", "const", "enum", "oneOf", "type"}
_CHECKERS_ONLY: Final = {"JsonValue": v2.JsonValue, "TypeForm": typing_extensions.TypeForm}
"""What some modules name for checkers alone."""


def hints(surface: str) -> Iterator[tuple[str, object]]:
    """Every type in the signature of something public, with the place that says it."""
    module = import_module(surface)
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value):
            yield from _of_class(name, value)
        elif isinstance(value, FunctionType):
            yield from _of_function(name, value)
        elif typing.get_args(value):
            yield name, value
    for part in ("_methods", "_capabilities"):  # constants, whose types only their modules know
        yield from _of_module(import_module(f"{surface}.{part}"))


def _of_module(module: ModuleType) -> Iterator[tuple[str, object]]:
    yield from typing.get_type_hints(module, include_extras=True).items()


def _of_class(name: str, cls: type) -> Iterator[tuple[str, object]]:
    for base in cls.__mro__:
        if not base.__module__.startswith("acp_types."):
            continue
        for member, hint in typing.get_type_hints(base, localns=_CHECKERS_ONLY, include_extras=True).items():
            if not member.startswith("_"):
                yield f"{name}.{member}", hint
        for member, value in vars(base).items():
            function = value.fget if isinstance(value, property) else value
            if isinstance(function, FunctionType) and not re.match(r"_(?!_)", member) and function.__annotations__:
                yield from _of_function(f"{name}.{member}", function)


def _of_function(name: str, function: FunctionType) -> Iterator[tuple[str, object]]:
    for parameter, hint in typing.get_type_hints(function, localns=_CHECKERS_ONLY, include_extras=True).items():
        yield f"{name}({parameter})", hint


def mentions_any(hint: object) -> bool:
    """Whether a type is `Any`, holds it, or is a generic that leaves its arguments open."""
    arguments = typing.get_args(hint)
    origin = typing.get_origin(hint)
    if hint is Any or (not arguments and hint in _GENERICS):
        return True
    if origin in (typing.Literal, typing_extensions.Literal):
        return False
    return any(mentions_any(each) for each in _flat(arguments))


_GENERICS: Final[tuple[object, ...]] = (
    *(dict, frozenset, list, set, tuple, type),
    *(collections.abc.Callable, collections.abc.Iterable, collections.abc.Mapping, collections.abc.Sequence),
)


def _flat(arguments: tuple[object, ...]) -> Iterator[object]:
    """The arguments of a generic; those of a callable come in a list."""
    for argument in arguments:
        if isinstance(argument, list):
            yield from argument
        elif argument is not ...:
            yield argument


def json_members(surface: str) -> set[tuple[str, str]]:
    """The members, by class, that hold any JSON: but for those that always do."""
    module = import_module(surface)
    schema = _definitions(surface)
    return {
        (name, field.name)
        for name in module.__all__
        if name in schema and dataclasses.is_dataclass(getattr(module, name))
        for field in dataclasses.fields(getattr(module, name))
        if field.name not in _FOR_ALL_MEMBERS and "JsonValue" in str(field.type)
    }


def json_members_of_schema(surface: str) -> set[tuple[str, str]]:
    """The members whose type the schema leaves open, by definition, named as Python names them."""
    module = import_module(surface)
    return {
        (name, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", wire).lower())
        for name, definition in _definitions(surface).items()
        if dataclasses.is_dataclass(getattr(module, name, None))
        for wire, schema in definition.get("properties", {}).items()
        if wire != "_meta" and _is_open(schema)
    }


def _is_open(schema: Any) -> bool:
    if schema is True or schema.get("additionalProperties") is True:
        return True
    return _SAYS_A_TYPE.isdisjoint(schema) or any(map(_is_open, schema.get("anyOf", ())))


def _definitions(surface: str) -> dict[str, Any]:
    text = (ROOT / "schema" / SURFACES[surface]).read_text(encoding="utf-8")
    definitions: dict[str, Any] = json.loads(text)["$defs"]
    return definitions

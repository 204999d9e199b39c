"""Hints: what to do about a mistake, at the end of an error's line. Loaded only when there is an error.

A hint names types, members and functions, never a value.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from types import UnionType
from typing import Any, Final, TypeGuard, Union, get_args, get_origin, get_type_hints

from .errors import Path, kind_of
from .json_value import is_mapping, is_object
from .lazy import module_of
from .model import Model
from .record import defaults_of, member_slots
from .unset import UNSET

_CLOSE: Final = 0.6
_SHOWN: Final = 6
"""How many member names a hint lists."""


def of_value(value: object, expected: str, *, is_whole: bool, module: str = "", item: str = "", other: str = "") -> str:
    """Why a value cannot be written, as far as its class shows.

    `is_whole` is whether the value is not part of another. `expected` is the expected type: `module` is the module of
    its classes, `item` the type of its items if it is an array, `other` the class of its unknown values if it is a
    string enum.
    """
    if hasattr(value, "__await__"):
        return "await it"
    if value is UNSET:
        return "UNSET is for members of a patch; this one needs a value"
    if value is None and is_whole:
        return f"a {expected} is required"
    if value is None:
        return "None is for optional members; this one needs a value"
    if isinstance(value, Model):
        return _of_object(value, expected, module, item)
    if module:
        return _in_place_of_an_object(value, expected)
    if item:
        return _in_place_of_an_array(value, item)
    if other and isinstance(value, str):
        return f'for a custom value use {other}("_...")'
    return next((hint for name, hint in _PLAIN_HINTS.items() if hasattr(value, name)), "")


_PLAIN_HINTS: Final = {
    "__fspath__": "use str(...)",
    "isoformat": "use its isoformat()",
    "_value_": "use its value",
    "decode": "decode it to text, or encode binary data as base64",
}
"""How to convert a path, a date, a member of an enum or bytes, by an attribute that identifies each."""


def _in_place_of_an_object(value: Any, expected: str) -> str:
    if is_mapping(value):
        return f"construct it with its class, or use decode({expected}, ...)"
    if isinstance(value, type):
        return f"create an instance: {value.__name__}(...)"
    if isinstance(value, bool) and "Capabilities" in expected:
        return f"use {expected}() if it is supported, None if not"
    return "construct it with its class" if isinstance(value, str) else ""


def _in_place_of_an_array(value: Any, item: str) -> str:
    if isinstance(value, str) or is_mapping(value):
        return f"pass a tuple of {item}"
    return "use tuple(...)" if hasattr(value, "__iter__") else ""


def _of_object(value: Model, expected: str, module: str, item: str) -> str:
    if expected == "JSON":
        return f"convert it with encode({type(value).__name__}, ...)"
    if item:
        return "wrap it in a tuple: (..., )"
    ours, theirs = surface_of(module), surface_of(type(value).__module__)
    return _of_surfaces(ours, theirs) or _of_holder(type(value), expected, ours)


def _of_holder(part: type, expected: str, surface: str) -> str:
    """What to wrap an object in, if the expected class has exactly one member that accepts it."""
    form = getattr(sys.modules.get(surface), expected, None)
    if not _is_record(form):
        return ""
    taking = [name for name, hint in get_type_hints(form).items() if part in (hint, *get_args(hint))]
    return f"wrap it in {expected}({taking[0]}=..., ...)" if len(taking) == 1 else ""


def _of_surfaces(ours: str, theirs: str) -> str:
    if ours and theirs and ours != theirs:
        return f"it is from {theirs}, expected one from {ours}: import both from one surface"
    return ""


def surface_of(module: str) -> str:
    """The surface that a private module of the package belongs to; empty for any other module."""
    surface, found, _ = module.partition("._")
    return surface if found else ""


def of_form(form: object, surface: str) -> str:
    """Why something is not a type that a surface reads."""
    if get_origin(form) is list:
        return "arrays are tuples, use tuple[..., ...]"
    if is_mapping(form) or isinstance(form, (str, bytes, Model)):
        return "the type comes first, then the value"
    if any(map(_is_message, (form, *get_args(form)))):
        return "messages are read with read_message and written with write_message"
    if _is_record(form):
        theirs = surface_of(form.__module__)
        return f"{surface} does not accept types of {theirs}: import both from one surface" if theirs else ""
    if get_origin(form) in (Union, UnionType):
        return "only unions that the surface defines can be used"
    return ""


def _is_record(form: object) -> TypeGuard[type[Model]]:
    """Whether a form is a record class. On Python 3.10 `list[int]` claims to be a class, but is not."""
    return Model in getattr(form, "__mro__", ())


def _is_message(form: object) -> bool:
    return _is_record(form) and form.__module__.endswith("._messages")


def of_reading(value: object, at: Path, *, is_text: bool) -> str:
    """Why a whole value does not fit, if it is the wrong kind of argument."""
    if at is None and not is_text and isinstance(value, (str, bytes, bytearray)):
        return "decode takes parsed JSON, use loads for text"
    if isinstance(value, Model):
        held = "pass the message's result or params"
        return held if _is_message(type(value)) else "it is already decoded"
    if not is_object(value) and hasattr(value, "__await__"):
        return "await it"
    if at is None and is_mapping(value) and "jsonrpc" in value and {"method", "result", "error"} & value.keys():
        return "this is a whole JSON-RPC message, read it with read_message"
    return ""


def of_text(value: Any) -> str:
    """What to pass to `loads` instead of something that is not text."""
    if hasattr(value, "__await__"):
        return "await it"
    if hasattr(value, "read"):
        return "pass the result of its read()"
    if callable(value) or get_args(value):
        return "the type comes first, then the text"
    return "it is already decoded" if isinstance(value, Model) else "use decode for parsed JSON"


def of_line(value: object) -> str:
    """What to pass to `read_message` instead of something that is not text."""
    return "await it" if hasattr(value, "__await__") else "read_message takes the line as received"


def of_message(value: object, module: str) -> str:
    """Why something is not a message. `module` has the surface's message classes."""
    if is_mapping(value):
        return "use json.dumps for a dict"
    if hasattr(value, "__await__"):
        return "await it"
    ours, theirs = surface_of(module), surface_of(type(value).__module__)
    return "wrap it in one of them" if ours == theirs else _of_surfaces(ours, theirs)


def of_received(value: object, module: str) -> str:
    """Why a conversation does not accept something as a message. `module` has the surface's message classes."""
    if isinstance(value, Model):
        return _of_surfaces(surface_of(module), surface_of(type(value).__module__))
    return "await it" if hasattr(value, "__await__") else "read it with read_message"


def of_update(cls: type, ours: str, theirs: str) -> str:
    """Why a session does not accept an object of this class as an update. `ours` and `theirs` are surfaces."""
    if issubclass(cls, Mapping):
        return "read it with decode(SessionUpdate, ...)"
    if issubclass(cls, Model) and hasattr(cls, "update"):
        return "pass its update"
    return _of_surfaces(ours, theirs)


def of_name(name: str, module: str) -> str:
    """Where to find a name that a surface does not have. A package with a single surface has no other place."""
    try:
        homes: Mapping[str, Sequence[str]] = module_of(".._homes", __package__ or "").HOMES
    except ModuleNotFoundError:
        return ""
    near = [home for home in homes.get(name, ()) if home.startswith(f"{module}.")]
    return f"it is in {[*near, *homes[name]][0]}" if name in homes else ""


def of_method(name: str, known: Iterable[str]) -> str:
    """The method that was probably meant."""
    import difflib

    close = difflib.get_close_matches(name, list(known), 1, _CLOSE)
    return f"did you mean {close[0]!r}?" if close else ""


def of_kind(*, is_request: bool) -> str:
    """The whole error for a request with the name of a notification, or the other way round."""
    if is_request:
        return "$.method: expected the name of a request, got that of a notification: write Notification(...), without an id"
    return "$.method: expected the name of a notification, got that of a request: write Request(id=..., ...)"


def of_version(version: str) -> str:
    """Why a member may be missing that the other version of the protocol does not require."""
    return f"ACP {version} does not require it; is this a {version} message?" if version else ""


def of_arguments(cls: Any, given: Iterable[str], *, positional: bool) -> str:
    """Why a record class cannot be constructed with these arguments."""
    members = list(member_slots(cls))
    if positional:
        defaults = defaults_of(cls)
        shown = [member for member in members if member not in defaults] or members[:1]
        more = ["..."] if len(members) > len(shown) else []
        return f"write {cls.__qualname__}({', '.join([*(f'{member}=...' for member in shown), *more])})"
    strays = [argument for argument in given if argument not in members]
    return _of_stray(strays[0], members, _constants_of(cls)) if strays else ""


def of_assignment(cls: Any, name: str) -> str:
    """What to do instead of assigning to a member of a record, which is frozen."""
    members = list(member_slots(cls))
    if name in members:
        return f"use dataclasses.replace(..., {name}=...) for a changed copy"
    return _of_stray(name, members, _constants_of(cls))


def _of_stray(stray: str, known: Sequence[str], tags: Iterable[str]) -> str:
    """What to write instead of an unknown member name. `known` are the members, `tags` the tag constants."""
    if stray in tags or _snake_case(stray) in tags:
        return "the class sets it, leave it out"
    meant = _member_meant(_snake_case(stray), known)
    if meant:
        return f"did you mean {meant}?"
    listed = ", ".join(known[:_SHOWN]) + (", ..." if len(known) > _SHOWN else "")
    return f"members are {listed}; put custom ones into unknown_fields{' or meta' if 'meta' in known else ''}"


def _member_meant(name: str, known: Sequence[str]) -> str:
    if name in known:
        return name
    import difflib

    last_word = name.rpartition("_")[2]
    close = difflib.get_close_matches(name, known, 1, _CLOSE) or [member for member in known if member == last_word]
    return close[0] if close else ""


def _snake_case(name: str) -> str:
    """The member name for a wire name: `sessionId` -> `session_id`, `_meta` -> `meta`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.lstrip("_")).lower()


def of_outcome(handler: object, method: str, side: str, outcome: object, *, sync: bool) -> str:
    """The whole error for an unusable return value of a handler's method."""
    name = f"{type(handler).__name__}.{method}"
    if sync:
        return f"{name}: expected a result, got {kind_of(outcome)}: await dispatch_to_{side}, or write def"
    return f"{name}: expected a coroutine, got {kind_of(outcome)}: write async def, or use sync_dispatch_to_{side}"


def of_call(handler: Any, name: str, method: Any, count: int, *, sync: bool) -> str:
    """The whole error for a handler's method that cannot be called with `count` arguments; empty if it can."""
    expected = ("method", "params")[-count:]
    taken = _taken(method, count)
    if not taken:
        return ""
    cls = handler if isinstance(handler, type) else type(handler)
    line = f"{cls.__name__}.{name}: expected ({', '.join(expected)}), got {taken}"
    if cls is handler:
        return f"{line}: pass {cls.__name__}() as the handler"
    return f"{line}: write {'' if sync else 'async '}def {name}({', '.join(('self', *expected))})"


def _taken(method: Any, count: int) -> str:
    """The parameters of a method that does not accept `count` arguments, or its kind if it is not callable."""
    import inspect

    if not callable(method):
        return kind_of(method)
    try:
        signature = inspect.signature(method)
    except (TypeError, ValueError):
        return ""
    try:
        signature.bind(*range(count))
    except TypeError:
        return f"({', '.join(signature.parameters)})"
    return ""


def with_hint(error: str, hint: str) -> str:
    """An error's line with its hint."""
    return f"{error}: {hint}" if hint else error


def _constants_of(cls: Any) -> list[str]:
    """The tag constants of a class: `type`, `session_update`."""
    return [
        name
        for base in cls.__mro__
        for name, annotation in base.__dict__.get("__annotations__", {}).items()
        if str(annotation).startswith("ClassVar") and not name.startswith("_")
    ]

"""What to do about a mistake: the last words of an error. Asked only when something has gone wrong already.

A hint names types, members and functions, never a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, get_args, get_origin

from .errors import Path, kind_of
from .json_value import is_mapping, is_object
from .model import Model
from .unset import UNSET

_CLOSE: Final = 0.6
_SHOWN: Final = 6
"""How many member names a hint lists."""


def of_value(value: object, expected: str, *, is_whole: bool, module: str = "", item: str = "", other: str = "") -> str:
    """Why a value cannot be written, as far as it can be told from its class.

    `is_whole` is whether it is no part of another, `expected` the type that is asked for: `module` is the module of its classes, `item` its items' type where it is an
    array, `other` the class of its unknown values where it is a set of strings.
    """
    if hasattr(value, "__await__"):
        return "await it"
    if value is UNSET:
        return "UNSET is for members of a patch; this one needs a value"
    if value is None and is_whole:
        return f"a {expected} is needed"
    if value is None:
        return "None is for optional members; this one needs a value"
    if isinstance(value, Model):
        return _of_object(value, module, item)
    if module and is_mapping(value):
        return f"make it with its class, or read it with decode({expected}, ...)"
    if item and (isinstance(value, str) or is_mapping(value)):
        return f"write a tuple of {item}"
    if other and isinstance(value, str):
        return f'for a value of your own write {other}("_...")'
    return ""


def _of_object(value: Model, module: str, item: str) -> str:
    if item:
        return "put it into a tuple: (..., )"
    return _of_surfaces(surface_of(module), surface_of(type(value).__module__))


def _of_surfaces(ours: str, theirs: str) -> str:
    if ours and theirs and ours != theirs:
        return f"it is of {theirs}, and this takes those of {ours}: import both from one surface"
    return ""


def surface_of(module: str) -> str:
    """The surface that a private module of the package belongs to; nothing for any other module."""
    surface, found, _ = module.partition("._")
    return surface if found else ""


def of_form(form: object, surface: str) -> str:
    """Why something is no type that a surface reads."""
    if get_origin(form) is list:
        return "arrays are tuples here, write tuple[..., ...]"
    if is_mapping(form) or isinstance(form, (str, bytes, Model)):
        return "the type comes first, then the value"
    if isinstance(form, type) and issubclass(form, Model):
        theirs = surface_of(form.__module__)
        if theirs == surface:
            return "messages are read with read_message"
        return f"{surface} does not read the types of {theirs}: import both from one surface" if theirs else ""
    if get_args(form):
        return "of unions only those that the surface has a name for can be read"
    return ""


def of_reading(value: object, at: Path, *, is_text: bool) -> str:
    """Why a whole value does not fit, where it is not the value that was meant."""
    if at is None and not is_text and isinstance(value, (str, bytes, bytearray)):
        return "decode takes parsed JSON, for text there is loads"
    if isinstance(value, Model):
        return "it is read already"
    if not is_object(value) and hasattr(value, "__await__"):
        return "await it"
    if at is None and is_mapping(value) and "jsonrpc" in value and {"method", "result", "error"} & value.keys():
        return "this is a whole JSON-RPC message, read it with read_message"
    return ""


def of_message(value: object, module: str) -> str:
    """Why something is no message: `module` is the module of the surface's."""
    if is_mapping(value):
        return "a dict is written with json.dumps"
    return _of_surfaces(surface_of(module), surface_of(type(value).__module__))


def of_method(name: str, known: Iterable[str]) -> str:
    """Which method was meant."""
    import difflib

    close = difflib.get_close_matches(name, list(known), 1, _CLOSE)
    return f"did you mean {close[0]!r}?" if close else ""


def of_version(version: str) -> str:
    """Why a member is missing that the other version of the protocol does not ask for."""
    return f"ACP {version} does not require it; is this a message of {version}?" if version else ""


def of_arguments(
    name: str, members: Iterable[str], tags: Iterable[str], given: Iterable[str], *, positional: bool
) -> str:
    """Why a class cannot be made of these arguments."""
    known = list(members)
    if positional:
        more = ", ..." if len(known) > 1 else ""
        return f"write {name}({known[0]}=...{more})" if known else f"{name} has no members"
    strays = [argument for argument in given if argument not in known]
    if not strays:
        return ""
    stray = strays[0]
    if stray in tags or _snake_case(stray) in tags:
        return "the class sets it, leave it out"
    meant = _snake_case(stray)
    if meant not in known:
        import difflib

        close = difflib.get_close_matches(meant, known, 1, _CLOSE)
        if not close:
            listed = ", ".join(known[:_SHOWN]) + (", ..." if len(known) > _SHOWN else "")
            return f"members are {listed}; one of your own goes into unknown_fields or meta"
        meant = close[0]
    return f"did you mean {meant}?"


def _snake_case(name: str) -> str:
    """A wire name as a member is called: `sessionId` -> `session_id`, `_meta` -> `meta`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.lstrip("_")).lower()


def of_outcome(handler: object, method: str, side: str, outcome: object, *, sync: bool) -> str:
    """Why what a handler's method gave is of no use: the whole error."""
    name = f"{type(handler).__name__}.{method}"
    if sync:
        return f"{name}: expected a result, got {kind_of(outcome)}: await dispatch_to_{side}, or write def"
    return f"{name}: expected a coroutine, got {kind_of(outcome)}: write async def, or use sync_dispatch_to_{side}"


def with_hint(error: str, hint: str) -> str:
    """An error's line with what to do about it."""
    return f"{error}: {hint}" if hint else error


def constants_of(cls: Any) -> list[str]:
    """The tag constants of a class: `type`, `session_update`."""
    return [
        name
        for base in cls.__mro__
        for name, annotation in base.__dict__.get("__annotations__", {}).items()
        if str(annotation).startswith("ClassVar") and not name.startswith("_")
    ]

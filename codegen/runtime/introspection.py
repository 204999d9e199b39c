"""Introspection of record classes for `dataclasses` and `inspect`. Imported lazily."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any, Final

from .record import Defaulted, Factory, annotations_of, defaults_of, member_slots

_STAND_IN: Final = {"__doc__": "Has no other use."}
"""dataclass() gives a class without a docstring its signature as one, using a parser that is slow and, up to
Python 3.12, not thread-safe."""


def fields_and_params(record: type) -> tuple[dict[str, Any], Any]:
    """`__dataclass_fields__` and `__dataclass_params__`, made by the standard decorator for an equivalent class."""
    body: dict[str, Any] = {**_STAND_IN, "__module__": record.__module__, "__annotations__": annotations_of(record)}
    plain: dict[str, object] = {}
    for name, default in defaults_of(record).items():
        if isinstance(default, Factory):
            body[name] = dataclasses.field(default_factory=default.make)
        else:
            body[name] = None
            plain[name] = default
    decorate = dataclasses.dataclass(init=False, repr=False, eq=False, match_args=False, kw_only=True)
    stand_in: Any = decorate(type(record.__name__, (), body))
    fields: dict[str, Any] = stand_in.__dataclass_fields__
    for name, default in plain.items():
        fields[name].default = default  # only now: Python 3.10 refuses `EMPTY`, as it does any dict
    return fields, _sample().__dataclass_params__


def _sample() -> Any:
    """A class created with the options in the generated source."""
    options = {"frozen": True, "kw_only": True}
    plain: Any = dataclasses.dataclass(type("_", (), {**_STAND_IN}))
    if hasattr(plain.__dataclass_params__, "slots"):
        options["slots"] = True
    return dataclasses.dataclass(**options)(type("_", (), {**_STAND_IN}))


def signature_of(record: type) -> inspect.Signature:
    """`__signature__`, made from the annotations, because the run-time constructor has different defaults."""
    annotations, defaults = annotations_of(record), defaults_of(record)
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=_shown_default(slot, defaults.get(name, inspect.Parameter.empty)),
                annotation=annotations[name],
            )
            for name, slot in member_slots(record).items()
        ],
        return_annotation=None,
    )


def _shown_default(slot: object, default: object) -> object:
    return slot.default if isinstance(slot, Defaulted) else default

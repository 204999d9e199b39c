"""cattrs support for the types of a surface.

    register(converter, acp)

reads and writes every class, union and enum of the surface like `decode` and `encode`, including optional ones.
"""

import json
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Protocol, Union, get_args

from acp_types._runtime.codec import Forms
from acp_types._runtime.nodes import Boolean, Integer, Number, String

__all__ = ["Converter", "register"]


class Converter(Protocol):
    """The part of a cattrs converter that is used here."""

    def register_structure_hook_factory(
        self, predicate: Callable[[object], bool], factory: Callable[[object], Callable[[object, object], object]], /
    ) -> object:
        """Read types selected by a predicate with functions made by a factory."""

    def register_unstructure_hook_factory(
        self, predicate: Callable[[object], bool], factory: Callable[[object], Callable[[object], object]], /
    ) -> object:
        """Write types selected by a predicate with functions made by a factory."""


def register(converter: Converter, surface: ModuleType) -> None:
    """Make a cattrs converter read and write the types of a surface with the surface's codec.

    The converter still handles strings and numbers. A value that does not fit raises `DecodeError`. Messages are
    written, but not read, because reading needs the sender.
    """
    forms: Forms = import_module(f"{surface.__name__}._wire").forms()

    messages = (surface.Message, *get_args(surface.Message))  # not a set: not every form is hashable

    def owns(form: object) -> bool:
        return _is_ours(forms, form) or _is_ours(forms, _without_none(form))

    def is_message(form: object) -> bool:
        return _without_none(form) in messages

    def reader(form: object) -> Callable[[object, object], object]:
        if _is_ours(forms, form):
            return lambda value, form: surface.decode(form, value)
        inner = _without_none(form)
        return lambda value, _form: None if value is None else surface.decode(inner, value)

    def writer(form: object) -> Callable[[object], object]:
        if _is_ours(forms, form):
            return lambda value: surface.encode(form, value)
        inner = _without_none(form)
        return lambda value: None if value is None else surface.encode(inner, value)

    def message(value: object, form: object) -> object:
        if not isinstance(value, get_args(surface.Message)) and (value is not None or form in messages):
            raise TypeError("read JSON with read_message, which takes the sender")
        return value

    def written(value: object) -> object:
        return None if value is None else json.loads(surface.write_message(value))

    converter.register_structure_hook_factory(owns, reader)
    converter.register_unstructure_hook_factory(owns, writer)
    converter.register_structure_hook_factory(is_message, lambda _form: message)
    converter.register_unstructure_hook_factory(is_message, lambda _form: written)


def _is_ours(forms: Forms, form: object) -> bool:
    try:
        node = forms.nodes.get(form)
    except TypeError:  # not hashable
        return False
    return node is not None and not isinstance(node, (String, Integer, Number, Boolean))


def _without_none(form: object) -> object:
    """`X` of `X | None`; anything else unchanged."""
    arms = get_args(form)
    if type(None) not in arms or len(arms) < 2 or getattr(form, "__origin__", Union) is not Union:
        return form
    return Union[tuple(arm for arm in arms if arm is not type(None))]

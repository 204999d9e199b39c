"""cattrs, reading into the standard dataclasses with code that it writes for them, and the standard json."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_tagged_union

from . import Code
from . import dataclass_models as models

converter = make_converter(detailed_validation=False, omit_if_default=True)


def names(cls: Any) -> Any:
    """What each member is called on the wire."""
    return {field.name: override(rename=models.wire_name(field.name)) for field in fields(cls)}


def structure(cls: Any) -> Callable[..., Any]:
    made: Callable[..., Any] = make_dict_structure_fn(cls, converter, _cattrs_detailed_validation=False, **names(cls))
    return made


def unstructure(cls: Any) -> Callable[..., Any]:
    made: Callable[..., Any] = make_dict_unstructure_fn(cls, converter, _cattrs_omit_if_default=True, **names(cls))
    return made


def configure() -> None:
    converter.register_structure_hook_factory(is_dataclass, structure)
    converter.register_unstructure_hook_factory(is_dataclass, unstructure)
    for union, tag in (
        (models.ContentBlock, "type"),
        (models.ToolCallContent, "type"),
        (models.SessionUpdate, "sessionUpdate"),
    ):

        def tag_of(cls: Any, tag: str = tag) -> Any:
            return next(field.default for field in fields(cls) if models.wire_name(field.name) == tag)

        configure_tagged_union(union, converter, tag_name=tag, tag_generator=tag_of)


configure()


def decoding(form: str) -> Code:
    return Code("converter.loads(text, form)", converter=converter, form=getattr(models, form))


def encoding(form: str) -> Code:  # noqa: ARG001  (the object knows)
    return Code("converter.dumps(value)", converter=converter)


def structuring(form: str) -> Code:
    return Code("converter.structure(plain, form)", converter=converter, form=getattr(models, form))


def unstructuring(form: str) -> Code:  # noqa: ARG001  (the object knows)
    return Code("converter.unstructure(value)", converter=converter)


def describing() -> None:
    """Nothing: only its slower mode knows where an error is."""


def building() -> None:
    """Nothing: the classes are the standard library's."""

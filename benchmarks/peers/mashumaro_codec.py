"""mashumaro, reading into the standard dataclasses with code that it writes for them, and the standard json."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Annotated, Any

from mashumaro.codecs import BasicDecoder, BasicEncoder
from mashumaro.codecs.json import JSONDecoder, JSONEncoder
from mashumaro.config import BaseConfig
from mashumaro.dialect import Dialect
from mashumaro.types import Discriminator

from . import Code
from . import dataclass_models as models


class Compact(Dialect):  # type: ignore[misc]
    """Names as on the wire, nothing written for None."""

    serialize_by_alias = True
    omit_none = True


def tagged(union: Any, tag: str) -> Any:
    """The union, told apart by a member: mashumaro would try one class after the other."""

    def tag_of(cls: Any) -> Any:
        return next(field.default for field in fields(cls) if models.wire_name(field.name) == tag)

    return Annotated[union, Discriminator(field=tag, include_supertypes=True, variant_tagger_fn=tag_of)]


def configure() -> None:
    """Give mashumaro what it looks for: a `Config` in each class, the discriminators in the annotations."""
    classes: list[Any] = [value for value in vars(models).values() if isinstance(value, type) and is_dataclass(value)]
    for cls in classes:
        aliases = {field.name: models.wire_name(field.name) for field in fields(cls)}
        cls.Config = type("Config", (BaseConfig,), {"aliases": aliases})
    vars(models).update(
        ContentBlock=tagged(models.ContentBlock, "type"),
        ToolCallContent=tagged(models.ToolCallContent, "type"),
        SessionUpdate=tagged(models.SessionUpdate, "sessionUpdate"),
    )


configure()


def decoding(form: str) -> Code:
    return Code("decoder.decode(text)", decoder=JSONDecoder(getattr(models, form), default_dialect=Compact))


def encoding(form: str) -> Code:
    return Code("encoder.encode(value)", encoder=JSONEncoder(getattr(models, form), default_dialect=Compact))


def structuring(form: str) -> Code:
    return Code("decoder.decode(plain)", decoder=BasicDecoder(getattr(models, form), default_dialect=Compact))


def unstructuring(form: str) -> Code:
    return Code("encoder.encode(value)", encoder=BasicEncoder(getattr(models, form), default_dialect=Compact))


def describing() -> None:
    """Nothing: its errors name the outermost member only."""


def building() -> None:
    """Nothing: the classes are the standard library's."""

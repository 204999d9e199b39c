"""What a method takes and answers."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Receiver: TypeAlias = Literal["agent", "client", "proxy", "protocol"]
Kind: TypeAlias = Literal["request", "notification"]
MethodKey: TypeAlias = tuple[Receiver, Kind, str]
"""One name can be a request one way and a notification the other, so a name alone finds no method."""


class MethodTypes(NamedTuple):
    """The types of a method's params and result, as `decode` takes them."""

    params: object
    result: object | None
    """None for a notification."""

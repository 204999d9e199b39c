"""The surfaces as the checker needs them, each imported when the first message asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Final, NamedTuple

from ..codec import Forms
from ..methods import MethodKey, MethodTypes
from ..negotiation import Version

SURFACES: Final = ("v1", "v1.unstable", "v2", "v2.unstable")


class Surface(NamedTuple):
    """One surface: its tables, and the types that stand in messages of every method."""

    name: str
    methods: Mapping[MethodKey, MethodTypes]
    forms: Forms
    error: object
    request_id: object


@lru_cache(maxsize=None)
def load_surface(name: str) -> Surface:
    module = import_module(f"...{name}", __package__)
    forms: Forms = import_module("._codec", module.__name__).FORMS
    methods: Mapping[MethodKey, MethodTypes] = import_module("._methods", module.__name__).METHODS
    return Surface(name, methods, forms, module.Error, module.RequestId)


class Protocol(NamedTuple):
    """What the user said about the protocol."""

    name: str | None = None
    """The surface that all messages are read with; None to follow what each trace negotiates."""
    unstable: bool = False
    """Whether to follow with the unstable surfaces."""

    def surface(self, version: Version) -> Surface:
        return load_surface(self.name or f"v{version}{'.unstable' if self.unstable else ''}")

"""Module attributes that are loaded when they are first asked for (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping


def lazy_names(module: str, homes: Mapping[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module: `homes` says in which module, relative to it, each name stands."""

    def __getattr__(name: str) -> object:  # noqa: N807  (it becomes the module's)
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(home, module), name)
        setattr(sys.modules[module], name, value)
        return value

    def __dir__() -> list[str]:  # noqa: N807  (it becomes the module's)
        return sorted({*vars(sys.modules[module]), *homes})

    return __getattr__, __dir__

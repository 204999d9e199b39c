"""A table whose entries are loaded when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any


class LazyTable(dict[object, Any]):
    """A table of what other modules define: each entry is loaded when it is first asked for, by `table[key]` or `get`."""

    __slots__ = ("_homes", "_package")

    def __init__(self, package: str, homes: Mapping[object, str], known: Mapping[object, Any] = {}) -> None:  # noqa: B006
        """`homes` says of each key in which module, relative to the package, and under which name it is defined."""
        super().__init__(known)
        self._package = package
        self._homes = {**dict.fromkeys(known, ""), **homes}

    def __missing__(self, key: object) -> Any:
        module, _, name = self._homes[key].rpartition(".")
        return self.setdefault(key, getattr(import_module(module, self._package), name))

    def get(self, key: object, default: Any = None) -> Any:
        return self[key] if key in self._homes else default

    def __contains__(self, key: object) -> bool:
        return key in self._homes

    def __iter__(self) -> Iterator[object]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)

"""Lazy imports: attributes of a module (PEP 562), and entries of a table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .json_value import kind


def load(module: str) -> Any:
    """A sibling module, imported lazily and by name, so that type checkers do not follow."""
    return module_of(f".{module}", __package__ or "")


def module_of(name: str, package: str) -> Any:
    """Like `importlib.import_module` with a relative name, without importing `importlib`."""
    absolute = name.lstrip(".")
    level = len(name) - len(absolute)
    return __import__(absolute, {"__package__": package}, None, ("__name__",), level)


def lazy_names(
    module: str,
    homes: Mapping[str, str],
    old_names: Mapping[str, tuple[str, str]] = {},
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module. `homes` has the module of each name, relative to this one.

    `old_names` are deprecated: each has its new name, and the version of the package that removes it.
    """

    def __getattr__(name: str) -> object:  # noqa: N807  (it becomes the module's)
        home = homes.get(name)
        if home is None:
            if name in old_names:
                new, until = old_names[name]
                return _renamed(module, name, new, until)
            raise _no_name(module, name)
        value = getattr(module_of(home, module), name)
        setattr(sys.modules[module], name, value)
        return value

    def __dir__() -> list[str]:  # noqa: N807  (it becomes the module's)
        return sorted({*vars(sys.modules[module]), *homes})

    return __getattr__, __dir__


def _no_name(module: str, name: str) -> AttributeError:
    """The error for a name that a module does not have. Python adds similar names, because the module is passed."""
    line = f"module {module!r} has no attribute {name!r}"
    if not name.startswith("_"):  # tools look for those, and would load the hints needlessly
        hints = load("hints")
        line = hints.with_hint(line, hints.of_name(name, module))
    return AttributeError(line, name=name, obj=sys.modules[module])


def _renamed(module: str, old: str, new: str, until: str) -> object:
    """The object of an old name. It is not stored in the module, so that each place that uses it gets a warning."""
    from warnings import warn

    message = f"{module}.{old} is now {module}.{new}; the old name will be removed in {until}"
    warn(message, DeprecationWarning, stacklevel=3)  # the caller of __getattr__
    return getattr(sys.modules[module], new)


def found(home: str, package: str) -> Any:
    """A definition of a module. `home` is the module, relative to the package, and the name."""
    module, _, name = home.rpartition(".")
    return getattr(module_of(module, package), name)


class Later:
    """A function of another module, which is imported on the first call.

    It then replaces itself with the function, in the module and in the module's tables, so that the next call is as
    fast as any.
    """

    __slots__ = ("_scope", "home")

    def __init__(self, home: str, scope: dict[str, Any]) -> None:
        """`home` is as in `found`, relative to the package of the module whose globals are `scope`."""
        self.home = home
        self._scope = scope

    def __call__(self, *values: Any) -> Any:
        function = found(self.home, self._scope["__package__"])
        tables: list[dict[Any, Any]] = [value for value in list(self._scope.values()) if type(value) is dict]
        for table in (self._scope, *tables):
            for key, entry in list(table.items()):
                parts: tuple[Any, ...] = entry if kind(entry) is tuple else ()
                if entry is self:
                    table[key] = function
                elif self in parts:
                    table[key] = tuple([function if part is self else part for part in parts])
        return function(*values)


class LazyTable(dict[object, Any]):
    """A table of definitions of other modules. Each entry is loaded on first access by `table[key]` or `get`."""

    __slots__ = ("_homes", "_package")

    def __init__(self, module: str, homes: Mapping[object, str]) -> None:
        """`homes` has the module and name of each key, relative to the package of this module."""
        super().__init__()
        self._package = module.rpartition(".")[0]
        self._homes = homes

    def __missing__(self, key: object) -> Any:
        return self.setdefault(key, found(self._homes[key], self._package))

    def get(self, key: object, default: Any = None) -> Any:
        return self[key] if key in self._homes else default

    def __contains__(self, key: object) -> bool:
        return key in self._homes

    def __iter__(self) -> Iterator[object]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)

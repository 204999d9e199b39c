"""The base of all nodes of the reference codec, and the state of one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import errors
from .errors import Path, Rule, format_path
from .lazy import found


class Reader:
    """The options of one `decode` call, and its leniency so far."""

    __slots__ = ("issues", "strict")

    def __init__(self, *, strict: bool) -> None:
        self.strict: bool = strict
        self.issues: list[tuple[Path, Rule, Any]] = []

    def note(self, path: Path, rule: Rule, value: object) -> None:
        self.issues.append((path, rule, value))

    def report(self, on_issue: Callable[[errors.Issue], object]) -> None:
        for path, rule, value in self.issues:
            on_issue(errors.Issue(format_path(path), rule, value))


class Node:
    """One type of the protocol."""

    __slots__ = ("expected",)

    expected: str
    """How an error names this type."""

    def decode(self, value: Any, path: Path, reader: Reader) -> Any:
        """Return the typed value. Raises `DecodeError`."""
        raise NotImplementedError

    def encode(self, value: Any, path: Path) -> Any:
        """Return the JSON value. Raises `TypeError` if `value` is not of this type."""
        raise NotImplementedError

    def owns(self, value: object) -> bool:
        """Whether `value` is a typed value of this type, judged by its class."""
        raise NotImplementedError


class LaterNode(Node):
    """A node of another topic, which is loaded when it is first needed."""

    __slots__ = ("_home", "_package")

    def __init__(self, home: str, module: str) -> None:
        """`home` is as in `lazy.found`, relative to the package of `module`."""
        self._home = home
        self._package = module.rpartition(".")[0]

    def load(self) -> Any:
        return found(self._home, self._package)

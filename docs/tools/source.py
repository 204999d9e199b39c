"""The Python that creates a typed value: `acp.TextContent(text="Hello")`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from codegen.model import Alias, Array, Enum, Map, Record, Ref, Shape, Surface, Union
from codegen.spelling.python import Spelling, is_codes

WIDTH = 46
"""The width of Python next to its JSON."""

_BETWEEN = "\n# --- the next example ---\n"

PLAIN = (str, int, float, bool, tuple, dict)
"""A value that is not an object of the protocol."""


class Source:
    """Writes the values of one surface."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.spelling = Spelling(surface)

    def of(self, name: str, value: Any) -> str:
        """A value of an item."""
        item = self.surface.items[name]
        if isinstance(item, Alias):
            inner = self.shape(item.shape, value)
            return f"acp.{name}({inner})" if item.distinct else inner
        if isinstance(item, Enum):
            return self._enum(item, value)
        if isinstance(item, Union) and not isinstance(value, PLAIN):
            return self._record(value)
        if isinstance(item, Union):
            return self._untyped(item, value)
        return self._record(value)

    def shape(self, shape: Shape, value: Any) -> str:
        """A value of a shape."""
        if value is None:
            return "None"
        if isinstance(shape, Ref):
            return self.of(shape.name, value)
        if isinstance(shape, Array):
            items = [self.shape(shape.item, item) for item in value]
            return f"({', '.join(items)},)" if items else "()"
        if isinstance(shape, Map):
            pairs = [f"{key!r}: {self.shape(shape.value, item)}" for key, item in value.items()]
            return f"{{{', '.join(pairs)}}}"
        return repr(value)

    def _enum(self, item: Enum, value: Any) -> str:
        if is_codes(item):
            return next((f"acp.{item.name}.{known.name}" for known in item.values if known.value == value), repr(value))
        known = any(value == known.value for known in item.values)
        return repr(str(value)) if known else f"acp.{item.other}({str(value)!r})"

    def _untyped(self, item: Union, value: Any) -> str:
        """A variant that is not an object: the first that fits."""
        for variant in item.variants:
            if _fits(variant.shape, value):
                return self.shape(variant.shape, value)
        raise ValueError(f"{item.name}: no variant for an example of {type(value).__name__}")

    def _record(self, value: Any) -> str:
        record = self.surface.items[type(value).__name__]
        assert isinstance(record, Record)
        given = dict(value.__getstate__())
        arguments = [
            f"{member.name}={self.shape(member.shape, given[member.name])}"
            for member in self.spelling.all_fields(record)
            if member.name in given and not _is_default(member.required, given[member.name])
        ]
        scope = self.spelling.scope_of(record)
        if scope:
            arguments.append(f"{scope.name}={self._record(given[scope.name])}")
        arguments += [f"{name}={dict(given[name])!r}" for name in ("payload", "unknown_fields") if given.get(name)]
        return f"acp.{record.name}({', '.join(arguments)})"


def _fits(shape: Shape, value: Any) -> bool:
    """Whether a plain value can have a shape: a named type is assumed to be a string."""
    if isinstance(value, tuple):
        return isinstance(shape, Array)
    kinds = {str: "string", bool: "boolean", int: "integer", float: "number"}
    return getattr(shape, "kind", "string") in ("json", kinds.get(type(value)))


def _is_default(required: bool, value: Any) -> bool:
    """Whether a member may be left out: absent ones are stored as `None` or `UNSET`, which is falsy."""
    return not required and (value is None or type(value).__name__ == "UnsetType")


def format_all(sources: Sequence[str]) -> list[str]:
    """Format many pieces of Python, in one run."""
    options = ["--isolated", "--no-cache", f"--line-length={WIDTH}", "--stdin-filename=examples.py", "-"]
    command = [sys.executable, "-m", "ruff", "format", *options]
    text = _BETWEEN.join(sources)
    done = subprocess.run(command, input=text, capture_output=True, check=True, encoding="utf-8")
    return [piece.strip("\n") for piece in done.stdout.split(_BETWEEN.strip("\n"))]

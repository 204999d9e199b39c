"""What reads and writes the types of one surface, in outline: as its methods and messages see it.

The reference codec itself is loaded when it is first asked for, and no type checker has to: that would be a third of what
a user's program costs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .errors import Issue, Path
from .node import Node


class WireModule(Protocol):
    """The `_wire` module of a surface: what is plainly right it reads and writes faster than the reference codec."""

    def decode(
        self, form: Any, value: object, *, strict: bool = False, on_issue: Callable[[Issue], object] | None = None
    ) -> Any:
        """Read a parsed value."""
        ...

    def encode(self, form: Any, value: Any) -> Any:
        """Write a typed value as plain JSON."""
        ...

    def forms(self) -> SurfaceCodec:
        """The reference codec, and the table of all types in it."""
        ...

    def readers(self) -> Mapping[object, Callable[[object], Any]]:
        """By type what reads a value that is plainly right, and raises at any other."""
        ...

    def writers(self) -> Mapping[object, Callable[[object], str]]:
        """By type what writes a value that is plainly right as JSON text, and raises at any other."""
        ...


class SurfaceCodec(Protocol):
    """The reference codec of one surface; `codec.Forms` is one."""

    @property
    def nodes(self) -> Mapping[object, Node]:
        """How each type stands on the wire."""
        ...

    def decode(
        self,
        form: object,
        value: object,
        strict: bool = False,
        on_issue: Callable[[Issue], object] | None = None,
        at: Path = None,
    ) -> Any:
        """Read a parsed value; `at` is where it stands in a larger one, which does not nest deeply."""
        ...

    def loads(
        self,
        form: object,
        text: str | bytes | bytearray,
        strict: bool = False,
        on_issue: Callable[[Issue], object] | None = None,
    ) -> Any:
        """Read JSON text."""
        ...

    def read(self, form: object, value: object) -> Any:
        """Read a parsed value that does not nest deeply."""
        ...

    def read_scanned(self, form: object, text: str, value: object) -> Any:
        """Read what a text holds, as `text.scan` gives it."""
        ...

    def encode(self, form: object, value: object, at: Path = None) -> Any:
        """Write a typed value as plain JSON; `at` is where it stands in a larger one."""
        ...

    def dumps(self, form: object, value: object) -> str:
        """Write a typed value as one line of JSON text."""
        ...

    def find_node(self, form: object) -> Node:
        """The node of a type of this surface, or of a tuple of such: `tuple[ContentBlock, ...]`."""
        ...

    def reads_empty_object(self, form: object) -> bool:
        """Whether `{}` is a value of a type, so that a result of null may be read as that."""
        ...

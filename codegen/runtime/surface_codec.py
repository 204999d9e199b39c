"""The interface of a surface's codec, as used by its methods and messages.

The reference codec itself is imported lazily, and type checkers do not load it: that would be a third of the cost of
checking a user's program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .errors import Issue, Path
from .node import Node


class WireModule(Protocol):
    """The `_wire` module of a surface, which reads and writes ordinary values faster than the reference codec."""

    def decode(
        self, form: Any, value: object, *, strict: bool = False, on_issue: Callable[[Issue], object] | None = None
    ) -> Any:
        """Read a parsed value."""
        ...

    def encode(self, form: Any, value: Any) -> Any:
        """Write a typed value as plain JSON."""
        ...

    def forms(self) -> SurfaceCodec:
        """The reference codec, with the table of all types."""
        ...

    def readers(self) -> Mapping[object, Callable[[object], Any]]:
        """The fast readers by type. They raise for any value that is not ordinary."""
        ...

    def writers(self) -> Mapping[object, Callable[[object], str]]:
        """The fast writers of JSON text by type. They raise for any value that is not ordinary."""
        ...


class SurfaceCodec(Protocol):
    """The reference codec of one surface; `codec.Forms` is one."""

    @property
    def nodes(self) -> Mapping[object, Node]:
        """The wire format of each type."""
        ...

    def decode(
        self,
        form: object,
        value: object,
        strict: bool = False,
        on_issue: Callable[[Issue], object] | None = None,
        at: Path = None,
    ) -> Any:
        """Read a parsed value. `at` is its path in a larger value, which does not nest deeply."""
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
        """Read the value of a text, as returned by `text.scan`."""
        ...

    def encode(self, form: object, value: object, at: Path = None) -> Any:
        """Write a typed value as plain JSON. `at` is its path in a larger value."""
        ...

    def dumps(self, form: object, value: object) -> str:
        """Write a typed value as one line of JSON text."""
        ...

    def find_node(self, form: object) -> Node:
        """The node of a type of this surface, or of a tuple of one: `tuple[ContentBlock, ...]`."""
        ...

    def reads_empty_object(self, form: object) -> bool:
        """Whether `{}` is a value of a type, so that a null result may be read as it."""
        ...

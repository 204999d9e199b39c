"""What reads and writes the types of one surface, as its functions, messages and methods see it.

The codec itself is loaded when it is first asked for. Here it has only its outlines, so that a type checker need not
load it either: that would be a third of what a user's program costs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .errors import Issue, Path
from .node import Node


class SurfaceCodec(Protocol):
    """The types of one surface, each of which it reads and writes; `codec.Forms` is one."""

    @property
    def surface(self) -> str:
        """The module of the surface."""
        ...

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
        """Read a parsed value; `at` is where it stands in a larger one, which `parse` has given."""
        ...

    def read(
        self,
        form: object,
        value: object,
        strict: bool = False,
        on_issue: Callable[[Issue], object] | None = None,
        at: Path = None,
        *,
        is_text: bool = True,
    ) -> Any:
        """Read a value that does not nest deeply with the reference codec."""
        ...

    def read_scanned(self, form: object, text: str, value: object) -> Any:
        """Read what a text holds, that of `text.scan`, with the reference codec."""
        ...

    def encode(self, form: object, value: object, at: Path = None) -> Any:
        """Write a typed value as plain JSON; `at` is where it stands in a larger one."""
        ...

    def loads(
        self,
        form: object,
        text: str | bytes | bytearray,
        strict: bool = False,
        on_issue: Callable[[Issue], object] | None = None,
    ) -> Any:
        """Read JSON text with the reference codec."""
        ...

    def dumps(self, form: object, value: object) -> str:
        """Write a typed value as one line of JSON text with the reference codec."""
        ...

    def parse(self, text: str | bytes | bytearray) -> Any:
        """One JSON value; raises `DecodeError`."""
        ...

    def write(self, value: object) -> str:
        """One line of JSON text."""
        ...

    def find_node(self, form: object) -> Node:
        """The node of a type of this surface, or of a tuple of such: `tuple[ContentBlock, ...]`."""
        ...

    def reads_empty_object(self, form: object) -> bool:
        """Whether `{}` is a value of a type, so that a result of null may be read as that."""
        ...

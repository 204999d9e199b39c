"""The reference codec: from a JSON value to a typed value and back. It defines correct reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args, get_origin

from . import errors
from .errors import DecodeError, Path, format_path, kind_of
from .json_value import is_object
from .lazy import load
from .nesting import EXPECTED, nests_deeply, text_nests_deeply
from .node import Node, Reader
from .text import SCAN, STACK_ROOM, parse, write


class Forms:
    """The reference codec of one surface."""

    __slots__ = ("nodes",)

    nodes: Mapping[object, Node]
    """The wire format of each type."""

    def __init__(self, nodes: Mapping[object, Node]) -> None:
        self.nodes = nodes

    @property
    def surface(self) -> str:
        """The module of the surface."""
        surface_of: Callable[[str], str] = load("hints").surface_of
        modules = (surface_of(getattr(form, "__module__", "")) for form in self.nodes)
        return max(modules, key=len)  # an unstable surface also has types of the stable one

    def decode(
        self,
        form: object,
        value: object,
        strict: bool = False,
        on_issue: Callable[[errors.Issue], object] | None = None,
        at: Path = None,
    ) -> Any:
        """Read a parsed value. `at` is its path in a larger value, which does not nest deeply."""
        if at is None and nests_deeply(value):
            raise DecodeError("$", EXPECTED, "deep nesting")
        return self.read(form, value, strict, on_issue, at)

    def loads(
        self,
        form: object,
        text: str | bytes | bytearray,
        strict: bool = False,
        on_issue: Callable[[errors.Issue], object] | None = None,
    ) -> Any:
        """Read JSON text."""
        return self.read(form, parse(text), strict, on_issue, is_text=True)

    def read_scanned(self, form: object, text: str, value: object) -> Any:
        """Read the value of a text, as returned by `text.scan`."""
        if text_nests_deeply(text):
            raise DecodeError("$", EXPECTED, "deep nesting")
        return self.read(form, value, is_text=True)

    def read(
        self,
        form: object,
        value: object,
        strict: bool = False,
        on_issue: Callable[[errors.Issue], object] | None = None,
        at: Path = None,
        *,
        is_text: bool = False,
    ) -> Any:
        """Read a value that does not nest deeply. `is_text` is whether the input was text."""
        reader = Reader(strict=strict)
        try:
            decoded = self.find_node(form).decode(value, at, reader)
        except DecodeError as error:
            if is_object(value) and "jsonrpc" not in value:
                raise  # the usual case, for which there is no hint
            hint = load("hints").of_reading(value, at, is_text=is_text)
            if hint:
                raise DecodeError(error.path, error.expected, error.got, hint) from None
            raise
        except RecursionError:
            raise DecodeError(format_path(at), *STACK_ROOM) from None
        if on_issue is not None:
            reader.report(on_issue)
        return decoded

    def encode(self, form: object, value: object, at: Path = None) -> Any:
        """Write a typed value as plain JSON. `at` is its path in a larger value."""
        return SCAN(self.dumps(form, value, at), 0)[0]

    def dumps(self, form: object, value: object, at: Path = None) -> str:
        """Write a typed value as one line of JSON text. `at` is its path in a larger value."""
        return write(self.find_node(form).encode(value, at), at)

    def find_node(self, form: object) -> Node:
        """The node of a type of this surface, or of a tuple of one: `tuple[ContentBlock, ...]`."""
        try:
            node = self.nodes.get(form)
        except TypeError:
            node = None
        if node is not None:
            return node
        if get_origin(form) is tuple and get_args(form)[1:] == (...,):
            array: Node = load("nodes").Array(self.find_node(get_args(form)[0]))
            return array
        line = f"expected a type of this surface, or a tuple of one, got {_form_name(form)}"
        hints = load("hints")
        raise TypeError(hints.with_hint(line, hints.of_form(form, self.surface)))

    def reads_empty_object(self, form: object) -> bool:
        """Whether `{}` is a value of a type, so that a null result may be read as it."""
        node: Any = self.find_node(form)
        is_record: bool = isinstance(node, load("nodes").Object)
        return is_record and not node.required and node.scope is None


def _form_name(form: object) -> str:
    """How an error names an argument that should be a type. For a value it gives only its kind."""
    if isinstance(form, type) and not get_args(form):
        return f"{form.__module__}.{form.__qualname__}"
    return repr(form) if get_args(form) or callable(form) else kind_of(form)

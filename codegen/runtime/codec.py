"""From text to a JSON value to a typed value and back: what `decode`, `encode`, `loads` and `dumps` of a surface do."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, get_args, get_origin

from .errors import DecodeError, Issue, Path, format_path, kind_of
from .hints import of_form, of_reading, surface_of, with_hint
from .json_value import is_mapping, is_sequence
from .nesting import EXPECTED, MAX_NESTING, is_plain, nests_deeply, text_nests_deeply
from .node import Node, Reader
from .nodes import Array, Object

if TYPE_CHECKING:
    from .surface_codec import SurfaceCodec

T = TypeVar("T")

Tables = tuple[Mapping[object, Callable[[Any], Any]], Mapping[object, Callable[[Any], str]]]


class Forms:
    """The types of one surface: what `decode` may be asked for, and for which of them there is a faster way."""

    __slots__ = ("_load", "nodes", "readers", "writers")

    nodes: Mapping[object, Node]
    """How each type stands on the wire, for the reference codec."""
    readers: Mapping[object, Callable[[Any], Any]] | None
    writers: Mapping[object, Callable[[Any], str]] | None

    def __init__(self, nodes: Mapping[object, Node], load: Callable[[], Tables]) -> None:
        self.nodes = nodes
        self._load = load
        self.readers = self.writers = None

    @property
    def surface(self) -> str:
        """The module of the surface whose types these are."""
        modules = (surface_of(getattr(form, "__module__", "")) for form in self.nodes)
        return max(modules, key=len)  # an unstable surface has types of the stable one too

    def load_fast(self) -> Tables:
        """The fast readers and writers. They raise at whatever is not plainly right."""
        tables: Tables = self._load() if can_swap_classes() else ({}, {})
        self.readers, self.writers = tables
        return tables

    def decode(
        self,
        form: object,
        value: object,
        strict: bool = False,
        on_issue: Callable[[Issue], object] | None = None,
        at: Path = None,
    ) -> Any:
        return decode(self, form, value, strict, on_issue, at)

    def encode(self, form: object, value: object, at: Path = None) -> Any:
        return encode(self, form, value, at)

    def reads_empty_object(self, form: object) -> bool:
        return reads_empty_object(self, form)

    def parse(self, text: str | bytes | bytearray) -> Any:
        return parse(text)

    def write(self, value: object) -> str:
        return write(value)


def can_swap_classes() -> bool:
    """Whether this interpreter lets an object become of another class with the same slots, as fast readers do."""

    class Plain:
        __slots__ = ("member",)

    class Twin:
        __slots__ = ("member",)

    try:
        Twin().__class__ = Plain  # type: ignore[assignment]
    except TypeError:
        return False
    return True


_STACK_ROOM: Final = ("more room on the Python stack", "too little")
"""What an error expects and got where the caller has used up the recursion limit. Reading needs little of it."""

_DIGITS: Final = 4300
"""The longest integer that is read, in digits: the interpreter's own limit, which an application may have lifted."""


def decode(
    forms: Forms, form: object, value: object, strict: bool, on_issue: Callable[[Issue], object] | None, at: Path = None
) -> Any:
    """Read a parsed value; `at` is where it stands in a larger one, which `parse` has given."""
    if on_issue is None and not strict and (at is not None or is_plain(value)):
        try:
            readers = forms.load_fast()[0] if forms.readers is None else forms.readers
            return readers[form](value)
        except Exception:  # noqa: S110  (the reference codec says what is wrong)
            pass
    if at is None and nests_deeply(value):
        raise DecodeError("$", EXPECTED, "deep nesting")
    return read(forms, form, value, strict, on_issue, at, is_text=False)


def read(
    forms: Forms,
    form: object,
    value: object,
    strict: bool = False,
    on_issue: Callable[[Issue], object] | None = None,
    at: Path = None,
    *,
    is_text: bool = True,
) -> Any:
    """Read a value that does not nest deeply with the reference codec."""
    reader = Reader(strict=strict)
    try:
        decoded = find_node(forms, form).decode(value, at, reader)
    except DecodeError as error:
        hint = of_reading(value, at, is_text=is_text)
        if hint:
            raise DecodeError(error.path, error.expected, error.got, hint) from None
        raise
    except RecursionError:
        raise DecodeError(format_path(at), *_STACK_ROOM) from None
    if on_issue is not None:
        reader.report(on_issue)
    return decoded


def read_scanned(forms: Forms, form: object, text: str, value: object) -> Any:
    """Read what a text holds, that of `scan`, with the reference codec."""
    if len(text) > 2 * MAX_NESTING and text_nests_deeply(text):
        raise DecodeError("$", EXPECTED, "deep nesting")
    return read(forms, form, value)


def encode(forms: Forms, form: object, value: object, at: Path = None) -> Any:
    return _not_deep(find_node(forms, form).encode(value, at))


def loads(
    forms: Forms, form: object, text: str | bytes | bytearray, strict: bool, on_issue: Callable[[Issue], object] | None
) -> Any:
    return read(forms, form, parse(text), strict, on_issue, None)


def dumps(forms: Forms, form: object, value: object) -> str:
    return write(find_node(forms, form).encode(value, None))


def find_node(forms: SurfaceCodec, form: object) -> Node:
    """The node of a type of this surface, or of a tuple of such: `tuple[ContentBlock, ...]`."""
    try:
        node = forms.nodes.get(form)
    except TypeError:
        node = None
    if node is not None:
        return node
    if get_origin(form) is tuple and get_args(form)[1:] == (...,):
        return Array(find_node(forms, get_args(form)[0]))
    raise TypeError(
        with_hint(
            f"expected a type of this surface, or a tuple of one, got {_form_name(form)}", of_form(form, forms.surface)
        )
    )


def _form_name(form: object) -> str:
    """How an error names what was given for a type. Of a value it gives the kind alone."""
    if isinstance(form, type) and not get_args(form):
        return f"{form.__module__}.{form.__qualname__}"
    return repr(form) if get_args(form) or callable(form) else kind_of(form)


def reads_empty_object(forms: SurfaceCodec, form: object) -> bool:
    """Whether `{}` is a value of a type, so that a result of null may be read as that."""
    node = find_node(forms, form)
    return isinstance(node, Object) and not node.required and node.scope is None


def parse(text: str | bytes | bytearray) -> Any:
    """One JSON value. What is not JSON, and what Python alone would read (`NaN`), is a `DecodeError`."""
    try:
        if not isinstance(text, str):
            text = str(text, "utf-8")
        if text_nests_deeply(text):
            raise DecodeError("$", EXPECTED, "deep nesting")
        return DECODER.decode(text)
    except UnicodeDecodeError:
        raise DecodeError("$", "UTF-8 text", "other bytes") from None
    except TypeError:
        raise TypeError(f"expected JSON text, got {kind_of(text)}: for parsed JSON there is decode") from None
    except json.JSONDecodeError as error:
        raise DecodeError("$", "JSON text", f"a syntax error at character {error.pos}") from None
    except RecursionError:
        raise DecodeError("$", *_STACK_ROOM) from None


def _parse_integer(digits: str) -> int:
    if len(digits) <= _DIGITS:
        try:
            return int(digits)
        except ValueError:  # an application may have lowered the interpreter's limit
            pass
    raise DecodeError("$", "an integer of fewer digits", "a longer one")


def _parse_float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise DecodeError("$", "numbers that a float can hold", "a larger one")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise DecodeError("$", "JSON text", name)


DECODER: Final = json.JSONDecoder(parse_int=_parse_integer, parse_float=_parse_float, parse_constant=_refuse_constant)


def _scanner(parse_int: Callable[[str], int] | None) -> Callable[[str, int], tuple[Any, int]]:
    """The decoder's scanner. It is undocumented: where it is missing there is a documented way."""
    decoder = json.JSONDecoder(parse_int=parse_int, parse_float=_parse_float, parse_constant=_refuse_constant)
    return getattr(decoder, "scan_once", None) or decoder.raw_decode


SCAN: Final = _scanner(None)
"""`SCAN(text, 0)` gives the value and where it ends. For text of fewer than 1000 characters, without leading space."""

_SCAN_LONG: Final = _scanner(_parse_integer)

_USUAL_RECURSION_LIMIT: Final = 1000


def scan(text: str) -> tuple[Any, int]:
    """The value in a text of any length, and where it ends."""
    # The recursion limit ends the scanner in time, unless an application has raised it: then the stack would end it.
    if sys.getrecursionlimit() > _USUAL_RECURSION_LIMIT and text_nests_deeply(text):
        raise DecodeError("$", EXPECTED, "deep nesting")
    # The interpreter's own reading of integers is faster, but an application may have lifted its limit.
    return SCAN(text, 0) if len(text) <= _DIGITS else _SCAN_LONG(text, 0)


def write(value: object) -> str:
    """One line of JSON, all ASCII, so that it is valid UTF-8 whatever the strings hold."""
    return ENCODER.encode(_not_deep(value))


def _not_deep(value: T) -> T:
    """The value itself. What could not be read again, or holds itself, is a `ValueError`."""
    if nests_deeply(value):
        raise ValueError(f"$: expected {EXPECTED}, got deep nesting")
    return value


def plain(value: object) -> object:
    """What the standard encoder does not know: read-only mappings and sequences inside raw JSON."""
    if is_mapping(value):
        return dict(value)
    if is_sequence(value):
        return list(value)
    raise TypeError(f"expected JSON, got {type(value).__name__}")


ENCODER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False, default=plain)

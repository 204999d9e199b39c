"""Building blocks of the generated fast codec, `_readers` and `_writers`.

A fast reader handles only ordinary values and raises for anything else. The caller then uses the reference codec
(`nodes`), which is lenient and knows the path. A fast reader fills an object through its twin: a subclass
without slots that is not frozen, whose instances become the real class by assigning to `__class__`.

For the reader of an object, `tags` is the number of members that unions have already read. It counts the known members
that are present, and stops once they are as many as the object has (`size`); the rest are unknown
and kept. The writer of an object gets its `head`: `{`, followed by any tags that unions put before its members.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from json import encoder  # not `json.encoder`, which a thread cannot import while another imports `json`
from typing import TYPE_CHECKING, Any, Final, cast

from .json_value import kind
from .lazy import found
from .nesting import INFINITY, is_shallow, is_written_as_it_is
from .record import Defaulted, member_slots
from .text import ENCODER

if TYPE_CHECKING:
    from typing import Protocol

    class Read(Protocol):
        """A reader. Its second argument is the number of tags already read."""

        def __call__(self, value: Any, tags: int = 0, /) -> Any: ...


def can_swap_classes() -> bool:
    """Whether this interpreter lets an object change its class to a base class with the same slots."""

    class Plain:
        __slots__ = ("member",)

    class Twin(Plain):
        __slots__ = ()

    try:
        Twin().__class__ = Plain  # type: ignore[assignment]
    except TypeError:
        return False
    return True


class Misfit(Exception):
    """Not an ordinary value: use the reference codec."""


class Twin:
    """Makes the twin of a record class on its first call, and replaces itself with it in the module."""

    __slots__ = ("_cls", "_name", "_scope")

    def __init__(self, cls: type, scope: dict[str, Any], name: str) -> None:
        self._cls = cls
        self._scope = scope
        self._name = name

    def __call__(self) -> Any:
        twin = self._scope[self._name] = twin_of(self._cls)
        return twin()


def twin_of(cls: type) -> Callable[[], Any]:
    """The class whose objects can be filled, and then change to the record class.

    A subclass, because the interpreter is slow to compare the slots of sibling classes.
    """
    body = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    # The slots themselves, if the class has descriptors in front of them.
    body |= {name: slot.slot for name, slot in member_slots(cls).items() if isinstance(slot, Defaulted)}
    return type(f"_{cls.__name__}", (cls,), body)


_blanks: Final[dict[type, Any]] = {}
"""For each class without required members, one shared empty object: most capabilities are `{}`."""

blank: Final = _blanks.get
"""The shared empty object of a class, if it exists."""


def make_blank(cls: type) -> Any:
    """Make the shared empty object of a class."""
    made: Any = cast("Any", object.__new__)(cls)
    made.__setstate__({})
    return _blanks.setdefault(cls, made)


def rest_of(obj: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The unknown members of a record."""
    rest = {key: value for key, value in obj.items() if key not in known}
    if not is_shallow(rest):
        raise Misfit
    return rest


def payload_of(obj: dict[str, Any], tags: frozenset[str]) -> dict[str, Any]:
    """The members of an unknown variant other than its tag."""
    payload = obj.copy()
    for tag in tags:
        del payload[tag]
    if not is_shallow(payload):
        raise Misfit
    return payload


def read_json(value: Any) -> Any:
    if kind(value) is not str and not is_shallow(value):
        raise Misfit
    return value


def read_object(value: Any) -> Any:
    """A map of raw JSON."""
    if kind(value) is not dict or not is_shallow(value):
        raise Misfit
    return value


def read_string(value: Any, min_length: int = 0) -> str:
    if type(value) is not str or len(value) < min_length:
        raise Misfit
    return value


def read_boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise Misfit
    return value


def read_null(value: Any) -> None:
    if value is not None:
        raise Misfit


def read_integer(value: Any, low: int | None = None, high: int | None = None) -> int:
    if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
        raise Misfit
    return value


def read_number(value: Any, low: float | None = None, high: float | None = None) -> float:
    if not _is_number(value) or (low is not None and value < low) or (high is not None and value > high):
        raise Misfit
    number: float = value
    return number


def _is_number(value: Any) -> bool:
    return -INFINITY < value < INFINITY if type(value) is float else type(value) is int


def slowly(home: str, scope: dict[str, Any]) -> Read:
    """A reader for a rare or unusual type: that of the reference codec.

    `home` is where its node is, relative to the package of the module whose globals are `scope`.
    """

    def read(value: Any, tags: int = 0) -> Any:
        if tags:
            raise Misfit
        from .node import Reader

        return found(home, scope["__package__"]).decode(value, None, Reader(strict=False))

    return read


def show_given(cls: type) -> None:
    """Show writers which members with a default were given: otherwise `_given_title` is NOT_GIVEN."""
    for name, slot in member_slots(cls).items():
        if isinstance(slot, Defaulted):
            setattr(cls, f"_given_{name}", slot.slot)


def _quoter() -> Callable[[str], str]:
    found: Any = getattr(encoder, "c_encode_basestring_ascii", None)
    return found or encoder.py_encode_basestring_ascii


quote: Final = _quoter()
"""A string as ASCII JSON. Raises `TypeError` for anything else."""


def _raw_writer() -> Callable[[Any], str]:
    """One encoder for all raw values, because making it costs more than using it."""
    make: Any = getattr(encoder, "c_make_encoder", None)
    if make is None:
        return ENCODER.encode
    chunks = make(None, ENCODER.default, quote, None, ":", ",", False, False, False)
    return lambda value: "".join(chunks(value, 0))


_encode: Final = _raw_writer()


def write_raw(value: Any) -> str:
    """Any JSON value. `allow_nan` is off."""
    if not is_written_as_it_is(value):
        raise Misfit
    return _encode(value)


def write_rest(members: Any, known: frozenset[str]) -> str:
    """Unknown members, each preceded by a comma."""
    if kind(members) is not dict:
        raise Misfit
    text = ""
    for key, value in members.items():
        if key in known:
            raise Misfit
        text += f",{quote(key)}:{write_raw(value)}"
    return text


def items_of(value: Any, min_items: int = 0) -> Any:
    if not (kind(value) is tuple or kind(value) is list) or len(value) < min_items:
        raise Misfit
    return value


def write_object(value: Any) -> str:
    """A map of raw JSON."""
    if kind(value) is not dict:
        raise Misfit
    return write_raw(value)


def write_boolean(value: Any) -> str:
    if value is True:
        return "true"
    if value is False:
        return "false"
    raise Misfit


def write_null(value: Any) -> str:
    if value is not None:
        raise Misfit
    return "null"


def write_string(value: Any, min_length: int) -> str:
    return quote(read_string(value, min_length))


def write_integer(value: Any, low: int | None = None, high: int | None = None) -> str:
    if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
        raise Misfit
    return repr(value)


def write_number(value: Any, low: float | None = None, high: float | None = None) -> str:
    return repr(read_number(value, low, high))


def write_slowly(home: str, scope: dict[str, Any]) -> Callable[..., str]:
    """A writer for a type without a fast one, using the reference codec. Its node is found as in `slowly`."""

    def write(value: Any, head: str = "{") -> str:
        text = write_raw(found(home, scope["__package__"]).encode(value, None))
        if head == "{":
            return text
        return head + text[1:] if text != "{}" else head.rstrip(",") + "}"

    return write

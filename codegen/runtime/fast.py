"""What the generated fast codec, `_readers` and `_writers`, is built from.

A fast reader takes only what is plainly right and raises at anything else; whoever called it then asks the reference
codec (`nodes`), which is lenient, knows the path, and has the last word. It fills an object through its twin: a subclass
without slots of its own that is not frozen, whose instances become the real class by an assignment to `__class__`.

The reader of an object is told by `tags` how many of its members unions have read already. It counts what is there of the
members that it knows, and looks for no more once those are as many as the object has (`size`); what is left over is unknown,
and kept. The writer of an object is given its `head`: `{`, or that and the tags that unions put before its members.
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
        """A reader: told how many tags of an object have been read."""

        def __call__(self, value: Any, tags: int = 0, /) -> Any: ...


def can_swap_classes() -> bool:
    """Whether this interpreter lets an object become of its class's base where both have the same slots."""

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
    """Not plainly right: ask the reference codec."""


class Twin:
    """Makes the twin of a record class when it is first called, and takes its own place in the module with it."""

    __slots__ = ("_cls", "_name", "_scope")

    def __init__(self, cls: type, scope: dict[str, Any], name: str) -> None:
        self._cls = cls
        self._scope = scope
        self._name = name

    def __call__(self) -> Any:
        twin = self._scope[self._name] = twin_of(self._cls)
        return twin()


def twin_of(cls: type) -> Callable[[], Any]:
    """The class whose objects can be filled, and then become of the record class.

    A subclass, since the interpreter takes long to compare the slots of classes that stand side by side.
    """
    body = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    # The slots themselves, where the class has something before them.
    body |= {name: slot.slot for name, slot in member_slots(cls).items() if isinstance(slot, Defaulted)}
    return type(f"_{cls.__name__}", (cls,), body)


_blanks: Final[dict[type, Any]] = {}
"""Of each class without a required member the one object that has none: `{}` is what most capabilities are."""

blank: Final = _blanks.get
"""That object of a class, if it has been made."""


def make_blank(cls: type) -> Any:
    """That object of a class, when it is first asked for."""
    made: Any = cast("Any", object.__new__)(cls)
    made.__setstate__({})
    return _blanks.setdefault(cls, made)


def rest_of(obj: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The members that a record does not know."""
    rest = {key: value for key, value in obj.items() if key not in known}
    if not is_shallow(rest):
        raise Misfit
    return rest


def payload_of(obj: dict[str, Any], tags: frozenset[str]) -> dict[str, Any]:
    """What of an unknown variant is not a tag. Most of it is."""
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
    """A reader for a type that is too rare or too odd to have a fast one: the reference codec's own.

    `home` is where its node is, relative to the package of the module whose globals are `scope`.
    """

    def read(value: Any, tags: int = 0) -> Any:
        if tags:
            raise Misfit
        from .node import Reader

        return found(home, scope["__package__"]).decode(value, None, Reader(strict=False))

    return read


def show_given(cls: type) -> None:
    """Let writers see which members with a default were given: `_given_title` is NOT_GIVEN where `title` reads as that."""
    for name, slot in member_slots(cls).items():
        if isinstance(slot, Defaulted):
            setattr(cls, f"_given_{name}", slot.slot)


def _quoter() -> Callable[[str], str]:
    found: Any = getattr(encoder, "c_encode_basestring_ascii", None)
    return found or encoder.py_encode_basestring_ascii


quote: Final = _quoter()
"""A string as JSON, all ASCII. Raises `TypeError` for what is no string."""


def _raw_writer() -> Callable[[Any], str]:
    """One encoder for all raw values: making it costs more than using it."""
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
    """Unknown members, each with its comma in front."""
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
    """A writer for a type that has no fast one: the reference codec's value, written. Its node is found as `slowly` does."""

    def write(value: Any, head: str = "{") -> str:
        text = write_raw(found(home, scope["__package__"]).encode(value, None))
        if head == "{":
            return text
        return head + text[1:] if text != "{}" else head.rstrip(",") + "}"

    return write

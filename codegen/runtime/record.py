"""Frozen, slotted dataclasses that cost about 25 microseconds each at import instead of a millisecond.

The generated source has plain `@dataclass(frozen=True, slots=True, kw_only=True)` classes, which is what a type
checker sees. At run time `dataclass` is the identity and `slotted` creates each class once, with `__slots__`.
The methods that the standard decorator would write with `exec` for every class are shared (`__eq__`, `__hash__`, `__repr__`,
pickling) or made at first use (`__init__`, `__dataclass_fields__`, `__signature__`).

Two things intentionally differ from the standard decorator: `repr` leaves out members with their default value, and
`hash` leaves out members with JSON or a mapping, so that every object is hashable.

A member with a schema default records whether it was given: until then its slot contains `NOT_GIVEN`, which is read as
the default. So both an absent member and one sent with its default value are written back unchanged.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from types import MethodType
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from .hooks import hooked
from .json_value import EMPTY
from .lazy import load
from .unset import UNSET

if TYPE_CHECKING:
    from .hooks import Hooks as _Base
else:
    _Base = object

T = TypeVar("T")


class _NotGiven:
    """The content of a slot whose member has a default and was left out."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: Final = _NotGiven()

_NO_DEFAULT: Final = _NotGiven()

_REST: Final = frozenset({"payload", "unknown_fields"})
"""The members for all other data, for which absent and empty are the same."""


_made: Final[dict[object, Any]] = {}


def _first_made(what: object, value: T) -> T:
    """`value`, or the equivalent that another thread has made first: the first one is used by all."""
    first: T = _made.setdefault(what, value)  # atomic, on free-threaded builds too
    return first


class Factory:
    """A default that is an object of a generated class, made at first use."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], object]) -> None:
        self.make = make


def field(*, default_factory: Callable[[], object]) -> Any:
    """Replaces `dataclasses.field` in the generated modules."""
    return Factory(default_factory)


def dataclass(**_options: bool) -> Callable[[T], T]:
    """Replaces `dataclasses.dataclass` in the generated modules, where `slotted` does the work."""
    return lambda cls: cls


class Defaulted:
    """A slot that is read as its default if it is empty or contains `NOT_GIVEN`."""

    __slots__ = ("_default", "slot")

    def __init__(self, slot: Any, default: object) -> None:
        self.slot = slot
        self._default = default

    def __get__(self, instance: object, owner: type | None = None) -> object:
        if instance is None:
            return self.slot  # as with the standard decorator
        value = self.stored(instance)
        return self.default if value is NOT_GIVEN else value

    def __set__(self, instance: object, value: object) -> None:
        self.slot.__set__(instance, value)

    def __delete__(self, instance: object) -> None:
        self.slot.__delete__(instance)

    @property
    def default(self) -> object:
        """The default. All instances share one object, because records are frozen."""
        default = self._default  # read once: another thread may be replacing it
        if isinstance(default, Factory):
            default = self._default = _first_made(self, default.make())
        return default

    def stored(self, instance: object) -> object:
        """The value given for the member, `NOT_GIVEN` if absent."""
        try:
            value: object = self.slot.__get__(instance)
        except AttributeError:
            value = NOT_GIVEN
        if value is NOT_GIVEN:
            name = self.slot.__name__
            if getattr(type(instance), name) is not self.slot:  # a user's subclass overrides the default
                return getattr(instance, name)
        return value


def slotted(name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
    """Create one record class. Used as `metaclass=`, which may be a function (PEP 3115)."""
    annotations: dict[str, str] = namespace.get("__annotations__", {})
    own: list[str] = []
    defaults: dict[str, Any] = {}
    for n in annotations:  # one loop: there are more than a thousand members
        if annotations[n][:8] != "ClassVar":
            own.append(n)
            if n in namespace:
                defaults[n] = namespace.pop(n)
    namespace["__slots__"], namespace["_acp_defaults"] = tuple(own), defaults
    namespace["__init__"], namespace["__dataclass_fields__"] = _LAZY_INIT, _LAZY_FIELDS
    cls = type(name, bases, namespace)
    for n, default in defaults.items():
        if default is not None and default is not UNSET and n not in _REST:
            setattr(cls, n, Defaulted(namespace_slot(cls, n), default))
    return cls


def namespace_slot(cls: type, name: str) -> Any:
    """The member descriptor of a slot, used to fill a frozen object."""
    return cls.__dict__[name]


def record_class(cls: type) -> type:
    """The generated class of `cls`, which may be a user's subclass."""
    for base in cls.__mro__:
        if "_acp_defaults" in base.__dict__:
            return base
    raise AttributeError(f"{cls.__qualname__} is not a record class")  # when accessing one of its lazy attributes


def _levels(cls: type) -> Iterator[type]:
    """The generated classes that define the members of `cls`, base first."""
    return (base for base in reversed(cls.__mro__) if "_acp_defaults" in base.__dict__)


def member_slots(cls: type) -> dict[str, Any]:
    """The descriptor of each member, in the order of a dataclass."""
    return {name: namespace_slot(base, name) for base in _levels(cls) for name in base.__dict__["__slots__"]}


def defaults_of(cls: type) -> dict[str, object]:
    """The defaults in the source, including `Factory` objects, by member."""
    merged: dict[str, object] = {}
    for base in _levels(cls):
        merged.update(base.__dict__["_acp_defaults"])
    return merged


def annotations_of(cls: type) -> dict[str, str]:
    """The types of the members in the source."""
    merged: dict[str, str] = {}
    for base in _levels(cls):
        merged.update(base.__dict__.get("__annotations__", {}))
    return merged


def _compile_init(cls: type) -> Callable[..., None]:
    """The constructor that `@dataclass(kw_only=True)` would write, filling slots instead of calling `setattr`.

    It detects wrong arguments itself, so that the error can say what to write instead. Its intended signature
    is that of its `__wrapped__`, which `inspect` shows. There, a member that is read as its default if
    not given has the default `...`, which is not a JSON value and is understood by tools as unspecified.
    """
    slots, defaults = member_slots(cls), defaults_of(cls)
    scope: dict[str, object] = {"NOT_GIVEN": NOT_GIVEN, "_refuse": _refuse_arguments, "_owner": cls}
    me = "self" if "self" not in slots else "_self"
    shown: list[str] = []
    body: list[str] = []
    required: list[str] = []
    for name, slot in slots.items():
        scope[f"_set_{name}"] = slot.__set__
        if isinstance(slot, Defaulted):
            shown.append(f"{name}=...")
            body.append(f" _set_{name}({me}, NOT_GIVEN if {name} is ... else {name})")
            continue
        body.append(f" _set_{name}({me}, {name})")
        if name in defaults:
            scope[f"_default_{name}"] = defaults[name]
            shown.append(f"{name}=_default_{name}")
        else:
            shown.append(name)
            required.append(name)
    taken = [f"{name}=NOT_GIVEN" if name in required else name for name in shown]
    wrong = " or ".join(["_positional", "_unknown", *(f"{name} is NOT_GIVEN" for name in required)])
    given = ", ".join(f"{name}={name}" for name in required)
    body.insert(0, f" if {wrong}: _refuse(_owner, _positional, dict({given}), _unknown)")
    body += [f" {me}.__post_init__()"] if hasattr(cls, "__post_init__") else []
    lines = [f"def __init__({', '.join([me, '*_positional', *taken, '**_unknown'])}):", *body]
    lines.append(f"def shown({', '.join([me, '*', *shown] if shown else [me])}): pass")
    exec("\n".join(lines), scope)  # noqa: S102  (as the standard decorator does: names come from the generated class alone)
    init: Any = scope["__init__"]
    wrapped: Any = scope["shown"]
    init.__wrapped__ = wrapped
    for function in (init, wrapped):
        function.__qualname__ = f"{cls.__qualname__}.__init__"
        function.__module__ = cls.__module__
    return init  # type: ignore[no-any-return]


def _refuse_arguments(
    cls: Any, positional: tuple[object, ...], required: dict[str, object], unknown: dict[str, object]
) -> NoReturn:
    """Raise the same error as the standard constructor, with a hint."""
    given = {name: value for name, value in required.items() if value is not NOT_GIVEN} | unknown
    try:
        cls.__init__.__wrapped__(None, *positional, **given)
    except TypeError as error:
        hints = load("hints")
        hint = hints.of_arguments(cls, given, positional=bool(positional))
        raise TypeError(hints.with_hint(str(error).partition(". Did you mean")[0], hint)) from None
    raise TypeError(f"{cls.__qualname__}: a member cannot be {NOT_GIVEN!r}")


class _LazyInit:
    """The initial constructor of a class, which makes the real one and replaces itself with it."""

    def __get__(self, instance: object, owner: type) -> Any:
        record: Any = record_class(owner)
        record.__init__ = init = _first_made((record, "__init__"), _compile_init(record))
        return init if instance is None else MethodType(init, instance)


_LAZY_INIT: Final = _LazyInit()


class _LazyDataclass:
    """`__dataclass_fields__` or `__dataclass_params__`, created on first access."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> Any:
        record: Any = record_class(owner)
        made = _first_made((record, "fields"), load("introspection").fields_and_params(record))
        record.__dataclass_fields__, record.__dataclass_params__ = made
        return getattr(record, self._name)


_LAZY_FIELDS: Final = _LazyDataclass("__dataclass_fields__")
"""It must be in the namespace of each class."""


class _LazySignature:
    """`__signature__`, made from the annotations, because the run-time constructor has different defaults."""

    def __get__(self, instance: object, owner: type) -> object:
        record = record_class(owner)
        if any("__init__" in base.__dict__ for base in owner.__mro__[: owner.__mro__.index(record)]):
            raise AttributeError("__signature__")  # a subclass with its own constructor: inspect that
        return load("introspection").signature_of(record)


class _Derived:
    """Computed once for each class: how to compare and hash its objects."""

    __slots__ = ("hashed", "members")

    def __init__(self, cls: type) -> None:
        annotations = annotations_of(cls)
        names = tuple(member_slots(cls))
        self.members = _getter(names)
        self.hashed = _getter(tuple(n for n in names if not _holds_json(annotations[n])))


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    if not names:
        return lambda _instance: ()
    if len(names) == 1:
        return lambda instance: (getattr(instance, names[0]),)
    return operator.attrgetter(*names)


def _hashable(value: object) -> object:
    """`value`, or an object with the hash of `EMPTY` for an empty dict, which is equal to it."""
    try:
        hash(value)
    except TypeError:
        return 0
    return value


def _holds_json(annotation: str) -> bool:
    """Whether a member's values may be unhashable, judged by its type: raw JSON and mappings."""
    return "JsonValue" in annotation or "Mapping[" in annotation


_derived: Final[dict[type, _Derived]] = {}


def _derived_for(cls: type) -> _Derived:
    found = _derived.get(cls)
    if found is None:
        found = _derived[cls] = _Derived(cls)
    return found


def shown_members(record: object) -> Iterator[tuple[str, object]]:
    """The members shown by `repr`: those that differ from their default, with their values."""
    defaults = defaults_of(type(record))
    for name, slot in member_slots(type(record)).items():
        if isinstance(slot, Defaulted):
            value = slot.stored(record)
            if value is NOT_GIVEN:
                continue
        else:
            value = getattr(record, name)
            default = defaults.get(name, _NO_DEFAULT)
            if value is default or (default is EMPTY and not value):
                continue
        yield name, value


@hooked
class Record(_Base):
    """The shared methods of the generated classes."""

    __slots__ = ()
    __match_args__ = ()
    __dataclass_params__ = _LazyDataclass("__dataclass_params__")
    __signature__ = _LazySignature()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        members = _derived_for(self.__class__).members
        return members(self) == members(other)

    def __hash__(self) -> int:
        values = _derived_for(self.__class__).hashed(self)
        try:
            return hash(values)
        except TypeError:  # a union that accepts any JSON value may contain a list or a dict
            return hash(tuple(map(_hashable, values)))

    def __repr__(self) -> str:
        shown = [f"{name}={value!r}" for name, value in shown_members(self)]
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        from dataclasses import FrozenInstanceError

        hint = load("hints").of_assignment(type(self), name)
        raise FrozenInstanceError(f"cannot assign to field {name!r}: {hint}")

    def __delattr__(self, name: str) -> NoReturn:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __getstate__(self) -> dict[str, object]:
        """The stored members by name, so that pickles remain valid when members are added."""
        return dict(stored_members(self))

    def __setstate__(self, state: Mapping[str, object]) -> None:
        slots, defaults = member_slots(type(self)), defaults_of(type(self))
        absent = {n: NOT_GIVEN if isinstance(slots[n], Defaulted) else value for n, value in defaults.items()}
        for name, value in {**absent, **state}.items():
            object.__setattr__(self, name, value)

    def __replace__(self: T, /, **changes: object) -> T:
        return type(self)(**{**dict(stored_members(self)), **changes})


def stored_members(record: object) -> Iterator[tuple[str, object]]:
    """Each member that was given, with its value, and the attributes added by a user's subclass."""
    for name, slot in member_slots(type(record)).items():
        value = slot.stored(record) if isinstance(slot, Defaulted) else getattr(record, name)
        if value is not NOT_GIVEN:
            yield name, value
    for base in type(record).__mro__:
        if "_acp_defaults" not in base.__dict__:
            names = base.__dict__.get("__slots__", ())
            for name in (names,) if isinstance(names, str) else names:
                if not name.startswith("__") and hasattr(record, name):
                    yield name, getattr(record, name)
    yield from getattr(record, "__dict__", {}).items()

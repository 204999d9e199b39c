"""Method descriptors: methods as typed values, with the types of their params and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar, cast

from . import errors
from .errors import Path
from .json_value import JsonValue
from .lazy import load, module_of

if TYPE_CHECKING:
    from typing_extensions import TypeForm

    from .surface_codec import WireModule
else:
    WireModule = object  # for `typing.get_type_hints`; making a protocol costs more than all methods of a surface

P = TypeVar("P")
R = TypeVar("R")
C = TypeVar("C")

Receiver: TypeAlias = Literal["agent", "client", "proxy", "protocol"]
"""The receiver of a method. `protocol` methods go in both directions."""


class Method:
    """Common base of requests and notifications. One name can be both, so a name alone does not identify a method."""

    __slots__ = ("_wire", "attribute", "capability", "name", "params_form", "receiver")

    name: str
    """The wire name: `session/prompt`."""
    attribute: str
    """The name in handlers and stubs: `session_prompt`."""
    receiver: Receiver
    params_form: object
    """The type of its params, for `decode`."""
    capability: tuple[str, ...]
    """The path to the required capability in the receiver's capabilities; empty for a baseline method."""

    def __init__(
        self,
        name: str,
        attribute: str,
        receiver: Receiver,
        params_form: object,
        wire: WireModule,
        *,
        capability: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.attribute = attribute
        self.receiver = receiver
        self.params_form = params_form
        self.capability = capability
        self._wire = wire

    def is_supported_by(self, capabilities: object) -> bool:
        """Whether the receiver's advertised capabilities allow this method. `None` means no capabilities."""
        for attribute in self.capability:
            capabilities = getattr(capabilities, attribute, None)
        return not self.capability or (capabilities is not None and capabilities is not False)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} to {self.receiver}>"

    def __reduce__(self) -> tuple[Callable[..., Method], tuple[str, ...]]:
        """Each method is one object: copying or unpickling it gives the same object."""
        return _find_method, (self._wire.forms.__module__, type(self).__name__, self.receiver, self.name)

    def read_params(
        self,
        params: object,
        *,
        strict: bool = False,
        on_issue: Callable[[errors.Issue], object] | None = None,
        at: Path = None,
    ) -> object:
        """Like `decode_params`, for statically unknown methods. `at` is the path of the params."""
        given: object = {} if params is None else params
        if at is None:
            return self._wire.decode(self.params_form, given, strict=strict, on_issue=on_issue)
        return self._wire.forms().decode(self.params_form, given, strict, on_issue, at)

    def write_params(self, params: object, *, at: Path = None) -> JsonValue:
        """Like `encode_params`, for statically unknown methods. `at` is the path of the params."""
        written: JsonValue
        if at is None:
            written = self._wire.encode(self.params_form, params)
        else:
            written = self._wire.forms().encode(self.params_form, params, at)
        return written


def _find_method(wire: str, kind: str, receiver: str, name: str) -> Method:
    """The method of the surface with the given `_wire` module. Another process may have another version of it."""
    methods: ModuleType = module_of("._methods", wire.rpartition(".")[0])
    for found in vars(methods).values():
        if isinstance(found, Method) and (type(found).__name__, found.receiver, found.name) == (kind, receiver, name):
            return found
    raise LookupError(f"{wire.rpartition('.')[0]} has no {kind} {name} to {receiver}")


class AnyRequestMethod(Method):
    """A request method whose types are not known statically, as in the tables."""

    __slots__ = ("result_form",)

    result_form: object
    """The type of its result, for `decode`."""

    def __init__(
        self,
        name: str,
        attribute: str,
        receiver: Receiver,
        params_form: object,
        result_form: object,
        wire: WireModule,
        *,
        capability: tuple[str, ...] = (),
    ) -> None:
        super().__init__(name, attribute, receiver, params_form, wire, capability=capability)
        self.result_form = result_form

    def read_result(
        self, result: object, *, strict: bool = False, on_issue: Callable[[errors.Issue], object] | None = None
    ) -> object:
        """Like `decode_result`, for statically unknown methods."""
        if result is None and not strict and self._wire.forms().reads_empty_object(self.result_form):
            result = {}
        return self._wire.decode(self.result_form, result, strict=strict, on_issue=on_issue)

    def write_result(self, result: object) -> JsonValue:
        """Like `encode_result`, for statically unknown methods."""
        written: JsonValue = self._wire.encode(self.result_form, result)
        return written


class RequestMethod(AnyRequestMethod, Generic[P, R]):
    """A request method with params `P` and result `R`."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            name: str,
            attribute: str,
            receiver: Receiver,
            params_form: TypeForm[P],
            result_form: TypeForm[R],
            wire: WireModule,
            *,
            capability: tuple[str, ...] = (),
        ) -> None: ...

    def decode_params(
        self, params: object, *, strict: bool = False, on_issue: Callable[[errors.Issue], object] | None = None
    ) -> P:
        """Read parsed JSON params. Absent or null params are read as `{}`. Raises `DecodeError`."""
        return cast("P", self.read_params(params, strict=strict, on_issue=on_issue))

    def encode_params(self, params: P) -> JsonValue:
        """Write params as plain JSON. Raises `TypeError` if they are not of this method's type."""
        return self.write_params(params)

    def decode_result(
        self, result: object, *, strict: bool = False, on_issue: Callable[[errors.Issue], object] | None = None
    ) -> R:
        """Read a parsed JSON result. Null is read as `{}` if no member is required, because agents send it.

        Raises `DecodeError`.
        """
        return cast("R", self.read_result(result, strict=strict, on_issue=on_issue))

    def encode_result(self, result: R) -> JsonValue:
        """Write a result as plain JSON. Raises `TypeError` if it is not of this method's type."""
        return self.write_result(result)


class AnyNotificationMethod(Method):
    """A notification method whose type is not known statically, as in the tables."""

    __slots__ = ()


class NotificationMethod(AnyNotificationMethod, Generic[P]):
    """A notification method with params `P`."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            name: str,
            attribute: str,
            receiver: Receiver,
            params_form: TypeForm[P],
            wire: WireModule,
            *,
            capability: tuple[str, ...] = (),
        ) -> None: ...

    def decode_params(
        self, params: object, *, strict: bool = False, on_issue: Callable[[errors.Issue], object] | None = None
    ) -> P:
        """Read parsed JSON params. Absent or null params are read as `{}`. Raises `DecodeError`."""
        return cast("P", self.read_params(params, strict=strict, on_issue=on_issue))

    def encode_params(self, params: P) -> JsonValue:
        """Write params as plain JSON. Raises `TypeError` if they are not of this method's type."""
        return self.write_params(params)


def advertised(capabilities: C | None, cls: type[C]) -> C | None:
    """Returns the capabilities. Raises `TypeError` for anything else, which would appear to support nothing."""
    given: object = capabilities
    if given is None or isinstance(given, cls):
        return capabilities
    hints = load("hints")
    line = f"expected {cls.__name__} or None, got {type(given).__name__}"
    raise TypeError(hints.with_hint(line, hints.of_value(given, cls.__name__, is_whole=False, module=cls.__module__)))


M = TypeVar("M", bound=Method)  # the class and not its name, which would be compiled at import, in a millisecond


def by_name(*methods: M) -> Mapping[str, M]:
    """Methods as a table."""
    return {method.name: method for method in methods}

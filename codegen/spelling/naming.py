"""The names of a surface other than its types, and the names that types may have."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from codegen.errors import GenerationError
from codegen.model import Enum, Item, Method, Record, Surface, Union

RESERVED: Final = frozenset(
    """
    Annotated Any Array BOOLEAN Callable ClassVar Codes EMPTY Final Integer INTEGER JSON JsonValue KIT KnownCode
    Later LazyTable Literal Map Mapping Member Misfit Model NewType NOT_GIVEN NULL NUMBER Number Object OtherValue
    OtherVariant Patch Protocol Scope STRING String Tagged Twin TYPE_CHECKING TypeAlias UNSET Untagged Values
    WIRE WireModule
    """.split()
)
"""Names that generated modules import or define and that a definition could have."""

_CLASS_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*")
_CODE_NAME: Final = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")

_WORD_BEGINS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_NODES_TAKEN: Final = frozenset("boolean integer json null number object raw rest slowly string types".split())
"""Names that the generated codec uses for variables, or after `read_` and `write_`."""


FROM_RUNTIME: Final = ("UNSET", "JsonValue", "Patch", "UnsetType")
"""The names that a surface imports eagerly from the runtime."""

_OF_HANDLERS_AND_STUBS: Final = ("extension_notification", "extension_request", "peer")


@dataclass(frozen=True)
class MethodTable:
    """A table of methods in the generated package."""

    name: str
    kind: str
    doc: str
    methods: list[Method]


@dataclass(frozen=True)
class Side:
    """One side of a connection, for the templates."""

    name: str
    title: str
    article: str
    methods: list[Method]
    capabilities: str | None
    """The type of its capabilities, if the schema has one."""


class Names:
    """The names of one surface."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        nodes: dict[str, str] = {}
        codec: dict[str, str] = {}
        for item in surface.items.values():
            _check_type_name(item)
            _check_code_names(item)
            other = nodes.setdefault(node_name(item.name), item.name)
            if other != item.name:
                raise GenerationError(
                    f"{item.pointer}: {item.name} is too like {other}: in snake case they are the same"
                )
            for name in _codec_names(item):
                other = codec.setdefault(name, item.name)
                if other != item.name:
                    raise GenerationError(
                        f"{item.pointer}: {item.name} is too like {other}: the codec calls a part of both {name}"
                    )

    def constant(self, method: Method) -> str:
        """The name of a method's descriptor. If a request already has it, the notification's name says so."""
        requests = {other.attribute for other in self.surface.methods if other.kind == "request"}
        taken = method.kind == "notification" and method.attribute in requests
        return method.attribute.upper() + ("_NOTIFICATION" if taken else "")

    def method_tables(self) -> list[MethodTable]:
        """The tables of methods by receiver. A proxy that receives nothing has none."""
        tables = []
        for side in ("agent", "client", "proxy"):
            for kind in ("request", "notification"):
                methods = [m for m in self.surface.methods if m.kind == kind and m.is_received_by(side)]
                if methods or side != "proxy":
                    tables.append(
                        MethodTable(f"{side}_{kind}s".upper(), kind, f"The {kind}s that {_a(side)} receives.", methods)
                    )
        return tables

    def sides(self) -> list[Side]:
        """The two sides that have handlers and stubs."""
        return [self._side(side) for side in ("agent", "client")]

    def _side(self, side: str) -> Side:
        methods = [method for method in self.surface.methods if method.is_received_by(side)]
        self._check_attributes(methods)
        capabilities = f"{side.title()}Capabilities"
        known = capabilities in self.surface.items and bool(methods)
        return Side(side, side.title(), _a(side), methods, capabilities if known else None)

    def _check_attributes(self, methods: list[Method]) -> None:
        """Check the attribute names of handlers and stubs, which have a few of their own besides the methods."""
        taken = set(_OF_HANDLERS_AND_STUBS)
        for method in methods:
            if method.attribute in taken:
                pointer = f"{self.surface.items[method.params].pointer}/x-method"
                raise GenerationError(
                    f"{pointer}: {method.name}: handlers and stubs have another attribute {method.attribute}"
                )
            taken.add(method.attribute)

    def lazy_names(self) -> dict[str, str]:
        """The lazily imported names of a surface: public name -> module, with `@` for the runtime."""
        names: dict[str, str] = {}
        for name, home in self._lazy_names():
            if name in names:
                raise GenerationError(
                    f"{self.surface.name}: two things are called {name}: a method's name makes one of them"
                )
            names[name] = home
        return names

    def _lazy_names(self) -> Iterator[tuple[str, str]]:
        for name in ("ErrorResponse", "Message", "MessageError", "Notification", "NotificationParams", "Request"):
            yield name, "_messages"
        for name in ("RequestParams", "Response", "read_message", "write_message"):
            yield name, "_messages"
        for method in self.surface.methods:
            yield self.constant(method), "_methods"
        for table in self.method_tables():
            yield table.name, "_methods"
        yield from (("RpcError", "@dispatch"), ("SCHEMA", "_schema"), ("SYMBOLS", "_symbols"), ("Side", "@messages"))
        yield from (("DecodeError", "@errors"), ("Issue", "@errors"))
        for name in ("decode", "dumps", "encode", "loads"):
            yield name, "_wire"
        yield from (("SchemaInfo", "@schema_info"), ("SchemaSymbol", "@schema_info"))
        for name in ("AnyNotificationMethod", "AnyRequestMethod", "NotificationMethod", "RequestMethod"):
            yield name, "@methods"
        for side in self.sides():
            if side.capabilities:
                yield f"{side.title}CapabilityView", "_capabilities"
                yield f"{side.title}MethodName", "_capabilities"
        for prefix, module in (("", "_"), ("Sync", "_sync_")):
            yield f"{prefix}Peer", f"{module}stubs"
            for side in self.sides():
                yield f"{prefix}{side.title}Stub", f"{module}stubs"
                yield f"{prefix}{side.title}Handler", f"{module}handlers"
                yield f"{prefix}{side.title}Methods", f"{module}handlers"
                yield f"{prefix.lower()}{'_' if prefix else ''}dispatch_to_{side.name}", f"{module}handlers"


def _a(side: str) -> str:
    return f"{'an' if side[0] in 'aeiou' else 'a'} {side}"


def node_name(name: str) -> str:
    """The variable for the codec node of an item."""
    variable = _WORD_BEGINS.sub("_", name).lower()
    return f"{variable}_" if keyword.iskeyword(variable) or variable in _NODES_TAKEN else variable


def _codec_names(item: Item) -> Iterator[str]:
    """The names that modules of the fast codec may define for an item."""
    node = node_name(item.name)
    yield from (f"read_{node}", f"write_{node}", f"_{node.upper()}")
    if isinstance(item, Record):
        yield from (f"new_{node}", f"_{node.upper()}_AND_TAGS")
    elif isinstance(item, Enum):
        yield from (f"{node}_values", f"{node}_texts")
    elif isinstance(item, Union):
        yield from (f"{node}_readers", f"reader_of_{node}")


def _check_code_names(item: Item) -> None:
    """Codes are members of an enum: each needs a unique name."""
    names = [value.name for value in item.values if isinstance(value.value, int)] if isinstance(item, Enum) else []
    for index, name in enumerate(names):
        if not _CODE_NAME.fullmatch(name):
            raise GenerationError(f"{item.pointer}: {name!r} cannot be the name of a code")
        if name in names[:index]:
            raise GenerationError(f"{item.pointer}: two codes are called {name}")


def _check_type_name(item: Item) -> None:
    """The name of a type must be a valid class name, and not one that generated modules use themselves."""
    name = item.name
    taken = keyword.iskeyword(name) or hasattr(builtins, name) or name in RESERVED
    if taken or not _CLASS_NAME.fullmatch(name):
        raise GenerationError(f"{item.pointer}: {name!r} cannot be the name of a type")

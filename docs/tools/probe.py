"""Runs in a peer's environment: prints its names and its handling of messages as JSON.

python -m docs.tools.probe sdk | sdk-candidate | chuk-acp | msgspec | typeddicts | acp-types

Standard input has the session updates to try, as JSON, by the surface that introduces them.
"""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from collections.abc import Callable
from typing import Any, get_args, get_origin

from docs.tools import probing, starting
from docs.tools.probing import Update, Updates


def sdk(updates: Updates) -> dict[str, Any]:
    schema = importlib.import_module("acp.schema")
    meta = importlib.import_module("acp.meta")
    interfaces = importlib.import_module("acp.interfaces")
    helpers = importlib.import_module("acp.helpers")
    contrib = importlib.import_module("acp.contrib")
    package = importlib.import_module("acp")

    def round_trip(update: Update) -> Any:
        note = schema.SessionNotification.model_validate({"sessionId": "s", "update": update})
        text = note.model_dump_json(by_alias=True, exclude_none=True, exclude_unset=True)
        return json.loads(text)["update"]

    classes = {name: members(cls) for name, cls in pydantic_classes(schema)}
    listed = {*classes, *helpers.__all__}
    return {
        "outcomes": probing.outcomes(round_trip),
        "misfit": probing.misfit(round_trip),
        "modules": {"acp.schema": probing.typed(round_trip, updates)},
        "starts agents": starting.sdk_starts(),
        **probing.weight(probing.requirements("agent-client-protocol")),
        "classes": classes,
        "unions": sorted(aliases(schema)),
        "package": sorted({*package.__all__, *connections(package)} - listed - aliases(schema)),
        "errors": public_names(package.RequestError),
        "contrib": sorted(contrib.__all__),
        "agent": public_functions(interfaces.Agent),
        "client": public_functions(interfaces.Client),
        "functions": {name: parameters(getattr(helpers, name)) for name in sorted(helpers.__all__)},
        "methods": sorted({*meta.AGENT_METHODS.values(), *meta.CLIENT_METHODS.values()}),
    }


def sdk_candidate(updates: Updates) -> dict[str, Any]:
    """Only the claim about the release candidate: that it has the v2 draft."""
    draft = importlib.import_module("acp.experimental.v2.schema")

    def read(update: Update) -> None:
        note = draft.UpdateSessionNotification.model_validate({"sessionId": "s", "update": update})
        if type(note.update).__name__.startswith("Other"):
            raise ValueError(update["sessionUpdate"])

    return {"modules": {"acp.experimental.v2.schema": probing.typed(read, updates)}}


def chuk(updates: Updates) -> dict[str, Any]:
    package = importlib.import_module("chuk_acp")
    types = importlib.import_module("chuk_acp.protocol.types")

    def round_trip(update: Update) -> Any:
        return types.SessionUpdate.model_validate(update).model_dump(by_alias=True, exclude_none=True)

    senders = [name for name in dir(package) if name.startswith("send_")]
    return {
        "outcomes": probing.outcomes(round_trip),
        "misfit": probing.misfit(round_trip),
        "modules": {"chuk_acp": probing.typed(round_trip, updates)},
        "starts agents": starting.chuk_starts(),
        **probing.weight(probing.requirements("chuk-acp")),
        "classes": {name: members(cls) for name, cls in pydantic_classes(types)},
        "functions": {name: parameters(getattr(package, name)) for name in senders},
    }


def msgspec() -> dict[str, Any]:
    """The types of the benchmarks, as an example of handwritten ones."""
    library = importlib.import_module("msgspec")
    structs = importlib.import_module("benchmarks.peers.msgspec_structs")

    def round_trip(update: Update) -> Any:
        text = json.dumps({"sessionId": "s", "update": update})
        note = library.json.decode(text, type=structs.SessionNotification)
        return json.loads(library.json.encode(note))["update"]

    return {**by_hand("msgspec", round_trip), **probing.weight(["msgspec"])}


def typeddicts() -> dict[str, Any]:
    """A `TypedDict` is the parsed dict itself, whatever its type says."""

    def round_trip(update: Update) -> Any:
        return json.loads(json.dumps(update))

    return {**by_hand("typing", round_trip), **probing.weight([])}


def by_hand(module: str, round_trip: probing.RoundTrip) -> dict[str, Any]:
    """The results for handwritten types, with a module that does not know the protocol."""
    assert not probing.speaks(module)
    return {
        "outcomes": probing.outcomes(round_trip),
        "misfit": probing.misfit(round_trip),
        "modules": {},
        "starts agents": probing.starts_processes(module),
    }


def ours(updates: Updates) -> dict[str, Any]:
    v1 = importlib.import_module("acp_types.v1")

    def round_trip(update: Update) -> Any:
        note = v1.loads(v1.SessionNotification, json.dumps({"sessionId": "s", "update": update}))
        return json.loads(v1.dumps(v1.SessionNotification, note))["update"]

    def reading(module: str) -> dict[str, dict[str, list[str]]]:
        acp = importlib.import_module(module)

        def read(update: Update) -> None:
            if isinstance(acp.decode(acp.SessionUpdate, update), acp.OtherSessionUpdate):
                raise ValueError(update["sessionUpdate"])

        return probing.typed(read, updates)

    return {
        "outcomes": probing.outcomes(round_trip),
        "misfit": probing.misfit(round_trip),
        "modules": {name: reading(f"acp_types.{name}") for name in ("v1", "v1.unstable", "v2", "v2.unstable")},
        "starts agents": probing.starts_processes("acp_types"),
    }


def pydantic_classes(module: Any) -> list[tuple[str, Any]]:
    """The models of a module under their own names, without wrappers of a single value."""
    return [
        (name, cls)
        for name, cls in sorted(vars(module).items())
        if (fields := getattr(cls, "model_fields", None))
        and inspect.isclass(cls)
        and name == cls.__name__
        and not name.startswith(("_", "RootModel", "BaseModel"))
        and "root" not in fields
    ]


def aliases(module: Any) -> set[str]:
    """The unions and enums of a module: type aliases, and wrappers of a single value."""
    return {
        name
        for name, value in vars(module).items()
        if name.isidentifier()
        and not name.startswith(("_", "RootModel"))
        and ("root" in getattr(value, "model_fields", {}) or get_args(value))
    }


def connections(package: Any) -> set[str]:
    return {name for name in vars(package.core) if name.endswith("SideConnection")}


def members(cls: Any) -> dict[str, str | None]:
    """Each member by wire name, with its value if it is a constant tag."""
    found: dict[str, str | None] = {}
    for name, field in cls.model_fields.items():
        literal = get_args(field.annotation) if get_origin(field.annotation) is not None else ()
        single = literal[0] if len(literal) == 1 and "Literal" in str(field.annotation) else None
        found[getattr(field, "alias", None) or name] = single if isinstance(single, str) else None
    return found


def public_functions(cls: type) -> list[str]:
    return sorted(name for name, value in vars(cls).items() if inspect.isfunction(value) and not name.startswith("_"))


def public_names(cls: type) -> list[str]:
    return sorted(name for name in vars(cls) if not name.startswith("_"))


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


if __name__ == "__main__":
    probes: dict[str, Callable[[Updates], dict[str, Any]]] = {
        "acp-types": ours,
        "chuk-acp": chuk,
        "msgspec": lambda _: msgspec(),
        "sdk": sdk,
        "sdk-candidate": sdk_candidate,
        "typeddicts": lambda _: typeddicts(),
    }
    json.dump(probes[sys.argv[1]](json.load(sys.stdin)), sys.stdout)

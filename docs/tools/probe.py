"""Runs in a peer's environment: prints, as JSON, the names that it has and what becomes of messages in it.

python probe.py sdk | chuk | msgspec | acp-types
"""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from collections.abc import Callable
from typing import Any, get_args, get_origin

Update = dict[str, Any]
RoundTrip = Callable[[Update], Any]

TEXT = {"type": "text", "text": "Hello"}
MESSAGES: dict[str, Update] = {
    "an update of a kind that is not known": {"sessionUpdate": "_acme.sketch", "strokes": 3},
    "a tool kind that is not known": {
        "sessionUpdate": "tool_call",
        "toolCallId": "call_1",
        "title": "Lint",
        "kind": "_acme.lint",
    },
    "a member that is not known": {"sessionUpdate": "agent_message_chunk", "content": TEXT, "mood": "good"},
    "a title that null clears": {"sessionUpdate": "session_info_update", "title": None},
}
"""Session updates of v1, each with what proxies and clients of newer agents meet."""


def outcome(round_trip: RoundTrip, update: Update) -> str:
    """What becomes of an update that is read and written again."""
    try:
        written = round_trip(update)
    except Exception:
        return "refused"
    return "kept" if written == update else "lost"


def sdk() -> dict[str, Any]:
    schema = importlib.import_module("acp.schema")
    meta = importlib.import_module("acp.meta")
    interfaces = importlib.import_module("acp.interfaces")
    helpers = importlib.import_module("acp.helpers")

    def round_trip(update: Update) -> Any:
        note = schema.SessionNotification.model_validate({"sessionId": "s", "update": update})
        text = note.model_dump_json(by_alias=True, exclude_none=True, exclude_unset=True)
        return json.loads(text)["update"]

    return {
        "outcomes": {name: outcome(round_trip, update) for name, update in MESSAGES.items()},
        "classes": {name: members(cls) for name, cls in pydantic_classes(schema)},
        "agent": public_functions(interfaces.Agent),
        "client": public_functions(interfaces.Client),
        "functions": {name: parameters(getattr(helpers, name)) for name in sorted(helpers.__all__)},
        "methods": sorted({*meta.AGENT_METHODS.values(), *meta.CLIENT_METHODS.values()}),
    }


def chuk() -> dict[str, Any]:
    package = importlib.import_module("chuk_acp")
    types = importlib.import_module("chuk_acp.protocol.types")

    def round_trip(update: Update) -> Any:
        return types.SessionUpdate.model_validate(update).model_dump(by_alias=True, exclude_none=True)

    senders = [name for name in dir(package) if name.startswith("send_")]
    return {
        "outcomes": {name: outcome(round_trip, update) for name, update in MESSAGES.items()},
        "classes": {name: members(cls) for name, cls in pydantic_classes(types)},
        "functions": {name: parameters(getattr(package, name)) for name in senders},
    }


def msgspec() -> dict[str, Any]:
    library = importlib.import_module("msgspec")
    structs = importlib.import_module("benchmarks.peers.msgspec_structs")

    def round_trip(update: Update) -> Any:
        text = json.dumps({"sessionId": "s", "update": update})
        note = library.json.decode(text, type=structs.SessionNotification)
        return json.loads(library.json.encode(note))["update"]

    return {"outcomes": {name: outcome(round_trip, update) for name, update in MESSAGES.items()}}


def ours() -> dict[str, Any]:
    acp = importlib.import_module("acp_types.v1")

    def round_trip(update: Update) -> Any:
        note = acp.loads(acp.SessionNotification, json.dumps({"sessionId": "s", "update": update}))
        return json.loads(acp.dumps(acp.SessionNotification, note))["update"]

    return {"outcomes": {name: outcome(round_trip, update) for name, update in MESSAGES.items()}}


def pydantic_classes(module: Any) -> list[tuple[str, Any]]:
    """The models of a module under their own names, wrappers of a single value left out."""
    return [
        (name, cls)
        for name, cls in sorted(vars(module).items())
        if (fields := getattr(cls, "model_fields", None))
        and inspect.isclass(cls)
        and name == cls.__name__
        and not name.startswith(("_", "RootModel", "BaseModel"))
        and "root" not in fields
    ]


def members(cls: Any) -> dict[str, str | None]:
    """Each member by its name on the wire, with its value where it can have only one: a tag."""
    found: dict[str, str | None] = {}
    for name, field in cls.model_fields.items():
        literal = get_args(field.annotation) if get_origin(field.annotation) is not None else ()
        single = literal[0] if len(literal) == 1 and "Literal" in str(field.annotation) else None
        found[getattr(field, "alias", None) or name] = single if isinstance(single, str) else None
    return found


def public_functions(cls: type) -> list[str]:
    return sorted(name for name, value in vars(cls).items() if inspect.isfunction(value) and not name.startswith("_"))


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


if __name__ == "__main__":
    report = {"sdk": sdk, "chuk": chuk, "msgspec": msgspec, "acp-types": ours}[sys.argv[1]]()
    json.dump(report, sys.stdout)

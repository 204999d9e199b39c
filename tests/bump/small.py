"""A small protocol of our own, to change in every way there is, as releases of its schema."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import tomli

from codegen.bump.release import Release
from codegen.decisions import Decisions
from codegen.frontend import read_model
from codegen.model import Surface
from codegen.normalise import normalise
from codegen.plan import plan
from codegen.project import HERE
from codegen.review.dump import dump_all, load_all
from tests.bump.replay import Tables

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def record(*required: str, description: str = "", **properties: Any) -> Schema:
    return {"description": description, "type": "object", "properties": properties, "required": list(required)}


def message(method: str, body: Schema, side: str = "agent") -> Schema:
    return {**body, "x-side": side, "x-method": method}


def choice(description: str, **values: str) -> Schema:
    branches = [{"type": "string", "const": value, "description": words} for value, words in values.items()]
    return {"description": description, "anyOf": branches}


def variant(tag: str, name: str) -> Schema:
    body = {"type": "object", "properties": {"type": {"type": "string", "const": tag}}, "required": ["type"]}
    return {**body, "allOf": [ref(name)]}


def schema() -> Schema:
    """The first release."""
    return {
        "$defs": {
            "AgentCapabilities": record(
                description="What the agent can do.", loadSession={"type": "boolean", "default": False}
            ),
            "ClientCapabilities": record(description="What the client can do."),
            "SessionId": {"description": "The id of a session.", "type": "string"},
            "StopReason": choice("Why a turn ended.", end_turn="It is done.", refusal="It refuses."),
            "Priority": {
                "description": "How important.",
                "anyOf": [
                    {"type": "string", "const": "high", "description": "Very."},
                    {"type": "string", "const": "low", "description": "Little."},
                    {"type": "string", "description": "Any other."},
                ],
            },
            "TextContent": record("text", description="Text.", text={"description": "It.", "type": "string"}),
            "ImageContent": record(
                "data",
                "mimeType",
                description="An image.",
                data={"type": "string"},
                mimeType={"type": "string"},
                width={"type": "integer", "format": "uint32", "minimum": 0},
            ),
            "ContentBlock": {
                "description": "What a prompt is made of.",
                "oneOf": [variant("text", "TextContent"), variant("image", "ImageContent")],
            },
            "PlanEntry": record(
                "content",
                description="A step.",
                content={"description": "What is to be done.", "type": "string"},
                priority={"anyOf": [ref("Priority"), {"type": "null"}], "x-deserialize-default-on-error": True},
                labels={"type": "array", "items": {"type": "string"}},
                weight={"type": "integer", "default": 1},
            ),
            "PromptRequest": message(
                "session/prompt",
                record(
                    "sessionId",
                    "prompt",
                    description="A turn.",
                    sessionId=ref("SessionId"),
                    prompt={"type": "array", "items": ref("ContentBlock")},
                    plan={"type": "array", "items": ref("PlanEntry")},
                ),
            ),
            "PromptResponse": message(
                "session/prompt", record("stopReason", description="Its end.", stopReason=ref("StopReason"))
            ),
            "AskRequest": message("ask", record(description="A question."), side="client"),
            "AskResponse": message("ask", record(description="Its answer."), side="client"),
            "ShowNotification": message("show", record(description="News."), side="client"),
            "NoteNotification": message("note", record(description="A note.", text={"type": "string"})),
            "CancelNotification": message(
                "session/cancel", record("sessionId", description="Stop.", sessionId=ref("SessionId"))
            ),
        }
    }


def tables(**more: list[dict[str, Any]]) -> Tables:
    """The decisions that it needs."""
    topics = tomli.loads(HERE.decisions.read_text(encoding="utf-8"))["topic"]
    return {"topic": topics, "undecided": [{"surfaces": ["v1"], "why": "a test"}], **more}


def release(version: str, what: Schema, **more: Schema) -> Release:
    """A release of one surface, or of more."""
    schemas = {"v1/schema.json": what, **more}
    files = {file: json.dumps(body, indent=1).encode() for file, body in schemas.items()}
    return Release("a-protocol", "npm", version, "2026-01-01", files)


def model(what: Schema) -> dict[str, Surface]:
    """The model of a schema, as a dump tells it."""
    decisions = Decisions(tables())
    surface = read_model(normalise(copy.deepcopy(what), decisions, "v1"), "v1", stable=True)
    return load_all(dump_all(plan([surface], decisions)))


def tree(root: Path) -> dict[str, bytes]:
    """Every file below a folder, to see that nothing has changed."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}

"""Each kind of change, made to a small protocol, and what the report calls it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from codegen.compare.changes import Change
from codegen.compare.effects import EFFECTS
from codegen.compare.models import compare_all
from tests.bump.small import Schema, message, model, record, schema, variant

Edit = Callable[[dict[str, Any]], object]


def changes(edit: Edit, aliases: tuple[str, ...] = ()) -> list[Change]:
    """What an edit of the definitions changes."""
    before, after = schema(), copy.deepcopy(schema())
    edit(after["$defs"])
    return compare_all(model(before), model(after), {"v1": aliases})


def props(definitions: Schema, name: str) -> Any:
    return definitions[name]["properties"]


def rename(old: str, new: str) -> Edit:
    """Rename a definition, and all that names it."""

    def edit(definitions: Schema) -> None:
        definitions[new] = definitions.pop(old)
        for body in list(definitions.values()):
            _point(body, f"#/$defs/{old}", f"#/$defs/{new}")

    return edit


def _point(body: Any, old: str, new: str) -> None:
    for key, value in body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ():
        if value == old:
            body[key] = new
        _point(value, old, new)


def both(*edits: Edit) -> Edit:
    return lambda definitions: [edit(definitions) for edit in edits]


def required(name: str, *members: str) -> Edit:
    return lambda definitions: definitions[name]["required"].extend(members)


def add_variant(definitions: Schema) -> None:
    definitions["AudioContent"] = record("data", description="Sound.", data={"type": "string"})
    definitions["ContentBlock"]["oneOf"].append(variant("audio", "AudioContent"))


def change_tag(definitions: Schema) -> None:
    definitions["ContentBlock"]["oneOf"][1]["properties"]["type"]["const"] = "picture"


def add_method(definitions: Schema) -> None:
    definitions["ForkRequest"] = message("session/fork", record(description="Fork."))
    definitions["ForkResponse"] = message("session/fork", record(description="Forked."))


def rename_method(definitions: Schema) -> None:
    definitions["CancelNotification"]["x-method"] = "session/stop"


def ask_what_was_only_said(definitions: Schema) -> None:
    """A request of the name of a notification: the notification's own names say then what it is."""
    definitions["CancelRequest"] = message("session/cancel", record(description="Stop."))
    definitions["CancelResponse"] = message("session/cancel", record(description="Stopped."))


def ask_instead_of_saying(definitions: Schema) -> None:
    """A notification becomes a request: constant and handler are called the same, and are something else."""
    rename("CancelNotification", "CancelRequest")(definitions)
    definitions["CancelResponse"] = message("session/cancel", record(description="Stopped."))


def ask_the_other_side(definitions: Schema) -> None:
    definitions["NoteNotification"]["x-side"] = "client"


def ask_and_say_one_way(definitions: Schema) -> None:
    """What goes both ways, as a request and as a notification, goes one way each."""
    for name in ("AskRequest", "AskResponse"):
        definitions[name]["x-side"] = "client"
    definitions["AskNotification"]["x-side"] = "agent"


def both_ways() -> Schema:
    before = schema()
    for name in ("AskRequest", "AskResponse"):
        before["$defs"][name]["x-side"] = "both"
    before["$defs"]["AskNotification"] = message("ask", record(description="Something to say."), side="both")
    return before


CASES: list[tuple[str, Edit, list[tuple[str, ...]]]] = [
    ("nothing", len, []),
    (
        "another order",
        lambda d: d.update(reversed([(name, d.pop(name)) for name in list(d)])),
        [],
    ),
    (
        "a type added",
        lambda d: d.update(Extra=record(description="More.")),
        [("type", "added", "Extra", "compatible", "additive", "record")],
    ),
    (
        "a type and the member that used it removed",
        lambda d: (d.pop("PlanEntry"), d.pop("Priority"), props(d, "PromptRequest").pop("plan")),
        [
            ("type", "removed", "Priority", "breaking", "different", "enum"),
            ("type", "removed", "PlanEntry", "breaking", "different", "record"),
            ("member", "removed", "PromptRequest.plan", "breaking", "different", "[PlanEntry]"),
        ],
    ),
    (
        "a type renamed",
        rename("PlanEntry", "PlanStep"),
        [("type", "renamed", "PlanStep", "breaking", "same", "was PlanEntry")],
    ),
    (
        "a variant's type renamed",
        rename("TextContent", "Words"),
        [("type", "renamed", "Words", "breaking", "same", "was TextContent")],
    ),
    (
        "a method's type renamed",
        rename("CancelNotification", "StopNotification"),
        [("type", "renamed", "StopNotification", "breaking", "same", "was CancelNotification")],
    ),
    (
        "another type that only looks a little alike",
        both(
            lambda d: d.update(Unlike=record("one", description="No.", one={"type": "string"}, two={"type": "string"})),
            lambda d: (d.pop("PlanEntry"), props(d, "PromptRequest").pop("plan")),
        ),
        [
            ("type", "removed", "PlanEntry", "breaking", "different", "record"),
            ("member", "removed", "PromptRequest.plan", "breaking", "different", "[PlanEntry]"),
            ("type", "added", "Unlike", "compatible", "additive", "record"),
        ],
    ),
    (
        "a type of another kind",
        lambda d: d.update(PlanEntry={"description": "A step.", "type": "string"}),
        [("type", "changed", "PlanEntry", "breaking", "different", "record -> alias")],
    ),
    (
        "a type that becomes a choice",
        lambda d: d.update(
            NoteText=record("text", description="It.", text={"type": "string"}),
            PlanEntry={"description": "A step.", "oneOf": [variant("note", "NoteText")]},
        ),
        [
            ("type", "changed", "PlanEntry", "breaking", "different", "record -> union of NoteText"),
            ("type", "added", "OtherPlanEntry", "compatible", "additive", "record"),
            ("type", "added", "NoteText", "compatible", "additive", "record"),
        ],
    ),
    (
        "an alias of another type",
        lambda d: d["SessionId"].update(type="integer"),
        [("type", "changed", "SessionId", "breaking", "different", "type: distinct string -> integer")],
    ),
    (
        "an optional member added",
        lambda d: props(d, "TextContent").update(title={"type": "string"}),
        [("member", "added", "TextContent.title", "compatible", "additive", "optional string")],
    ),
    (
        "a required member added",
        both(lambda d: props(d, "TextContent").update(title={"type": "string"}), required("TextContent", "title")),
        [("member", "added", "TextContent.title", "attention", "stricter", "required string")],
    ),
    (
        "a member removed",
        lambda d: props(d, "ImageContent").pop("width"),
        [("member", "removed", "ImageContent.width", "breaking", "different", "integer")],
    ),
    (
        "a member renamed, its words kept",
        lambda d: (
            props(d, "PlanEntry").update(task=props(d, "PlanEntry").pop("content"))
            or d["PlanEntry"].update(required=["task"])
        ),
        [("member", "renamed", "PlanEntry.task", "breaking", "different", "was content")],
    ),
    (
        "a member of another type",
        lambda d: props(d, "PlanEntry").update(weight={"type": "number", "default": 1}),
        [("member", "changed", "PlanEntry.weight", "breaking", "different", "type: integer -> number")],
    ),
    (
        "a member that may be null now",
        lambda d: props(d, "TextContent").update(text={"description": "It.", "type": ["string", "null"]}),
        [("member", "changed", "TextContent.text", "breaking", "looser", "nullable: no -> yes")],
    ),
    (
        "an optional member that may be null now reads as before",
        lambda d: props(d, "PlanEntry").update(labels={"type": ["array", "null"], "items": {"type": "string"}}),
        [("member", "changed", "PlanEntry.labels", "compatible", "looser", "nullable: no -> yes")],
    ),
    (
        "a member required, with the type that it had",
        required("PlanEntry", "priority"),
        [("member", "changed", "PlanEntry.priority", "attention", "stricter", "required: no -> yes")],
    ),
    (
        "a member required, and None no more",
        required("PlanEntry", "labels"),
        [("member", "changed", "PlanEntry.labels", "breaking", "stricter", "required: no -> yes")],
    ),
    (
        "another default",
        lambda d: props(d, "PlanEntry")["weight"].update(default=2),
        [("member", "changed", "PlanEntry.weight", "attention", "different", "default: 1 -> 2")],
    ),
    (
        "leniency lost",
        lambda d: props(d, "PlanEntry")["priority"].pop("x-deserialize-default-on-error"),
        [("member", "changed", "PlanEntry.priority", "attention", "stricter", "default on error: yes -> no")],
    ),
    (
        "leniency gained",
        lambda d: props(d, "PlanEntry")["labels"].update({"x-deserialize-skip-invalid-items": True}),
        [("member", "changed", "PlanEntry.labels", "compatible", "looser", "skip invalid items: no -> yes")],
    ),
    (
        "narrower bounds",
        lambda d: props(d, "ImageContent")["width"].update(minimum=1),
        [("member", "changed", "ImageContent.width", "attention", "stricter", "minimum: 0 -> 1")],
    ),
    (
        "wider bounds, told by a format",
        lambda d: props(d, "ImageContent")["width"].update(format="uint64"),
        [
            (
                *("member", "changed", "ImageContent.width", "compatible", "looser"),
                f"maximum: {2**32 - 1} -> {2**64 - 1}",
            )
        ],
    ),
    (
        "a capability added",
        lambda d: props(d, "AgentCapabilities").update(audio={"type": "boolean", "default": False}),
        [("capability", "added", "AgentCapabilities.audio", "compatible", "additive", "optional boolean")],
    ),
    (
        "a variant added",
        add_variant,
        [
            ("variant", "added", "ContentBlock audio", "attention", "additive", "added"),
            ("type", "added", "AudioContent", "compatible", "additive", "record"),
        ],
    ),
    (
        "a variant removed",
        lambda d: d["ContentBlock"]["oneOf"].pop(),
        [("variant", "removed", "ContentBlock image", "breaking", "different", "removed")],
    ),
    (
        "a variant with another tag",
        change_tag,
        [("variant", "renamed", "ContentBlock picture", "breaking", "different", "was image")],
    ),
    (
        "a value added",
        lambda d: d["StopReason"]["anyOf"].append({"type": "string", "const": "no", "description": "No."}),
        [("value", "added", 'StopReason "no"', "attention", "additive", "added")],
    ),
    (
        "a value removed",
        lambda d: d["Priority"]["anyOf"].pop(1),
        [("value", "removed", 'Priority "low"', "breaking", "different", "removed")],
    ),
    (
        "a value renamed, its words kept",
        lambda d: d["Priority"]["anyOf"][1].update(const="minor"),
        [("value", "renamed", 'Priority "minor"', "breaking", "different", "was low")],
    ),
    (
        "a set closed",
        lambda d: d["Priority"]["anyOf"].pop(2),
        [("type", "changed", "Priority", "compatible", "stricter", "closed in the schema")],
    ),
    (
        "a method added",
        add_method,
        [
            ("type", "added", "ForkRequest", "compatible", "additive", "record"),
            ("type", "added", "ForkResponse", "compatible", "additive", "record"),
            ("method", "added", "session/fork (request to the agent)", "compatible", "additive", "added"),
        ],
    ),
    (
        "a method removed",
        lambda d: d.pop("CancelNotification"),
        [
            ("type", "removed", "CancelNotification", "breaking", "different", "record"),
            ("method", "removed", "session/cancel (notification to the agent)", "breaking", "different", "removed"),
        ],
    ),
    (
        "a method renamed",
        rename_method,
        [
            (
                *("method", "renamed", "session/stop (notification to the agent)", "breaking", "different"),
                "was session/cancel (notification to the agent)",
            )
        ],
    ),
    (
        "words",
        lambda d: (
            d["TextContent"].update(description="Some text."),
            props(d, "TextContent")["text"].update(description="All of it."),
            d["Priority"]["anyOf"][0].update(description="Much."),
        ),
        [
            ("value", "documentation", 'Priority "high"', "compatible", "same", "documentation"),
            ("type", "documentation", "TextContent", "compatible", "same", "documentation"),
            ("member", "documentation", "TextContent.text", "compatible", "same", "documentation"),
        ],
    ),
    (
        "a request of the name of a notification added",
        ask_what_was_only_said,
        [
            ("type", "added", "CancelRequest", "compatible", "additive", "record"),
            ("type", "added", "CancelResponse", "compatible", "additive", "record"),
            (
                "method",
                "changed",
                "session/cancel (notification to the agent)",
                "breaking",
                "same",
                "name: SESSION_CANCEL, session_cancel -> SESSION_CANCEL_NOTIFICATION, session_cancel_notification",
            ),
            ("method", "added", "session/cancel (request to the agent)", "compatible", "additive", "added"),
        ],
    ),
    (
        "a notification that becomes a request",
        ask_instead_of_saying,
        [
            ("type", "renamed", "CancelRequest", "breaking", "same", "was CancelNotification"),
            ("type", "added", "CancelResponse", "compatible", "additive", "record"),
            (
                *("method", "changed", "session/cancel (request to the agent)", "breaking", "different"),
                "was session/cancel (notification to the agent)",
            ),
        ],
    ),
    (
        "a method that goes to the other side",
        ask_the_other_side,
        [
            (
                *("method", "changed", "note (notification to the client)", "breaking", "different"),
                "was note (notification to the agent)",
            ),
        ],
    ),
]


@pytest.mark.parametrize(("edit", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_each_kind_of_change(edit: Edit, expected: list[tuple[str, ...]]) -> None:
    found = [(c.subject, c.action, c.name, c.python, c.wire, c.what) for c in changes(edit)]
    assert found == expected


def test_every_change_says_where_and_what_to_do() -> None:
    for _, edit, _ in CASES:
        for change in changes(edit):
            assert change.pointer.startswith(("/$defs/", "JSON-RPC 2.0/"))
            assert change.advice or change.python == "compatible", change


def test_a_request_and_a_notification_of_one_name_are_told_apart() -> None:
    before = both_ways()
    after = copy.deepcopy(before)
    ask_and_say_one_way(after["$defs"])
    found = compare_all(model(before), model(after), {})
    assert [(change.was, change.name) for change in found if change.was] == [
        ("ask (request to the protocol)", "ask (request to the client)"),
        ("ask (notification to the protocol)", "ask (notification to the agent)"),
    ]


def test_a_kept_name_is_no_break() -> None:
    (change,) = changes(rename("PlanEntry", "PlanStep"), aliases=("PlanEntry",))
    assert (change.action, change.python, change.was) == ("renamed", "attention", "PlanEntry")


def test_surfaces_come_and_go() -> None:
    one = model(schema())
    two = {**one, "v2": one["v1"]}
    assert [(c.surface, c.action, c.python) for c in compare_all(one, two, {})] == [("v2", "added", "compatible")]
    assert [(c.surface, c.action, c.python) for c in compare_all(two, one, {})] == [("v2", "removed", "breaking")]


def test_breaking_changes_and_those_that_need_attention_have_advice() -> None:
    for rule, effect in EFFECTS.items():
        assert bool(effect.advice) == (effect.python != "compatible") or rule == "member became optional", rule


def test_of_the_names_of_a_method_those_are_told_that_change() -> None:
    """The handler is called otherwise where no request goes the same way any more; the constant is not."""
    before = schema()
    for name in ("AskRequest", "AskResponse"):
        before["$defs"][name] = message("note", record(), side="agent")
    after = copy.deepcopy(before)
    for name in ("AskRequest", "AskResponse"):
        after["$defs"][name]["x-side"] = "client"
    found = [(change.name, change.what) for change in compare_all(model(before), model(after), {})]
    assert found == [
        ("note (request to the client)", "was note (request to the agent)"),
        ("note (notification to the agent)", "name: note_notification -> note"),
    ]

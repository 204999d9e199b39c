"""The rules of v2, each with its test. docs/concepts/sessions.md says where each comes from."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from acp_types import v2 as acp
from acp_types.v2 import session as s
from tests.session.support import chunk, replayed, said, seen, text

SURFACES = ("v2", "v2.unstable")

MESSAGES = [
    ("user_message", "user_message_chunk"),
    ("agent_message", "agent_message_chunk"),
    ("agent_thought", "agent_thought_chunk"),
]
"""The update that has a whole message, and the one that has a chunk of it."""

ENTITIES: list[dict[str, Any]] = [
    {"sessionUpdate": "user_message", "messageId": "m"},
    {"sessionUpdate": "agent_message", "messageId": "m"},
    {"sessionUpdate": "agent_thought", "messageId": "m"},
    {"sessionUpdate": "tool_call_update", "toolCallId": "t"},
    {"sessionUpdate": "terminal_update", "terminalId": "t"},
    {"sessionUpdate": "compaction_update", "compactionId": "c", "status": "in_progress"},
]
"""Of each kind of entity that has metadata of its own, the update that says least."""

INFO = {"sessionUpdate": "session_info_update"}


def texts(entity: Any) -> list[str]:
    """The texts of an entity's blocks, one by one."""
    return [block.text for block in entity.body.items]


# -- entities ---------------------------------------------------------------------------------------------------------


def test_entities_are_keyed_by_type_and_id() -> None:
    view = seen(
        "v2",
        chunk("agent_message_chunk", "message", "x"),
        chunk("agent_thought_chunk", "thought", "x"),
        chunk("user_message_chunk", "user", "x"),
        {"sessionUpdate": "tool_call_update", "toolCallId": "x"},
        {"sessionUpdate": "terminal_update", "terminalId": "x"},
        {"sessionUpdate": "compaction_update", "compactionId": "x", "status": "completed"},
        {"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": "x", "entries": []}},
        chunk("agent_message_chunk", "!", "x"),
    )
    assert [type(entity).__name__ for entity in view.timeline] == [
        "Message",
        "Thought",
        "Message",
        "ToolCall",
        "Terminal",
        "Compaction",
        "PlanUpdate",
    ]
    assert [(message.role, message.text) for message in view.messages] == [("agent", "message!"), ("user", "user")]
    assert [thought.text for thought in view.thoughts] == ["thought"]


def test_the_timeline_is_in_the_order_first_seen() -> None:
    view = seen(
        "v2",
        {"sessionUpdate": "tool_call_update", "toolCallId": "t"},
        chunk("agent_message_chunk", "a", "m"),
        {"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "completed"},
    )
    assert [type(entity) for entity in view.timeline] == [s.ToolCall, s.Message]


def test_an_id_that_was_not_seen_makes_an_entity_whatever_names_it() -> None:
    view = seen(
        "v2",
        {
            "sessionUpdate": "tool_call_content_chunk",
            "toolCallId": "t",
            "content": {"type": "content", "content": text("a")},
        },
        {"sessionUpdate": "terminal_output_chunk", "terminalId": "x", "data": "YQ=="},
        {"sessionUpdate": "agent_message", "messageId": "m"},
    )
    assert view.tool_calls["t"].status == "pending"
    assert view.terminals["x"].output == b"a"
    assert view.messages[0].content == ()


# -- messages ---------------------------------------------------------------------------------------------------------


def test_chunks_of_different_messages_may_interleave() -> None:
    view = seen(
        "v2",
        chunk("agent_message_chunk", "a", "1"),
        chunk("agent_message_chunk", "b", "2"),
        chunk("agent_message_chunk", "A", "1"),
    )
    assert [message.text for message in view.messages] == ["aA", "b"]


@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_a_message_update_without_content_leaves_it(whole: str, part: str) -> None:
    view = seen("v2", chunk(part, "a", "m"), {"sessionUpdate": whole, "messageId": "m", "_meta": {"k": 1}})
    assert texts(view.timeline[0]) == ["a"]
    assert view.timeline[0].meta == {"k": 1}


@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_a_message_update_with_content_replaces_all_of_it_chunks_included(whole: str, part: str) -> None:
    view = seen(
        "v2",
        {"sessionUpdate": whole, "messageId": "m", "content": [text("a")]},
        chunk(part, "b", "m"),
        {"sessionUpdate": whole, "messageId": "m", "content": [text("c"), text("d")]},
    )
    assert texts(view.timeline[0]) == ["c", "d"]


@pytest.mark.parametrize("content", [None, []])
@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_null_and_an_empty_array_clear_the_content(whole: str, part: str, content: list[Any] | None) -> None:
    view = seen("v2", chunk(part, "a", "m"), {"sessionUpdate": whole, "messageId": "m", "content": content})
    assert view.timeline[0].content == ()
    assert view.timeline[0].text == ""


@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_a_chunk_appends_to_what_is_current(whole: str, part: str) -> None:
    view = seen(
        "v2",
        {"sessionUpdate": whole, "messageId": "m", "content": [text("a")]},
        chunk(part, "b", "m"),
        {"sessionUpdate": whole, "messageId": "m", "content": [text("c")]},
        chunk(part, "d", "m"),
        {"sessionUpdate": whole, "messageId": "m", "content": None},
        chunk(part, "e", "m"),
        chunk(part, "f", "m"),
    )
    assert texts(view.timeline[0]) == ["e", "f"]
    assert view.timeline[0].text == "ef"


def test_the_example_of_the_lifecycle_page() -> None:
    stream: list[dict[str, Any]] = [
        {"sessionUpdate": "agent_message", "messageId": "m", "content": [text("A")]},
        chunk("agent_message_chunk", "B", "m"),
        {"sessionUpdate": "agent_message", "messageId": "m", "content": [text("C")]},
        chunk("agent_message_chunk", "D", "m"),
    ]
    assert texts(seen("v2", *stream[:2]).messages[0]) == ["A", "B"]
    assert texts(seen("v2", *stream[:3]).messages[0]) == ["C"]
    assert texts(seen("v2", *stream).messages[0]) == ["C", "D"]


# -- metadata ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_the_metadata_of_a_chunk_stays_with_the_chunk(whole: str, part: str) -> None:
    view = seen(
        "v2",
        chunk(part, "a", "m"),
        chunk(part, "b", "m", _meta={"k": 1}),
        {"sessionUpdate": whole, "messageId": "m", "_meta": {"whole": True}},
    )
    (entity,) = view.timeline
    assert entity.meta == {"whole": True}
    assert [part.meta for part in entity.parts] == [{}, {"k": 1}]


def test_the_metadata_of_a_chunk_goes_when_the_content_is_replaced() -> None:
    view = seen(
        "v2",
        chunk("agent_message_chunk", "a", "m", _meta={"k": 1}),
        {"sessionUpdate": "agent_message", "messageId": "m", "content": [text("b")]},
    )
    assert [part.meta for part in view.messages[0].parts] == [{}]


@pytest.mark.parametrize("least", [*ENTITIES, INFO])
def test_metadata_is_patched_by_top_level_key(least: dict[str, Any]) -> None:
    def meta_after(*patches: Any) -> Any:
        view = seen("v2", *({**least, **({} if patch is ... else {"_meta": patch})} for patch in patches))
        return view.info.meta if least is INFO else view.timeline[0].meta

    first = {"a": 1, "b": {"x": 1, "y": 2}}
    assert meta_after(first, ...) == first  # omitted: unchanged
    assert meta_after(first, {}) == first
    assert meta_after(first, {"c": 3}) == {**first, "c": 3}
    assert meta_after(first, {"a": None}) == {"b": {"x": 1, "y": 2}}  # a null key is removed
    assert meta_after(first, {"b": {"x": None}}) == {"a": 1, "b": {"x": None}}  # nested objects are not merged
    assert meta_after(first, None) == {}
    assert meta_after({"a": None, "b": 1}) == {"b": 1}  # nothing to remove yet
    assert meta_after(first, None, {"c": 1}) == {"c": 1}


# -- tool calls -------------------------------------------------------------------------------------------------------

CALL = {"sessionUpdate": "tool_call_update", "toolCallId": "t"}
FULL_CALL: dict[str, Any] = {
    **CALL,
    "name": "read_file",
    "title": "Read",
    "kind": "read",
    "status": "completed",
    "content": [{"type": "content", "content": text("a")}],
    "locations": [{"path": "/a"}],
    "rawInput": {"path": "/a"},
    "rawOutput": 0,
    "capabilities": {"cancel": {}},
}
ITEM = {"type": "content", "content": text("b")}


def test_a_new_tool_call_starts_as_other_and_pending() -> None:
    call = seen("v2", CALL).tool_calls["t"]
    assert call == s.ToolCall(tool_call_id=acp.ToolCallId("t"), body=call.body)
    assert (call.kind, call.status) == ("other", "pending")
    assert (call.name, call.title, call.content, call.locations) == (None, None, (), ())
    assert (call.raw_input, call.raw_output, call.capabilities) == (None, None, None)


def test_omitted_members_of_a_tool_call_are_unchanged() -> None:
    before, after = seen("v2", FULL_CALL).tool_calls["t"], seen("v2", FULL_CALL, CALL).tool_calls["t"]
    assert after == before
    assert after.raw_output == 0
    assert seen("v2", FULL_CALL, {**CALL, "status": "failed"}).tool_calls["t"].kind == "read"


@pytest.mark.parametrize("first", [FULL_CALL, CALL])
def test_null_sets_a_tool_call_back_to_where_a_new_one_starts(first: dict[str, Any]) -> None:
    nulls = {key: None for key in FULL_CALL if key not in CALL}
    assert seen("v2", first, {**CALL, **nulls}) == seen("v2", CALL)


def test_null_resets_kind_to_other_and_status_to_pending() -> None:
    call = seen("v2", FULL_CALL, {**CALL, "kind": None, "status": None}).tool_calls["t"]
    assert (call.kind, call.status, call.title) == ("other", "pending", "Read")


def test_empty_arrays_clear_the_collections_of_a_tool_call() -> None:
    call = seen("v2", FULL_CALL, {**CALL, "content": [], "locations": []}).tool_calls["t"]
    assert (call.content, call.locations) == ((), ())


def test_an_unknown_kind_and_status_are_kept() -> None:
    call = seen("v2", {**CALL, "kind": "_acme.lint", "status": "paused_by_moon"}).tool_calls["t"]
    assert (call.kind, call.status) == ("_acme.lint", "paused_by_moon")


def test_a_tool_call_content_chunk_appends_and_content_replaces() -> None:
    appended = {"sessionUpdate": "tool_call_content_chunk", "toolCallId": "t", "content": ITEM}
    assert len(seen("v2", FULL_CALL, appended).tool_calls["t"].content) == 2
    assert len(seen("v2", FULL_CALL, appended, FULL_CALL).tool_calls["t"].content) == 1
    assert len(seen("v2", FULL_CALL, FULL_CALL, appended, appended).tool_calls["t"].content) == 3
    assert len(seen("v2", FULL_CALL, {**CALL, "content": None}, appended).tool_calls["t"].content) == 1
    noted = seen("v2", CALL, {**appended, "_meta": {"k": 1}}).tool_calls["t"]
    assert ([part.meta for part in noted.parts], noted.meta) == ([{"k": 1}], {})


def test_capabilities_are_replaced_as_a_whole() -> None:
    first = {**CALL, "capabilities": {"cancel": {}, "_meta": {"k": 1}}}
    capabilities = seen("v2", first, {**CALL, "capabilities": {}}).tool_calls["t"].capabilities
    assert capabilities == acp.ToolCallCapabilities()


# -- terminals --------------------------------------------------------------------------------------------------------

TERMINAL = {"sessionUpdate": "terminal_update", "terminalId": "x"}


def output(data: bytes, **members: Any) -> dict[str, Any]:
    """A chunk of a terminal's output."""
    encoded = base64.b64encode(data).decode()
    return {"sessionUpdate": "terminal_output_chunk", "terminalId": "x", "data": encoded, **members}


def snapshot(data: bytes, **members: Any) -> dict[str, Any]:
    """An update with all of a terminal's output."""
    return {**TERMINAL, "output": {"data": base64.b64encode(data).decode(), **members}}


def test_the_bytes_of_a_terminal_append_in_order() -> None:
    view = seen("v2", output(b"one "), snapshot(b"two "), output(b"three "), output(b"four"))
    assert view.terminals["x"].output == b"two three four"
    assert view.terminals["x"].text == "two three four"


def test_each_piece_of_output_is_base64_for_itself() -> None:
    pieces = [b"a", b"bc", "\u20ac".encode()[:1], "\u20ac".encode()[1:]]  # padded each, a character across two
    view = seen("v2", *map(output, pieces))
    assert view.terminals["x"].output == b"abc\xe2\x82\xac"
    assert view.terminals["x"].text == "abc\u20ac"


def test_a_snapshot_of_output_replaces_what_was_there() -> None:
    terminal = seen("v2", output(b"a", _meta={"k": 1}), snapshot(b"b", _meta={"of": "snapshot"})).terminals["x"]
    assert terminal.output == b"b"
    assert [part.meta for part in terminal.parts] == [{"of": "snapshot"}]
    assert terminal.meta == {}


def test_null_output_clears_and_omitted_output_leaves() -> None:
    assert seen("v2", output(b"a"), {**TERMINAL, "output": None}).terminals["x"].output == b""
    assert seen("v2", output(b"a"), {**TERMINAL, "cwd": "/a"}).terminals["x"].output == b"a"
    assert seen("v2", output(b"a"), {**TERMINAL, "output": None}, output(b"b")).terminals["x"].output == b"b"


def test_output_that_is_not_base64_adds_no_bytes_and_is_kept() -> None:
    bad = {**output(b""), "data": "a"}
    odd = {**output(b""), "data": "\u20ac"}
    view = seen("v2", output(b"1"), bad, output(b"2"), odd)
    terminal = view.terminals["x"]
    assert (terminal.output, terminal.undecoded) == (b"12", ("a", "\u20ac"))
    assert said("v2", view) == [snapshot(b"1"), bad, output(b"2"), odd]
    assert said("v2", seen("v2", {**TERMINAL, "output": {"data": "a"}})) == [{**TERMINAL, "output": {"data": "a"}}]


def test_members_of_a_terminal_are_patched() -> None:
    full: dict[str, Any] = {
        **TERMINAL,
        "command": "make",
        "cwd": "/a",
        "exitStatus": {"exitCode": 0},
        "size": {"cols": 80, "rows": 24},
        "capabilities": {"cancel": {}},
    }
    assert seen("v2", full, TERMINAL) == seen("v2", full)
    assert seen("v2", full).terminals["x"].exit_status == acp.TerminalExitStatus(exit_code=0)
    assert seen("v2", full, {**TERMINAL, **dict.fromkeys(full.keys() - TERMINAL.keys())}) == seen("v2", TERMINAL)
    assert seen("v2", full, {**TERMINAL, "exitStatus": {}}).terminals["x"].exit_status == acp.TerminalExitStatus()


def test_a_reference_does_not_make_a_terminal() -> None:
    call = {**CALL, "content": [{"type": "terminal", "terminalId": "x"}]}
    assert seen("v2", call).terminals == {}
    assert list(seen("v2", call, output(b"a")).terminals) == ["x"]
    assert list(seen("v2", output(b"a"), call).terminals) == ["x"]


# -- plans ------------------------------------------------------------------------------------------------------------


def plan(plan_id: str, *entries: str, **members: Any) -> dict[str, Any]:
    """An update of a plan."""
    made = [{"content": entry, "priority": "low", "status": "pending"} for entry in entries]
    return {"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": plan_id, "entries": made}, **members}


def test_plans_are_keyed_by_id_and_replaced_as_a_whole() -> None:
    view = seen("v2", plan("1", "a", "b", _meta={"k": 1}), plan("2", "x"), plan("1", "c"))
    assert list(view.plans) == ["1", "2"]
    assert [entry.content for entry in view.plans["1"].plan.entries] == ["c"]
    assert view.plans["1"].meta is None


@pytest.mark.parametrize("surface", SURFACES)
def test_a_plan_in_an_unknown_form_replaces_what_was_there(surface: str) -> None:
    unknown = {"sessionUpdate": "plan_update", "plan": {"type": "_acme.plan", "planId": "1", "n": 1}}
    view = seen(surface, plan("1", "a"), unknown)
    assert view.plans["1"].plan.type == "_acme.plan"
    assert said(surface, view) == [unknown]


# -- compaction -------------------------------------------------------------------------------------------------------

COMPACTION = {"sessionUpdate": "compaction_update", "compactionId": "c", "status": "in_progress"}
SUMMARY = {"sessionUpdate": "compaction_summary_chunk", "compactionId": "c", "content": text("a")}


def test_a_compaction_keeps_its_place() -> None:
    view = seen("v2", COMPACTION, chunk("agent_message_chunk", "a", "m"), {**COMPACTION, "status": "completed"})
    assert [type(entity) for entity in view.timeline] == [s.Compaction, s.Message]
    assert view.compactions["c"].status == "completed"


def test_the_summary_of_a_compaction_follows_the_rules_of_content() -> None:
    whole = {**COMPACTION, "summary": [text("b")]}
    assert texts(seen("v2", SUMMARY, SUMMARY).compactions["c"]) == ["a", "a"]
    assert texts(seen("v2", SUMMARY, whole).compactions["c"]) == ["b"]
    assert texts(seen("v2", whole, SUMMARY).compactions["c"]) == ["b", "a"]
    assert texts(seen("v2", whole, COMPACTION).compactions["c"]) == ["b"]
    assert texts(seen("v2", whole, {**COMPACTION, "summary": None}, SUMMARY).compactions["c"]) == ["a"]
    assert seen("v2", whole, {**COMPACTION, "summary": []}).compactions["c"].summary == ()


def test_a_first_seen_summary_chunk_makes_a_compaction_in_progress() -> None:
    assert seen("v2", SUMMARY).compactions["c"].status == "in_progress"


def test_the_error_of_a_compaction_is_patched_and_its_status_may_be_unknown() -> None:
    failed = {**COMPACTION, "status": "failed", "error": "no room"}
    assert seen("v2", failed).compactions["c"].error == "no room"
    assert seen("v2", failed, {**COMPACTION, "error": None}).compactions["c"].error is None
    assert seen("v2", failed, {**COMPACTION, "status": "_odd"}).compactions["c"] == s.Compaction(
        compaction_id=acp.CompactionId("c"),
        status=acp.OtherCompactionStatus("_odd"),
        error="no room",
        body=seen("v2", COMPACTION).compactions["c"].body,
    )


# -- state ------------------------------------------------------------------------------------------------------------


def state(value: str, **members: Any) -> dict[str, Any]:
    """A state update."""
    return {"sessionUpdate": "state_update", "state": value, **members}


def test_a_new_session_is_idle() -> None:
    view = s.SessionView()
    assert (view.is_idle, view.state, view.stop_reason) == (True, None, None)


def test_a_state_replaces_the_one_before_as_a_whole() -> None:
    view = seen("v2", state("running", background=[]), state("requires_action"))
    assert view.state == acp.RequiresActionStateUpdate()
    assert not view.is_idle


def test_a_repeated_state_changes_nothing() -> None:
    stopped = state("idle", stopReason="end_turn")
    assert seen("v2", state("running"), stopped, stopped) == seen("v2", state("running"), stopped)
    assert seen("v2", state("running"), state("running")) == seen("v2", state("running"))


def test_the_stop_reason_is_that_of_the_last_work_while_the_session_is_idle() -> None:
    stopped = state("idle", stopReason="refusal")
    assert seen("v2", stopped).stop_reason == "refusal"
    assert seen("v2", stopped, state("idle", background=[])).stop_reason == "refusal"  # the agent says no more of it
    assert seen("v2", stopped, state("idle", background=[])).state == acp.IdleStateUpdate(background=())
    assert seen("v2", stopped, state("running")).stop_reason is None
    assert seen("v2", stopped, state("running"), state("idle")).stop_reason is None
    failed = seen("v2", state("idle", stopReason="error", error={"code": -32603, "message": "no"}))
    assert failed.stop.error == acp.Error(code=-32603, message="no")


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("unknown", ["_acme.dreaming", "paused"])
def test_an_unknown_state_is_neither_idle_nor_the_previous_one(surface: str, unknown: str) -> None:
    view = seen(surface, state("idle", stopReason="end_turn"), state(unknown, n=1))
    assert not view.is_idle
    assert view.state.state == unknown
    assert view.stop_reason is None
    assert said(surface, view) == [state(unknown, n=1)]


def test_background_work_goes_on_while_the_session_is_idle() -> None:
    view = seen("v2", state("idle", stopReason="end_turn"), {**CALL, "status": "in_progress"}, output(b"a"))
    assert (view.is_idle, view.stop_reason) == (True, "end_turn")


# -- the session as a whole -------------------------------------------------------------------------------------------


def usage(**members: Any) -> dict[str, Any]:
    """A usage update."""
    return {"sessionUpdate": "usage_update", "used": 1, "size": 10, **members}


def test_omitted_cost_leaves_the_last_and_null_clears_it() -> None:
    cost = {"amount": 1.5, "currency": "EUR"}
    assert s.SessionView().usage is None
    assert seen("v2", usage(cost=cost), usage(used=2)).usage == s.Usage(
        used=2, size=10, cost=acp.Cost(amount=1.5, currency="EUR")
    )
    assert seen("v2", usage(cost=cost), usage(cost=None)).usage == s.Usage(used=1, size=10)
    assert seen("v2", usage(_meta={"k": 1}), usage()).usage.meta is None


def test_session_info_is_patched() -> None:
    titled = {**INFO, "title": "A", "updatedAt": "2026-01-01T00:00:00Z"}
    assert s.SessionView().info == s.Info()
    assert seen("v2", titled, INFO).info == s.Info(title="A", updated_at="2026-01-01T00:00:00Z")
    assert seen("v2", titled, {**INFO, "title": None}).info == s.Info(updated_at="2026-01-01T00:00:00Z")
    assert seen("v2", titled, {**INFO, "updatedAt": None}).info == s.Info(title="A")


OPTION = {"type": "select", "configId": "o", "name": "O", "currentValue": "v", "options": [{"value": "v", "name": "V"}]}
COMMAND = {"type": "command", "name": "review", "description": "Review"}


def test_config_options_and_commands_are_replaced_as_a_whole() -> None:
    options = {"sessionUpdate": "config_option_update", "configOptions": [OPTION]}
    commands = {"sessionUpdate": "available_commands_update", "availableCommands": [COMMAND]}
    assert (s.SessionView().config_options, s.SessionView().available_commands) == (None, None)
    assert [option.name for option in seen("v2", options).config_options] == ["O"]
    assert seen("v2", options, {**options, "configOptions": []}).config_options == ()
    assert [command.name for command in seen("v2", commands).available_commands] == ["review"]
    assert seen("v2", commands, {**commands, "availableCommands": []}).available_commands == ()


def test_a_response_sets_up_what_it_has() -> None:
    view = s.SessionView()
    full = {"sessionId": "s", "configOptions": [OPTION], "availableCommands": [COMMAND]}
    view.set_up(acp.decode(acp.NewSessionResponse, full))
    assert (len(view.config_options or ()), len(view.available_commands or ())) == (1, 1)
    view.set_up(acp.ResumeSessionResponse())  # says nothing of them
    assert (len(view.config_options or ()), len(view.available_commands or ())) == (1, 1)
    view.set_up(acp.SetSessionConfigOptionResponse(config_options=()))
    assert (view.config_options, len(view.available_commands or ())) == ((), 1)
    assert replayed("v2", view) == view


# -- what is not known, and what is not history -----------------------------------------------------------------------


@pytest.mark.parametrize("surface", SURFACES)
def test_unknown_updates_are_kept_in_place(surface: str) -> None:
    unknown = {"sessionUpdate": "_acme.mood", "mood": {"good": True}, "_meta": {"k": 1}}
    stream: list[dict[str, Any]] = [
        {"sessionUpdate": "agent_message", "messageId": "1", "content": [text("a")]},
        unknown,
        {"sessionUpdate": "agent_message", "messageId": "2", "content": [text("b")]},
        unknown,
    ]
    view = seen(surface, *stream)
    assert [type(entity).__name__ for entity in view.timeline] == [
        "Message",
        "OtherSessionUpdate",
        "Message",
        "OtherSessionUpdate",
    ]
    assert len(view.unknown_updates) == 2
    assert said(surface, view) == stream


def test_an_update_of_the_unstable_surface_is_not_known_to_the_stable_one() -> None:
    removed = {"sessionUpdate": "plan_removed", "planId": "1"}
    view = seen("v2", plan("1", "a"), removed)
    assert list(view.plans) == ["1"]
    assert said("v2", view) == [plan("1", "a"), removed]


def test_unknown_members_are_kept() -> None:
    view = seen(
        "v2",
        {"sessionUpdate": "agent_message", "messageId": "m", "content": [text("a")], "mood": 1, "tone": 1},
        {"sessionUpdate": "agent_message", "messageId": "m", "mood": 2},
        chunk("agent_message_chunk", "b", "m", speed=3),
        {**INFO, "mood": 1},
        {**INFO, "title": "A"},
        usage(odd=1),
    )
    assert view.messages[0].unknown_fields == {"mood": 2, "tone": 1}
    assert [part.unknown_fields for part in view.messages[0].parts] == [{}, {"speed": 3}]
    assert said("v2", view) == [
        {"sessionUpdate": "agent_message", "messageId": "m", "content": [text("a")], "mood": 2, "tone": 1},
        chunk("agent_message_chunk", "b", "m", speed=3),
        {**INFO, "title": "A", "mood": 1},
        usage(odd=1),
    ]


def test_notices_are_no_part_of_the_history() -> None:
    notice = {"sessionUpdate": "notice", "severity": "error", "title": "Disk full"}
    view = seen("v2", state("running"), chunk("agent_message_chunk", "a", "m"), notice)
    assert view == seen("v2", state("running"), chunk("agent_message_chunk", "a", "m"))
    assert len(view.timeline) == 1
    assert "notice" not in {update["sessionUpdate"] for update in said("v2", view)}


def test_what_is_no_update_is_refused() -> None:
    view = s.SessionView()
    with pytest.raises(TypeError, match="expected a session update, got TextContent"):
        view.apply(acp.TextContent(text="a"))  # type: ignore[arg-type]  # the point of the test
    assert view == s.SessionView()

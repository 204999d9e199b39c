"""The rules of v1, each with its test. docs/concepts/sessions.md says where each comes from."""

from __future__ import annotations

from typing import Any

import pytest

from acp_types import v1 as acp
from acp_types.v1 import session as s
from tests.session.support import OF_A_CALL, chunk, replayed, said, seen, text

SURFACES = ("v1", "v1.unstable")
CHUNKS = ("user_message_chunk", "agent_message_chunk", "agent_thought_chunk")

CALL: dict[str, Any] = {"sessionUpdate": "tool_call_update", "toolCallId": "t"}
ANNOUNCED: dict[str, Any] = {"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Read"}
FULL_CALL: dict[str, Any] = {
    **ANNOUNCED,
    **OF_A_CALL,
    "_meta": {"k": 1},
}


def texts(view: Any) -> list[str]:
    """The texts of a view's messages and thoughts."""
    return [entity.text for entity in view.timeline if isinstance(entity, (s.Message, s.Thought))]


# -- messages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", CHUNKS)
def test_chunks_with_one_id_are_one_message(tag: str) -> None:
    view = seen("v1", chunk(tag, "a", "1"), chunk(tag, "b", "2"), ANNOUNCED, chunk(tag, "c", "1"))
    assert texts(view) == ["ac", "b"]
    assert view.timeline[0].message_id == "1"
    assert [block.text for block in view.timeline[0].content] == ["a", "c"]


def test_entities_are_keyed_by_type_and_id() -> None:
    view = seen("v1", *(chunk(tag, tag, "x") for tag in CHUNKS), {**ANNOUNCED, "toolCallId": "x"})
    assert texts(view) == list(CHUNKS)
    assert [message.role for message in view.messages] == ["user", "agent"]
    assert [thought.text for thought in view.thoughts] == ["agent_thought_chunk"]
    assert list(view.tool_calls) == ["x"]


@pytest.mark.parametrize("tag", CHUNKS)
def test_chunks_without_an_id_are_one_message_while_nothing_comes_between(tag: str) -> None:
    other = chunk("agent_message_chunk" if tag != "agent_message_chunk" else "user_message_chunk", "-")
    assert texts(seen("v1", chunk(tag, "a"), chunk(tag, "b"))) == ["ab"]
    assert texts(seen("v1", chunk(tag, "a"), other, chunk(tag, "b"))) == ["a", "-", "b"]
    assert texts(seen("v1", chunk(tag, "a"), ANNOUNCED, chunk(tag, "b"))) == ["a", "b"]
    assert texts(seen("v1", chunk(tag, "a"), {"sessionUpdate": "_acme"}, chunk(tag, "b"))) == ["a", "b"]
    assert seen("v1", chunk(tag, "a")).timeline[0].message_id is None


@pytest.mark.parametrize(
    "between",
    [
        {"sessionUpdate": "usage_update", "used": 1, "size": 2},
        {"sessionUpdate": "session_info_update", "title": "A"},
        {"sessionUpdate": "notice", "severity": "info", "title": "A"},
        {**CALL, "status": "completed"},
        {"sessionUpdate": "plan", "entries": []},
    ],
)
def test_what_adds_nothing_to_the_timeline_does_not_end_a_message(between: dict[str, Any]) -> None:
    before: list[dict[str, Any]] = [ANNOUNCED, {"sessionUpdate": "plan", "entries": []}]
    stream = [*before, chunk("agent_message_chunk", "a"), between, chunk("agent_message_chunk", "b")]
    assert texts(seen("v1", *stream)) == ["ab"]


def test_a_chunk_without_an_id_does_not_go_on_with_a_message_that_has_one() -> None:
    view = seen("v1", chunk("agent_message_chunk", "a", "1"), chunk("agent_message_chunk", "b"))
    assert texts(view) == ["a", "b"]
    view = seen("v1", chunk("agent_message_chunk", "a"), chunk("agent_message_chunk", "b", "1"))
    assert texts(view) == ["a", "b"]


def test_the_metadata_of_a_chunk_stays_with_the_chunk() -> None:
    stream = [chunk("agent_message_chunk", "a", "1"), chunk("agent_message_chunk", "b", "1", _meta={"k": 1}, t=5)]
    view = seen("v1", *stream)
    assert [(part.meta, part.unknown_fields) for part in view.messages[0].parts] == [({}, {}), ({"k": 1}, {"t": 5})]
    assert said("v1", view) == stream


# -- turns ------------------------------------------------------------------------------------------------------------


def test_a_turn_ends_a_message_without_an_id() -> None:
    view = s.SessionView()
    view.start_turn()
    view.apply(acp.AgentMessageChunk(content=acp.TextContent(text="a")))
    view.end_turn(acp.PromptResponse(stop_reason="end_turn"))
    view.start_turn()
    view.apply(acp.AgentMessageChunk(content=acp.TextContent(text="b")))
    assert texts(view) == ["a", "b"]


def test_a_prompt_is_a_message_of_the_user() -> None:
    view = s.SessionView()
    view.start_turn([acp.TextContent(text="Do "), acp.TextContent(text="this")])
    view.apply(acp.AgentMessageChunk(content=acp.TextContent(text="Done")))
    view.start_turn([acp.TextContent(text="Thanks")])
    assert [(message.role, message.text) for message in view.messages] == [
        ("user", "Do this"),
        ("agent", "Done"),
        ("user", "Thanks"),
    ]
    assert len(view.messages[0].content) == 2
    assert replayed("v1", view) == view


def test_turns_tell_the_state_and_the_stop_reason() -> None:
    view = s.SessionView()
    assert (view.state, view.stop_reason) == ("idle", None)
    view.start_turn([acp.TextContent(text="Do this")])
    assert (view.state, view.stop_reason) == ("running", None)
    running = view.snapshot()
    view.end_turn(acp.PromptResponse(stop_reason="refusal"))
    assert (view.state, view.stop_reason) == ("idle", "refusal")
    assert view.stop == acp.PromptResponse(stop_reason="refusal")
    view.start_turn()
    assert (view.state, view.stop_reason) == ("running", None)
    assert (running.state, running.stop_reason) == ("running", None)


# -- tool calls -------------------------------------------------------------------------------------------------------


def test_a_new_tool_call_starts_as_other_and_pending() -> None:
    assert seen("v1", ANNOUNCED).tool_calls["t"] == s.ToolCall(tool_call_id=acp.ToolCallId("t"), title="Read")
    call = seen("v1", {**ANNOUNCED, "kind": None, "status": None}).tool_calls["t"]
    assert (call.kind, call.status) == ("other", "pending")


@pytest.mark.parametrize("first", [FULL_CALL, ANNOUNCED])
def test_null_and_omission_both_leave_a_tool_call_as_it_is(first: dict[str, Any]) -> None:
    nulls = {key: None for key in FULL_CALL if key not in CALL}
    assert seen("v1", first, {**CALL, **nulls}) == seen("v1", first)
    assert seen("v1", first, CALL) == seen("v1", first)


def test_an_update_replaces_what_it_has() -> None:
    view = seen("v1", FULL_CALL, {**CALL, "status": "failed", "content": [], "rawOutput": "x", "_meta": {"l": 2}})
    call = view.tool_calls["t"]
    assert (call.status, call.kind, call.content, call.raw_output) == ("failed", "read", (), "x")
    assert (call.meta, call.raw_input) == ({"l": 2}, {"path": "/a"})


def test_an_update_of_a_call_that_was_not_announced_makes_it() -> None:
    view = seen("v1", {**CALL, "status": "in_progress"})
    assert view.tool_calls["t"] == s.ToolCall(tool_call_id=acp.ToolCallId("t"), status="in_progress")
    assert said("v1", view) == [{**CALL, "status": "in_progress"}]
    assert seen("v1", CALL, {**CALL, "title": "Read"}) == seen("v1", ANNOUNCED)


def test_a_call_that_is_announced_again_starts_over_in_its_place() -> None:
    view = seen("v1", FULL_CALL, chunk("agent_message_chunk", "a"), {**ANNOUNCED, "status": "in_progress"})
    assert view.timeline[0] == s.ToolCall(tool_call_id=acp.ToolCallId("t"), title="Read", status="in_progress")


def test_a_permission_request_holds_an_update_like_any_other() -> None:
    request = {"sessionId": "s", "toolCall": {"toolCallId": "t", "title": "Read"}, "options": []}
    view = s.SessionView()
    view.apply(acp.decode(acp.RequestPermissionRequest, request).tool_call)
    assert view.tool_calls[acp.ToolCallId("t")].title == "Read"


# -- plans, compaction ------------------------------------------------------------------------------------------------


def test_a_plan_replaces_the_one_before() -> None:
    entry = {"content": "a", "priority": "low", "status": "pending"}
    first = {"sessionUpdate": "plan", "entries": [entry, entry], "_meta": {"k": 1}}
    view = seen("v1", first, chunk("agent_message_chunk", "a"), {"sessionUpdate": "plan", "entries": [entry]})
    assert s.SessionView().plan is None
    assert [entry.content for entry in view.plan.entries] == ["a"]
    assert view.plan.meta is None
    assert view.timeline[0] is view.plan


COMPACTION: dict[str, Any] = {"sessionUpdate": "compaction_update", "compactionId": "c", "status": "in_progress"}
SUMMARY: dict[str, Any] = {"sessionUpdate": "compaction_summary_chunk", "compactionId": "c", "content": text("a")}


def test_a_compaction_keeps_its_place_and_its_summary_follows_the_rules_of_content() -> None:
    whole = {**COMPACTION, "summary": [text("b")]}
    view = seen("v1", SUMMARY, chunk("agent_message_chunk", "a"), {**COMPACTION, "status": "completed"})
    assert isinstance(view.timeline[0], s.Compaction)
    assert (view.compactions["c"].status, view.compactions["c"].text) == ("completed", "a")
    assert seen("v1", SUMMARY).compactions["c"].status == "in_progress"
    assert len(seen("v1", SUMMARY, whole, SUMMARY).compactions["c"].summary) == 2
    assert seen("v1", whole, {**COMPACTION, "summary": None}).compactions["c"].summary == ()
    assert seen("v1", whole, {**COMPACTION, "summary": []}).compactions["c"].summary == ()


def test_the_error_and_metadata_of_a_compaction_are_replaced_and_cleared() -> None:
    failed = {**COMPACTION, "status": "failed", "error": "no room", "_meta": {"k": 1}}
    assert seen("v1", failed, COMPACTION).compactions["c"].error == "no room"
    assert seen("v1", failed, COMPACTION).compactions["c"].meta == {"k": 1}
    assert seen("v1", failed, {**COMPACTION, "_meta": {"l": None}}).compactions["c"].meta == {"l": None}
    cleared = seen("v1", failed, {**COMPACTION, "error": None, "_meta": None}).compactions["c"]
    assert (cleared.error, cleared.meta) == (None, {})


def test_chunks_with_metadata_come_before_the_end_of_a_compaction() -> None:
    stream = [COMPACTION, {**SUMMARY, "_meta": {"k": 1}}, {**COMPACTION, "status": "completed"}]
    assert said("v1", seen("v1", *stream)) == stream
    assert said("v1", seen("v1", *stream[:2])) == stream[:2]


# -- the session as a whole -------------------------------------------------------------------------------------------


def test_the_cost_that_was_last_reported_stays() -> None:
    cost = {"amount": 1.5, "currency": "EUR"}
    usage = {"sessionUpdate": "usage_update", "used": 1, "size": 10}
    expected = s.Usage(used=1, size=10, cost=acp.Cost(amount=1.5, currency="EUR"))
    assert s.SessionView().usage is None
    assert seen("v1", usage).usage == s.Usage(used=1, size=10)
    assert seen("v1", {**usage, "cost": cost}, usage).usage == expected
    assert seen("v1", {**usage, "cost": cost}, {**usage, "cost": None}).usage == expected


def test_session_info_is_patched() -> None:
    info = {"sessionUpdate": "session_info_update"}
    titled = {**info, "title": "A", "updatedAt": "2026-01-01T00:00:00Z", "_meta": {"k": 1}}
    assert s.SessionView().info == s.Info()
    assert seen("v1", titled, info) == seen("v1", titled)
    assert seen("v1", titled, {**info, "title": None, "updatedAt": None}).info == s.Info(meta={"k": 1})
    assert seen("v1", titled, {**info, "_meta": {"l": 2}}).info.meta == {"l": 2}
    assert seen("v1", titled, {**info, "_meta": None}).info.meta == {"k": 1}


MODES = {"currentModeId": "ask", "availableModes": [{"id": "ask", "name": "Ask"}, {"id": "code", "name": "Code"}]}
OPTION = {"type": "select", "id": "o", "name": "O", "currentValue": "v", "options": [{"value": "v", "name": "V"}]}


def test_a_mode_update_changes_the_current_mode() -> None:
    view = s.SessionView()
    assert (view.available_modes, view.current_mode_id) == (None, None)
    view.set_up(acp.decode(acp.NewSessionResponse, {"sessionId": "s", "modes": MODES}))
    assert view.current_mode_id == "ask"
    view.apply(acp.CurrentModeUpdate(current_mode_id=acp.SessionModeId("code")))
    assert view.current_mode_id == "code"
    assert [mode.id for mode in view.available_modes or ()] == ["ask", "code"]


def test_a_response_sets_up_what_it_has() -> None:
    view = s.SessionView()
    view.set_up(acp.decode(acp.LoadSessionResponse, {"modes": MODES, "configOptions": [OPTION]}))
    view.set_up(acp.ResumeSessionResponse())  # says nothing of them
    assert (len(view.available_modes or ()), len(view.config_options or ())) == (2, 1)
    view.set_up(acp.SetSessionConfigOptionResponse(config_options=()))
    assert (len(view.available_modes or ()), view.config_options) == (2, ())
    assert replayed("v1", view) == view  # but for the modes to choose from, which no update has
    assert replayed("v1", view).available_modes is None
    assert view.snapshot().available_modes == view.available_modes


def test_config_options_and_commands_are_replaced_as_a_whole() -> None:
    options = {"sessionUpdate": "config_option_update", "configOptions": [OPTION]}
    command = {"name": "review", "description": "Review"}
    commands = {"sessionUpdate": "available_commands_update", "availableCommands": [command]}
    assert (s.SessionView().config_options, s.SessionView().available_commands) == (None, None)
    assert [option.name for option in seen("v1", options).config_options] == ["O"]
    assert seen("v1", options, {**options, "configOptions": []}).config_options == ()
    assert [command.name for command in seen("v1", commands).available_commands] == ["review"]
    assert seen("v1", commands, {**commands, "availableCommands": []}).available_commands == ()


# -- what is not known, and what is not history -----------------------------------------------------------------------


@pytest.mark.parametrize("surface", SURFACES)
def test_unknown_updates_are_kept_in_place(surface: str) -> None:
    unknown = {"sessionUpdate": "_acme.mood", "mood": {"good": True}}
    stream = [chunk("agent_message_chunk", "a"), unknown, chunk("agent_message_chunk", "b")]
    view = seen(surface, *stream)
    assert [type(entity).__name__ for entity in view.timeline] == ["Message", "OtherSessionUpdate", "Message"]
    assert len(view.unknown_updates) == 1
    assert said(surface, view) == stream


def test_unknown_members_are_kept() -> None:
    view = seen("v1", {**FULL_CALL, "timestamp": 1, "x": 1}, {**CALL, "timestamp": 2})
    assert view.tool_calls["t"].unknown_fields == {"timestamp": 2, "x": 1}
    assert said("v1", view) == [{**FULL_CALL, "timestamp": 2, "x": 1}]
    assert seen("v1", {**FULL_CALL, "x": 1}, ANNOUNCED).tool_calls["t"].unknown_fields == {}


def test_notices_are_no_part_of_the_history() -> None:
    notice = {"sessionUpdate": "notice", "severity": "error", "title": "Disk full"}
    assert seen("v1", chunk("agent_message_chunk", "a"), notice) == seen("v1", chunk("agent_message_chunk", "a"))
    assert seen("v1", notice).replay() == ()


def test_what_is_no_update_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a session update, got TextContent"):
        s.SessionView().apply(acp.TextContent(text="a"))  # type: ignore[arg-type]  # the point of the test

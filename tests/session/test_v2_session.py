"""The rules of v2 for the state, the session as a whole, and what is not known, each with its test.

docs/concepts/sessions.md says where each comes from.
"""

from __future__ import annotations

from typing import Any

import pytest

from acp_types import v2 as acp
from acp_types.v2 import session as s
from tests.session.support import chunk, replayed, said, seen, text

SURFACES = ("v2", "v2.unstable")

INFO = {"sessionUpdate": "session_info_update"}


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
    call = {"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "in_progress"}
    output = {"sessionUpdate": "terminal_output_chunk", "terminalId": "x", "data": "YQ=="}
    view = seen("v2", state("idle", stopReason="end_turn"), call, output)
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
    plan = {"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": "1", "entries": []}}
    removed = {"sessionUpdate": "plan_removed", "planId": "1"}
    view = seen("v2", plan, removed)
    assert list(view.plans) == ["1"]
    assert said("v2", view) == [plan, removed]


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

"""A replay is as few updates as can be, in the order first seen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import SURFACES, model, surface
from tests.session.support import chunk, read, replayed, said, seen, session, text, view_of

MESSAGE = {"sessionUpdate": "agent_message", "messageId": "m"}
CALL = {"sessionUpdate": "tool_call_update", "toolCallId": "t"}
ITEM: dict[str, Any] = {"sessionUpdate": "tool_call_content_chunk", "toolCallId": "t"}


def item(value: str, **members: Any) -> dict[str, Any]:
    """A chunk of what a tool produced."""
    return {**ITEM, "content": {"type": "content", "content": text(value)}, **members}


@pytest.mark.parametrize("name", SURFACES)
def test_a_new_session_has_nothing_to_replay(name: str) -> None:
    view = session(name).SessionView()
    assert view.replay() == ()
    assert view.snapshot().replay() == ()


_V1: list[dict[str, Any]] = [
    chunk("user_message_chunk", "Read it"),
    chunk("agent_thought_chunk", "How?", "1"),
    {"sessionUpdate": "tool_call", "toolCallId": "t", "title": "Read", "kind": "read", "status": "completed"},
    {"sessionUpdate": "plan", "entries": [{"content": "a", "priority": "low", "status": "pending"}]},
    {"sessionUpdate": "_acme.mood", "mood": 1},
    {"sessionUpdate": "compaction_update", "compactionId": "c", "status": "completed", "summary": [text("a")]},
    chunk("agent_message_chunk", "Done", "1"),
]
_V1_WHOLE: list[dict[str, Any]] = [
    {"sessionUpdate": "session_info_update", "title": "A", "updatedAt": "2026-01-01T00:00:00Z", "_meta": {"k": 1}},
    {"sessionUpdate": "current_mode_update", "currentModeId": "code"},
    {"sessionUpdate": "config_option_update", "configOptions": []},
    {"sessionUpdate": "available_commands_update", "availableCommands": []},
    {"sessionUpdate": "usage_update", "used": 1, "size": 2, "cost": {"amount": 1, "currency": "EUR"}},
]
_V2: list[dict[str, Any]] = [
    {"sessionUpdate": "user_message", "messageId": "1", "content": [text("Read it")]},
    {"sessionUpdate": "agent_thought", "messageId": "1", "content": [text("How?")], "_meta": {"k": 1}},
    {**CALL, "title": "Read", "kind": "read", "status": "completed", "locations": [{"path": "/a"}]},
    {"sessionUpdate": "terminal_update", "terminalId": "t", "output": {"data": "YQ=="}, "exitStatus": {"exitCode": 0}},
    {"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": "1", "entries": []}},
    {"sessionUpdate": "_acme.mood", "mood": 1},
    {"sessionUpdate": "compaction_update", "compactionId": "c", "status": "completed", "summary": [text("a")]},
    {"sessionUpdate": "agent_message", "messageId": "1", "content": [text("Done")]},
]
_V2_WHOLE: list[dict[str, Any]] = [
    *(update for update in _V1_WHOLE if update["sessionUpdate"] != "current_mode_update"),
    {"sessionUpdate": "state_update", "state": "idle", "stopReason": "end_turn"},
]
_UNSTABLE: list[dict[str, Any]] = [
    {"sessionUpdate": "plan_update", "plan": {"type": "markdown", "planId": "2", "content": "a"}},
    {"sessionUpdate": "subagent_update", "sessionId": "c", "title": "Tests", "additionalDirectories": []},
    {"sessionUpdate": "session_message", "messageId": "1", "recipientSessionId": "c", "content": [text("Go")]},
    {**chunk("session_message_chunk", "on", "1"), "_meta": {"k": 1}},
]
SESSIONS = {
    "v1": _V1 + _V1_WHOLE,
    "v1.unstable": _V1 + _UNSTABLE + _V1_WHOLE,
    "v2": _V2 + _V2_WHOLE,
    "v2.unstable": _V2 + _UNSTABLE + _V2_WHOLE,
}
"""Sessions that cannot be told in fewer updates."""


@pytest.mark.parametrize("name", SURFACES)
def test_a_session_told_in_as_few_updates_as_can_be_is_its_own_replay(name: str) -> None:
    assert said(name, seen(name, *SESSIONS[name])) == SESSIONS[name]
    assert said(name, seen(name, *SESSIONS[name]).snapshot()) == SESSIONS[name]


def test_streamed_text_is_one_block() -> None:
    stream = [chunk("agent_message_chunk", value, "m") for value in ("a", "b", "c")]
    assert said("v2", seen("v2", *stream)) == [{**MESSAGE, "content": [text("abc")]}]
    assert said("v1", seen("v1", *stream)) == [chunk("agent_message_chunk", "abc", "m")]


def test_blocks_of_one_array_are_not_joined() -> None:
    whole = {**MESSAGE, "content": [text("a"), text("b")]}
    view = seen("v2", whole, chunk("agent_message_chunk", "c", "m"), chunk("agent_message_chunk", "d", "m"))
    assert said("v2", view) == [{**MESSAGE, "content": [text("a"), text("b"), text("cd")]}]
    assert replayed("v2", view).replay() == view.replay()


def test_text_that_says_more_than_text_is_not_joined() -> None:
    annotated = {**chunk("agent_message_chunk", "", "m"), "content": text("b", annotations={"priority": 1})}
    view = seen("v2", chunk("agent_message_chunk", "a", "m"), annotated, chunk("agent_message_chunk", "c", "m"))
    assert said("v2", view) == [{**MESSAGE, "content": [text("a"), annotated["content"], text("c")]}]


def test_a_chunk_with_metadata_stays_a_chunk_and_so_does_what_follows_it() -> None:
    noted = chunk("agent_message_chunk", "c", "m", _meta={"k": 1})
    stream = [
        {**MESSAGE, "content": [text("a")], "_meta": {"whole": 1}},
        chunk("agent_message_chunk", "b", "m"),
        noted,
        chunk("agent_message_chunk", "d", "m"),
        chunk("agent_message_chunk", "e", "m"),
    ]
    assert said("v2", seen("v2", *stream)) == [
        {**MESSAGE, "content": [text("a"), text("b")], "_meta": {"whole": 1}},
        noted,
        chunk("agent_message_chunk", "de", "m"),
    ]
    assert said("v2", seen("v2", noted)) == [noted]


def test_an_empty_message_is_replayed() -> None:
    assert said("v2", seen("v2", MESSAGE)) == [MESSAGE]
    assert said("v2", seen("v2", {**MESSAGE, "content": []})) == [MESSAGE]


def test_a_tool_call_is_one_update_but_for_chunks_with_metadata() -> None:
    first = {**CALL, "title": "Read", "kind": "read", "status": "completed", "content": [item("a")["content"]]}
    noted = item("c", _meta={"k": 1})
    whole = {**first, "content": [item("a")["content"], item("b")["content"]]}
    assert said("v2", seen("v2", first, item("b"))) == [whole]
    assert said("v2", seen("v2", first, item("b"), noted, item("d"))) == [whole, noted, item("d")]
    assert said("v2", seen("v2", noted)) == [noted]
    assert said("v2", seen("v2", {**CALL, "kind": "other", "status": "pending", "title": None})) == [CALL]


def test_a_terminal_is_one_update_but_for_pieces_with_metadata() -> None:
    terminal = {"sessionUpdate": "terminal_update", "terminalId": "x"}
    piece = {"sessionUpdate": "terminal_output_chunk", "terminalId": "x", "data": "YQ=="}
    noted = {**piece, "_meta": {"k": 1}}
    kept = {**terminal, "output": {"data": "YQ==", "_meta": {"k": 1}}}
    assert said("v2", seen("v2", {**terminal, "command": "make"}, piece, piece)) == [
        {**terminal, "command": "make", "output": {"data": "YWE="}}
    ]
    assert said("v2", seen("v2", kept, piece, piece)) == [kept, {**piece, "data": "YWE="}]
    assert said("v2", seen("v2", noted, piece)) == [noted, piece]
    assert said("v2", seen("v2", piece, noted)) == [{**terminal, "output": {"data": "YQ=="}}, noted]
    # An empty snapshot is no reason to make one of the chunk after it.
    assert said("v2", seen("v2", {**terminal, "output": {"data": ""}}, noted)) == [noted]
    assert said("v2", seen("v2", {**terminal, "output": {"data": ""}})) == [terminal]


def test_chunks_with_metadata_come_before_the_end_of_a_compaction() -> None:
    compaction = {"sessionUpdate": "compaction_update", "compactionId": "c", "status": "in_progress"}
    summary = {"sessionUpdate": "compaction_summary_chunk", "compactionId": "c", "content": text("a")}
    done = {**compaction, "status": "completed"}
    noted = {**summary, "_meta": {"k": 1}}
    assert said("v2", seen("v2", compaction, summary, done)) == [{**done, "summary": [text("a")]}]
    assert said("v2", seen("v2", compaction, noted, done)) == [compaction, noted, done]
    assert said("v2", seen("v2", compaction, noted)) == [compaction, noted]


def test_the_state_comes_last_and_the_stop_reason_before_it() -> None:
    stopped = {"sessionUpdate": "state_update", "state": "idle", "stopReason": "end_turn"}
    idle = {"sessionUpdate": "state_update", "state": "idle", "background": []}
    usage = {"sessionUpdate": "usage_update", "used": 1, "size": 2}
    assert said("v2", seen("v2", stopped, usage)) == [usage, stopped]
    assert said("v2", seen("v2", stopped, idle, MESSAGE)) == [MESSAGE, stopped, idle]


@pytest.mark.parametrize("name", SURFACES)
def test_every_update_of_the_surface_has_a_handler(name: str) -> None:
    view_class = session(name).SessionView
    tags = {variant.tag for variant in model(name).items["SessionUpdate"].variants}  # type: ignore[union-attr]
    assert tags <= view_class._by_tag.keys()
    assert set(surface(name).OtherSessionUpdate._known_tags) == tags


def test_an_update_without_a_handler_would_be_kept_in_place() -> None:
    class Future:
        session_update = "future"

    view = view_of("v2", [Future()])
    assert [type(entity) for entity in view.timeline] == [Future]


@pytest.mark.parametrize(("ours", "theirs"), [("v1", "v2"), ("v2", "v1"), ("v2.unstable", "v1.unstable")])
def test_an_update_of_the_other_version_is_refused(ours: str, theirs: str) -> None:
    """Its members have other meanings: v1 adds to a message that no id tells, v2 patches."""
    view, other = session(ours).SessionView(), surface(theirs)
    content = {"content": {"type": "text", "text": "a"}, "messageId": "m"}
    for update in (
        other.decode(other.SessionUpdate, {"sessionUpdate": "agent_message_chunk", **content}),
        other.OtherSessionUpdate(session_update="_x"),
    ):
        with pytest.raises(TypeError) as caught:
            view.apply(update)
        said = f"expected a session update, got {type(update).__name__}: it is from acp_types.{theirs[:2]}"
        assert str(caught.value).startswith(said)
    assert view == session(ours).SessionView()


@pytest.mark.parametrize("name", SURFACES)
def test_an_update_of_a_users_own_class_is_taken(name: str) -> None:
    own = type("Mine", (surface(name).OtherSessionUpdate,), {})
    assert [type(entity) for entity in view_of(name, [own(session_update="_x")]).timeline] == [own]


def test_one_view_takes_the_updates_of_both_surfaces() -> None:
    removed = {"sessionUpdate": "plan_removed", "planId": "1"}
    made = {"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": "1", "entries": []}}
    view = view_of(
        "v2", [*read("v2", made), *read("v2.unstable", removed, {"sessionUpdate": "session_message", "messageId": "m"})]
    )
    assert view.plans == {}
    assert len(view.timeline) == 1

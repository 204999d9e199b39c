"""The rules of what only v2's unstable surface has. docs/concepts/sessions.md says where each comes from."""

from __future__ import annotations

from typing import Any

import pytest

from acp_types.v2 import unstable as acp
from acp_types.v2.unstable import session as s
from tests.session.support import CHILD, FULL_CHILD, chunk, said, seen, text

REMOVED = {"sessionUpdate": "plan_removed", "planId": "1"}


def plan(plan_id: str, **members: Any) -> dict[str, Any]:
    """An update of a plan that is a file."""
    return {"sessionUpdate": "plan_update", "plan": {"type": "file", "planId": plan_id, "uri": "file:///a"}, **members}


def test_a_removed_plan_leaves_the_timeline() -> None:
    assert seen("v2.unstable", plan("1"), plan("2"), REMOVED).timeline == seen("v2.unstable", plan("2")).timeline
    assert seen("v2.unstable", plan("1"), REMOVED) == s.SessionView()


def test_a_plan_that_comes_back_comes_at_the_end() -> None:
    view = seen("v2.unstable", plan("1"), plan("2"), REMOVED, plan("1"))
    assert list(view.plans) == ["2", "1"]


def test_removing_a_plan_that_is_not_there_does_nothing() -> None:
    assert seen("v2.unstable", REMOVED) == s.SessionView()
    assert seen("v2.unstable", REMOVED).replay() == ()


def test_a_subagent_is_patched() -> None:
    assert seen("v2.unstable", FULL_CHILD, CHILD) == seen("v2.unstable", FULL_CHILD)
    assert seen("v2.unstable", FULL_CHILD, {**CHILD, **dict.fromkeys(FULL_CHILD.keys() - CHILD.keys())}) == seen(
        "v2.unstable", CHILD
    )
    merged = seen("v2.unstable", FULL_CHILD, {**CHILD, "_meta": {"l": 2}}).subagents["c"]
    assert merged.meta == {"k": 1, "l": 2}


def test_a_subagents_state_is_replaced_as_a_whole_and_null_is_not_idle() -> None:
    running = {**CHILD, "state": {"state": "running"}}
    assert seen("v2.unstable", FULL_CHILD, running).subagents["c"].state == acp.RunningStateUpdate()
    assert seen("v2.unstable", FULL_CHILD, {**CHILD, "state": None}).subagents["c"].state is None


def test_no_directories_differ_from_those_of_the_parent() -> None:
    values: tuple[Any, ...] = ([], None)
    none, unset = (
        seen("v2.unstable", FULL_CHILD, {**CHILD, "additionalDirectories": value}).subagents["c"] for value in values
    )
    assert (none.additional_directories, unset.additional_directories) == ((), None)
    assert none != unset


def test_messages_between_sessions_are_patched_and_streamed() -> None:
    sent = {"sessionUpdate": "session_message", "messageId": "m", "recipientSessionId": "c", "content": [text("a")]}
    view = seen(
        "v2.unstable",
        chunk("agent_message_chunk", "mine", "m"),
        sent,
        chunk("session_message_chunk", "b", "m"),
        {"sessionUpdate": "session_message", "messageId": "m", "senderSessionId": "p", "recipientMessageId": "x"},
    )
    (message,) = view.peer_messages
    assert (message.text, message.content[0].text) == ("ab", "a")
    assert (message.sender_session_id, message.recipient_session_id) == ("p", "c")
    assert (message.sender_message_id, message.recipient_message_id) == (None, "x")
    assert [message.text for message in view.messages] == ["mine"]  # its own id space
    cleared = seen("v2.unstable", sent, {**sent, "recipientSessionId": None, "content": None}).peer_messages[0]
    assert (cleared.recipient_session_id, cleared.content) == (None, ())


@pytest.mark.parametrize("with_message", [True, False])
def test_chunks_alone_make_a_message_between_sessions(with_message: bool) -> None:
    sent = [{"sessionUpdate": "session_message", "messageId": "m"}] if with_message else []
    noted = chunk("session_message_chunk", "a", "m", _meta={"k": 1})
    view = seen("v2.unstable", *sent, noted)
    assert said("v2.unstable", view) == [noted]


def test_the_unknown_state_is_neither_idle_nor_the_previous_one() -> None:
    idle = {"sessionUpdate": "state_update", "state": "idle", "stopReason": "end_turn"}
    view = seen("v2.unstable", idle, {"sessionUpdate": "state_update", "state": "unknown"})
    assert isinstance(view.state, acp.UnknownStateUpdate)
    assert (view.is_idle, view.stop_reason) == (False, None)


def test_the_usage_of_a_repeated_idle_state_is_not_counted_again() -> None:
    spent = {"totalTokens": 3, "inputTokens": 1, "outputTokens": 2}
    idle = {"sessionUpdate": "state_update", "state": "idle", "stopReason": "end_turn", "usage": spent}
    view = seen("v2.unstable", idle, idle)
    assert view.stop.usage.total_tokens == 3
    assert view.usage is None


def test_what_only_a_snapshot_of_this_surface_has() -> None:
    sent = {"sessionUpdate": "session_message", "messageId": "m"}
    snapshot = seen("v2.unstable", CHILD, sent, plan("1")).snapshot()
    assert (list(snapshot.subagents), len(snapshot.peer_messages), list(snapshot.plans)) == (["c"], 1, ["1"])

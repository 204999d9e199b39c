"""The rules of what only v1's unstable surface has. docs/concepts/sessions.md says where each comes from."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from acp_types.v1 import unstable as acp
from acp_types.v1.unstable import session as s
from tests.session.support import CHILD, FULL_CHILD, chunk, replayed, said, seen, text


def plan(plan_id: str, content: str = "", **members: Any) -> dict[str, Any]:
    """An update of a plan."""
    body = {"type": "markdown", "planId": plan_id, "content": content}
    return {"sessionUpdate": "plan_update", "plan": body, **members}


def removed(plan_id: str) -> dict[str, Any]:
    """The removal of a plan."""
    return {"sessionUpdate": "plan_removed", "planId": plan_id}


def test_plans_with_ids_stand_beside_the_one_without() -> None:
    bare = {"sessionUpdate": "plan", "entries": []}
    view = seen("v1.unstable", plan("1", "a"), bare, plan("2"), plan("1", "b"))
    assert [(plan_id, update.plan.content) for plan_id, update in view.plans.items()] == [("1", "b"), ("2", "")]
    assert view.plan == acp.Plan(entries=())
    assert list(view.snapshot().plans) == ["1", "2"]


def test_a_removed_plan_leaves_the_timeline_and_comes_back_at_the_end() -> None:
    assert seen("v1.unstable", plan("1"), removed("1")) == s.SessionView()
    assert list(seen("v1.unstable", plan("1"), plan("2"), removed("1"), plan("1")).plans) == ["2", "1"]
    assert seen("v1.unstable", removed("1")) == s.SessionView()


def test_a_plan_in_an_unknown_form_is_kept_by_the_id_in_its_payload() -> None:
    unknown = {"sessionUpdate": "plan_update", "plan": {"type": "_acme.plan", "planId": "1", "n": 1}}
    view = seen("v1.unstable", plan("1"), unknown)
    assert list(view.plans) == ["1"]
    assert said("v1.unstable", view) == [unknown]
    nameless = {"sessionUpdate": "plan_update", "plan": {"type": "_acme.plan", "n": 1}}
    view = seen("v1.unstable", nameless, nameless)
    assert view.plans == {}
    assert said("v1.unstable", view) == [nameless, nameless]


@pytest.mark.parametrize("plan_at", [None, 0, 1])
def test_the_removal_of_a_plan_ends_a_message_without_an_id(plan_at: int | None) -> None:
    first, second = chunk("agent_message_chunk", "a"), chunk("agent_message_chunk", "b")
    opening = [first]
    if plan_at is not None:
        opening.insert(plan_at, plan("1"))
    view = seen("v1.unstable", *opening, removed("1"), second)
    assert [message.text for message in view.messages] == ["a", "b"]
    assert said("v1.unstable", view) == [first, removed("1"), second]
    assert replayed("v1.unstable", view) == view


def test_a_replay_names_a_removed_plan_only_where_it_must() -> None:
    first, second = chunk("agent_message_chunk", "a", "1"), chunk("agent_message_chunk", "b")
    other = chunk("agent_thought_chunk", "c")
    for stream in ([first, plan("1"), second], [plan("1"), second], [second, plan("1"), other], [second, plan("1")]):
        view = seen("v1.unstable", *stream, removed("1"))
        assert said("v1.unstable", view) == [update for update in stream if update != plan("1")]
        assert replayed("v1.unstable", view) == view


def test_removals_are_named_where_they_were_however_many_there_are() -> None:
    words = [chunk("agent_message_chunk", word) for word in "abc"]
    stream = [plan("1"), words[0], plan("2"), words[1], plan("3"), words[2]]
    expected = [words[0], removed("2"), words[1], removed("3"), words[2]]
    for order in itertools.permutations("123"):
        view = seen("v1.unstable", *stream, *map(removed, order))
        assert said("v1.unstable", view) == expected
        assert replayed("v1.unstable", view) == view
        assert view.touched is None


def test_only_an_update_can_be_named_in_a_replay() -> None:
    view = s.SessionView()
    for word in "ab":
        view.start_turn()
        view.apply(acp.AgentMessageChunk(content=acp.TextContent(text=word)))
    assert [message.text for message in view.messages] == ["a", "b"]
    assert said("v1.unstable", view) == [chunk("agent_message_chunk", "a"), chunk("agent_message_chunk", "b")]
    assert [message.text for message in replayed("v1.unstable", view).messages] == ["ab"]  # v1 cannot say more


def test_a_subagent_is_patched_and_its_metadata_replaced() -> None:
    assert seen("v1.unstable", FULL_CHILD, CHILD) == seen("v1.unstable", FULL_CHILD)
    nulls = dict.fromkeys(FULL_CHILD.keys() - CHILD.keys())
    assert seen("v1.unstable", FULL_CHILD, {**CHILD, **nulls}) == seen("v1.unstable", CHILD)
    child = seen("v1.unstable", FULL_CHILD, {**CHILD, "_meta": {"l": 2}, "state": {"state": "running"}}).subagents["c"]
    assert (child.meta, child.state) == ({"l": 2}, acp.RunningStateUpdate())
    assert list(seen("v1.unstable", CHILD).snapshot().subagents) == ["c"]


def test_messages_between_sessions_are_patched_and_streamed() -> None:
    sent = {"sessionUpdate": "session_message", "messageId": "m", "recipientSessionId": "c", "content": [text("a")]}
    view = seen(
        "v1.unstable",
        sent,
        chunk("session_message_chunk", "b", "m"),
        {"sessionUpdate": "session_message", "messageId": "m", "senderSessionId": "p", "_meta": {"k": 1}},
    )
    (message,) = view.peer_messages
    assert (message.text, message.text_from(1), len(message.content), message.meta) == ("ab", "b", 2, {"k": 1})
    assert (message.sender_session_id, message.recipient_session_id) == ("p", "c")
    cleared = seen("v1.unstable", sent, {**sent, "recipientSessionId": None, "content": None}).peer_messages[0]
    assert (cleared.recipient_session_id, cleared.content) == (None, ())
    assert len(view.snapshot().peer_messages) == 1


def test_a_fork_sets_up_what_it_has() -> None:
    view = s.SessionView()
    modes = {"currentModeId": "ask", "availableModes": [{"id": "ask", "name": "Ask"}]}
    view.set_up(acp.decode(acp.ForkSessionResponse, {"sessionId": "s", "modes": modes}))
    assert view.current_mode_id == "ask"


def test_the_response_that_ends_a_turn_has_its_usage() -> None:
    view = s.SessionView()
    usage = acp.Usage(total_tokens=3, input_tokens=1, output_tokens=2)
    view.end_turn(acp.PromptResponse(stop_reason="end_turn", usage=usage))
    assert view.stop is not None
    assert view.stop.usage == usage

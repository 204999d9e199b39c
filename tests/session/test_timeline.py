"""The sequence that a timeline is read as: a tuple in all but how it is made."""

from __future__ import annotations

import itertools
import pickle
import random
from typing import Any

import pytest

from acp_types import v1
from acp_types import v2 as acp
from acp_types.v1 import session as v1_session
from acp_types.v2 import unstable
from acp_types.v2.session import Message, SessionView, Thought, ToolCall
from acp_types.v2.unstable.session import SessionView as UnstableView

MANY = 200
"""Enough for several blocks."""


def mixed() -> SessionView:
    """A session of messages and tool calls in turn."""
    view = SessionView()
    for i in range(MANY):
        view.apply(acp.AgentMessage(message_id=acp.MessageId(f"{i}")))
        view.apply(acp.ToolCallUpdate(tool_call_id=acp.ToolCallId(f"{i}")))
    return view


def test_it_reads_like_a_tuple() -> None:
    timeline = mixed().timeline
    whole = tuple(timeline)
    assert len(timeline) == len(whole) == 2 * MANY
    for index in (0, 1, 63, 64, 399, -1, -64, -65, -400):
        assert timeline[index] is whole[index]
    for index in (400, -401):
        with pytest.raises(IndexError, match="no such entity"):
            timeline[index]
    assert timeline[10:20] == whole[10:20]
    assert timeline[-3:] == whole[-3:]
    assert list(reversed(timeline)) == list(reversed(whole))
    assert whole[5] in timeline
    assert timeline.index(whole[70]) == 70


def test_it_is_compared_with_tuples_and_others_of_its_kind() -> None:
    timeline = mixed().timeline
    assert timeline == mixed().timeline
    assert timeline == tuple(timeline)
    assert hash(timeline) == hash(tuple(timeline))
    assert repr(timeline) == repr(tuple(timeline))
    assert timeline != mixed().messages
    assert timeline != list(timeline)
    assert pickle.loads(pickle.dumps(timeline)) == timeline


def test_the_entities_of_a_kind_read_like_a_tuple_too() -> None:
    view = mixed()
    messages = [entity for entity in view.timeline if isinstance(entity, Message)]
    assert view.messages == tuple(messages)
    assert len(view.messages) == MANY
    assert [view.messages[index] for index in (0, 40, -1, -40)] == [messages[index] for index in (0, 40, -1, -40)]
    assert [type(call) for call in view.tool_calls.values()] == [ToolCall] * MANY
    assert not view.thoughts
    assert view.thoughts == ()
    assert pickle.loads(pickle.dumps(view.messages)) == view.messages


def test_only_what_changed_is_made_anew() -> None:
    view = mixed()
    before = view.timeline
    view.apply(acp.AgentThought(message_id=acp.MessageId("t")))
    view.apply(acp.AgentMessage(message_id=acp.MessageId("50"), meta={"k": 1}))
    changed = [i for i, (one, other) in enumerate(zip(before, view.timeline, strict=False)) if one is not other]
    assert changed == [100]
    assert isinstance(view.timeline[-1], Thought)
    assert len(before) == 2 * MANY


def test_what_was_touched_is_known_without_a_look_at_the_rest() -> None:
    view = SessionView()
    assert view.touched is None
    view.apply(acp.AgentMessageChunk(message_id=acp.MessageId("m"), content=acp.TextContent(text="a")))
    assert isinstance(view.touched, Message)
    assert (view.touched.text, view.touched == view.timeline[0]) == ("a", True)
    assert view.touched is view.timeline[0]
    view.apply(acp.UsageUpdate(used=1, size=2))
    assert view.touched is None
    view.apply(acp.OtherSessionUpdate(session_update="_acme"))
    assert view.touched == acp.OtherSessionUpdate(session_update="_acme")


def test_what_was_touched_in_v1() -> None:
    view = v1_session.SessionView()
    view.apply(v1.ToolCallUpdate(tool_call_id=v1.ToolCallId("t"), status="completed"))
    assert view.touched == view.tool_calls[v1.ToolCallId("t")]
    view.apply(v1.CurrentModeUpdate(current_mode_id=v1.SessionModeId("code")))
    assert view.touched is None


def test_plans_may_come_and_go_anywhere() -> None:
    choose = random.Random(1)
    view, expected = UnstableView(), list[str]()
    for step in range(600):
        plan_id = str(choose.randrange(150))
        if plan_id in expected and choose.random() < 0.5:
            expected.remove(plan_id)
            view.apply(unstable.PlanRemoved(plan_id=unstable.PlanId(plan_id)))
            assert view.touched is None
        else:
            expected += [] if plan_id in expected else [plan_id]
            view.apply(_plan(plan_id, step))
            assert view.touched == _plan(plan_id, step)
        if step % 7 == 0:
            assert list(view.plans) == expected
            assert len(view.timeline) == len(expected)
    assert list(view.plans) == expected
    again = UnstableView()
    for update in view.replay():
        again.apply(update)
    assert again == view


def _plan(plan_id: str, step: int) -> Any:
    plan = unstable.PlanMarkdown(plan_id=unstable.PlanId(plan_id), content=f"{step}")
    return unstable.PlanUpdate(plan=plan)


def test_removals_between_looks_leave_nothing_behind() -> None:
    for looks in itertools.product([True, False], repeat=3):
        view = UnstableView()
        for update, look in zip(
            (_plan("1", 1), unstable.PlanRemoved(plan_id=unstable.PlanId("1")), _plan("2", 2)), looks, strict=True
        ):
            view.apply(update)
            if look:
                assert len(view.timeline) <= 1
        assert view.timeline == (_plan("2", 2),)

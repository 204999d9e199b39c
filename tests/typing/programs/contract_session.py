"""Session views, as a program uses them. It must type-check unchanged, and run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from typing_extensions import assert_never, assert_type

from acp_types import v1
from acp_types import v2 as acp
from acp_types.v1 import session as v1_session
from acp_types.v1 import unstable as v1_unstable
from acp_types.v1.unstable import session as v1_unstable_session
from acp_types.v2 import session, unstable
from acp_types.v2.unstable import session as unstable_session


def show(entity: session.Entity) -> str:
    match entity:
        case session.Message(role=role, text=text):
            assert_type(role, Literal["user", "agent"])
            return f"{role}: {text}"
        case session.Thought(content=content):
            assert_type(content, tuple[acp.ContentBlock, ...])
            return f"{len(content)} blocks"
        case session.ToolCall(title=title, status=status):
            assert_type(title, str | None)
            assert_type(status, acp.ToolCallStatus)
            return f"{title} {status}"
        case session.Terminal(output=output):
            assert_type(output, bytes)
            return repr(output)
        case session.Compaction(summary=summary):
            assert_type(summary, tuple[acp.ContentBlock, ...])
            return "..."
        case acp.PlanUpdate(plan=plan):
            assert_type(plan, acp.PlanUpdateContent)
            return plan.type
        case acp.OtherSessionUpdate(session_update=tag):
            return tag
        case _:
            assert_never(entity)


def show_unstable(entity: unstable_session.Entity) -> str:
    match entity:
        case unstable_session.Subagent(state=state):
            assert_type(state, unstable.StateUpdate | None)
            return "" if state is None else state.state
        case unstable_session.PeerMessage(sender_session_id=sender, text=text):
            assert_type(sender, acp.SessionId | None)
            return text
        case unstable.PlanUpdate() | unstable.OtherSessionUpdate():
            return entity.session_update
        case _:
            return show(entity)


def show_v1(entity: v1_session.Entity) -> str:
    match entity:
        case v1_session.Message() | v1_session.Thought():
            assert_type(entity.message_id, v1.MessageId | None)
            return entity.text
        case v1_session.ToolCall(content=content):
            assert_type(content, tuple[v1.ToolCallContent, ...])
            return entity.status
        case v1_session.Compaction():
            return entity.text
        case v1.Plan(entries=entries):
            return f"{len(entries)} entries"
        case v1.OtherSessionUpdate():
            return entity.session_update
        case _:
            assert_never(entity)


def read_v2(view: session.SessionView) -> None:
    assert_type(view.timeline, session.Entities[session.Entity])
    assert_type(view.messages[-1:], tuple[session.Message, ...])
    assert_type(view.touched, session.Entity | None)
    assert_type(view.tool_calls, Mapping[acp.ToolCallId, session.ToolCall])
    assert_type(view.terminals, Mapping[acp.TerminalId, session.Terminal])
    assert_type(view.plans, Mapping[acp.PlanId, acp.PlanUpdate])
    assert_type(view.unknown_updates, session.Entities[acp.OtherSessionUpdate])
    assert_type(view.state, acp.StateUpdate | None)
    assert_type(view.stop, acp.IdleStateUpdate | None)
    assert_type(view.stop_reason, acp.StopReason | None)
    assert_type(view.config_options, tuple[acp.SessionConfigOption, ...] | None)
    assert_type(view.replay(), tuple[acp.SessionUpdate, ...])
    assert_type(view.snapshot(), session.SessionSnapshot)
    assert_type(view.snapshot().timeline, session.Entities[session.Entity])


def read_v2_unstable(view: unstable_session.SessionView) -> None:
    assert_type(view.state, unstable.StateUpdate | None)
    assert_type(view.plans, Mapping[acp.PlanId, unstable.PlanUpdate])
    assert_type(view.subagents, Mapping[acp.SessionId, unstable_session.Subagent])
    assert_type(view.snapshot().peer_messages, unstable_session.Entities[unstable_session.PeerMessage])
    view.apply(unstable.PlanRemoved(plan_id=acp.PlanId("1")))


def read_v1(view: v1_session.SessionView, unstable_view: v1_unstable_session.SessionView) -> None:
    assert_type(view.state, Literal["idle", "running"])
    assert_type(view.stop, v1.PromptResponse | None)
    assert_type(unstable_view.stop, v1_unstable.PromptResponse | None)
    assert_type(view.plan, v1.Plan | None)
    assert_type(unstable_view.plans, Mapping[v1_unstable.PlanId, v1_unstable.PlanUpdate])
    assert_type(view.current_mode_id, v1.SessionModeId | None)
    assert_type(view.messages[0].parts, tuple[v1_session.Part[v1.ContentBlock], ...])
    assert_type(unstable_view.replay(), tuple[v1_unstable.SessionUpdate, ...])


if __name__ == "__main__":
    the_view = session.SessionView()
    the_view.apply(acp.AgentMessageChunk(message_id=acp.MessageId("m"), content=acp.TextContent(text="hi")))
    the_view.apply(acp.OtherSessionUpdate(session_update="_acme"))
    print(*map(show, the_view.timeline), sep=", ")

"""Mistakes that a checker must catch. A comment pins each expected error to its line: mypy's code, pyright's rule."""

from __future__ import annotations

from typing_extensions import assert_never

from acp_types import v1
from acp_types import v2 as acp
from acp_types.v2 import unstable
from acp_types.v2.session import Message, SessionView


def misspelt_literal() -> acp.ToolCallUpdate:
    return acp.ToolCallUpdate(tool_call_id=acp.ToolCallId("t"), kind="raed")  # error: arg-type, reportArgumentType


def missing_field() -> acp.TextContent:
    return acp.TextContent()  # error: call-arg, reportCallIssue


def misspelt_keyword() -> acp.TextContent:
    return acp.TextContent(text="x", anotations=None)  # error: call-arg, reportCallIssue


def wire_name() -> acp.CloseSessionRequest:
    return acp.CloseSessionRequest(sessionId="s")  # error: call-arg, reportCallIssue


def positional() -> acp.TextContent:
    return acp.TextContent("x")  # error: call-arg, reportCallIssue


def frozen(block: acp.TextContent) -> None:
    block.text = "y"  # error: misc, reportAttributeAccessIssue


def misspelt_attribute(block: acp.TextContent) -> object:
    return block.txet  # error: attr-defined, reportAttributeAccessIssue


def wrong_id(call: acp.ToolCallId) -> acp.CloseSessionRequest:
    return acp.CloseSessionRequest(session_id=call)  # error: arg-type, reportArgumentType


def list_for_tuple(session: acp.SessionId, blocks: list[acp.ContentBlock]) -> acp.PromptRequest:
    return acp.PromptRequest(session_id=session, prompt=blocks)  # error: arg-type, reportArgumentType


def unset_not_handled(update: acp.ToolCallUpdate) -> str | None:
    return update.title  # error: return-value, reportReturnType


def none_for_value() -> acp.TextContent:
    return acp.TextContent(text=None)  # error: arg-type, reportArgumentType


def only_one_variant_has_it(block: acp.ContentBlock) -> str:
    return block.text  # error: union-attr, reportAttributeAccessIssue


def other_version(block: v1.TextContent) -> acp.ContentBlock:
    return block  # error: return-value, reportReturnType


def forgotten_variant(outcome: acp.RequestPermissionOutcome) -> bool:
    match outcome:
        case acp.SelectedPermissionOutcome():
            return True
        case acp.CancelledPermissionOutcome():
            return False
        case _:
            assert_never(outcome)  # error: arg-type, reportArgumentType


def forgotten_value(status: acp.PlanEntryStatus) -> int:
    match status:
        case "pending":
            return 0
        case "in_progress" | "completed":
            return 1
        case acp.OtherPlanEntryStatus():
            return 2
        case _:
            assert_never(status)  # error: arg-type, reportArgumentType


def wrong_form(obj: object) -> acp.ImageContent:
    return acp.decode(acp.TextContent, obj)  # error: return-value, reportReturnType


class WrongResult(acp.AgentHandler):
    async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
        return acp.CloseSessionResponse()  # error: return-value, reportReturnType


class WrongOverride(acp.AgentHandler):
    async def session_list(self, params: str) -> str:  # error: override, reportIncompatibleMethodOverride
        return params


async def wrong_params(agent: acp.AgentStub, close: acp.CloseSessionRequest) -> None:
    await agent.session_prompt(close)  # error: arg-type, reportArgumentType


async def wrong_result(agent: acp.AgentStub, prompt: acp.PromptRequest) -> acp.CloseSessionResponse:
    return await agent.session_prompt(prompt)  # error: return-value, reportReturnType


def misspelt_method(view: acp.AgentCapabilityView) -> bool:
    return view.supports("session/prmopt")  # error: arg-type, reportArgumentType


def misspelt_sender(line: str) -> acp.Message:
    return acp.read_message(line, sender="server")  # error: arg-type, reportArgumentType


def update_of_another_surface(view: SessionView, update: unstable.PlanRemoved) -> None:
    view.apply(update)  # error: arg-type, reportArgumentType


def frozen_entity(message: Message) -> None:
    message.role = "user"  # error: misc, reportAttributeAccessIssue


def text_of_any_entity(view: SessionView) -> str:
    return view.timeline[0].text  # error: union-attr, reportAttributeAccessIssue

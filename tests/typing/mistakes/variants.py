"""A variant, value or state that was forgotten."""

from __future__ import annotations

from typing_extensions import assert_never

from acp_types import v1
from acp_types import v2 as acp


def forgotten_variant(block: acp.ContentBlock) -> str:
    match block:
        case acp.TextContent():
            return block.text
        case acp.ImageContent() | acp.AudioContent():
            return block.mime_type
        case acp.ResourceLink():
            return block.uri
        case acp.OtherContentBlock():
            return block.type
        case _:
            assert_never(block)  # error: forgotten-variant


def forgotten_other(outcome: acp.RequestPermissionOutcome) -> bool:
    match outcome:
        case acp.SelectedPermissionOutcome():
            return True
        case acp.CancelledPermissionOutcome():
            return False
        case _:
            assert_never(outcome)  # error: forgotten-other


def forgotten_by_isinstance(content: acp.ToolCallContent) -> str:
    if isinstance(content, acp.Content):
        return "content"
    if isinstance(content, (acp.Terminal, acp.OtherToolCallContent)):
        return content.type
    assert_never(content)  # error: forgotten-by-isinstance


def forgotten_value(status: acp.PlanEntryStatus) -> int:
    match status:
        case "pending":
            return 0
        case "in_progress" | "completed":
            return 1
        case acp.OtherPlanEntryStatus():
            return 2
        case _:
            assert_never(status)  # error: forgotten-value


def forgotten_other_value(priority: acp.PlanEntryPriority) -> int:
    match priority:
        case "low" | "medium" | "high":
            return 0
        case _:
            assert_never(priority)  # error: forgotten-other-value


def forgotten_unset(title: acp.Patch[str]) -> str:
    if title is None:
        return "cleared"
    if isinstance(title, str):
        return title
    assert_never(title)  # error: forgotten-unset


def forgotten_message(message: acp.Message) -> str:
    match message:
        case acp.Request() | acp.Notification():
            return message.method
        case acp.Response():
            return "answer"
        case _:
            assert_never(message)  # error: forgotten-message


def forgotten_update_of_v1(update: v1.SessionUpdate) -> str:
    match update:
        case v1.UserMessageChunk() | v1.AgentMessageChunk() | v1.AgentThoughtChunk():
            return update.content.type
        case v1.ToolCall() | v1.ToolCallUpdate():
            return update.tool_call_id
        case v1.OtherSessionUpdate():
            return update.session_update
        case _:
            assert_never(update)  # error: forgotten-updates


def no_result_for_the_rest(outcome: acp.RequestPermissionOutcome) -> bool:  # error: no-result-for-the-rest
    if isinstance(outcome, acp.SelectedPermissionOutcome):
        return True
    if isinstance(outcome, acp.CancelledPermissionOutcome):
        return False


def match_without_the_rest(outcome: acp.RequestPermissionOutcome) -> None:
    match outcome:  # error: match-without-the-rest
        case acp.SelectedPermissionOutcome(option_id=chosen):
            print(chosen)
        case acp.CancelledPermissionOutcome():
            print("cancelled")


def misspelt_value(update: acp.ToolCallUpdate) -> bool:
    match update.status:
        case "complete":  # error: misspelt-value-in-match
            return True
        case _:
            return False


def misspelt_value_compared(update: acp.ToolCallUpdate) -> bool:
    return update.status == "complete"  # error: misspelt-value-compared


def text_for_an_enum(words: dict[acp.ToolKind, str]) -> str:
    return words["raed"]  # error: misspelt-key

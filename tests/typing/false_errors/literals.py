"""Right code that a checker finds fault with. Each function says what happens, and what to write in its place."""

from __future__ import annotations

from typing_extensions import assert_never

from acp_types import v2 as acp


def none_last(status: acp.PlanEntryStatus | None) -> int:
    """mypy forgets a value in front of `None` in one pattern. `case None | "pending"` is understood."""
    match status:
        case "pending" | None:
            return 0
        case "in_progress" | "completed" | "cancelled" | acp.OtherPlanEntryStatus():
            return 1
        case _:
            assert_never(status)  # false: mypy arg-type


def chosen_before(call: acp.ToolCallId, *, done: bool) -> acp.ToolCallUpdate:
    """mypy takes a variable without a type for any text. `status: acp.ToolCallStatus = ...` is understood."""
    status = "completed" if done else "failed"
    return acp.ToolCallUpdate(tool_call_id=call, status=status)  # false: mypy arg-type


def first_of(params: acp.JsonValue) -> acp.JsonValue:
    """ty knows nothing of what a pattern takes out of a list. `isinstance(params, list)` is understood."""
    match params:
        case [first, *_]:
            return first  # false: ty invalid-explicit-return
        case _:
            return None

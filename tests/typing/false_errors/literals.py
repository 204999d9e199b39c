"""Right code that a checker finds fault with. Each function says what happens, and what to write in its place."""

from __future__ import annotations

from typing_extensions import assert_never

from acp_types import v2 as acp


def none_last(status: acp.PlanEntryStatus | None) -> int:
    """mypy ignores a value before `None` in one pattern. Write `case None | "pending"`."""
    match status:
        case "pending" | None:
            return 0
        case "in_progress" | "completed" | "cancelled" | acp.OtherPlanEntryStatus():
            return 1
        case _:
            assert_never(status)  # false: mypy arg-type


def chosen_before(call: acp.ToolCallId, *, done: bool) -> acp.ToolCallUpdate:
    """mypy infers `str` for a variable without an annotation. Write `status: acp.ToolCallStatus = ...`."""
    status = "completed" if done else "failed"
    return acp.ToolCallUpdate(tool_call_id=call, status=status)  # false: mypy arg-type


def first_of(params: acp.JsonValue) -> acp.JsonValue:
    """ty does not infer types of names that a pattern captures from a list. Use `isinstance(params, list)`."""
    match params:
        case [first, *_]:
            return first  # false: ty invalid-explicit-return
        case _:
            return None

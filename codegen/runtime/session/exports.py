"""What the session module of a surface has of conversations besides its own."""

from __future__ import annotations

from collections.abc import Callable

from ..lazy import lazy_names

_CONVERSATION = "acp_types._runtime.conversation"


def conversation_names(module: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a session module.

    Conversations bring messages and methods along: they are loaded when they are first asked for.
    """
    return lazy_names(
        module,
        {
            "RULES": f"{_CONVERSATION}.table",
            "Conversation": f"{module.rpartition('.')[0]}._conversation",
            "Pending": f"{_CONVERSATION}.conversation",
            "Rule": f"{_CONVERSATION}.rule",
            "Violation": f"{_CONVERSATION}.rule",
            "WatchedSession": f"{_CONVERSATION}.conversation",
        },
    )

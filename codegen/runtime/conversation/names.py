"""What each `session` module offers of conversations, and where it is: loaded when somebody asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

HOMES: Final[Mapping[str, str]] = {
    "RULES": "acp_types._runtime.conversation.table",
    "Pending": "acp_types._runtime.conversation.conversation",
    "Rule": "acp_types._runtime.conversation.rule",
    "Violation": "acp_types._runtime.conversation.rule",
    "WatchedSession": "acp_types._runtime.conversation.conversation",
}

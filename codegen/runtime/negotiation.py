"""The protocol version of an `initialize` exchange: one rule for its request and its response."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from .errors import Issue, kind_of
from .json_value import JsonValue, is_mapping, is_sequence

Version: TypeAlias = Literal[1, 2]
"""A major version of the protocol that this package supports."""

V2_MEMBERS: Final = frozenset({"info", "capabilities"})
"""The v2 members for the sender's name and capabilities, in both params and result.

v1 has `clientInfo`, `clientCapabilities`, `agentInfo` and `agentCapabilities` instead.
"""


def version_of(initialize: JsonValue) -> Version:
    """The protocol version of the params or the result of an `initialize`. That of the result is the negotiated version.

    | `protocolVersion` | members | version |
    | --- | --- | --- |
    | 2 or more | `info` or `capabilities` | 2 |
    | 2 or more | neither of them | 1 |
    | 0, 1, text, anything else, missing | any | 1 |

    The number alone is not enough: many v1 agents answer with the number that the client sent, and a v2 message
    cannot lack `info`. Drafts of v1 used text as their version.

    Raises `TypeError` for anything but parsed JSON, such as a typed result.
    """
    members = _members(initialize)
    number = members.get("protocolVersion")
    counts = isinstance(number, (int, float)) and not isinstance(number, bool) and number >= 2
    return 2 if counts and not V2_MEMBERS.isdisjoint(members) else 1


def _members(initialize: object) -> Mapping[object, Any]:
    """The members of an object; empty for any other JSON."""
    if is_mapping(initialize):
        return initialize
    if initialize is None or isinstance(initialize, (str, int, float)) or is_sequence(initialize):
        return {}
    raise TypeError(f"$: expected parsed JSON, got {kind_of(initialize)}")


def negotiate(result: JsonValue, *, on_issue: Callable[[Issue], object] | None = None) -> Version:
    """The negotiated version of an `initialize` result, by the rule of `version_of`.

    If its number differs, `on_issue` is called with the rule `protocol-version` and the number.
    """
    version = version_of(result)
    number: JsonValue = _members(result).get("protocolVersion")
    if on_issue is not None and (number != version or isinstance(number, bool)):
        on_issue(Issue("$.protocolVersion", "protocol-version", number))
    return version

"""Which version of the protocol an `initialize` exchange is about: one rule, for its request and for its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from .errors import Issue, kind_of
from .json_value import JsonValue, is_mapping, is_sequence

Version: TypeAlias = Literal[1, 2]
"""A major version of the protocol that this package knows."""

V2_MEMBERS: Final = frozenset({"info", "capabilities"})
"""What v2 calls the sender's name and abilities, in params and result alike.

v1 has `clientInfo`, `clientCapabilities`, `agentInfo` and `agentCapabilities` in their place.
"""


def version_of(initialize: JsonValue) -> Version:
    """The version that the params or the result of an `initialize` speak; that of the result is agreed on.

    | `protocolVersion` | members | version |
    | --- | --- | --- |
    | 2 or more | `info` or `capabilities` | 2 |
    | 2 or more | neither of them | 1 |
    | 0, 1, text, anything else, missing | any | 1 |

    The number alone does not tell: many v1 agents answer with whatever number the client asked for, and a v2 message
    cannot lack `info`. Text is how drafts of v1 numbered themselves.

    Raises `TypeError` for what is no JSON, such as a result that is typed already.
    """
    members = _members(initialize)
    number = members.get("protocolVersion")
    counts = isinstance(number, (int, float)) and not isinstance(number, bool) and number >= 2
    return 2 if counts and not V2_MEMBERS.isdisjoint(members) else 1


def _members(initialize: object) -> Mapping[object, Any]:
    """The members of an object; any other JSON has none."""
    if is_mapping(initialize):
        return initialize
    if initialize is None or isinstance(initialize, (str, int, float)) or is_sequence(initialize):
        return {}
    raise TypeError(f"$: expected parsed JSON, got {kind_of(initialize)}")


def negotiate(result: JsonValue, *, on_issue: Callable[[Issue], object] | None = None) -> Version:
    """The version that an `initialize` result agreed on, by the rule of `version_of`.

    Where its number says otherwise, `on_issue` is told: rule `protocol-version`, with what stood there.
    """
    version = version_of(result)
    number: JsonValue = _members(result).get("protocolVersion")
    if on_issue is not None and (number != version or isinstance(number, bool)):
        on_issue(Issue("$.protocolVersion", "protocol-version", number))
    return version

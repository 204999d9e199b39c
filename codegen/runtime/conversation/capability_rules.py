"""Rules about capabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ..errors import format_path
from .events import Call, Reply
from .rule import Finding
from .session import Terminal, Tool
from .state import State, receiver_of
from .walk import Place


class Feature(NamedTuple):
    """An object, or a member of one, that needs a capability of its receiver."""

    what: str
    needs: Mapping[int, tuple[str, ...]]
    """By version: the path to the required capability in the receiver's capabilities."""
    member: str | None = None
    """The attribute that needs the capability; `None` for the object itself."""


PROMPT_CONTENT: Final[Mapping[str, Feature]] = {
    "ImageContent": Feature("an image", {1: ("prompt_capabilities", "image"), 2: ("session", "prompt", "image")}),
    "AudioContent": Feature("audio", {1: ("prompt_capabilities", "audio"), 2: ("session", "prompt", "audio")}),
    "EmbeddedResource": Feature(
        "an embedded resource",
        {1: ("prompt_capabilities", "embedded_context"), 2: ("session", "prompt", "embedded_context")},
    ),
}
"""By class: the content of a prompt beyond text and links."""

_DIRECTORIES: Final = Feature(
    "additional directories",
    {1: ("session_capabilities", "additional_directories"), 2: ("session", "additional_directories")},
    "additional_directories",
)

FEATURES: Final[Mapping[str, Feature]] = {
    "AuthMethodTerminal": Feature(
        "a terminal authentication method", {1: ("auth", "terminal"), 2: ("auth", "terminal")}
    ),
    "CompactionSummaryChunk": Feature("a compaction", {1: ("session", "compaction")}),
    "CompactionUpdate": Feature("a compaction", {1: ("session", "compaction")}),
    "CreateElicitationRequestForm": Feature("a form", {1: ("elicitation", "form"), 2: ("elicitation", "form")}),
    "CreateElicitationRequestUrl": Feature("a URL to open", {1: ("elicitation", "url"), 2: ("elicitation", "url")}),
    "ForkSessionRequest": _DIRECTORIES,
    "LoadSessionRequest": _DIRECTORIES,
    "McpServerAcp": Feature("an MCP server over ACP", {1: ("mcp_capabilities", "acp"), 2: ("session", "mcp", "acp")}),
    "McpServerHttp": Feature(
        "an MCP server over HTTP", {1: ("mcp_capabilities", "http"), 2: ("session", "mcp", "http")}
    ),
    "McpServerSse": Feature("an MCP server over SSE", {1: ("mcp_capabilities", "sse")}),
    "McpServerStdio": Feature("an MCP server over stdio", {2: ("session", "mcp", "stdio")}),
    "NewSessionRequest": _DIRECTORIES,
    "Notice": Feature("a notice", {1: ("session", "notices")}),
    "PlanRemoved": Feature("the removal of a plan", {1: ("plan",)}),
    "PlanUpdate": Feature("a plan with an id", {1: ("plan",)}),
    "ResumeSessionRequest": _DIRECTORIES,
    "SessionConfigOptionBoolean": Feature("a boolean option", {1: ("session", "config_options", "boolean")}),
    "SessionMessage": Feature("a message between sessions", {1: ("subagents",)}),
    "SessionMessageChunk": Feature("a message between sessions", {1: ("subagents",)}),
    "SubagentUpdate": Feature("a subagent", {1: ("subagents",)}),
    "SystemPrompt": Feature(
        "a system prompt", {1: ("session_capabilities", "system_prompt"), 2: ("session", "system_prompt")}
    ),
}
"""By class: features that a message may use only if its receiver has advertised them."""


def method_capability(call: Call, state: State) -> Iterator[Finding]:
    if call.method is None or not state.initialized:
        return
    receiver = receiver_of(call)
    if not call.method.is_supported_by(state.capabilities(receiver)):
        yield Finding(f"The {receiver} has not advertised support for {call.name}.", "$.method")


def prompt_content(call: Call, state: State) -> Iterator[Finding]:
    return _unsupported(call, state, PROMPT_CONTENT)


def features(event: Call | Reply, state: State) -> Iterator[Finding]:
    return _unsupported(event, state, FEATURES)


def _unsupported(event: Call | Reply, state: State, table: Mapping[str, Feature]) -> Iterator[Finding]:
    receiver = receiver_of(event)
    answers_hello = isinstance(event, Reply) and event.name == "initialize"
    if not state.initialized and not answers_hello:
        return
    if isinstance(event, Call) and any(True for _finding in method_capability(event, state)):
        return  # the receiver lacks the method itself
    for place in event.places:
        feature = table.get(place.name)
        needs = None if feature is None else feature.needs.get(state.version)
        if feature is None or needs is None or not _is_there(feature, place):
            continue
        if not _advertises(state.capabilities(receiver), needs):
            here = place.path if feature.member is None else (place.path, "additionalDirectories")
            yield Finding(f"The {receiver} has not advertised that it accepts {feature.what}.", format_path(here))


def _is_there(feature: Feature, place: Place) -> bool:
    return feature.member is None or bool(getattr(place.record, feature.member))


def _advertises(capabilities: Any, needs: tuple[str, ...]) -> bool:
    for attribute in needs:
        capabilities = getattr(capabilities, attribute, None)
    return capabilities is not None and capabilities is not False


def auth_method(call: Call, state: State) -> Iterator[Finding]:
    if not state.initialized:
        return
    advertised = {_method_id(method): method for method in state.welcome.auth_methods or ()}
    method = advertised.get(call.params.method_id)
    if method is None:
        yield Finding("The agent has not advertised this authentication method.", "$.params.methodId")
    elif getattr(method, "type", None) == "terminal":
        yield Finding(
            "A terminal authentication method is carried out in a terminal, not with a request.", "$.params.methodId"
        )


def _method_id(method: Any) -> object:
    for name in ("method_id", "id"):
        if hasattr(method, name):
            return getattr(method, name)
    return method.payload.get("methodId", method.payload.get("id"))


def auth_offered(call: Call, state: State) -> Iterator[Finding]:  # noqa: ARG001  (rules have one shape)
    if state.initialized and not state.welcome.auth_methods:
        yield Finding("The agent has advertised no authentication methods.", "$.method")


def cancellable(call: Call, state: State) -> Iterator[Finding]:
    session = state.session_of(call)
    if session is None:
        return
    item: Tool | Terminal | None
    if call.name == "tool_call/cancel":
        item, path = session.tools.get(call.params.tool_call_id), "$.params.toolCallId"
    else:
        item, path = session.terminals.get(call.params.terminal_id), "$.params.terminalId"
    if (item is not None or state.complete) and (item is None or not item.cancellable):
        yield Finding("The agent has not marked this as cancellable.", path)

"""Rules about the connection as a whole: `initialize`, the version, ids, and messages that do not fit their types."""

from __future__ import annotations

from collections.abc import Iterator

from .events import Call, Reply
from .rule import Finding
from .state import State, asked_version, chose_unknown_version, is_extension


def initialize_first(call: Call, state: State) -> Iterator[Finding]:
    if is_extension(call.name):
        return
    if call.name == "initialize" and call.sender == "client":
        if state.began_work:
            yield Finding("The client sends initialize after other requests.", "$.method")
    elif state.complete and not state.initialized and not state.early & {"client", call.sender}:
        # If the client does not wait, what the agent does in reply is the client's violation.
        yield Finding(f"The {call.sender} sends {call.label} before initialize was answered.", "$.method")


def version_answer(reply: Reply, state: State) -> Iterator[Finding]:
    if reply.result is not None and reply.result.protocol_version != state.version:
        yield Finding(
            f"The agent's response has the members of version {state.version}, but a different version number.",
            "$.result.protocolVersion",
        )


def version_accepted(call: Call, state: State) -> Iterator[Finding]:
    if call.sender != "client" or call.name == "initialize" or is_extension(call.name) or state.disagreed:
        return
    if chose_unknown_version(state):
        yield Finding("The client continues although the agent chose a version later than the client's latest.")


def request_id(call: Call, state: State) -> Iterator[Finding]:
    if call.is_request and call.key in state.open:
        yield Finding("Another open request has the same id.", "$.id")


def response_id(reply: Reply, state: State) -> Iterator[Finding]:
    if reply.call is not None or reply.id is None or reply.key in state.unreadable:
        return
    if reply.key in state.answered:
        yield Finding("The request with this id has already been answered.", "$.id")
    elif state.complete and not state.forgets:
        yield Finding("No request had this id.", "$.id")


def fits_its_type(event: Call | Reply, state: State) -> Iterator[Finding]:
    problem = event.problem
    if problem is None or speaks_another_version(event, state):
        return
    if event.name == "session/prompt" and problem.path == "$.result.stopReason":
        return  # a separate rule
    what = "result" if isinstance(event, Reply) else "params object"
    yield Finding(
        f"The {what} of {event.label} does not fit: expected {problem.expected}, got {problem.got}.", problem.path
    )


def speaks_another_version(event: Call | Reply, state: State) -> bool:
    """Whether this is an `initialize` of a client whose latest version is not the negotiated one."""
    return isinstance(event, Call) and event.name == "initialize" and asked_version(event) != state.version

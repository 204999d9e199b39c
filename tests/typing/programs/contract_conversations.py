"""Conversations as their documentation shows them. It must type-check unchanged, and run."""

from __future__ import annotations

from typing_extensions import assert_type

from acp_types import v1, v2
from acp_types.v1.session import RULES, Conversation, Rule, Violation
from acp_types.v2 import session as drafts
from acp_types.v2.unstable import session as unstable

LINE = '{"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s", "update": {"sessionUpdate": "_x"}}}'


def listen(lines: list[str]) -> list[str]:
    talk = Conversation(complete=False)
    found: list[str] = []
    for line in lines:
        violations = talk.add(v1.read_message(line, sender="agent"), sender="agent")
        assert_type(violations, tuple[Violation, ...])
        found += [f"{violation.number}: {violation.level} {violation.message}" for violation in violations]
    assert_type(talk.client, v1.InitializeRequest | None)
    assert_type(talk.agent, v1.InitializeResponse | None)
    for session in talk.sessions.values():
        for request in session.permissions:
            assert_type(request, v1.RequestPermissionRequest)
        for message in session.view.messages:
            found.append(message.text)
    assert_type(RULES["type"], Rule)
    return found


def watch(message: v2.Message) -> bool:
    talk = drafts.Conversation()
    talk.add(message, sender="client")
    talk.skip(sender="agent")
    session = talk.session("s")
    return session is not None and session.view.is_idle


def watch_unstable(message: unstable.Violation) -> str:
    talk = unstable.Conversation(keep=False)
    assert_type(talk.violations, tuple[Violation, ...])
    return message.page


if __name__ == "__main__":
    print(listen([LINE]), watch(v2.Request(id=0, method="_x")))

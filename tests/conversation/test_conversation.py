"""What a conversation keeps: who said what, sessions and their views, and what is still open."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from acp_types._runtime.conversation import capability_rules, content_rules, state
from acp_types._runtime.conversation.table import RULES
from tests.conftest import ROOT, surface
from tests.conversation.talk import (
    ALLOWED,
    FORM,
    SID,
    a,
    accepted,
    begun,
    c,
    chunk,
    conversation,
    end,
    hello,
    listen,
    new,
    ok,
    permission,
    prompt,
    read,
    resume_with,
    start,
    text,
    up,
)

VERSIONS = pytest.mark.parametrize("version", [1, 2])


@VERSIONS
def test_who_is_there(version: int) -> None:
    talk = conversation(version)
    assert (talk.client, talk.agent, talk.sessions, talk.pending) == (None, None, {}, ())
    acp = surface(f"v{version}")
    said = hello(version)
    talk.add(read(version, said[0]), sender="client")
    assert isinstance(talk.client, acp.InitializeRequest)
    assert talk.agent is None
    talk.add(read(version, said[1]), sender="agent")
    assert isinstance(talk.agent, acp.InitializeResponse)


@VERSIONS
@pytest.mark.parametrize("sender", ["server", "", None, ["client"]])
def test_a_sender_that_is_none(version: int, sender: Any) -> None:
    talk = conversation(version)
    says = r"^sender: expected 'client' or 'agent', got \w+$"
    with pytest.raises(ValueError, match=says):
        talk.add(read(version, hello(version)[0]), sender=sender)
    with pytest.raises(ValueError, match=says):
        talk.skip(sender=sender)
    found, *_ = talk.add(read(version, c("session/list", {}, 1)), sender="client")
    assert found.number == 1  # what was refused does not count


@VERSIONS
def test_what_is_pending(version: int) -> None:
    talk = listen(version, [*start(version), prompt(0), permission(version, 0)])
    assert [(pending.sender, pending.id, pending.method, pending.number) for pending in talk.pending] == [
        ("client", 0, "session/prompt", 5),
        ("agent", 0, "session/request_permission", 6),
    ]
    (asked,) = talk.sessions[SID].permissions
    assert isinstance(asked, surface(f"v{version}").RequestPermissionRequest)
    talk.add(read(version, ok(0, ALLOWED, "client")), sender="client")
    assert talk.sessions[SID].permissions == ()
    assert [pending.sender for pending in talk.pending] == ["client"]


@VERSIONS
def test_a_session_and_its_view(version: int) -> None:
    talk = listen(version, [*begun(version), chunk(words="He"), chunk(words="llo")])
    session = talk.sessions[SID]
    assert (session.id, session.is_busy, session.is_closed) == (SID, True, False)
    assert [(message.role, message.text) for message in session.view.messages] == [("user", "hi"), ("agent", "Hello")]
    talk.add(read(version, end(version)), sender="agent")
    assert (session.is_busy, session.view.stop_reason) == (False, "end_turn")
    assert talk.session(SID).view is session.view
    assert talk.session("other") is None


def test_v1_sets_up_views() -> None:
    modes = {"currentModeId": "ask", "availableModes": [{"id": "ask", "name": "Ask"}]}
    talk = listen(1, [*hello(1), new(), ok(1, {"sessionId": SID, "modes": modes})])
    assert talk.sessions[SID].view.current_mode_id == "ask"


@VERSIONS
def test_a_replayed_session_begins_anew(version: int) -> None:
    """What was seen of a session before it is loaded would stand there twice."""
    replayed = [up("user_message_chunk", messageId="u", content=text()), chunk()]
    if version == 1:
        load = c("session/load", {"sessionId": SID, "cwd": "/w", "mcpServers": []}, 9)
        said = [*start(1, agent={"loadSession": True}), prompt(), chunk(), end(1), load, *replayed]
    else:
        said = [*start(2), *accepted(), chunk(), end(2), resume_with(9, replayFrom={"type": "start"}), *replayed]
    view = listen(version, said).sessions[SID].view
    assert [message.role for message in view.messages] == ["user", "agent"]


@VERSIONS
def test_violations_are_returned_and_kept(version: int) -> None:
    talk = conversation(version)
    assert talk.add(read(version, hello(version)[0]), sender="client", number=10) == ()
    (violation,) = talk.add(read(version, new(3)), sender="client", number=20)
    assert talk.violations == (violation,)
    assert violation.number == 20
    assert pickle.loads(pickle.dumps(violation)) == violation


@VERSIONS
def test_nothing_kept(version: int) -> None:
    talk = conversation(version, keep=False)
    said = [*begun(version), chunk(), end(version), c("x/y", {}, 99)]
    found = [talk.add(read(version, each), sender=each[0]) for each in said]
    assert [len(each) for each in found] == [0] * (len(said) - 1) + [1]
    assert talk.violations == ()
    assert not hasattr(talk.sessions[SID].view, "messages")


@VERSIONS
def test_unreadable_messages_may_be_answered(version: int) -> None:
    talk = listen(version, start(version))
    talk.skip(sender="client", id="broken")
    talk.skip(sender="client")
    assert talk.add(read(version, ok("broken")), sender="agent") == ()
    (violation,) = talk.add(read(version, ok("other")), sender="agent")
    assert violation.number == 8


@VERSIONS
def test_messages_of_this_surface_only(version: int) -> None:
    talk = conversation(version)
    with pytest.raises(TypeError, match="expected a message of this surface, got dict"):
        talk.add({"jsonrpc": "2.0", "method": "x"}, sender="client")


@VERSIONS
def test_forgotten_requests(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that waits for too long is forgotten; then nobody can say that an answer has none."""
    monkeypatch.setattr(state, "OPEN_REQUESTS", 3)
    talk = listen(version, [*start(version), *(c("_x", {}, id) for id in "abcd")])
    assert talk.add(read(version, ok("a")), sender="agent") == ()
    for id in "bcd":
        assert talk.add(read(version, ok(id)), sender="agent") == ()
    assert [each.rule for each in talk.add(read(version, ok("d")), sender="agent")] == ["response-id"]


@VERSIONS
def test_forgotten_messages_that_could_not_be_read(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So do messages that nobody could read, however many there are."""
    monkeypatch.setattr(state, "OPEN_REQUESTS", 3)
    talk = listen(version, start(version))
    for id in "abcd":
        talk.skip(sender="client", id=id)
    for id in "abcd":
        assert talk.add(read(version, ok(id)), sender="agent") == ()
    assert len(talk._state.unreadable) == 3


def test_only_the_answer_names_a_new_session() -> None:
    """Not the params of the request, whatever they hold."""
    talk = listen(1, [*hello(1), new(sessionId=SID), ok(1, {})])
    assert talk.sessions == {}


def test_what_has_no_session() -> None:
    """An elicitation may be about a request; a child session may be announced without an id."""
    unbound = {**{name: FORM[name] for name in FORM if name != "sessionId"}, "requestId": 0}
    form: dict[str, Any] = {"elicitation": {"form": {}}}
    assert listen(2, [*start(2, form), a("elicitation/create", unbound, 9)]).violations == ()
    nameless = listen(2, [*start(2), up("subagent_update")])
    assert list(nameless.sessions) == [SID]


def test_params_of_other_surfaces() -> None:
    """A message made by hand may hold params as JSON, typed ones, or what nobody can read."""
    acp = surface("v2")
    talk = listen(2, start(2))
    raw = acp.Request(id=5, method="session/prompt", params={"sessionId": SID, "prompt": [text()]})
    typed = acp.Request(
        id=6, method="session/prompt", params=acp.PromptRequest(session_id=SID, prompt=(acp.TextContent(text="a"),))
    )
    listed = acp.Request(id=7, method="_x/list", params=[1])
    for message in (raw, typed, listed):
        assert talk.add(message, sender="client") == ()
    update = {"sessionId": SID, "update": 5}
    for params in (update, [update], 5, acp.PromptRequest(session_id=SID, prompt=())):
        broken = acp.Notification(method="session/update", params=params)
        assert [each.rule for each in talk.add(broken, sender="agent")] == ["type"]


def test_subclasses_of_the_types() -> None:
    """A program may have its own class of a type, and lists for tuples."""
    acp = surface("v2")
    own_class: Any = type("Prompt", (acp.PromptRequest,), {"__slots__": ()})
    image = acp.ImageContent(data="AAAA", mime_type="image/png", unknown_fields={"more": 1})
    own = acp.Request(id=5, method="session/prompt", params=own_class(session_id=SID, prompt=[image]))
    found = listen(2, start(2)).add(own, sender="client")
    assert {(each.rule, each.path) for each in found} == {
        ("prompt-content", "$.params.prompt[0]"),
        ("extension-member", "$.params.prompt[0].more"),
    }


def test_elicitation_schemas_are_looked_into() -> None:
    """Objects in maps have places too."""
    schema = {"type": "object", "properties": {"a": {"type": "string", "extra": 1}}}
    asked = a("elicitation/create", {**FORM, "requestedSchema": schema}, 9)
    (violation,) = listen(2, [*start(2, {"elicitation": {"form": {}}}), asked]).violations
    assert violation.path == "$.params.requestedSchema.properties.a.extra"


def test_no_value_in_a_sentence() -> None:
    """Sentences and paths name members, and methods of the protocol, but hold nothing of what stands there."""
    mark = "do-not-show\nme"
    said = [
        c(mark, {}, 1),
        c("session/prompt", {"sessionId": mark, "prompt": [{"type": mark}]}, mark),
        *hello(2),
        new(2, cwd=mark),
        up(mark),
        up("tool_call_update", mark, toolCallId=mark, kind=mark),
        c(mark, {"a": mark}, mark),
        ok(mark + "!"),
    ]
    violations = listen(2, said).violations
    assert len(violations) > 8
    assert not any("do-not-show" in each.message or "do-not-show" in (each.path or "") for each in violations)


# -- the tables -------------------------------------------------------------------------------------------------------


def test_pages_are_of_the_versions() -> None:
    for name, rule in RULES.items():
        assert rule.name == name
        assert rule.level in ("MUST", "SHOULD")
        assert set(rule.pages) <= {1, 2}
        for version in rule.pages:
            assert rule.page(version).startswith(f"https://agentclientprotocol.com/protocol/v{version}/")


@pytest.mark.parametrize("table", [capability_rules.PROMPT_CONTENT, capability_rules.FEATURES])
def test_features_are_of_the_schema(table: dict[str, Any]) -> None:
    """Each class is there, its member too, and the path leads through capabilities that are there."""
    for cls, feature in table.items():
        for version, needs in feature.needs.items():
            acp = surface(f"v{version}.unstable")
            assert hasattr(acp, cls) or (cls, version) == ("LoadSessionRequest", 2)
            assert feature.member is None or hasattr(getattr(acp, cls, acp.NewSessionRequest), feature.member)
            roots = (acp.ClientCapabilities, acp.AgentCapabilities)
            assert any(_leads(acp, root, needs) for root in roots), (cls, needs)


def _leads(acp: Any, cls: Any, needs: tuple[str, ...]) -> bool:
    from acp_types._runtime.nodes import Object

    forms = acp.decode.__globals__["forms"]()
    node = forms.nodes[cls]
    for attribute in needs:
        if not isinstance(node, Object):
            return False
        node = next((member.node for member in node.members if member.name == attribute), None)
    return node is not None


@pytest.mark.parametrize("version", [1, 2])
def test_all_absolute_paths_are_checked(version: int) -> None:
    """Each member whose description asks for an absolute path, or which has that type, is in the table."""
    schema = json.loads((ROOT / f"schema/v{version}/schema.unstable.json").read_text("utf-8"))["$defs"]
    wanted = {
        (definition, name)
        for definition, body in schema.items()
        for name, member in body.get("properties", {}).items()
        if "bsolute" in member.get("description", "") or "AbsolutePath" in json.dumps(member)
    } - {("Diff", "changes")}
    listed = {(cls, wire) for cls, members in content_rules.ABSOLUTE.items() for _name, wire in members}
    assert wanted <= listed
    acp = surface(f"v{version}.unstable")
    for cls, members in content_rules.ABSOLUTE.items():
        for name, _wire in members if hasattr(acp, cls) and cls in {each for each, _name in wanted} else ():
            assert hasattr(getattr(acp, cls), name)

"""For the rules that both versions have: conversations that keep them and conversations that break them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.conversation.talk import (
    ALLOWED,
    AUDIO,
    CANCEL,
    CANCELLED,
    FORM,
    IMAGE,
    LINK,
    RESOURCE,
    SID,
    Example,
    Said,
    a,
    accepted,
    begun,
    c,
    chunk,
    end,
    hello,
    new,
    no,
    ok,
    permission,
    prompt,
    resume_with,
    start,
    state,
    text,
    tool,
    up,
)

FULL: dict[int, dict[str, Any]] = {
    1: {"loadSession": True, "sessionCapabilities": {"list": {}, "resume": {}, "close": {}}},
    2: {"session": {}},
}


def both() -> Iterator[Example]:
    for version in (1, 2):
        yield from connection(version)
        yield from capabilities(version)
        yield from contents(version)
        yield from sessions(version)
        yield from entities(version)
        yield from cancelling(version)


def connection(v: int) -> Iterator[Example]:
    first = "initialize-first"
    yield Example(first, v, start(v))
    yield Example(first, v, [c("_x/early"), c("$/cancel_request", {"requestId": 9}), a("_x/log"), *start(v)])
    yield Example(first, v, [hello(v)[0], no(0), *again(v)])
    yield Example(first, v, [new(5), new(6)], -2, "$.method")
    yield Example(first, v, [hello(v)[0], new(5)], -1, "$.method")
    unbound = {**{name: FORM[name] for name in FORM if name != "sessionId"}, "requestId": 0}
    yield Example(first, v, [a("elicitation/create", unbound, 9)], -1, "$.method")
    yield Example(first, v, [*start(v), c("initialize", hello(v)[0][1]["params"], 7)], -1, "$.method")
    yield Example(first, v, [*start(v), c("initialize", hello(v)[0][1]["params"], 7)], -1, "$.method", complete=False)

    answer = "version-answer"
    yield Example(answer, v, hello(v))
    wrong = {"protocolVersion": 3 - v}
    yield Example(answer, v, hello(v, **wrong), -1, "$.result.protocolVersion")

    taken = "version-accepted"
    yield Example(taken, v, start(v))
    asks_less = c("initialize", {"protocolVersion": v - 1}, 0)
    broken = [asks_less, hello(v)[1], c("$/cancel_request", {"requestId": 9}), new(1), new(2)]
    yield Example(taken, v, broken, -2, None)

    ids = "request-id"
    yield Example(ids, v, [*hello(v), new("a"), new(0), ok("a", {"sessionId": "s1"}), new("a")])
    yield Example(ids, v, [*start(v), a("_x", {}, 0), c("_y", {}, 0), ok(0, by="client"), ok(0)])
    yield Example(ids, v, [*hello(v), new("a"), new("a")], -1, "$.id")

    answers = "response-id"
    yield Example(answers, v, [*hello(v), new(""), ok("", {"sessionId": SID})])
    yield Example(answers, v, [*start(v), no(None, -32700), no(None, -32700)])
    yield Example(answers, v, [*start(v), ok(99)], -1, "$.id")
    yield Example(answers, v, [*start(v), ok("1", {"sessionId": SID})], -1, "$.id")
    yield Example(answers, v, [*start(v), ok(1, {"sessionId": "again"})], -1, "$.id")
    yield Example(answers, v, [*start(v), ok(99)], complete=False)

    fits = "type"
    yield Example(fits, v, start(v))
    yield Example(fits, v, [hello(3 - v)[0], hello(v)[1]])
    yield Example(fits, v, [*hello(v), new(1, cwd=5)], -1, "$.params.cwd")
    yield Example(fits, v, [*hello(v), new(), ok(1, {"sessionId": 5})], -1, "$.result.sessionId")
    yield Example(
        fits, v, [*start(v), up("agent_message_chunk", content=5, messageId="m")], -1, "$.params.update.content"
    )


OPTIONS = [{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]
URL = {"mode": "url", "sessionId": SID, "message": "?", "elicitationId": "e", "url": "https://x.example"}


def again(v: int) -> list[Said]:
    """`initialize`, once more, and a session."""
    return [
        c("initialize", hello(v)[0][1]["params"], 1),
        ok(1, hello(v)[1][1]["result"]),
        new(2),
        ok(2, {"sessionId": SID}),
    ]


def capabilities(v: int) -> Iterator[Example]:
    method = "method-capability"
    listed: dict[str, Any] = {"cwd": "/w"}
    can: dict[str, Any] = {"sessionCapabilities": {"list": {}}} if v == 1 else {"session": {}}
    yield Example(method, v, [*hello(v, agent=can), c("session/list", listed, 9)])
    yield Example(method, v, [c("initialize", {}, 0), c("session/list", listed, 9)], complete=False)
    cannot: dict[str, Any] = {}
    yield Example(method, v, [*hello(v, agent=cannot), c("session/list", listed, 9)], -1, "$.method")
    form: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}}
    yield Example(method, v, [*start(v, form), a("elicitation/complete", {"elicitationId": "e"})])
    yield Example(method, v, [*start(v), a("elicitation/complete", {"elicitationId": "e"})], -1, "$.method")

    feature = "feature-capability"
    yield Example(feature, v, [*start(v, form), a("elicitation/create", FORM, 9), a("elicitation/create", URL, 10)])
    only_url: dict[str, Any] = {"elicitation": {"url": {}}}
    yield Example(feature, v, [*start(v, only_url), a("elicitation/create", FORM, 9)], -1, "$.params")
    nothing: dict[str, Any] = {}
    yield Example(method, v, [*start(v, nothing), a("elicitation/create", FORM, 9)], -1, "$.method")
    only_form: dict[str, Any] = {"elicitation": {"form": {}}}
    yield Example(feature, v, [*start(v, only_form), a("elicitation/create", URL, 9)], -1, "$.params")
    more = {"additionalDirectories": ["/more"]}
    roots: dict[str, Any] = {"additionalDirectories": {}}
    offered: dict[str, Any] = {"sessionCapabilities": roots} if v == 1 else {"session": roots}
    yield Example(feature, v, [*hello(v, agent=offered), new(**more)])
    yield Example(feature, v, [*hello(v), new(**more)], -1, "$.params.additionalDirectories")
    server = {"type": "http", "name": "n", "url": "https://x.example", "headers": []}
    http: dict[str, Any] = {"mcpCapabilities": {"http": True}} if v == 1 else {"session": {"mcp": {"http": {}}}}
    yield Example(feature, v, [*hello(v, agent=http), new(mcpServers=[server])])
    yield Example(feature, v, [*hello(v), new(mcpServers=[server])], -1, "$.params.mcpServers[0]")
    named = "id" if v == 1 else "methodId"
    login: dict[str, Any] = {"authMethods": [{"type": "terminal", named: "t", "name": "T"}]}
    yield Example(feature, v, hello(v, {"auth": {"terminal": True if v == 1 else {}}}, **login))
    yield Example(feature, v, hello(v, **login), -1, "$.result.authMethods[0]")

    content = "prompt-content"
    yield Example(content, v, [*start(v), prompt(2, text(), LINK)])
    rich: dict[str, Any] = {"image": True, "embeddedContext": True} if v == 1 else {"image": {}, "embeddedContext": {}}
    takes: dict[str, Any] = {"promptCapabilities": rich} if v == 1 else {"session": {"prompt": rich}}
    yield Example(content, v, [*start(v, agent=takes), prompt(2, IMAGE, RESOURCE)])
    yield Example(content, v, [*start(v, agent=takes), prompt(2, IMAGE, AUDIO)], -1, "$.params.prompt[1]")
    yield Example(content, v, [*start(v), prompt(2, text(), IMAGE)], -1, "$.params.prompt[1]")

    auth = "auth-method"
    ask = "authenticate" if v == 1 else "auth/login"
    agents = {"authMethods": [{named: "a", "name": "A", **({} if v == 1 else {"type": "agent"})}]}
    yield Example(auth, v, [*hello(v, **agents), c(ask, {"methodId": "a"}, 9)])
    yield Example(auth, v, [*hello(v, **agents), c(ask, {"methodId": "b"}, 9)], -1, "$.params.methodId")
    terminal = hello(v, {"auth": {"terminal": True if v == 1 else {}}}, **login)
    yield Example(auth, v, [*terminal, c(ask, {"methodId": "t"}, 9)], -1, "$.params.methodId")
    other = {"authMethods": [{"type": "_x", named: "o", "name": "O"}]}
    if v == 1:
        del other["authMethods"][0]["name"]  # with a name it reads as the agent's own method, whatever its type
    yield Example(auth, v, [*hello(v, **other), c(ask, {"methodId": "o"}, 9)])
    yield Example(auth, v, [c(ask, {"methodId": "o"}, 9)], complete=False)


def contents(v: int) -> Iterator[Example]:
    path = "absolute-path"
    roots: dict[str, Any] = {"additionalDirectories": {}}
    offered: dict[str, Any] = {"sessionCapabilities": roots} if v == 1 else {"session": roots}
    yield Example(path, v, [*hello(v), new(1, cwd="C:\\w"), new(2, cwd="\\\\host\\w"), new(3, cwd="c:/w")])
    yield Example(path, v, [*hello(v), new(cwd="w")], -1, "$.params.cwd")
    yield Example(path, v, [*hello(v), new(cwd="file:///w")], -1, "$.params.cwd")
    several = new(additionalDirectories=["/a", "b"])
    yield Example(path, v, [*hello(v, agent=offered), several], -1, "$.params.additionalDirectories[1]")
    where = [{"path": "/a"}, {"path": "a/b"}]
    yield Example(path, v, [*begun(v), tool(v, locations=where[:1])])
    yield Example(path, v, [*begun(v), tool(v, locations=where)], -1, "$.params.update.locations[1].path")
    able = [*hello(v, agent=FULL[v]), c("session/list", {}, 9)]
    relative = {"sessions": [{"sessionId": "o", "cwd": "."}]}
    yield Example(path, v, [*able, ok(9, relative)], -1, "$.result.sessions[0].cwd")

    name = "extension-name"
    yield Example(name, v, [*begun(v), up("_x/more", a=1), tool(v, kind="_lint"), c("_x/do", {}, 9)])
    yield Example(name, v, [*start(v), c("x/do", {}, 9)], -1, "$.method")
    yield Example(name, v, [*start(v), a("x/tell", {})], -1, "$.method")
    yield Example(name, v, [*start(v), up("more", a=1)], -1, "$.params.update.sessionUpdate")
    yield Example(name, v, [*begun(v), tool(v, kind="lint")], -1, "$.params.update.kind")
    yield Example(name, v, [*start(v), c("x/do", {}, 9)], -1, "$.method", unstable=True)

    member = "extension-member"
    yield Example(member, v, [*start(v), up("_x/more", a=1), commands_update(_meta={"a": 1})])
    yield Example(member, v, [*start(v), commands_update(stamp=1)], -1, "$.params.update.stamp")
    yield Example(member, v, [*hello(v), new(), ok(1, {"sessionId": SID, "models": {}})], -1, "$.result.models")
    yield Example(member, v, [*start(v), commands_update(stamp=1)], -1, "$.params.update.stamp", unstable=True)

    draft = "unstable"
    fork = c("session/fork", {"sessionId": SID, "cwd": "/w", "mcpServers": []}, 9)
    forks: dict[str, Any] = {"sessionCapabilities": {"fork": {}}} if v == 1 else {"session": {"fork": {}}}
    yield Example(draft, v, [*start(v, agent=forks), fork], unstable=True)
    yield Example(draft, v, [*start(v), fork], -1, "$.method")
    yield Example(draft, v, hello(v, agent=forks))
    asks = new(systemPrompt={"content": [text()]})
    yield Example(draft, v, [*hello(v), asks], -1, "$.params.systemPrompt")
    yield Example(draft, v, [*start(v), up("subagent_update", sessionId="child")], -1, "$.params.update.sessionUpdate")


def commands_update(**members: Any) -> Said:
    """An update of a kind that never depends on work."""
    return up("available_commands_update", availableCommands=[], **members)


def sessions(v: int) -> Iterator[Example]:
    known = "session-known"
    commands = commands_update()
    yield Example(known, v, [*hello(v), new(), commands, ok(1, {"sessionId": SID})])
    yield Example(known, v, [*hello(v), new(1), new(2), commands, ok(1, {"sessionId": "o"}), ok(2, {"sessionId": SID})])
    yield Example(known, v, [*hello(v), commands], -1, "$.params.sessionId")
    yield Example(known, v, [*hello(v), commands, commands, commands], 2, "$.params.sessionId")
    yield Example(known, v, [*hello(v), prompt()], -1, "$.params.sessionId")
    yield Example(known, v, [*hello(v), new(), commands, ok(1, {"sessionId": "o"})], -2, "$.params.sessionId")
    yield Example(known, v, [*hello(v), new(), commands, no(1)], -2, "$.params.sessionId")
    able = [*hello(v, agent=FULL[v]), c("session/list", {}, 9)]
    yield Example(known, v, [*able, ok(9, {"sessions": [{"sessionId": SID, "cwd": "/w"}]}), commands])
    yield Example(known, v, [commands, prompt()], complete=False)
    resume = c("session/resume", {"sessionId": SID, "cwd": "/w", "mcpServers": []}, 9)
    if v == 1:
        yield Example(known, v, [*able[:2], resume, no(9), prompt()], -1, "$.params.sessionId")
    children = [*start(v, {"subagents": {}} if v == 1 else {}), up("subagent_update", sessionId="child", title="T")]
    yield Example(known, v, [*children, up("available_commands_update", "child", availableCommands=[])], unstable=True)

    closed = "session-closed"
    close = [c("session/close", {"sessionId": SID}, 9), ok(9)]
    alive = start(v, agent=FULL[v])
    back = [state("idle")] if v == 2 else []
    yield Example(closed, v, [*alive, *close, resume_with(10), *back, ok(10), prompt()])
    yield Example(closed, v, [*alive, close[0], no(9), prompt()])
    yield Example(closed, v, [*alive, *close, prompt()], -1, "$.params.sessionId")
    if v == 2:
        yield Example(closed, v, [*alive, *close, commands], -1, "$.params.sessionId")

    unique = "session-id"
    yield Example(unique, v, [*start(v), new(5), ok(5, {"sessionId": "other"})])
    yield Example(unique, v, [*start(v), new(5), ok(5, {"sessionId": SID})], -1, "$.result.sessionId")

    replay = "replay-asked"
    user = up("user_message_chunk", messageId="m", content=text())
    yield Example(replay, v, [*hello(v, agent=FULL[v]), resume_with(9), commands, *back, ok(9)])
    yield Example(replay, v, [*hello(v, agent=FULL[v]), resume_with(9), user], -1, "$.params.update")
    if v == 1:
        load = c("session/load", {"sessionId": SID, "cwd": "/w", "mcpServers": []}, 9)
        loaded = [*hello(v, {"session": {"notices": {}}}, FULL[v]), load]
    else:
        loaded = [*hello(v), resume_with(9, replayFrom={"type": "start"})]
    yield Example(replay, v, [*loaded, user, chunk(), *back, ok(9)])

    live = "notice-live"
    notice = up("notice", severity="info", title="T")
    yield Example(live, v, [*loaded, *back, ok(9), notice])
    yield Example(live, v, [*loaded, notice], -1, "$.params.update")


def entities(v: int) -> Iterator[Example]:
    once = "entity-id"
    done = tool(v, status="completed", first=False)
    turn = [*begun(v), tool(v), done]
    yield Example(once, v, [*turn, tool(v, "other"), chunk(message_id="t"), chunk("agent_thought_chunk", "t")])
    yield Example(once, v, [*turn, up("tool_call_update", toolCallId="t", title="New")])
    second = [end(v), prompt(3)] if v == 1 else [end(v), *accepted(3, "u2")]
    yield Example(once, v, [*turn, *second, tool(v)], -1, "$.params.update.toolCallId")
    yield Example(once, v, [*begun(v), chunk(), end(v), *second[1:], chunk(message_id="n")])
    yield Example(once, v, [*begun(v), chunk(), end(v), *second[1:], chunk()], -1, "$.params.update.messageId")
    compacts: dict[str, Any] = {"session": {"compaction": {}}} if v == 1 else {}
    quiet = [*start(v, compacts), *begun(v)[4:]]
    compaction = [up("compaction_update", compactionId="k", status=status) for status in ("in_progress", "completed")]
    yield Example(once, v, [*quiet, *compaction, compaction[1]])
    yield Example(once, v, [*quiet, *compaction, compaction[0]], -1, "$.params.update.compactionId")


def cancelling(v: int) -> Iterator[Example]:
    asked = [*begun(v), permission(v), CANCEL]
    answered = "cancel-permission"
    yield Example(answered, v, [*asked, ok(50, CANCELLED, "client"), end(v, "cancelled")])
    yield Example(answered, v, [*asked, no(50, -32800, "client"), end(v, "cancelled")])
    yield Example(answered, v, [*begun(v), permission(v), ok(50, ALLOWED, "client"), CANCEL, end(v, "cancelled")])
    yield Example(answered, v, [*asked, ok(50, ALLOWED, "client")], -1, "$.result.outcome.outcome")
    yield Example(answered, v, [*asked, no(50, -32603, "client")], -1, "$.error.code")
    late = [*begun(v), CANCEL, permission(v), ok(50, ALLOWED, "client")]
    yield Example(answered, v, late, -1, "$.result.outcome.outcome")
    if v == 2:
        plain = a("session/request_permission", {"sessionId": SID, "title": "?", "options": OPTIONS}, 50)
        yield Example(answered, v, [*begun(v), plain, CANCEL, ok(50, CANCELLED, "client"), end(v, "cancelled")])
    idle = [*start(v), permission(v), CANCEL, ok(50, ALLOWED, "client")]
    yield Example(answered, v, idle)

    left = "cancel-answered"
    yield Example(left, v, [*asked, end(v, "cancelled"), ok(50, CANCELLED, "client"), prompt(7)])
    yield Example(left, v, [*asked, end(v, "cancelled"), prompt(7)], -1, None)

    stops = "cancel-turn" if v == 1 else "cancel-work"
    reason = "$.result.stopReason" if v == 1 else "$.params.update.stopReason"
    yield Example(stops, v, [*begun(v), CANCEL, tool(v), chunk(), end(v, "cancelled")])
    yield Example(stops, v, [*start(v), CANCEL, *begun(v)[4:], end(v)])
    yield Example(stops, v, [*begun(v), CANCEL, end(v)], -1, reason)

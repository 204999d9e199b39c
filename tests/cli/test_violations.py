"""`acp-types check`: what it says of messages that decode, but violate a rule of the protocol."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acp_types._runtime.cli import dialogue
from acp_types._runtime.cli.dialogue import Dialogues
from acp_types._runtime.cli.main import main
from acp_types._runtime.cli.surfaces import Protocol
from acp_types._runtime.cli.trace import LogText, open_trace
from tests.cli.trace import write
from tests.conftest import CORPUS
from tests.conversation.talk import (
    IMAGE,
    SID,
    Said,
    a,
    begun,
    c,
    chunk,
    end,
    hello,
    new,
    no,
    ok,
    prompt,
    start,
    state,
    text,
    up,
)

Report = Callable[..., dict[str, Any]]


@pytest.fixture
def report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Report:
    """What the check says of a trace, and its exit status as `status`."""

    def run(said: list[Any], *options: str, directions: bool = True) -> dict[str, Any]:
        status = main(["check", "--json", *options, write(tmp_path / "t.jsonl", said, directions=directions)])
        return {**json.loads(capsys.readouterr().out), "status": status}

    return run


def broken(report: dict[str, Any]) -> list[tuple[str, list[int]]]:
    return [(each["rule"], [place["line"] for place in each["places"]]) for each in report["violations"]]


@pytest.mark.parametrize("version", [1, 2])
def test_a_sound_trace(version: int, report: Report) -> None:
    found = report([*begun(version), "some log", chunk(), end(version)], "--strict")
    assert (found["violations"], found["ok"], found["obeys"], found["status"]) == ([], True, True, 0)


def test_a_violation(report: Report) -> None:
    found = report([*start(1), "log", prompt(2, text(), IMAGE)])
    assert found["violations"] == [
        {
            "rule": "prompt-content",
            "level": "MUST",
            "sender": "client",
            "message": "The agent has not advertised that it accepts an image.",
            "page": "https://agentclientprotocol.com/protocol/v1/prompt-turn#1-user-message",
            "count": 1,
            "places": [{"file": found["files"][0]["file"], "line": 6, "path": "$.params.prompt[1]"}],
        }
    ]
    assert (found["ok"], found["obeys"], found["status"]) == (True, False, 0)


def test_strict(report: Report) -> None:
    must = [*start(1), prompt(2, IMAGE)]
    should = [*begun(2), state("idle")]
    assert report(must, "--strict")["status"] == 3
    assert (report(should, "--strict")["status"], broken(report(should))) == (0, [("idle-reason", [9])])
    assert report([*hello(1), new(1, cwd=5)], "--strict")["status"] == 1


def test_errors_are_told_once(report: Report) -> None:
    found = report([*hello(1), new(1, cwd=5)])
    assert (found["ok"], found["violations"], len(found["errors"])) == (False, [], 1)


def test_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("t.jsonl"), [*start(1), *(prompt(id, IMAGE) for id in range(2, 9)), ok(99)])
    assert main(["check", "t.jsonl"]) == 0
    out = capsys.readouterr().out
    assert out[out.index("VIOLATIONS") :] == (
        "VIOLATIONS\n"
        "  MUST prompt-content (https://agentclientprotocol.com/protocol/v1/prompt-turn#1-user-message), by the client:"
        " The agent has not advertised that it accepts an image.\n"
        "    t.jsonl:5: $.params.prompt[0]\n"
        "    t.jsonl:6: $.params.prompt[0]\n"
        "    t.jsonl:7: $.params.prompt[0]\n"
        "    t.jsonl:8: $.params.prompt[0]\n"
        "    t.jsonl:9: $.params.prompt[0]\n"
        "    ... and 2 more like this\n"
        "  MUST response-id (https://agentclientprotocol.com/protocol/v1/overview#communication-model), by the agent: "
        "No request had this id.\n"
        "    t.jsonl:12: $.id\n"
        "\n"
        "12 messages decode; 8 violate a rule of the protocol\n"
    )


def test_without_a_place(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    close = c("session/close", {"sessionId": SID}, 9)
    write(Path("t.jsonl"), [*begun(2), close, ok(9)])
    main(["check", "t.jsonl"])
    assert "    t.jsonl:10\n" in capsys.readouterr().out


def test_too_many_kinds(report: Report, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("acp_types._runtime.cli.report._TOLD_APART", 2)
    found = report([*start(1), prompt(2, IMAGE), ok(98), c("x/y", {}, 97), ok(97)])
    assert (len(found["violations"]), found["not_listed"]["violations"]) == (2, 1)
    main(["check", str(tmp_path / "t.jsonl")])


def test_too_many_kinds_as_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("acp_types._runtime.cli.report._TOLD_APART", 1)
    bad = [new(90, cwd=5), new(91, mcpServers=5)]
    main(["check", write(tmp_path / "t.jsonl", [*start(1), prompt(2, IMAGE), ok(98), *bad])])
    assert capsys.readouterr().out.count("  ... and 1 of further kinds\n") == 2


# -- connections and versions -----------------------------------------------------------------------------------------


def test_the_agreed_version_counts(report: Report) -> None:
    """Not the one that the client asked for."""
    asked = [hello(2)[0], hello(1)[1]]
    found = report(
        [*asked, new(), ok(1, {"sessionId": SID}), prompt(), chunk(message_id=None), ok(2, {"stopReason": "end_turn"})]
    )
    assert found["violations"] == []


def test_an_echoed_number(report: Report) -> None:
    assert broken(report([hello(2)[0], hello(1, protocolVersion=2)[1], new()])) == [("version-answer", [2])]


def test_initialize_is_refused_or_never_answered(report: Report) -> None:
    assert report([hello(2)[0], no(0)])["violations"] == []
    assert report([hello(2)[0]])["violations"] == []
    assert broken(report([hello(2)[0], no(0), new(1)])) == [("initialize-first", [3])]
    assert broken(report([hello(2)[0], new(1)])) == [("initialize-first", [2])]


def test_several_connections(report: Report) -> None:
    """Ids that begin anew, numbers or not, are those of another connection."""
    for ids in ((0, 0), (3, 1), ("a", "a")):
        first, second = (
            [c("initialize", hello(1)[0][1]["params"], id), ok(id, hello(1)[1][1]["result"])] for id in ids
        )
        assert report([*first, new(4), ok(4, {"sessionId": SID}), *second])["violations"] == []
    same = [c("initialize", hello(1)[0][1]["params"], "b"), ok("b", hello(1)[1][1]["result"])]
    assert broken(report([*hello(1), new(4), *same])) == [("initialize-first", [4])]


def test_a_session_of_another_connection_is_unknown(report: Report) -> None:
    assert broken(report([*start(1), *hello(1), prompt()])) == [("session-known", [7])]


def test_a_trace_that_begins_in_the_middle(report: Report) -> None:
    assert report([prompt(), chunk(message_id=None), ok(2, {"stopReason": "end_turn"}), ok(7)])["violations"] == []
    assert report([state("running"), chunk(), end(2)], "--protocol", "v2")["violations"] == []


EARLY: dict[str, tuple[Said, list[tuple[str, list[int]]]]] = {
    "an extension of the client": (c("_acme.ping"), []),
    "an extension of the agent": (a("_acme.ready", {"a": 1}), []),
    "one that both may send": (c("$/cancel_request", {"requestId": 9}), []),
    "no message at all": (("client", {}), []),
    "no message that has an id": (("client", {"jsonrpc": "2.0", "id": 7}), []),
    "a request": (c("session/list", {}, "q"), [("initialize-first", [2])]),
}


@pytest.mark.parametrize("what", EARLY)
@pytest.mark.parametrize("version", [1, 2])
def test_what_comes_before_initialize_does_not_settle_the_version(version: int, what: str, report: Report) -> None:
    """That is settled by the answer, as it is for what the messages are read as."""
    early, expected = EARLY[what]
    said = begun(version)
    assert broken(report([early, *said])) == expected
    late = [*said, prompt(90, IMAGE)]
    assert ("prompt-content", [len(late) + 1]) in broken(report([early, *late]))
    # Only what may belong to a request before the trace is left alone.
    assert (("response-id", [len(said) + 2]) in broken(report([early, *said, ok(77)]))) is not bool(expected)


def test_how_long_initialize_is_waited_for(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogue, "EARLY_MESSAGES", 2)
    assert broken(report([ok(900), *begun(2)])) == []
    assert "extension-member" in dict(broken(report([ok(900), ok(901), *begun(2)])))


def test_without_directions(report: Report) -> None:
    """Who sends a message is told by its method, and by the request that it answers."""
    said: list[Said] = [
        *start(1),
        prompt(),
        up("agent_message_chunk", content=text()),
        c("$/cancel_request", {"requestId": 9}),
    ]
    said += [
        ("agent", {"jsonrpc": "2.0", "id": 5, "method": "_x"}),
        ok(5, by="client"),
        ok(2, {"stopReason": "end_turn"}),
    ]
    assert report(said, directions=False)["violations"] == []
    lost = [*start(1), prompt(2, IMAGE), ok(77), no(None, -32700)]
    assert broken(report(lost, directions=False)) == [("prompt-content", [5])]
    named = [*hello(2), new(cwd="w")]
    assert broken(report(named, "--protocol", "v2", directions=False)) == [("absolute-path", [3])]


def test_ids_of_both_sides_without_directions(report: Report) -> None:
    asked = a("session/request_permission", {}, 2)
    found = report([*start(1), prompt(), asked, ok(2, {"stopReason": "end_turn"})], directions=False)
    assert found["violations"] == []


def test_what_nobody_can_read(report: Report) -> None:
    """A message that is none may be answered all the same."""
    nothing: Said = ("client", {"jsonrpc": "2.0", "id": 8})
    both: Said = ("client", {"jsonrpc": "2.0", "id": "b", "method": "x", "result": 1})
    unnamed: Said = ("client", {"jsonrpc": "2.0", "id": 10, "method": 5})
    odd: Said = ("agent", {"jsonrpc": "2.0", "id": [1], "result": 1})
    bad: Said = ("agent", {"jsonrpc": "2.0", "id": 1, "error": 5})
    listed: Any = ("client", [1])
    found = report([*start(1), nothing, no(8), both, no("b"), unnamed, no(10), odd, bad, listed, '{"broken'])
    assert found["violations"] == []


def test_open_requests_without_directions_are_forgotten(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogue, "OPEN_REQUESTS", 2)
    assert report([*start(1), *(prompt(id) for id in range(2, 6)), ok(2)], directions=False)["violations"] == []


def test_many_ids(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogue, "_FIRST_IDS", 1)
    opening = [c("initialize", hello(1)[0][1]["params"], "a"), ok("a", hello(1)[1][1]["result"])]
    assert report([*opening, new("b"), ok("b", {"sessionId": SID}), *opening])["violations"] == []


# -- real traces ------------------------------------------------------------------------------------------------------

BY_AGENTS = {
    "agentao": {"extension-member": 117},
    "chuk": {"extension-member": 7, "response-id": 7},
    "claude-agent-acp": {"extension-member": 2},
    "claude-code-acp-py": {"extension-member": 5, "type": 1, "cancel-turn": 1, "absolute-path": 3, "version-answer": 2},
    "codex-acp": {"extension-member": 24},
    "codex-acp2-v2": {"extension-name": 18, "extension-member": 2},
    "crow-acp2": {"resume-state": 2, "prompt-reported": 1},
    "crow-cli": {"absolute-path": 3, "type": 1},
    "deepagents-acp": {"type": 6, "version-answer": 2},
    "droid": {"version-answer": 2},
    "fast-agent": {"replay-asked": 13, "version-answer": 2},
    "fast-agent-mock": {"replay-asked": 43, "version-answer": 2},
    "gemini": {"extension-member": 5},
    "kimi-cli-old": {"extension-member": 5, "version-answer": 2},
    "langchain-acp": {"absolute-path": 3, "version-answer": 2},
    "pi-acp": {"extension-member": 6, "feature-capability": 2},
    "pi-agent-cli": {"type": 1},
    "pysdk-agent": {"type": 7},
    "pysdk-echo": {"type": 7, "version-answer": 2},
    "qwen": {"extension-member": 162, "extension-name": 12},
    "acp-client-opencode": {"method-capability": 1},
}
"""What the agents of the recorded traces break, with the unstable features of their version: looked at one by one."""


@pytest.mark.usefixtures("corpus")
def test_real_agents(count: Callable[[str, int], None]) -> None:
    """`ts-sdk-v1` carries samples of all types, not conversations."""
    found: dict[str, Counter[str]] = {}
    for path in sorted((CORPUS / "traces").glob("*.jsonl")):
        for violation in violations_of(path):
            if violation.sender == "agent" and path.stem != "ts-sdk-v1":
                found.setdefault(path.stem, Counter())[violation.rule] += 1
    assert found == BY_AGENTS
    count("violations by agents in real traces", sum(sum(each.values()) for each in found.values()))


def violations_of(path: Path) -> list[Any]:
    talks = Dialogues(Protocol(unstable=True))
    with open_trace(str(path), lambda _file, _line: None) as lines:
        steps = [step for line in lines if not isinstance(line, LogText) for step in talks.take(line)]
        return [violation for step in (*steps, *talks.end()) for violation in step.violations]

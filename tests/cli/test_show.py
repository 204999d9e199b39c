"""`acp-types show`: recorded sessions as text and as JSON."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acp_types._runtime.cli.main import main
from acp_types._runtime.cli.show.style import Style, style_of_stdout
from acp_types._runtime.cli.showable import clean, clean_line, is_showable
from acp_types._runtime.cli.trace import NO_MESSAGE
from tests.cli.test_check import environment
from tests.cli.trace import write
from tests.conftest import CORPUS, ROOT
from tests.conversation.talk import (
    ALLOWED,
    CANCEL,
    CANCELLED,
    FORM,
    LINK,
    RESOURCE,
    SID,
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

SAMPLE = ROOT / "examples" / "sample-trace.jsonl"

Show = Callable[..., str]


@pytest.fixture
def show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Show:
    """What is printed of a trace, without the head of its connection and session where it has one of each."""

    def run(said: list[Any], *options: str, whole: bool = False) -> str:
        assert main(["show", *options, write(tmp_path / "t.jsonl", said)]) == 0
        out = capsys.readouterr().out
        return out if whole else out.partition(f"Session {SID} in /w\n")[2]

    return run


def heading(name: str) -> str:
    return f"\n── {name} ".ljust(79, "─") + "\n"


def block(kind: str, **members: Any) -> dict[str, Any]:
    return {"type": kind, **members}


def held(**content: Any) -> dict[str, Any]:
    return {"type": "content", "content": content}


def test_v1(show: Show) -> None:
    plan = [
        {"content": "Look", "priority": "high", "status": "completed"},
        {"content": "Change", "priority": "low", "status": "in_progress"},
        {"content": "Test", "priority": "low", "status": "pending"},
    ]
    diff = {"type": "diff", "path": "/w/a.py", "oldText": "one\ntwo\n", "newText": "one\n2\n"}
    made = {"type": "diff", "path": "/w/b.py", "newText": "new\n"}
    said = [
        *start(1, {"terminal": True}),
        prompt(2, text("Change it, "), text("please.\nSoon."), LINK),
        up("plan", entries=plan),
        chunk("agent_thought_chunk", None, "Let me "),
        chunk("agent_thought_chunk", None, "see."),
        chunk(message_id=None, words="I will "),
        chunk(message_id=None, words="look."),
        tool(1, kind="edit", locations=[{"path": "/w/a.py", "line": 2}]),
        permission(1),
        ok(50, ALLOWED, "client"),
        tool(1, status="completed", first=False, content=[diff, made]),
        up("current_mode_update", currentModeId="code"),
        chunk(message_id=None, words="Done."),
        up("usage_update", used=1000, size=200000, cost={"amount": 0.25, "currency": "USD"}),
        end(1),
    ]
    assert show(said) == heading("Turn 1") + (
        "You\n"
        "  Change it, please.\n"
        "  Soon.\n"
        "  [link a: file:///w/a]\n"
        "Plan\n"
        "  ✓ Look\n"
        "  ▶ Change\n"
        "  ○ Test\n"
        "Thought\n"
        "  Let me see.\n"
        "Agent\n"
        "  I will look.\n"
        "✓ edit: Run\n"
        "  asked for permission - Yes\n"
        "  --- /w/a.py\n"
        "  +++ /w/a.py\n"
        "  @@ -1,2 +1,2 @@\n"
        "   one\n"
        "  -two\n"
        "  +2\n"
        "  --- /dev/null\n"
        "  +++ /w/b.py\n"
        "  @@ -0,0 +1 @@\n"
        "  +new\n"
        "(mode: code)\n"
        "Agent\n"
        "  Done.\n"
        "Ended: end_turn (1,000 of 200,000 tokens, 0.25 USD so far)\n"
    )


def test_v2(show: Show) -> None:
    patch = "diff --git /w/a /w/a\nindex 1..2\n--- /w/a\n+++ /w/a\n@@ -1 +1 @@\n-one\n+1\n"
    changes = [
        {"operation": "modify", "path": "/w/a"},
        {"operation": "move", "oldPath": "/w/b", "path": "/w/c"},
        {"operation": "_x"},
    ]
    output = base64.b64encode(b"\x1b[31mred\x1b[0m\r\nbell\x07\n").decode()
    said = [
        *start(2),
        *accepted(),
        tool(
            2,
            "t1",
            kind="edit",
            content=[{"type": "diff", "changes": changes, "patch": {"format": "git_patch", "text": patch}}],
        ),
        tool(2, "t2", kind="execute", content=[{"type": "terminal", "terminalId": "x"}, {"type": "_x"}]),
        up("terminal_update", terminalId="x", command="make", output={"data": output}, exitStatus={"exitCode": 2}),
        tool(2, "t2", "failed", first=False),
        up("terminal_update", terminalId="alone", command="ls", exitStatus={"exitCode": 0}),
        up("notice", severity="warning", title="Slow", description="Wait."),
        up("notice", severity="info", title="Quick"),
        up("compaction_update", compactionId="k", status="completed"),
        up("plan_update", plan={"type": "items", "planId": "p", "entries": []}),
        up("_x/more"),
        up("session_info_update", title="A title"),
        chunk(),
        end(2),
        state("running"),
        chunk(message_id="own", words="By the way"),
        state("idle"),
    ]
    assert show(said) == "A title\n" + heading("Turn 1") + (
        "You\n"
        "  hi\n"
        "▶ edit: Run (in_progress)\n"
        "  modify /w/a\n"
        "  move /w/b to /w/c\n"
        "  _x\n"
        "  --- /w/a\n"
        "  +++ /w/a\n"
        "  @@ -1 +1 @@\n"
        "  -one\n"
        "  +1\n"
        "✗ execute: Run\n"
        "  $ make\n"
        "  red\n"
        "  bell\\x07\n"
        "  exit: 2\n"
        "  [_x]\n"
        "  $ ls\n"
        "(notice: warning: Slow: Wait.)\n"
        "(notice: info: Quick)\n"
        "(context compacted: completed)\n"
        "Plan\n"
        "(unknown update _x/more)\n"
        "Agent\n"
        "  hi\n"
        "Ended: end_turn\n"
    ) + heading("Without a prompt") + (
        "Agent\n  By the way\nEnded: idle\n\n1 violation of the protocol: see acp-types check\n"
    )


def test_unstable_updates(show: Show) -> None:
    """They are read whatever the version: who looks at a trace wants to see them."""
    message = {"messageId": "m", "senderSessionId": "child", "recipientSessionId": SID}
    said = [
        *start(2),
        *accepted(),
        up("plan_update", plan={"type": "markdown", "planId": "p", "content": "# Plan\nrest"}),
        up("plan_update", plan={"type": "file", "planId": "q", "uri": "file:///w/plan.md"}),
        up("plan_update", plan={"type": "_x", "planId": "r"}),
        up("subagent_update", sessionId="child", title="Helper"),
        up("subagent_update", sessionId="other"),
        up("session_message", **message, content=[text("psst")]),
    ]
    assert show(said) == heading("Turn 1") + (
        "You\n"
        "  hi\n"
        "Plan\n"
        "  # Plan\n"
        "  rest\n"
        "Plan\n"
        "  file:///w/plan.md\n"
        "Plan\n"
        "  _x\n"
        "(subagent Helper)\n"
        "(subagent other)\n"
        "Between sessions\n"
        "  psst\n"
        "Not ended: the trace ends here\n"
    )


def test_content(show: Show) -> None:
    blocks = [
        text("see"),
        block("image", data="AAAA" * 4, mimeType="image/png"),
        block("audio", data="AAAA" * 4000, mimeType="audio/wav"),
        RESOURCE,
        block("resource", resource={"uri": "file:///w/b", "blob": "AAAA"}),
        block("_x"),
        text("end"),
    ]
    said = [*start(1), prompt(2, *blocks), ok(2, {"stopReason": "refusal"})]
    assert show(said).startswith(
        heading("Turn 1") + "You\n"
        "  see\n"
        "  [image image/png, 12 bytes]\n"
        "  [audio audio/wav, 12 kB]\n"
        "  [file file:///w/a]\n"
        "  a\n"
        "  [file file:///w/b]\n"
        "  [_x]\n"
        "  end\n"
        "Ended: refusal\n"
    )


def test_tool_calls(show: Show) -> None:
    said = [
        *begun(1),
        up("tool_call", toolCallId="a", title="read", kind="read", rawInput={"path": "x" * 300}),
        up(
            "tool_call_update",
            toolCallId="b",
            status="completed",
            locations=[{"path": "/w/a"}, {"path": "/w/b", "line": 3}],
        ),
        up(
            "tool_call",
            toolCallId="c",
            title="",
            kind="other",
            rawInput={},
            content=[{"type": "terminal", "terminalId": "z"}],
        ),
        up(
            "tool_call",
            toolCallId="d",
            title="two\nlines",
            status="failed",
            content=[held(**text("\n".join("abcdefghijklmno")))],
        ),
    ]
    shown = heading("Turn 1") + (
        "You\n"
        "  hi\n"
        "○ read (pending)\n"
        f'  {{"path": "{"x" * 147}...\n'
        "✓ b\n"
        "  /w/a, /w/b:3\n"
        "○ c (pending)\n"
        "  [terminal z]\n"
        "✗ two\n"
    )
    lines = [f"  {letter}\n" for letter in "abcdefghijklmno"]
    assert show(said) == shown + "".join(lines[:12]) + "  … 3 more lines\nNot ended: the trace ends here\n"
    assert show(said, "--full") == shown + "".join(lines) + "Not ended: the trace ends here\n"


def test_terminals_of_v1(show: Show) -> None:
    """The client runs them: what it answers is what there is to see."""

    def asks(id: int, method: str, result: Any, **params: Any) -> list[Said]:
        return [a(method, {"sessionId": SID, **params}, id), ok(id, result, "client")]

    said = [
        *start(1, {"terminal": True}),
        prompt(),
        *asks(20, "terminal/create", {"terminalId": "z"}, command="ls", args=["-l"]),
        *asks(21, "terminal/create", {"terminalId": "y"}, command="pwd"),
        tool(1, content=[{"type": "terminal", "terminalId": "z"}, {"type": "terminal", "terminalId": "y"}]),
        *asks(
            22,
            "terminal/output",
            {"output": "a\n", "truncated": False, "exitStatus": {"signal": "KILL"}},
            terminalId="z",
        ),
        *asks(23, "terminal/output", {"output": "", "truncated": False}, terminalId="nobody's"),
        a("terminal/output", {"sessionId": SID, "terminalId": "z"}, 24),
        no(24, by="client"),
    ]
    assert "▶ Run (in_progress)\n  $ ls -l\n  a\n  exit: KILL\n  $ pwd\n" in show(said)


def test_turns_that_end_otherwise(show: Show) -> None:
    said = [
        *begun(1),
        permission(1),
        CANCEL,
        ok(50, CANCELLED, "client"),
        tool(1),
        ok(2, {"stopReason": "cancelled"}),
        prompt(3),
        no(3),
        prompt(4),
        permission(1, 51),
        no(51, by="client"),
        no(4, -32800),
        prompt(5),
        ok(5),
        prompt(6),
        permission(1, 52),
    ]
    shown = show(said)
    assert (
        "▶ Run (in_progress)\n  asked for permission - cancelled\n  asked for permission - no (-32603)\n"
        "  asked for permission - no answer\nEnded: cancelled\n"
    ) in shown
    assert [line for line in shown.splitlines() if line.startswith(("Ended", "Failed", "Not ended"))] == [
        "Ended: cancelled",
        "Failed: no (-32603)",
        "Failed: cancelled",
        "Ended: answered",
        "Not ended: the trace ends here",
    ]
    failed = state("idle", stopReason="error", error={"code": 1, "message": "broken"})
    assert "Failed: broken\n" in show([*start(2), *accepted(), chunk(), failed])


def test_permissions_of_v2(show: Show) -> None:
    """Asked with a title of its own; for a command, or for nothing in particular."""
    options = [{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]
    command = {"type": "command", "command": "ls", "cwd": "/w", "toolCallId": "t"}
    asks: dict[str, Any] = {"sessionId": SID, "title": "List?", "options": options}
    said = [
        *start(2),
        *accepted(),
        tool(2),
        a("session/request_permission", {**asks, "subject": command}, 50),
        ok(50, {"outcome": {"outcome": "selected", "optionId": "other"}}, "client"),
        a("session/request_permission", asks, 51),
        ok(51, {"outcome": 5}, "client"),
    ]
    shown = show(said)
    assert "  asked: List? - other\n" in shown
    assert "1 message does not fit its type" in shown


def test_questions(show: Show) -> None:
    client: dict[str, Any] = {"elicitation": {"form": {}}}
    begin = [*start(1, client), prompt()]
    accept = {"action": "accept", "content": {}}
    assert "(question: ? - accept)\n" in show([*begin, a("elicitation/create", FORM, 9), ok(9, accept, "client")])
    assert "(question: ? - no (-32603))\n" in show([*begin, a("elicitation/create", FORM, 9), no(9, by="client")])
    unbound = {**{name: FORM[name] for name in FORM if name != "sessionId"}, "requestId": 0}
    assert "question" not in show([*begin, a("elicitation/create", unbound, 9), ok(9, accept, "client")])


def test_an_echoed_prompt_is_shown_once(show: Show) -> None:
    said = [*begun(1), chunk("user_message_chunk", "u", "hi"), chunk(), chunk(message_id="empty", words=""), end(1)]
    assert show(said) == heading("Turn 1") + "You\n  hi\nAgent\n  hi\nEnded: end_turn\n"


def test_a_prompt_that_is_not_reported(show: Show) -> None:
    """It is shown as it was sent."""
    assert show([*start(2), prompt(2, text("hello"))]) == heading("Turn 1") + (
        "You\n  hello\nNot ended: the trace ends here\n"
    )


def test_two_prompts_at_once(show: Show) -> None:
    shown = show([*begun(2), chunk(), prompt(3, text("faster")), chunk(message_id="n", words="ok"), end(2)])
    assert [line for line in shown.splitlines() if line.startswith(("── ", "Ended", "Not"))] == [
        heading("Turn 1").strip(),
        heading("Turn 2").strip(),
        "Ended: end_turn",
    ]


def test_a_loaded_session(show: Show) -> None:
    load = c("session/load", {"sessionId": SID, "cwd": "/w", "mcpServers": []}, 9)
    said = [
        *hello(1, agent={"loadSession": True}),
        load,
        chunk("user_message_chunk", None, "before"),
        chunk(message_id=None, words="then"),
        ok(9),
        prompt(10, text("now")),
        ok(10, {"stopReason": "end_turn"}),
    ]
    assert show(said) == heading("Replayed history") + "You\n  before\nAgent\n  then\n" + heading("Turn 1") + (
        "You\n  now\nEnded: end_turn\n"
    )
    replay = resume_with(9, replayFrom={"type": "start"})
    shown = show([*hello(2), replay, up("agent_message", messageId="m", content=[text("then")]), state("idle"), ok(9)])
    assert shown == heading("Replayed history") + "Agent\n  then\n"


def test_a_trace_that_begins_in_the_middle(show: Show) -> None:
    said = [tool(1), chunk(message_id=None, words="went on"), ok(2, {"stopReason": "end_turn"}), prompt(3), ok(4, {})]
    shown = show(said, whole=True)
    begin = f"An agent for a client, ACP v1\n\nSession {SID}\n" + heading("Without a prompt")
    assert shown.startswith(begin + "▶ Run (in_progress)\nAgent\n  went on\n")
    assert shown.endswith(heading("Turn 1") + "You\n  hi\nNot ended: the trace ends here\n")


def test_refusals_and_several_connections(show: Show) -> None:
    said = [
        *hello(1),
        new(),
        no(1, -32000),
        c("logout", {}, 3),
        no(3),
        a("_x", {}, 4),
        no(4, by="client"),
        *start(2),
        *accepted(),
    ]
    shown = show(said, whole=True)
    assert shown.startswith(
        "An agent for a client, ACP v1\n"
        "\n"
        "session/new was refused: no (-32000)\n"
        "logout was refused: no (-32603)\n"
        "\n"
        "1 violation of the protocol: see acp-types check\n"
        "\n"
        "\n"
        "x 1 for x 1, ACP v2\n"
    )


def test_messages_that_do_not_fit_are_counted(show: Show) -> None:
    bad: Said = ("agent", {"jsonrpc": "2.0", "id": 1, "result": 1, "error": 2})
    shown = show([*start(1), up("tool_call"), bad, "log"], whole=True)
    assert shown.endswith("\n2 messages do not fit their types: see acp-types check\n")


NO_MESSAGES = [
    "[]",
    "5",
    "null",
    "{}",
    '{"jsonrpc": "2.0"}',
    '{"id": 1, "method": 5}',
    '{"a": NaN}',
    "[" * 200 + "]" * 200,
]


def test_what_is_no_message_is_counted(show: Show, tmp_path: Path) -> None:
    """As `check` counts it, whether or not the line says who sent it."""
    count = len(NO_MESSAGES)
    says = f"{count} messages do not fit their types: see acp-types check\n"
    recorded = [json.dumps({"dir": "c2a", "line": line}) for line in NO_MESSAGES]
    for lines in (NO_MESSAGES, recorded):
        assert show([*start(1), *lines], whole=True).endswith(f"\n{says}")
        assert show([lines[0], *begun(1), *lines[1:]], whole=True).endswith(f"\n{says}")
        assert show(lines, whole=True) == f"An agent for a client, ACP v1\n\n{says}"
        assert machine(show, lines)["misfits"] == count
        assert main(["check", "--json", write(tmp_path / "u.jsonl", lines)]) == 1


def test_what_does_not_fit_is_left_out(show: Show) -> None:
    """Requests that do not fit, and are answered as if they did."""
    said = [
        *begun(1),
        a("terminal/create", {"sessionId": SID}, 20),
        ok(20, {"terminalId": "z"}, "client"),
        a("session/request_permission", {"sessionId": SID}, 21),
        ok(21, ALLOWED, "client"),
        c("session/fork", {"sessionId": "unknown", "cwd": "/w"}, 22),
        new(23),
        ok(23, {}),
        c("session/prompt", {}, 24),
        no(24),
        chunk("agent_thought_chunk", "empty", ""),
        chunk(words="Still here."),
    ]
    shown = show(said)
    assert shown.startswith(
        heading("Turn 1") + "You\n  hi\nAgent\n  Still here.\nNot ended: the trace ends here\n\n4 messages do not fit"
    )


def test_before_the_first_turn(show: Show) -> None:
    assert show([*start(1), tool(1), prompt()]) == "▶ Run (in_progress)\n" + heading("Turn 1") + (
        "You\n  hi\nNot ended: the trace ends here\n"
    )


def test_a_diff_without_its_text(show: Show) -> None:
    diff = {"type": "diff", "changes": [{"operation": "delete", "path": "/w/a"}]}
    assert "\n  delete /w/a\n" in show([*start(2), *accepted(), tool(2, content=[diff])])


def test_a_terminal_without_a_command(show: Show) -> None:
    said = [*start(2), *accepted(), up("terminal_output_chunk", terminalId="x", data="YQ==")]
    assert show(said) == heading("Turn 1") + "You\n  hi\n  a\nNot ended: the trace ends here\n"


def test_a_resumed_session(show: Show) -> None:
    """Nothing of it is shown before its next turn, but what it is called."""
    said = [*hello(2), resume_with(9), up("notice", severity="info", title="T"), state("idle"), ok(9), *accepted(10)]
    assert show(said) == heading("Turn 1") + "You\n  hi\nNot ended: the trace ends here\n"


def test_never_answered(show: Show) -> None:
    assert show([hello(1)[0]], whole=True) == "An agent for a client, ACP v1\n"


def test_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "t.jsonl", ["just a log"])
    for options in ([], ["--json"]):
        assert main(["show", *options, path]) == 2
        assert capsys.readouterr() == ("", f"acp-types: {path}: {NO_MESSAGE}\n")


# -- how it is written ------------------------------------------------------------------------------------------------


def test_colour(show: Show) -> None:
    said = [*begun(1), chunk(), tool(1, status="completed"), end(1)]
    plain, painted = show(said), show(said, "--color", "always", whole=True)
    assert "\x1b" not in plain
    assert "\x1b[1;36mYou\x1b[0m\n  hi\n\x1b[1;32mAgent\x1b[0m\n" in painted
    assert "\x1b[1;32m✓\x1b[0m Run\n" in painted


@pytest.mark.parametrize(
    ("variables", "terminal", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({"NO_COLOR": ""}, True, True),
    ],
)
def test_when_to_colour(
    variables: dict[str, str], terminal: bool, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert style_of_stdout("auto").paint("x", "red") == ("\x1b[31mx\x1b[0m" if coloured else "x")
    assert style_of_stdout("never").paint("x", "red") == "x"


def test_signs() -> None:
    assert [Style(colour=False, signs=signs).sign("completed") for signs in (True, False)] == ["✓", "ok"]
    assert Style(colour=False, signs=True).sign("_x") == "▶"
    assert Style(colour=True, signs=True).paint("") == ""


def test_clean() -> None:
    """Nothing in a trace commands the terminal."""
    assert clean("a\x1b]0;title\x07b\x1b[2Jc\x1b(d\x1bMe") == "abc\\x1b(de"
    assert clean("a\tb\r\nc\rd\x00\x9b\u2028\ud800") == "a   b\nc\\rd\\x00\\x9b\\u2028\\ud800"
    assert clean("turned \u202eround") == "turned \\u202eround"


@pytest.mark.parametrize(
    "words",
    [
        "10\u00a0000\u202f\u20ac",
        "\u65e5\u672c\u3000\u8a9e",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\U0001f469\u200d\U0001f4bb",
        "\U000323b0",  # of a newer Unicode than any Python here knows
    ],
    ids=["spaces", "wide space", "non-joiner", "emoji of parts", "not assigned"],
)
def test_text_of_all_languages_is_shown_as_it_is(words: str) -> None:
    assert clean(words) == clean_line(words) == words


def test_what_has_one_line_keeps_to_it(show: Show) -> None:
    entry = {"content": "One\nEnded: end_turn", "priority": "low", "status": "pending"}
    assert show([*start(1), prompt(), up("plan", entries=[entry]), end(1)]).splitlines()[4:6] == [
        "Plan",
        "  \u25cb One Ended: end_turn",
    ]


def test_signs_of_an_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert style_of_stdout("auto").sign("failed") == "!!"


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_an_output_that_knows_few_letters(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "acp_types", "show", str(SAMPLE)],
        capture_output=True,
        env={**environment(), "PYTHONIOENCODING": encoding},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode(encoding)
    assert ("✓ execute: git mv" if encoding == "utf-8" else "ok execute: git mv") in shown


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(tmp_path / "none.jsonl")]) == 2
    assert capsys.readouterr().err == f"acp-types: {tmp_path / 'none.jsonl'}: No such file or directory\n"


# -- for machines -----------------------------------------------------------------------------------------------------


def machine(show: Show, said: list[Any]) -> dict[str, Any]:
    (connection,) = json.loads(show(said, "--json", whole=True))["connections"]
    assert isinstance(connection, dict)
    return connection


def test_json_v1(show: Show) -> None:
    usage = up("usage_update", used=1, size=2, cost={"amount": 0.5, "currency": "USD"})
    entries = [{"content": "Look", "priority": "high", "status": "pending"}]
    said = [
        *start(1),
        tool(1, "early"),
        prompt(),
        chunk("agent_thought_chunk"),
        tool(1, rawInput={"a": 1}),
        permission(1),
        ok(50, ALLOWED, "client"),
        up("plan", entries=entries),
        up("_x/more", a=1),
        usage,
        up("current_mode_update", currentModeId="code"),
        end(1),
    ]
    found = machine(show, said)
    assert (found["protocol"], found["client"]["protocolVersion"], found["errors"]) == ("v1.unstable", 1, [])
    (session,) = found["sessions"]
    assert (session["session_id"], session["cwd"], session["line"]) == (SID, "/w", 4)
    before, turn = session["turns"]
    assert (before["beginning"], [item["tool_call_id"] for item in before["items"]]) == ("before", ["early"])
    assert (turn["beginning"], turn["number"], turn["line"], turn["prompt"]) == ("prompt", 1, 6, [text()])
    spent = {"used": 1, "size": 2, "cost": {"amount": 0.5, "currency": "USD"}}
    assert (turn["stop_reason"], turn["error"], turn["usage"], session["usage"]) == ("end_turn", None, spent, spent)
    user, thought, call, plan, unknown, mode = turn["items"]
    assert (user["type"], user["role"], user["content"]) == ("message", "user", [text()])
    assert (thought["type"], thought["role"], thought["text"]) == ("thought", "agent", "hi")
    assert (call["status"], call["raw_input"], call["permissions"]) == (
        "in_progress",
        {"a": 1},
        [{"title": None, "answer": "Yes"}],
    )
    assert plan == {"type": "plan", "update": {"sessionUpdate": "plan", "entries": entries}}
    assert unknown == {"type": "unknown", "update": {"sessionUpdate": "_x/more", "a": 1}}
    assert mode == {"type": "mode", "text": "code"}


def test_json_v2(show: Show) -> None:
    said = [
        *start(2),
        *accepted(),
        up("terminal_update", terminalId="x", command="ls", output={"data": "YQ=="}, exitStatus={"exitCode": 0}),
        up("compaction_update", compactionId="k", status="completed", summary=[text("short")]),
        up("subagent_update", sessionId="child", title="T"),
        up("session_message", messageId="m", content=[text("psst")]),
    ]
    (turn,) = machine(show, said)["sessions"][0]["turns"]
    assert turn["usage"] is None
    _user, terminal, compaction, child, message = turn["items"]
    ended = {"exitCode": 0}
    assert terminal == {
        "type": "terminal",
        "terminal_id": "x",
        "command": "ls",
        "cwd": None,
        "output": "a",
        "exit_status": ended,
    }
    assert compaction == {"type": "compaction", "compaction_id": "k", "status": "completed", "text": "short"}
    assert child == {"type": "subagent", "session_id": "child", "title": "T"}
    assert message == {"type": "session_message", "message_id": "m", "text": "psst"}


def test_json_of_an_unknown_connection(show: Show) -> None:
    found = machine(show, [prompt()])
    assert (found["client"], found["agent"]) == (None, None)


# -- real traces ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("name", ["claude-agent-acp", "codex-acp2-v2", "crow-acp2", "kimi-cli-old", "ts-sdk-v1"])
def test_real_traces(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Whole, and cut off at several places: each is shown, and nothing but line feeds commands the terminal."""
    lines = (CORPUS / "traces" / f"{name}.jsonl").read_bytes().split(b"\n")
    for size in (len(lines), len(lines) // 2, 7):
        path = tmp_path / f"{size}.jsonl"
        path.write_bytes(b"\n".join(lines[:size]))
        for option in ("--full", "--json"):
            assert main(["show", option, str(path)]) == 0
            shown = capsys.readouterr().out
            assert all(char == "\n" or is_showable(char) for char in shown)
            assert shown.count("── Turn ") >= 1 or option == "--json" or size == 7


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["show", "--help"])
    assert "turns, messages, tool calls" in capsys.readouterr().out

"""`acp-types check`: what it makes of traces, told by its report and its exit status."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest

from acp_types._runtime.cli import check as check_module
from acp_types._runtime.cli import dialogue, progress
from acp_types._runtime.cli.check import Connection
from acp_types._runtime.cli.main import main
from acp_types._runtime.cli.surfaces import Protocol
from acp_types._runtime.cli.trace import NO_MESSAGE, LogText, open_trace
from acp_types._runtime.conversation import state
from acp_types._runtime.json_value import JsonValue
from acp_types._runtime.negotiation import version_of
from codegen.source import read_pin
from tests.conftest import CORPUS, ROOT

SAMPLE = ROOT / "examples" / "sample-trace.jsonl"
MARK = "do-not-show"

V1_ANSWER = {"agentCapabilities": {}, "agentInfo": {"name": "a", "version": "1"}}
V2_REQUEST = {"protocolVersion": 2, "info": {"name": "c", "version": "1"}, "capabilities": {}}
V2_ANSWER = {"protocolVersion": 2, "info": {"name": "a", "version": "1"}, "capabilities": {}}
NEW_SESSION = {"cwd": "/", "mcpServers": []}


def request(id: Any, method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def notification(method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def result(id: Any, value: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": value}


def to_agent(message: object) -> dict[str, Any]:
    return {"dir": "c2a", "line": json.dumps(message)}


def to_client(message: object) -> dict[str, Any]:
    return {"dir": "a2c", "line": json.dumps(message)}


def text_update(text: str = "hi") -> dict[str, Any]:
    """A v1 update: one of v2 needs a `messageId`."""
    chunk = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}
    return notification("session/update", {"sessionId": "s", "update": chunk})


class Checked(NamedTuple):
    status: int
    report: dict[str, Any]

    @property
    def messages(self) -> dict[tuple[str | None, str], tuple[int, int]]:
        rows = self.report["messages"]
        return {(row["method"], row["kind"]): (row["ok"], row["failed"]) for row in rows}

    @property
    def errors(self) -> list[str]:
        return [
            f"{place['line']}: {place['path']}: {error['message']}"
            for error in self.report["errors"]
            for place in error["places"]
        ]

    @property
    def file(self) -> dict[str, Any]:
        (row,) = self.report["files"]
        assert isinstance(row, dict)
        return row


Check = Callable[..., Checked]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Run on one trace, given as its raw bytes or as its lines: raw ones, or values to write as JSON."""

    def run(trace: bytes | Iterable[object], *options: str) -> Checked:
        path = tmp_path / "trace.jsonl"
        if not isinstance(trace, bytes):
            lines = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in trace]
            trace = b"".join(line + b"\n" for line in lines)
        path.write_bytes(trace)
        status = main(["check", "--json", *options, str(path)])
        return Checked(status, json.loads(capsys.readouterr().out))

    return run


def test_sample(capsys: pytest.CaptureFixture[str]) -> None:
    """The trace that the README shows has one of everything, and no error."""
    assert main(["check", "--json", str(SAMPLE)]) == 0
    checked = Checked(0, json.loads(capsys.readouterr().out))
    assert checked.file["protocols"] == ["v2"]
    assert (checked.file["messages"], checked.file["failed"], checked.file["log_lines"]) == (24, 0, 1)
    assert checked.messages["session/update", "notification"] == (13, 0)
    assert [row["method"] for row in checked.report["other_methods"]] == ["_harbor.dev/cache"]
    assert [row["value"] for row in checked.report["unknown_values"]] == ["budget_update"]
    assert [row["rule"] for row in checked.report["leniency"]] == ["skip-invalid-items"]
    assert checked.report["ok"] is True


def test_text_report(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bad = request(1, "session/new", {"cwd": 5, "mcpServers": []})
    lines = [to_agent(bad), *[to_agent({**bad, "id": id}) for id in range(2, 8)], to_client(text_update()), "started"]
    Path("t.jsonl").write_text("\n".join(json.dumps(line) for line in lines[:-1]) + "\nstarted\n{oops", "utf-8")
    assert main(["check", "t.jsonl"]) == 1
    assert capsys.readouterr().out == (
        "FILES\n"
        "  file     protocols  messages  failed  log lines  broken json\n"
        "  t.jsonl  v1                8       7          2            1\n"
        "\n"
        "MESSAGES\n"
        "  method          kind          ok  failed\n"
        "  session/new     request        0       7\n"
        "  session/update  notification   1       0\n"
        "\n"
        "ERRORS\n"
        "  t.jsonl:1: session/new request: $.params.cwd: expected string, got int\n"
        "  t.jsonl:2: session/new request: $.params.cwd: expected string, got int\n"
        "  t.jsonl:3: session/new request: $.params.cwd: expected string, got int\n"
        "  t.jsonl:4: session/new request: $.params.cwd: expected string, got int\n"
        "  t.jsonl:5: session/new request: $.params.cwd: expected string, got int\n"
        "  ... and 2 more like this\n"
        "\n"
        "7 of 8 messages do not decode\n"
    )


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        ([text_update()], "1 message decodes"),
        ([text_update(), text_update()], "2 messages decode"),
        ([notification("session/update", {})], "1 of 1 message does not decode"),
        ([notification("session/update", {}), text_update()], "1 of 2 messages does not decode"),
    ],
)
def test_the_verdict_counts_right(
    lines: list[Any], last: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    main(["check", str(path)])
    assert capsys.readouterr().out.splitlines()[-1] == last


# -- the version ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("initialize", "version"),
    [
        ({"protocolVersion": 1, **V1_ANSWER}, 1),
        (V2_ANSWER, 2),
        ({"protocolVersion": 2, **V1_ANSWER}, 1),
        ({"protocolVersion": 2}, 1),
        ({"protocolVersion": 2, "capabilities": {}}, 2),
        ({"protocolVersion": 2, "info": {}, **V1_ANSWER}, 2),
        ({**V2_ANSWER, "protocolVersion": 3}, 2),
        ({**V2_ANSWER, "protocolVersion": 2.0}, 2),
        ({**V2_ANSWER, "protocolVersion": 1}, 1),
        ({**V2_ANSWER, "protocolVersion": 0}, 1),
        ({**V2_ANSWER, "protocolVersion": "2"}, 1),
        ({**V2_ANSWER, "protocolVersion": "2025-03-01"}, 1),
        ({**V2_ANSWER, "protocolVersion": True}, 1),
        ({**V2_ANSWER, "protocolVersion": None}, 1),
        ({"info": {}, "capabilities": {}}, 1),
        ({}, 1),
        (None, 1),
        ([], 1),
    ],
)
def test_version(initialize: JsonValue, version: int) -> None:
    assert version_of(initialize) == version


@pytest.mark.parametrize(
    ("answer", "protocols", "failed"),
    [
        (V2_ANSWER, ["v2"], 1),
        ({"protocolVersion": 2, **V1_ANSWER}, ["v2", "v1"], 0),
        ({"protocolVersion": 2}, ["v2", "v1"], 0),
    ],
)
def test_shape_of_the_answer_decides(check: Check, answer: object, protocols: list[str], failed: int) -> None:
    """The update that follows fits v1 only."""
    lines = [
        to_agent(request(0, "initialize", V2_REQUEST)),
        to_client(result(0, answer)),
        to_client(text_update()),
    ]
    checked = check(lines)
    assert checked.file["protocols"] == protocols
    assert checked.file["failed"] == failed


def test_request_counts_until_it_is_answered(check: Check) -> None:
    checked = check([to_agent(request(0, "initialize", V2_REQUEST)), to_client(text_update())])
    (error,) = checked.errors
    assert error == (
        "2: $.params.update.messageId: expected string, got nothing: ACP v1 does not require it; is this a v1 message?"
    )


def test_refused_initialize_changes_nothing(check: Check) -> None:
    """Neither does a wrong one in the middle of a session."""
    refusal = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}}
    lines = [
        to_agent(request(0, "initialize", {"protocolVersion": 1})),
        to_client(result(0, {"protocolVersion": 1, **V1_ANSWER})),
        to_agent(request(1, "initialize", V2_REQUEST)),
        to_client(text_update()),
        to_client(refusal),
        to_client(text_update()),
    ]
    checked = check(lines)
    assert checked.status == 0
    assert checked.messages["session/update", "notification"] == (2, 0)


def test_text_as_version_is_v1_and_an_error(check: Check) -> None:
    checked = check([to_agent(request(0, "initialize", {"protocolVersion": "1"})), to_client(text_update())])
    assert checked.file["protocols"] == ["v1"]
    assert checked.errors == ["1: $.params.protocolVersion: expected integer 0..65535, got str"]


def test_a_trace_that_begins_later_is_v1_unless_named(check: Check) -> None:
    assert check([to_client(text_update())]).status == 0
    assert check([to_client(text_update())], "--protocol", "v2").status == 1


def test_unstable(check: Check) -> None:
    update = {"sessionUpdate": "plan_removed", "planId": "p"}
    lines = [to_client(notification("session/update", {"sessionId": "s", "update": update}))]
    assert [row["value"] for row in check(lines).report["unknown_values"]] == ["plan_removed"]
    unstable = check(lines, "--unstable")
    assert unstable.report["unknown_values"] == []
    assert unstable.file["protocols"] == ["v1.unstable"]
    with pytest.raises(SystemExit, match="2"):
        check(lines, "--unstable", "--protocol", "v1")


# -- requests and replies ---------------------------------------------------------------------------------------------


def test_ids_keep_their_type(check: Check) -> None:
    """1 and "1" are two requests, 0 and "" are ids, and so is null in v1."""
    ids = [0, "", 1, "1", None]
    lines = [to_agent(request(id, "session/new", NEW_SESSION)) for id in ids]
    lines += [to_client(result(id, {"sessionId": "s"})) for id in reversed(ids)]
    checked = check(lines)
    assert checked.messages == {("session/new", "request"): (5, 0), ("session/new", "response"): (5, 0)}
    assert check(lines, "--protocol", "v2").errors == [
        f"{line}: $.id: expected integer -9223372036854775808..9223372036854775807 or string, got null"
        for line in (5, 6)
    ]


@pytest.mark.parametrize("id", [True, 1.5, [1], {}])
def test_what_is_no_id(check: Check, id: object) -> None:
    checked = check([to_agent(request(id, "session/new", NEW_SESSION)), to_client(result(id, {"sessionId": "s"}))])
    assert checked.messages == {("session/new", "request"): (0, 1), (None, "response"): (0, 1)}


def test_a_pair_is_forgotten_when_answered(check: Check) -> None:
    lines = [to_agent(request(1, "session/new", NEW_SESSION)), *[to_client(result(1, {"sessionId": "s"}))] * 2]
    assert check(lines).messages[None, "response"] == (1, 0)


PERMISSION = {"sessionId": "s", "toolCall": {"toolCallId": "t"}, "options": []}
BOTH_WAYS = [
    (to_agent, request(1, "session/prompt", {"sessionId": "s", "prompt": []})),
    (to_client, request(1, "session/request_permission", PERMISSION)),
    (to_agent, result(1, {"outcome": {"outcome": "cancelled"}})),
    (to_client, result(1, {"stopReason": "end_turn"})),
]


@pytest.mark.parametrize("directions", [True, False])
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 1, 3, 2)])
def test_both_sides_use_the_same_id(check: Check, directions: bool, order: tuple[int, ...]) -> None:
    """Without directions the methods tell who asks, and the types tell what is answered."""
    messages = [BOTH_WAYS[place] for place in order]
    checked = check([wrap(message) if directions else message for wrap, message in messages])
    assert checked.status == 0
    assert checked.messages == {
        ("session/prompt", "request"): (1, 0),
        ("session/prompt", "response"): (1, 0),
        ("session/request_permission", "request"): (1, 0),
        ("session/request_permission", "response"): (1, 0),
    }


def test_direction_matters(check: Check) -> None:
    """A method is found by its receiver too: no agent receives `session/update`."""
    checked = check([to_agent(text_update())])
    assert [(row["method"], row["extension"]) for row in checked.report["other_methods"]] == [("session/update", False)]


def test_null_results(check: Check) -> None:
    """Null reads as `{}` where that is enough."""
    lines = [
        to_agent(request(1, "session/set_mode", {"sessionId": "s", "modeId": "m"})),
        to_client(result(1, None)),
        to_agent(request(2, "session/list", {})),
        to_client(result(2, None)),
    ]
    assert check(lines).errors == ["4: $.result: expected object, got null"]


def test_missing_and_null_params_are_empty(check: Check) -> None:
    bare = {"jsonrpc": "2.0", "id": 1, "method": "session/list"}
    assert check([bare, {**bare, "params": None}]).status == 0
    assert check([{**bare, "method": "session/new", "params": None}]).errors == [
        "1: $.params.cwd: expected string, got nothing"
    ]


def test_error_replies(check: Check) -> None:
    """One to something unreadable has no id, or null; another may come without its request."""
    error = {"code": 400, "message": "no", "data": ["x"]}
    lines = [
        {"jsonrpc": "2.0", "error": error},
        {"jsonrpc": "2.0", "id": None, "error": error},
        {"jsonrpc": "2.0", "id": "", "error": error},
        {"jsonrpc": "2.0", "id": 7, "error": {"code": "400", "message": "no"}},
    ]
    for options in ((), ("--protocol", "v2")):
        checked = check(map(to_client, lines), *options)
        assert checked.messages == {(None, "error"): (3, 1)}
        assert len(checked.errors) == 1
        assert checked.errors[0].startswith("4: $.error.code: expected integer")


def test_other_methods(check: Check) -> None:
    lines = [
        to_agent(request(1, "_acme.dev/ask", [1])),
        to_client(result(1, None)),
        to_client(notification("acme/tell", None)),
        to_client(notification("acme/tell", 5)),
    ]
    checked = check(lines)
    assert checked.status == 0
    rows = checked.report["other_methods"]
    assert [(row["method"], row["kind"], row["extension"], row["count"]) for row in rows] == [
        ("acme/tell", "notification", False, 2),
        ("_acme.dev/ask", "request", True, 1),
        ("_acme.dev/ask", "response", True, 1),
    ]


def test_methods_that_go_both_ways(check: Check) -> None:
    cancel = notification("$/cancel_request", {"requestId": 1})
    assert check([to_agent(cancel), to_client(cancel), cancel]).messages == {
        ("$/cancel_request", "notification"): (3, 0)
    }


@pytest.mark.parametrize(
    ("message", "error"),
    [
        (
            {"jsonrpc": "2.0", "id": 1},
            "$: expected object with exactly one of method, result and error, got none of these",
        ),
        (
            {"jsonrpc": "2.0", "id": 1, "result": {}, "error": None},
            "$: expected object with exactly one of method, result and error, got result and error",
        ),
        ({"level": "info"}, "$: expected object with exactly one of method, result and error, got none of these"),
        ([], "$: expected JSON-RPC message, got list"),
        (5, "$: expected JSON-RPC message, got int"),
        (None, "$: expected JSON-RPC message, got null"),
        ({"jsonrpc": "2.0", "method": 5}, "$.method: expected string, got int"),
        ({"jsonrpc": "2.0", "result": {}}, "$.id: expected integer or string, got nothing"),
        ({"id": 1, "method": "session/list"}, "$.jsonrpc: expected '2.0', got nothing"),
        ({"jsonrpc": 2.0, "id": 1, "method": "session/list"}, "$.jsonrpc: expected '2.0', got float"),
    ],
)
def test_what_is_no_message(check: Check, message: object, error: str) -> None:
    for line in (message, {"dir": "c2a", "message": message}):
        checked = check([line])
        assert checked.status == 1
        assert checked.errors == [f"1: {error}"]


def test_a_record_without_a_direction(check: Check) -> None:
    (error,) = check([{"from": "client", "line": "{}"}]).errors
    assert error.endswith("got none of these: a record names its direction in dir or direction")


# -- lines ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("direction", ["c2a", "client", "client->agent", "Client-to-Agent", "client_to_agent"])
@pytest.mark.parametrize("member", ["dir", "direction"])
@pytest.mark.parametrize("line", ["line", "message", "raw"])
@pytest.mark.parametrize("parsed", [True, False])
def test_spellings_of_a_record(check: Check, direction: str, member: str, line: str, parsed: bool) -> None:
    for recorded, receiver in ((text_update(), "agent"), (request(1, "session/list", {}), "client")):
        known = check([{"at": 1.5, member: direction, line: recorded if parsed else json.dumps(recorded)}])
        assert bool(known.report["other_methods"]) is (receiver == "agent")


def test_columns_stand_under_one_another_in_wide_characters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "trace.jsonl"
    names = ("_a.example/\u65e5\u672c", "_a.example/e\u0301", "_a.example/\u3000\U0001f469\u200d\U0001f4bb\n")
    path.write_text("".join(json.dumps(notification(name, {})) + "\n" for name in names), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.split("\n\n")[1] == (
        "MESSAGES\n"
        "  method               kind          ok  failed\n"
        "  _a.example/e\u0301         notification   1       0\n"
        "  _a.example/\u3000\U0001f469\u200d\U0001f4bb\\n  notification   1       0\n"
        "  _a.example/\u65e5\u672c      notification   1       0"
    )


def test_other_directions_are_not_guessed(check: Check) -> None:
    assert check([{"dir": "in", "line": text_update()}, {"dir": 5, "line": text_update()}]).status == 0
    assert check([{"dir": "stderr", "line": "Warning: {x}"}]).file["log_lines"] == 1


def test_log_text(check: Check) -> None:
    lines = [b"Starting...", b"{'a': 1}", b"\xe9t\xe9", b"[2026-01-01] up", {"dir": "a2c", "line": "{cut sho"}]
    checked = check([*lines, text_update()])
    assert checked.status == 0
    assert checked.file["log_lines"] == 5
    assert checked.file["broken_json"] == 2


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc": "2.0", "id": 1, "result": NaN}',
        b'{"jsonrpc": "2.0", "id": 1, "result": "\xff"}',
        b'{"jsonrpc": "2.0", "id": 1, "result": ' + b"1" * 5000 + b"}",
        b'{"jsonrpc": "2.0", "id": 1, "result": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"jsonrpc": "2.0", "id": 1, "result": 1e999}',
    ],
)
def test_json_that_nobody_should_read_is_an_error(check: Check, line: bytes) -> None:
    assert check([line]).messages == {(None, "invalid"): (0, 1)}
    recorded = {"dir": "a2c", "line": line.decode("latin-1")}
    assert check([recorded]).messages == check([line if b"\xff" not in line else line.replace(b"\xff", b"?")]).messages


def test_only_a_line_feed_ends_a_line(check: Check) -> None:
    line = json.dumps(text_update("a\u2028b\u2029c\x85d"), ensure_ascii=False).encode()
    checked = check(b"\xef\xbb\xbf" + line + b"\r\n\n  \n" + line)
    assert checked.file["messages"] == 2
    assert checked.file["log_lines"] == 0
    assert checked.file["failed"] == 0


def test_one_line_of_many_megabytes(check: Check) -> None:
    assert check([to_client(text_update("x" * 8_000_000))]).status == 0


def test_gzip(check: Check) -> None:
    assert check(gzip.compress(SAMPLE.read_bytes())).file["messages"] == 24


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "acp_types", *arguments],
        input=stdin,
        capture_output=True,
        env=environment(),
        check=False,
    )


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "generated")}


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_standard_input(pack: Callable[[bytes], bytes]) -> None:
    done = run("check", "-", stdin=pack(SAMPLE.read_bytes()))
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"  <stdin>  v2" in done.stdout


def test_unreadable_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line each; the others are checked all the same."""
    binary, torn = tmp_path / "a.bin", tmp_path / "b.gz"
    binary.write_bytes(b"\x7fELF\0\1")
    torn.write_bytes(gzip.compress(SAMPLE.read_bytes())[:400])
    missing = tmp_path / "none.jsonl"
    assert main(["check", str(missing), str(tmp_path), str(binary)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [
        f"acp-types: {missing}: No such file or directory",
        f"acp-types: {tmp_path}: a directory: name the files in it",
        f"acp-types: {binary}: binary data, not a trace of JSON lines",
    ]
    assert main(["check", str(torn), str(SAMPLE)]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"acp-types: {torn}: Compressed file ended")
    assert captured.err.count("\n") == 1
    assert str(SAMPLE) in captured.out


def test_each_file_is_a_connection_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    first.write_text(
        json.dumps(request(0, "initialize", V2_REQUEST)) + "\n" + json.dumps(result(0, V2_ANSWER)), "utf-8"
    )
    second.write_text(json.dumps(text_update()) + "\n" + json.dumps(result(0, 5)), "utf-8")
    assert main(["check", "--json", str(first), str(second)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["protocols"] for row in report["files"]] == [["v2"], ["v1"]]


@pytest.mark.parametrize("trace", [b"\n", b" \n\n", b"a log\n", b'{\n  "jsonrpc": "2.0"\n}\n'])
def test_no_message(trace: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Blank lines, text, a message over several lines: the report says what there is, the status that it is no trace."""
    other, good = tmp_path / "other.log", tmp_path / "good.jsonl"
    other.write_bytes(trace)
    good.write_text(json.dumps(text_update()), encoding="utf-8")
    assert main(["check", "--json", str(other), str(good)]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"acp-types: {other}: {NO_MESSAGE}\n"
    assert [row["messages"] for row in json.loads(captured.out)["files"]] == [0, 1]


@pytest.mark.parametrize("nothing", [b"", gzip.compress(b"")], ids=["plain", "gzip"])
def test_empty(nothing: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A recorder that has recorded nothing has not worked: that is no trace without errors."""
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(nothing)
    assert main(["check", str(empty)]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"acp-types: {empty}: empty: there is no message in it\n")


def test_no_command_prints_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    help_text = capsys.readouterr().err
    assert "acp-types check session.jsonl" in help_text
    assert "COMMAND" in help_text


@pytest.mark.parametrize("command", [[], ["check"]])
def test_help_has_an_example(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        main([*command, "--help"])
    assert exit.value.code == 0
    assert "acp-types check " in capsys.readouterr().out.partition("example")[2]


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_no_value_is_ever_shown(check: Check, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = f"{MARK} {MARK}"
    lines = [
        request(1, "session/new", {"cwd": [secret], "mcpServers": [{"name": secret}], "x": secret}),
        request(2, "session/prompt", {"sessionId": "s", "prompt": [{"type": secret, "text": secret}]}),
        notification("session/update", {"sessionId": "s", "update": {"sessionUpdate": secret}}),
        result(1, secret),
        secret,
    ]
    assert MARK not in json.dumps(check(lines).report)
    assert main(["check", str(tmp_path / "trace.jsonl")]) == 1
    assert MARK not in capsys.readouterr().out


def test_text_of_a_trace_cannot_reach_the_terminal(
    check: Check, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check([notification("_\x1b[2J\n\ud800", {})])
    main(["check", str(tmp_path / "trace.jsonl")])
    assert r"  _\u001b[2J\n\ud800  notification" in capsys.readouterr().out


def test_indexes_are_not_told_apart(check: Check) -> None:
    block = {"type": "hologram"}
    checked = check([request(1, "session/prompt", {"sessionId": "s", "prompt": [block] * 3})])
    (row,) = checked.report["unknown_values"]
    assert (row["path"], row["value"], row["count"]) == ("$.params.prompt[].type", "hologram", 3)
    bad = [{"type": "text", "text": "ok"}, {"type": "text", "text": 5}]
    checked = check([request(1, "session/prompt", {"sessionId": "s", "prompt": bad})])
    (error,) = checked.report["errors"]
    assert error["path"] == "$.params.prompt[].text"
    assert error["places"][0]["path"] == "$.params.prompt[1].text"


def test_unknown_members(check: Check) -> None:
    checked = check([request(1, "session/list", {"a": 1, "b c": 2})])
    assert [row["path"] for row in checked.report["unknown_members"]] == ["$.params.a", '$.params["b c"]']


def test_a_report_is_of_bounded_size(check: Check) -> None:
    lines = [notification(f"_x/{number}", {}) for number in range(1500)]
    lines += [request(number, "session/list", {f"k{number}": 1, "cwd": 5}) for number in range(1500)]
    checked = check(lines)
    report = checked.report
    assert len(report["other_methods"]) == 1000
    assert report["not_listed"] == {"messages": 500, "other_methods": 500}
    (error,) = report["errors"]
    assert (error["count"], len(error["places"])) == (1500, 5)
    assert checked.file["messages"] == 3000


def test_memory_stays_flat(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times the trace, unanswered requests and all, takes no more memory."""
    monkeypatch.setattr(check_module, "_OPEN_REQUESTS", 50)
    monkeypatch.setattr(dialogue, "OPEN_REQUESTS", 50)
    monkeypatch.setattr(state, "OPEN_REQUESTS", 50)

    def peak(rounds: int) -> int:
        path = tmp_path / f"{rounds}.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for number in range(rounds):
                file.write(json.dumps(to_client(text_update("x" * 200))) + "\n")
                file.write(json.dumps(to_agent(request(f"request {number}", "session/list", {}))) + "\n")
        tracemalloc.start()
        assert main(["check", str(path)]) == 0
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(1000)  # Python makes frames of functions once, and keeps them
    assert peak(1000) < peak(100) + 20_000
    capsys.readouterr()


# -- the process ------------------------------------------------------------------------------------------------------


def test_progress_is_for_terminals(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_INTERVAL", 0)
    main(["check", str(SAMPLE)])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["check", str(SAMPLE)])
    captured = capsys.readouterr()
    assert f"\r\x1b[K{SAMPLE}: 100% (0 of 0 MB)" in captured.err
    assert captured.err.endswith("\r\x1b[K")


def test_only_the_surface_in_use_is_imported(tmp_path: Path) -> None:
    """Whether something unknown is unstable, only the unstable surface tells: it is loaded for that alone."""
    known = tmp_path / "known.jsonl"
    known.write_bytes(b"".join(line for line in SAMPLE.read_bytes().splitlines(True) if b"budget_update" not in line))
    code = (
        f"import sys; from acp_types._runtime.cli.main import main; main(['check', {str(known)!r}]); "
        "first = 'acp_types.v1' in sys.modules or 'acp_types.v2.unstable' in sys.modules; "
        f"main(['check', {str(SAMPLE)!r}]); sys.exit(first or 'acp_types.v1' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")
def test_ends_quietly() -> None:
    """Whether its reader has gone or the user has had enough."""
    with waiting() as (process, trace, out, err):
        out.close()
        trace.close()
        assert err.read() == b""
        assert process.wait() == 1
    with waiting() as (process, _, out, err):
        process.send_signal(signal.SIGINT)
        assert (out.read(), err.read()) == (b"", b"")
        assert process.wait() == 130


@contextmanager
def waiting() -> Generator[tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes], IO[bytes]], None, None]:
    """A process that reads its trace and waits for more: it, and its three streams."""
    command = [sys.executable, "-m", "acp_types", "check", "-"]
    pipe = subprocess.PIPE
    # Where the tests run in the background SIGINT is ignored, which a process hands down.
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment())
    signal.signal(signal.SIGINT, inherited)
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(SAMPLE.read_bytes() * 200)  # more than a pipe holds: this returns when most of it was read
        process.stdin.flush()
        yield process, process.stdin, process.stdout, process.stderr


COMMANDS = [("check",), ("check", "--json"), ("show",), ("show", "--json"), ("--version",)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_output_that_cannot_be_written(command: tuple[str, ...]) -> None:
    """It is not taken for a message that does not decode, nor for a mistake of the program."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "acp_types", *command, str(SAMPLE)],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, b"acp-types: <stdout>: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_without_an_output(command: tuple[str, ...]) -> None:
    """As a service is started: the status tells all the same."""
    shell = ["sh", "-c", 'exec "$0" "$@" >&-', sys.executable, "-m", "acp_types", *command, str(SAMPLE)]
    done = subprocess.run(shell, stderr=subprocess.PIPE, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_usage() -> None:
    assert run().returncode == 2
    assert run("check").returncode == 2
    shown = run("check", "--help")
    assert shown.returncode == 0
    assert b"exit status:" in shown.stdout


@pytest.mark.parametrize(("installed", "said"), [("9.8.7", "9.8.7"), (None, "(not installed)")])
def test_the_version_that_it_says(
    installed: str | None,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The package's from what an installer left beside it, the schemas' from where they were vendored."""
    if installed:
        metadata = tmp_path / f"acp_types-{installed}.dist-info" / "METADATA"
        metadata.parent.mkdir()
        metadata.write_text(f"Metadata-Version: 2.4\nName: acp-types\nVersion: {installed}\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    pin = read_pin()
    schemas = f"{pin.package} {pin.version} ({pin.date})"
    assert capsys.readouterr() == (f"acp-types {said}, ACP v1 and v2 of {schemas}\n", "")


# -- real traffic -----------------------------------------------------------------------------------------------------

BREACHES = {
    ("session/list", "$.result: expected object, got null"): 18,
    ("session/set_config_option", "$.result.configOptions: expected array, got nothing"): 3,
}
"""What real agents get wrong in messages of stable methods."""


def test_corpus(count: Callable[[str, int], None]) -> None:
    """Refused: what the driver got wrong on purpose, what the client acplint does, and of agents the `BREACHES`."""
    if not (CORPUS / "traces").is_dir():
        pytest.skip("no corpus of traces beside this checkout")
    breaches: Counter[tuple[str | None, str]] = Counter()
    lines = 0
    for path in sorted((CORPUS / "traces").glob("*.jsonl")):
        records = [json.loads(line) for line in path.read_bytes().splitlines() if line]
        connection = Connection(Protocol())
        with open_trace(str(path), lambda *_: None) as messages:
            for message in messages:
                lines += 1
                record = records[message.number - 1]
                if isinstance(message, LogText):
                    assert not message.like_json or "probe" in record
                    continue
                outcome = connection.read(message)
                if outcome.error and record["dir"] == "c2a":
                    assert "probe" in record or path.name.startswith("acplint-"), (path.name, message.number)
                elif outcome.error:
                    breaches[outcome.method, str(outcome.error)] += 1
    assert breaches == BREACHES
    count("lines of real traces checked", lines)

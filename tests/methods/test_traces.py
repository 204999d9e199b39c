"""Recorded traffic of real agents: every line is read, its params and result by method, and written back equal."""

from __future__ import annotations

import collections
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from acp_types.negotiation import version_of
from tests.conformance.json_values import same, without_nulls
from tests.conftest import CORPUS, surface

RECEIVER = {"c2a": "agent", "a2c": "client"}
SENDER = {"c2a": "client", "a2c": "agent"}


class Line:
    """One line of a trace."""

    def __init__(self, record: dict[str, Any], module: Any, method: Any) -> None:
        self.text: str = record["line"]
        self.sender = SENDER[record["dir"]]
        self.module = module
        self.method = method
        """Of a reply: the request's descriptor, if it has one."""
        self.is_probe = "probe" in record


def trace_lines(text: str) -> Iterator[Line]:
    """The lines that hold JSON, with the version that each is read with and the method that a reply answers."""
    agreed, proposed = None, 1
    waiting: dict[tuple[str, Any], tuple[str, Any, Any]] = {}
    for raw in text.split("\n"):
        if not raw:
            continue
        record = json.loads(raw)
        try:
            value = json.loads(record["line"])
        except ValueError:
            continue
        receiver = RECEIVER[record["dir"]]
        module, method = surface(f"v{agreed or proposed}.unstable"), None
        if isinstance(value, dict) and "method" in value:
            if value["method"] == "initialize":
                proposed = version_of(value.get("params"))
                module = surface(f"v{proposed}.unstable")
            if "id" in value:
                table = getattr(module, f"{receiver.upper()}_REQUESTS")
                method = table.get(value["method"]) if isinstance(value["method"], str) else None
                waiting[receiver, json.dumps(value["id"])] = (value["method"], method, module)
        elif isinstance(value, dict):
            name, method, module = waiting.pop(
                (SENDER[record["dir"]], json.dumps(value.get("id"))), (None, None, module)
            )
            if name == "initialize" and isinstance(value.get("result"), dict):
                agreed = version_of(value["result"])
                module = surface(f"v{agreed}.unstable")
                method = module.INITIALIZE
        yield Line(record, module, method)


def reads(line: Line) -> str | None:
    """Read a line and write it back; why it was refused, if it was."""
    module, value, issues = line.module, json.loads(line.text), list[Any]()
    try:
        message = module.read_message(line.text, sender=line.sender, on_issue=issues.append)
        written = json.loads(module.write_message(message))
        if line.method is not None and isinstance(message, module.Response):
            result = line.method.read_result(message.result, on_issue=issues.append)
            written["result"] = line.method.write_result(result)
            value["result"] = value["result"] or {}
    except (module.MessageError, module.DecodeError) as error:
        return str(error)
    if "params" in written:
        value["params"] = value.get("params") or {}
    changed = any(issue.rule.startswith(("default", "skip")) for issue in issues)
    assert changed or same(without_nulls(written), without_nulls(value)), line.text[:300]
    return None


def test_every_recorded_line(count: Callable[[str, int], None]) -> None:
    if not CORPUS.is_dir():
        pytest.skip("no message corpus beside this checkout")
    lines, refused = 0, collections.Counter[str]()
    for path in sorted((CORPUS / "traces").glob("*.jsonl")):
        for line in trace_lines(path.read_text(encoding="utf-8")):
            lines += 1
            reason = reads(line)
            if reason is not None:
                who = "on purpose" if line.is_probe else f"by {path.stem}"
                refused[f"recorded lines refused, {who}: {reason}"] += 1
    count("recorded lines read by method", lines - refused.total())
    for reason, cases in refused.most_common():
        count(reason, cases)
    assert lines > 9000
    assert refused.total() < 300


def test_what_counts_as_equal() -> None:
    """The twin of the above, with lines of our own."""
    ask = {"dir": "c2a", "line": '{"jsonrpc":"2.0","id":0,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}'}
    answer = {"dir": "a2c", "line": '{"jsonrpc":"2.0","id":0,"result":{"sessionId":"s","models":{"a":[null]}}}'}
    wrong = {"dir": "a2c", "line": '{"jsonrpc":"2.0","id":0,"result":null}'}
    log = {"dir": "a2c", "line": "Exception occurred!"}
    good, reply = trace_lines("\n".join(map(json.dumps, (ask, log, answer))))
    assert reads(good) is reads(reply) is None
    assert reply.method is surface("v1.unstable").SESSION_NEW
    _, null = trace_lines("\n".join(map(json.dumps, (ask, wrong))))
    assert reads(null) == "$.sessionId: expected string, got nothing" or "expected object, got null" in str(reads(null))

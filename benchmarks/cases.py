"""The measured messages: synthetic ACP v1, the same in every run."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

SEED = 20261130

NOTIFICATION, PROMPT, INITIALIZED = "SessionNotification", "PromptRequest", "InitializeResponse"
WHOLE = "Notification"
"""A JSON-RPC message, with its params."""


@dataclass(frozen=True)
class Case:
    """Messages of one type that are read and written one by one."""

    name: str
    title: str
    form: str
    texts: tuple[str, ...]


def wire(message: object) -> str:
    """A message as programs send it: compact, without ASCII escapes."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def update(tag: str, **members: Any) -> dict[str, Any]:
    return {"sessionId": "sess_5f2c9a71d04e", "update": {"sessionUpdate": tag, **members}}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


OLD_CODE = """def load(path):
    config = json.load(open(path))
    return config
"""
NEW_CODE = '''def load(path: Path) -> Config:
    """Read the settings; a missing file means the defaults."""
    if not path.exists():
        return Config()
    with path.open(encoding="utf-8") as file:
        return Config(**json.load(file))
'''

CHUNK = update("agent_message_chunk", content=text("I'll read the configuration first, "), messageId="msg_0a31")
CHUNK_SENT = {"jsonrpc": "2.0", "method": "session/update", "params": CHUNK}
TOOL_CALL = update(
    "tool_call",
    toolCallId="call_7d1f",
    title="Read src/app/config.py",
    kind="read",
    status="pending",
    locations=[{"path": "/home/dev/project/src/app/config.py", "line": 1}],
    rawInput={"path": "/home/dev/project/src/app/config.py", "limit": 200},
)
TOOL_CALL_UPDATE = update(
    "tool_call_update",
    toolCallId="call_7d20",
    status="completed",
    content=[
        {"type": "content", "content": text("Updated 1 file: 3 lines removed, 6 added.")},
        {"type": "diff", "path": "/home/dev/project/src/app/config.py", "oldText": OLD_CODE, "newText": NEW_CODE},
    ],
)
STEPS = ("Read the current loader", "Write a typed Config", "Port the callers", "Run the tests")
PLAN = update(
    "plan",
    entries=[
        {"content": step, "priority": priority, "status": status}
        for step, priority, status in zip(
            STEPS,
            ("high", "high", "medium", "low"),
            ("completed", "in_progress", "pending", "pending"),
            strict=True,
        )
    ],
)
USAGE = update("usage_update", used=53127, size=200000, cost={"amount": 0.4127, "currency": "USD"})
PROMPTED = {
    "sessionId": "sess_5f2c9a71d04e",
    "prompt": [
        text("Make load() in this file safe when the file is missing, and give it types."),
        {
            "type": "resource",
            "resource": {
                "uri": "file:///home/dev/project/src/app/config.py",
                "mimeType": "text/x-python",
                "text": OLD_CODE * 4,
            },
        },
    ],
}
INITIALIZE = {
    "protocolVersion": 1,
    "agentCapabilities": {
        "loadSession": True,
        "promptCapabilities": {"image": True, "audio": False, "embeddedContext": True},
        "mcpCapabilities": {"http": True, "sse": False},
        "sessionCapabilities": {"list": {}, "resume": {}, "close": {}},
    },
    "authMethods": [
        {"id": "login", "name": "Log in", "description": "Sign in with your browser"},
        {"id": "key", "name": "API key", "description": "Use a key from the environment"},
    ],
    "agentInfo": {"name": "example-agent", "title": "Example Agent", "version": "2.3.1"},
}
UNKNOWN = update("checkpoint_created", checkpointId="cp_18", label="before the refactoring", files=["a.py", "b.py"])
BROKEN = update("agent_message_chunk", content={"type": "text", "text": 42}, messageId="msg_0a31")

PROSE = (
    "the loader reads a file that may be missing, so I return `Config()` then. Next come its callers: `main.py` and "
    "two tests — naïve ones. Done with that,"
)
COMMANDS = [
    {"name": "review", "description": "Review the changes", "input": {"hint": "what to look at"}},
    {"name": "test", "description": "Run the tests"},
    {"name": "compact", "description": "Shorten the conversation"},
]
CHUNKS_TO_HOLD = 500


class Turn:
    """Makes the updates of one long prompt turn, in the proportions typical of coding agents."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311  (the same in every run)
        self.vocabulary = PROSE.split()
        self.calls = 0
        self.used = 20_000

    def words(self) -> str:
        return " ".join(self.random.choices(self.vocabulary, k=self.random.randint(1, 9))) + " "

    def chunk(self, tag: str = "agent_message_chunk") -> dict[str, Any]:
        return update(tag, content=text(self.words()), messageId=f"msg_{self.calls:04x}")

    def thought(self) -> dict[str, Any]:
        return self.chunk("agent_thought_chunk")

    def call(self) -> dict[str, Any]:
        self.calls += 1
        path = f"/home/dev/project/src/app/part_{self.calls}.py"
        return update(
            "tool_call",
            toolCallId=f"call_{self.calls:04x}",
            title=f"Edit {path}",
            kind="edit",
            status="pending",
            locations=[{"path": path, "line": self.random.randint(1, 400)}],
            rawInput={"path": path, "replace": self.words()},
        )

    def progress(self) -> dict[str, Any]:
        return update("tool_call_update", toolCallId=f"call_{self.calls:04x}", status="in_progress")

    def result(self) -> dict[str, Any]:
        return update(
            "tool_call_update",
            toolCallId=f"call_{self.calls:04x}",
            status="completed",
            content=[{"type": "content", "content": text("\n".join(self.words() for _ in range(5)))}],
            rawOutput={"exitCode": 0, "lines": self.random.randint(1, 90)},
        )

    def edit(self) -> dict[str, Any]:
        path = f"/home/dev/project/src/app/part_{self.calls}.py"
        diff = {"type": "diff", "path": path, "oldText": OLD_CODE, "newText": NEW_CODE}
        return update("tool_call_update", toolCallId=f"call_{self.calls:04x}", status="completed", content=[diff])

    def usage(self) -> dict[str, Any]:
        self.used += self.random.randint(200, 3000)
        cost = {"amount": round(self.used * 3e-6, 6), "currency": "USD"}
        return update("usage_update", used=self.used, size=200000, cost=cost)

    def messages(self, count: int) -> Iterator[dict[str, Any]]:
        yield update("available_commands_update", availableCommands=COMMANDS)
        yield update("current_mode_update", currentModeId="code")
        yield update("session_info_update", title="Safer configuration loading", updatedAt="2026-11-30T09:15:00Z")
        yield PLAN
        makers = (self.chunk, self.thought, self.call, self.progress, self.result, self.edit, self.usage)
        weights = (112, 28, 14, 10, 8, 6, 8)
        for make in self.random.choices(makers, weights, k=count - 6):
            yield make()
        yield PLAN
        yield self.chunk()


def notification(name: str, title: str, message: object) -> Case:
    return Case(name, title, NOTIFICATION, (wire(message),))


STREAM = Case("stream", "stream of 200 updates", NOTIFICATION, tuple(map(wire, Turn(SEED).messages(200))))
CASES = (
    notification("chunk", "text chunk", CHUNK),
    notification("tool_call", "tool_call", TOOL_CALL),
    notification("tool_call_update", "tool_call_update, content and diff", TOOL_CALL_UPDATE),
    notification("plan", "plan of four entries", PLAN),
    notification("usage", "usage", USAGE),
    Case("prompt", "prompt with a resource", PROMPT, (wire(PROMPTED),)),
    Case("initialize", "initialize response", INITIALIZED, (wire(INITIALIZE),)),
    STREAM,
    notification("unknown", "unknown variant", UNKNOWN),
    Case("whole", "text chunk in its JSON-RPC message", WHOLE, (wire(CHUNK_SENT),)),
)
PARSED = tuple(case for case in CASES if case.name in ("chunk", "initialize", "stream"))
"""The cases that are also measured with parsed JSON."""
MALFORMED = notification("error", "an error and where it is", BROKEN)
HELD = (
    Case("held chunk", "text chunk", NOTIFICATION, tuple(wire(Turn(seed).chunk()) for seed in range(CHUNKS_TO_HOLD))),
    Case("held stream", STREAM.title, NOTIFICATION, STREAM.texts),
)

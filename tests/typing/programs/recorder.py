"""A recorder: it stores an agent's updates, one per line, and replays them later into any handler."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from acp_types.v2 import unstable as acp

UPDATES: tuple[acp.JsonValue, ...] = (
    {"sessionUpdate": "session_info_update", "title": "First"},
    {"sessionUpdate": "user_message", "messageId": "u", "content": [{"type": "text", "text": "hello"}]},
    {"sessionUpdate": "agent_message_chunk", "messageId": "a", "content": {"type": "text", "text": "good "}},
    {"sessionUpdate": "agent_message_chunk", "messageId": "a", "content": {"type": "text", "text": "day"}},
    {"sessionUpdate": "session_info_update", "updatedAt": "2026-01-01T00:00:00Z"},
    {"sessionUpdate": "tool_call_update", "toolCallId": "t", "title": 3, "status": "_acme.waiting"},
    {"sessionUpdate": "session_info_update", "title": None},
    {"sessionUpdate": "usage_update", "used": "many"},
)


@dataclass
class Recorder:
    path: Path
    issues: list[acp.Issue] = field(default_factory=list[acp.Issue])
    errors: list[str] = field(default_factory=list[str])

    def record(self, session_id: acp.SessionId, raw: acp.JsonValue) -> None:
        """Store an update as this surface reads it. What it defaults or does not know is noted, and kept."""
        try:
            update = acp.decode(acp.SessionUpdate, raw, on_issue=self.issues.append)
        except acp.DecodeError as error:
            self.errors.append(f"{error.path}: not {error.expected}")
            return
        note = acp.UpdateSessionNotification(session_id=session_id, update=update)
        with self.path.open("a", encoding="ascii") as file:
            file.write(acp.dumps(acp.UpdateSessionNotification, note) + "\n")

    def replay(self) -> Iterator[acp.UpdateSessionNotification]:
        with self.path.open(encoding="ascii") as file:
            for line in file:
                yield acp.loads(acp.UpdateSessionNotification, line)


@dataclass(frozen=True)
class Transcript:
    title: str | None = None
    texts: tuple[tuple[acp.MessageId, str], ...] = ()
    statuses: tuple[tuple[acp.ToolCallId, acp.ToolCallStatus], ...] = ()

    def after(self, update: acp.SessionUpdate) -> Transcript:
        match update:
            case acp.SessionInfoUpdate(title=title) if title is not acp.UNSET:
                return replace(self, title=title)
            case acp.UserMessageChunk() | acp.AgentMessageChunk():
                return self.with_text(update.message_id, (update.content,))
            case acp.UserMessage() | acp.AgentMessage() if update.content is not acp.UNSET:
                return self.with_text(update.message_id, update.content or ())
            case acp.ToolCallUpdate(tool_call_id=call, status=status) if status is not acp.UNSET and status is not None:
                return replace(self, statuses=(*self.statuses, (call, status)))
            case _:
                return self

    def with_text(self, message_id: acp.MessageId, blocks: Iterable[acp.ContentBlock]) -> Transcript:
        texts = dict(self.texts)
        more = "".join(block.text for block in blocks if isinstance(block, acp.TextContent))
        texts[message_id] = texts.get(message_id, "") + more
        return replace(self, texts=tuple(texts.items()))


def main(folder: Path) -> None:
    session_id = acp.SessionId("s")
    recorder = Recorder(folder / "session.jsonl")
    for raw in UPDATES:
        recorder.record(session_id, raw)
    transcript = Transcript()
    for note in recorder.replay():
        transcript = transcript.after(note.update)
    print(transcript.title, dict(transcript.texts), dict(transcript.statuses))
    rules = Counter(issue.rule for issue in recorder.issues)
    print(dict(rules), recorder.errors)
    stored = [acp.encode(acp.SessionUpdate, note.update) for note in recorder.replay()]
    print("as sent:", [update in stored for update in UPDATES])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(Path(scratch))

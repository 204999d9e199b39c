"""A user interface for ACP v2 that handles every update: a type checker reports a missing one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from typing_extensions import assert_never

from acp_types import v2 as acp


def text_of(block: acp.ContentBlock) -> str:
    match block:
        case acp.TextContent(text=text):
            return text
        case acp.ImageContent(mime_type=kind) | acp.AudioContent(mime_type=kind):
            return f"[{kind}]"
        case acp.ResourceLink(name=name):
            return f"<{name}>"
        case acp.EmbeddedResource(resource=resource):
            return f"<{resource.uri}>"
        case acp.OtherContentBlock(type=tag):
            return f"[{tag}?]"
        case _:
            assert_never(block)


def icon(status: acp.ToolCallStatus | None) -> str:
    match status:
        case None | "pending" | "paused":
            return "."
        case "in_progress":
            return ">"
        case "completed":
            return "+"
        case "failed" | "cancelled":
            return "!"
        case acp.OtherToolCallStatus():
            return "?"
        case _:
            assert_never(status)


def changes(diff: acp.Diff) -> Iterator[str]:
    for change in diff.changes:
        match change:
            case acp.DiffChangeAdd() | acp.DiffChangeDelete() | acp.DiffChangeModify():
                yield f"{change.operation} {change.path}"
            case acp.DiffChangeMove() | acp.DiffChangeCopy():
                yield f"{change.operation} {change.old_path} to {change.path}"
            case acp.OtherDiffChange():
                yield change.operation
            case _:
                assert_never(change)


def output(content: acp.ToolCallContent) -> str:
    match content:
        case acp.Content(content=block):
            return text_of(block)
        case acp.Diff():
            return ", ".join(changes(content))
        case acp.Terminal(terminal_id=terminal_id):
            return f"terminal {terminal_id}"
        case acp.OtherToolCallContent():
            return ""
        case _:
            assert_never(content)


@dataclass
class Screen:
    titles: dict[acp.ToolCallId, str] = field(default_factory=dict[acp.ToolCallId, str])

    def show(self, update: acp.SessionUpdate) -> str:
        match update:
            case acp.UserMessageChunk() | acp.AgentMessageChunk():
                return f"{update.session_update.split('_')[0]}: {text_of(update.content)}"
            case (
                acp.UserMessage(content=content) | acp.AgentMessage(content=content) | acp.AgentThought(content=content)
            ):
                return "unchanged" if content is acp.UNSET else " ".join(map(text_of, content or ()))
            case acp.AgentThoughtChunk(content=block):
                return f"({text_of(block)})"
            case acp.RunningStateUpdate() | acp.RequiresActionStateUpdate():
                return update.state
            case acp.IdleStateUpdate(stop_reason=reason, error=error):
                return f"idle: {error.message if error else reason or 'nothing done yet'}"
            case acp.ToolCallUpdate():
                return self.show_tool(update)
            case acp.ToolCallContentChunk(content=content):
                return f"  {output(content)}"
            case acp.TerminalUpdate(exit_status=acp.TerminalExitStatus(exit_code=code)):
                return f"exited with {code}"
            case acp.TerminalUpdate(command=command):
                return f"$ {command or ''}"
            case acp.TerminalOutputChunk(data=data):
                return f"{len(data)} characters in base64"
            case acp.PlanUpdate(plan=acp.PlanItems(entries=entries)):
                return "; ".join(f"{entry.content} ({entry.status})" for entry in entries)
            case acp.PlanUpdate():
                return "a plan of another kind"
            case acp.AvailableCommandsUpdate():
                return "other commands"
            case acp.ConfigOptionUpdate(config_options=options):
                return ", ".join(option.name for option in options)
            case acp.SessionInfoUpdate(title=title):
                return "same title" if title is acp.UNSET else title or "no title"
            case acp.UsageUpdate(used=used, size=size):
                return f"{used / size:.0%} used"
            case acp.Notice(severity=severity, title=title):
                return f"{severity.upper()}: {title}"
            case acp.CompactionUpdate(status=status):
                return f"compaction {status}"
            case acp.CompactionSummaryChunk(content=content):
                return text_of(content)
            case acp.OtherStateUpdate() | acp.OtherSessionUpdate():
                return f"not shown: {update.session_update}"
            case _:
                assert_never(update)

    def show_tool(self, call: acp.ToolCallUpdate) -> str:
        if call.title is not acp.UNSET:
            self.titles[call.tool_call_id] = call.title or ""
        status = None if call.status is acp.UNSET else call.status
        return f"{icon(status)} {self.titles.get(call.tool_call_id, '')}".rstrip()


def render(updates: Iterable[acp.SessionUpdate]) -> list[str]:
    screen = Screen()
    return [screen.show(update) for update in updates]


if __name__ == "__main__":
    tool, hi = acp.ToolCallId("t"), acp.TextContent(text="hi")
    move = acp.DiffChangeMove(old_path="/a", path="/b")
    for line in render(
        [
            acp.AgentMessageChunk(message_id=acp.MessageId("m"), content=hi),
            acp.ToolCallUpdate(tool_call_id=tool, title="Edit", status="pending"),
            acp.ToolCallContentChunk(tool_call_id=tool, content=acp.Diff(changes=(move,))),
            acp.ToolCallUpdate(tool_call_id=tool, status=acp.OtherToolCallStatus("_acme.waiting")),
            acp.UsageUpdate(used=1, size=4),
            acp.IdleStateUpdate(stop_reason="end_turn"),
            acp.OtherSessionUpdate(session_update="_acme.glow", payload={"colour": "red"}),
        ]
    ):
        print(line)

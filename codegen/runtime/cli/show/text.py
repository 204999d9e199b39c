"""A recorded session as readable text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..showable import clean, clean_line
from .content import Line, blocks_text, short_json, terminal_lines, tool_content
from .style import Look, Style
from .transcript import ConnectionLog, Note, Permission, SessionLog, Turn
from .turns import Segment, segments

_WIDTH: Final = 78
_TOOL_LINES: Final = 12
_THOUGHT_LINES: Final = 6
_STATUS_LOOKS: Final[dict[str, Look]] = {
    "completed": "green",
    "failed": "red",
    "cancelled": "yellow",
    "in_progress": "blue",
}


class TextShow:
    """Formats connections as lines."""

    def __init__(self, style: Style, *, full: bool) -> None:
        self._style = style
        self._full = full

    # -- from the outside in --------------------------------------------------------------------------------------------

    def connection(self, log: ConnectionLog) -> Iterator[str]:
        yield self._style.paint(_title(log), "bold")
        for session in log.sessions:
            if session.turns or session.view.timeline:
                yield ""
                yield from self._session(session)
        if log.errors:
            yield ""
            yield from (self._style.paint(clean_line(error), "red") for error in log.errors)
        remarks: list[str] = []
        if log.broken:
            remarks.append(_times(log.broken, "message does not fit its type", "messages do not fit their types"))
        if log.violations:
            remarks.append(_times(log.violations, "violation", "violations") + " of the protocol")
        if remarks:
            yield ""
            yield self._style.paint(f"{', '.join(remarks)}: see acp-types check", "yellow")

    def _session(self, session: SessionLog) -> Iterator[str]:
        title = session.view.info.title
        head = f"Session {clean_line(session.id)}" + (f" in {clean_line(session.cwd)}" if session.cwd else "")
        yield self._style.paint(head, "bold")
        if title:
            yield self._style.paint(clean_line(title))
        for segment in segments(session):
            yield from self._segment(session, segment)

    def _segment(self, session: SessionLog, segment: Segment) -> Iterator[str]:
        turn = segment.turn
        if turn is not None:
            yield ""
            yield self._rule(_heading(turn))
        said: set[str] = set()
        if turn is not None and turn.prompt and not any(_is_user(item) for item in segment.items):
            yield from self._message("You", blocks_text(turn.prompt), "cyan")
        for item in segment.items:
            yield from self._item(session, item, said)
        if turn is not None:
            yield from self._end(turn, is_last=segment.is_last)

    def _end(self, turn: Turn, *, is_last: bool) -> Iterator[str]:
        if turn.beginning == "history":
            return
        usage = _usage(turn.usage)
        if turn.error is not None:
            yield self._style.paint(f"Failed: {clean_line(turn.error)}{usage}", "red")
        elif turn.stop is not None:
            look: Look = "dim" if turn.stop == "end_turn" else "yellow"
            yield self._style.paint(f"Ended: {clean_line(turn.stop)}{usage}", look)
        elif is_last:
            yield self._style.paint("Not ended: the trace ends here", "yellow")

    def _rule(self, text: str) -> str:
        line = self._style.sign("rule")
        return self._style.paint(f"{line * 2} {text} ".ljust(_WIDTH, line), "bold")

    # -- what happens in a turn -----------------------------------------------------------------------------------------

    def _item(self, session: SessionLog, item: Any, said: set[str]) -> Iterator[str]:
        kind = type(item).__name__
        if isinstance(item, Note):
            yield self._style.paint(
                f"({item.kind}: {clean_line(item.text)})", "yellow" if item.kind == "notice" else "dim"
            )
        elif kind == "Message":
            yield from self._speech(item, said)
        elif kind == "Thought":
            yield from self._thought(item)
        elif kind == "ToolCall":
            yield from self._tool_call(session, item)
        elif kind == "Terminal":
            if item.terminal_id not in _embedded(session):
                yield from self._body(terminal_lines(item))
        elif kind in ("Plan", "PlanUpdate"):
            yield from self._plan(item)
        elif kind == "Compaction":
            yield self._style.paint(f"(context compacted: {clean_line(item.status)})", "dim")
        elif kind == "Subagent":
            yield self._style.paint(f"(subagent {clean_line(item.title or item.session_id)})", "dim")
        elif kind == "PeerMessage":
            yield from self._message("Between sessions", clean(item.text), "blue")
        else:
            yield self._style.paint(f"(unknown update {clean_line(item.session_update)})", "dim")

    def _speech(self, item: Any, said: set[str]) -> Iterator[str]:
        text = blocks_text(item.content)
        if item.role == "user":
            # Some v1 agents send the prompt back.
            if text not in said:
                yield from self._message("You", text, "cyan")
            said.add(text)
        elif text:
            yield from self._message("Agent", text, "green")

    def _message(self, who: str, text: str, look: Look) -> Iterator[str]:
        yield self._style.paint(who, "bold", look)
        yield from (f"  {line}".rstrip() for line in text.splitlines())

    def _thought(self, item: Any) -> Iterator[str]:
        lines = [Line(line, ("dim",)) for line in blocks_text(item.content).splitlines()]
        if lines:
            yield self._style.paint("Thought", "dim")
            yield from self._body(lines, _THOUGHT_LINES)

    def _tool_call(self, session: SessionLog, call: Any) -> Iterator[str]:
        look = _STATUS_LOOKS.get(call.status, "dim")
        title = clean(call.title or call.name or call.tool_call_id)
        kind = "" if call.kind in ("other", title) else f"{clean_line(call.kind)}: "
        status = "" if call.status in ("completed", "failed") else f" ({clean_line(call.status)})"
        yield (
            f"{self._style.paint(self._style.sign(call.status), 'bold', look)} {kind}{title.splitlines()[0] if title else ''}"
            + (self._style.paint(status, look))
        )
        for permission in session.permissions.get(call.tool_call_id, ()):
            yield f"  {self._style.paint(_permission(permission), 'yellow')}"
        lines = [*tool_content(call.content, session.terminals)]
        told = "\n".join((title, *(line.text for line in lines)))
        places = [_location(location) for location in call.locations if clean_line(location.path) not in told]
        if places:
            yield f"  {self._style.paint(', '.join(places), 'dim')}"
        if not lines and call.raw_input not in (None, {}):
            lines.append(Line(short_json(call.raw_input), ("dim",)))
        yield from self._body(lines, _TOOL_LINES)

    def _body(self, lines: Iterable[Line], limit: int = _TOOL_LINES) -> Iterator[str]:
        """Indented lines; the middle of a long text is left out."""
        shown = [*lines]
        hidden = 0 if self._full else max(0, len(shown) - limit)
        for line in shown[: len(shown) - hidden]:
            yield f"  {self._style.paint(line.text, *line.looks)}".rstrip()
        if hidden:
            yield self._style.paint(f"  {self._style.sign('more')} {_times(hidden, 'more line', 'more lines')}", "dim")

    def _plan(self, item: Any) -> Iterator[str]:
        plan = getattr(item, "plan", item)
        entries = getattr(plan, "entries", None)
        yield self._style.paint("Plan", "bold", "blue")
        if entries is None:
            text = getattr(plan, "content", None) or getattr(plan, "uri", None) or plan.type
            yield from (f"  {line}" for line in clean(str(text)).splitlines())
            return
        for entry in entries:
            look = _STATUS_LOOKS.get(entry.status, "dim")
            yield f"  {self._style.paint(self._style.sign(entry.status), look)} {clean_line(entry.content)}"


def _title(log: ConnectionLog) -> str:
    conversation = log.dialogue.conversation
    agent, client = conversation.agent, conversation.client
    version = log.dialogue.surface.partition(".")[0]
    names = [_name(agent, "agent_info", "An agent"), _name(client, "client_info", "a client")]
    return f"{names[0]} for {names[1]}, ACP {version}"


def _name(said: Any, member: str, fallback: str) -> str:
    info = getattr(said, member, None) or getattr(said, "info", None)
    return fallback if info is None else clean_line(f"{info.title or info.name} {info.version}").strip()


def _heading(turn: Turn) -> str:
    if turn.beginning == "history":
        return "Replayed history"
    return f"Turn {turn.number}" if turn.beginning == "prompt" else "Without a prompt"


def _is_user(item: Any) -> bool:
    return getattr(item, "role", None) == "user"


def _embedded(session: SessionLog) -> set[str]:
    """The terminals shown inside tool calls."""
    calls = session.view.tool_calls.values()
    return {item.terminal_id for call in calls for item in call.content if item.type == "terminal"}


def _permission(permission: Permission) -> str:
    asked = f"asked: {clean_line(permission.title)}" if permission.title else "asked for permission"
    return f"{asked} - {'no answer' if permission.answer is None else clean_line(permission.answer)}"


def _location(location: Any) -> str:
    line = getattr(location, "line", None)
    return clean_line(location.path) + (f":{line}" if line is not None else "")


def _usage(usage: Any) -> str:
    if usage is None:
        return ""
    cost = "" if usage.cost is None or not usage.cost.amount else f", {_cost(usage.cost)} so far"
    return f" ({usage.used:,} of {usage.size:,} tokens{cost})"


def _cost(cost: Any) -> str:
    return f"{cost.amount:,.4g} {clean_line(cost.currency)}"


def _times(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"

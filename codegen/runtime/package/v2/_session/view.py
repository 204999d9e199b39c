"""A v2 session as it stands: what each update does to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from acp_types._runtime.session.cells import ReplacedCell
from acp_types._runtime.session.patches import merged_meta, merged_unknown, patched
from acp_types._runtime.session.reducer import Dispatch, Handler
from acp_types._runtime.session.timeline import Cell, CellT, Timeline
from acp_types.v2 import (
    AgentMessage,
    AgentMessageChunk,
    AgentThought,
    AgentThoughtChunk,
    AvailableCommandsUpdate,
    CompactionSummaryChunk,
    CompactionUpdate,
    ConfigOptionUpdate,
    MessageId,
    NewSessionResponse,
    Notice,
    PlanUpdate,
    ResumeSessionResponse,
    SessionInfoUpdate,
    SetSessionConfigOptionResponse,
    StateUpdate,
    TerminalOutputChunk,
    TerminalUpdate,
    ToolCallContentChunk,
    ToolCallUpdate,
    UsageUpdate,
    UserMessage,
    UserMessageChunk,
)

from .cells import CompactionCell, PeerMessageCell, SpeechCell, SubagentCell, TerminalCell, ToolCallCell
from .entities import Info, Usage
from .reading import NO_INFO, EntityT, Facts, IdleT, OtherT, PlanT, Reading, StateT, UpdateT

if TYPE_CHECKING:
    from acp_types.v2 import unstable
    from acp_types.v2.unstable import PlanRemoved, SessionMessage, SessionMessageChunk, SubagentUpdate


class View(Dispatch, Reading[UpdateT, EntityT, StateT, IdleT, PlanT, OtherT]):
    """A session that takes updates."""

    __slots__ = (
        "_commands",
        "_compactions",
        "_config",
        "_info",
        "_now",
        "_peer_messages",
        "_plans",
        "_speech",
        "_state",
        "_stop",
        "_subagents",
        "_terminals",
        "_timeline",
        "_tool_calls",
        "_touched",
        "_usage",
    )

    def __init__(self) -> None:
        self._timeline: Timeline[Any] = Timeline()
        self._speech: dict[str, dict[str, SpeechCell]] = {"user": {}, "agent": {}, "thought": {}}
        self._tool_calls: dict[str, ToolCallCell] = {}
        self._terminals: dict[str, TerminalCell] = {}
        self._compactions: dict[str, CompactionCell] = {}
        self._plans: dict[str, ReplacedCell] = {}
        self._subagents: dict[str, SubagentCell] = {}
        self._peer_messages: dict[str, PeerMessageCell] = {}
        self._state: Any = None
        self._stop: Any = None
        self._usage: Usage | None = None
        self._info = NO_INFO
        self._config: ConfigOptionUpdate | None = None
        self._commands: AvailableCommandsUpdate | None = None
        self._touched: Cell | None = None
        self._now: Facts | None = None

    def apply(self, update: UpdateT) -> None:
        """Take one update.

        Anything that is typed as an update is taken, in any order: an id that was not seen before makes an entity. Raises
        `TypeError` for what is no update at all.
        """
        self._touched = self._dispatch(update)
        self._now = None

    @property
    def touched(self) -> EntityT | None:
        """The entity that the last update was about, as it is now: what a display has to draw again.

        Nothing where it was about the session as a whole, a notice, or the removal of a plan. Costs the same however
        long the session is.
        """
        cell = self._touched
        return None if cell is None else cast(EntityT, self._timeline.get(cell))

    def set_up(
        self,
        response: NewSessionResponse
        | ResumeSessionResponse
        | unstable.ForkSessionResponse
        | SetSessionConfigOptionResponse,
    ) -> None:
        """Take configuration options and commands from a response that has them. One that has none says nothing."""
        if response.config_options is not None:
            self._config = ConfigOptionUpdate(config_options=response.config_options)
        commands = None if isinstance(response, SetSessionConfigOptionResponse) else response.available_commands
        if commands is not None:
            self._commands = AvailableCommandsUpdate(available_commands=commands)
        self._now = None

    def _facts(self) -> Facts:
        if self._now is None:
            self._now = Facts(
                timeline=self._timeline.read(),
                state=self._state,
                stop=self._stop,
                usage=self._usage,
                info=self._info,
                config=self._config,
                commands=self._commands,
            )
        return self._now

    def __eq__(self, other: object) -> bool:
        return self._facts() == other._facts() if isinstance(other, View) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self._facts().timeline)} entities>"

    def _cell(self, cells: dict[str, CellT], key: str, make: Callable[[Any], CellT]) -> CellT:
        """The entity of an id, which may be a new one; it is about to change."""
        cell = cells.get(key)
        if cell is None:
            cell = cells[key] = self._timeline.add(make(key))
        elif not cell.is_stale:
            self._timeline.touch(cell)
        return cell

    def _speech_cell(self, role: Literal["user", "agent", "thought"], message_id: MessageId) -> SpeechCell:
        cells = self._speech[role]
        cell = cells.get(message_id)
        if cell is None:
            cell = cells[message_id] = self._timeline.add(SpeechCell(message_id, role))
        elif not cell.is_stale:
            self._timeline.touch(cell)
        return cell

    def _user_chunk(self, update: UserMessageChunk) -> Cell:
        cell = self._speech_cell("user", update.message_id)
        cell.log.append(update.content, update.meta, update.unknown_fields)
        return cell

    def _user(self, update: UserMessage) -> Cell:
        cell = self._speech_cell("user", update.message_id)
        cell.apply(update)
        return cell

    def _agent_chunk(self, update: AgentMessageChunk) -> Cell:
        cell = self._speech_cell("agent", update.message_id)
        cell.log.append(update.content, update.meta, update.unknown_fields)
        return cell

    def _agent(self, update: AgentMessage) -> Cell:
        cell = self._speech_cell("agent", update.message_id)
        cell.apply(update)
        return cell

    def _thought_chunk(self, update: AgentThoughtChunk) -> Cell:
        cell = self._speech_cell("thought", update.message_id)
        cell.log.append(update.content, update.meta, update.unknown_fields)
        return cell

    def _thought(self, update: AgentThought) -> Cell:
        cell = self._speech_cell("thought", update.message_id)
        cell.apply(update)
        return cell

    def _tool_call(self, update: ToolCallUpdate) -> Cell:
        cell = self._cell(self._tool_calls, update.tool_call_id, ToolCallCell)
        cell.apply(update)
        return cell

    def _tool_call_chunk(self, update: ToolCallContentChunk) -> Cell:
        cell = self._cell(self._tool_calls, update.tool_call_id, ToolCallCell)
        cell.log.append(update.content, update.meta, update.unknown_fields)
        return cell

    def _terminal(self, update: TerminalUpdate) -> Cell:
        cell = self._cell(self._terminals, update.terminal_id, TerminalCell)
        cell.apply(update)
        return cell

    def _terminal_chunk(self, update: TerminalOutputChunk) -> Cell:
        cell = self._cell(self._terminals, update.terminal_id, TerminalCell)
        cell.log.append(update.data, update.meta, update.unknown_fields)
        return cell

    def _compaction(self, update: CompactionUpdate) -> Cell:
        cell = self._cell(self._compactions, update.compaction_id, CompactionCell)
        cell.apply(update)
        return cell

    def _compaction_chunk(self, update: CompactionSummaryChunk) -> Cell:
        cell = self._cell(self._compactions, update.compaction_id, CompactionCell)
        cell.log.append(update.content, update.meta, update.unknown_fields)
        return cell

    def _plan(self, update: PlanUpdate | unstable.PlanUpdate) -> Cell:
        cell = self._cell(self._plans, update.plan.plan_id, ReplacedCell.new)
        cell.update = update
        return cell

    def _plan_removed(self, update: PlanRemoved) -> None:
        cell = self._plans.pop(update.plan_id, None)
        if cell is not None:
            self._timeline.remove(cell)

    def _subagent(self, update: SubagentUpdate) -> Cell:
        cell = self._cell(self._subagents, update.session_id, SubagentCell)
        cell.apply(update)
        return cell

    def _peer_message(self, update: SessionMessage) -> Cell:
        cell = self._cell(self._peer_messages, update.message_id, PeerMessageCell)
        cell.apply(update)
        return cell

    def _peer_message_chunk(self, update: SessionMessageChunk) -> Cell:
        cell = self._cell(self._peer_messages, update.message_id, PeerMessageCell)
        cell.log.append(update.content, update.meta, update.unknown_fields)
        return cell

    def _state_update(self, update: StateUpdate | unstable.StateUpdate) -> None:
        if getattr(update, "stop_reason", None) is not None:  # only idle has it
            self._stop = update
        elif update.state != "idle":
            self._stop = None
        self._state = update

    def _usage_update(self, update: UsageUpdate) -> None:
        self._usage = Usage(
            used=update.used,
            size=update.size,
            cost=patched(self._usage.cost if self._usage else None, update.cost, None),
            meta=update.meta,
            unknown_fields=update.unknown_fields,
        )

    def _info_update(self, update: SessionInfoUpdate) -> None:
        info = self._info
        self._info = Info(
            title=patched(info.title, update.title, None),
            updated_at=patched(info.updated_at, update.updated_at, None),
            meta=merged_meta(info.meta, update.meta),
            unknown_fields=merged_unknown(info.unknown_fields, update.unknown_fields),
        )

    def _config_update(self, update: ConfigOptionUpdate) -> None:
        self._config = update

    def _commands_update(self, update: AvailableCommandsUpdate) -> None:
        self._commands = update

    def _notice(self, update: Notice) -> None:
        """A notice is for whoever is looking when it comes. It is no part of the session's history."""

    def _unknown(self, update: Any) -> Cell:
        return self._timeline.add(ReplacedCell(update))

    _by_tag: ClassVar[Mapping[str, Handler]] = {
        "user_message_chunk": _user_chunk,
        "user_message": _user,
        "agent_message_chunk": _agent_chunk,
        "agent_message": _agent,
        "agent_thought_chunk": _thought_chunk,
        "agent_thought": _thought,
        "state_update": _state_update,
        "tool_call_content_chunk": _tool_call_chunk,
        "tool_call_update": _tool_call,
        "terminal_update": _terminal,
        "terminal_output_chunk": _terminal_chunk,
        "plan_update": _plan,
        "plan_removed": _plan_removed,
        "available_commands_update": _commands_update,
        "config_option_update": _config_update,
        "session_info_update": _info_update,
        "usage_update": _usage_update,
        "notice": _notice,
        "compaction_update": _compaction,
        "compaction_summary_chunk": _compaction_chunk,
        "subagent_update": _subagent,
        "session_message": _peer_message,
        "session_message_chunk": _peer_message_chunk,
        "": _unknown,
    }

"""A v1 session as it stands: what each update does to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from acp_types._runtime.session.cells import ReplacedCell
from acp_types._runtime.session.patches import merged_unknown, patched
from acp_types._runtime.session.reducer import Dispatch, Handler
from acp_types._runtime.session.timeline import Cell, CellT, Timeline
from acp_types.v1 import (
    AgentMessageChunk,
    AgentThoughtChunk,
    AvailableCommandsUpdate,
    CompactionSummaryChunk,
    CompactionUpdate,
    ConfigOptionUpdate,
    ContentBlock,
    CurrentModeUpdate,
    LoadSessionResponse,
    NewSessionResponse,
    Notice,
    Plan,
    ResumeSessionResponse,
    SessionInfoUpdate,
    SessionMode,
    SetSessionConfigOptionResponse,
    ToolCall,
    ToolCallUpdate,
    UsageUpdate,
    UserMessageChunk,
)

from .cells import CompactionCell, PeerMessageCell, SpeechCell, SubagentCell, ToolCallCell
from .entities import Info, Usage
from .reading import NO_INFO, Beside, EntityT, Facts, OtherT, Reading, StopT, UpdateT

if TYPE_CHECKING:
    from acp_types.v1.unstable import (
        ForkSessionResponse,
        PlanId,
        PlanRemoved,
        PlanUpdate,
        SessionMessage,
        SessionMessageChunk,
        SubagentUpdate,
    )

Role = Literal["user", "agent", "thought"]


class View(Dispatch, Reading[UpdateT, EntityT, StopT, OtherT]):
    """A session that takes updates."""

    __slots__ = (
        "_available_modes",
        "_commands",
        "_compactions",
        "_config",
        "_gaps",
        "_info",
        "_is_running",
        "_mode",
        "_now",
        "_open",
        "_peer_messages",
        "_plans",
        "_speech",
        "_stop",
        "_subagents",
        "_timeline",
        "_touched",
        "_tool_calls",
        "_usage",
    )

    def __init__(self) -> None:
        self._timeline: Timeline[Any] = Timeline()
        self._speech: dict[str, dict[str, SpeechCell]] = {"user": {}, "agent": {}, "thought": {}}
        self._tool_calls: dict[str, ToolCallCell] = {}
        self._compactions: dict[str, CompactionCell] = {}
        self._plans: dict[str | None, ReplacedCell] = {}
        self._subagents: dict[str, SubagentCell] = {}
        self._peer_messages: dict[str, PeerMessageCell] = {}
        self._usage: Usage | None = None
        self._info = NO_INFO
        self._mode: CurrentModeUpdate | None = None
        self._config: ConfigOptionUpdate | None = None
        self._commands: AvailableCommandsUpdate | None = None
        self._is_running = False
        self._stop: StopT | None = None
        self._available_modes: tuple[SessionMode, ...] | None = None
        self._open: SpeechCell | None = None
        """The message without an id that a chunk without one would go on with."""
        self._gaps: dict[int, PlanRemoved] = {}
        """Where a plan was removed and nothing else keeps two messages without ids apart: before which position."""
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

    def start_turn(self, prompt: Iterable[ContentBlock] = ()) -> None:
        """A `session/prompt` was sent: what comes now belongs to its turn.

        The blocks of the prompt become a message of the user, since a v1 agent does not send them back; give none where
        the agent does.
        """
        content = tuple(prompt)
        self._open = self._add(SpeechCell(None, "user", content)) if content else None
        self._is_running = True
        self._stop = None
        self._now = None

    def end_turn(self, response: StopT) -> None:
        """The prompt was answered."""
        self._is_running = False
        self._stop = response

    def set_up(
        self,
        response: NewSessionResponse
        | LoadSessionResponse
        | ResumeSessionResponse
        | ForkSessionResponse
        | SetSessionConfigOptionResponse,
    ) -> None:
        """Take modes and configuration options from a response that has them. One that has none says nothing."""
        modes = None if isinstance(response, SetSessionConfigOptionResponse) else response.modes
        if modes is not None:
            self._available_modes = modes.available_modes
            self._mode = CurrentModeUpdate(current_mode_id=modes.current_mode_id)
        if response.config_options is not None:
            self._config = ConfigOptionUpdate(config_options=response.config_options)
        self._now = None

    def _facts(self) -> Facts:
        if self._now is None:
            self._now = Facts(
                timeline=self._timeline.read(),
                usage=self._usage,
                info=self._info,
                mode=self._mode,
                config=self._config,
                commands=self._commands,
            )
        return self._now

    def _beside(self) -> Beside:
        return Beside(
            gaps={**self._gaps}, is_running=self._is_running, stop=self._stop, available_modes=self._available_modes
        )

    def __eq__(self, other: object) -> bool:
        return self._facts() == other._facts() if isinstance(other, View) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self._facts().timeline)} entities>"

    def _cell(self, cells: dict[Any, CellT], key: str | None, make: Callable[[Any], CellT]) -> CellT:
        """The entity of an id, which may be a new one; it is about to change."""
        cell = cells.get(key)
        if cell is None:
            cell = cells[key] = self._add(make(key))
        elif not cell.is_stale:
            self._timeline.touch(cell)
        return cell

    def _add(self, cell: CellT) -> CellT:
        """Put a new entity at the end, where a message without an id does not go on after it."""
        self._open = None
        return self._timeline.add(cell)

    def _chunk(self, role: Role, update: UserMessageChunk | AgentMessageChunk | AgentThoughtChunk) -> Cell:
        message_id = update.message_id
        if message_id is not None:
            cell = self._speech[role].get(message_id)
        else:
            cell = self._open if self._open is not None and self._open.role == role else None
        if cell is None:
            cell = self._add(SpeechCell(message_id, role, ()))
            if message_id is None:
                self._open = cell
            else:
                self._speech[role][message_id] = cell
        elif not cell.is_stale:
            self._timeline.touch(cell)
        cell.log.append(update.content, update.meta, update.unknown_fields)
        return cell

    def _user_chunk(self, update: UserMessageChunk) -> Cell:
        return self._chunk("user", update)

    def _agent_chunk(self, update: AgentMessageChunk) -> Cell:
        return self._chunk("agent", update)

    def _thought_chunk(self, update: AgentThoughtChunk) -> Cell:
        return self._chunk("thought", update)

    def _tool_call_announced(self, update: ToolCall) -> Cell:
        cell = self._cell(self._tool_calls, update.tool_call_id, ToolCallCell)
        cell.announce(update)
        return cell

    def _tool_call(self, update: ToolCallUpdate) -> Cell:
        cell = self._cell(self._tool_calls, update.tool_call_id, ToolCallCell)
        cell.apply(update)
        return cell

    def _compaction(self, update: CompactionUpdate) -> Cell:
        cell = self._cell(self._compactions, update.compaction_id, CompactionCell)
        cell.apply(update)
        return cell

    def _compaction_chunk(self, update: CompactionSummaryChunk) -> Cell:
        cell = self._cell(self._compactions, update.compaction_id, CompactionCell)
        cell.log.append(update.content, update.meta, update.unknown_fields)
        return cell

    def _plan(self, update: Plan) -> Cell:
        return self._replace_plan(None, update)

    def _plan_update(self, update: PlanUpdate) -> Cell:
        plan_id = plan_id_of(update)
        return self._unknown(update) if plan_id is None else self._replace_plan(plan_id, update)

    def _replace_plan(self, plan_id: str | None, update: Plan | PlanUpdate) -> Cell:
        cell = self._cell(self._plans, plan_id, ReplacedCell.new)
        cell.update = update
        return cell

    def _plan_removed(self, update: PlanRemoved) -> None:
        cell = self._plans.pop(update.plan_id, None)
        if cell is not None:
            position = cell.position
            self._timeline.remove(cell)
            self._gaps = {gap - (gap > position): made_by for gap, made_by in self._gaps.items()}
            self._gaps[position] = update
        elif self._open is not None:
            self._gaps[len(self._timeline)] = update
        self._open = None

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

    def _usage_update(self, update: UsageUpdate) -> None:
        reported = self._usage.cost if self._usage else None
        self._usage = Usage(
            used=update.used,
            size=update.size,
            cost=reported if update.cost is None else update.cost,
            meta=update.meta,
            unknown_fields=update.unknown_fields,
        )

    def _info_update(self, update: SessionInfoUpdate) -> None:
        info = self._info
        self._info = Info(
            title=patched(info.title, update.title, None),
            updated_at=patched(info.updated_at, update.updated_at, None),
            meta=info.meta if update.meta is None else update.meta,
            unknown_fields=merged_unknown(info.unknown_fields, update.unknown_fields),
        )

    def _mode_update(self, update: CurrentModeUpdate) -> None:
        self._mode = update

    def _config_update(self, update: ConfigOptionUpdate) -> None:
        self._config = update

    def _commands_update(self, update: AvailableCommandsUpdate) -> None:
        self._commands = update

    def _notice(self, update: Notice) -> None:
        """A notice is for whoever is looking when it comes. It is no part of the session's history."""

    def _unknown(self, update: Any) -> Cell:
        return self._add(ReplacedCell(update))

    _by_tag: ClassVar[Mapping[str, Handler]] = {
        "user_message_chunk": _user_chunk,
        "agent_message_chunk": _agent_chunk,
        "agent_thought_chunk": _thought_chunk,
        "tool_call": _tool_call_announced,
        "tool_call_update": _tool_call,
        "plan": _plan,
        "plan_update": _plan_update,
        "plan_removed": _plan_removed,
        "available_commands_update": _commands_update,
        "current_mode_update": _mode_update,
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


def plan_id_of(update: PlanUpdate) -> PlanId | None:
    """The id of a plan. Where its form is not known, it stands in the payload, if anywhere."""
    plan: Any = update.plan
    plan_id: PlanId | None = plan.payload.get("planId") if hasattr(plan, "payload") else plan.plan_id
    return plan_id if isinstance(plan_id, str) else None


def plans_in(timeline: Iterable[object]) -> Mapping[PlanId, PlanUpdate]:
    """The plans that have ids, by these."""
    updates: list[Any] = [entity for entity in timeline if getattr(entity, "session_update", None) == "plan_update"]
    return {plan_id: update for update in updates if (plan_id := plan_id_of(update)) is not None}

"""Session state for ACP v1: how each update changes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from acp_types._runtime.session.body import Log
from acp_types._runtime.session.patches import merged_unknown, patched
from acp_types._runtime.session.reading import EntityT, OtherT, UpdateT
from acp_types._runtime.session.timeline import Cell, CellT
from acp_types._runtime.session.view import BaseView, Handler, ignored
from acp_types.v1 import (
    AvailableCommandsUpdate,
    ConfigOptionUpdate,
    ContentBlock,
    CurrentModeUpdate,
    LoadSessionResponse,
    NewSessionResponse,
    Plan,
    ResumeSessionResponse,
    SessionInfoUpdate,
    SessionMode,
    SetSessionConfigOptionResponse,
    ToolCall,
    UsageUpdate,
)

from .cells import (
    AgentCell,
    CompactionCell,
    PeerMessageCell,
    SpeechCell,
    SubagentCell,
    ThoughtCell,
    ToolCallCell,
    UserCell,
)
from .entities import Info, Usage
from .reading import NO_INFO, Beside, Facts, Reading, StopT

if TYPE_CHECKING:
    from acp_types.v1.unstable import ForkSessionResponse, PlanId, PlanRemoved, PlanUpdate


class View(BaseView[UpdateT, EntityT, Facts], Reading[UpdateT, EntityT, StopT, OtherT]):
    """A session to which updates are applied."""

    __slots__ = (
        "_available_modes",
        "_commands",
        "_config",
        "_gaps",
        "_info",
        "_is_running",
        "_mode",
        "_open",
        "_stop",
        "_usage",
    )

    def __init__(self) -> None:
        super().__init__()
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

    def start_turn(self, prompt: Iterable[ContentBlock] = ()) -> None:
        """Report that a `session/prompt` was sent: later updates belong to its turn.

        The blocks of the prompt become a message of the user, because most v1 agents do not send them back. Pass none if
        the agent does.
        """
        content = tuple(prompt)
        self._open = None
        if content:
            self._open = self._add(UserCell(None))
            self._open.log = Log(content)
        self._is_running = True
        self._stop = None
        self._now = None

    def end_turn(self, response: StopT) -> None:
        """Report the response to the prompt."""
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
        """Take modes and configuration options from a response, if it has them."""
        modes = None if isinstance(response, SetSessionConfigOptionResponse) else response.modes
        if modes is not None:
            self._available_modes = modes.available_modes
            self._mode = CurrentModeUpdate(current_mode_id=modes.current_mode_id)
        if response.config_options is not None:
            self._config = ConfigOptionUpdate(config_options=response.config_options)
        self._now = None

    def _look(self) -> Facts:
        return Facts(
            timeline=self._timeline.read(),
            usage=self._usage,
            info=self._info,
            mode=self._mode,
            config=self._config,
            commands=self._commands,
        )

    def _beside(self) -> Beside:
        return Beside(
            gaps={**self._gaps}, is_running=self._is_running, stop=self._stop, available_modes=self._available_modes
        )

    def _add(self, cell: CellT) -> CellT:
        """Add a new entity at the end. A message without an id does not continue after it."""
        self._open = None
        return self._timeline.add(cell)

    def _unnamed(self, kind: type[SpeechCell]) -> SpeechCell:
        """The message to which a chunk without an id belongs, which is about to change."""
        cell = self._open
        if cell is None or type(cell) is not kind:
            self._open = cell = self._add(kind(None))
        elif not cell.is_stale:
            self._timeline.touch(cell)
        return cell

    @staticmethod
    def _speech(kind: type[SpeechCell]) -> Handler:
        """The handler of updates that add an item to a message or thought, which may have no id."""

        def append(view: View[Any, Any, Any, Any], update: Any) -> Cell:
            message_id = update.message_id
            cell = view._unnamed(kind) if message_id is None else view._changing(kind, message_id)
            cell.log.append(update.content, update.meta, update.unknown_fields)
            return cell

        return append

    def _tool_call_announced(self, update: ToolCall) -> Cell:
        cell = self._changing(ToolCallCell, update.tool_call_id)
        cell.announce(update)
        return cell

    def _plan(self, update: Plan) -> Cell:
        return self._replace(None, update)

    def _plan_update(self, update: PlanUpdate) -> Cell:
        plan_id = plan_id_of(update)
        return self._unknown(update) if plan_id is None else self._replace(plan_id, update)

    def _plan_removed(self, update: PlanRemoved) -> None:
        position = self._remove(update.plan_id)
        if position is not None:
            self._gaps = {gap - (gap > position): made_by for gap, made_by in self._gaps.items()}
            self._gaps[position] = update
        if self._open is not None:  # the plan may have been before it
            self._gaps[len(self._timeline)] = update
        self._open = None

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

    _by_tag: ClassVar[Mapping[str, Handler]] = {
        "user_message_chunk": _speech(UserCell),
        "agent_message_chunk": _speech(AgentCell),
        "agent_thought_chunk": _speech(ThoughtCell),
        "tool_call": _tool_call_announced,
        "tool_call_update": BaseView._patches(ToolCallCell),
        "compaction_update": BaseView._patches(CompactionCell),
        "compaction_summary_chunk": BaseView._chunks(CompactionCell),
        "subagent_update": BaseView._patches(SubagentCell),
        "session_message": BaseView._patches(PeerMessageCell),
        "session_message_chunk": BaseView._chunks(PeerMessageCell),
        "plan": _plan,
        "plan_update": _plan_update,
        "plan_removed": _plan_removed,
        "usage_update": _usage_update,
        "session_info_update": _info_update,
        "current_mode_update": _mode_update,
        "config_option_update": _config_update,
        "available_commands_update": _commands_update,
        "notice": ignored,
    }


def plan_id_of(update: PlanUpdate) -> PlanId | None:
    """The id of a plan. If its form is unknown, the id may be in the payload."""
    plan: Any = update.plan
    plan_id: PlanId | None = plan.payload.get("planId") if hasattr(plan, "payload") else plan.plan_id
    return plan_id if isinstance(plan_id, str) else None


def plans_in(timeline: Iterable[object]) -> Mapping[PlanId, PlanUpdate]:
    """The plans with ids, by id."""
    updates: list[Any] = [entity for entity in timeline if getattr(entity, "session_update", None) == "plan_update"]
    return {plan_id: update for update in updates if (plan_id := plan_id_of(update)) is not None}

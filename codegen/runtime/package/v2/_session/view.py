"""Session state for ACP v2: how each update changes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from acp_types._runtime.session.patches import merged_meta, merged_unknown, patched
from acp_types._runtime.session.reading import EntityT, OtherT, UpdateT
from acp_types._runtime.session.timeline import Cell
from acp_types._runtime.session.view import BaseView, Handler, ignored
from acp_types.v2 import (
    AvailableCommandsUpdate,
    ConfigOptionUpdate,
    NewSessionResponse,
    PlanUpdate,
    ResumeSessionResponse,
    SessionInfoUpdate,
    SetSessionConfigOptionResponse,
    StateUpdate,
    TerminalOutputChunk,
    UsageUpdate,
)

from .cells import (
    AgentCell,
    CompactionCell,
    PeerMessageCell,
    SubagentCell,
    TerminalCell,
    ThoughtCell,
    ToolCallCell,
    UserCell,
)
from .entities import Info, Usage
from .reading import NO_INFO, Facts, IdleT, PlanT, Reading, StateT

if TYPE_CHECKING:
    from acp_types.v2 import unstable


class View(BaseView[UpdateT, EntityT, Facts], Reading[UpdateT, EntityT, StateT, IdleT, PlanT, OtherT]):
    """A session to which updates are applied."""

    __slots__ = ("_commands", "_config", "_info", "_state", "_stop", "_usage")

    def __init__(self) -> None:
        super().__init__()
        self._state: Any = None
        self._stop: Any = None
        self._usage: Usage | None = None
        self._info = NO_INFO
        self._config: ConfigOptionUpdate | None = None
        self._commands: AvailableCommandsUpdate | None = None

    def set_up(
        self,
        response: NewSessionResponse
        | ResumeSessionResponse
        | unstable.ForkSessionResponse
        | SetSessionConfigOptionResponse,
    ) -> None:
        """Take configuration options and commands from a response, if it has them."""
        if response.config_options is not None:
            self._config = ConfigOptionUpdate(config_options=response.config_options)
        commands = None if isinstance(response, SetSessionConfigOptionResponse) else response.available_commands
        if commands is not None:
            self._commands = AvailableCommandsUpdate(available_commands=commands)
        self._now = None

    def _look(self) -> Facts:
        return Facts(
            timeline=self._timeline.read(),
            state=self._state,
            stop=self._stop,
            usage=self._usage,
            info=self._info,
            config=self._config,
            commands=self._commands,
        )

    def _terminal_chunk(self, update: TerminalOutputChunk) -> Cell:
        cell = self._changing(TerminalCell, update.terminal_id)
        cell.log.append(update.data, update.meta, update.unknown_fields)
        return cell

    def _plan(self, update: PlanUpdate | unstable.PlanUpdate) -> Cell:
        return self._replace(update.plan.plan_id, update)

    def _plan_removed(self, update: unstable.PlanRemoved) -> None:
        self._remove(update.plan_id)

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

    _by_tag: ClassVar[Mapping[str, Handler]] = {
        "user_message": BaseView._patches(UserCell),
        "user_message_chunk": BaseView._chunks(UserCell),
        "agent_message": BaseView._patches(AgentCell),
        "agent_message_chunk": BaseView._chunks(AgentCell),
        "agent_thought": BaseView._patches(ThoughtCell),
        "agent_thought_chunk": BaseView._chunks(ThoughtCell),
        "tool_call_update": BaseView._patches(ToolCallCell),
        "tool_call_content_chunk": BaseView._chunks(ToolCallCell),
        "terminal_update": BaseView._patches(TerminalCell),
        "terminal_output_chunk": _terminal_chunk,
        "compaction_update": BaseView._patches(CompactionCell),
        "compaction_summary_chunk": BaseView._chunks(CompactionCell),
        "subagent_update": BaseView._patches(SubagentCell),
        "session_message": BaseView._patches(PeerMessageCell),
        "session_message_chunk": BaseView._chunks(PeerMessageCell),
        "plan_update": _plan,
        "plan_removed": _plan_removed,
        "state_update": _state_update,
        "usage_update": _usage_update,
        "session_info_update": _info_update,
        "config_option_update": _config_update,
        "available_commands_update": _commands_update,
        "notice": ignored,
    }

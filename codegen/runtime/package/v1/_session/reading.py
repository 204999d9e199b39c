"""Reading a v1 session: properties that a view and its immutable snapshots have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Generic, Literal, TypeVar

from acp_types._runtime.model import Model, dataclass, slotted
from acp_types._runtime.session.patches import patch_for
from acp_types._runtime.session.reading import BaseFacts, BaseReading, BaseSnapshot, EntityT, OtherT, UpdateT
from acp_types._runtime.session.timeline import Entities
from acp_types.v1 import (
    AvailableCommand,
    AvailableCommandsUpdate,
    CompactionId,
    ConfigOptionUpdate,
    CurrentModeUpdate,
    Plan,
    SessionConfigOption,
    SessionInfoUpdate,
    SessionMode,
    SessionModeId,
    StopReason,
    ToolCallId,
    UsageUpdate,
)

from .entities import Compaction, Info, Message, Thought, ToolCall, Usage
from .replay import updates_of

StopT = TypeVar("StopT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(BaseFacts, metaclass=slotted):
    """The state that updates describe, at one moment."""

    usage: Usage | None = None
    info: Info
    mode: CurrentModeUpdate | None = None
    config: ConfigOptionUpdate | None = None
    commands: AvailableCommandsUpdate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside(Model, metaclass=slotted):
    """State that no update describes. It is ignored in comparisons."""

    gaps: Mapping[int, Any]
    """Where adjacent messages without ids are separate: the position, and the update that ended the first one."""
    is_running: bool = False
    stop: Any = None
    available_modes: tuple[SessionMode, ...] | None = None


class Reading(BaseReading[EntityT, OtherT, Facts], Generic[UpdateT, EntityT, StopT, OtherT]):
    """The readable properties of a session."""

    __slots__ = ()

    @abstractmethod
    def _beside(self) -> Beside:
        """State that no update describes."""

    @property
    def messages(self) -> Entities[Message]:
        """The messages of the user and the agent, in the order first seen."""
        return self._facts().timeline.only(Message)

    @property
    def thoughts(self) -> Entities[Thought]:
        """The agent's thoughts, in the order first seen."""
        return self._facts().timeline.only(Thought)

    @property
    def tool_calls(self) -> Mapping[ToolCallId, ToolCall]:
        """The tool calls by id, in the order first seen."""
        return {entity.tool_call_id: entity for entity in self._facts().timeline.only(ToolCall)}

    @property
    def compactions(self) -> Mapping[CompactionId, Compaction]:
        """The compactions by id, in the order first seen."""
        return {entity.compaction_id: entity for entity in self._facts().timeline.only(Compaction)}

    @property
    def plan(self) -> Plan | None:
        """The plan: its last update, which contains all of it."""
        return next(iter(self._facts().timeline.only(Plan)), None)

    @property
    def state(self) -> Literal["idle", "running"]:
        """Whether a turn is in progress, set by `start_turn` and `end_turn`, because v1 has no update for it."""
        return "running" if self._beside().is_running else "idle"

    @property
    def stop(self) -> StopT | None:
        """The response that ended the last turn. `None` during a turn."""
        stop: StopT | None = self._beside().stop
        return stop

    @property
    def stop_reason(self) -> StopReason | None:
        """Why the last turn ended. `None` during a turn."""
        stop = self._beside().stop
        return None if stop is None else stop.stop_reason

    @property
    def usage(self) -> Usage | None:
        """The context window and the cost."""
        return self._facts().usage

    @property
    def info(self) -> Info:
        """Information about the session as a whole: title, last activity, metadata."""
        return self._facts().info

    @property
    def available_modes(self) -> tuple[SessionMode, ...] | None:
        """The available modes, from `set_up`. `None` until they are reported."""
        return self._beside().available_modes

    @property
    def current_mode_id(self) -> SessionModeId | None:
        """The current mode. `None` until it is reported."""
        mode = self._facts().mode
        return None if mode is None else mode.current_mode_id

    @property
    def config_options(self) -> tuple[SessionConfigOption, ...] | None:
        """The configuration options with their values. `None` until they are reported."""
        config = self._facts().config
        return None if config is None else config.config_options

    @property
    def available_commands(self) -> tuple[AvailableCommand, ...] | None:
        """The available commands. `None` until they are reported."""
        commands = self._facts().commands
        return None if commands is None else commands.available_commands

    def replay(self) -> tuple[UpdateT, ...]:
        """As few updates as possible that turn an empty session into an equal one.

        Entities come in the order first seen, including unknown updates; then the information about the session as a whole.
        Notices are not included, nor is state that no update can describe: the available modes, and turns. Plain text
        received in chunks is joined into one chunk; nothing else is joined.
        """
        return tuple(self._replay())

    def _replay(self) -> Iterator[Any]:
        facts = self._facts()
        yield from updates_of(facts.timeline, self._beside().gaps)
        info, usage = facts.info, facts.usage
        if info != NO_INFO:
            yield SessionInfoUpdate(
                title=patch_for(info.title),
                updated_at=patch_for(info.updated_at),
                meta=info.meta or None,
                unknown_fields=info.unknown_fields,
            )
        for update in (facts.mode, facts.config, facts.commands):
            if update is not None:
                yield update
        if usage is not None:
            yield UsageUpdate(
                used=usage.used, size=usage.size, cost=usage.cost, meta=usage.meta, unknown_fields=usage.unknown_fields
            )


NO_INFO = Info()


class Snapshot(BaseSnapshot[Facts], Reading[UpdateT, EntityT, StopT, OtherT]):
    """The state of a session at one moment. Immutable, hashable, picklable."""

    __slots__ = ("_at_beside",)

    def __init__(self, facts: Facts, beside: Beside) -> None:
        self._at = facts
        self._at_beside = beside

    def _beside(self) -> Beside:
        return self._at_beside

"""Reading a v1 session back: the same properties on a view, which changes, and on a snapshot, which does not."""

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
    """All that updates say of a session, as it stood at one moment."""

    usage: Usage | None = None
    info: Info
    mode: CurrentModeUpdate | None = None
    config: ConfigOptionUpdate | None = None
    commands: AvailableCommandsUpdate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside(Model, metaclass=slotted):
    """What no update says: it takes no part in comparing."""

    gaps: Mapping[int, Any]
    """Where messages without ids do not go on although nothing stands between: position, and the update that ended one."""
    is_running: bool = False
    stop: Any = None
    available_modes: tuple[SessionMode, ...] | None = None


class Reading(BaseReading[EntityT, OtherT, Facts], Generic[UpdateT, EntityT, StopT, OtherT]):
    """What there is to read of a session."""

    __slots__ = ()

    @abstractmethod
    def _beside(self) -> Beside:
        """What no update says."""

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
        """The tool calls by their ids, in the order first seen."""
        return {entity.tool_call_id: entity for entity in self._facts().timeline.only(ToolCall)}

    @property
    def compactions(self) -> Mapping[CompactionId, Compaction]:
        """The compactions by their ids, in the order first seen."""
        return {entity.compaction_id: entity for entity in self._facts().timeline.only(Compaction)}

    @property
    def plan(self) -> Plan | None:
        """The plan: its last update, which says all of it."""
        return next(iter(self._facts().timeline.only(Plan)), None)

    @property
    def state(self) -> Literal["idle", "running"]:
        """Whether a turn is going on, from `start_turn` and `end_turn`: v1 has no update that says so."""
        return "running" if self._beside().is_running else "idle"

    @property
    def stop(self) -> StopT | None:
        """The response that ended the last turn. Nothing while one is going on."""
        stop: StopT | None = self._beside().stop
        return stop

    @property
    def stop_reason(self) -> StopReason | None:
        """Why the last turn ended. Nothing while one is going on."""
        stop = self._beside().stop
        return None if stop is None else stop.stop_reason

    @property
    def usage(self) -> Usage | None:
        """The context window and the cost."""
        return self._facts().usage

    @property
    def info(self) -> Info:
        """What is said of the session as a whole: title, last activity, metadata."""
        return self._facts().info

    @property
    def available_modes(self) -> tuple[SessionMode, ...] | None:
        """The modes that the agent can work in, from `set_up`. Nothing until they are reported."""
        return self._beside().available_modes

    @property
    def current_mode_id(self) -> SessionModeId | None:
        """The mode that the agent works in. Nothing until it is reported."""
        mode = self._facts().mode
        return None if mode is None else mode.current_mode_id

    @property
    def config_options(self) -> tuple[SessionConfigOption, ...] | None:
        """The configuration options with their values. Nothing until they are reported."""
        config = self._facts().config
        return None if config is None else config.config_options

    @property
    def available_commands(self) -> tuple[AvailableCommand, ...] | None:
        """The commands that the user may give. Nothing until they are reported."""
        commands = self._facts().commands
        return None if commands is None else commands.available_commands

    def replay(self) -> tuple[UpdateT, ...]:
        """As few updates as can be that make an equal session of an empty one.

        Entities come in the order first seen, updates that are not known among them; then what is said of the session as
        a whole. Notices are no part of it, nor is what no update can say: the modes to choose from, and turns. Plain
        text that came in chunks comes as one chunk; nothing else is joined.
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
    """A session as it stood at one moment. Immutable, hashable, picklable."""

    __slots__ = ("_at_beside",)

    def __init__(self, facts: Facts, beside: Beside) -> None:
        self._at = facts
        self._at_beside = beside

    def _beside(self) -> Beside:
        return self._at_beside

"""Reading a session: properties that a view and its immutable snapshots have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from acp_types._runtime.model import dataclass, slotted
from acp_types._runtime.session.patches import patch_for
from acp_types._runtime.session.reading import BaseFacts, BaseReading, BaseSnapshot, EntityT, OtherT, UpdateT
from acp_types._runtime.session.timeline import Entities
from acp_types._runtime.unset import UNSET
from acp_types.v2 import (
    AvailableCommand,
    AvailableCommandsUpdate,
    CompactionId,
    ConfigOptionUpdate,
    PlanId,
    SessionConfigOption,
    SessionInfoUpdate,
    StopReason,
    TerminalId,
    ToolCallId,
    UsageUpdate,
)

from .entities import Compaction, Info, Message, Terminal, Thought, ToolCall, Usage
from .replay import updates_of

StateT = TypeVar("StateT")
IdleT = TypeVar("IdleT")
PlanT = TypeVar("PlanT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(BaseFacts, metaclass=slotted):
    """The state that updates describe, at one moment."""

    state: Any = None
    stop: Any = None
    usage: Usage | None = None
    info: Info
    config: ConfigOptionUpdate | None = None
    commands: AvailableCommandsUpdate | None = None


class Reading(BaseReading[EntityT, OtherT, Facts], Generic[UpdateT, EntityT, StateT, IdleT, PlanT, OtherT]):
    """The readable properties of a session."""

    __slots__ = ()

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
    def terminals(self) -> Mapping[TerminalId, Terminal]:
        """The terminals by id, in the order first seen."""
        return {entity.terminal_id: entity for entity in self._facts().timeline.only(Terminal)}

    @property
    def compactions(self) -> Mapping[CompactionId, Compaction]:
        """The compactions by id, in the order first seen."""
        return {entity.compaction_id: entity for entity in self._facts().timeline.only(Compaction)}

    @property
    def plans(self) -> Mapping[PlanId, PlanT]:
        """The plans by id, in the order first seen: for each its last update, which contains all of it."""
        return {entity.plan.plan_id: entity for entity in self._facts().timeline if _is_tagged(entity, "plan_update")}

    @property
    def state(self) -> StateT | None:
        """The state that the agent last reported. `None` until then: a new session is idle."""
        state: StateT | None = self._facts().state
        return state

    @property
    def is_idle(self) -> bool:
        """Whether no foreground work is in progress, as far as known. An unknown state is not idle."""
        state = self._facts().state
        return state is None or bool(state.state == "idle")

    @property
    def stop(self) -> IdleT | None:
        """The state update that said why foreground work stopped, as long as the session stays idle."""
        stop: IdleT | None = self._facts().stop
        return stop

    @property
    def stop_reason(self) -> StopReason | None:
        """Why foreground work stopped, as long as the session stays idle."""
        stop = self._facts().stop
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
        The state comes last. Notices are not included. Plain text received in chunks is joined into one block; nothing
        else is joined.
        """
        return tuple(self._replay())

    def _replay(self) -> Iterator[Any]:
        facts = self._facts()
        for entity in facts.timeline:
            yield from updates_of(entity)
        info, usage = facts.info, facts.usage
        if info != NO_INFO:
            yield SessionInfoUpdate(
                title=patch_for(info.title),
                updated_at=patch_for(info.updated_at),
                meta=info.meta or UNSET,
                unknown_fields=info.unknown_fields,
            )
        if facts.config is not None:
            yield facts.config
        if facts.commands is not None:
            yield facts.commands
        if usage is not None:
            yield UsageUpdate(
                used=usage.used,
                size=usage.size,
                cost=patch_for(usage.cost),
                meta=usage.meta,
                unknown_fields=usage.unknown_fields,
            )
        if facts.stop is not None and facts.stop is not facts.state:
            yield facts.stop
        if facts.state is not None:
            yield facts.state


NO_INFO = Info()


def _is_tagged(entity: Any, tag: str) -> bool:
    return getattr(entity, "session_update", None) == tag


class Snapshot(BaseSnapshot[Facts], Reading[UpdateT, EntityT, StateT, IdleT, PlanT, OtherT]):
    """The state of a session at one moment. Immutable, hashable, picklable."""

    __slots__ = ()

    def __init__(self, facts: Facts) -> None:
        self._at = facts

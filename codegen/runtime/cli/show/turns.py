"""Assigns the entities of a session's timeline to turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .transcript import Note, SessionLog, Turn, is_plan


class Segment(NamedTuple):
    """One turn with its entities and notes, in order."""

    turn: Turn | None
    """`None` for the part before the first turn."""
    items: list[Any]
    is_last: bool


def segments(session: SessionLog) -> Iterator[Segment]:
    """The turns of a session."""
    turns = session.turns
    found: list[list[Any]] = [[] for _turn in range(len(turns) + 1)]
    notes = [iter(turn.notes) for turn in turns]
    waiting: list[Note | None] = [next(iterator, None) for iterator in notes]
    place = at = 0
    for entity in session.view.timeline:
        while at < len(turns) and turns[at].start <= place and not (is_plan(entity) and turns[at].start == place):
            at += 1
        if at:
            _put_notes(found[at], notes[at - 1], waiting, at - 1, place)
        found[at].append(entity)
        place += not is_plan(entity)
    for index in range(len(turns)):
        _put_notes(found[index + 1], notes[index], waiting, index, place)
    if found[0]:
        yield Segment(None, found[0], not turns)
    for index, turn in enumerate(turns):
        yield Segment(turn, found[index + 1], index + 1 == len(turns))


def _put_notes(items: list[Any], notes: Iterator[Note], waiting: list[Note | None], index: int, place: int) -> None:
    """Add the notes before the entity with that position."""
    note = waiting[index]
    while note is not None and note.place <= place:
        items.append(note)
        note = waiting[index] = next(notes, None)

"""An update costs the same however long the session is.

Calls are counted: their number, unlike the time they take, is always the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from acp_types import v1
from acp_types import v2 as acp
from acp_types.v1.session import SessionView as V1View
from acp_types.v2.session import Message, SessionView

SHORT, LONG = 256, 2048
"""Whole blocks of entities."""


def chunks(count: int) -> Iterator[Any]:
    """The chunks of one message."""
    for i in range(count):
        yield acp.AgentMessageChunk(message_id=acp.MessageId("m"), content=acp.TextContent(text=f"{i}"))


def entities(count: int) -> Iterator[Any]:
    """An entity with every update."""
    for i in range(count):
        yield acp.ToolCallUpdate(tool_call_id=acp.ToolCallId(f"{i}"), title="Read")


def outputs(count: int) -> Iterator[Any]:
    """What comes out of one terminal."""
    for _ in range(count):
        yield acp.TerminalOutputChunk(terminal_id=acp.TerminalId("x"), data="YQ==")


def anonymous(count: int) -> Iterator[Any]:
    """The chunks of a v1 message without an id."""
    for i in range(count):
        yield v1.AgentMessageChunk(content=v1.TextContent(text=f"{i}"))


def calls(make: Callable[[], Any], updates: Iterator[Any], look: Callable[[Any], object]) -> float:
    """How many functions are called for an update and a look, about."""
    view, counted = make(), 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    made = list(updates)
    for update in made[:2]:  # what is only done once
        view.apply(update)
        look(view)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for update in made[2:]:
            view.apply(update)
            look(view)
    finally:
        sys.setprofile(before)
    return counted / (len(made) - 2)


@pytest.mark.parametrize(
    ("updates", "look"),
    [
        (chunks, lambda _view: None),
        (chunks, lambda view: view.messages[-1].text),
        (chunks, lambda view: view.touched.text_from(10)),
        (chunks, lambda view: view.snapshot()),
        (entities, lambda view: view.timeline[-1]),
        (entities, lambda view: view.snapshot()),
        (entities, lambda view: view.touched.title),
        (outputs, lambda view: view.touched.output_from(10)),
        (anonymous, lambda view: view.messages[-1].text),
        (anonymous, lambda view: view.snapshot()),
    ],
)
def test_an_update_and_a_look_call_as_much_in_a_long_session(
    updates: Callable[[int], Iterator[Any]], look: Callable[[Any], object]
) -> None:
    make = V1View if updates is anonymous else SessionView
    short, long = (calls(make, updates(count), look) for count in (SHORT, LONG))
    assert long < 1.02 * short


def test_more_calls_are_seen_where_there_are_more() -> None:
    def look(view: Any) -> object:
        return [entity for entity in view.timeline if isinstance(entity, Message)]

    assert calls(SessionView, entities(256), look) > 2 * calls(SessionView, entities(64), look)

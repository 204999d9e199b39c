"""What holds for every session, on all four surfaces, over updates made from the generator's model."""

from __future__ import annotations

import base64
import functools
import itertools
import os
import pickle
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from codegen.model import Union
from tests.conformance.strategies import Draw, ModelValues
from tests.conftest import SURFACES, model, surface
from tests.session.support import replayed, session, view_of

EXAMPLES: Final = int(os.environ.get("ACP_EXAMPLES", "6"))
"""As in the conformance tests: 6 is for every day."""

_SETTINGS: Final = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=5 * EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],  # how slow it is depends on the machine
)
_IDS: Final = ("messageId", "toolCallId", "terminalId", "compactionId", "planId", "sessionId")
_FEW: Final = st.sampled_from(["a", "b"])
"""So few ids that updates meet."""


@functools.cache
def _variants(name: str) -> tuple[st.SearchStrategy[Any], ...]:
    """A strategy for each variant of a session update, and for one that is not known."""
    known = ModelValues(model(name))
    union = model(name).items["SessionUpdate"]
    assert isinstance(union, Union)
    made = [known.valid(variant.shape.name).map(_tagged(variant.tag)) for variant in union.variants]  # type: ignore[union-attr]
    unknown = st.fixed_dictionaries({"sessionUpdate": st.sampled_from(["_acme.update", "future"]), "n": st.integers()})
    return (*made, unknown)


def _tagged(tag: str | None) -> Any:
    return lambda value: {**value, "sessionUpdate": tag}


@st.composite
def updates(draw: Draw, name: str) -> list[Any]:
    """Updates of one session, typed."""
    acp = surface(name)
    chosen = draw(st.lists(st.sampled_from(_variants(name)), max_size=10))
    made = [draw(variant) for variant in chosen]
    return [acp.decode(acp.SessionUpdate, _with_few_ids(draw, value)) for value in made]


def _with_few_ids(draw: Draw, value: dict[str, Any]) -> dict[str, Any]:
    changed = {key: draw(_FEW) if key in _IDS and member is not None else member for key, member in value.items()}
    if isinstance(plan := changed.get("plan"), dict):
        changed["plan"] = {**plan, "planId": draw(_FEW)}
    return changed


@pytest.mark.parametrize("name", SURFACES)
def test_a_replay_makes_an_equal_view(name: str) -> None:
    @seed(1)
    @_SETTINGS
    @given(updates(name))
    def check(stream: list[Any]) -> None:
        view = view_of(name, stream)
        again = replayed(name, view)
        assert again == view
        assert again.snapshot() == view.snapshot()
        assert hash(again.snapshot()) == hash(view.snapshot())
        assert len(view.replay()) <= len(stream) + 1  # a stop reason and the state after it may be two
        assert again.replay() == view.replay() or name.startswith("v1")

    check()


@pytest.mark.parametrize("name", SURFACES)
def test_a_replay_survives_being_stored(name: str) -> None:
    acp = surface(name)

    @seed(2)
    @_SETTINGS
    @given(updates(name))
    def check(stream: list[Any]) -> None:
        view = view_of(name, stream)
        stored = [acp.dumps(acp.SessionUpdate, update) for update in view.replay()]
        assert view_of(name, [acp.loads(acp.SessionUpdate, line) for line in stored]) == view
        assert pickle.loads(pickle.dumps(view.snapshot())) == view.snapshot()

    check()


@pytest.mark.parametrize("name", SURFACES)
def test_reading_and_writing_an_update_changes_nothing(name: str) -> None:
    acp = surface(name)

    @seed(3)
    @_SETTINGS
    @given(updates(name))
    def check(stream: list[Any]) -> None:
        forwarded = [acp.decode(acp.SessionUpdate, acp.encode(acp.SessionUpdate, update)) for update in stream]
        assert view_of(name, forwarded) == view_of(name, stream)

    check()


@pytest.mark.parametrize("name", SURFACES)
def test_a_snapshot_does_not_change_later(name: str) -> None:
    @seed(4)
    @_SETTINGS
    @given(updates(name), updates(name))
    def check(before: list[Any], after: list[Any]) -> None:
        view = view_of(name, before)
        snapshot, then = view.snapshot(), repr(view.snapshot())
        for update in after:
            view.apply(update)
        assert repr(snapshot) == then
        assert snapshot == view_of(name, before).snapshot()
        assert snapshot.replay() == view_of(name, before).replay()
        assert view == view_of(name, [*before, *after])  # looking has no effect

    check()


_PLAIN: Final = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
_BLOCKS: Final = st.one_of(
    _PLAIN.map(lambda value: {"type": "text", "text": value}),
    _PLAIN.map(lambda value: {"type": "text", "text": value, "_meta": {"k": 1}}),
    st.just({"type": "resource_link", "name": "a", "uri": "file:///a"}),
    st.just({"type": "_acme.block", "n": 1}),
)
_ARRAYS: Final = st.lists(_BLOCKS, max_size=6)


def _pieces(draw: Draw, block: dict[str, Any]) -> list[dict[str, Any]]:
    """A block, which is split where it is text and nothing else."""
    if set(block) != {"type", "text"}:
        return [block]
    return [{**block, "text": piece} for piece in _split(draw, block["text"])]


def _split(draw: Draw, whole: Any) -> list[Any]:
    """Something with a length, in pieces that are not empty."""
    cuts = sorted(draw(st.sets(st.integers(1, len(whole) - 1), max_size=3))) if len(whole) > 1 else []
    return [whole[start:stop] for start, stop in itertools.pairwise([0, *cuts, len(whole)])]


_STREAMED: Final = {
    "user_message": ("user_message_chunk", {"messageId": "m"}, "content"),
    "agent_message": ("agent_message_chunk", {"messageId": "m"}, "content"),
    "agent_thought": ("agent_thought_chunk", {"messageId": "m"}, "content"),
    "session_message": ("session_message_chunk", {"messageId": "m"}, "content"),
    "compaction_update": ("compaction_summary_chunk", {"compactionId": "c"}, "summary"),
}
"""By the update that has all content: the one that has a chunk of it, what both have, and the name of the content."""


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        *(("v2", tag) for tag in _STREAMED if tag != "session_message"),
        ("v2.unstable", "session_message"),
        ("v1", "compaction_update"),
        ("v1.unstable", "session_message"),
    ],
)
def test_any_split_into_chunks_gives_the_same_view(name: str, whole: str) -> None:
    acp = surface(name)
    chunk, ids, content = _STREAMED[whole]
    opening = {"sessionUpdate": whole, **ids, **({"status": "in_progress"} if whole == "compaction_update" else {})}

    @st.composite
    def streams(draw: Draw) -> tuple[list[Any], list[Any]]:
        blocks = draw(_ARRAYS)
        pieces = [piece for block in blocks for piece in _pieces(draw, block)]
        first = draw(st.integers(0, len(pieces)))
        chunks = [{"sessionUpdate": chunk, **ids, "content": piece} for piece in pieces[first:]]
        return [{**opening, content: blocks}], [{**opening, content: pieces[:first]}, *chunks]

    @seed(5)
    @_SETTINGS
    @given(streams())
    def check(both: tuple[list[Any], list[Any]]) -> None:
        at_once, streamed = (
            view_of(name, [acp.decode(acp.SessionUpdate, update) for update in stream]) for stream in both
        )
        assert at_once == streamed
        assert at_once.snapshot() == streamed.snapshot()
        assert at_once.timeline[0].text == streamed.timeline[0].text
        assert replayed(name, streamed) == at_once

    check()


@pytest.mark.parametrize("name", ["v1", "v1.unstable"])
@pytest.mark.parametrize("message_id", [None, "m"])
def test_any_split_into_chunks_gives_the_same_view_in_v1(name: str, message_id: str | None) -> None:
    acp = surface(name)

    @st.composite
    def streams(draw: Draw) -> tuple[list[Any], list[Any]]:
        blocks = draw(_ARRAYS)
        return blocks, [piece for block in blocks for piece in _pieces(draw, block)]

    @seed(6)
    @_SETTINGS
    @given(streams())
    def check(both: tuple[list[Any], list[Any]]) -> None:
        blocks = [[acp.decode(acp.ContentBlock, block) for block in stream] for stream in both]
        views = [
            view_of(name, [acp.AgentMessageChunk(message_id=message_id, content=block) for block in stream])
            for stream in blocks
        ]
        assert views[0] == views[1]

    check()


@pytest.mark.parametrize("name", ["v2", "v2.unstable"])
def test_any_split_of_terminal_output_gives_the_same_view(name: str) -> None:
    acp = surface(name)

    @st.composite
    def streams(draw: Draw) -> tuple[bytes, list[bytes], bool]:
        data = draw(st.binary(min_size=1, max_size=20))
        return data, _split(draw, data), draw(st.booleans())

    @seed(7)
    @_SETTINGS
    @given(streams())
    def check(made: tuple[bytes, list[bytes], bool]) -> None:
        data, pieces, has_snapshot = made
        encoded = [base64.b64encode(piece).decode() for piece in pieces]
        view = session(name).SessionView()
        if has_snapshot:
            view.apply(acp.TerminalUpdate(terminal_id="t", output=acp.TerminalOutput(data=encoded.pop(0))))
        for piece in encoded:
            view.apply(acp.TerminalOutputChunk(terminal_id="t", data=piece))
        whole = acp.TerminalOutput(data=base64.b64encode(data).decode())
        at_once = view_of(name, [acp.TerminalUpdate(terminal_id="t", output=whole)])
        assert view == at_once
        assert view.terminals["t"].output == data
        assert len(view.replay()) == 1

    check()


@pytest.mark.parametrize("name", ["v2", "v2.unstable"])
def test_any_split_of_what_a_tool_produced_gives_the_same_view(name: str) -> None:
    acp = surface(name)
    items = st.one_of(
        _BLOCKS.map(lambda block: {"type": "content", "content": block}),
        st.just({"type": "terminal", "terminalId": "t"}),
        st.just({"type": "_acme.item", "n": 1}),
    )

    @seed(8)
    @_SETTINGS
    @given(st.lists(items, max_size=6), st.integers(0, 6))
    def check(content: list[Any], first: int) -> None:
        made = tuple(acp.decode(acp.ToolCallContent, item) for item in content)
        at_once = view_of(name, [acp.ToolCallUpdate(tool_call_id="t", content=made)])
        streamed = view_of(
            name,
            [
                acp.ToolCallUpdate(tool_call_id="t", content=made[:first]),
                *(acp.ToolCallContentChunk(tool_call_id="t", content=item) for item in made[first:]),
            ],
        )
        assert streamed == at_once
        assert len(streamed.replay()) == 1

    check()


@pytest.mark.parametrize("name", SURFACES)
def test_how_the_chunks_of_several_messages_interleave_makes_no_difference(name: str) -> None:
    acp = surface(name)

    @st.composite
    def streams(draw: Draw) -> tuple[list[list[Any]], list[Any]]:
        blocks = [draw(st.lists(_BLOCKS, min_size=1, max_size=5)) for _ in range(3)]
        chunks = [[_chunk_of(acp, str(i), block) for block in stream] for i, stream in enumerate(blocks)]
        turns = [i for i, stream in enumerate(chunks) for _ in stream[1:]]
        later = [iter(stream[1:]) for stream in chunks]
        first = [stream[0] for stream in chunks]  # so that all are seen in the same order
        return chunks, [*first, *(next(later[turn]) for turn in draw(st.permutations(turns)))]

    @seed(9)
    @_SETTINGS
    @given(streams())
    def check(both: tuple[list[list[Any]], list[Any]]) -> None:
        one_by_one, interleaved = both
        assert view_of(name, itertools.chain.from_iterable(one_by_one)) == view_of(name, interleaved)

    check()


def _chunk_of(acp: Any, message_id: str, block: dict[str, Any]) -> Any:
    return acp.AgentMessageChunk(message_id=message_id, content=acp.decode(acp.ContentBlock, block))

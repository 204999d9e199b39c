"""The rules of v2 for entities, messages and metadata, each with its test.

docs/concepts/sessions.md says where each comes from.
"""

from __future__ import annotations

from typing import Any

import pytest

from acp_types.v2 import session as s
from tests.session.support import chunk, seen, text

MESSAGES = [
    ("user_message", "user_message_chunk"),
    ("agent_message", "agent_message_chunk"),
    ("agent_thought", "agent_thought_chunk"),
]
"""The update that has a whole message, and the one that has a chunk of it."""

ENTITIES: list[dict[str, Any]] = [
    {"sessionUpdate": "user_message", "messageId": "m"},
    {"sessionUpdate": "agent_message", "messageId": "m"},
    {"sessionUpdate": "agent_thought", "messageId": "m"},
    {"sessionUpdate": "tool_call_update", "toolCallId": "t"},
    {"sessionUpdate": "terminal_update", "terminalId": "t"},
    {"sessionUpdate": "compaction_update", "compactionId": "c", "status": "in_progress"},
]
"""Of each kind of entity that has metadata of its own, the update that says least."""

INFO = {"sessionUpdate": "session_info_update"}


def texts(entity: Any) -> list[str]:
    """The texts of an entity's blocks, one by one."""
    return [block.text for block in entity.body.items]


# -- entities ---------------------------------------------------------------------------------------------------------


def test_entities_are_keyed_by_type_and_id() -> None:
    view = seen(
        "v2",
        chunk("agent_message_chunk", "message", "x"),
        chunk("agent_thought_chunk", "thought", "x"),
        chunk("user_message_chunk", "user", "x"),
        {"sessionUpdate": "tool_call_update", "toolCallId": "x"},
        {"sessionUpdate": "terminal_update", "terminalId": "x"},
        {"sessionUpdate": "compaction_update", "compactionId": "x", "status": "completed"},
        {"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": "x", "entries": []}},
        chunk("agent_message_chunk", "!", "x"),
    )
    assert [type(entity).__name__ for entity in view.timeline] == [
        "Message",
        "Thought",
        "Message",
        "ToolCall",
        "Terminal",
        "Compaction",
        "PlanUpdate",
    ]
    assert [(message.role, message.text) for message in view.messages] == [("agent", "message!"), ("user", "user")]
    assert [thought.text for thought in view.thoughts] == ["thought"]


def test_the_timeline_is_in_the_order_first_seen() -> None:
    view = seen(
        "v2",
        {"sessionUpdate": "tool_call_update", "toolCallId": "t"},
        chunk("agent_message_chunk", "a", "m"),
        {"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "completed"},
    )
    assert [type(entity) for entity in view.timeline] == [s.ToolCall, s.Message]


def test_an_id_that_was_not_seen_makes_an_entity_whatever_names_it() -> None:
    view = seen(
        "v2",
        {
            "sessionUpdate": "tool_call_content_chunk",
            "toolCallId": "t",
            "content": {"type": "content", "content": text("a")},
        },
        {"sessionUpdate": "terminal_output_chunk", "terminalId": "x", "data": "YQ=="},
        {"sessionUpdate": "agent_message", "messageId": "m"},
    )
    assert view.tool_calls["t"].status == "pending"
    assert view.terminals["x"].output == b"a"
    assert view.messages[0].content == ()


# -- messages ---------------------------------------------------------------------------------------------------------


def test_chunks_of_different_messages_may_interleave() -> None:
    view = seen(
        "v2",
        chunk("agent_message_chunk", "a", "1"),
        chunk("agent_message_chunk", "b", "2"),
        chunk("agent_message_chunk", "A", "1"),
    )
    assert [message.text for message in view.messages] == ["aA", "b"]


@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_a_message_update_without_content_leaves_it(whole: str, part: str) -> None:
    view = seen("v2", chunk(part, "a", "m"), {"sessionUpdate": whole, "messageId": "m", "_meta": {"k": 1}})
    assert texts(view.timeline[0]) == ["a"]
    assert view.timeline[0].meta == {"k": 1}


@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_a_message_update_with_content_replaces_all_of_it_chunks_included(whole: str, part: str) -> None:
    view = seen(
        "v2",
        {"sessionUpdate": whole, "messageId": "m", "content": [text("a")]},
        chunk(part, "b", "m"),
        {"sessionUpdate": whole, "messageId": "m", "content": [text("c"), text("d")]},
    )
    assert texts(view.timeline[0]) == ["c", "d"]


@pytest.mark.parametrize("content", [None, []])
@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_null_and_an_empty_array_clear_the_content(whole: str, part: str, content: list[Any] | None) -> None:
    view = seen("v2", chunk(part, "a", "m"), {"sessionUpdate": whole, "messageId": "m", "content": content})
    assert view.timeline[0].content == ()
    assert view.timeline[0].text == ""


@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_a_chunk_appends_to_what_is_current(whole: str, part: str) -> None:
    view = seen(
        "v2",
        {"sessionUpdate": whole, "messageId": "m", "content": [text("a")]},
        chunk(part, "b", "m"),
        {"sessionUpdate": whole, "messageId": "m", "content": [text("c")]},
        chunk(part, "d", "m"),
        {"sessionUpdate": whole, "messageId": "m", "content": None},
        chunk(part, "e", "m"),
        chunk(part, "f", "m"),
    )
    assert texts(view.timeline[0]) == ["e", "f"]
    assert view.timeline[0].text == "ef"


def test_the_example_of_the_lifecycle_page() -> None:
    stream: list[dict[str, Any]] = [
        {"sessionUpdate": "agent_message", "messageId": "m", "content": [text("A")]},
        chunk("agent_message_chunk", "B", "m"),
        {"sessionUpdate": "agent_message", "messageId": "m", "content": [text("C")]},
        chunk("agent_message_chunk", "D", "m"),
    ]
    assert texts(seen("v2", *stream[:2]).messages[0]) == ["A", "B"]
    assert texts(seen("v2", *stream[:3]).messages[0]) == ["C"]
    assert texts(seen("v2", *stream).messages[0]) == ["C", "D"]


# -- metadata ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("whole", "part"), MESSAGES)
def test_the_metadata_of_a_chunk_stays_with_the_chunk(whole: str, part: str) -> None:
    view = seen(
        "v2",
        chunk(part, "a", "m"),
        chunk(part, "b", "m", _meta={"k": 1}),
        chunk(part, "c", "m", _meta={"k": 2}),
        {"sessionUpdate": whole, "messageId": "m", "_meta": {"whole": True}},
    )
    (entity,) = view.timeline
    assert entity.meta == {"whole": True}
    assert [part.meta for part in entity.parts] == [{}, {"k": 1}, {"k": 2}]


def test_the_metadata_of_a_chunk_goes_when_the_content_is_replaced() -> None:
    view = seen(
        "v2",
        chunk("agent_message_chunk", "a", "m", _meta={"k": 1}),
        {"sessionUpdate": "agent_message", "messageId": "m", "content": [text("b")]},
    )
    assert [part.meta for part in view.messages[0].parts] == [{}]


@pytest.mark.parametrize("least", [*ENTITIES, INFO])
def test_metadata_is_patched_by_top_level_key(least: dict[str, Any]) -> None:
    def meta_after(*patches: Any) -> Any:
        view = seen("v2", *({**least, **({} if patch is ... else {"_meta": patch})} for patch in patches))
        return view.info.meta if least is INFO else view.timeline[0].meta

    first = {"a": 1, "b": {"x": 1, "y": 2}}
    assert meta_after(first, ...) == first  # omitted: unchanged
    assert meta_after(first, {}) == first
    assert meta_after(first, {"c": 3}) == {**first, "c": 3}
    assert meta_after(first, {"a": None}) == {"b": {"x": 1, "y": 2}}  # a null key is removed
    assert meta_after(first, {"b": {"x": None}}) == {"a": 1, "b": {"x": None}}  # nested objects are not merged
    assert meta_after(first, None) == {}
    assert meta_after({"a": None, "b": 1}) == {"b": 1}  # nothing to remove yet
    assert meta_after(first, None, {"c": 1}) == {"c": 1}


@pytest.mark.parametrize("least", [*ENTITIES, INFO])
def test_empty_metadata_is_no_metadata(least: dict[str, Any]) -> None:
    assert seen("v2", {**least, "_meta": {}}) == seen("v2", least)
    assert seen("v2", {**least, "_meta": {"a": 1}}, {**least, "_meta": {"a": None}}) == seen("v2", least)
    assert seen("v2", chunk("agent_message_chunk", "a", "m", _meta={})) == seen(
        "v2", chunk("agent_message_chunk", "a", "m")
    )

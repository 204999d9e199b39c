"""Looking at what grows: views, snapshots, and the text of a message that is still coming."""

from __future__ import annotations

import copy
import inspect
import pickle
import threading

import pytest

from acp_types import v2 as acp
from acp_types.v2 import session as s
from tests.conftest import SURFACES
from tests.session.support import chunk, read, seen, session, text


def word(value: str, message_id: str = "m") -> acp.AgentMessageChunk:
    return acp.AgentMessageChunk(message_id=acp.MessageId(message_id), content=acp.TextContent(text=value))


def test_text_is_read_along_with_the_stream() -> None:
    view = s.SessionView()
    shown = ""
    for value in ("Hel", "lo, ", "\u4f60\u597d", "\U0001f600", ""):
        view.apply(word(value))
        shown += view.messages[-1].text_from(len(shown))
        assert view.messages[-1].text == shown
    assert shown == "Hello, \u4f60\u597d\U0001f600"


def test_output_is_read_along_with_the_stream() -> None:
    view = s.SessionView()
    shown = b""
    earlier = []
    for data in ("YQ==", "Yg==", "YmM="):
        view.apply(acp.TerminalOutputChunk(terminal_id=acp.TerminalId("x"), data=data))
        terminal = view.terminals[acp.TerminalId("x")]
        shown += terminal.output_from(len(shown))
        assert terminal.output == shown
        earlier.append(terminal)
    assert [terminal.output for terminal in earlier] == [b"a", b"ab", b"abbc"]
    assert [terminal.output_from(1) for terminal in earlier] == [b"", b"b", b"bbc"]


def test_an_earlier_message_keeps_its_text() -> None:
    view = s.SessionView()
    earlier = []
    for value in "abc":
        view.apply(word(value))
        earlier.append(view.messages[0])
    assert [message.text for message in earlier] == ["a", "ab", "abc"]  # `ab` is asked for after `abc` was streamed
    assert [message.text for message in reversed(earlier)] == ["abc", "ab", "a"]
    assert [len(message.content) for message in earlier] == [1, 2, 3]
    assert [len(message.body) for message in earlier] == [1, 2, 3]


def test_only_text_blocks_have_text() -> None:
    link = {"type": "resource_link", "name": "a", "uri": "file:///a"}
    unknown = {"type": "_acme.block", "text": "not this"}
    update = {"sessionUpdate": "agent_message", "messageId": "m", "content": [text("a"), link, unknown, text("b")]}
    assert seen("v2", update).messages[0].text == "ab"


@pytest.mark.parametrize("name", SURFACES)
def test_a_look_is_reused_until_something_changes(name: str) -> None:
    call = {"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "in_progress"}
    view = seen(name, chunk("agent_message_chunk", "a", "1"), chunk("agent_message_chunk", "a", "2"), call)
    before = view.timeline
    assert view.timeline is before
    for update in read(name, chunk("agent_message_chunk", "b", "2"), {**call, "status": "completed"}):
        view.apply(update)
    assert view.timeline[0] is before[0]
    assert (before[1].text, view.timeline[1].text) == ("a", "ab")
    assert (before[2].status, view.timeline[2].status) == ("in_progress", "completed")


def test_content_that_was_not_touched_is_equal_at_once() -> None:
    view = seen("v2", chunk("agent_message_chunk", "a", "m"))
    before = view.messages[0]
    view.apply(acp.AgentMessage(message_id=acp.MessageId("m"), meta={"k": 1}))
    assert view.messages[0].body == before.body
    assert view.messages[0] != before


def test_messages_are_equal_wherever_a_chunk_ends() -> None:
    whole = seen("v2", chunk("agent_message_chunk", "abc", "m")).messages[0]
    pieces = seen("v2", *(chunk("agent_message_chunk", value, "m") for value in "abc")).messages[0]
    other = seen("v2", *(chunk("agent_message_chunk", value, "m") for value in "abd")).messages[0]
    assert whole == pieces
    assert hash(whole) == hash(pieces)
    assert hash(whole.body) == hash(pieces.body)
    assert pieces != other
    assert whole.body != "abc"
    assert repr(pieces) == repr(whole)
    assert repr(whole.body) == "Body([Part(content=TextContent(text='abc'))])"


@pytest.mark.parametrize("name", SURFACES)
def test_a_snapshot_is_a_value(name: str) -> None:
    view = seen(name, chunk("agent_message_chunk", "a", "m"), chunk("agent_message_chunk", "b", "m", _meta={"k": 1}))
    snapshot = view.snapshot()
    for other in (view.snapshot(), copy.deepcopy(snapshot), pickle.loads(pickle.dumps(snapshot))):
        assert other == snapshot
        assert hash(other) == hash(snapshot)
        assert other.messages[0].parts == snapshot.messages[0].parts
        assert other.replay() == snapshot.replay()
    assert snapshot != view
    assert snapshot != session(name).SessionView().snapshot()
    assert repr(snapshot).startswith("SessionSnapshot(Facts(timeline=(Message(")


def test_a_terminal_is_a_value() -> None:
    terminal = {"sessionUpdate": "terminal_update", "terminalId": "x", "output": {"data": "YQ=="}}
    made = seen("v2", terminal, {"sessionUpdate": "terminal_output_chunk", "terminalId": "x", "data": "Yg=="})
    again = pickle.loads(pickle.dumps(made.terminals["x"]))
    assert again == made.terminals["x"]
    assert (again.output, again.parts) == (b"ab", made.terminals["x"].parts)


@pytest.mark.parametrize("name", SURFACES)
def test_a_view_is_compared_but_not_hashed(name: str) -> None:
    view = seen(name, chunk("agent_message_chunk", "a", "m"))
    assert view == seen(name, chunk("agent_message_chunk", "a", "m"))
    assert view != session(name).SessionView()
    assert view != "view"
    assert repr(view) == "<SessionView: 1 entities>"
    with pytest.raises(TypeError, match="unhashable"):
        hash(view)


def test_a_snapshot_is_read_in_another_thread_while_updates_come() -> None:
    view = s.SessionView()
    for _ in range(200):
        view.apply(word("a"))
    snapshot = view.snapshot()
    right: list[bool] = []

    def look() -> None:
        right.extend(snapshot.messages[0].text == "a" * 200 and len(snapshot.replay()) == 1 for _ in range(200))

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(2000):
        view.apply(word("b"))
        _ = view.messages[0].text
    for thread in threads:
        thread.join()
    assert right == [True] * 600


@pytest.mark.parametrize("name", SURFACES)
def test_a_view_is_not_copied(name: str) -> None:
    view = session(name).SessionView()
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a view is not copied: snapshot"):
            copied(view)


@pytest.mark.parametrize("name", SURFACES)
def test_what_is_shown_of_a_class_names_types_of_the_surface(name: str) -> None:
    module = session(name)
    classes = [module.Message, module.Thought, module.Compaction, module.SessionSnapshot]
    shown = "".join(str(inspect.signature(cls)) for cls in classes)
    assert "Body[ContentBlock]" in shown
    assert "Facts'" in shown
    assert "T_co" not in shown
    assert "FactsT" not in shown

"""The public API as its documentation shows it. It must type-check unchanged, and run."""

from __future__ import annotations

from typing_extensions import assert_never, assert_type

from acp_types import v1
from acp_types import v2 as acp
from acp_types.v1 import unstable as v1_unstable

LINE = (
    '{"sessionId": "s1", "update": {"sessionUpdate": "agent_message_chunk", "messageId": "m1",'
    ' "content": {"type": "text", "text": "hi"}}}'
)


def read_and_write(line: str | bytes) -> None:
    note = acp.loads(acp.UpdateSessionNotification, line)
    assert_type(note, acp.UpdateSessionNotification)
    obj = acp.encode(acp.UpdateSessionNotification, note)
    again = acp.decode(acp.UpdateSessionNotification, obj)
    assert again == note
    text = acp.dumps(acp.UpdateSessionNotification, note)
    assert_type(text, str)
    update = acp.decode(acp.SessionUpdate, obj["update"])
    assert_type(update, acp.SessionUpdate)
    assert update.session_update == "agent_message_chunk"

    match note.update:
        case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
            print(text, end="")
        case acp.ToolCallUpdate(tool_call_id=tool_call_id, status="completed"):
            assert_type(tool_call_id, acp.ToolCallId)
        case acp.OtherSessionUpdate(session_update=tag, payload=payload):
            print(tag, payload)
        case _:
            pass


def leniency(obj: object) -> None:
    issues: list[acp.Issue] = []
    response = acp.decode(acp.PromptResponse, obj, on_issue=issues.append)
    assert_type(response, acp.PromptResponse)
    try:
        acp.decode(acp.PromptResponse, {}, strict=True)
    except acp.DecodeError as error:
        print(error.path, error.expected, error.got)


def title_of(update: acp.ToolCallUpdate, current: str) -> str:
    if update.title is acp.UNSET:
        return current
    assert_type(update.title, str | None)
    return update.title or ""


def three_states(id_: acp.ToolCallId) -> None:
    assert acp.encode(acp.ToolCallUpdate, acp.ToolCallUpdate(tool_call_id=id_, title=None)) == {
        "toolCallId": id_,
        "title": None,
    }
    assert acp.encode(acp.ToolCallUpdate, acp.ToolCallUpdate(tool_call_id=id_)) == {"toolCallId": id_}


def forms() -> None:
    assert_type(acp.decode(acp.ToolKind, "read"), acp.ToolKind)
    assert_type(acp.decode(acp.SessionId, "s"), acp.SessionId)
    assert_type(acp.decode(acp.ErrorCode, -32600), acp.ErrorCode)
    assert_type(acp.decode(tuple[acp.ContentBlock, ...], []), tuple[acp.ContentBlock, ...])
    assert_type(acp.loads(acp.JsonValue, "1"), acp.JsonValue)


def icon(kind: acp.ToolKind) -> str:
    match kind:
        case "read" | "edit" | "delete" | "move":
            return "file"
        case "search" | "fetch":
            return "globe"
        case "execute" | "think" | "switch_mode" | "other":
            return "dot"
        case acp.OtherToolKind():
            return "star" if kind.is_custom else "dot"
        case _:
            assert_never(kind)


def words(block: acp.ContentBlock) -> str:
    match block:
        case acp.TextContent():
            return block.text
        case acp.ImageContent() | acp.AudioContent():
            return block.mime_type
        case acp.ResourceLink():
            return block.uri
        case acp.EmbeddedResource(resource=acp.TextResourceContents() as resource):
            return resource.text
        case acp.EmbeddedResource():
            return ""
        case acp.OtherContentBlock():
            return block.type
        case _:
            assert_never(block)


def shared(block: v1.TextContent) -> v1_unstable.TextContent:
    assert v1_unstable.TextContent is v1.TextContent
    return block


def build(session_id: acp.SessionId) -> acp.PromptRequest:
    return acp.PromptRequest(session_id=session_id, prompt=(acp.TextContent(text="hi"),))


if __name__ == "__main__":
    read_and_write(LINE)
    leniency({"messageId": "m1"})
    call = acp.ToolCallId("t1")
    assert title_of(acp.ToolCallUpdate(tool_call_id=call), "old") == "old"
    assert title_of(acp.ToolCallUpdate(tool_call_id=call, title=None), "old") == ""
    three_states(call)
    forms()
    assert icon(acp.OtherToolKind("_acme.lint")) == "star"
    assert words(build(acp.SessionId("s")).prompt[0]) == "hi"
    assert shared(v1.TextContent(text="hi")).text == "hi"

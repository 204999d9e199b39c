"""Standard dataclasses, with handwritten functions that read them from dicts and do not check types."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import Code
from . import dataclass_models as models

Json = dict[str, Any]


def read_annotations(o: Json | None) -> models.Annotations | None:
    if o is None:
        return None
    return models.Annotations(
        audience=o.get("audience"),
        last_modified=o.get("lastModified"),
        priority=o.get("priority"),
        meta=o.get("_meta"),
    )


def text_content(o: Json) -> models.TextContent:
    return models.TextContent(text=o["text"], annotations=read_annotations(o.get("annotations")), meta=o.get("_meta"))


def image_content(o: Json) -> models.ImageContent:
    return models.ImageContent(
        data=o["data"],
        mime_type=o["mimeType"],
        uri=o.get("uri"),
        annotations=read_annotations(o.get("annotations")),
        meta=o.get("_meta"),
    )


def audio_content(o: Json) -> models.AudioContent:
    return models.AudioContent(
        data=o["data"],
        mime_type=o["mimeType"],
        annotations=read_annotations(o.get("annotations")),
        meta=o.get("_meta"),
    )


def resource_link(o: Json) -> models.ResourceLink:
    return models.ResourceLink(
        name=o["name"],
        uri=o["uri"],
        description=o.get("description"),
        mime_type=o.get("mimeType"),
        size=o.get("size"),
        title=o.get("title"),
        annotations=read_annotations(o.get("annotations")),
        meta=o.get("_meta"),
    )


def embedded_resource(o: Json) -> models.EmbeddedResource:
    inner = o["resource"]
    return models.EmbeddedResource(
        resource=models.ResourceContents(
            uri=inner["uri"],
            mime_type=inner.get("mimeType"),
            text=inner.get("text"),
            blob=inner.get("blob"),
            meta=inner.get("_meta"),
        ),
        annotations=read_annotations(o.get("annotations")),
        meta=o.get("_meta"),
    )


CONTENT_BLOCKS: dict[str, Callable[[Json], models.ContentBlock]] = {
    "text": text_content,
    "image": image_content,
    "audio": audio_content,
    "resource_link": resource_link,
    "resource": embedded_resource,
}


def content_block(o: Json) -> models.ContentBlock:
    return CONTENT_BLOCKS[o["type"]](o)


def user_message_chunk(o: Json) -> models.UserMessageChunk:
    return models.UserMessageChunk(
        content=content_block(o["content"]), message_id=o.get("messageId"), meta=o.get("_meta")
    )


def agent_message_chunk(o: Json) -> models.AgentMessageChunk:
    return models.AgentMessageChunk(
        content=content_block(o["content"]), message_id=o.get("messageId"), meta=o.get("_meta")
    )


def agent_thought_chunk(o: Json) -> models.AgentThoughtChunk:
    return models.AgentThoughtChunk(
        content=content_block(o["content"]), message_id=o.get("messageId"), meta=o.get("_meta")
    )


def content(o: Json) -> models.Content:
    return models.Content(content=content_block(o["content"]), meta=o.get("_meta"))


def diff(o: Json) -> models.Diff:
    return models.Diff(path=o["path"], new_text=o["newText"], old_text=o.get("oldText"), meta=o.get("_meta"))


def terminal(o: Json) -> models.Terminal:
    return models.Terminal(terminal_id=o["terminalId"], meta=o.get("_meta"))


TOOL_CALL_CONTENTS: dict[str, Callable[[Json], models.ToolCallContent]] = {
    "content": content,
    "diff": diff,
    "terminal": terminal,
}


def tool_call_contents(items: list[Json] | None) -> list[models.ToolCallContent] | None:
    return None if items is None else [TOOL_CALL_CONTENTS[item["type"]](item) for item in items]


def locations(items: list[Json] | None) -> list[models.ToolCallLocation] | None:
    if items is None:
        return None
    return [models.ToolCallLocation(path=o["path"], line=o.get("line"), meta=o.get("_meta")) for o in items]


def tool_call(o: Json) -> models.ToolCall:
    return models.ToolCall(
        tool_call_id=o["toolCallId"],
        title=o["title"],
        kind=o.get("kind"),
        status=o.get("status"),
        content=tool_call_contents(o.get("content")),
        locations=locations(o.get("locations")),
        raw_input=o.get("rawInput"),
        raw_output=o.get("rawOutput"),
        meta=o.get("_meta"),
    )


def tool_call_update(o: Json) -> models.ToolCallUpdate:
    return models.ToolCallUpdate(
        tool_call_id=o["toolCallId"],
        title=o.get("title"),
        kind=o.get("kind"),
        status=o.get("status"),
        content=tool_call_contents(o.get("content")),
        locations=locations(o.get("locations")),
        raw_input=o.get("rawInput"),
        raw_output=o.get("rawOutput"),
        meta=o.get("_meta"),
    )


def plan_entry(o: Json) -> models.PlanEntry:
    return models.PlanEntry(content=o["content"], priority=o["priority"], status=o["status"], meta=o.get("_meta"))


def plan(o: Json) -> models.Plan:
    return models.Plan(entries=[plan_entry(item) for item in o["entries"]], meta=o.get("_meta"))


def available_command(o: Json) -> models.AvailableCommand:
    hint = o.get("input")
    return models.AvailableCommand(
        name=o["name"],
        description=o["description"],
        input=None if hint is None else models.CommandInput(hint=hint["hint"], meta=hint.get("_meta")),
        meta=o.get("_meta"),
    )


def available_commands_update(o: Json) -> models.AvailableCommandsUpdate:
    return models.AvailableCommandsUpdate(
        available_commands=[available_command(item) for item in o["availableCommands"]], meta=o.get("_meta")
    )


def current_mode_update(o: Json) -> models.CurrentModeUpdate:
    return models.CurrentModeUpdate(current_mode_id=o["currentModeId"], meta=o.get("_meta"))


def session_info_update(o: Json) -> models.SessionInfoUpdate:
    return models.SessionInfoUpdate(title=o.get("title"), updated_at=o.get("updatedAt"), meta=o.get("_meta"))


def usage_update(o: Json) -> models.UsageUpdate:
    cost = o.get("cost")
    return models.UsageUpdate(
        used=o["used"],
        size=o["size"],
        cost=None
        if cost is None
        else models.Cost(amount=cost["amount"], currency=cost["currency"], meta=cost.get("_meta")),
        meta=o.get("_meta"),
    )


SESSION_UPDATES: dict[str, Callable[[Json], models.SessionUpdate]] = {
    "user_message_chunk": user_message_chunk,
    "agent_message_chunk": agent_message_chunk,
    "agent_thought_chunk": agent_thought_chunk,
    "tool_call": tool_call,
    "tool_call_update": tool_call_update,
    "plan": plan,
    "available_commands_update": available_commands_update,
    "current_mode_update": current_mode_update,
    "session_info_update": session_info_update,
    "usage_update": usage_update,
}


def session_notification(o: Json) -> models.SessionNotification:
    changed = o["update"]
    return models.SessionNotification(
        session_id=o["sessionId"],
        update=SESSION_UPDATES[changed["sessionUpdate"]](changed),
        meta=o.get("_meta"),
    )


def prompt_request(o: Json) -> models.PromptRequest:
    return models.PromptRequest(
        session_id=o["sessionId"], prompt=[content_block(item) for item in o["prompt"]], meta=o.get("_meta")
    )


def supported(o: Json | None) -> models.Supported | None:
    return None if o is None else models.Supported(meta=o.get("_meta"))


def agent_capabilities(o: Json) -> models.AgentCapabilities:
    prompts = o.get("promptCapabilities", {})
    mcp = o.get("mcpCapabilities", {})
    sessions = o.get("sessionCapabilities", {})
    return models.AgentCapabilities(
        load_session=o.get("loadSession"),
        prompt_capabilities=models.PromptCapabilities(
            image=prompts.get("image"),
            audio=prompts.get("audio"),
            embedded_context=prompts.get("embeddedContext"),
            meta=prompts.get("_meta"),
        ),
        mcp_capabilities=models.McpCapabilities(http=mcp.get("http"), sse=mcp.get("sse"), meta=mcp.get("_meta")),
        session_capabilities=models.SessionCapabilities(
            list=supported(sessions.get("list")),
            delete=supported(sessions.get("delete")),
            resume=supported(sessions.get("resume")),
            close=supported(sessions.get("close")),
            meta=sessions.get("_meta"),
        ),
        meta=o.get("_meta"),
    )


def auth_method(o: Json) -> models.AuthMethod:
    return models.AuthMethod(
        id=o["id"],
        name=o["name"],
        type=o.get("type"),
        description=o.get("description"),
        args=o.get("args"),
        env=o.get("env"),
        meta=o.get("_meta"),
    )


def initialize_response(o: Json) -> models.InitializeResponse:
    info = o.get("agentInfo")
    return models.InitializeResponse(
        protocol_version=o["protocolVersion"],
        agent_capabilities=agent_capabilities(o.get("agentCapabilities", {})),
        auth_methods=[auth_method(item) for item in o.get("authMethods", ())],
        agent_info=None
        if info is None
        else models.Implementation(
            name=info["name"], version=info["version"], title=info.get("title"), meta=info.get("_meta")
        ),
        meta=o.get("_meta"),
    )


def notification(o: Json) -> models.Notification:
    return models.Notification(jsonrpc=o["jsonrpc"], method=o["method"], params=session_notification(o["params"]))


FORMS: dict[str, Callable[[Json], object]] = {
    "SessionNotification": session_notification,
    "PromptRequest": prompt_request,
    "InitializeResponse": initialize_response,
    "Notification": notification,
}

CHUNK = (
    "SessionNotification(session_id='sess_1', update=AgentMessageChunk("
    "content=TextContent(text='one two'), message_id='msg_1'))"
)


def decoding(form: str) -> Code:
    return Code("from_dict(loads(text))", from_dict=FORMS[form], loads=json.loads)


def encoding(form: str) -> None:
    """None: it would double the handwritten code."""


def structuring(form: str) -> Code:
    return Code("from_dict(plain)", from_dict=FORMS[form])


def unstructuring(form: str) -> None:
    """Nothing, as for `encoding`."""


def describing() -> None:
    """Nothing: a KeyError does not know where it was."""


def building() -> Code:
    classes = (models.SessionNotification, models.AgentMessageChunk, models.TextContent)
    return Code(CHUNK, **{cls.__name__: cls for cls in classes})

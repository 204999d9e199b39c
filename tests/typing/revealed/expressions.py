"""The expressions that users write most. What each checker takes their types for stands in a text file per checker.

`python -m tests.typing` writes those files anew.
"""

from __future__ import annotations

from typing_extensions import reveal_type

from acp_types import negotiation, v1
from acp_types import v2 as acp
from acp_types.v2 import unstable


def reading(line: str, raw: bytes, obj: object, issues: list[acp.Issue]) -> None:
    reveal_type(acp.loads(acp.UpdateSessionNotification, line))
    reveal_type(acp.loads(acp.SessionUpdate, raw))
    reveal_type(acp.decode(acp.ContentBlock, obj))
    reveal_type(acp.decode(acp.ToolKind, obj))
    reveal_type(acp.decode(acp.SessionId, obj))
    reveal_type(acp.decode(acp.ErrorCode, obj))
    reveal_type(acp.decode(acp.JsonValue, obj))
    reveal_type(acp.decode(tuple[acp.ContentBlock, ...], obj))
    reveal_type(acp.decode(acp.PromptResponse, obj, on_issue=issues.append))
    reveal_type(acp.decode(acp.PromptResponse, obj, strict=True))
    reveal_type(issues[0])
    reveal_type(issues[0].path)
    reveal_type(issues[0].rule)
    reveal_type(issues[0].value)


def writing(note: acp.UpdateSessionNotification, block: acp.ContentBlock) -> None:
    reveal_type(acp.dumps(acp.UpdateSessionNotification, note))
    reveal_type(acp.encode(acp.UpdateSessionNotification, note))
    reveal_type(acp.encode(acp.ContentBlock, block))
    reveal_type(acp.encode(tuple[acp.ContentBlock, ...], (block,)))


def making() -> None:
    reveal_type(acp.SessionId("s"))
    reveal_type(acp.TextContent(text="x"))
    reveal_type(acp.OtherToolKind("_acme.lint"))
    reveal_type(acp.OtherContentBlock(type="_acme.box"))
    reveal_type(acp.SessionId)
    reveal_type(acp.TextContent)
    reveal_type(acp.TextContent.type)
    reveal_type(acp.AgentMessageChunk.session_update)
    reveal_type(acp.UNSET)
    reveal_type(acp.ErrorCode.METHOD_NOT_FOUND)
    reveal_type(acp.RpcError(acp.ErrorCode.INVALID_PARAMS, "no"))


def fields(note: acp.UpdateSessionNotification, request: acp.PromptRequest, call: acp.ToolCallUpdate) -> None:
    reveal_type(note.session_id)
    reveal_type(note.update)
    reveal_type(note.update.session_update)
    reveal_type(note.meta)
    reveal_type(note.unknown_fields)
    reveal_type(request.prompt)
    reveal_type(request.prompt[0])
    reveal_type(request.prompt[0].type)
    reveal_type([block.type for block in request.prompt])
    reveal_type(call.tool_call_id)
    reveal_type(call.title)
    reveal_type(call.kind)
    reveal_type(call.status)
    reveal_type(call.content)
    reveal_type(call.locations)
    reveal_type(call.raw_input)
    reveal_type(call.meta)
    reveal_type(call.title or "untitled")
    reveal_type(call.content or ())


def three_states(call: acp.ToolCallUpdate, title: acp.Patch[str]) -> None:
    reveal_type(title)
    if call.title is acp.UNSET:
        reveal_type(call.title)
    else:
        reveal_type(call.title)
    if call.title is None:
        reveal_type(call.title)
    elif call.title:
        reveal_type(call.title)
    if call.kind is not acp.UNSET and call.kind is not None:
        reveal_type(call.kind)
    if isinstance(call.kind, acp.OtherToolKind):
        reveal_type(call.kind)
        reveal_type(call.kind.is_custom)
    if call.status == "completed":
        reveal_type(call.status)


def matching(update: acp.SessionUpdate) -> None:
    match update:
        case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
            reveal_type(text)
        case acp.AgentMessageChunk(content=content):
            reveal_type(content)
        case acp.UserMessage(content=blocks):
            reveal_type(blocks)
        case acp.ToolCallUpdate(tool_call_id=tool_call_id, status="completed"):
            reveal_type(update)
            reveal_type(tool_call_id)
        case acp.ToolCallUpdate(status=status):
            reveal_type(status)
        case acp.IdleStateUpdate(stop_reason=reason):
            reveal_type(reason)
        case acp.PlanUpdate(plan=acp.PlanItems(entries=entries)):
            reveal_type(entries)
        case acp.UsageUpdate(cost=acp.Cost(amount=amount)):
            reveal_type(amount)
        case acp.OtherSessionUpdate(session_update=tag, payload=payload):
            reveal_type(tag)
            reveal_type(payload)
        case _:
            pass


def narrowing(block: acp.ContentBlock, outcome: acp.RequestPermissionOutcome, kind: acp.ToolKind) -> None:
    if isinstance(block, acp.TextContent):
        reveal_type(block)
    elif isinstance(block, (acp.ImageContent, acp.AudioContent)):
        reveal_type(block.mime_type)
    else:
        reveal_type(block)
    if block.type == "text":
        reveal_type(block)
    if isinstance(outcome, acp.SelectedPermissionOutcome):
        reveal_type(outcome.option_id)
    if kind == "read":
        reveal_type(kind)
    elif isinstance(kind, acp.OtherToolKind):
        reveal_type(kind)
    else:
        reveal_type(kind)


def messages(line: str, message: acp.Message) -> None:
    reveal_type(acp.read_message(line, sender="client"))
    reveal_type(acp.write_message(message))
    match message:
        case acp.Request(id=request_id, method="session/prompt", params=acp.PromptRequest() as prompt):
            reveal_type(request_id)
            reveal_type(prompt)
        case acp.Notification(params=acp.UpdateSessionNotification(update=update)):
            reveal_type(update)
        case acp.Request(method=method, params=params) if method.startswith("_"):
            reveal_type(method)
            reveal_type(params)
        case acp.Request() | acp.Notification():
            reveal_type(message)
        case acp.Response(id=answered, result=result):
            reveal_type(answered)
            reveal_type(result)
        case acp.ErrorResponse(id=refused, error=error):
            reveal_type(refused)
            reveal_type(error)
            reveal_type(error.code)
            reveal_type(error.data)
    try:
        acp.read_message(line, sender="agent")
    except acp.MessageError as failure:
        reveal_type(failure.error)
        reveal_type(failure.reply)


def methods(result: acp.JsonValue, prompt: acp.PromptRequest) -> None:
    reveal_type(acp.SESSION_PROMPT)
    reveal_type(acp.SESSION_CANCEL)
    reveal_type(acp.SESSION_PROMPT.name)
    reveal_type(acp.SESSION_PROMPT.receiver)
    reveal_type(acp.SESSION_PROMPT.decode_result(result))
    reveal_type(acp.SESSION_PROMPT.decode_params(result))
    reveal_type(acp.SESSION_PROMPT.encode_params(prompt))
    reveal_type(acp.AGENT_REQUESTS)
    reveal_type(acp.AGENT_REQUESTS["session/new"])
    reveal_type(negotiation.negotiate(result))


async def calls(agent: acp.AgentStub, client: acp.ClientStub, prompt: acp.PromptRequest, request: acp.Request) -> None:
    reveal_type(await agent.session_prompt(prompt))
    reveal_type(await agent.session_new(acp.NewSessionRequest(cwd="/")))
    reveal_type(await agent.extension_request("_acme.com/ping", None))
    reveal_type(await acp.dispatch_to_agent(acp.AgentHandler(), request))
    reveal_type(client.session_request_permission)
    reveal_type(acp.AgentCapabilityView(None).supports("session/delete"))


def sync_calls(agent: acp.SyncAgentStub, prompt: acp.PromptRequest) -> None:
    reveal_type(agent.session_prompt(prompt))
    reveal_type(agent.session_prompt(prompt).message_id)


def the_other_surfaces(answer: v1.InitializeResponse, call: v1.ToolCall, update: unstable.SessionUpdate) -> None:
    reveal_type(answer.protocol_version)
    reveal_type(answer.agent_capabilities)
    reveal_type(answer.agent_capabilities.load_session)
    reveal_type(answer.agent_capabilities.prompt_capabilities.image)
    reveal_type(answer.auth_methods)
    reveal_type(answer.agent_info)
    reveal_type(call.kind)
    reveal_type(call.raw_input)
    reveal_type(v1.PromptResponse(stop_reason="end_turn").stop_reason)
    reveal_type(unstable.TextContent(text="x"))
    reveal_type(update)

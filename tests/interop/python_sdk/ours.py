"""Our small agents and clients; those of programs/session_v1.py and programs/session_v2.py do the same with the SDK."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from acp_types import v1, v2

LONG_TEXT = "long " * 100_000
FAILURE = v1.RpcError(-32002, "Resource not found", {"missing": ["one", 2, None]})
WORDS = "one two three"


async def outcome(call: Awaitable[Any]) -> Any:
    """A result as it is, an error as a list."""
    try:
        return await call
    except v1.RpcError as error:
        return [error.code, error.message, error.data]


async def talk(stub: Any, failing: Awaitable[Any]) -> dict[str, Any]:
    """Leave a note, and tell what became of four requests."""
    await stub.extension_notification("_example.com/note", {"n": 1})
    return {
        "echo": await outcome(stub.extension_request("_example.com/echo", {"text": LONG_TEXT})),
        "unknown extension": await outcome(stub.extension_request("_example.com/unknown", {})),
        "unknown": await outcome(stub.peer.request("example/unknown", {})),
        "error": await outcome(failing),
    }


class Extensions:
    """The extension methods of our sides."""

    def __init__(self) -> None:
        self.notes: list[Any] = []
        self.report: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def extension_request(self, method: str, params: Any) -> Any:
        if method == "_example.com/echo":
            return {"method": method, "params": params, "notes": self.notes}
        if method == "_example.com/sessions":
            return {"count": 1}
        raise v1.RpcError(-32601, f"Method not found: {method}")

    async def extension_notification(self, method: str, params: Any) -> None:
        if method == "_example.com/report":
            self.report.set_result(params)
        else:
            self.notes.append([method, params])


class Listener(Extensions):
    """What our clients collect."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self.questions: list[str] = []
        self.stopped: list[str | None] = []
        self.heard = asyncio.Event()
        self.idle = asyncio.Event()

    def hear(self, text: str) -> None:
        self.words += text
        self.heard.set()


class V1Client(Listener, v1.ClientHandler):
    async def session_update(self, params: v1.SessionNotification) -> None:
        assert isinstance(params.update, v1.AgentMessageChunk)
        assert isinstance(params.update.content, v1.TextContent)
        self.hear(params.update.content.text)

    async def session_request_permission(self, params: v1.RequestPermissionRequest) -> v1.RequestPermissionResponse:
        self.questions.append(params.tool_call.title or "")
        chosen = v1.SelectedPermissionOutcome(option_id=params.options[0].option_id)
        return v1.RequestPermissionResponse(outcome=chosen)

    async def fs_read_text_file(self, params: v1.ReadTextFileRequest) -> v1.ReadTextFileResponse:
        raise FAILURE

    async def converse(self, agent: v1.AgentStub) -> dict[str, Any]:
        await agent.initialize(v1.InitializeRequest(protocol_version=1))
        session = (await agent.session_new(v1.NewSessionRequest(cwd="/", mcp_servers=()))).session_id
        prompt = v1.PromptRequest(session_id=session, prompt=(v1.TextContent(text=WORDS),))
        self.stopped.append((await agent.session_prompt(prompt)).stop_reason)
        words = self.words

        self.heard.clear()
        turn = asyncio.create_task(agent.session_prompt(prompt))
        await self.heard.wait()
        await agent.session_cancel(v1.CancelNotification(session_id=session))
        self.stopped.append((await turn).stop_reason)

        load = v1.LoadSessionRequest(session_id=v1.SessionId("missing"), cwd="/", mcp_servers=())
        result = {"words": words, "questions": self.questions, "stopped": self.stopped}
        return {**result, **await talk(agent, agent.session_load(load))}


class V2Client(Listener, v2.ClientHandler):
    async def session_update(self, params: v2.UpdateSessionNotification) -> None:
        match params.update:
            case v2.AgentMessageChunk(content=v2.TextContent(text=text)):
                self.hear(text)
            case v2.IdleStateUpdate(stop_reason=reason):
                self.stopped.append(reason)
                self.idle.set()
            case update:
                assert isinstance(update, v2.RunningStateUpdate)

    async def session_request_permission(self, params: v2.RequestPermissionRequest) -> v2.RequestPermissionResponse:
        self.questions.append(params.title)
        chosen = v2.SelectedPermissionOutcome(option_id=params.options[0].option_id)
        return v2.RequestPermissionResponse(outcome=chosen)

    async def elicitation_create(self, params: v2.CreateElicitationRequest) -> v2.CreateElicitationResponse:
        raise FAILURE

    async def converse(self, agent: v2.AgentStub) -> dict[str, Any]:
        info = v2.Implementation(name="ours", version="1")
        await agent.initialize(v2.InitializeRequest(protocol_version=2, info=info))
        session = (await agent.session_new(v2.NewSessionRequest(cwd="/"))).session_id
        prompt = v2.PromptRequest(session_id=session, prompt=(v2.TextContent(text=WORDS),))
        await agent.session_prompt(prompt)
        await self.idle.wait()
        words = self.words

        self.heard.clear()
        self.idle.clear()
        await agent.session_prompt(prompt)
        await self.heard.wait()
        await agent.session_cancel(v2.CancelSessionNotification(session_id=session))
        await self.idle.wait()

        resume = v2.ResumeSessionRequest(session_id=v2.SessionId("missing"), cwd="/")
        result = {"words": words, "questions": self.questions, "stopped": self.stopped}
        return {**result, **await talk(agent, agent.session_resume(resume))}


class V1Agent(Extensions, v1.AgentHandler):
    def __init__(self, client: v1.ClientStub) -> None:
        super().__init__()
        self.client = client

    async def initialize(self, params: v1.InitializeRequest) -> v1.InitializeResponse:
        info = v1.Implementation(name="ours", version="1")
        return v1.InitializeResponse(protocol_version=params.protocol_version, agent_info=info)

    async def session_new(self, params: v1.NewSessionRequest) -> v1.NewSessionResponse:
        return v1.NewSessionResponse(session_id=v1.SessionId("session-1"))

    async def session_load(self, params: v1.LoadSessionRequest) -> v1.LoadSessionResponse:
        raise FAILURE

    async def session_prompt(self, params: v1.PromptRequest) -> v1.PromptResponse:
        self.turn = asyncio.create_task(self.take_turn(params))
        try:
            return v1.PromptResponse(stop_reason=await self.turn)
        except asyncio.CancelledError:
            return v1.PromptResponse(stop_reason="cancelled")

    async def session_cancel(self, params: v1.CancelNotification) -> None:
        self.turn.cancel()

    async def take_turn(self, params: v1.PromptRequest) -> v1.StopReason:
        assert isinstance(params.prompt[0], v1.TextContent)
        for word in params.prompt[0].text.split():
            chunk = v1.AgentMessageChunk(content=v1.TextContent(text=f"{word} "))
            await self.client.session_update(v1.SessionNotification(session_id=params.session_id, update=chunk))
            await asyncio.sleep(0.02)
        call = v1.ToolCallUpdate(tool_call_id=v1.ToolCallId("finish"), title="Finish the turn")
        option = v1.PermissionOption(option_id=v1.PermissionOptionId("yes"), name="Yes", kind="allow_once")
        question = v1.RequestPermissionRequest(session_id=params.session_id, tool_call=call, options=(option,))
        answer = await self.client.session_request_permission(question)
        return "end_turn" if isinstance(answer.outcome, v1.SelectedPermissionOutcome) else "refusal"

    async def talk(self) -> dict[str, Any]:
        read = v1.ReadTextFileRequest(session_id=v1.SessionId("session-1"), path="/missing")
        return await talk(self.client, self.client.fs_read_text_file(read))


class V2Agent(Extensions, v2.AgentHandler):
    def __init__(self, client: v2.ClientStub) -> None:
        super().__init__()
        self.client = client

    async def initialize(self, params: v2.InitializeRequest) -> v2.InitializeResponse:
        return v2.InitializeResponse(protocol_version=2, info=v2.Implementation(name="ours", version="1"))

    async def session_new(self, params: v2.NewSessionRequest) -> v2.NewSessionResponse:
        return v2.NewSessionResponse(session_id=v2.SessionId("session-1"))

    async def session_resume(self, params: v2.ResumeSessionRequest) -> v2.ResumeSessionResponse:
        raise FAILURE

    async def session_prompt(self, params: v2.PromptRequest) -> v2.PromptResponse:
        self.turn = asyncio.create_task(self.take_turn(params))
        return v2.PromptResponse(message_id=v2.MessageId("message-1"))

    async def session_cancel(self, params: v2.CancelSessionNotification) -> None:
        self.turn.cancel()
        await self.update(params.session_id, v2.IdleStateUpdate(stop_reason="cancelled"))

    async def update(self, session: v2.SessionId, update: v2.SessionUpdate) -> None:
        await self.client.session_update(v2.UpdateSessionNotification(session_id=session, update=update))

    async def take_turn(self, params: v2.PromptRequest) -> None:
        assert isinstance(params.prompt[0], v2.TextContent)
        await self.update(params.session_id, v2.RunningStateUpdate())
        for word in params.prompt[0].text.split():
            content = v2.TextContent(text=f"{word} ")
            chunk = v2.AgentMessageChunk(message_id=v2.MessageId("message-2"), content=content)
            await self.update(params.session_id, chunk)
            await asyncio.sleep(0.02)
        option = v2.PermissionOption(option_id=v2.PermissionOptionId("yes"), name="Yes", kind="allow_once")
        answer = await self.client.session_request_permission(
            v2.RequestPermissionRequest(session_id=params.session_id, title="Finish the turn", options=(option,))
        )
        reason: v2.StopReason = "end_turn" if isinstance(answer.outcome, v2.SelectedPermissionOutcome) else "refusal"
        await self.update(params.session_id, v2.IdleStateUpdate(stop_reason=reason))

    async def talk(self) -> dict[str, Any]:
        question = v2.CreateElicitationRequestUrl(
            message="?",
            elicitation_id=v2.ElicitationId("1"),
            url="https://example.com/",
            scope=v2.ElicitationSessionScope(session_id=v2.SessionId("session-1")),
        )
        return await talk(self.client, self.client.elicitation_create(question))

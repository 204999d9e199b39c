"""A client for ACP v1 without asyncio: it starts a session, answers the agent's requests and prints its updates."""

from __future__ import annotations

from collections.abc import Mapping

from typing_extensions import override

from acp_types import v1 as acp
from acp_types.negotiation import negotiate

FILES: Mapping[str, str] = {"/src/a.py": "first\nsecond\nthird\n"}


class Editor(acp.SyncClientHandler):
    """What the client does when the agent asks."""

    @override
    def fs_read_text_file(self, params: acp.ReadTextFileRequest) -> acp.ReadTextFileResponse:
        text = FILES.get(params.path)
        if text is None:
            raise acp.RpcError(acp.ErrorCode.RESOURCE_NOT_FOUND, f"{params.path} is not open")
        first = (params.line or 1) - 1
        last = None if params.limit is None else first + params.limit
        return acp.ReadTextFileResponse(content="".join(text.splitlines(keepends=True)[first:last]))

    @override
    def session_request_permission(self, params: acp.RequestPermissionRequest) -> acp.RequestPermissionResponse:
        return acp.RequestPermissionResponse(outcome=self.choose(params.options))

    def choose(self, options: tuple[acp.PermissionOption, ...]) -> acp.RequestPermissionOutcome:
        wanted: tuple[acp.PermissionOptionKind, ...] = ("allow_once", "allow_always")
        for kind in wanted:
            for option in options:
                if option.kind == kind:
                    return acp.SelectedPermissionOutcome(option_id=option.option_id)
        return acp.CancelledPermissionOutcome()

    @override
    def session_update(self, params: acp.SessionNotification) -> None:
        match params.update:
            case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
                print("agent:", text)
            case acp.ToolCall(title=title, locations=locations):
                print("tool:", title, *(location.path for location in locations or ()))
            case acp.SessionInfoUpdate(title=title) if title is not acp.UNSET:
                print("title:", title or "(none)")
            case other:
                print("update:", other.session_update)


class ScriptedAgent(acp.SyncAgentHandler):
    """The other end: it reads a file and asks for permission before it answers."""

    def __init__(self, client: acp.SyncClientStub) -> None:
        self.client = client

    @override
    def initialize(self, params: acp.InitializeRequest) -> acp.InitializeResponse:
        return acp.InitializeResponse(
            protocol_version=1,
            agent_capabilities=acp.AgentCapabilities(prompt_capabilities=acp.PromptCapabilities(image=True)),
        )

    @override
    def session_new(self, params: acp.NewSessionRequest) -> acp.NewSessionResponse:
        return acp.NewSessionResponse(session_id=acp.SessionId("s"))

    @override
    def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
        session_id = params.session_id
        call = acp.ToolCall(
            tool_call_id=acp.ToolCallId("t"),
            title="Read a.py",
            kind="read",
            status="in_progress",
            locations=(acp.ToolCallLocation(path="/src/a.py", line=2),),
        )
        self.client.session_update(acp.SessionNotification(session_id=session_id, update=call))
        asked = acp.RequestPermissionRequest(
            session_id=session_id,
            tool_call=acp.ToolCallUpdate(tool_call_id=call.tool_call_id),
            options=(acp.PermissionOption(option_id=acp.PermissionOptionId("y"), name="Yes", kind="allow_once"),),
        )
        outcome = self.client.session_request_permission(asked).outcome
        if not isinstance(outcome, acp.SelectedPermissionOutcome):
            return acp.PromptResponse(stop_reason="refusal")
        wanted = acp.ReadTextFileRequest(session_id=session_id, path="/src/a.py", line=2, limit=1)
        line = self.client.fs_read_text_file(wanted).content.strip()
        chunk = acp.AgentMessageChunk(content=acp.TextContent(text=f"the second line is {line!r}"))
        self.client.session_update(acp.SessionNotification(session_id=session_id, update=chunk))
        renamed = acp.SessionInfoUpdate(title=None)
        self.client.session_update(acp.SessionNotification(session_id=session_id, update=renamed))
        return acp.PromptResponse(stop_reason="end_turn")


class ToClient:
    """One direction of a connection within a process: every message is written and read as it would be between two."""

    def __init__(self, handler: acp.SyncClientMethods) -> None:
        self.handler = handler

    def request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        return result_of(acp.sync_dispatch_to_client(self.handler, acp.Request(id=1, method=method, params=params)))

    def notify(self, method: str, params: acp.JsonValue) -> None:
        acp.sync_dispatch_to_client(self.handler, acp.Notification(method=method, params=params))


class ToAgent:
    """The other direction."""

    def __init__(self, handler: acp.SyncAgentMethods) -> None:
        self.handler = handler

    def request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        return result_of(acp.sync_dispatch_to_agent(self.handler, acp.Request(id=1, method=method, params=params)))

    def notify(self, method: str, params: acp.JsonValue) -> None:
        acp.sync_dispatch_to_agent(self.handler, acp.Notification(method=method, params=params))


def result_of(reply: acp.Response | acp.ErrorResponse | None) -> acp.JsonValue:
    if isinstance(reply, acp.Response):
        return reply.result
    raise acp.RpcError(reply.error.code, reply.error.message) if reply else TypeError("a request without an answer")


def main() -> None:
    peer = ToAgent(ScriptedAgent(acp.SyncClientStub(ToClient(Editor()))))
    agent = acp.SyncAgentStub(peer)
    hello = acp.InitializeRequest(
        protocol_version=1,
        client_capabilities=acp.ClientCapabilities(fs=acp.FileSystemCapabilities(read_text_file=True)),
    )
    print("version", negotiate(peer.request(acp.INITIALIZE.name, acp.INITIALIZE.encode_params(hello))))
    answer = agent.initialize(hello)
    view = acp.AgentCapabilityView(answer.agent_capabilities)
    print("images:", answer.agent_capabilities.prompt_capabilities.image, "load:", view.supports("session/load"))
    session = agent.session_new(acp.NewSessionRequest(cwd="/src", mcp_servers=()))
    prompt: tuple[acp.ContentBlock, ...] = (acp.TextContent(text="What does a.py say?"),)
    turn = agent.session_prompt(acp.PromptRequest(session_id=session.session_id, prompt=prompt))
    print("done:", turn.stop_reason)


if __name__ == "__main__":
    main()

"""Messages, methods, handlers and stubs as their documentation shows them. It must type-check unchanged, and run."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from typing_extensions import assert_type, override

from acp_types import v2 as acp

P = TypeVar("P")
R = TypeVar("R")

LINE = (
    '{"jsonrpc": "2.0", "id": 1, "method": "session/prompt",'
    ' "params": {"sessionId": "s", "prompt": [{"type": "text", "text": "hi"}]}}'
)


def read(line: str | bytes) -> str:
    message = acp.read_message(line, sender="client")
    assert_type(message, acp.Request | acp.Notification | acp.Response | acp.ErrorResponse)
    match message:
        case acp.Request(id=request_id, method="session/prompt", params=acp.PromptRequest() as prompt):
            assert_type(request_id, int | str)
            assert_type(prompt, acp.PromptRequest)
            return f"prompt {request_id}: {prompt.session_id}"
        case acp.Request(method=method) if method.startswith("_"):
            return method
        case acp.Notification(params=acp.CancelSessionNotification() as cancel):
            return cancel.session_id
        case acp.Response(id=request_id, result=raw):
            result = acp.SESSION_PROMPT.decode_result(raw)
            assert_type(result, acp.PromptResponse)
            return result.message_id
        case acp.ErrorResponse(id=answered, error=error):
            assert_type(answered, int | str | None)
            return error.message
        case _:
            return acp.write_message(message)


assert_type(acp.SESSION_PROMPT, acp.RequestMethod[acp.PromptRequest, acp.PromptResponse])
assert_type(acp.SESSION_CANCEL, acp.NotificationMethod[acp.CancelSessionNotification])
assert_type(acp.ELICITATION_CREATE, acp.RequestMethod[acp.CreateElicitationRequest, acp.CreateElicitationResponse])


class Caller:
    """What a connection library writes once for all methods."""

    def __init__(self, peer: acp.Peer) -> None:
        self.peer = peer

    async def call(self, method: acp.RequestMethod[P, R], params: P) -> R:
        return method.decode_result(await self.peer.request(method.name, method.encode_params(params)))

    async def tell(self, method: acp.NotificationMethod[P], params: P) -> None:
        await self.peer.notify(method.name, method.encode_params(params))


class MyAgent(acp.AgentHandler):
    @override
    async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
        return acp.PromptResponse(message_id=acp.MessageId("m"))

    @override
    async def extension_request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        if method != "_example.com/double":
            raise acp.RpcError(acp.ErrorCode.METHOD_NOT_FOUND, "no")
        return [params, params]


class Loopback:
    """A peer that is an agent in the same process."""

    def __init__(self, agent: acp.AgentMethods) -> None:
        self.agent = agent

    async def request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        reply = await acp.dispatch_to_agent(self.agent, acp.Request(id=0, method=method, params=params))
        assert_type(reply, acp.Response | acp.ErrorResponse | None)
        match reply:
            case acp.Response(result=result):
                return result
            case acp.ErrorResponse(error=error):
                raise acp.RpcError(error.code, error.message)
            case None:
                raise AssertionError

    async def notify(self, method: str, params: acp.JsonValue) -> None:
        await acp.dispatch_to_agent(self.agent, acp.Notification(method=method, params=params))


async def converse() -> list[str]:
    peer = Loopback(MyAgent())
    agent = acp.AgentStub(peer)
    prompt = acp.PromptRequest(session_id=acp.SessionId("s"), prompt=(acp.TextContent(text="hi"),))
    response = await agent.session_prompt(prompt)
    assert_type(response, acp.PromptResponse)
    again = await Caller(peer).call(acp.SESSION_PROMPT, prompt)
    assert_type(again, acp.PromptResponse)
    await Caller(peer).tell(acp.SESSION_CANCEL, acp.CancelSessionNotification(session_id=prompt.session_id))
    doubled = await agent.extension_request("_example.com/double", 1)
    assert_type(doubled, acp.JsonValue)
    return [response.message_id, again.message_id, str(doubled)]


class MySyncClient(acp.SyncClientHandler):
    @override
    def session_update(self, params: acp.UpdateSessionNotification) -> None:
        print(params.update.session_update)


def advertised(capabilities: acp.AgentCapabilities | None) -> bool:
    return acp.AgentCapabilityView(capabilities).supports("session/delete")


if __name__ == "__main__":
    print(read(LINE), *asyncio.run(converse()), advertised(None))
    update = acp.Notification(
        method="session/update",
        params=acp.UpdateSessionNotification(session_id=acp.SessionId("s"), update=acp.RunningStateUpdate()),
    )
    assert acp.sync_dispatch_to_client(MySyncClient(), update) is None

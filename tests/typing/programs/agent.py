"""An agent for ACP v2 that counts the words of its prompts, run here on recorded lines of a client."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

from typing_extensions import override

from acp_types import v2 as acp

PREFIX = '{"jsonrpc": "2.0", '
LINES = (
    PREFIX
    + '"id": 0, "method": "initialize", "params": {"protocolVersion": 2, "info": {"name": "c", "version": "1"}}}',
    PREFIX + '"id": 1, "method": "session/new", "params": {"cwd": "/src"}}',
    PREFIX + '"id": 2, "method": "session/prompt", "params": {"sessionId": "s1", "prompt": [{"type": "text", "text": '
    '"one two"}, {"type": "resource_link", "uri": "file:///a", "name": "a"}, {"type": "_odd"}]}}',
    PREFIX + '"id": 3, "method": "session/close", "params": {"sessionId": "s1"}}',
    PREFIX + '"id": "x", "method": "_example.com/words", "params": {"least": 1}}',
    PREFIX + '"id": 4, "method": "session/prompt", "params": {"sessionId": 5}}',
)


class Outbox:
    """A peer that only collects: this agent asks its client nothing."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        raise acp.RpcError(acp.ErrorCode.INTERNAL_ERROR, f"nobody answers {method}")

    async def notify(self, method: str, params: acp.JsonValue) -> None:
        self.lines.append(acp.write_message(acp.Notification(method=method, params=params)))


class WordCounter(acp.AgentHandler):
    def __init__(self, client: acp.ClientStub) -> None:
        self.client = client
        self.words: dict[acp.SessionId, int] = {}

    @override
    async def initialize(self, params: acp.InitializeRequest) -> acp.InitializeResponse:
        if params.protocol_version != 2:
            raise acp.RpcError(acp.ErrorCode.INVALID_PARAMS, "this agent speaks version 2 only")
        return acp.InitializeResponse(
            protocol_version=2,
            info=acp.Implementation(name="counter", version="1.0"),
            capabilities=acp.AgentCapabilities(session=acp.SessionCapabilities()),
        )

    @override
    async def session_new(self, params: acp.NewSessionRequest) -> acp.NewSessionResponse:
        session_id = acp.SessionId(f"s{len(self.words) + 1}")
        self.words[session_id] = 0
        return acp.NewSessionResponse(session_id=session_id)

    @override
    async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
        if params.session_id not in self.words:
            missing = acp.SessionNotFoundErrorData(session_id=params.session_id)
            raise acp.RpcError(acp.ErrorCode.RESOURCE_NOT_FOUND, "no such session", missing)
        for number, text in enumerate(described(params.prompt)):
            self.words[params.session_id] += len(text.split())
            chunk = acp.AgentMessageChunk(
                message_id=acp.MessageId(f"m{number}"), content=acp.TextContent(text=f"heard: {text}")
            )
            await self.client.session_update(acp.UpdateSessionNotification(session_id=params.session_id, update=chunk))
        return acp.PromptResponse(message_id=acp.MessageId("prompt"))

    @override
    async def extension_request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        if method != "_example.com/words":
            return await super().extension_request(method, params)
        return {session_id: count for session_id, count in self.words.items() if count}


def described(prompt: Iterable[acp.ContentBlock]) -> Iterator[str]:
    for block in prompt:
        match block:
            case acp.TextContent(text=text):
                yield text
            case acp.ResourceLink(title=str(title)):
                yield title
            case acp.ResourceLink(name=name):
                yield name
            case acp.OtherContentBlock(type=tag) if block.is_custom:
                yield f"an extension called {tag}"
            case _:
                yield f"something of type {block.type}"


async def serve(lines: Iterable[str]) -> list[str]:
    outbox = Outbox()
    agent = WordCounter(acp.ClientStub(outbox))
    for line in lines:
        try:
            message = acp.read_message(line, sender="client")
        except acp.MessageError as error:
            if error.reply is not None:
                outbox.lines.append(acp.write_message(error.reply))
            continue
        if isinstance(message, (acp.Request, acp.Notification)):
            reply = await acp.dispatch_to_agent(agent, message)
            if reply is not None:
                outbox.lines.append(acp.write_message(reply))
    return outbox.lines


if __name__ == "__main__":
    for written in asyncio.run(serve(LINES)):
        sent = acp.read_message(written, sender="agent")
        match sent:
            case acp.Notification(params=acp.UpdateSessionNotification(update=acp.AgentMessageChunk(content=content))):
                print(content.text if isinstance(content, acp.TextContent) else content.type)
            case acp.Response():
                print(f"{sent.id!r}: {sent.result}")
            case acp.ErrorResponse():
                print(f"{sent.id!r}: error {sent.error.code}, {sent.error.message}")
            case _:
                print(type(sent).__name__)

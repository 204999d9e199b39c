"""An agent over stdio: it streams an answer, asks for permission, supports cancellation, and has an extension method.

python examples/client.py python examples/agent.py
"""

from __future__ import annotations

import asyncio
import sys
import traceback

from connection import open_stdio

from acp_types import v1 as acp


class EchoAgent(acp.AgentHandler):
    """Echoes the prompt, word by word."""

    def __init__(self, client: acp.ClientStub) -> None:
        self.client = client
        self.turns: dict[acp.SessionId, asyncio.Task[acp.StopReason]] = {}
        self.sessions = 0

    async def initialize(self, params: acp.InitializeRequest) -> acp.InitializeResponse:
        info = acp.Implementation(name="echo", version="1")
        return acp.InitializeResponse(protocol_version=1, agent_info=info)

    async def session_new(self, params: acp.NewSessionRequest) -> acp.NewSessionResponse:
        self.sessions += 1
        return acp.NewSessionResponse(session_id=acp.SessionId(f"session-{self.sessions}"))

    async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
        turn = self.turns[params.session_id] = asyncio.create_task(self.take_turn(params))
        try:
            return acp.PromptResponse(stop_reason=await turn)
        except asyncio.CancelledError:
            return acp.PromptResponse(stop_reason="cancelled")
        finally:
            del self.turns[params.session_id]

    async def session_cancel(self, params: acp.CancelNotification) -> None:
        if turn := self.turns.get(params.session_id):
            turn.cancel()

    async def extension_request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        if method == "_example.com/sessions":
            return {"count": self.sessions}
        return await super().extension_request(method, params)

    async def take_turn(self, params: acp.PromptRequest) -> acp.StopReason:
        for block in params.prompt:
            match block:
                case acp.TextContent(text=text):
                    for word in text.split():
                        await self.say(params.session_id, f"{word} ")
                        await asyncio.sleep(0.01)
                case _:
                    await self.say(params.session_id, f"[{block.type}] ")
        if await self.may_finish(params.session_id):
            return "end_turn"
        return "refusal"

    async def say(self, session_id: acp.SessionId, text: str) -> None:
        chunk = acp.AgentMessageChunk(content=acp.TextContent(text=text))
        await self.client.session_update(acp.SessionNotification(session_id=session_id, update=chunk))

    async def may_finish(self, session_id: acp.SessionId) -> bool:
        call = acp.ToolCallUpdate(tool_call_id=acp.ToolCallId("finish"), title="Finish the turn", kind="other")
        options = (
            acp.PermissionOption(option_id=acp.PermissionOptionId("yes"), name="Yes", kind="allow_once"),
            acp.PermissionOption(option_id=acp.PermissionOptionId("no"), name="No", kind="reject_once"),
        )
        question = acp.RequestPermissionRequest(session_id=session_id, tool_call=call, options=options)
        match (await self.client.session_request_permission(question)).outcome:
            case acp.SelectedPermissionOutcome(option_id=option_id):
                return option_id == "yes"
            case acp.CancelledPermissionOutcome() | acp.OtherRequestPermissionOutcome():
                return False


async def main() -> None:
    connection = await open_stdio(sender="client")
    agent = EchoAgent(acp.ClientStub(connection))
    await connection.run(lambda message: acp.dispatch_to_agent(agent, message, on_error=report))


def report(error: Exception) -> None:
    traceback.print_exception(error, file=sys.stderr)


if __name__ == "__main__":
    asyncio.run(main())

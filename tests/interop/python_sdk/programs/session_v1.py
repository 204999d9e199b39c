"""A small agent and a small client made with the official SDK, for ACP v1.

python session_v1.py agent                        over stdio
python session_v1.py client [AGENT ARGUMENT...]   over stdio, or with an agent that it starts; then it prints its report
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

import acp
from acp import schema
from side import FAILURE, LINE_LIMIT, Side, be_client, outcome


class V1Side(Side):
    """The extension methods, whose underscore the SDK takes and gives."""

    async def ext_method(self, method: str, params: dict[str, Any]) -> Any:
        return await self.extension_request(f"_{method}", params)

    async def ext_notification(self, method: str, params: dict[str, Any]) -> None:
        self.notes.append([f"_{method}", params])

    async def request(self, method: str, params: Any) -> Any:
        return await self.peer.ext_method(method.removeprefix("_"), params)

    async def notify(self, method: str, params: Any) -> None:
        await self.peer.ext_notification(method.removeprefix("_"), params)


class Agent(V1Side):
    """Says the words of a prompt, asks whether that was all, and can be cancelled."""

    async def initialize(self, protocol_version: int, **_: Any) -> schema.InitializeResponse:
        info = schema.Implementation(name="made with the SDK", version="1")
        return schema.InitializeResponse(protocol_version=protocol_version, agent_info=info)

    async def new_session(self, **_: Any) -> schema.NewSessionResponse:
        return schema.NewSessionResponse(session_id="session-1")

    async def load_session(self, **_: Any) -> schema.LoadSessionResponse:
        raise FAILURE

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> schema.PromptResponse:
        self.turn = asyncio.create_task(self.take_turn(session_id, prompt[0].text))
        try:
            return schema.PromptResponse(stop_reason=await self.turn)
        except asyncio.CancelledError:
            return schema.PromptResponse(stop_reason="cancelled")

    async def cancel(self, **_: Any) -> None:
        self.turn.cancel()

    async def take_turn(self, session_id: str, text: str) -> str:
        for word in text.split():
            content = schema.TextContentBlock(type="text", text=f"{word} ")
            chunk = schema.AgentMessageChunk(session_update="agent_message_chunk", content=content)
            await self.peer.session_update(session_id, chunk)
            await asyncio.sleep(0.02)
        question = schema.ToolCallUpdate(tool_call_id="finish", title="Finish the turn")
        options = [schema.PermissionOption(option_id="yes", name="Yes", kind="allow_once")]
        answer = await self.peer.request_permission(session_id, question, options)
        return "end_turn" if answer.outcome.outcome == "selected" else "refusal"

    async def call_what_fails(self) -> Any:
        return await self.peer.read_text_file("session-1", "/missing")


class Client(V1Side):
    """Collects the words of the agent, and allows everything."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.questions: list[str] = []
        self.heard = asyncio.Event()

    async def session_update(self, update: Any, **_: Any) -> None:
        self.words.append(update.content.text)
        self.heard.set()

    async def request_permission(self, tool_call: Any, options: list[Any], **_: Any) -> Any:
        self.questions.append(tool_call.title)
        selected = schema.AllowedOutcome(outcome="selected", option_id=options[0].option_id)
        return schema.RequestPermissionResponse(outcome=selected)

    async def read_text_file(self, **_: Any) -> schema.ReadTextFileResponse:
        raise FAILURE

    async def call_what_fails(self) -> Any:
        return await self.peer.load_session(cwd="/", session_id="missing", mcp_servers=[])

    async def converse(self) -> dict[str, Any]:
        agent = self.peer
        hello = await agent.initialize(protocol_version=1)
        session = await agent.new_session(cwd="/", mcp_servers=[])
        prompt = [schema.TextContentBlock(type="text", text="one two three")]
        turn = await agent.prompt(session_id=session.session_id, prompt=prompt)
        words = "".join(self.words)

        self.heard.clear()
        cancelled = asyncio.create_task(agent.prompt(session_id=session.session_id, prompt=prompt))
        await self.heard.wait()
        await agent.cancel(session_id=session.session_id)
        return {
            "agent": hello.agent_info.name,
            "words": words,
            "questions": self.questions,
            "stopped": [turn.stop_reason, (await cancelled).stop_reason],
            "sessions": await outcome(self.request("_example.com/sessions", {})),
            **await self.talk(),
        }


async def main(side: str, *command: str) -> None:
    if side == "agent":
        await acp.run_agent(Agent())
    elif command:
        client, options = Client(), {"limit": LINE_LIMIT, "stderr": None}
        async with acp.spawn_agent_process(client, *command, env=os.environ, transport_kwargs=options):
            print(json.dumps(await client.converse()))
    else:
        await be_client(Client(), acp.connect_to_agent)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

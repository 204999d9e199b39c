"""A small agent and a small client made with the official SDK, for its experimental ACP v2.

python session_v2.py {agent|client}, over stdio
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from acp.experimental import v2 as acp
from acp.experimental.v2 import schema
from side import FAILURE, Side, be_client, outcome

INFO = schema.Implementation(name="made with the SDK", version="1")


class V2Side(Side):
    """The extension methods, whose names the SDK keeps in v2."""

    async def handle_extension_request(self, method: str, params: Any) -> Any:
        return await self.extension_request(method, params)

    async def handle_extension_notification(self, method: str, params: Any) -> None:
        self.notes.append([method, params])

    async def request(self, method: str, params: Any) -> Any:
        return await self.peer.send_extension_request(method, params)

    async def notify(self, method: str, params: Any) -> None:
        await self.peer.send_extension_notification(method, params)


class Agent(V2Side):
    """Says the words of a prompt, asks whether that was all, and can be cancelled."""

    async def initialize(self, protocol_version: int, **_: Any) -> schema.InitializeResponse:
        return schema.InitializeResponse(protocol_version=protocol_version, info=INFO)

    async def new_session(self, **_: Any) -> schema.NewSessionResponse:
        return schema.NewSessionResponse(session_id="session-1")

    async def resume_session(self, **_: Any) -> schema.ResumeSessionResponse:
        raise FAILURE

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> schema.PromptResponse:
        self.turn = asyncio.create_task(self.take_turn(session_id, prompt[0].text))
        return schema.PromptResponse(message_id="message-1")

    async def cancel_session(self, session_id: str, **_: Any) -> None:
        self.turn.cancel()
        await self.peer.session_update(session_id, schema.IdleSessionStateUpdate(stop_reason="cancelled"))

    async def take_turn(self, session_id: str, text: str) -> None:
        await self.peer.session_update(session_id, schema.RunningSessionStateUpdate())
        for word in text.split():
            content = schema.TextContentBlock(text=f"{word} ")
            await self.peer.session_update(
                session_id, schema.AgentMessageChunk(message_id="message-2", content=content)
            )
            await asyncio.sleep(0.02)
        options = [schema.PermissionOption(option_id="yes", name="Yes", kind="allow_once")]
        answer = await self.peer.request_permission(session_id, "Finish the turn", options)
        reason = "end_turn" if answer.outcome.outcome == "selected" else "refusal"
        await self.peer.session_update(session_id, schema.IdleSessionStateUpdate(stop_reason=reason))

    async def call_what_fails(self) -> Any:
        return await self.peer.create_elicitation(
            "?", "url", session_id="session-1", elicitation_id="1", url="https://example.com/"
        )


class Client(V2Side):
    """Collects the words of the agent, and allows everything."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.questions: list[str] = []
        self.stopped: list[str] = []
        self.heard = asyncio.Event()
        self.idle = asyncio.Event()

    async def session_update(self, update: Any, **_: Any) -> None:
        if update.session_update == "agent_message_chunk":
            self.words.append(update.content.text)
            self.heard.set()
        elif update.state == "idle":
            self.stopped.append(update.stop_reason)
            self.idle.set()

    async def request_permission(self, title: str, options: list[Any], **_: Any) -> Any:
        self.questions.append(title)
        selected = schema.SelectedPermissionOutcomeVariant(option_id=options[0].option_id)
        return schema.RequestPermissionResponse(outcome=selected)

    async def create_elicitation(self, **_: Any) -> Any:
        raise FAILURE

    async def call_what_fails(self) -> Any:
        return await self.peer.resume_session(session_id="missing", cwd="/")

    async def converse(self) -> dict[str, Any]:
        agent = self.peer
        hello = await agent.initialize(protocol_version=2, info=INFO)
        session = await agent.new_session(cwd="/")
        prompt = [schema.TextContentBlock(text="one two three")]
        await agent.prompt(session_id=session.session_id, prompt=prompt)
        await self.idle.wait()
        words = "".join(self.words)

        self.heard.clear()
        self.idle.clear()
        await agent.prompt(session_id=session.session_id, prompt=prompt)
        await self.heard.wait()
        await agent.cancel_session(session_id=session.session_id)
        await self.idle.wait()
        return {
            "agent": hello.info.name,
            "words": words,
            "questions": self.questions,
            "stopped": self.stopped,
            "sessions": await outcome(self.request("_example.com/sessions", {})),
            **await self.talk(),
        }


async def main(side: str) -> None:
    if side == "agent":
        await acp.run_agent(Agent())
    else:
        await be_client(Client(), acp.connect_to_agent)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

"""A client over stdio: it starts an agent, prints what it streams, grants permission, and cancels a turn.

python examples/client.py python examples/agent.py
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

from connection import LINE_LIMIT, Connection

from acp_types import v1 as acp


class PrintingClient(acp.ClientHandler):
    """Prints updates as they arrive, and allows everything once."""

    def __init__(self) -> None:
        self.first_words = asyncio.Event()

    async def session_update(self, params: acp.SessionNotification) -> None:
        match params.update:
            case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
                print(text, end="", flush=True)
                self.first_words.set()
            case acp.OtherSessionUpdate() as update:
                print(f"<an update of a kind unknown here: {update.session_update}>")
            case update:
                print(f"<{update.session_update}>")

    async def session_request_permission(self, params: acp.RequestPermissionRequest) -> acp.RequestPermissionResponse:
        print(f"\n? {params.tool_call.title}")
        for option in params.options:
            if option.kind in ("allow_once", "allow_always"):
                print(f"! {option.name}")
                outcome = acp.SelectedPermissionOutcome(option_id=option.option_id)
                return acp.RequestPermissionResponse(outcome=outcome)
        return acp.RequestPermissionResponse(outcome=acp.CancelledPermissionOutcome())


async def converse(agent: acp.AgentStub, client: PrintingClient) -> None:
    hello = await agent.initialize(acp.InitializeRequest(protocol_version=1))
    print("agent:", hello.agent_info.name if hello.agent_info else "unknown", "speaks version", hello.protocol_version)

    session = await agent.session_new(acp.NewSessionRequest(cwd=str(Path.cwd()), mcp_servers=()))
    prompt = (acp.TextContent(text="to be or not to be"),)
    request = acp.PromptRequest(session_id=session.session_id, prompt=prompt)
    print("stopped:", (await agent.session_prompt(request)).stop_reason)

    client.first_words.clear()
    turn = asyncio.create_task(agent.session_prompt(request))
    await client.first_words.wait()
    await agent.session_cancel(acp.CancelNotification(session_id=session.session_id))
    print("\nstopped:", (await turn).stop_reason)

    try:
        print("sessions:", await agent.extension_request("_example.com/sessions", {}))
    except acp.RpcError as error:
        print("no such extension:", error)


async def main(command: list[str]) -> None:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LINE_LIMIT)
    assert process.stdin is not None
    assert process.stdout is not None
    connection = Connection(process.stdout, process.stdin, sender="agent")
    client = PrintingClient()
    reading = asyncio.create_task(connection.run(lambda message: acp.dispatch_to_client(client, message)))
    try:
        await converse(acp.AgentStub(connection), client)
    finally:
        process.stdin.close()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), timeout=5)
        if process.returncode is None:
            process.kill()
        reading.cancel()


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("usage: python client.py AGENT [ARGUMENT...]")
    asyncio.run(main(sys.argv[1:]))

"""Checks whether a peer starts an agent and talks to it: a program that only answers `initialize`."""

from __future__ import annotations

import asyncio
import importlib
import sys

AGENT = """
import json, sys
request = json.loads(sys.stdin.readline())
info = {"name": "probed", "version": "1"}
result = {"protocolVersion": 1, "agentInfo": info, "agentCapabilities": {}}
print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
sys.stdin.read()
"""
SECONDS = 20


def sdk_starts() -> bool:
    """Through `spawn_agent_process` of the official SDK."""
    acp = importlib.import_module("acp")

    silent = type("Silent", (acp.Client,), {})

    async def converse() -> bool:
        async with acp.spawn_agent_process(silent(), sys.executable, "-c", AGENT) as (agent, _):
            answer = await agent.initialize(protocol_version=1)
            return bool(answer.agent_info.name == "probed")

    return asyncio.run(asyncio.wait_for(converse(), SECONDS))


def chuk_starts() -> bool:
    """Through `stdio_transport` of chuk-acp."""
    package = importlib.import_module("chuk_acp")

    async def converse() -> bool:
        info = package.ClientInfo(name="probe", version="1")
        async with package.stdio_transport(sys.executable, ["-c", AGENT]) as (read, write):
            answer = await package.send_initialize(read, write, 1, info, package.ClientCapabilities())
            return bool(answer.agentInfo.name == "probed")

    return asyncio.run(asyncio.wait_for(converse(), SECONDS))

"""What the small agents and clients of session_v1.py and session_v2.py have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from acp import RequestError
from acp.stdio import stdio_streams

LINE_LIMIT = 64 * 1024 * 1024
LONG_TEXT = "long " * 100_000
FAILURE = RequestError(-32002, "Resource not found", {"missing": ["one", 2, None]})


async def outcome(call: Awaitable[Any]) -> Any:
    """A result as it is, an error as a list."""
    try:
        return await call
    except RequestError as error:
        return [error.code, str(error), error.data]


class Side:
    """It takes notes, echoes, and on demand calls the other end for the same."""

    def __init__(self) -> None:
        self.notes: list[Any] = []
        self.peer: Any = None

    def on_connect(self, peer: Any) -> None:
        self.peer = peer

    async def extension_request(self, method: str, params: Any) -> Any:
        if method == "_example.com/echo":
            return {"method": method, "params": params, "notes": self.notes}
        if method == "_example.com/talk":
            return await self.talk()
        raise RequestError.method_not_found(method)

    async def talk(self) -> dict[str, Any]:
        await self.notify("_example.com/note", {"n": 1})
        return {
            "echo": await outcome(self.request("_example.com/echo", {"text": LONG_TEXT})),
            "unknown extension": await outcome(self.request("_example.com/unknown", {})),
            "unknown": await outcome(self.peer._conn.send_request("example/unknown", {})),
            "error": await outcome(self.call_what_fails()),
        }

    async def request(self, method: str, params: Any) -> Any:
        raise NotImplementedError

    async def notify(self, method: str, params: Any) -> None:
        raise NotImplementedError

    async def call_what_fails(self) -> Any:
        raise NotImplementedError

    async def converse(self) -> dict[str, Any]:
        raise NotImplementedError


async def be_client(client: Side, connect: Any) -> None:
    """Converse with the agent at the other end of stdio, tell it how that went, and wait until it goes."""
    reader, writer = await stdio_streams(limit=LINE_LIMIT)
    connect(client, writer, reader)
    await client.notify("_example.com/report", await client.converse())
    while not reader.at_eof():
        await asyncio.sleep(0.01)

"""A connection over two streams: reads and writes lines, and matches replies with requests. The package itself does no I/O.

For ACP v2, change the import below to `v2 as acp`; nothing else changes.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable

from acp_types import v1 as acp

LINE_LIMIT = 64 * 1024 * 1024
"""The maximum length of a line, for creating streams. Real agents send half a megabyte; asyncio's default limit is 64 KiB."""

CLOSED = "the connection is closed"

Dispatch = Callable[[acp.Request | acp.Notification], Awaitable[acp.Response | acp.ErrorResponse | None]]


class Connection:
    """An `acp.Peer`: sends what a stub sends, and passes incoming messages to `dispatch`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sender: acp.Side) -> None:
        self._reader = reader
        self._writer = writer
        self._sender: acp.Side = sender
        """The side at the other end of the connection."""
        self._is_closed = False
        self._last_id = 0
        self._waiting: dict[acp.RequestId | None, asyncio.Future[acp.JsonValue]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        """Send a request and wait for its result. If the wait is cancelled, the other side is notified."""
        if self._is_closed:
            raise ConnectionError(CLOSED)
        self._last_id += 1
        request_id = self._last_id
        self._send(acp.Request(id=request_id, method=method, params=params))
        future: asyncio.Future[acp.JsonValue] = asyncio.get_running_loop().create_future()
        self._waiting[request_id] = future
        try:
            return await future
        except asyncio.CancelledError:
            cancel = acp.CancelRequestNotification(request_id=request_id)
            self._send(acp.Notification(method=acp.CANCEL_REQUEST.name, params=cancel))
            raise

    async def notify(self, method: str, params: acp.JsonValue) -> None:
        """Send a notification. Waits if the other side is slow to read."""
        self._send(acp.Notification(method=method, params=params))
        await self._writer.drain()

    async def run(self, dispatch: Dispatch) -> None:
        """Read until the other side closes the connection.

        Messages are handled concurrently. They start in the order of their lines, but a handler that waits
        may finish after a later one.
        """
        try:
            async for line in self._reader:
                self._take(line, dispatch)
        finally:  # also if a line was longer than the reader's limit
            self._is_closed = True
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError(CLOSED))
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._writer.close()

    def _take(self, line: bytes, dispatch: Dispatch) -> None:
        try:
            message = acp.read_message(line, sender=self._sender)
        except acp.MessageError as error:
            print(error, file=sys.stderr)
            if error.reply is not None:
                self._send(error.reply)
            return
        if isinstance(message, (acp.Request, acp.Notification)):
            task = asyncio.create_task(self._answer(message, dispatch))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            self._settle(message)

    async def _answer(self, message: acp.Request | acp.Notification, dispatch: Dispatch) -> None:
        reply = await dispatch(message)
        if reply is not None:
            self._send(reply)

    def _settle(self, reply: acp.Response | acp.ErrorResponse) -> None:
        future = self._waiting.pop(reply.id, None)
        if future is None:
            print(f"nobody waits for the reply {reply.id!r}", file=sys.stderr)
        elif future.done():
            pass  # the wait was cancelled, but the request still gets a reply
        elif isinstance(reply, acp.Response):
            future.set_result(reply.result)
        else:
            future.set_exception(acp.RpcError(reply.error.code, reply.error.message, reply.error.data))

    def _send(self, message: acp.Message) -> None:
        self._writer.write(acp.write_message(message).encode() + b"\n")


async def open_stdio(sender: acp.Side) -> Connection:
    """The connection of a program started by the other side. Not on Windows, where asyncio cannot read stdin."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LINE_LIMIT)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    return Connection(reader, asyncio.StreamWriter(transport, protocol, None, loop), sender)

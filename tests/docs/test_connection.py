"""The connection of the examples, which is there to be copied: nobody waits for ever, however it ends."""

from __future__ import annotations

import asyncio
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import ROOT

REPLY = b'{"jsonrpc": "2.0", "id": 1, "result": {"answer": 42}}\n'
SECONDS = 10


class Sent:
    """The end of a stream that nobody reads."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.is_closed = False
        self.drained = 0

    def write(self, line: bytes) -> None:
        self.lines.append(line)

    async def drain(self) -> None:
        self.drained = len(self.lines)

    def close(self) -> None:
        self.is_closed = True


class Ends:
    """A connection to an agent, and both of its streams."""

    def __init__(self, module: Any, limit: int = 1000) -> None:
        self.incoming = asyncio.StreamReader(limit=limit)
        self.sent = Sent()
        self.connection = module.Connection(self.incoming, self.sent, sender="agent")

    async def ask(self, after: bytes) -> object:
        """The result of a request, or how it failed, where this comes in after it and then nothing more."""
        reading = asyncio.create_task(self.connection.run(nothing))
        asking = asyncio.create_task(self.connection.request("session/list", {}))
        await asyncio.sleep(0)
        self.incoming.feed_data(after)
        self.incoming.feed_eof()
        done = await asyncio.wait_for(asyncio.gather(asking, reading, return_exceptions=True), SECONDS)
        assert self.sent.is_closed
        return done


async def nothing(_message: object) -> None:
    """No reply to anything."""


@pytest.fixture(params=["v1", "v2"])
def module(request: pytest.FixtureRequest) -> Any:
    """The example, and what it is with the change that it names for v2."""
    path = ROOT / "examples" / "connection.py"
    v1, source = "import v1 as acp", path.read_text(encoding="utf-8")
    assert v1 in source
    module = ModuleType("connection")
    exec(compile(source.replace(v1, f"import {request.param} as acp"), path, "exec"), vars(module))  # noqa: S102
    return module


def test_a_reply_that_is_the_last_line(module: Any) -> None:
    async def run() -> object:
        return await Ends(module).ask(REPLY)

    assert asyncio.run(run()) == [{"answer": 42}, None]


def test_an_end_without_a_reply(module: Any) -> None:
    async def run() -> Any:
        return await Ends(module).ask(b"")

    failure, end = asyncio.run(run())
    assert (repr(failure), end) == ("ConnectionError('the connection is closed')", None)


def test_a_line_that_is_too_long(module: Any) -> None:
    async def run() -> Any:
        return await Ends(module, limit=100).ask(b"x" * 500 + b"\n" + REPLY)

    failure, end = asyncio.run(run())
    assert repr(failure) == "ConnectionError('the connection is closed')"
    assert isinstance(end, ValueError)


def test_a_request_after_the_end(module: Any) -> None:
    async def run() -> None:
        ends = Ends(module)
        await ends.ask(REPLY)
        await asyncio.wait_for(ends.connection.request("session/list", {}), SECONDS)

    with pytest.raises(ConnectionError, match="the connection is closed"):
        asyncio.run(run())


def test_a_request_that_is_given_up_is_cancelled_at_the_other_end(module: Any) -> None:
    async def run() -> Any:
        ends = Ends(module)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(ends.connection.request("session/list", {}), 0.01)
        return [module.acp.read_message(line, sender="client") for line in ends.sent.lines]

    _, cancel = asyncio.run(run())
    assert cancel.method == "$/cancel_request"
    assert cancel.params.request_id == 1


def test_the_reply_to_a_request_that_was_given_up_is_no_surprise(
    module: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> None:
        ends = Ends(module)
        asking = asyncio.create_task(ends.connection.request("session/list", {}))
        await asyncio.sleep(0)
        asking.cancel()
        ends.incoming.feed_data(REPLY + REPLY)
        ends.incoming.feed_eof()
        await asyncio.wait_for(ends.connection.run(nothing), SECONDS)

    asyncio.run(run())
    assert capsys.readouterr().err == "nobody waits for the reply 1\n"  # the second one


def test_a_notification_waits_for_a_slow_reader(module: Any) -> None:
    async def run() -> int:
        ends = Ends(module)
        await ends.connection.notify("_acme.dev/word", {})
        return ends.sent.drained

    assert asyncio.run(run()) == 1

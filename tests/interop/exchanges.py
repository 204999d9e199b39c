"""What is said in the tests against other SDKs: for every method of a surface, params and a result with all members.

The peer gets the same list as JSON, so that both sides can check what arrives and answer what is expected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from codegen.model import Ref
from tests.conformance.json_values import same
from tests.conformance.samples import Samples
from tests.conftest import model, surface


@dataclass(frozen=True)
class Exchange:
    """One call of one method."""

    method: str
    kind: str
    """`request` or `notification`."""
    attribute: str
    params: Any
    """JSON, every member given."""
    result: Any
    """JSON, every member given; `None` for a notification."""


def exchanges(name: str, receiver: str, changes: Mapping[str, Any] | None = None) -> list[Exchange]:
    """What a side of a surface receives, with changes to please a peer.

    `changes` replaces members by name, wherever a value of the same JSON type stands.
    """
    described = model(name)
    samples = Samples(described)
    return [
        Exchange(
            method.name,
            method.kind,
            method.attribute,
            changed(samples.value(Ref(method.params), full=True), changes or {}),
            changed(samples.value(Ref(method.result), full=True), changes or {}) if method.result else None,
        )
        for method in described.methods
        if method.is_received_by(receiver)
    ]


def changed(value: Any, changes: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        return {
            key: changes[key] if key in changes and type(changes[key]) is type(part) else changed(part, changes)
            for key, part in value.items()
        }
    return [changed(part, changes) for part in value] if isinstance(value, list) else value


def as_json(script: list[Exchange]) -> list[dict[str, Any]]:
    """The list for the peer."""
    return [asdict(exchange) for exchange in script]


class Scripted:
    """A handler of either side: it checks what arrives and answers what the script says."""

    def __init__(self, name: str, script: list[Exchange]) -> None:
        self.acp = surface(name)
        self.script = {(exchange.kind, exchange.method): exchange for exchange in script}
        self.received: list[str] = []
        """The methods that arrived with the params of the script, in order."""
        self.wrong: list[str] = []
        for exchange in script:
            setattr(self, exchange.attribute, self._method(exchange))

    def _method(self, exchange: Exchange) -> Any:
        tables = [getattr(self.acp, f"{side}_{exchange.kind.upper()}S") for side in ("AGENT", "CLIENT")]
        method = next(table[exchange.method] for table in tables if exchange.method in table)

        async def answer(params: Any) -> Any:
            written = method.write_params(params)
            if same(written, exchange.params):
                self.received.append(exchange.method)
            else:
                self.wrong.append(f"{exchange.method}: {written} is not {exchange.params}")
            return method.read_result(exchange.result) if exchange.kind == "request" else None

        return answer

    async def extension_request(self, method: str, params: Any) -> Any:
        self.received.append(method)
        return {"method": method, "params": params}

    async def extension_notification(self, method: str, params: Any) -> None:
        self.received.append(method)


async def call_all(stub: Any, name: str, script: list[Exchange]) -> list[str]:
    """Call every method of the script over a stub; what came back otherwise than the script says."""
    acp, wrong = surface(name), []
    for exchange in script:
        requests = exchange.kind == "request"
        table = getattr(acp, f"{'AGENT' if 'Agent' in type(stub).__name__ else 'CLIENT'}_{exchange.kind.upper()}S")
        method = table[exchange.method]
        result = await getattr(stub, exchange.attribute)(method.read_params(exchange.params))
        if requests and not same(method.write_result(result), exchange.result):
            wrong.append(f"{exchange.method}: {method.write_result(result)} is not {exchange.result}")
    return wrong


class LineConnection:
    """An `acp.Peer` over two streams, for any surface."""

    def __init__(self, name: str, sender: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.acp = surface(name)
        self.sender = sender
        self.reader = reader
        self.writer = writer
        self.waiting: dict[Any, asyncio.Future[Any]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.refused: list[Any] = []
        """Lines that were no messages, or whose params did not fit."""
        self.last_id = 0

    async def request(self, method: str, params: Any) -> Any:
        self.last_id += 1
        future = self.waiting[self.last_id] = asyncio.get_running_loop().create_future()
        self.send(self.acp.Request(id=self.last_id, method=method, params=params))
        return await asyncio.wait_for(future, timeout=20)

    async def notify(self, method: str, params: Any) -> None:
        self.send(self.acp.Notification(method=method, params=params))

    def send(self, message: Any) -> None:
        self.writer.write(self.acp.write_message(message).encode() + b"\n")

    async def serve(self, handler: Any) -> None:
        """Read until the other end closes."""
        receiver = "agent" if self.sender == "client" else "client"
        dispatch = getattr(self.acp, f"dispatch_to_{receiver}")
        async for line in self.reader:
            try:
                message = self.acp.read_message(line, sender=self.sender)
            except self.acp.MessageError as error:
                self.refused.append(error)
                if error.reply is not None:
                    self.send(error.reply)
                continue
            if isinstance(message, (self.acp.Response, self.acp.ErrorResponse)):
                self._settle(message)
            else:
                task = asyncio.create_task(self._answer(dispatch, handler, message))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def _answer(self, dispatch: Any, handler: Any, message: Any) -> None:
        reply = await dispatch(handler, message, on_error=self.refused.append)
        if reply is not None:
            self.send(reply)

    def _settle(self, reply: Any) -> None:
        future = self.waiting.pop(reply.id, None)
        if future is None:
            self.refused.append(reply)
        elif isinstance(reply, self.acp.Response):
            future.set_result(reply.result)
        else:
            error = reply.error
            future.set_exception(self.acp.RpcError(error.code, error.message, error.data))

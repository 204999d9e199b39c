"""Against the TypeScript SDK: our agent with its client and our client with its agent, over the pipes of a process.

The programs of the other end are in typescript/; `_test/...` are the extension methods that tell them what to do.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.conformance.json_values import same
from tests.conftest import ROOT, SURFACES, surface
from tests.interop.exchanges import Exchange, LineConnection, Scripted, as_json, call_all, exchanges

T = TypeVar("T")

ROLES = ("agent", "client")
"""Of the SDK; the other one is ours."""

LINE_LIMIT = 64 * 1024 * 1024
"""asyncio's own is 64 KiB."""

SECONDS = 20
"""How long a test may take."""

TO_PLEASE_THE_SDK = {
    **dict.fromkeys(("baseUrl", "src", "uri", "url"), "https://example.com/"),
    "updatedAt": "2026-01-02T03:04:05Z",
}
"""It checks the formats of strings, v1 only that of `url`: it refuses required ones that do not fit, drops others."""

NOT_HANDED_OVER = {
    "$/cancel_request": "aborts the signal of the request, with its id; v2 lets no handler see the params: no `_meta`",
}
"""Methods that the SDK takes care of itself when it receives them, and what it does. Its other limits cost no method:

- It names the proxy methods, but has nothing to make a proxy of: they go through custom handlers, which check nothing.
- Members that the schema does not know are missing from the params that a handler gets, and in v2 from results too.
- In v1 params with unknown enum values or variants are refused. Results are not read at all.
"""


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs of the other end and the SDK that they import."""
    folder = tmp_path_factory.mktemp("typescript") / "programs"
    shutil.copytree(Path(__file__).parent / "typescript", folder)
    missing = [tool for tool in ("node", "npm") if shutil.which(tool) is None]
    reason = f"{' and '.join(missing)} not found" if missing else install(folder)
    if reason and os.environ.get("CI"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    return folder


def install(folder: Path) -> str:
    """Install what package.json pins; why that failed, if it did."""
    command = ["npm", "install", "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return f"npm cannot install the SDK: {done.stderr}" if done.returncode else ""


def run(test: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(test, SECONDS))


@dataclass
class OtherEnd:
    """A running program."""

    connection: LineConnection
    stub: Any
    """Calls it."""
    handler: Any
    """Ours, called by it."""
    closed: asyncio.Task[None]
    """Done when the program has ended."""
    printed: str = ""
    """To standard error, known once it has ended."""


@contextlib.asynccontextmanager
async def other_end(
    folder: Path, program: list[str], name: str, role: str, make_handler: Callable[[Any], Any]
) -> AsyncIterator[OtherEnd]:
    """Start a program that plays the role. Our handler is made from the stub that calls it."""
    acp, pipe = surface(name), asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        "node", *program, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, limit=LINE_LIMIT
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    connection = LineConnection(name, role, process.stdout, process.stdin)
    stub = (acp.AgentStub if role == "agent" else acp.ClientStub)(connection)
    handler = make_handler(stub)
    end = OtherEnd(connection, stub, handler, asyncio.create_task(connection.serve(handler)))
    try:
        yield end
    finally:
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), SECONDS / 4)
        except asyncio.TimeoutError:
            process.kill()
        end.printed = (await process.stderr.read()).decode()
        await end.closed


# -- every method -----------------------------------------------------------------------------------------------------


def script_of(name: str, receiver: str) -> list[Exchange]:
    return exchanges(name, receiver, {**TO_PLEASE_THE_SDK, "protocolVersion": int(name[1])})


async def talk_by_script(
    programs: Path, script: Path, name: str, role: str, handler: Scripted, call: Callable[[Any], Awaitable[list[str]]]
) -> Any:
    """Let both sides call one another; what the SDK's side has to say of it."""
    program = ["exchange.mjs", name, role, str(script)]
    async with other_end(programs, program, name, role, lambda _: handler) as end:
        wrong = await call(end.stub)
        await cancel_a_request(end)
        report = await end.stub.extension_request("_test/report", {})
    assert (wrong, report["wrong"], handler.wrong, end.connection.refused, end.printed) == ([], [], [], [], "")
    return report


async def cancel_a_request(end: OtherEnd) -> None:
    """Send `$/cancel_request` for a request that the SDK works on."""
    acp, id_ = end.connection.acp, end.connection.last_id + 1
    waiting = asyncio.create_task(end.stub.extension_request("_test/wait", {}))
    await asyncio.sleep(0)
    await end.stub.cancel_request(acp.CancelRequestNotification(request_id=id_))
    with pytest.raises(acp.RpcError) as caught:
        await waiting
    assert (caught.value.code, caught.value.data) == (acp.ErrorCode.REQUEST_CANCELLED, {"requestId": id_})


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", SURFACES)
def test_every_method(name: str, role: str, programs: Path, tmp_path: Path, count: Callable[[str, int], None]) -> None:
    """Each side sends all that the other one receives; both compare params and results with the script."""
    to_sdk, to_us = script_of(name, role), script_of(name, "client" if role == "agent" else "agent")
    handed = [exchange for exchange in to_sdk if exchange.method not in NOT_HANDED_OVER]
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"receive": as_json(handed), "send": as_json(to_us)}))
    handler = Scripted(name, to_us)

    report = run(talk_by_script(programs, script, name, role, handler, lambda stub: call_all(stub, name, to_sdk)))

    methods = sorted(exchange.method for exchange in to_sdk)
    assert sorted(report["received"] + list(NOT_HANDED_OVER)) == methods
    assert sorted(handler.received) == sorted(exchange.method for exchange in to_us)
    assert sorted(report["known"] + list(NOT_HANDED_OVER)) == methods
    for does, all_ in (("received", len(to_sdk)), ("sent", len(to_us))):
        count(f"methods of {name} that the TypeScript SDK's {role} {does} ({all_} of {all_})", all_)


class WithProxies(Scripted):
    """What only a proxy receives is no method of an agent or a client: it arrives raw."""

    def __init__(self, name: str, script: list[Exchange], to_proxies: list[Exchange]) -> None:
        super().__init__(name, script)
        self.to_proxies = {(exchange.kind, exchange.method): exchange for exchange in to_proxies}

    async def extension_request(self, method: str, params: Any) -> Any:
        exchange, descriptor = self.to_proxies["request", method], self.acp.PROXY_REQUESTS[method]
        self.check(exchange, descriptor, params)
        return descriptor.write_result(descriptor.read_result(exchange.result))

    async def extension_notification(self, method: str, params: Any) -> None:
        self.check(self.to_proxies["notification", method], self.acp.PROXY_NOTIFICATIONS[method], params)

    def check(self, exchange: Exchange, descriptor: Any, params: Any) -> None:
        written = descriptor.write_params(descriptor.read_params(params))
        (self.received if same(written, exchange.params) else self.wrong).append(exchange.method)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ["v1.unstable", "v2.unstable"])
def test_proxy_methods(name: str, role: str, programs: Path, tmp_path: Path, count: Callable[[str, int], None]) -> None:
    """Neither package dispatches what a proxy receives: it goes over the extension methods of both."""
    acp, initialize = surface(name), script_of(name, "agent")[:1]
    to_proxies = [exchange for exchange in script_of(name, "proxy") if exchange.method not in NOT_HANDED_OVER]
    to_sdk, to_us = (initialize, []) if role == "agent" else ([], initialize)
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"receive": as_json(to_sdk + to_proxies), "send": as_json(to_us + to_proxies)}))
    handler = WithProxies(name, to_us, to_proxies)

    async def call(stub: Any) -> list[str]:
        wrong = await call_all(stub, name, to_sdk)
        for exchange in to_proxies:
            requests = exchange.kind == "request"
            descriptor = (acp.PROXY_REQUESTS if requests else acp.PROXY_NOTIFICATIONS)[exchange.method]
            send = stub.extension_request if requests else stub.extension_notification
            result = await send(exchange.method, descriptor.write_params(descriptor.read_params(exchange.params)))
            if requests and not same(descriptor.write_result(descriptor.read_result(result)), exchange.result):
                wrong.append(exchange.method)
        return wrong

    report = run(talk_by_script(programs, script, name, role, handler, call))

    methods = [exchange.method for exchange in to_proxies]
    of_all = len(acp.PROXY_REQUESTS) + len(acp.PROXY_NOTIFICATIONS)
    assert len(methods) == of_all
    assert report["received"][-of_all:] == methods == handler.received[-of_all:]
    count(f"proxy methods of {name} to and from the TypeScript SDK's {role} ({len(methods)} of {of_all})", of_all)


# -- one session ------------------------------------------------------------------------------------------------------


class Ours:
    """What our agent and our client have in common: `_test/...` for the other end."""

    def __init__(self, name: str, stub: Any) -> None:
        self.acp, self.is_v1 = surface(name), name.startswith("v1")
        self.stub = stub
        self.notes: list[Any] = []
        self.cancelled: list[Any] = []
        self.is_cancelled = asyncio.Event()

    async def extension_request(self, method: str, params: Any) -> Any:
        if method == "_test/echo":
            return params
        if method == "_test/fail":
            raise self.acp.RpcError(**params)
        if method == "_test/wait":
            await self.is_cancelled.wait()
            raise self.acp.RpcError(self.acp.ErrorCode.REQUEST_CANCELLED, "stopped", [1])
        return await self.acp.AgentHandler().extension_request(method, params)

    async def extension_notification(self, method: str, params: Any) -> None:
        self.notes.append((method, params))

    async def cancel_request(self, params: Any) -> None:
        self.cancelled.append(params.request_id)
        self.is_cancelled.set()


async def talk_about_the_rest(end: OtherEnd) -> None:
    """Extensions, unknown methods, errors and cancelled requests, both ways."""
    acp, stub, ours = end.connection.acp, end.stub, end.handler

    async def ask(method: str, params: Any, **options: Any) -> Any:
        """What the other end gets when it calls us."""
        return await stub.extension_request("_test/ask", {"method": method, "params": params, **options})

    notes: list[Any] = [{"deep": [{"a": None}, 1.5, "\u2028\U0001f600"]}, [1, "two"], {}, {"long": "x" * 100_000}]
    for note in notes:
        assert await stub.extension_request("_test/echo", note) == note
        assert await ask("_test/echo", note) == {"result": note}
        for method in ("_test/echo", "_test/unknown", "$/unknown"):
            await stub.extension_notification(method, note)

    codes = [*map(int, acp.ErrorCode), 4711]
    errors: list[Any] = [{"code": code, "message": f"no {code}", "data": {"about": [code]}} for code in codes]
    for error in [*errors, {"code": codes[0], "message": "no data"}]:
        with pytest.raises(acp.RpcError) as caught:
            await stub.extension_request("_test/fail", error)
        assert vars(caught.value) == {"data": None, **error}
        assert await ask("_test/fail", error) == {"error": error}

    with pytest.raises(acp.RpcError) as caught:
        await stub.extension_request("_test/unknown", {})
    assert caught.value.code == acp.ErrorCode.METHOD_NOT_FOUND
    assert (await ask("_test/unknown", {}))["error"]["code"] == acp.ErrorCode.METHOD_NOT_FOUND

    await cancel_a_request(end)
    assert await ask("_test/wait", {}, cancel=True) == {"error": {"code": -32800, "message": "stopped", "data": [1]}}
    assert len(ours.cancelled) == 1
    assert ours.notes == [("_test/echo", note) for note in notes]


class OurClient(Ours):
    """Collects what an agent streams, and allows everything once."""

    def __init__(self, name: str, stub: Any) -> None:
        super().__init__(name, stub)
        self.text = ""
        self.first_word = asyncio.Event()
        self.stops: asyncio.Queue[str] = asyncio.Queue()
        self.questions: list[str] = []

    async def session_update(self, params: Any) -> None:
        update = params.update
        if update.session_update == "agent_message_chunk":
            self.text += update.content.text
            self.first_word.set()
        else:
            assert isinstance(update, self.acp.IdleStateUpdate)
            self.stops.put_nowait(update.stop_reason)

    async def session_request_permission(self, params: Any) -> Any:
        self.questions.append(params.tool_call.title if self.is_v1 else params.title)
        (option,) = (option for option in params.options if option.kind == "allow_once")
        outcome = self.acp.SelectedPermissionOutcome(option_id=option.option_id)
        return self.acp.RequestPermissionResponse(outcome=outcome)

    async def converse(self) -> None:
        """Take a turn, and cancel another one."""
        acp, info = self.acp, self.acp.Implementation(name="ours", version="1")
        who = {"client_info": info} if self.is_v1 else {"info": info, "capabilities": acp.ClientCapabilities()}
        hello = await self.stub.initialize(acp.InitializeRequest(protocol_version=1 if self.is_v1 else 2, **who))
        assert (hello.agent_info if self.is_v1 else hello.info).name == "typescript"
        session = await self.stub.session_new(acp.NewSessionRequest(cwd="/", mcp_servers=()))

        assert await self.take_turn(session.session_id) == "end_turn"
        assert (self.text, self.questions) == ("to be or not to be ", ["Finish the turn"])

        self.text = ""
        self.first_word.clear()
        turn = asyncio.create_task(self.take_turn(session.session_id))
        await self.first_word.wait()
        await self.stub.session_cancel(acp.SESSION_CANCEL.read_params({"sessionId": session.session_id}))
        assert await turn == "cancelled"
        assert (self.text, self.questions) == ("to ", ["Finish the turn"])

        assert await self.stub.extension_request("_example.com/sessions", {}) == {"count": 1}
        with pytest.raises(acp.RpcError) as caught:
            await self.take_turn("lost")
        data = {"sessionId": "lost"} if self.is_v1 else acp.SessionNotFoundErrorData(session_id="lost")
        assert (caught.value.code, caught.value.data) == (acp.ErrorCode.RESOURCE_NOT_FOUND, data)

    async def take_turn(self, session_id: str) -> Any:
        prompt = (self.acp.TextContent(text="to be or not to be"),)
        answer = await self.stub.session_prompt(self.acp.PromptRequest(session_id=session_id, prompt=prompt))
        return answer.stop_reason if self.is_v1 else await self.stops.get()


@pytest.mark.parametrize("name", SURFACES)
def test_a_session_of_our_client(name: str, programs: Path) -> None:
    async def talk() -> None:
        async with other_end(programs, ["agent.mjs", name], name, "agent", lambda stub: OurClient(name, stub)) as end:
            await end.handler.converse()
            await talk_about_the_rest(end)
        assert (end.connection.refused, end.printed) == ([], "")

    run(talk())


class OurAgent(Ours):
    """Says back what it is told and asks for permission. The second turn ends only when it is cancelled."""

    def __init__(self, name: str, stub: Any) -> None:
        super().__init__(name, stub)
        self.turns = 0
        self.is_turn_cancelled = asyncio.Event()
        self.has_said_goodbye = asyncio.Event()
        self.may_go = asyncio.Event()
        self.reporting: set[asyncio.Task[None]] = set()

    async def initialize(self, params: Any) -> Any:
        acp, info = self.acp, self.acp.Implementation(name="ours", version="1")
        assert (params.client_info if self.is_v1 else params.info).name == "typescript"
        who = {"agent_info": info} if self.is_v1 else {"info": info, "capabilities": acp.AgentCapabilities()}
        return acp.InitializeResponse(protocol_version=params.protocol_version, **who)

    async def session_new(self, params: Any) -> Any:
        assert params.cwd
        return self.acp.NewSessionResponse(session_id="session-1")

    async def session_prompt(self, params: Any) -> Any:
        if params.session_id != "session-1":
            data = {"sessionId": params.session_id}
            raise self.acp.RpcError(self.acp.ErrorCode.RESOURCE_NOT_FOUND, "Resource not found", data)
        if self.is_v1:
            return self.acp.PromptResponse(stop_reason=await self.take_turn(params))
        self.reporting.add(asyncio.create_task(self.report_turn(params)))
        return self.acp.PromptResponse(message_id="prompt")

    async def session_cancel(self, params: Any) -> None:
        assert params.session_id == "session-1"
        self.is_turn_cancelled.set()

    async def extension_request(self, method: str, params: Any) -> Any:
        if method == "_example.com/sessions":
            return {"count": 1}
        if method == "_example.com/goodbye":
            self.has_said_goodbye.set()
            await self.may_go.wait()
            return {}
        return await super().extension_request(method, params)

    async def report_turn(self, params: Any) -> None:
        await self.say(params, self.acp.IdleStateUpdate(stop_reason=await self.take_turn(params)))

    async def take_turn(self, params: Any) -> str:
        acp = self.acp
        self.turns += 1
        for word in params.prompt[0].text.split():
            content = acp.TextContent(text=f"{word} ")
            await self.say(params, acp.AgentMessageChunk(message_id="answer", content=content))
            if self.turns == 2:
                await self.is_turn_cancelled.wait()
                return "cancelled"
        question = {"toolCall": {"toolCallId": "finish", "title": "Finish"}} if self.is_v1 else {"title": "Finish"}
        options = [{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]
        request = {"sessionId": params.session_id, "options": options, **question}
        answer = await self.stub.session_request_permission(acp.SESSION_REQUEST_PERMISSION.read_params(request))
        return "end_turn" if answer.outcome == acp.SelectedPermissionOutcome(option_id="yes") else "refusal"

    async def say(self, params: Any, update: Any) -> None:
        notification = self.acp.SESSION_UPDATE.params_form(session_id=params.session_id, update=update)
        await self.stub.session_update(notification)


@pytest.mark.parametrize("name", SURFACES)
def test_a_session_of_our_agent(name: str, programs: Path) -> None:
    async def talk() -> Any:
        async with other_end(programs, ["client.mjs", name], name, "client", lambda stub: OurAgent(name, stub)) as end:
            await end.handler.has_said_goodbye.wait()
            await talk_about_the_rest(end)
            end.handler.may_go.set()
            await end.closed
        assert end.connection.refused == []
        return json.loads(end.printed)

    assert run(talk()) == {
        "permissions": ["Finish"],
        "finished": {"text": "to be or not to be ", "stopReason": "end_turn"},
        "cancelled": {"text": "to ", "stopReason": "cancelled"},
        "sessions": {"count": 1},
        "lost": {"code": -32002, "message": "Resource not found", "data": {"sessionId": "lost"}},
        "goodbye": {},
    }


# -- the examples -----------------------------------------------------------------------------------------------------


EXAMPLES = ROOT / "examples"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "generated")}


def test_the_example_client(programs: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "client.py"), "node", str(programs / "agent.mjs"), "v1"]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=SECONDS, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "agent: typescript speaks version 1",
        "to be or not to be ",
        "? Finish the turn",
        "! Yes",
        "stopped: end_turn",
        "to ",
        "stopped: cancelled",
        "sessions: {'count': 1}",
    ]


def test_the_example_agent(programs: Path) -> None:
    pipe = subprocess.PIPE
    command = [sys.executable, str(EXAMPLES / "agent.py")]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=ENVIRONMENT) as agent:
        try:
            command = ["node", str(programs / "client.mjs"), "v1"]
            client = subprocess.run(
                command, stdin=agent.stdout, stdout=agent.stdin, stderr=pipe, timeout=SECONDS, check=True
            )
            _, errors = agent.communicate(timeout=SECONDS)
        finally:
            agent.kill()
    said = json.loads(client.stderr)
    # How far it gets depends on how quick both sides are, and so does whether an answer comes too late for anybody.
    assert said["cancelled"].pop("text").startswith("to ")
    assert b"Traceback" not in errors
    assert said == {
        "permissions": ["Finish the turn", "Finish the turn"],
        "finished": {"text": "to be or not to be ", "stopReason": "end_turn"},
        "cancelled": {"stopReason": "cancelled"},
        "sessions": {"count": 1},
        "lost": {"stopReason": "end_turn"},
        "goodbye": {"code": -32601, "message": "Method not found: _example.com/goodbye"},
    }

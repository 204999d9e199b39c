"""Against the official Python SDK: our agent with its client, and our client with its agent, over stdio.

Our side runs here; the SDK's side is a program of python_sdk/programs, run by a virtual environment of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import os
import subprocess
import sys
import venv
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.json_values import same, without_nulls
from tests.conformance.samples import Samples
from tests.conftest import ROOT, model
from tests.interop.exchanges import Exchange, LineConnection, Scripted, as_json, call_all, changed, exchanges
from tests.interop.python_sdk.ours import FAILURE, LONG_TEXT, WORDS, V1Agent, V1Client, V2Agent, V2Client

FINAL, CANDIDATE = "0.12.1", "1.0.0rc3"
PYDANTIC = "2.14.4"
"""It decides much of what the SDK keeps."""

PROGRAMS = Path(__file__).parent / "python_sdk" / "programs"
ROLES = ("agent", "client")
"""What the SDK is; we are the other one."""
LINE_LIMIT = 64 * 1024 * 1024
SECONDS = 30

Pythons = Callable[[str], str]


@pytest.fixture(scope="session")
def pythons(pytestconfig: pytest.Config) -> Pythons:
    """The interpreter of a virtual environment that has a version of the SDK."""

    @functools.cache
    def install(version: str) -> tuple[str, str]:
        assert pytestconfig.cache is not None
        folder = pytestconfig.cache.mkdir(f"python-sdk-{version}-on-{sys.version_info.major}.{sys.version_info.minor}")
        interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        if not interpreter.exists():
            venv.create(folder, with_pip=True)
        wanted = [f"agent-client-protocol=={version}", f"pydantic=={PYDANTIC}"]
        pip = [str(interpreter), "-m", "pip", "install", "--quiet", "--retries=1", "--timeout=10", *wanted]
        done = subprocess.run(pip, capture_output=True, text=True, timeout=120, check=False)
        why_not = f"pip cannot install {' '.join(wanted)}: {done.stderr.strip()}" if done.returncode else ""
        return str(interpreter), why_not

    def python(version: str) -> str:
        interpreter, why_not = install(version)
        if why_not and os.environ.get("CI"):
            pytest.fail(why_not)
        if why_not:
            pytest.skip(why_not)
        return interpreter

    return python


# -- what gets lost in the SDK ----------------------------------------------------------------------------------------

Sdk = tuple[str, str]
"""Its version and that of the protocol."""

FINAL_V1, CANDIDATE_V1, CANDIDATE_V2 = (FINAL, "v1"), (CANDIDATE, "v1"), (CANDIDATE, "v2")
V1 = (FINAL_V1, CANDIDATE_V1)
ALL = (*V1, CANDIDATE_V2)


@dataclass(frozen=True)
class Limit:
    """A reason why something gets lost, and what does: all the rest must arrive as it was sent."""

    why: str
    sdks: Sequence[Sdk]
    what: str
    """A method, a kind of update (`session/update:KIND`), or a member of the params or the result of either, in lines.
    `null` is every member that is null."""
    when: str = ""
    """`sent` or `received` by the SDK, where it gets lost only then."""


NEWER = "newer than its schema: it has no such method, refuses such an update, and drops members that it does not know"

LIMITS = (
    Limit(
        NEWER,
        ALL,
        """
        auth/status
        auth/status_update
        session/archive
        session/fork params.systemPrompt
        session/list params.archived
        session/list result.sessions.archived
        session/load params.systemPrompt
        session/new params.systemPrompt
        session/resume params.systemPrompt
        session/set_title
        session/status
        session/unarchive
        session/update:subagent_update
        terminal/cancel
        tool_call/cancel
        """,
    ),
    Limit(
        NEWER,
        V1,
        """
        initialize params.clientCapabilities.subagents
        initialize result.agentCapabilities.auth.status
        initialize result.agentCapabilities.sessionCapabilities.archive
        initialize result.agentCapabilities.sessionCapabilities.status
        initialize result.agentCapabilities.sessionCapabilities.systemPrompt
        initialize result.agentCapabilities.sessionCapabilities.title
        session/update:session_message
        session/update:session_message_chunk
        """,
    ),
    Limit(
        NEWER,
        [FINAL_V1],
        """
        initialize params.clientCapabilities.session.compaction
        initialize params.clientCapabilities.session.notices
        session/request_permission params.toolCall.name
        session/update:compaction_summary_chunk
        session/update:compaction_update
        session/update:notice
        session/update:tool_call params.update.name
        session/update:tool_call_update params.update.name
        """,
    ),
    Limit(
        NEWER,
        [CANDIDATE_V2],
        """
        initialize result.capabilities.auth.status
        initialize result.capabilities.session.archive
        initialize result.capabilities.session.status
        initialize result.capabilities.session.systemPrompt
        initialize result.capabilities.session.title
        session/fork result.availableCommands
        session/new result.availableCommands
        session/prompt params.prompt.icons._meta
        session/request_permission params.subject._meta
        session/request_permission params.subject.toolCall.capabilities
        session/request_permission result.outcome._meta
        session/resume result.availableCommands
        session/update:state_update:idle params.update.background
        session/update:state_update:idle params.update.error
        session/update:state_update:requires_action params.update.background
        session/update:state_update:running params.update.background
        session/update:terminal_update params.update.capabilities
        session/update:terminal_update params.update.size
        session/update:tool_call_update params.update.capabilities
        """,
    ),
    Limit(
        "its commands have no type yet, so that we skip them as invalid items",
        [CANDIDATE_V2],
        "session/update:available_commands_update",
    ),
    Limit("it has that of an older draft, with a connectionId", ALL, "mcp/message"),
    Limit(
        "it has types for them, but neither calls nor routes them",
        [FINAL_V1],
        """
        $/cancel_request
        logout
        providers/disable
        providers/list
        providers/set
        session/delete
        """,
    ),
    Limit("its handler is given the value alone", V1, "session/set_config_option params.type", when="received"),
    Limit("it leaves out defaults", V1, "elicitation/create params.requestedSchema.type", when="sent"),
    Limit("it leaves out nulls", V1, "null", when="sent"),
)

FITTING = {
    "baseUrl": "https://example.com/base",
    "currency": "USD",
    "lastModified": "2026-01-02T03:04:05Z",
    "protocolVersion": 2,
    "src": "https://example.com/icon",
    "updatedAt": "2026-01-02T03:04:05Z",
    "uri": "file:///folder/file",
    "url": "https://example.com/",
}
"""What its v2 keeps, where it refuses or rewrites what our schema allows (`HTTP://Example.com`); and its version."""

OLDER = {
    *("accept_nes", "close_nes", "connect_mcp", "did_change", "did_close", "did_focus", "did_open", "did_save"),
    *("disconnect_mcp", "mcp_message", "notify_mcp", "reject_nes", "start_nes", "suggest_nes"),
}
"""Its methods that the schema no longer has."""


def lost(sdk: Sdk, when: str = "") -> set[str]:
    lines = [limit.what.split("\n") for limit in LIMITS if sdk in limit.sdks and limit.when in ("", when)]
    return {line.strip() for part in lines for line in part}


def names(exchange: Exchange) -> set[str]:
    """The method, and the kind of update."""
    update = exchange.params.get("update", {})
    tags = [update[tag] for tag in ("sessionUpdate", "state") if isinstance(update.get(tag), str)]
    return {":".join([exchange.method, *tags[:count]]) for count in range(len(tags) + 1)}


def script(sdk: Sdk, name: str, receiver: str) -> list[Exchange]:
    """What a side receives of what the SDK has: every method, with every kind of update and of content, and a null."""
    samples = Samples(model(name))
    full = {
        definition: [sample.value for sample in samples.all({definition}) if sample.why.endswith("full")]
        for definition in ("SessionUpdate", "ContentBlock")
    }
    full["SessionUpdate"].append({"sessionUpdate": "session_info_update", "title": None})
    said: list[Exchange] = []
    for exchange in exchanges(name, receiver):
        if exchange.method == "session/update":
            said += [
                replace(exchange, params={**exchange.params, "update": update}) for update in full["SessionUpdate"]
            ]
        elif exchange.method == "session/prompt":
            said.append(replace(exchange, params={**exchange.params, "prompt": full["ContentBlock"]}))
        elif exchange.method != "$/cancel_request":
            said.append(exchange)
    changes = FITTING if sdk == CANDIDATE_V2 else {}
    return [
        replace(exchange, params=changed(exchange.params, changes), result=changed(exchange.result, changes))
        for exchange in said
        if not names(exchange) & lost(sdk)
    ]


def kept(said: list[Exchange], part: str, sdk: Sdk, when: str) -> list[Exchange]:
    """The script without what the SDK loses of the params or of the results."""
    left = []
    for exchange in said:
        value = getattr(exchange, part)
        if "null" in lost(sdk, when):
            value = without_nulls(value)
        for what in lost(sdk, when):
            name, _, path = what.partition(f" {part}.")
            if path and name in names(exchange):
                value = without(value, path.split("."))
        left.append(replace(exchange, **{part: value}))
    return left


def without(value: Any, path: list[str]) -> Any:
    if isinstance(value, list):
        return [without(part, path) for part in value]
    if not isinstance(value, dict):
        return value
    head, *rest = path
    return {name: without(part, rest) if name == head else part for name, part in value.items() if rest or name != head}


# -- the two ends -----------------------------------------------------------------------------------------------------


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, SECONDS))


@contextlib.asynccontextmanager
async def sdk_side(
    command: Sequence[str], name: str, role: str, make_handler: Callable[[Any], Any]
) -> AsyncIterator[tuple[Any, LineConnection]]:
    """A program with the SDK: the stub that calls it, and the connection with it."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LINE_LIMIT)
    assert process.stdin
    assert process.stdout
    connection = LineConnection(name, role, process.stdout, process.stdin)
    stub = (connection.acp.AgentStub if role == "agent" else connection.acp.ClientStub)(connection)
    serving = asyncio.create_task(connection.serve(make_handler(stub)))
    try:
        yield stub, connection
        process.stdin.close()
        await asyncio.wait_for(asyncio.gather(process.wait(), serving), 5)
    finally:
        serving.cancel()
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0
    assert connection.refused == []


# -- every method -----------------------------------------------------------------------------------------------------


class Handler(Scripted):
    """A method may come several times, and an extension request hangs until it is cancelled."""

    def __init__(self, name: str, said: list[Exchange]) -> None:
        self.answers: dict[str, list[Any]] = {}
        super().__init__(name, said)
        self.greeted = asyncio.Event()
        self.cancelled = asyncio.Event()

    def _method(self, exchange: Exchange) -> Any:
        answers = self.answers.setdefault(exchange.attribute, [])
        answers.append(super()._method(exchange))

        async def answer(params: Any) -> Any:
            self.greeted.set()
            return await answers.pop(0)(params)

        return answer

    async def extension_request(self, method: str, params: Any) -> Any:
        await self.cancelled.wait()
        raise self.acp.RpcError(self.acp.ErrorCode.REQUEST_CANCELLED, f"{method} was cancelled", params)

    async def cancel_request(self, params: Any) -> None:
        assert isinstance(params.request_id, int)
        self.cancelled.set()


async def cancel_a_request(stub: Any, connection: LineConnection) -> None:
    hanging = asyncio.create_task(stub.extension_request("_example.com/hang", {}))
    await asyncio.sleep(0)
    await stub.cancel_request(connection.acp.CancelRequestNotification(request_id=connection.last_id))
    with pytest.raises(connection.acp.RpcError) as caught:
        await hanging
    assert caught.value.code == connection.acp.ErrorCode.REQUEST_CANCELLED


def unequal(got: list[tuple[str, Any]], expected: list[Exchange], part: str) -> list[str]:
    """What the SDK reports of params or results, where it is not as expected."""
    assert [method for method, _ in got] == [exchange.method for exchange in expected]
    pairs = [(method, value, getattr(wanted, part)) for (method, value), wanted in zip(got, expected, strict=True)]
    return [f"{method}: {value} is not {wanted}" for method, value, wanted in pairs if not same(value, wanted)]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    ("version", "name"),
    [
        *((FINAL, name) for name in ("v1", "v1.unstable")),
        *((CANDIDATE, name) for name in ("v1", "v1.unstable", "v2", "v2.unstable")),
    ],
)
def test_every_method(
    version: str, name: str, role: str, pythons: Pythons, tmp_path: Path, count: Callable[[str, int], None]
) -> None:
    sdk = (version, name[:2])
    ours = "client" if role == "agent" else "agent"
    answers, calls = script(sdk, name, role), script(sdk, name, ours)
    said = tmp_path / "script.json"
    said.write_text(json.dumps({"answers": as_json(answers), "calls": as_json(calls)}))
    command = [pythons(version), str(PROGRAMS / "peer.py"), sdk[1], role, str(said)]
    unknown = [each for each in exchanges(name, role) if each.method in lost(sdk) and each.kind == "request"]
    cancels = "$/cancel_request" not in lost(sdk)

    async def talk() -> None:
        handler = Handler(name, kept(calls, "params", sdk, "sent"))
        async with sdk_side(command, name, role, lambda _: handler) as (stub, connection):
            if role == "client":
                await handler.greeted.wait()
            wrong = await call_all(stub, name, kept(answers, "result", sdk, "sent"))
            report = await stub.extension_request("_example.com/report", {})
            wrong += handler.wrong
            wrong += unequal(report["received"], kept(answers, "params", sdk, "received"), "params")
            wrong += unequal(report["answered"], kept(calls, "result", sdk, "received"), "result")
            assert wrong == []
            assert handler.received == [exchange.method for exchange in calls]
            assert not name.endswith("unstable") or OLDER.issuperset(report["unused"])
            for exchange in unknown:
                with pytest.raises(connection.acp.RpcError, match=r"\(-32601\)"):
                    await call_all(stub, name, [exchange])
            if cancels:
                await handler.cancelled.wait()
                await cancel_a_request(stub, connection)

    run(talk())
    for receiver, part, way in (
        (role, answers, f"our {ours} to the {role} of Python SDK {version}"),
        (ours, calls, f"the {role} of Python SDK {version} to our {ours}"),
    ):
        methods = {exchange.method for exchange in part} | ({"$/cancel_request"} if cancels else set())
        count(f"of {len(exchanges(name, receiver))} methods of {name} from {way}", len(methods))


# -- a session --------------------------------------------------------------------------------------------------------

CONVERSED = {"words": f"{WORDS} ", "questions": ["Finish the turn"], "stopped": ["end_turn", "cancelled"]}
UNKNOWN = ("_example.com/unknown", "example/unknown")
OURS = [[-32601, f"Method not found: {method}", None] for method in UNKNOWN]
THEIRS = [[-32601, "Method not found", {"method": method}] for method in UNKNOWN]


def talked(not_found: list[Any]) -> dict[str, Any]:
    """What comes of `ours.talk` and of what the SDK's side does likewise."""
    notes = [["_example.com/note", {"n": 1}]]
    return {
        "echo": {"method": "_example.com/echo", "params": {"text": LONG_TEXT}, "notes": notes},
        "unknown extension": not_found[0],
        "unknown": not_found[1],
        "error": [FAILURE.code, FAILURE.message, FAILURE.data],
    }


@pytest.mark.parametrize("sdk", ALL, ids="-".join)
def test_a_session_of_our_client(sdk: Sdk, pythons: Pythons) -> None:
    version, name = sdk
    command = [pythons(version), str(PROGRAMS / f"session_{name}.py"), "agent"]

    async def test() -> None:
        client = V1Client() if name == "v1" else V2Client()
        async with sdk_side(command, name, "agent", lambda _: client) as (agent, _):
            assert await client.converse(agent) == {**CONVERSED, **talked(THEIRS)}
            assert await agent.extension_request("_example.com/talk", {}) == talked(OURS)

    run(test())


@pytest.mark.parametrize("sdk", ALL, ids="-".join)
def test_a_session_of_our_agent(sdk: Sdk, pythons: Pythons) -> None:
    version, name = sdk
    command = [pythons(version), str(PROGRAMS / f"session_{name}.py"), "client"]

    async def test() -> None:
        agents: list[Any] = []

        def make_agent(client: Any) -> Any:
            agents.append(V1Agent(client) if name == "v1" else V2Agent(client))
            return agents[0]

        async with sdk_side(command, name, "client", make_agent):
            assert await agents[0].report == {
                **CONVERSED,
                **talked(OURS),
                "agent": "ours",
                "sessions": {"count": 1},
            }
            assert await agents[0].talk() == talked(THEIRS)

    run(test())


# -- the examples -----------------------------------------------------------------------------------------------------


def examples(*command: str) -> str:
    """What a program prints that runs with our package."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generated")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_example_client_with_an_agent_of_the_sdk(pythons: Pythons) -> None:
    agent = [pythons(FINAL), str(PROGRAMS / "session_v1.py"), "agent"]
    printed = examples(sys.executable, str(ROOT / "examples" / "client.py"), *agent)
    first, _, second = printed.partition("stopped: end_turn\n")
    assert first == "agent: made with the SDK speaks version 1\nto be or not to be \n? Finish the turn\n! Yes\n"
    assert second.startswith("to ")
    assert second.endswith("\nstopped: cancelled\nno such extension: Method not found (-32601)\n")


def test_the_example_agent_with_a_client_of_the_sdk(pythons: Pythons) -> None:
    agent = [sys.executable, str(ROOT / "examples" / "agent.py")]
    report = json.loads(examples(pythons(FINAL), str(PROGRAMS / "session_v1.py"), "client", *agent))
    assert {name: report[name] for name in CONVERSED} == CONVERSED
    assert report["agent"] == "echo"
    assert report["sessions"] == {"count": 1}
    assert report["unknown extension"] == OURS[0]
    assert report["error"] == [-32601, "Method not found: session/load", None]

"""What programs do with the package, on all four surfaces. Without `assert`, since `python -OO` drops those.

`everyday.py TRACE` prints `ok` and what was done, or ends with the first thing that is wrong.
"""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import inspect
import io
import pickle
import sys
import typing
from collections.abc import Callable
from contextlib import redirect_stdout
from types import ModuleType

import acp_types.cattrs
import acp_types.pydantic
import acp_types.v1
import acp_types.v1.unstable
import acp_types.v2
import acp_types.v2.unstable
from acp_types._runtime.cli.main import main
from acp_types.negotiation import negotiate

SURFACES = (acp_types.v1, acp_types.v1.unstable, acp_types.v2, acp_types.v2.unstable)


def check(good: object, what: str) -> None:
    if not good:
        sys.exit(f"not so: {what}")


def look_at(surface: ModuleType) -> int:
    """Load every public name, and ask of every class what debuggers and libraries ask. Returns how many there are."""
    for name in surface.__all__:
        value = getattr(surface, name)
        check(name in dir(surface), f"{name} is listed")
        if isinstance(value, type) and dataclasses.is_dataclass(value):
            hints = typing.get_type_hints(value)
            fields = dataclasses.fields(value)
            check(all(field.name in hints for field in fields), f"{name} has hints")
            check(list(inspect.signature(value).parameters) == [field.name for field in fields], f"{name} has fields")
            check(value.__doc__ or sys.flags.optimize == 2, f"{name} has a docstring")
    return len(surface.__all__)


def round_trip(surface: ModuleType, tagged: dict[str, object]) -> None:
    """Read, print, copy, pickle and write an object with known, unknown and left out members."""
    block = surface.decode(surface.ContentBlock, {**tagged, "_mood": ["good"]})
    check(block == surface.TextContent(text="hi", unknown_fields={"_mood": ["good"]}), "it reads")
    check(repr(block) == "TextContent(text='hi', unknown_fields={'_mood': ['good']})", "it prints")
    check(dict(block.__rich_repr__()) == {"text": "hi", "unknown_fields": {"_mood": ["good"]}}, "Rich prints it")
    check("text" in dict(inspect.getmembers(block)), "its attributes are listed")
    check("v" in repr(acp_types.pydantic.Wire(surface)), "pydantic is not needed to name its field")
    for one in (block, surface.OtherContentBlock(type="_x", payload={"a": 1}), surface.decode(surface.ToolKind, "_y")):
        check(pickle.loads(pickle.dumps(one)) == one, "it pickles")
        check(copy.deepcopy(one) == one, "it copies")
    check(dataclasses.replace(block, text="bye").text == "bye", "it is replaced")
    check(len({block, dataclasses.replace(block)}) == 1, "it is hashed")
    check(surface.encode(surface.ContentBlock, block) == {**tagged, "_mood": ["good"]}, "it writes")
    check(surface.loads(surface.ContentBlock, surface.dumps(surface.ContentBlock, block)) == block, "text, too")
    refuses(lambda: surface.decode(surface.ContentBlock, {**tagged, "text": 1}), surface.DecodeError, "$.text")
    refuses(lambda: setattr(block, "text", "no"), dataclasses.FrozenInstanceError, "text")
    refuses(lambda: surface.TextContent(), TypeError, "text")
    refuses(lambda: surface.OtherToolKind("read"), ValueError, "read")


def refuses(call: Callable[[], object], error: type[Exception], what: str) -> None:
    try:
        call()
    except error as raised:
        check(what in str(raised), f"the error names {what}")
    else:
        sys.exit(f"no {error.__name__}")


def talk(surface: ModuleType) -> None:
    """Send a request through a stub to a handler, as JSON text, and an unknown method and a broken line after it."""

    class Agent(surface.AgentHandler):  # type: ignore[name-defined,misc]
        async def session_new(self, params: object) -> object:
            return surface.NewSessionResponse(session_id=surface.SessionId("s"))

    class Loop:
        async def request(self, method: str, params: object) -> object:
            line = surface.write_message(surface.Request(id=1, method=method, params=params))
            answer = await surface.dispatch_to_agent(Agent(), surface.read_message(line, sender="client"))
            answer = surface.read_message(surface.write_message(answer), sender="agent")
            if isinstance(answer, surface.ErrorResponse):
                raise surface.RpcError(code=answer.error.code, message=answer.error.message)
            return answer.result

        async def notify(self, method: str, params: object) -> None:
            raise NotImplementedError

    request = surface.decode(surface.NewSessionRequest, {"cwd": "/", "mcpServers": []})
    stub = surface.AgentStub(Loop())
    check(asyncio.run(stub.session_new(request)).session_id == "s", "the agent answers")
    refuses(lambda: asyncio.run(Loop().request("_x/y", {})), surface.RpcError, "not found")
    refuses(lambda: surface.read_message("{", sender="client"), surface.MessageError, "Parse error")


def command(trace: str, name: str, expected: str) -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        status = main([name, trace])
    check(status == 0, f"{name} succeeds")
    check(expected in out.getvalue(), f"{name} prints {expected}")


def schemas() -> None:
    """The published schemas are data of the package, wherever that is."""
    for surface in SURFACES:
        check(surface.SCHEMA.json() == acp_types.schema(surface.SCHEMA.surface), "the schema is there")


if __name__ == "__main__":
    names = 0
    for surface in SURFACES:
        round_trip(surface, {"type": "text", "text": "hi"})
        talk(surface)
        names += look_at(surface)
    check(negotiate({"protocolVersion": 1, "agentCapabilities": {}}) == 1, "versions are told apart")
    check(acp_types.v2.UNSET is pickle.loads(pickle.dumps(acp_types.v2.UNSET)), "UNSET is one")
    schemas()
    command(sys.argv[1], "check", "session/prompt")
    command(sys.argv[1], "show", "Turn 1")
    print("ok", names, "names")

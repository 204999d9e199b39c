"""The official SDK's side of `test_every_method`: it answers and calls what a script tells it.

python peer.py {v1|v2} {agent|client} SCRIPT, over stdio. SCRIPT is JSON: `answers` are what the other end calls here,
`calls` are what to call there. The extension request `_example.com/report` tells what was received and answered.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import sys
from pathlib import Path
from typing import Any, get_type_hints

from acp import RequestError
from acp.stdio import stdio_streams
from pydantic import TypeAdapter
from pydantic.alias_generators import to_camel
from side import LINE_LIMIT

NAMES = {
    "auth/login": "login",
    "auth/logout": "logout",
    "authenticate": "authenticate",
    "elicitation/complete": "complete_elicitation",
    "elicitation/create": "create_elicitation",
    "fs/read_text_file": "read_text_file",
    "fs/write_text_file": "write_text_file",
    "initialize": "initialize",
    "logout": "logout",
    "providers/disable": "disable_provider",
    "providers/list": "list_providers",
    "providers/set": "set_provider",
    "session/cancel": "cancel",
    "session/close": "close_session",
    "session/delete": "delete_session",
    "session/fork": "fork_session",
    "session/list": "list_sessions",
    "session/load": "load_session",
    "session/new": "new_session",
    "session/prompt": "prompt",
    "session/request_permission": "request_permission",
    "session/resume": "resume_session",
    "session/set_config_option": "set_config_option",
    "session/set_mode": "set_session_mode",
    "session/update": "session_update",
    "terminal/create": "create_terminal",
    "terminal/kill": "kill_terminal",
    "terminal/output": "terminal_output",
    "terminal/release": "release_terminal",
    "terminal/wait_for_exit": "wait_for_terminal_exit",
}
"""How the SDK names the methods; 0.12.1 says it nowhere in a form that could be read."""
V2_NAMES = {**NAMES, "session/cancel": "cancel_session"}
NO_METHODS = {"ext_method", "ext_notification", "on_connect"}


class Method:
    """A method of the SDK: params as its arguments, and back."""

    def __init__(self, protocol: type, name: str) -> None:
        self.name = name
        function = getattr(protocol, name)
        self.types = get_type_hints(function)
        self.arguments = [
            argument.name
            for argument in inspect.signature(function).parameters.values()
            if argument.name != "self" and argument.kind is not argument.VAR_KEYWORD
        ]
        # In v1, the mode of an elicitation is an object of all members that depend on it.
        self.nested = "mode" if name == "create_elicitation" and self.types["mode"] is not str else None

    def to_arguments(self, params: dict[str, Any]) -> dict[str, Any]:
        """The SDK takes the members of `_meta` as arguments like all others."""
        arguments = {
            name: TypeAdapter(self.types[name]).validate_python(
                params if name == self.nested else params[to_camel(name)]
            )
            for name in self.arguments
            if to_camel(name) in params
        }
        return {**arguments, **params["_meta"]}

    def to_params(self, arguments: dict[str, Any]) -> dict[str, Any]:
        params: dict[str, Any] = {"_meta": {}}
        for name, value in arguments.items():
            if name not in self.arguments:
                params["_meta"][name] = value
            elif name == self.nested:
                params |= {name: "form" if "Form" in type(value).__name__ else "url", **dump(value)}
            elif value is not None:
                params[to_camel(name)] = dump(value)
        return params

    def to_result(self, value: Any) -> Any:
        return TypeAdapter(self.types["return"]).validate_python(value)


def dump(value: Any) -> Any:
    return TypeAdapter(Any).dump_python(value, mode="json", by_alias=True, exclude_unset=True)


class Peer:
    """A handler for what the script answers, and the caller of what it calls."""

    def __init__(self, here: type, there: type, names: dict[str, str], script: dict[str, Any]) -> None:
        self.received: list[Any] = []
        self.answered: list[Any] = []
        self.calls = [(Method(there, names[call["method"]]), call) for call in script["calls"]]
        handlers = {
            answer["method"]: self.handler(Method(here, names[answer["method"]]), answer)
            for answer in script["answers"]
        }
        for method, handler in handlers.items():
            setattr(self, names[method], handler)
        known = {name for name, value in vars(here).items() if inspect.isfunction(value) and name[0] != "_"}
        self.unused = sorted(known - NO_METHODS - {names[method] for method in handlers})
        self.connection: Any = None
        self.calling: asyncio.Task[None] | None = None

    def on_connect(self, connection: Any) -> None:
        self.connection = connection

    def handler(self, method: Method, answer: dict[str, Any]) -> Any:
        async def handle(**arguments: Any) -> Any:
            self.received.append([answer["method"], method.to_params(arguments)])
            return method.to_result(answer["result"]) if answer["kind"] == "request" else None

        return handle

    def start(self) -> asyncio.Task[None]:
        self.calling = self.calling or asyncio.create_task(self.call_all())
        return self.calling

    async def call_all(self) -> None:
        for method, call in self.calls:
            try:
                result = dump(await getattr(self.connection, method.name)(**method.to_arguments(call["params"])))
            except Exception as error:
                result = repr(error)
            self.answered.append([call["method"], result])
        if hasattr(RequestError, "request_cancelled"):
            await self.cancel_a_request()

    async def cancel_a_request(self) -> None:
        if hasattr(self.connection, "ext_method"):
            call = self.connection.ext_method("example.com/hang", {})
        else:
            call = self.connection.send_extension_request("_example.com/hang", {})
        hanging = asyncio.create_task(call)
        await asyncio.sleep(0.1)
        hanging.cancel()

    async def ext_method(self, method: str, params: Any) -> Any:
        """Extension requests in v1, without their underscore."""
        return await self.handle_extension_request(f"_{method}", params)

    async def handle_extension_request(self, method: str, params: Any) -> Any:
        """Extension requests in v2."""
        if method == "_example.com/hang":
            await asyncio.Event().wait()
        await self.start()
        return {"received": self.received, "answered": self.answered, "unused": self.unused}


async def main(version: str, role: str, script: str) -> None:
    v1 = version == "v1"
    acp = importlib.import_module("acp" if v1 else "acp.experimental.v2")
    here, there = (acp.Agent, acp.Client) if role == "agent" else (acp.Client, acp.Agent)
    peer = Peer(here, there, NAMES if v1 else V2_NAMES, json.loads(Path(script).read_text()))
    reader, writer = await stdio_streams(limit=LINE_LIMIT)
    options = {"use_unstable_protocol": True} if v1 else {}
    if role == "agent":
        await acp.run_agent(peer, writer, reader, **options)
    else:
        acp.connect_to_agent(peer, writer, reader, **options)
        peer.start()
        while not reader.at_eof():
            await asyncio.sleep(0.01)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

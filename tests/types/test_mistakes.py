"""What newcomers get wrong: each mistake gives one line that says what to do."""

from __future__ import annotations

import asyncio
import datetime
import enum
import io
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import acp_types as package
from acp_types import v1 as v1_typed
from acp_types import v2 as v2_typed
from acp_types.v1 import session as v1_session_typed
from acp_types.v1 import unstable as v1_unstable_typed
from acp_types.v2 import session as v2_session_typed
from tests.types.test_imports import modules_after

# Untyped, since a checker refuses most of what is done here.
acp_types: Any = package
v1: Any = v1_typed
v2: Any = v2_typed
v1_unstable: Any = v1_unstable_typed
v1_session: Any = v1_session_typed
v2_session: Any = v2_session_typed

SESSION = v2.SessionId("sess_1")
STOP_REASONS = "'end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'"
HELLO = v2.TextContent(text="Hello")
USAGE = v2.UsageUpdate(used=1, size=2)


class Mood(enum.Enum):
    GOOD = "good"


def prompt(content: Any) -> Any:
    return v2.PromptRequest(session_id=SESSION, prompt=content)


MISTAKES: dict[str, tuple[Callable[[], object], str, str]] = {
    "an object of another version": (
        lambda: v2.encode(v2.ContentBlock, v1.TextContent(text="Hello")),
        "TypeError: $: expected ContentBlock, got TextContent",
        "it is from acp_types.v1, expected one from acp_types.v2: import both from one surface",
    ),
    "an object of the stable surface": (
        lambda: v1_unstable.encode(v1_unstable.InitializeRequest, v1.InitializeRequest(protocol_version=1)),
        "TypeError: $: expected InitializeRequest, got InitializeRequest",
        "it is from acp_types.v1, expected one from acp_types.v1.unstable: import both from one surface",
    ),
    "a type of another version": (
        lambda: v2.decode(v1.TextContent, {"text": "Hello"}),
        "TypeError: expected a type of this surface, or a tuple of one, got acp_types.v1._types.content.TextContent",
        "acp_types.v2 does not accept types of acp_types.v1: import both from one surface",
    ),
    "a dict for an object": (
        lambda: v2.dumps(v2.PromptRequest, prompt(({"type": "text", "text": "Hello"},))),
        "TypeError: $.prompt[0]: expected ContentBlock, got dict",
        "construct it with its class, or use decode(ContentBlock, ...)",
    ),
    "a list for a type": (
        lambda: v2.decode(list[v2.Error], []),
        "TypeError: expected a type of this surface, or a tuple of one, got list[acp_types.v2._types.errors.Error]",
        "arrays are tuples, use tuple[..., ...]",
    ),
    "a union without a name": (
        lambda: v2.decode(v2.TextContent | None, None),
        f"TypeError: expected a type of this surface, or a tuple of one, got {v2.TextContent | None!r}",
        "only unions that the surface defines can be used",
    ),
    "a misspelt method": (
        lambda: v2.write_message(v2.Request(id=1, method="session/promt", params=v2.ListSessionsRequest())),
        "TypeError: $.params: expected JSON, since 'session/promt' is not a method of this surface",
        "did you mean 'session/prompt'?",
    ),
    "a request as a notification": (
        lambda: v2.write_message(v2.Notification(method="session/prompt", params=prompt((HELLO,)))),
        "TypeError: $.method: expected the name of a notification, got that of a request",
        "write Request(id=..., ...)",
    ),
    "a notification as a request": (
        lambda: v2.write_message(
            v2.Request(id=1, method="session/cancel", params=v2.CancelSessionNotification(session_id=SESSION))
        ),
        "TypeError: $.method: expected the name of a request, got that of a notification",
        "write Notification(...), without an id",
    ),
    "an update for its notification": (
        lambda: v2.write_message(v2.Notification(method="session/update", params=USAGE)),
        "TypeError: $.params: expected UpdateSessionNotification, got UsageUpdate",
        "wrap it in UpdateSessionNotification(update=..., ...)",
    ),
    "an outcome for its response": (
        lambda: v1.encode(v1.RequestPermissionResponse, v1.CancelledPermissionOutcome()),
        "TypeError: $: expected RequestPermissionResponse, got CancelledPermissionOutcome",
        "wrap it in RequestPermissionResponse(outcome=..., ...)",
    ),
    "a capability of v1 for one of v2": (
        lambda: v2.dumps(v2.PromptCapabilities, v2.PromptCapabilities(image=True)),
        "TypeError: $.image: expected PromptImageCapabilities, got bool",
        "use PromptImageCapabilities() if it is supported, None if not",
    ),
    "a dict for a message": (
        lambda: v2.write_message({"jsonrpc": "2.0"}),
        "TypeError: $: expected Request, Notification, Response or ErrorResponse, got dict",
        "use json.dumps for a dict",
    ),
    "a message of another version": (
        lambda: v2.write_message(v1.Request(id=1, method="session/list")),
        "TypeError: $: expected Request, Notification, Response or ErrorResponse, got Request",
        "it is from acp_types.v1, expected one from acp_types.v2: import both from one surface",
    ),
    "params for a message": (
        lambda: v2.write_message(prompt((HELLO,))),
        "TypeError: $: expected Request, Notification, Response or ErrorResponse, got PromptRequest",
        "wrap it in one of them",
    ),
    "an object for the JSON of a result": (
        lambda: v2.write_message(v2.Response(id=1, result=v2.PromptResponse(message_id="msg_1"))),
        "TypeError: $.result: expected JSON, got PromptResponse",
        "convert it with encode(PromptResponse, ...)",
    ),
    "an object in the metadata": (
        lambda: v2.dumps(v2.TextContent, v2.TextContent(text="Hello", meta={"_acme": HELLO})),
        "TypeError: $._meta._acme: expected JSON, got TextContent",
        "convert it with encode(TextContent, ...)",
    ),
    "an object deep in the metadata": (
        lambda: v2.dumps(v2.TextContent, v2.TextContent(text="Hello", meta={"_acme": [{"a": 1}, {"b": HELLO}]})),
        "TypeError: $._meta._acme[1].b: expected JSON, got TextContent",
        "convert it with encode(TextContent, ...)",
    ),
    "a number that JSON does not have": (
        lambda: v2.dumps(v2.TextContent, v2.TextContent(text="Hello", meta={"_acme": {"ratio": float("nan")}})),
        "ValueError: $._meta._acme.ratio",
        "expected a finite number, got float",
    ),
    "a name that is no string": (
        lambda: v2.write_message(v2.Response(id=1, result={"a": {(1, 2): 3}})),
        "TypeError: $.result.a",
        "expected object with string member names, got tuple",
    ),
    "a null id in v2": (
        lambda: v2.write_message(v2.Request(id=None, method="session/list")),
        "TypeError: $.id: expected integer -9223372036854775808..9223372036854775807 or string, got null",
        "None is for optional members; this one needs a value",
    ),
    "a line for a message of a conversation": (
        lambda: v2_session.Conversation().add("{}", sender="agent"),
        "TypeError: expected a message of this surface, got str",
        "read it with read_message",
    ),
    "a message of another version in a conversation": (
        lambda: v2_session.Conversation().add(v1.Request(id=1, method="session/list"), sender="client"),
        "TypeError: expected a message of this surface, got Request",
        "it is from acp_types.v1, expected one from acp_types.v2: import both from one surface",
    ),
    "a sender in a conversation that is no side": (
        lambda: v2_session.Conversation().add(v2.Request(id=1, method="session/list"), sender="server"),
        "ValueError: sender",
        "expected 'client' or 'agent', got str",
    ),
    "a notification for its update": (
        lambda: v2_session.SessionView().apply(v2.UpdateSessionNotification(session_id=SESSION, update=USAGE)),
        "TypeError: expected a session update, got UpdateSessionNotification",
        "pass its update",
    ),
    "an update that was not read": (
        lambda: v2_session.SessionView().apply({"sessionUpdate": "usage_update", "used": 1, "size": 2}),
        "TypeError: expected a session update, got dict",
        "read it with decode(SessionUpdate, ...)",
    ),
    "an update of another version": (
        lambda: v1_session.SessionView().apply(USAGE),
        "TypeError: expected a session update, got UsageUpdate",
        "it is from acp_types.v2, expected one from acp_types.v1: import both from one surface",
    ),
    "capabilities that were not read": (
        lambda: v1.AgentCapabilityView({"loadSession": True}),
        "TypeError: expected AgentCapabilities or None, got dict",
        "construct it with its class, or use decode(AgentCapabilities, ...)",
    ),
    "a message read as a type": (
        lambda: v2.loads(v2.Notification, "{}"),
        "TypeError: expected a type of this surface, or a tuple of one, got acp_types.v2._messages.Notification",
        "messages are read with read_message and written with write_message",
    ),
    "any message written as a type": (
        lambda: v2.dumps(v2.Message, v2.Request(id=1, method="session/list")),
        f"TypeError: expected a type of this surface, or a tuple of one, got {v2.Message!r}",
        "messages are read with read_message and written with write_message",
    ),
    "a method for its name": (
        lambda: v2.write_message(v2.Request(id=1, method=v2.SESSION_LIST, params=v2.ListSessionsRequest())),
        "TypeError: $.method: expected string, got RequestMethod",
        "pass its name",
    ),
    "a response for its result": (
        lambda: v2.SESSION_PROMPT.decode_result(v2.Response(id=1, result={})),
        "DecodeError: $: expected object, got Response",
        "pass the message's result or params",
    ),
    "a path for a string": (
        lambda: v2.dumps(v2.NewSessionRequest, v2.NewSessionRequest(cwd=Path("/work"), mcp_servers=())),
        f"TypeError: $.cwd: expected string, got {type(Path('/work')).__name__}",
        "use str(...)",
    ),
    "bytes for a string": (
        lambda: v2.dumps(v2.ImageContent, v2.ImageContent(data=b"x", mime_type="image/png")),
        "TypeError: $.data: expected string, got bytes",
        "decode it to text, or encode binary data as base64",
    ),
    "a date for a string": (
        lambda: v2.dumps(v2.SessionInfoUpdate, v2.SessionInfoUpdate(updated_at=datetime.date(2026, 1, 2))),
        "TypeError: $.updatedAt: expected string, got date",
        "use its isoformat()",
    ),
    "a member of an enum for its value": (
        lambda: v2.dumps(v2.TextContent, v2.TextContent(text=Mood.GOOD)),
        "TypeError: $.text: expected string, got Mood",
        "use its value",
    ),
    "text for an object": (
        lambda: v2.dumps(v2.PromptRequest, prompt(("Hello",))),
        "TypeError: $.prompt[0]: expected ContentBlock, got str",
        "construct it with its class",
    ),
    "a class for an object": (
        lambda: v2.dumps(v2.PromptRequest, prompt((v2.TextContent,))),
        "TypeError: $.prompt[0]: expected ContentBlock, got type",
        "create an instance: TextContent(...)",
    ),
    "a generator for a tuple": (
        lambda: v2.dumps(v2.PromptRequest, prompt(block for block in (HELLO,))),
        "TypeError: $.prompt: expected array of at least 1 items, got generator",
        "use tuple(...)",
    ),
    "a member that a message does not have": (
        lambda: v2.Notification(id=1, method="session/update"),
        "TypeError: Notification.__init__() got an unexpected keyword argument 'id'",
        "members are method, params, unknown_fields; put custom ones into unknown_fields",
    ),
    "a type of no surface": (
        lambda: acp_types.PromptRequest,
        "AttributeError: module 'acp_types' has no attribute 'PromptRequest'",
        "use `from acp_types import v1` or v2",
    ),
    "a name of the other version": (
        lambda: v1.UpdateSessionNotification,
        "AttributeError: module 'acp_types.v1' has no attribute 'UpdateSessionNotification'",
        "it is in acp_types.v2",
    ),
    "a name of the unstable surface": (
        lambda: v2.ForkSessionRequest,
        "AttributeError: module 'acp_types.v2' has no attribute 'ForkSessionRequest'",
        "it is in acp_types.v2.unstable",
    ),
    "a name of sessions": (
        lambda: v1_unstable.Conversation,
        "AttributeError: module 'acp_types.v1.unstable' has no attribute 'Conversation'",
        "it is in acp_types.v1.unstable.session",
    ),
    "one object for a tuple": (
        lambda: v2.dumps(v2.PromptRequest, prompt(HELLO)),
        "TypeError: $.prompt: expected array of at least 1 items, got TextContent",
        "wrap it in a tuple: (..., )",
    ),
    "a string for a tuple": (
        lambda: v2.dumps(v2.PromptRequest, prompt("Hello")),
        "TypeError: $.prompt: expected array of at least 1 items, got str",
        "pass a tuple of ContentBlock",
    ),
    "a positional argument": (
        lambda: v2.TextContent("Hello"),
        "TypeError: TextContent.__init__() takes 1 positional argument but 2 were given",
        "write TextContent(text=..., ...)",
    ),
    "a positional argument where the first member may be left out": (
        lambda: v1.TextContent("Hello"),
        "TypeError: TextContent.__init__() takes 1 positional argument but 2 were given",
        "write TextContent(text=..., ...)",
    ),
    "positional arguments for all that is required": (
        lambda: v2.PromptRequest(SESSION, (HELLO,)),
        "TypeError: PromptRequest.__init__() takes 1 positional argument but 3 were given",
        "write PromptRequest(session_id=..., prompt=..., ...)",
    ),
    "a positional argument where none is required": (
        lambda: v2.Annotations(("user",)),
        "TypeError: Annotations.__init__() takes 1 positional argument but 2 were given",
        "write Annotations(audience=..., ...)",
    ),
    "the name on the wire": (
        lambda: v2.PromptRequest(sessionId=SESSION, prompt=(HELLO,)),
        "TypeError: PromptRequest.__init__() got an unexpected keyword argument 'sessionId'",
        "did you mean session_id?",
    ),
    "the name of the metadata on the wire": (
        lambda: v2.TextContent(text="Hello", _meta={}),
        "TypeError: TextContent.__init__() got an unexpected keyword argument '_meta'",
        "did you mean meta?",
    ),
    "the name of the metadata in another package": (
        lambda: v2.TextContent(text="Hello", field_meta={}),
        "TypeError: TextContent.__init__() got an unexpected keyword argument 'field_meta'",
        "did you mean meta?",
    ),
    "an assignment": (
        lambda: setattr(HELLO, "text", "Bye"),
        "FrozenInstanceError: cannot assign to field 'text'",
        "use dataclasses.replace(..., text=...) for a changed copy",
    ),
    "an assignment to the name on the wire": (
        lambda: setattr(prompt((HELLO,)), "sessionId", SESSION),
        "FrozenInstanceError: cannot assign to field 'sessionId'",
        "did you mean session_id?",
    ),
    "an assignment to the tag": (
        lambda: setattr(HELLO, "type", "image"),
        "FrozenInstanceError: cannot assign to field 'type'",
        "the class sets it, leave it out",
    ),
    "a misspelt name": (
        lambda: v2.ToolCallUpdate(tool_call_id=v2.ToolCallId("call_1"), tittle="Run"),
        "TypeError: ToolCallUpdate.__init__() got an unexpected keyword argument 'tittle'",
        "did you mean title?",
    ),
    "a name that means nothing": (
        lambda: v2.TextContent(text="Hello", mood="good"),
        "TypeError: TextContent.__init__() got an unexpected keyword argument 'mood'",
        "members are text, annotations, meta, unknown_fields; put custom ones into unknown_fields or meta",
    ),
    "the tag as an argument": (
        lambda: v2.TextContent(type="text", text="Hello"),
        "TypeError: TextContent.__init__() got an unexpected keyword argument 'type'",
        "the class sets it, leave it out",
    ),
    "the tag's wire name as an argument": (
        lambda: v2.AgentMessageChunk(sessionUpdate="agent_message_chunk", message_id="msg_1", content=HELLO),
        "TypeError: AgentMessageChunk.__init__() got an unexpected keyword argument 'sessionUpdate'",
        "the class sets it, leave it out",
    ),
    "a literal that is not known": (
        lambda: v2.dumps(v2.Annotations, v2.Annotations(audience=("robot",))),
        "TypeError: $.audience[0]: expected one of 'assistant', 'user' or OtherRole, got str",
        'for a custom value use OtherRole("_...")',
    ),
    "a whole message read as params": (
        lambda: v2.loads(v2.PromptRequest, '{"jsonrpc": "2.0", "id": 1, "method": "session/prompt", "params": {}}'),
        "DecodeError: $.sessionId: expected string, got nothing",
        "this is a whole JSON-RPC message, read it with read_message",
    ),
    "text given to decode": (
        lambda: v2.decode(v2.TextContent, '{"text": "Hello"}'),
        "DecodeError: $: expected object, got str",
        "decode takes parsed JSON, use loads for text",
    ),
    "a message for a type": (
        lambda: v2.loads(v2.Request, '{"jsonrpc": "2.0"}'),
        "TypeError: expected a type of this surface, or a tuple of one, got acp_types.v2._messages.Request",
        "messages are read with read_message and written with write_message",
    ),
    "parsed JSON given to loads": (
        lambda: v2.loads(v2.TextContent, {"text": "Hello"}),
        "TypeError: expected JSON text, got dict",
        "use decode for parsed JSON",
    ),
    "parsed JSON given to read_message": (
        lambda: v2.read_message({"jsonrpc": "2.0"}, sender="client"),
        "TypeError: expected JSON text, got dict",
        "read_message takes the line as received",
    ),
    "the text before the type": (
        lambda: v2.loads('{"text": "Hello"}', v2.TextContent),
        "TypeError: expected JSON text, got type",
        "the type comes first, then the text",
    ),
    "the text before the union": (
        lambda: v2.loads('{"text": "Hello"}', v2.ContentBlock),
        "TypeError: expected JSON text, got UnionType",
        "the type comes first, then the text",
    ),
    "a file for its text": (
        lambda: v2.loads(v2.TextContent, io.StringIO("{}")),
        "TypeError: expected JSON text, got StringIO",
        "pass the result of its read()",
    ),
    "a sender that is no side": (
        lambda: v2.read_message('{"jsonrpc": "2.0", "method": "session/update"}', sender="server"),
        "ValueError: sender",
        "expected 'client' or 'agent', got str",
    ),
    "the value before the type": (
        lambda: v2.decode({"text": "Hello"}, v2.TextContent),
        "TypeError: expected a type of this surface, or a tuple of one, got dict",
        "the type comes first, then the value",
    ),
    "what is read already": (
        lambda: v2.decode(v2.TextContent, HELLO),
        "DecodeError: $: expected object, got TextContent",
        "it is already decoded",
    ),
    "None for a member that has to be there": (
        lambda: v2.dumps(v2.PromptRequest, v2.PromptRequest(session_id=None, prompt=(HELLO,))),
        "TypeError: $.sessionId: expected string, got null",
        "None is for optional members; this one needs a value",
    ),
    "UNSET for a member that has to be there": (
        lambda: v2.dumps(v2.TextContent, v2.TextContent(text=v2.UNSET)),
        "TypeError: $.text: expected string, got UnsetType",
        "UNSET is for members of a patch; this one needs a value",
    ),
    "a v2 answer read as v1": (
        lambda: v1.SESSION_PROMPT.decode_result({}),
        f"DecodeError: $.stopReason: expected one of {STOP_REASONS}, got nothing",
        "ACP v2 does not require it; is this a v2 message?",
    ),
    "a v1 message read as v2": (
        lambda: v2.INITIALIZE.decode_params({"protocolVersion": 1, "clientCapabilities": {}}),
        "DecodeError: $.info: expected Implementation, got nothing",
        "ACP v1 does not require it; is this a v1 message?",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_one_line_says_what_to_do(mistake: str) -> None:
    make, error, hint = MISTAKES[mistake]
    with pytest.raises((AttributeError, TypeError, ValueError)) as caught:
        make()
    assert f"{type(caught.value).__name__}: {caught.value}" == f"{error}: {hint}"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("wrong", [1.5, True, {"a": 1}], ids=["float", "bool", "dict"])
@pytest.mark.parametrize("surface", [v1, v2], ids=["v1", "v2"])
def test_an_id_that_nobody_could_read_is_not_written(surface: Any, wrong: object) -> None:
    error = surface.Error(code=-32603, message="Internal error")
    for message in (
        surface.Request(id=wrong, method="session/list"),
        surface.Response(id=wrong, result={}),
        surface.ErrorResponse(id=wrong, error=error),
    ):
        with pytest.raises(TypeError, match=rf"^\$\.id: expected .+, got {type(wrong).__name__}"):
            surface.write_message(message)
    assert '"id":null' in surface.write_message(surface.ErrorResponse(id=None, error=error))


def test_aliases_are_no_classes() -> None:
    """What Python itself says of them stands in the documentation."""
    with pytest.raises(TypeError, match=r"object is not callable$"):
        v1.ContentBlock(text="Hello")
    with pytest.raises(AttributeError, match=r"^END_TURN$"):
        v1.StopReason.END_TURN  # noqa: B018


def test_where_a_name_is_is_told_and_not_loaded() -> None:
    loaded = modules_after("from acp_types import v1; hasattr(v1, 'AgentMessage'), hasattr(v1, '__wrapped__')")
    assert "acp_types._homes" in loaded
    assert not {name for name in loaded if name.startswith(("acp_types.v2", "acp_types.v1.unstable"))}
    assert "acp_types._homes" not in modules_after("from acp_types import v1; hasattr(v1, '__wrapped__')")


def test_a_misspelt_name_of_a_surface() -> None:
    """Python shows what is like it, as it does for any module: from 3.12 on in a traceback that is formatted, too."""
    with pytest.raises(AttributeError) as caught:
        v1.PromtRequest  # noqa: B018
    assert str(caught.value) == "module 'acp_types.v1' has no attribute 'PromtRequest'"
    assert (caught.value.name, caught.value.obj) == ("PromtRequest", v1)


def test_a_hint_is_an_attribute_and_survives_pickling() -> None:
    with pytest.raises(v2_typed.DecodeError) as caught:
        v2.decode(v2.TextContent, "{}")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.path, again.expected, again.got, again.hint) == (
        "$",
        "object",
        "str",
        "decode takes parsed JSON, use loads for text",
    )


def test_no_hint_where_nothing_is_known() -> None:
    with pytest.raises(v2_typed.DecodeError) as caught:
        v2.decode(v2.TextContent, {"text": 1})
    assert (str(caught.value), caught.value.hint) == ("$.text: expected string, got int", "")


def test_a_list_is_written_as_a_tuple_is() -> None:
    """A checker refuses it; at run time only `==` and `hash` can tell, as with any dataclass."""
    assert v2.dumps(v2.PromptRequest, prompt([HELLO])) == v2.dumps(v2.PromptRequest, prompt((HELLO,)))


class Quiet:
    """A peer that answers everything with an empty object."""

    async def request(self, method: str, params: object) -> object:
        return {}


def test_missing_await_on_a_stub() -> None:
    call = v2.AgentStub(Quiet()).session_prompt(prompt((HELLO,)))
    with pytest.raises(TypeError) as caught:
        v2.encode(v2.PromptResponse, call)
    call.close()
    assert str(caught.value) == "$: expected PromptResponse, got coroutine: await it"


def test_a_peer_for_asyncio_in_a_stub_without() -> None:
    with pytest.warns(RuntimeWarning, match=r"coroutine 'Quiet\.request' was never awaited"):  # noqa: SIM117
        with pytest.raises(v2_typed.DecodeError, match=r"\$: expected object, got coroutine: await it"):
            v2.SyncAgentStub(Quiet()).session_prompt(prompt((HELLO,)))


def test_a_stub_that_nobody_awaits_says_so() -> None:
    with pytest.warns(RuntimeWarning, match=r"coroutine 'AgentStub\.session_prompt' was never awaited"):
        v2.AgentStub(Quiet()).session_prompt(prompt((HELLO,)))


@pytest.mark.parametrize(
    "read",
    [lambda line: v2.loads(v2.TextContent, line), lambda line: v2.read_message(line, sender="agent")],
    ids=["loads", "read_message"],
)
def test_missing_await_on_a_line(read: Callable[[object], object]) -> None:
    async def next_line() -> str:
        return "{}"

    line = next_line()
    with pytest.raises(TypeError) as caught:
        read(line)
    line.close()
    assert str(caught.value) == "expected JSON text, got coroutine: await it"


PARAMS = {"sessionId": "sess_1", "prompt": [{"type": "text", "text": "Hello"}]}
LINE = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "session/prompt", "params": PARAMS})


def dispatch(handler: Any, *, sync: bool = False) -> str:
    """What `on_error` is told."""
    errors: list[Exception] = []
    message = v2.read_message(LINE, sender="client")
    if sync:
        v2.sync_dispatch_to_agent(handler, message, on_error=errors.append)
    else:
        asyncio.run(v2.dispatch_to_agent(handler, message, on_error=errors.append))
    (error,) = errors
    return f"{type(error).__name__}: {error}"


def test_def_for_async_def() -> None:
    class Mine(v2_typed.AgentHandler):
        def session_prompt(self, params: object) -> Any:
            return v2.PromptResponse(message_id=v2.MessageId("msg_1"))

    assert dispatch(Mine()) == (
        "TypeError: Mine.session_prompt: expected a coroutine, got PromptResponse: write async def, or use "
        "sync_dispatch_to_agent"
    )


def test_async_def_for_def() -> None:
    class Mine(v2_typed.SyncAgentHandler):
        async def session_prompt(self, params: object) -> Any:  # type: ignore[override]
            return None

    assert dispatch(Mine(), sync=True) == (
        "TypeError: Mine.session_prompt: expected a result, got coroutine: await dispatch_to_agent, or write def"
    )


def test_params_spread_over_arguments() -> None:
    class Mine(v2_typed.AgentHandler):
        async def session_prompt(self, session_id: object, prompt: object) -> Any:  # type: ignore[override]
            return None

    assert dispatch(Mine()) == (
        "TypeError: Mine.session_prompt: expected (params), got (session_id, prompt): "
        "write async def session_prompt(self, params)"
    )


def test_a_method_without_params() -> None:
    class Mine(v2_typed.SyncAgentHandler):
        def session_prompt(self) -> Any:  # type: ignore[override]
            return None

    assert dispatch(Mine(), sync=True) == (
        "TypeError: Mine.session_prompt: expected (params), got (): write def session_prompt(self, params)"
    )


def test_a_class_for_a_handler() -> None:
    assert dispatch(v2.AgentHandler) == (
        "TypeError: AgentHandler.session_prompt: expected (params), got (self, params): pass AgentHandler() "
        "as the handler"
    )


def test_what_is_no_method() -> None:
    class Mine(v2_typed.AgentHandler):
        session_prompt = None  # type: ignore[assignment]

    assert dispatch(Mine()) == (
        "TypeError: Mine.session_prompt: expected (params), got null: write async def session_prompt(self, params)"
    )


def test_a_type_error_of_the_handlers_own_stays() -> None:
    class Mine(v2_typed.AgentHandler):
        async def session_prompt(self, params: object) -> Any:
            return len(3)  # type: ignore[arg-type]

        def session_close(self, params: object) -> Any:
            return len(3)  # type: ignore[arg-type]

    assert dispatch(Mine()) == "TypeError: object of type 'int' has no len()"
    close = v2.Request(id=1, method="session/close", params=v2.CloseSessionRequest(session_id=SESSION))
    errors: list[Exception] = []
    asyncio.run(v2.dispatch_to_agent(Mine(), close, on_error=errors.append))
    assert [str(error) for error in errors] == ["object of type 'int' has no len()"]


def test_a_handler_that_returns_nothing() -> None:
    class Mine(v2_typed.AgentHandler):
        async def session_prompt(self, params: object) -> Any:
            return None

    assert dispatch(Mine()) == (
        "TypeError: the result of session_prompt: $: expected PromptResponse, got null: a PromptResponse is required"
    )

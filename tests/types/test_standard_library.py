"""The standard library's own tools on our objects: asdict, pickle, singledispatch, match, inspect, typing, pprint, pdb.

What is the same as for any dataclass, class by class, is shown in tests/types; here is what a user does with them.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import multiprocessing
import pickle
import pprint
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from acp_types import v1, v2
from tests.conftest import ROOT, SURFACES, surface
from tests.types.support import COPIES, RECORDS, load_record, make

CALL = v2.ToolCallUpdate(tool_call_id=v2.ToolCallId("1"), title=None, unknown_fields={"_x": [1]})
NOTE = v2.UpdateSessionNotification(session_id=v2.SessionId("s"), update=CALL)


def public(name: str, kind: type) -> Iterator[tuple[str, Any]]:
    """The public names of a surface that are of a kind. Aliases of built-in types are not the surface's own."""
    for each in surface(name).__all__:
        value = getattr(surface(name), each)
        if isinstance(value, kind) and getattr(value, "__module__", "").startswith("acp_types"):
            yield each, value


# -- dataclasses, copy -------------------------------------------------------------------------------------------------


def test_asdict_has_python_names_unset_and_defaults() -> None:
    """It is not what stands on the wire, and cannot be turned back: for that there is `encode`."""
    plain = dataclasses.asdict(CALL)
    assert plain["tool_call_id"] == "1"
    assert plain["title"] is None
    assert plain["status"] is v2.UNSET
    assert plain["unknown_fields"] == {"_x": [1]}
    assert "session_update" not in plain
    assert dataclasses.asdict(v1.AgentCapabilities())["load_session"] is False
    assert v1.encode(v1.AgentCapabilities, v1.AgentCapabilities()) == {}
    assert v2.encode(v2.SessionUpdate, CALL) == {
        "sessionUpdate": "tool_call_update",
        "toolCallId": "1",
        "title": None,
        "_x": [1],
    }


def test_replace_keeps_what_is_absent_absent() -> None:
    replaced = [dataclasses.replace(v1.AgentCapabilities(), meta={})]
    if sys.version_info >= (3, 13):
        replaced.append(copy.replace(v1.AgentCapabilities(), meta={}))
        assert copy.replace(CALL, title="new").unknown_fields == {"_x": [1]}
        assert copy.replace(CALL, title="new").status is v2.UNSET
    for capabilities in replaced:
        written = v1.encode(v1.AgentCapabilities, capabilities)
        # `dataclasses.replace` reads each member and passes it on, so that a default is given from then on.
        assert written["_meta"] == {}
        assert ("loadSession" in written) is (capabilities is replaced[0])


# -- pickle across processes -------------------------------------------------------------------------------------------


def _in_another_process(data: bytes) -> tuple[str, bytes]:
    """What a value looks like there, and the value as that process pickles it."""
    value = pickle.loads(data)
    return repr(value), pickle.dumps(value)


def _is_the_one(name: str, value: object) -> bool:
    return value is functools.reduce(getattr, name.split("."), v2)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """A process that was started anew and has imported nothing."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_every_record_travels_between_processes(elsewhere: ProcessPoolExecutor) -> None:
    values = [make(load_record("acp_types", name), everything=True) for name in RECORDS]
    values += [make(load_record("acp_types", name)) for name in RECORDS]
    shown, returned = zip(*elsewhere.map(_in_another_process, map(pickle.dumps, values), chunksize=100), strict=True)
    assert list(shown) == [repr(value) for value in values]
    assert [pickle.loads(data) for data in returned] == values


def test_absent_members_are_absent_in_another_process(elsewhere: ProcessPoolExecutor) -> None:
    _, returned = elsewhere.submit(_in_another_process, pickle.dumps((CALL, v1.AgentCapabilities()))).result()
    call, capabilities = pickle.loads(returned)
    assert call.status is v2.UNSET
    assert call.title is None
    assert v1.encode(v1.AgentCapabilities, capabilities) == {}


@pytest.mark.parametrize(
    "name", ["UNSET", "SESSION_PROMPT", "CANCEL_REQUEST", "TextContent", "decode", "ErrorCode.PARSE_ERROR"]
)
def test_constants_are_the_same_in_another_process(elsewhere: ProcessPoolExecutor, name: str) -> None:
    assert elsewhere.submit(_is_the_one, name, functools.reduce(getattr, name.split("."), v2)).result()


def test_errors_and_open_values_travel_too(elsewhere: ProcessPoolExecutor) -> None:
    with pytest.raises(v2.MessageError) as caught:
        v2.read_message('{"id": 1}', sender="client")
    values = [
        v2.DecodeError("$.a", "string", "int"),
        v2.RpcError(code=1, message="m", data={"a": 1}),
        caught.value,
        v2.Issue("$", "unknown-member", 1),
        v2.OtherToolKind("_lint"),
        v2.read_message('{"jsonrpc": "2.0", "id": 1, "method": "_x/y"}', sender="client"),
    ]
    shown, returned = elsewhere.submit(_in_another_process, pickle.dumps(values)).result()
    assert shown == repr(values)
    for value, back in zip(values, pickle.loads(returned), strict=True):
        assert type(back) is type(value)
        assert vars(back) == vars(value) if isinstance(value, Exception) else back == value


class NotFound(v2.RpcError):
    """A user's own, made of other things."""

    def __init__(self, what: str, *, code: int) -> None:
        super().__init__(code, f"{what} is not there", {"what": what})
        self.what = what


class Misread(v2.DecodeError):
    def __init__(self, path: str) -> None:
        super().__init__(path, "a", "b", "c")


class Refused(v2.MessageError):
    def __init__(self) -> None:
        super().__init__(v2.Error(code=1, message="m"), None)


@pytest.mark.parametrize("duplicate", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize(
    "error", [NotFound("a", code=5), Misread("$"), Refused(), v2.DecodeError("$", "a", "b")], ids=repr
)
def test_errors_are_copied_whole(error: Any, duplicate: Callable[[Any], Any]) -> None:
    """A process pool breaks down at one that it cannot load; what was noted on an error is there where it arrives."""
    error.__notes__ = ["while reading a.jsonl"]  # as `add_note` of Python 3.11 does
    copied = duplicate(error)
    assert type(copied) is type(error)
    assert (str(copied), copied.args, vars(copied)) == (str(error), error.args, vars(error))


def test_every_method_is_one() -> None:
    methods = 0
    for name in SURFACES:
        for _, method in public(name, object):
            if type(method).__name__ in ("RequestMethod", "NotificationMethod"):
                assert pickle.loads(pickle.dumps(method)) is method
                assert copy.deepcopy({"method": method})["method"] is method
                methods += 1
    assert methods > 100


def test_a_method_that_another_version_lacks_is_named() -> None:
    data = pickle.dumps(v2.SESSION_PROMPT).replace(b"session/prompt", b"session/promp_")
    with pytest.raises(LookupError, match=r"acp_types\.v2 has no RequestMethod session/promp_ to agent"):
        pickle.loads(data)


# -- singledispatch, match ---------------------------------------------------------------------------------------------


@functools.singledispatch
def render(update: object) -> str:
    return f"a {type(update).__name__}"


@render.register
def _(update: v2.AgentMessageChunk) -> str:
    return f"message {update.message_id}"


@render.register
def _(update: v2.OtherSessionUpdate) -> str:
    return f"unknown {update.session_update}"


if sys.version_info >= (3, 11):

    @render.register
    def _(update: v2.StateUpdate) -> str:
        return f"state {update.state}"


def test_singledispatch_by_class_and_by_union() -> None:
    text = v2.TextContent(text="hi")
    assert render(v2.AgentMessageChunk(message_id=v2.MessageId("m"), content=text)) == "message m"
    assert render(v2.OtherSessionUpdate(session_update="_gone", payload={})) == "unknown _gone"
    assert render(text) == "a TextContent"
    if sys.version_info >= (3, 11):
        assert render(v2.IdleStateUpdate()) == "state idle"
    else:
        with pytest.raises(TypeError):
            render.register(v2.StateUpdate)  # type: ignore[call-overload]


def test_match_with_members_nested_and_unknown() -> None:
    def kind_of(update: v2.SessionUpdate) -> str:
        match update:
            case v2.ToolCallUpdate(title=None, tool_call_id=call):
                return f"cleared {call}"
            case v2.ToolCallUpdate(title=v2.UNSET):
                return "unchanged"
            case v2.AgentMessageChunk(content=v2.TextContent(text=text)):
                return text
            case v2.OtherSessionUpdate(session_update=tag, payload={"a": value}):
                return f"{tag} {value}"
        return "else"

    text = v2.TextContent(text="hi")
    assert kind_of(CALL) == "cleared 1"
    assert kind_of(v2.ToolCallUpdate(tool_call_id=v2.ToolCallId("1"))) == "unchanged"
    assert kind_of(v2.AgentMessageChunk(message_id=v2.MessageId("m"), content=text)) == "hi"
    assert kind_of(v2.OtherSessionUpdate(session_update="_gone", payload={"a": 1})) == "_gone 1"
    assert kind_of(v2.IdleStateUpdate()) == "else"


# -- inspect, typing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SURFACES)
def test_hints_and_signatures_of_everything_public(name: str) -> None:
    looked_at = 0
    for each, value in [*public(name, type), *public(name, type(public))]:
        hints = typing.get_type_hints(value, include_extras=True)
        assert not [hint for hint in hints.values() if isinstance(hint, (str, typing.ForwardRef))], each
        assert inspect.signature(value).parameters is not None, each
        looked_at += 1
        for method, function in vars(value).items() if isinstance(value, type) else ():
            if inspect.isfunction(function):
                typing.get_type_hints(function)
                inspect.signature(function)
                assert method
    assert looked_at > 200


def test_a_signature_says_what_a_constructor_takes() -> None:
    parameters = inspect.signature(v2.TextContent).parameters
    assert list(parameters) == ["text", "annotations", "meta", "unknown_fields"]
    assert {parameter.kind for parameter in parameters.values()} == {inspect.Parameter.KEYWORD_ONLY}
    assert parameters["text"].default is inspect.Parameter.empty
    assert typing.get_type_hints(v2.TextContent)["text"] is str


def test_the_attributes_of_an_object_as_a_debugger_lists_them() -> None:
    members = dict(inspect.getmembers(CALL))
    assert members["title"] is None
    assert members["status"] is v2.UNSET
    assert members["session_update"] == "tool_call_update"
    assert inspect.getdoc(type(CALL))


# -- pprint, pdb -------------------------------------------------------------------------------------------------------


def test_pprint_breaks_between_objects_but_not_inside_one() -> None:
    """It knows only the `repr` that the standard decorator makes; Rich and IPython break inside, too."""
    assert pprint.pformat([NOTE, CALL], width=40) == f"[{NOTE!r},\n {CALL!r}]"
    assert eval(pprint.pformat(CALL), dict(vars(v2))) == CALL


def test_a_debugger_shows_the_repr_and_the_members() -> None:
    program = "from acp_types import v2 as acp\nnote = acp.TextContent(text='hi')\nbreakpoint()\nprint('done')\n"
    commands = "p note\npp note\np note.meta\np note.text\nwhatis note\ncontinue\n"
    run = subprocess.run(
        [sys.executable, "-c", program],
        input=commands,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "generated"), "PYTHONDONTWRITEBYTECODE": "1"},
        timeout=60,
    )
    lines = [line.removeprefix("(Pdb) ") for line in run.stdout.splitlines()]
    shown = "TextContent(text='hi')"
    assert lines[-6:-1] == [shown, shown, "None", "'hi'", "<class 'acp_types.v2._types.content.TextContent'>"]

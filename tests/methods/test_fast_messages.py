"""Messages that are plainly right go a faster way: to the same answers, and no valid one goes the slower."""

from __future__ import annotations

import importlib
import json
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType, ModuleType
from typing import Any

import pytest

from acp_types._runtime.messages import Kit
from tests.codec.test_fast import ODD_VALUES, SEED, has_whole_float, is_left_to_the_reference, mutated, sample_values
from tests.conftest import SURFACES, surface

MUTATIONS = 3000
"""How many broken or odd messages of each surface are compared."""

RAW: tuple[dict[str, Any], ...] = (
    {"jsonrpc": "2.0", "id": "a", "result": {"stopReason": "end_turn", "deep": [{"er": [1.5, None, "é"]}]}},
    {"jsonrpc": "2.0", "id": 2**63 - 1, "result": None},
    {"jsonrpc": "2.0", "id": -(2**63), "error": {"code": -32601, "message": "no", "data": [1]}},
    {"jsonrpc": "2.0", "id": 0, "method": "_acme.ask", "params": {"a": [1, {"b": None}]}},
    {"jsonrpc": "2.0", "id": 0, "method": "_acme.ask"},
    {"jsonrpc": "2.0", "method": "_acme.tell", "params": [1, "two"]},
    {"jsonrpc": "2.0", "method": "_acme.tell", "params": None},
)
ODD: tuple[Any, ...] = (
    {"jsonrpc": "2.0", "id": None, "result": {}},
    {"jsonrpc": "2.0", "id": None, "method": "_acme.ask"},
    {"jsonrpc": "2.0", "id": 2**63, "method": "_acme.ask"},
    {"jsonrpc": "2.0", "id": True, "result": 1},
    {"jsonrpc": "2.0", "id": 1.0, "result": 1},
    {"jsonrpc": "2.0", "id": 1, "result": 1, "error": {"code": 1, "message": "m"}},
    {"jsonrpc": "2.0", "id": 1, "result": 1, "trace": "t"},
    {"jsonrpc": "2.0", "id": 1, "method": "_acme.ask", "result": 1},
    {"jsonrpc": "2.0", "id": 1, "method": ["_acme.ask"], "params": {}},
    {"jsonrpc": "2.0", "id": 1, "method": 3, "params": {}},
    {"jsonrpc": "2.0", "method": "_acme.tell", "params": "text"},
    {"jsonrpc": "2.0", "method": "_acme.tell", "params": {}, "trace": {}},
    {"jsonrpc": "2.1", "method": "_acme.tell"},
    {"method": "_acme.tell"},
    {"jsonrpc": "2.0", "error": {"code": 1, "message": "m"}},
    {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "m"}},
    {"jsonrpc": "2.0", "id": 1},
    [],
    "text",
    None,
)


def kit_of(name: str) -> Any:
    return importlib.import_module(f"acp_types.{name}._messages").KIT


@contextmanager
def slowly() -> Iterator[None]:
    """Where no message is plainly right."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kit, "fast_reader", None)
        patch.setattr(Kit, "fast_writer", None)
        yield


def sample_messages(name: str) -> Iterator[tuple[str, dict[str, Any], Any, str]]:
    """Who sends it, the message, and the type of its params with its name, for every method of a surface."""
    kit, acp = kit_of(name), surface(name)
    forms = [(definition, getattr(acp, definition), value) for definition, value in sample_values(name)]
    for kind, tables in (({"id": 1}, kit.requests), ({}, kit.notifications)):
        for receiver, methods in tables.items():
            sender = "client" if receiver == "agent" else "agent"
            for method in methods.values():
                for definition, form, value in forms:
                    if form is method.params_form:
                        message = {"jsonrpc": "2.0", **kind, "method": method.name, "params": value}
                        yield sender, message, form, definition


def outcome(call: Callable[[], Any]) -> Any:
    """What a call gave, or its error with the reply that it has."""
    try:
        return call()
    except Exception as error:
        return type(error), str(error), repr(getattr(error, "reply", None))


def check(acp: ModuleType, text: str | bytes, sender: str) -> Any:
    """The same message or error as by the slower way, and the same line written of it."""
    plain = outcome(lambda: acp.read_message(text, sender=sender))
    with slowly():
        slow = outcome(lambda: acp.read_message(text, sender=sender))
    assert plain == slow, text
    assert repr(plain) == repr(slow), text
    if not isinstance(slow, tuple):
        check_writing(acp, plain)
    return plain


def check_writing(acp: ModuleType, message: Any) -> None:
    plain = outcome(lambda: acp.write_message(message))
    with slowly():
        slow = outcome(lambda: acp.write_message(message))
    assert plain == slow, message


def lines(message: object) -> Iterator[str | bytes]:
    """The same message as it may come."""
    compact = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
    yield compact
    yield compact.encode("utf-8", "surrogatepass")
    yield json.dumps(message, indent=1) + "\r\n"
    yield f" {compact}"
    yield f"{compact} {{}}"
    yield compact[:-1]


@pytest.mark.parametrize("name", SURFACES)
def test_samples_and_mutations_as_by_the_slower_way(name: str, count: Callable[[str, int], None]) -> None:
    acp, rng = surface(name), random.Random(SEED)
    samples: list[tuple[str, Any]] = [(sender, message) for sender, message, _, _ in sample_messages(name)]
    samples += [(sender, message) for sender in ("client", "agent") for message in (*RAW, *ODD)]
    for sender, message in samples:
        for line in lines(message):
            check(acp, line, sender)
    for _ in range(MUTATIONS):
        sender, message = rng.choice(samples)
        check(acp, json.dumps(mutated(message, rng)), rng.choice([sender, sender, "agent"]))
    count(f"messages of {name} read and written as by the slower way", len(samples) + MUTATIONS)


@pytest.mark.parametrize("name", SURFACES)
def test_no_valid_message_goes_the_slower_way(name: str, count: Callable[[str, int], None]) -> None:
    acp, kit, cases = surface(name), kit_of(name), 0
    read, write = kit.fast_reader().read, kit.fast_writer().write
    for sender, message, form, definition in sample_messages(name):
        issues: list[Any] = []
        try:
            acp.decode(form, message["params"], strict=True)
            acp.decode(form, message["params"], on_issue=issues.append)
        except acp.DecodeError:
            continue
        if issues or has_whole_float(message) or is_left_to_the_reference(name, definition):
            continue
        receiver = "agent" if sender == "client" else "client"
        text = json.dumps(message)
        assert write(read(text, receiver)) == acp.write_message(acp.read_message(text, sender=sender))
        cases += 1
    for message in RAW:
        write(read(json.dumps(message), "client"))
        cases += 1
    count(f"valid messages of {name} read and written the faster way alone", cases)
    assert cases > 100


@pytest.mark.parametrize("name", SURFACES)
def test_odd_messages_written_as_by_the_slower_way(name: str) -> None:
    """Messages made by hand with members that their annotations do not allow."""
    acp = surface(name)
    odd = [*ODD_VALUES, (), (1,), b"word", object, {1: 2}, {"a": float("nan")}, float("inf"), acp.UNSET]
    text = acp.TextContent(text="a")
    odd += [text, acp.PromptRequest(session_id="s", prompt=(text,)), [text]]
    for value in odd:
        check_writing(acp, acp.Request(id=value, method="session/prompt", params={}))
        check_writing(acp, acp.Request(id=1, method="session/prompt", params=value))
        check_writing(acp, acp.Notification(method=value, params={}))
        check_writing(acp, acp.Notification(method="session/cancel", params=value))
        check_writing(acp, acp.Notification(method="_acme.tell", params=value))
        check_writing(acp, acp.Notification(method="_acme.tell", unknown_fields=value))
        check_writing(acp, acp.Response(id=1, result=value))
        check_writing(acp, acp.ErrorResponse(id=value, error=acp.Error(code=1, message="m")))
        check_writing(acp, acp.ErrorResponse(id=1, error=value))
        check_writing(acp, value)


class TracedRequest:
    """Looks like a message."""

    id = 1
    method = "session/list"
    params = None
    unknown_fields: Mapping[str, Any] = MappingProxyType({})


def test_only_messages_are_written() -> None:
    acp = surface("v2")
    with pytest.raises(TypeError, match="expected Request, Notification, Response or ErrorResponse"):
        acp.write_message(TracedRequest())


@pytest.mark.parametrize("depth", [99, 100, 101, 120, 124, 125, 126, 127, 128, 129, 2000])
@pytest.mark.parametrize("name", SURFACES)
def test_depth_is_bound_as_by_the_slower_way(name: str, depth: int) -> None:
    acp = surface(name)
    deep = "[" * depth + "]" * depth
    for start in ('"id":1,"result":', '"method":"_acme.tell","params":', '"id":1,"method":"_acme.ask","params":'):
        check(acp, f'{{"jsonrpc":"2.0",{start}{deep}}}', "client")
    check(acp, f'{{"jsonrpc":"2.0","id":1,"method":"session/list","params":{{"_meta":{{"a":{deep}}}}}}}', "client")


def test_messages_are_of_the_real_classes() -> None:
    """Not of the twins that are filled."""
    acp = surface("v1")
    for message in RAW:
        read = acp.read_message(json.dumps(message), sender="client")
        assert type(read) in (acp.Request, acp.Notification, acp.Response, acp.ErrorResponse)
        with pytest.raises(AttributeError):
            read.unknown_fields = {}

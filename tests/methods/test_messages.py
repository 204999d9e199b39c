"""JSON-RPC messages: the four kinds, ids, and what is refused with which error."""

from __future__ import annotations

import json
import pickle
from collections import deque
from collections.abc import Callable
from types import MappingProxyType, ModuleType
from typing import Any

import pytest

from acp_types import v1
from acp_types import v2 as acp
from codegen.model import Ref
from tests.conformance.samples import Samples
from tests.conftest import SURFACES, model, surface

SECRET = "sk-secret-123"  # noqa: S105


def line(**members: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", **members})


def test_the_four_kinds() -> None:
    prompt = {"sessionId": "s", "prompt": [{"type": "text", "text": "hi"}]}
    match acp.read_message(line(id=7, method="session/prompt", params=prompt), sender="client"):
        case acp.Request(id=7, method="session/prompt", params=acp.PromptRequest(session_id=session_id)):
            assert session_id == "s"
        case message:
            pytest.fail(f"{message}")
    cancel = acp.read_message(line(method="session/cancel", params={"sessionId": "s"}).encode(), sender="client")
    assert cancel == acp.Notification(
        method="session/cancel", params=acp.CancelSessionNotification(session_id=acp.SessionId("s"))
    )
    answer = acp.read_message(line(id="a", result={"messageId": "m"}), sender="agent")
    assert answer == acp.Response(id="a", result={"messageId": "m"})
    assert acp.SESSION_PROMPT.decode_result(answer.result).message_id == "m"
    failure = acp.read_message(line(id=0, error={"code": -32601, "message": "no", "data": None}), sender="agent")
    assert failure == acp.ErrorResponse(id=0, error=acp.Error(code=acp.ErrorCode.METHOD_NOT_FOUND, message="no"))


@pytest.mark.parametrize("id_", [0, "", 1, "1", -1, 2**63 - 1, -(2**63), "srv_1"])
@pytest.mark.parametrize("name", SURFACES)
def test_ids_keep_value_and_type(id_: Any, name: str) -> None:
    module = surface(name)
    request = module.read_message(line(id=id_, method="_x"), sender="client")
    assert (request.id, type(request.id)) == (id_, type(id_))
    reply = module.write_message(module.Response(id=request.id, result=None))
    assert json.loads(reply) == {"jsonrpc": "2.0", "id": id_, "result": None}


def test_null_ids() -> None:
    """v1 allows them in requests, v2 does not; both have them in errors about messages whose id could not be read."""
    assert v1.read_message(line(id=None, method="session/list"), sender="client").id is None  # type: ignore[union-attr]
    with pytest.raises(acp.MessageError):
        acp.read_message(line(id=None, method="session/list"), sender="client")
    for members in ({"id": None}, {}):
        for module in (v1, acp):
            answer = module.read_message(line(**members, error={"code": 1, "message": "m"}), sender="agent")
            assert isinstance(answer, (v1.ErrorResponse, acp.ErrorResponse))
            assert answer.id is None


def test_a_method_is_looked_up_by_receiver_and_kind() -> None:
    """`session/update` is a notification that clients receive; anything else of that name is raw."""
    update = {"sessionId": "s", "update": {"sessionUpdate": "agent_message_chunk"}}
    for raw in (line(id=1, method="session/update", params=update), line(method="session/prompt", params=update)):
        message = acp.read_message(raw, sender="agent")
        assert isinstance(message, (acp.Request, acp.Notification))
        assert message.params == update
    to_agent = acp.read_message(line(method="session/update", params=update), sender="client")
    assert isinstance(to_agent, acp.Notification)
    assert to_agent.params == update
    for sender in ("client", "agent"):
        cancel = acp.read_message(line(method="$/cancel_request", params={"requestId": 1}), sender=sender)
        assert cancel == acp.Notification(method="$/cancel_request", params=acp.CancelRequestNotification(request_id=1))


@pytest.mark.parametrize("params", [{"a": [1, None]}, [1, 2], {}, []])
def test_extensions_keep_name_and_params(params: Any) -> None:
    raw = line(id=1, method="_example.com/x", params=params, trace="t")
    message = acp.read_message(raw, sender="agent")
    assert isinstance(message, acp.Request)
    assert (message.method, message.params, message.unknown_fields) == ("_example.com/x", params, {"trace": "t"})
    assert json.loads(acp.write_message(message)) == json.loads(raw)


def test_absent_and_null_params_read_as_an_empty_object() -> None:
    for raw in (line(id=1, method="session/list"), line(id=1, method="session/list", params=None)):
        message = acp.read_message(raw, sender="client")
        assert message == acp.Request(id=1, method="session/list", params=acp.ListSessionsRequest())


REFUSED: list[tuple[str, int, str, Any]] = [
    # line, code, message, the reply's id (missing: no reply)
    ("{", -32700, "Parse error: $: expected JSON text, got a syntax error at character 1", None),
    ("[]", -32600, "Invalid request: $: expected object, got list", None),
    (f'"{SECRET}"', -32600, "Invalid request: $: expected object, got str", None),
    ("{}", -32600, "Invalid request: $: expected method, result or error, got none of these", None),
    (line(id=5), -32600, "Invalid request: $: expected method, result or error, got none of these", 5),
    ('{"id": 5, "method": "x"}', -32600, "Invalid request: $.jsonrpc: expected '2.0', got nothing", 5),
    ('{"jsonrpc": 2, "id": 5, "method": "x"}', -32600, "Invalid request: $.jsonrpc: expected '2.0', got int", 5),
    (line(id=5, method=[SECRET]), -32600, "Invalid request: $.method: expected string, got list", 5),
    (line(id=5, method="x", params=SECRET), -32600, "Invalid request: $.params: expected object, got str", 5),
    (line(id=5, method="x", result=1), -32600, "Invalid request: $.result: expected no such member in a call", 5),
    (line(id=True, method="x"), -32600, "Invalid request: $.id: expected RequestId, got bool", None),
    (
        line(id="a", method="session/prompt", params={"sessionId": SECRET}),
        -32602,
        "Invalid params: $.params.prompt: expected array of at least 1 items, got nothing",
        "a",
    ),
    (line(id=5, method="session/list", params=[]), -32602, "Invalid params: $.params: expected object, got list", 5),
]
UNANSWERED: list[tuple[str, int, str]] = [
    (line(method="session/cancel"), -32602, "Invalid params: $.params.sessionId: expected string, got nothing"),
    (line(id=5, result=1, error={}), -32600, "Invalid request: $: expected exactly one of result and error, got both"),
    (line(result=1), -32600, "Invalid request: $.id: expected an id, got nothing"),
    (line(id=5, error={"code": SECRET, "message": "m"}), -32600, "Invalid request: $.error.code: expected "),
    (line(id=5, error=SECRET), -32600, "Invalid request: $.error: expected object, got str"),
]


@pytest.mark.parametrize(("raw", "code", "message", "id_"), REFUSED)
def test_what_is_refused_with_a_reply(raw: str, code: int, message: str, id_: Any) -> None:
    with pytest.raises(acp.MessageError) as caught:
        acp.read_message(raw, sender="client")
    error = caught.value
    assert error.error.code == code
    assert error.error.message.startswith(message) or "RequestId" in message
    assert error.reply == acp.ErrorResponse(id=id_, error=error.error)
    written = json.loads(acp.write_message(error.reply))
    assert written["id"] == id_
    assert SECRET not in repr(error) + json.dumps(written)
    assert pickle.loads(pickle.dumps(error)).reply == error.reply


@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.parametrize("receiver", ["agent", "client"])
def test_every_malformed_request_is_answered(name: str, receiver: str, count: Callable[[str, int], None]) -> None:
    """Whoever has asked is not left waiting, whichever method it is and whatever is wrong, and hears no value."""
    module, described = surface(name), model(name)
    sender = {"agent": "client", "client": "agent"}[receiver]
    samples, answered = Samples(described), 0
    for method in described.methods:
        if method.kind != "request" or not method.is_received_by(receiver):
            continue
        params = samples.value(Ref(method.params), full=True)
        without = [{key: item for key, item in params.items() if key != member} for member in params]
        for broken in (*without, *({**params, member: [{SECRET: 1}]} for member in params), SECRET, [SECRET]):
            raw = line(id="a", method=method.name, params=broken)
            try:
                module.read_message(raw, sender=sender)
            except module.MessageError as error:
                written = module.write_message(error.reply)
            else:
                continue  # an optional member, or one that the schema lets be wrong
            assert json.loads(written)["id"] == "a"
            assert json.loads(written)["error"]["code"] in (-32602, -32600)
            assert SECRET not in written
            answered += 1
    assert answered > 2 * len(getattr(module, f"{receiver.upper()}_REQUESTS"))
    count(f"malformed requests to the {receiver} of {name} answered", answered)


@pytest.mark.parametrize(("raw", "code", "message"), UNANSWERED)
def test_what_is_refused_without_a_reply(raw: str, code: int, message: str) -> None:
    """Notifications and answers are never answered."""
    with pytest.raises(acp.MessageError) as caught:
        acp.read_message(raw, sender="client")
    assert caught.value.error.code == code
    assert str(caught.value).startswith(message)
    assert caught.value.reply is None
    assert SECRET not in repr(caught.value)


def test_issues_and_strictness_reach_into_params() -> None:
    raw = line(id=1, method="session/list", params={"x": 1}, y=2)
    issues: list[acp.Issue] = []
    acp.read_message(raw, sender="client", on_issue=issues.append)
    assert {(issue.path, issue.rule) for issue in issues} == {
        ("$.y", "unknown-member"),
        ("$.params.x", "unknown-member"),
    }
    role = line(id=1, method="session/prompt", params={"sessionId": "s", "prompt": [{"type": "_x"}]})
    v1.read_message(role, sender="client")
    with pytest.raises(v1.MessageError, match=r"\$\.params\.prompt\[0\]\.type: expected one of"):
        v1.read_message(role, sender="client", strict=True)


def test_what_is_written_is_one_line() -> None:
    text = acp.TextContent(text="a\nb\u2028c\ud800é")
    prompt = acp.PromptRequest(session_id=acp.SessionId("s"), prompt=(text,))
    written = acp.write_message(acp.Request(id=1, method="session/prompt", params=prompt))
    assert written.isascii()
    assert "\n" not in written
    again = acp.read_message(written, sender="client")
    assert isinstance(again, acp.Request)
    assert again.params == prompt


def test_params_that_do_not_fit_are_not_written() -> None:
    block = acp.TextContent(text="a")
    with pytest.raises(TypeError, match=r"\$\.params: expected PromptRequest, got TextContent"):
        acp.write_message(acp.Request(id=1, method="session/prompt", params=block))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'_x' is not a method of this surface"):
        acp.write_message(acp.Notification(method="_x", params=block))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected Request, Notification, Response or ErrorResponse, got Response"):
        acp.write_message(v1.Response(id=1, result=None))  # type: ignore[arg-type]


IDS = "expected integer -9223372036854775808..9223372036854775807 or string"
RESULT = acp.PromptResponse(message_id=acp.MessageId("m"))
NOT_WRITTEN: dict[str, tuple[dict[str, Any], str]] = {
    "true as an id": ({"id": True, "method": "_x"}, f"$.id: {IDS}, got bool"),
    "a fraction as an id": ({"id": 1.5, "method": "_x"}, f"$.id: {IDS}, got float"),
    "an array as an id": ({"id": [SECRET], "result": 1}, f"$.id: {IDS}, got list"),
    "an id that no peer reads": ({"id": 2**63, "method": "_x"}, f"$.id: {IDS}, got int"),
    "an id that no peer reads back": ({"id": -(2**63) - 1, "result": 1}, f"$.id: {IDS}, got int"),
    "null as an id": ({"id": None, "result": 1}, f"$.id: {IDS}, got null"),
    "an odd id of an error": (
        {"id": b"", "error": acp.Error(code=1, message="m")},
        f"$.id: {IDS}, got bytes",
    ),
    "a number as a method": ({"method": 5}, "$.method: expected string, got int"),
    "null as a method": ({"id": 1, "method": None}, "$.method: expected string, got null"),
    "text as params": ({"method": "_x", "params": SECRET}, "$.params: expected object, got str"),
    "a number as params": ({"id": 1, "method": "_x", "params": 5}, "$.params: expected object, got int"),
    "text as params of a method": (
        {"id": 1, "method": "session/prompt", "params": SECRET},
        "$.params: expected PromptRequest, got str",
    ),
    "a typed result": ({"id": 1, "result": RESULT}, "$.result: expected JSON, got PromptResponse"),
    "a dict as an error": ({"id": 1, "error": {}}, "$.error: expected Error, got dict"),
    "an id beside a notification": ({"method": "_x", "unknown_fields": {"id": 1}}, "$.id: {twice}, got int"),
    "params beside params": (
        {"method": "_x", "params": {}, "unknown_fields": {"params": [1]}},
        "$.params: {twice}, got list",
    ),
    "a result beside a request": (
        {"id": 1, "method": "_x", "unknown_fields": {"result": 1}},
        "$.result: {twice}, got int",
    ),
    "an error beside a result": ({"id": 1, "result": 1, "unknown_fields": {"error": {}}}, "$.error: {twice}, got dict"),
    "a method beside a result": (
        {"id": 1, "result": 1, "unknown_fields": {"method": ""}},
        "$.method: {twice}, got str",
    ),
    "another version": ({"method": "_x", "unknown_fields": {"jsonrpc": "1.0"}}, "$.jsonrpc: {twice}, got str"),
    "a number for a name": (
        {"method": "_x", "unknown_fields": {1: 2}},
        "$: expected object with string member names, got int",
    ),
    "pairs beside a message": (
        {"method": "_x", "unknown_fields": [("a", 1)]},
        "$.unknown_fields: expected object, got list",
    ),
    "null beside a message": ({"method": "_x", "unknown_fields": None}, "$.unknown_fields: expected object, got null"),
}


def made(members: dict[str, Any]) -> Any:
    cls: Any = acp.Response if "result" in members else acp.ErrorResponse if "error" in members else acp.Request
    return (cls if "id" in members else acp.Notification)(**members)


@pytest.mark.parametrize("what", NOT_WRITTEN)
def test_what_no_peer_could_read_is_not_written(what: str) -> None:
    members, why = NOT_WRITTEN[what]
    with pytest.raises(TypeError) as caught:
        acp.write_message(made(members))
    text = str(caught.value)
    expected = why.format(twice="expected no member of that name in unknown_fields")
    assert text == expected or text.startswith(f"{expected}: ")
    assert SECRET not in text


def test_ids_that_a_version_has_are_written() -> None:
    assert v1.write_message(v1.Request(id=None, method="_x")) == '{"jsonrpc":"2.0","id":null,"method":"_x"}'
    for module in (v1, acp):
        error: Any = module.ErrorResponse(id=None, error=module.Error(code=1, message="m"))
        assert json.loads(module.write_message(error)) == {
            "jsonrpc": "2.0",
            "id": None,
            "error": {"code": 1, "message": "m"},
        }


@pytest.mark.parametrize(
    "params", [(1, 2), MappingProxyType({"a": (1,)}), deque([1])], ids=lambda value: type(value).__name__
)
def test_params_of_an_extension_may_be_any_mapping_or_sequence(params: Any) -> None:
    written = acp.write_message(acp.Request(id=1, method="_x", params=params))
    assert json.loads(written)["params"] == ({"a": [1]} if isinstance(params, MappingProxyType) else list(params))


def test_raw_params_of_a_method_may_be_any_mapping() -> None:
    raw: Any = {"sessionId": "s", "prompt": [{"type": "text", "text": "hi"}]}
    read_only: Any = MappingProxyType(raw)
    one, other = (
        acp.write_message(acp.Request(id=1, method="session/prompt", params=params)) for params in (raw, read_only)
    )
    assert one == other


@pytest.mark.parametrize("sender", ["server", "", None, 5, ["client"]])
def test_a_sender_that_is_none(sender: Any) -> None:
    with pytest.raises(ValueError, match=r"^sender: expected 'client' or 'agent', got \w+$"):
        acp.read_message(line(method="_x"), sender=sender)


def test_null_results() -> None:
    assert v1.SESSION_LOAD.decode_result(None) == v1.LoadSessionResponse()
    assert v1.SESSION_LOAD.encode_result(v1.LoadSessionResponse()) == {}
    with pytest.raises(v1.DecodeError):
        v1.SESSION_LOAD.decode_result(None, strict=True)
    with pytest.raises(v1.DecodeError, match=r"\$: expected object, got null"):
        v1.SESSION_NEW.decode_result(None)


def test_message_records(corpus: ModuleType, count: Callable[[str, int], None]) -> None:
    """The corpus's records of whole messages: firm ones give their answer."""
    firm = open_ = 0
    for record in corpus.records("adversarial"):
        if record["type"] != "Message":
            continue
        module = surface(record["protocol"].replace("-", "."))
        try:
            module.write_message(module.read_message(corpus.raw_input(record), sender="client"))
            answer = "lenient"
        except module.MessageError:
            answer = "error"
        if record.get("either_ok"):
            open_ += 1
        else:
            firm += 1
            assert answer == record["expected"], record["id"]
    count("firm adversarial messages gave their answer", firm)
    count("open adversarial messages gave a MessageError or a message", open_)
    assert firm > 100

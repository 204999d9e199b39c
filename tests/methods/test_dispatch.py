"""Handlers, dispatch and stubs, async and sync, over a pair of ends in one process."""

from __future__ import annotations

import asyncio
import json
import pickle
import socket
from collections import UserDict
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

from acp_types import v1
from acp_types import v2 as acp
from tests.conftest import SURFACES, model, surface
from tests.interop.exchanges import LineConnection, Scripted, call_all, exchanges


def run(handler: Any, message: Any, **options: Any) -> Any:
    return asyncio.run(acp.dispatch_to_agent(handler, message, **options))


PROMPT = acp.Request(
    id="p",
    method="session/prompt",
    params=acp.PromptRequest(session_id=acp.SessionId("s"), prompt=(acp.TextContent(text="hi"),)),
)
CANCEL = acp.Notification(method="session/cancel", params=acp.CancelSessionNotification(session_id=acp.SessionId("s")))


class Agent(acp.AgentHandler):
    """Answers a prompt in whichever way a test asks for."""

    def __init__(self, answer: Callable[[acp.PromptRequest], Any]) -> None:
        self.answer = answer
        self.seen: list[Any] = []

    async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
        response: acp.PromptResponse = self.answer(params)
        return response

    async def session_cancel(self, params: acp.CancelSessionNotification) -> None:
        self.seen.append(params)

    async def extension_request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        return {"method": method, "params": params}

    async def extension_notification(self, method: str, params: acp.JsonValue) -> None:
        self.seen.append((method, params))


def good(_params: acp.PromptRequest) -> acp.PromptResponse:
    return acp.PromptResponse(message_id=acp.MessageId("m"))


def raising(error: BaseException) -> Callable[[acp.PromptRequest], Any]:
    def answer(_params: acp.PromptRequest) -> Any:
        raise error

    return answer


def test_a_request_is_answered_with_its_own_id() -> None:
    assert run(Agent(good), PROMPT) == acp.Response(id="p", result={"messageId": "m"})


def test_a_notification_is_not_answered() -> None:
    agent = Agent(good)
    assert run(agent, CANCEL) is None
    assert agent.seen == [CANCEL.params]


def test_params_that_are_json_still_are_read_first() -> None:
    raw = acp.Request(
        id=1, method="session/prompt", params={"sessionId": "s", "prompt": [{"type": "text", "text": "x"}]}
    )
    assert run(Agent(good), raw) == acp.Response(id=1, result={"messageId": "m"})
    bad = run(Agent(good), acp.Request(id=1, method="session/prompt", params={"sessionId": 5}))
    assert bad.error.code == acp.ErrorCode.INVALID_PARAMS
    assert bad.error.message == "Invalid params: $.sessionId: expected string, got int"


@pytest.mark.parametrize("make", [MappingProxyType, UserDict])
def test_params_may_be_any_mapping_and_nothing_else(make: Callable[[Any], Any]) -> None:
    content = (make({"type": "text", "text": "x"}),)
    raw = acp.Request(id=1, method="session/prompt", params=make({"sessionId": "s", "prompt": content}))
    assert run(Agent(good), raw) == acp.Response(id=1, result={"messageId": "m"})
    for odd, got in (([1], "list"), ("text", "str"), (5, "int")):
        params: Any = odd
        reply = run(Agent(good), acp.Request(id=1, method="session/prompt", params=params))
        assert reply.error.code == acp.ErrorCode.INVALID_PARAMS
        assert reply.error.message.startswith(f"Invalid params: $: expected object, got {got}")


@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.parametrize("side", ["agent", "client"])
def test_what_is_not_overridden(name: str, side: str) -> None:
    """Every request answers "method not found", every notification is ignored."""
    module = surface(name)
    dispatch = getattr(module, f"dispatch_to_{side}")
    handler = getattr(module, f"{side.title()}Handler")()
    methods = [method for method in model(name).methods if method.is_received_by(side)]
    assert len(methods) >= 5
    for method in methods:
        if method.kind == "notification":
            # The handler's method itself: what it is given does not matter to a default.
            assert asyncio.run(getattr(handler, method.attribute)(None)) is None
        else:
            with pytest.raises(module.RpcError) as caught:
                asyncio.run(getattr(handler, method.attribute)(None))
            assert caught.value.code == module.ErrorCode.METHOD_NOT_FOUND
            assert caught.value.message == f"Method not found: {method.name}"
    reply = asyncio.run(dispatch(handler, module.Request(id=1, method="_x", params={})))
    assert reply.error.code == module.ErrorCode.METHOD_NOT_FOUND
    assert asyncio.run(dispatch(handler, module.Notification(method="_x", params={}))) is None


def test_extensions_reach_the_handler_under_their_own_name() -> None:
    agent = Agent(good)
    reply = run(agent, acp.Request(id=1, method="_example.com/x", params={"a": 1}))
    assert reply.result == {"method": "_example.com/x", "params": {"a": 1}}
    assert (
        run(agent, acp.Request(id=1, method="session/unheard_of", params=None)).result["method"] == "session/unheard_of"
    )
    run(agent, acp.Notification(method="_y", params=[1]))
    run(agent, acp.Notification(method="$/unheard_of", params={}))
    assert agent.seen == [("_y", [1])]


@pytest.mark.parametrize("code", [*acp.ErrorCode, 400])
def test_every_error_code(code: int) -> None:
    error = acp.RpcError(code, "It did not work", {"why": ["this"]})
    reply = run(Agent(raising(error)), PROMPT)
    assert reply == acp.ErrorResponse(
        id="p", error=acp.Error(code=code, message="It did not work", data={"why": ["this"]})
    )
    again = acp.read_message(acp.write_message(reply), sender="agent")
    assert again == reply
    copied = pickle.loads(pickle.dumps(error))
    assert (copied.code, copied.message, copied.data) == (code, "It did not work", {"why": ["this"]})


@pytest.mark.parametrize("code", [2**31, 1.5, True, "1", "one", None])
def test_an_error_code_that_cannot_be_sent(code: Any) -> None:
    seen: list[Exception] = []
    reply = run(Agent(raising(acp.RpcError(code, "x"))), PROMPT, on_error=seen.append)
    assert reply.error.code == acp.ErrorCode.INTERNAL_ERROR
    assert str(seen[0]).startswith("$.code: expected integer")


@pytest.mark.parametrize("data", [object(), float("nan"), {"a": [object()]}])
def test_error_data_that_cannot_be_sent(data: Any) -> None:
    seen: list[Exception] = []
    reply = run(Agent(raising(acp.RpcError(1, "x", data))), PROMPT, on_error=seen.append)
    assert reply.error.code == acp.ErrorCode.INTERNAL_ERROR
    assert len(seen) == 1


def test_error_data_may_be_typed() -> None:
    data = acp.SessionNotFoundErrorData(session_id=acp.SessionId("s"))
    reply = run(Agent(raising(acp.RpcError(acp.ErrorCode.RESOURCE_NOT_FOUND, "x", data))), PROMPT)
    assert reply.error.data == data
    again = acp.read_message(acp.write_message(reply), sender="agent")
    assert again == reply
    assert acp.RpcError(reply.error.code, reply.error.message, reply.error.data).data == data


def test_an_unexpected_exception_says_nothing_to_the_peer() -> None:
    failure = KeyError("sk-secret-123")
    seen: list[Exception] = []
    reply = run(Agent(raising(failure)), PROMPT, on_error=seen.append)
    assert reply.error == acp.Error(code=acp.ErrorCode.INTERNAL_ERROR, message="Internal error")
    assert seen == [failure]
    assert run(Agent(raising(failure)), PROMPT).error.code == acp.ErrorCode.INTERNAL_ERROR


@pytest.mark.parametrize("message", [PROMPT, CANCEL])
def test_an_unexpected_exception_is_logged_where_nobody_is_told(message: Any, caplog: pytest.LogCaptureFixture) -> None:
    failure = KeyError("why")

    class Failing(acp.AgentHandler):
        async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
            raise failure

        async def session_cancel(self, params: acp.CancelSessionNotification) -> None:
            raise failure

    run(Failing(), message, on_error=lambda _: None)
    assert not caplog.records
    run(Failing(), message)
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("acp_types", "ERROR")
    assert record.getMessage() == f"exception in the handler of {message.method}"
    assert record.exc_info is not None
    assert record.exc_info[1] is failure


def test_what_a_handler_says_to_the_peer_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    run(acp.AgentHandler(), PROMPT)
    run(Agent(raising(acp.RpcError(1, "x"))), PROMPT)
    assert not caplog.records


def test_a_failing_notification_is_not_answered() -> None:
    class Failing(acp.AgentHandler):
        async def session_cancel(self, params: acp.CancelSessionNotification) -> None:
            raise KeyError

    seen: list[Exception] = []
    assert run(Failing(), CANCEL, on_error=seen.append) is None
    assert [type(error) for error in seen] == [KeyError]


@pytest.mark.parametrize("params", [CANCEL.params, {"sessionId": 5}])
def test_what_a_notification_cannot_answer_is_told_all_the_same(params: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A handler that calls the other end gets its error replies as `RpcError`: nobody else would hear of them."""

    class Calling(acp.SyncAgentHandler):
        def session_cancel(self, params: acp.CancelSessionNotification) -> None:
            raise acp.RpcError(1, "refused")

    seen: list[Exception] = []
    cancel = acp.Notification(method="session/cancel", params=params)
    assert acp.sync_dispatch_to_agent(Calling(), cancel, on_error=seen.append) is None
    (error,) = seen
    assert isinstance(error, acp.RpcError)
    assert error.message in ("refused", "Invalid params: $.sessionId: expected string, got int")
    assert not caplog.records
    acp.sync_dispatch_to_agent(Calling(), cancel)
    assert len(caplog.records) == 1


@pytest.mark.parametrize("wrong", [None, {"messageId": "m"}, v1.PromptResponse(stop_reason="end_turn")])
def test_a_result_of_another_type(wrong: Any) -> None:
    seen: list[Exception] = []
    reply = run(Agent(lambda _params: wrong), PROMPT, on_error=seen.append)
    assert reply.error == acp.Error(code=acp.ErrorCode.INTERNAL_ERROR, message="Internal error")
    assert str(seen[0]).startswith("the result of session_prompt: $: expected PromptResponse, got ")


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (
            acp.PromptResponse(message_id=acp.MessageId("m")),
            "$: expected JSON, got PromptResponse: convert it with encode(PromptResponse, ...)",
        ),
        ({"a": [float("nan")]}, "$.a[0]: expected a finite number, got float"),
        ({"a": {1: 2}}, "$.a: expected object with string member names, got int"),
        (b"", "$: expected JSON, got bytes: decode it to text, or encode binary data as base64"),
        pytest.param(10**5000, "$: expected an integer of fewer digits, got int", id="too many digits"),
    ],
)
@pytest.mark.parametrize("method", ["_x", "session/list"])
def test_a_result_that_is_no_json_is_answered_all_the_same(result: Any, why: str, method: str) -> None:
    """Else whoever asked would wait forever: the reply could not be written."""

    class Odd(acp.SyncAgentHandler):
        def extension_request(self, method: str, params: acp.JsonValue) -> Any:
            return result

        def session_list(self, params: acp.ListSessionsRequest) -> acp.ListSessionsResponse:
            return acp.ListSessionsResponse(sessions=(), unknown_fields={"x": result})

    seen: list[Exception] = []
    request = acp.Request(id=1, method=method, params={})
    reply: Any = acp.sync_dispatch_to_agent(Odd(), request, on_error=seen.append)
    assert json.loads(acp.write_message(reply))["error"] == {"code": -32603, "message": "Internal error"}
    name, place = ("extension_request", "$") if method == "_x" else ("session_list", "$.x")
    assert str(seen[0]) == f"the result of {name}: {why.replace('$', place, 1)}"
    assert type(seen[0]) in (TypeError, ValueError)


def test_an_extension_may_answer_with_any_mapping_or_sequence() -> None:
    reply = run(Agent(good), acp.Request(id=1, method="_x", params={"a": 1}))
    assert type(reply.result) is dict

    class Odd(acp.SyncAgentHandler):
        def extension_request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
            return (1, MappingProxyType({"a": (2,)}))

    answer: Any = acp.sync_dispatch_to_agent(Odd(), acp.Request(id=1, method="_x"))
    assert answer == acp.Response(id=1, result=[1, {"a": [2]}])


def test_a_handler_that_hangs_can_be_cancelled() -> None:
    class Hanging(acp.AgentHandler):
        async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
            await asyncio.Event().wait()
            raise AssertionError

    async def main() -> None:
        task = asyncio.create_task(acp.dispatch_to_agent(Hanging(), PROMPT))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_meta_is_data_and_never_an_argument() -> None:
    raw = {"sessionId": "s", "prompt": [{"type": "text", "text": "x"}], "_meta": {"session_id": "OTHER", "self": 1}}
    seen: list[acp.PromptRequest] = []

    def answer(params: acp.PromptRequest) -> acp.PromptResponse:
        seen.append(params)
        return good(params)

    message = acp.read_message(
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "session/prompt", "params": raw}), sender="client"
    )
    assert isinstance(message, acp.Request)
    assert isinstance(run(Agent(answer), message), acp.Response)
    assert seen[0].session_id == "s"
    assert seen[0].meta == {"session_id": "OTHER", "self": 1}


def test_answers_are_not_dispatched() -> None:
    with pytest.raises(TypeError, match="expected a request or a notification, got Response"):
        run(Agent(good), acp.Response(id=1, result=None))


class Wire:
    """Two ends in one process: what one sends is read, dispatched and answered as text by the other."""

    def __init__(self, name: str, receiver: str, handler: Any) -> None:
        self.acp = surface(name)
        self.sender = "client" if receiver == "agent" else "agent"
        self.receiver = receiver
        self.handler = handler
        self.last_id = 0

    def _incoming(self, method: str, params: Any, *, request: bool) -> Any:
        self.last_id += 1
        ids = {"id": self.last_id} if request else {}
        make = self.acp.Request if request else self.acp.Notification
        return self.acp.read_message(
            self.acp.write_message(make(**ids, method=method, params=params)), sender=self.sender
        )

    def _outcome(self, reply: Any) -> Any:
        answer = self.acp.read_message(self.acp.write_message(reply), sender=self.receiver)
        if isinstance(answer, self.acp.ErrorResponse):
            raise self.acp.RpcError(answer.error.code, answer.error.message, answer.error.data)
        return answer.result

    async def request(self, method: str, params: Any) -> Any:
        dispatch = getattr(self.acp, f"dispatch_to_{self.receiver}")
        return self._outcome(await dispatch(self.handler, self._incoming(method, params, request=True)))

    async def notify(self, method: str, params: Any) -> None:
        dispatch = getattr(self.acp, f"dispatch_to_{self.receiver}")
        assert await dispatch(self.handler, self._incoming(method, params, request=False)) is None


class SyncWire(Wire):
    """The same without asyncio."""

    def request(self, method: str, params: Any) -> Any:
        dispatch = getattr(self.acp, f"sync_dispatch_to_{self.receiver}")
        return self._outcome(dispatch(self.handler, self._incoming(method, params, request=True)))

    def notify(self, method: str, params: Any) -> None:  # type: ignore[override]
        dispatch = getattr(self.acp, f"sync_dispatch_to_{self.receiver}")
        assert dispatch(self.handler, self._incoming(method, params, request=False)) is None


@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.parametrize("side", ["agent", "client"])
def test_every_method_over_stub_and_handler(name: str, side: str, count: Callable[[str, int], None]) -> None:
    script = exchanges(name, side)
    handler = Scripted(name, script)
    stub = getattr(surface(name), f"{side.title()}Stub")(Wire(name, side, handler))
    assert asyncio.run(call_all(stub, name, script)) == []
    assert handler.wrong == []
    assert sorted(handler.received) == sorted(exchange.method for exchange in script)
    count(f"methods that {side}s of {name} receive called over stub and handler", len(script))


@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.parametrize("side", ["agent", "client"])
def test_every_method_without_asyncio(name: str, side: str) -> None:
    module, script = surface(name), exchanges(name, side)
    requests, notifications = (getattr(module, f"{side.upper()}_{kind}S") for kind in ("REQUEST", "NOTIFICATION"))

    class Handler:
        """Answers what the script says."""

        def __getattr__(self, attribute: str) -> Any:
            (exchange,) = (exchange for exchange in script if exchange.attribute == attribute)
            if exchange.kind == "notification":
                return lambda _params: None
            return lambda _params: requests[exchange.method].read_result(exchange.result)

    stub = getattr(module, f"Sync{side.title()}Stub")(SyncWire(name, side, Handler()))
    for exchange in script:
        method = (requests if exchange.kind == "request" else notifications)[exchange.method]
        result = getattr(stub, exchange.attribute)(method.read_params(exchange.params))
        assert result == (method.read_result(exchange.result) if exchange.kind == "request" else None)


def test_stubs_pass_errors_and_extensions_on() -> None:
    async def main() -> None:
        stub = acp.AgentStub(Wire("v2", "agent", Agent(good)))
        with pytest.raises(acp.RpcError) as caught:
            await stub.session_list(acp.ListSessionsRequest())
        assert caught.value.code == acp.ErrorCode.METHOD_NOT_FOUND
        assert await stub.extension_request("_x", {"a": 1}) == {"method": "_x", "params": {"a": 1}}
        await stub.extension_notification("_y", None)

    asyncio.run(main())


End = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def pipe() -> tuple[End, End]:
    """Two ends of a socket."""
    left, right = socket.socketpair()
    return await asyncio.open_connection(sock=left), await asyncio.open_connection(sock=right)


def test_ten_thousand_interleaved_requests() -> None:
    """Both ways over one pipe, with extension traffic in between: every answer comes back to its question."""
    each = 5_000

    class Echo(acp.AgentHandler, acp.ClientHandler):
        notified = 0

        async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
            (block,) = params.prompt
            assert isinstance(block, acp.TextContent)
            await asyncio.sleep(hash(block.text) % 3 / 1000)
            return acp.PromptResponse(message_id=acp.MessageId(block.text))

        async def session_request_permission(
            self, params: acp.RequestPermissionRequest
        ) -> acp.RequestPermissionResponse:
            await asyncio.sleep(len(params.title) % 3 / 1000)
            chosen = acp.SelectedPermissionOutcome(option_id=acp.PermissionOptionId(params.title))
            return acp.RequestPermissionResponse(outcome=chosen)

        async def extension_request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
            return params

        async def extension_notification(self, method: str, params: acp.JsonValue) -> None:
            self.notified += 1

    async def main() -> None:
        left, right = await pipe()
        client, agent = LineConnection("v2", "agent", *left), LineConnection("v2", "client", *right)
        handlers = Echo(), Echo()
        serving = [asyncio.create_task(client.serve(handlers[0])), asyncio.create_task(agent.serve(handlers[1]))]
        to_agent, to_client = acp.AgentStub(client), acp.ClientStub(agent)

        async def prompt(number: int) -> None:
            block = acp.TextContent(text=f"p{number}")
            response = await to_agent.session_prompt(acp.PromptRequest(session_id=acp.SessionId("s"), prompt=(block,)))
            assert response.message_id == f"p{number}"

        async def permission(number: int) -> None:
            option = acp.PermissionOption(option_id=acp.PermissionOptionId("o"), name="o", kind="allow_once")
            request = acp.RequestPermissionRequest(session_id=acp.SessionId("s"), title=f"q{number}", options=(option,))
            response = await to_client.session_request_permission(request)
            assert response.outcome == acp.SelectedPermissionOutcome(option_id=acp.PermissionOptionId(f"q{number}"))

        async def extension(number: int) -> None:
            stub: Any = to_agent if number % 2 else to_client
            await stub.extension_notification("_tick", {"n": number})
            assert await stub.extension_request("_echo", {"n": number}) == {"n": number}

        for start in range(0, each, 500):
            numbers = range(start, start + 500)
            await asyncio.gather(
                *(prompt(number) for number in numbers),
                *(permission(number) for number in numbers),
                *(extension(number) for number in numbers[:50]),
            )
        assert client.refused == agent.refused == []
        assert client.waiting == agent.waiting == {}
        assert sum(handler.notified for handler in handlers) == each // 10
        for task in serving:
            task.cancel()
        for _, writer in (left, right):
            writer.close()

    asyncio.run(main())

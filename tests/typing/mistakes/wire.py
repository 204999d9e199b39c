"""Reading, writing and messages with the wrong type."""

from __future__ import annotations

from acp_types import v1
from acp_types import v2 as acp


def wrong_form(obj: object) -> acp.ImageContent:
    return acp.decode(acp.TextContent, obj)  # error: wrong-form


def wrong_union(line: str) -> acp.ContentBlock:
    return acp.loads(acp.ToolCallContent, line)  # error: wrong-union


def union_for_variant(line: str) -> acp.TextContent:
    return acp.loads(acp.ContentBlock, line)  # error: union-for-variant


def parsed_text(obj: dict[str, object]) -> acp.TextContent:
    return acp.loads(acp.TextContent, obj)  # error: object-for-text


def unknown_option(obj: object) -> acp.TextContent:
    return acp.decode(acp.TextContent, obj, lenient=True)  # error: unknown-option


def wrong_listener(obj: object, paths: list[str]) -> acp.TextContent:
    return acp.decode(acp.TextContent, obj, on_issue=paths.append)  # error: wrong-listener


def value_of_another_class(image: acp.ImageContent) -> acp.JsonValue:
    return acp.encode(acp.TextContent, image)  # error: wrong-value-to-encode


def value_of_another_union(diff: acp.Diff) -> str:
    return acp.dumps(acp.ContentBlock, diff)  # error: wrong-value-to-dump


def value_of_another_version(block: v1.TextContent) -> str:
    return acp.dumps(acp.TextContent, block)  # error: other-version-to-dump


def misspelt_value() -> str:
    return acp.dumps(acp.ToolKind, "raed")  # error: misspelt-literal-to-dump


def misspelt_method(view: acp.AgentCapabilityView) -> bool:
    return view.supports("session/prmopt")  # error: misspelt-method


def method_of_the_other_side(view: acp.ClientCapabilityView) -> bool:
    return view.supports("session/prompt")  # error: method-name-of-other-side


def misspelt_sender(line: str) -> acp.Message:
    return acp.read_message(line, sender="server")  # error: misspelt-sender


def no_sender(line: str) -> acp.Message:
    return acp.read_message(line)  # error: no-sender


def params_of_another_method(close: acp.CloseSessionRequest) -> acp.JsonValue:
    return acp.SESSION_PROMPT.encode_params(close)  # error: params-of-another-method


def result_of_another_method(result: acp.JsonValue) -> acp.CloseSessionResponse:
    return acp.SESSION_PROMPT.decode_result(result)  # error: result-of-another-method


def notification_has_no_result() -> object:
    return acp.SESSION_CANCEL.decode_result  # error: notification-has-no-result


def raw_result(message: acp.Response) -> acp.PromptResponse:
    return message.result  # error: raw-result


def params_not_told_apart(message: acp.Request) -> acp.SessionId:
    return message.params.session_id  # error: params-not-told-apart


def id_of_no_request(message: acp.ErrorResponse) -> acp.RequestId:
    return message.id  # error: error-without-id


def request_without_id(params: acp.PromptRequest) -> acp.Request:
    return acp.Request(method="session/prompt", params=params)  # error: request-without-id


def bytes_as_json() -> acp.Response:
    return acp.Response(id=1, result=b"{}")  # error: bytes-as-json


def answer_with_an_object(answer: acp.PromptResponse) -> acp.Response:
    return acp.Response(id=1, result=answer)  # error: object-as-result

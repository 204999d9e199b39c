"""FastAPI: our types as bodies and responses, its errors, and the OpenAPI document."""

from __future__ import annotations

import json
from typing import Annotated, Any

import pytest

from acp_types import v2
from acp_types.pydantic import Wire

fastapi = pytest.importorskip("fastapi", reason="FastAPI is not here: `nox -s ecosystem` has it")
encoders = pytest.importorskip("fastapi.encoders", reason="FastAPI is not here: `nox -s ecosystem` has it")
testclient = pytest.importorskip("fastapi.testclient", reason="httpx2 is not here: `nox -s ecosystem` has it")

app = fastapi.FastAPI()
read: list[object] = []


@app.post("/prompt")
def prompt(request: v2.PromptRequest) -> v2.PromptResponse:
    read.append(request)
    return v2.PromptResponse(message_id=v2.MessageId("m"), unknown_fields={"_x": 1})


@app.post("/updates")
async def updates(update: Annotated[v2.SessionUpdate, Wire(v2)]) -> list[v2.SessionUpdate]:
    read.append(update)
    return [update, v2.IdleStateUpdate()]


@app.post("/blocks")
def blocks(blocks: list[v2.ContentBlock]) -> list[v2.ContentBlock]:
    read.append(blocks)
    return blocks


@app.get("/any")
@app.get("/untyped", response_model=None)
def any_answer() -> Any:
    return {"block": v2.TextContent(text="hi")}


@app.get("/encoded", response_model=None)
def encoded() -> Any:
    return {"block": v2.encode(v2.ContentBlock, v2.TextContent(text="hi"))}


@pytest.fixture
def client() -> Any:
    read.clear()
    return testclient.TestClient(app)


PROMPT = {"sessionId": "s", "prompt": [{"type": "text", "text": "hi", "_x": None}], "_meta": {"a": 1}}


def test_json_in_and_json_out(client: Any) -> None:
    answer = client.post("/prompt", json=PROMPT)
    assert read == [v2.decode(v2.PromptRequest, PROMPT)]
    assert answer.json() == {"messageId": "m", "_x": 1}


def test_a_patch_keeps_its_three_states(client: Any) -> None:
    update = {"sessionUpdate": "tool_call_update", "toolCallId": "1", "title": None}
    answer = client.post("/updates", json=update)
    assert read == [v2.ToolCallUpdate(tool_call_id=v2.ToolCallId("1"), title=None)]
    assert answer.json() == [update, {"sessionUpdate": "state_update", "state": "idle"}]


def test_unknown_variants_pass_through(client: Any) -> None:
    sent = [{"type": "_gone", "a": [1]}, {"type": "text", "text": "hi"}]
    assert client.post("/blocks", json=sent).json() == sent
    assert read == [[v2.OtherContentBlock(type="_gone", payload={"a": [1]}), v2.TextContent(text="hi")]]


def test_a_bad_body_is_one_error_with_its_place(client: Any) -> None:
    answer = client.post("/prompt", json={"sessionId": "s", "prompt": [{"type": "text", "text": ["secret"]}]})
    assert answer.status_code == 422
    (error,) = answer.json()["detail"]
    assert error["loc"] == ["body", "prompt", 0, "text"]
    assert error["msg"] == "$.prompt[0].text: expected string, got list"
    assert "secret" not in answer.text
    assert client.post("/updates", json={"sessionUpdate": "agent_message"}).json()["detail"][0]["loc"] == [
        "body",
        "messageId",
    ]


def test_openapi(client: Any) -> None:
    document = client.get("/openapi.json").json()
    schemas = document["components"]["schemas"]
    body = document["paths"]["/prompt"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/PromptRequest"}
    assert schemas["PromptRequest"]["required"] == ["sessionId", "prompt"]
    assert {"$ref": "#/components/schemas/TextContent"} in schemas["PromptRequest"]["properties"]["prompt"]["items"][
        "anyOf"
    ]
    assert schemas["TextContent"]["properties"]["type"]["const"] == "text"
    assert not [name for name in schemas if name.endswith(("-Input", "-Output")) or "__" in name]
    assert "session_id" not in json.dumps(document)


def test_an_answer_without_a_type_has_to_be_encoded(client: Any) -> None:
    """Without a response model FastAPI makes a dict of any dataclass by itself; `Any` is one."""
    plain: dict[str, Any] = {"text": "hi", "annotations": None, "meta": None, "unknown_fields": {}}
    good = {"block": {"type": "text", "text": "hi"}}
    assert client.get("/any").json() == good
    assert client.get("/encoded").json() == good
    assert client.get("/untyped").json() == {"block": plain}
    assert encoders.jsonable_encoder(v2.TextContent(text="hi")) == plain

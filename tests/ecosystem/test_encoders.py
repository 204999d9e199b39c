"""msgspec, orjson and json: encode first, and what they make of our objects by themselves."""

from __future__ import annotations

import json
from typing import Any

import pytest

from acp_types import v1, v2

msgspec = pytest.importorskip("msgspec", reason="msgspec is not here: `nox -s ecosystem` has it")
orjson = pytest.importorskip("orjson", reason="orjson is not here: `nox -s ecosystem` has it")

NOTE = v2.UpdateSessionNotification(
    session_id=v2.SessionId("s"),
    update=v2.ToolCallUpdate(
        tool_call_id=v2.ToolCallId("1"), title=None, kind=v2.OtherToolKind("_lint"), unknown_fields={"_x": [1, None]}
    ),
)
WIRE = {
    "sessionId": "s",
    "update": {"sessionUpdate": "tool_call_update", "toolCallId": "1", "title": None, "kind": "_lint", "_x": [1, None]},
}
ENCODERS: dict[str, Any] = {"json": json.dumps, "orjson": orjson.dumps, "msgspec": msgspec.json.encode}
DECODERS: dict[str, Any] = {"json": json.loads, "orjson": orjson.loads, "msgspec": msgspec.json.decode}


@pytest.mark.parametrize("name", ENCODERS)
def test_what_is_encoded_first_is_written_by_any_library(name: str) -> None:
    text = ENCODERS[name](v2.encode(v2.UpdateSessionNotification, NOTE))
    assert json.loads(text) == WIRE
    assert v2.decode(v2.UpdateSessionNotification, DECODERS[name](text)) == NOTE


@pytest.mark.parametrize("name", ["orjson", "msgspec"])
def test_in_a_larger_document_without_parsing_twice(name: str) -> None:
    line = v2.dumps(v2.UpdateSessionNotification, NOTE)
    raw = orjson.Fragment(line) if name == "orjson" else msgspec.Raw(line.encode())
    assert ENCODERS[name]({"note": raw}) == b'{"note":' + line.encode() + b"}"


def test_a_raw_member_of_a_struct_is_read_by_our_codec() -> None:
    Envelope = msgspec.defstruct("Envelope", [("at", float), ("note", msgspec.Raw)])  # noqa: N806  (a class)
    read = msgspec.json.decode(json.dumps({"at": 1.5, "note": WIRE}).encode(), type=Envelope)
    assert v2.loads(v2.UpdateSessionNotification, bytes(read.note)) == NOTE


def test_identifiers_are_strings_everywhere() -> None:
    Row = msgspec.defstruct("Row", [("session", v2.SessionId)])  # noqa: N806  (a class)
    assert msgspec.json.decode(b'{"session":"s"}', type=Row).session == "s"
    assert orjson.dumps(v2.SessionId("s")) == b'"s"'


def test_orjson_with_a_default_writes_each_object_as_itself() -> None:
    """Right for objects with members of their own; a variant of a union at the top lacks its tag."""

    def default(value: Any) -> Any:
        return v2.encode(type(value), value)

    option = orjson.OPT_PASSTHROUGH_DATACLASS
    assert json.loads(orjson.dumps({"note": NOTE}, default=default, option=option)) == {"note": WIRE}
    assert orjson.dumps(v2.TextContent(text="hi"), default=default, option=option) == b'{"text":"hi"}'


# -- by themselves -----------------------------------------------------------------------------------------------------

PLAIN = b'{"text":"hi","annotations":null,"meta":null,"unknown_fields":{}}'


@pytest.mark.parametrize("name", ["orjson", "msgspec"])
def test_by_themselves_they_write_python_names_and_no_tags(name: str) -> None:
    assert ENCODERS[name](v2.TextContent(text="hi")) == PLAIN
    assert b'"session_id":' in ENCODERS[name](v2.CloseSessionRequest(session_id=v2.SessionId("s")))
    defaults = json.loads(ENCODERS[name](v1.AgentCapabilities()))
    assert defaults["load_session"] is False
    assert v1.encode(v1.AgentCapabilities, v1.AgentCapabilities()) == {}


@pytest.mark.parametrize("name", ENCODERS)
def test_by_themselves_they_refuse_unset(name: str) -> None:
    with pytest.raises(TypeError):
        ENCODERS[name](NOTE)
    with pytest.raises(TypeError):
        ENCODERS[name](v2.UNSET)


def test_json_refuses_our_objects() -> None:
    with pytest.raises(TypeError, match="not JSON serializable"):
        json.dumps(v2.TextContent(text="hi"))


@pytest.mark.parametrize("form", [v2.TextContent, v2.ContentBlock, v2.PromptRequest, v1.AgentCapabilities])
def test_msgspec_refuses_to_read_our_types(form: Any) -> None:
    with pytest.raises(TypeError, match="not supported"):
        msgspec.json.decode(b"{}", type=form)


def test_open_values_are_strings_to_all_but_msgspec() -> None:
    kind = v2.OtherToolKind("_lint")
    assert orjson.dumps(kind) == b'"_lint"'
    assert json.dumps(kind) == '"_lint"'
    with pytest.raises(TypeError, match="OtherToolKind is unsupported"):
        msgspec.json.encode(kind)

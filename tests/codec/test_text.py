"""JSON text in and out: what is refused, and that what is written is one safe line."""

from __future__ import annotations

import enum
import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import pytest

from acp_types import v2 as acp
from acp_types._runtime.text import plain_json

CHUNK = '{"messageId": "m", "content": {"type": "text", "text": "hi"}}'


@pytest.mark.parametrize("text", [CHUNK, CHUNK.encode(), bytearray(CHUNK.encode()), f" \r\n\t{CHUNK}\n"])
def test_text_and_bytes(text: Any) -> None:
    chunk = acp.loads(acp.ContentChunk, text)
    assert chunk == acp.ContentChunk(message_id=acp.MessageId("m"), content=acp.TextContent(text="hi"))


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("", "a syntax error at character 0"),
        ("NaN", "NaN"),
        ("[-Infinity]", "-Infinity"),
        ("1e999", "a larger one"),
        ("9" * 5000, "a longer one"),
        ("[" * 100_000, "deep nesting"),
        ('{"a":' * 100_000, "deep nesting"),
        ("{} x", "a syntax error at character 3"),
        ("{'a': 1}", "a syntax error at character 1"),
        ('"\n"', "a syntax error at character 1"),
        ("\ufeff{}", "a syntax error at character 0"),
        (b"\xff", "other bytes"),
        (b'"\xed\xa0\x80"', "other bytes"),
        ('"\\ud83d"'.encode("utf-16"), "other bytes"),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_what_is_not_json_is_a_decode_error(text: Any, got: str, strict: bool) -> None:
    with pytest.raises(acp.DecodeError) as caught:
        acp.loads(acp.JsonValue, text, strict=strict)
    assert caught.value.path == "$"
    assert caught.value.got == got


def test_a_repeated_key_means_its_last_value() -> None:
    assert acp.loads(acp.TextContent, '{"text": "a", "text": "b"}').text == "b"


@pytest.mark.parametrize("text", ["\ud83d", "\u2028\u2029", "é\n\r\t\x00\x7f", "😀"])
def test_what_is_written_is_one_ascii_line(text: str) -> None:
    line = acp.dumps(acp.TextContent, acp.TextContent(text=text))
    assert line.isascii()
    assert line.isprintable()
    assert acp.loads(acp.TextContent, line.encode()).text == text


def test_numbers_keep_their_digits() -> None:
    cost = acp.loads(acp.Cost, '{"amount": 12345678901234567890, "currency": "EUR"}')
    assert acp.dumps(acp.Cost, cost) == '{"amount":12345678901234567890,"currency":"EUR"}'
    assert acp.loads(acp.ToolCallLocation, '{"path": "/a", "line": 3.0}').line == 3


def test_what_json_cannot_hold_is_not_written() -> None:
    with pytest.raises(ValueError, match=r"^\$: expected a finite number, got float$"):
        acp.dumps(acp.JsonValue, float("nan"))
    with pytest.raises(TypeError, match=r"\$\.amount: expected number, got float"):
        acp.encode(acp.Cost, acp.Cost(amount=float("inf"), currency="EUR"))


class Tone(str, enum.Enum):
    """What a user has for values of an enum, and what `str` gives for its members is not their value."""

    READ = "read"
    CUSTOM = "_acme.lint"


class Level(enum.IntEnum):
    HIGH = 3


NO_JSON: dict[str, tuple[Any, type[Exception], str]] = {
    "no number": (float("nan"), ValueError, "expected a finite number, got float"),
    "infinity": (float("-inf"), ValueError, "expected a finite number, got float"),
    "too many digits": (10**5000, ValueError, "expected an integer of fewer digits, got int"),
    "a number for a name": ({1: 2}, TypeError, "expected object with string member names, got int"),
    "names that would be one": ({1: 2, "1": 3}, TypeError, "expected object with string member names, got int"),
    "null for a name": ({None: 2}, TypeError, "expected object with string member names, got null"),
    "a tuple for a name": ({(1, 2): 3}, TypeError, "expected object with string member names, got tuple"),
    "bytes": (b"sk-secret", TypeError, "expected JSON, got bytes: decode it to text, or encode binary data as base64"),
    "a set": ({"sk-secret"}, TypeError, "expected JSON, got set"),
    "a generator": ((part for part in "ab"), TypeError, "expected JSON, got generator"),
    "an object of the protocol": (
        acp.TextContent(text="sk-secret"),
        TypeError,
        "expected JSON, got TextContent: convert it with encode(TextContent, ...)",
    ),
    "a class": (acp.TextContent, TypeError, "expected JSON, got type"),
    "UNSET": (
        acp.UNSET,
        TypeError,
        "expected JSON, got UnsetType: UNSET is for members of a patch; this one needs a value",
    ),
}

RAW_PLACES: dict[str, tuple[str, Callable[[Any], Callable[[], object]]]] = {
    "itself": ("$", lambda raw: lambda: acp.dumps(acp.JsonValue, raw)),
    "itself, encoded": ("$", lambda raw: lambda: acp.encode(acp.JsonValue, raw)),
    "in metadata": ("$._meta.a[1].b", lambda raw: lambda: acp.dumps(acp.TextContent, around(raw))),
    "in metadata, encoded": ("$._meta.a[1].b", lambda raw: lambda: acp.encode(acp.TextContent, around(raw))),
    "an unknown member": (
        '$["x y"].b',
        lambda raw: lambda: acp.dumps(acp.TextContent, acp.TextContent(text="a", unknown_fields={"x y": {"b": raw}})),
    ),
    "in a variant that is not known, encoded": (
        "$.content.b",
        lambda raw: (
            lambda: acp.encode(
                acp.AgentMessageChunk,
                acp.AgentMessageChunk(
                    message_id=acp.MessageId("m"), content=acp.OtherContentBlock(type="_x", payload={"b": raw})
                ),
            )
        ),
    ),
    "far inside": (
        "$.a.b.c.d[0].e",
        lambda raw: lambda: acp.dumps(acp.JsonValue, {"a": {"b": {"c": {"d": [{"e": raw}]}}}}),
    ),
    "in what is no list and no dict": (
        "$.a[0].b",
        lambda raw: lambda: acp.dumps(acp.JsonValue, MappingProxyType({"a": (MappingProxyType({"b": raw}),)})),
    ),
    "in a form": (
        "$._meta.a[1].b",
        lambda raw: (
            lambda: acp.dumps(
                acp.CreateElicitationRequest,
                acp.CreateElicitationRequestUrl(
                    scope=acp.ElicitationSessionScope(session_id=acp.SessionId("s")),
                    message="m",
                    elicitation_id=acp.ElicitationId("e"),
                    url="u",
                    meta=around(raw).meta,
                ),
            )
        ),
    ),
    "a result": ("$.result.b", lambda raw: lambda: acp.write_message(acp.Response(id=1, result={"b": raw}))),
    "params": ("$.params.b", lambda raw: lambda: acp.write_message(acp.Notification(method="_x", params={"b": raw}))),
    "params of a method": (
        "$.params._meta.b",
        lambda raw: (
            lambda: acp.write_message(
                acp.Request(id=1, method="session/list", params=acp.ListSessionsRequest(meta={"b": raw}))
            )
        ),
    ),
    "data of an error": (
        "$.error.data.b",
        lambda raw: (
            lambda: acp.write_message(acp.ErrorResponse(id=1, error=acp.Error(code=1, message="m", data={"b": raw})))
        ),
    ),
    "beside a message": (
        "$.x.b",
        lambda raw: lambda: acp.write_message(acp.Response(id=1, result=1, unknown_fields={"x": {"b": raw}})),
    ),
}


def around(raw: Any) -> acp.TextContent:
    return acp.TextContent(text="a", meta={"a": [0, {"b": raw}]})


@pytest.mark.parametrize("place", RAW_PLACES)
@pytest.mark.parametrize("what", NO_JSON)
def test_what_is_no_json_is_refused_with_its_place(what: str, place: str) -> None:
    raw, kind, words = NO_JSON[what]
    path, write = RAW_PLACES[place]
    with pytest.raises(kind) as caught:
        write(raw)()
    assert str(caught.value) == f"{path}: {words}"


def test_what_is_encoded_is_plain_wherever_it_stands() -> None:
    """A library for JSON, YAML or anything else then knows all classes in it."""
    empty = acp.TextContent(text="").unknown_fields
    odd: Any = {Tone.READ: (Tone.CUSTOM, Level.HIGH, True, None), "b": MappingProxyType({"c": range(2)}), "d": [empty]}
    members: dict[str, Any] = {"tool_call_id": Tone.READ, "kind": Tone.READ, "title": acp.OtherRole("_x")}
    update = acp.ToolCallUpdate(**members, raw_input=odd, meta={"a": odd})
    raw = {"read": ["_acme.lint", 3, True, None], "b": {"c": [0, 1]}, "d": [{}]}
    encoded = acp.encode(acp.ToolCallUpdate, update)
    assert encoded == {"toolCallId": "read", "kind": "read", "title": "_x", "rawInput": raw, "_meta": {"a": raw}}
    assert classes_in(encoded) == {dict, list, str, int, bool, type(None)}
    assert json.loads(acp.dumps(acp.ToolCallUpdate, update)) == encoded


def classes_in(value: Any) -> set[type]:
    parts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return {type(value)}.union(*map(classes_in, parts))


def test_raw_json_is_copied() -> None:
    """So that nobody changes an object of the protocol by what was encoded of it."""
    raw: Any = {"a": [1.5, {"b": None}]}
    update = acp.ToolCallUpdate(tool_call_id=acp.ToolCallId("t"), raw_input=raw)
    encoded: Any = acp.encode(acp.ToolCallUpdate, update)
    assert encoded["rawInput"] == raw
    assert encoded["rawInput"] is not raw
    assert encoded["rawInput"]["a"][1] is not raw["a"][1]


def test_what_is_encoded_is_what_the_text_reads_as() -> None:
    """Even where a string is no text: half a character, and the other half after it."""
    halves = acp.TextContent(text="\ud83d" + "\ude00", meta={"odd": ("\ud83d", 1)})
    for block in (halves, acp.TextContent(text="\ud83d")):
        assert acp.encode(acp.TextContent, block) == json.loads(acp.dumps(acp.TextContent, block))


def test_one_odd_value_in_many_places_is_made_plain_once() -> None:
    """Each level holds the next twice: one by one there would be more than anyone could count."""
    value: Any = (1,)
    for _ in range(100):
        value = (value, value)
    plain = plain_json(value, None)
    assert plain[0] is plain[1]
    assert type(plain[0][1][0]) is list


class Wrapping(Mapping[str, Any]):
    """A mapping whose members are made when they are asked for, and gone when they have been looked at."""

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members

    def __getitem__(self, name: str) -> Any:
        member = self._members[name]
        return Wrapping(member) if isinstance(member, dict) else member

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)


def test_what_is_gone_when_it_was_written_is_not_taken_for_what_comes_next() -> None:
    raw = {f"k{i}": {"a": {"b": i}, "c": {"d": [i]}} for i in range(50)}
    assert acp.encode(acp.JsonValue, Wrapping(raw)) == raw
    assert json.loads(acp.dumps(acp.TextContent, acp.TextContent(text="a", meta=Wrapping(raw)))) == {
        "text": "a",
        "_meta": raw,
    }


def test_a_string_of_a_users_own_is_written_by_its_value() -> None:
    kind: Any = Tone.READ
    update = acp.ToolCallUpdate(tool_call_id=acp.ToolCallId("t"), kind=kind)
    assert acp.encode(acp.ToolCallUpdate, update) == {"toolCallId": "t", "kind": "read"}
    assert acp.encode(acp.ToolKind, Tone.READ) == "read"
    with pytest.raises(TypeError, match=r"or OtherToolKind, got Tone: for a custom value use OtherToolKind"):
        acp.encode(acp.ToolKind, Tone.CUSTOM)


def test_raw_json_may_be_any_mapping_or_sequence() -> None:
    meta = MappingProxyType({"a": (1, MappingProxyType({"b": None}))})
    line = acp.dumps(acp.TextContent, acp.TextContent(text="x", meta=meta))
    assert json.loads(line) == {"text": "x", "_meta": {"a": [1, {"b": None}]}}

"""JSON text in and out: what is refused, and that what is written is one safe line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from acp_types import v2 as acp

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


def test_raw_json_may_be_any_mapping_or_sequence() -> None:
    from types import MappingProxyType

    meta = MappingProxyType({"a": (1, MappingProxyType({"b": None}))})
    line = acp.dumps(acp.TextContent, acp.TextContent(text="x", meta=meta))
    assert json.loads(line) == {"text": "x", "_meta": {"a": [1, {"b": None}]}}

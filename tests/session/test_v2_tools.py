"""The rules of v2 for tool calls, terminals, plans and compaction, each with its test.

docs/concepts/sessions.md says where each comes from.
"""

from __future__ import annotations

import base64
from typing import Any

import pytest

from acp_types import v2 as acp
from acp_types.v2 import session as s
from tests.session.support import OF_A_CALL, chunk, said, seen, text

SURFACES = ("v2", "v2.unstable")


def texts(entity: Any) -> list[str]:
    """The texts of an entity's blocks, one by one."""
    return [block.text for block in entity.body.items]


# -- tool calls -------------------------------------------------------------------------------------------------------

CALL = {"sessionUpdate": "tool_call_update", "toolCallId": "t"}
FULL_CALL: dict[str, Any] = {
    **CALL,
    "title": "Read",
    **OF_A_CALL,
    "capabilities": {"cancel": {}},
}
ITEM = {"type": "content", "content": text("b")}


def test_a_new_tool_call_starts_as_other_and_pending() -> None:
    call = seen("v2", CALL).tool_calls["t"]
    assert call == s.ToolCall(tool_call_id=acp.ToolCallId("t"), body=call.body)
    assert (call.kind, call.status) == ("other", "pending")
    assert (call.name, call.title, call.content, call.locations) == (None, None, (), ())
    assert (call.raw_input, call.raw_output, call.capabilities) == (None, None, None)


def test_omitted_members_of_a_tool_call_are_unchanged() -> None:
    before, after = seen("v2", FULL_CALL).tool_calls["t"], seen("v2", FULL_CALL, CALL).tool_calls["t"]
    assert after == before
    assert after.raw_output == 0
    assert seen("v2", FULL_CALL, {**CALL, "status": "failed"}).tool_calls["t"].kind == "read"


@pytest.mark.parametrize("first", [FULL_CALL, CALL])
def test_null_sets_a_tool_call_back_to_where_a_new_one_starts(first: dict[str, Any]) -> None:
    nulls = {key: None for key in FULL_CALL if key not in CALL}
    assert seen("v2", first, {**CALL, **nulls}) == seen("v2", CALL)


def test_null_resets_kind_to_other_and_status_to_pending() -> None:
    call = seen("v2", FULL_CALL, {**CALL, "kind": None, "status": None}).tool_calls["t"]
    assert (call.kind, call.status, call.title) == ("other", "pending", "Read")


def test_empty_arrays_clear_the_collections_of_a_tool_call() -> None:
    call = seen("v2", FULL_CALL, {**CALL, "content": [], "locations": []}).tool_calls["t"]
    assert (call.content, call.locations) == ((), ())


def test_an_unknown_kind_and_status_are_kept() -> None:
    call = seen("v2", {**CALL, "kind": "_acme.lint", "status": "paused_by_moon"}).tool_calls["t"]
    assert (call.kind, call.status) == ("_acme.lint", "paused_by_moon")


def test_a_tool_call_content_chunk_appends_and_content_replaces() -> None:
    appended = {"sessionUpdate": "tool_call_content_chunk", "toolCallId": "t", "content": ITEM}
    assert len(seen("v2", FULL_CALL, appended).tool_calls["t"].content) == 2
    assert len(seen("v2", FULL_CALL, appended, FULL_CALL).tool_calls["t"].content) == 1
    assert len(seen("v2", FULL_CALL, FULL_CALL, appended, appended).tool_calls["t"].content) == 3
    assert len(seen("v2", FULL_CALL, {**CALL, "content": None}, appended).tool_calls["t"].content) == 1
    noted = seen("v2", CALL, {**appended, "_meta": {"k": 1}}).tool_calls["t"]
    assert ([part.meta for part in noted.parts], noted.meta) == ([{"k": 1}], {})


def test_capabilities_are_replaced_as_a_whole() -> None:
    first = {**CALL, "capabilities": {"cancel": {}, "_meta": {"k": 1}}}
    capabilities = seen("v2", first, {**CALL, "capabilities": {}}).tool_calls["t"].capabilities
    assert capabilities == acp.ToolCallCapabilities()


# -- terminals --------------------------------------------------------------------------------------------------------

TERMINAL = {"sessionUpdate": "terminal_update", "terminalId": "x"}


def output(data: bytes, **members: Any) -> dict[str, Any]:
    """A chunk of a terminal's output."""
    encoded = base64.b64encode(data).decode()
    return {"sessionUpdate": "terminal_output_chunk", "terminalId": "x", "data": encoded, **members}


def snapshot(data: bytes, **members: Any) -> dict[str, Any]:
    """An update with all of a terminal's output."""
    return {**TERMINAL, "output": {"data": base64.b64encode(data).decode(), **members}}


def test_the_bytes_of_a_terminal_append_in_order() -> None:
    view = seen("v2", output(b"one "), snapshot(b"two "), output(b"three "), output(b"four"))
    assert view.terminals["x"].output == b"two three four"
    assert view.terminals["x"].text == "two three four"


def test_each_piece_of_output_is_base64_for_itself() -> None:
    pieces = [b"a", b"bc", "\u20ac".encode()[:1], "\u20ac".encode()[1:]]  # padded each, a character across two
    view = seen("v2", *map(output, pieces))
    assert view.terminals["x"].output == b"abc\xe2\x82\xac"
    assert view.terminals["x"].text == "abc\u20ac"


def test_a_snapshot_of_output_replaces_what_was_there() -> None:
    terminal = seen("v2", output(b"a", _meta={"k": 1}), snapshot(b"b", _meta={"of": "snapshot"})).terminals["x"]
    assert terminal.output == b"b"
    assert [part.meta for part in terminal.parts] == [{"of": "snapshot"}]
    assert terminal.meta == {}


def test_null_output_clears_and_omitted_output_leaves() -> None:
    assert seen("v2", output(b"a"), {**TERMINAL, "output": None}).terminals["x"].output == b""
    assert seen("v2", output(b"a"), {**TERMINAL, "cwd": "/a"}).terminals["x"].output == b"a"
    assert seen("v2", output(b"a"), {**TERMINAL, "output": None}, output(b"b")).terminals["x"].output == b"b"


def test_output_that_is_not_base64_adds_no_bytes_and_is_kept() -> None:
    bad = {**output(b""), "data": "a"}
    odd = {**output(b""), "data": "\u20ac"}
    view = seen("v2", output(b"1"), bad, output(b"2"), odd)
    terminal = view.terminals["x"]
    assert (terminal.output, terminal.undecoded) == (b"12", ("a", "\u20ac"))
    assert said("v2", view) == [snapshot(b"1"), bad, output(b"2"), odd]
    assert said("v2", seen("v2", {**TERMINAL, "output": {"data": "a"}})) == [{**TERMINAL, "output": {"data": "a"}}]


def test_empty_output_is_no_output() -> None:
    assert seen("v2", snapshot(b"")) == seen("v2", TERMINAL)
    assert seen("v2", output(b""), output(b"a")) == seen("v2", output(b"a"))
    assert seen("v2", snapshot(b"", _meta={"k": 1})) != seen("v2", TERMINAL)


def test_members_of_a_terminal_are_patched() -> None:
    full: dict[str, Any] = {
        **TERMINAL,
        "command": "make",
        "cwd": "/a",
        "exitStatus": {"exitCode": 0},
        "size": {"cols": 80, "rows": 24},
        "capabilities": {"cancel": {}},
    }
    assert seen("v2", full, TERMINAL) == seen("v2", full)
    assert seen("v2", full).terminals["x"].exit_status == acp.TerminalExitStatus(exit_code=0)
    assert seen("v2", full, {**TERMINAL, **dict.fromkeys(full.keys() - TERMINAL.keys())}) == seen("v2", TERMINAL)
    assert seen("v2", full, {**TERMINAL, "exitStatus": {}}).terminals["x"].exit_status == acp.TerminalExitStatus()


def test_a_reference_does_not_make_a_terminal() -> None:
    call = {**CALL, "content": [{"type": "terminal", "terminalId": "x"}]}
    assert seen("v2", call).terminals == {}
    assert list(seen("v2", call, output(b"a")).terminals) == ["x"]
    assert list(seen("v2", output(b"a"), call).terminals) == ["x"]


# -- plans ------------------------------------------------------------------------------------------------------------


def plan(plan_id: str, *entries: str, **members: Any) -> dict[str, Any]:
    """An update of a plan."""
    made = [{"content": entry, "priority": "low", "status": "pending"} for entry in entries]
    return {"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": plan_id, "entries": made}, **members}


def test_plans_are_keyed_by_id_and_replaced_as_a_whole() -> None:
    view = seen("v2", plan("1", "a", "b", _meta={"k": 1}), plan("2", "x"), plan("1", "c"))
    assert list(view.plans) == ["1", "2"]
    assert [entry.content for entry in view.plans["1"].plan.entries] == ["c"]
    assert view.plans["1"].meta is None


@pytest.mark.parametrize("surface", SURFACES)
def test_a_plan_in_an_unknown_form_replaces_what_was_there(surface: str) -> None:
    unknown = {"sessionUpdate": "plan_update", "plan": {"type": "_acme.plan", "planId": "1", "n": 1}}
    view = seen(surface, plan("1", "a"), unknown)
    assert view.plans["1"].plan.type == "_acme.plan"
    assert said(surface, view) == [unknown]


# -- compaction -------------------------------------------------------------------------------------------------------

COMPACTION = {"sessionUpdate": "compaction_update", "compactionId": "c", "status": "in_progress"}
SUMMARY = {"sessionUpdate": "compaction_summary_chunk", "compactionId": "c", "content": text("a")}


def test_a_compaction_keeps_its_place() -> None:
    view = seen("v2", COMPACTION, chunk("agent_message_chunk", "a", "m"), {**COMPACTION, "status": "completed"})
    assert [type(entity) for entity in view.timeline] == [s.Compaction, s.Message]
    assert view.compactions["c"].status == "completed"


def test_the_summary_of_a_compaction_follows_the_rules_of_content() -> None:
    whole = {**COMPACTION, "summary": [text("b")]}
    assert texts(seen("v2", SUMMARY, SUMMARY).compactions["c"]) == ["a", "a"]
    assert texts(seen("v2", SUMMARY, whole).compactions["c"]) == ["b"]
    assert texts(seen("v2", whole, SUMMARY).compactions["c"]) == ["b", "a"]
    assert texts(seen("v2", whole, COMPACTION).compactions["c"]) == ["b"]
    assert texts(seen("v2", whole, {**COMPACTION, "summary": None}, SUMMARY).compactions["c"]) == ["a"]
    assert seen("v2", whole, {**COMPACTION, "summary": []}).compactions["c"].summary == ()


def test_a_first_seen_summary_chunk_makes_a_compaction_in_progress() -> None:
    assert seen("v2", SUMMARY).compactions["c"].status == "in_progress"


def test_the_error_of_a_compaction_is_patched_and_its_status_may_be_unknown() -> None:
    failed = {**COMPACTION, "status": "failed", "error": "no room"}
    assert seen("v2", failed).compactions["c"].error == "no room"
    assert seen("v2", failed, {**COMPACTION, "error": None}).compactions["c"].error is None
    assert seen("v2", failed, {**COMPACTION, "status": "_odd"}).compactions["c"] == s.Compaction(
        compaction_id=acp.CompactionId("c"),
        status=acp.OtherCompactionStatus("_odd"),
        error="no room",
        body=seen("v2", COMPACTION).compactions["c"].body,
    )

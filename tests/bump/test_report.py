"""The report as people read it: each change once, what is called before what it is made of."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from codegen.bump.report import Report
from codegen.compare.changes import Change

METHOD = Change("v1", "method", "added", "ping (request to the agent)", "compatible", "additive", "added", "/$defs/P")
MEMBER = Change("v1", "member", "added", "Text.title", "compatible", "additive", "optional string", "/$defs/Text")
TYPE = Change("v1", "type", "added", "PingRequest", "compatible", "additive", "record", "/$defs/PingRequest")


def report(*changes: Change) -> Report:
    return Report("a-protocol", "1.0.0", "1.1.0", "2026-01-01", ("v1", "v1.unstable"), changes, "0.1.0")


def test_what_is_called_stands_before_what_it_is_made_of() -> None:
    made = report(TYPE, MEMBER, METHOD)
    assert re.findall(r"^\| (\w+) \| `", made.to_markdown(), re.MULTILINE) == ["method", "member", "type"]
    assert made.changelog().splitlines()[1] == (
        "- Compatible, `v1`: method added (`ping (request to the agent)`); member added (`Text.title`);"
        " type added (`PingRequest`)."
    )
    assert [change["subject"] for change in json.loads(made.to_json())["changes"]] == ["type", "member", "method"]


def test_an_odd_name_stays_in_its_cell() -> None:
    odd = report(replace(MEMBER, name="Text.a|b\nc")).to_markdown()
    assert r"| member | `Text.a\|b c` | added: optional string | additive |  |" in odd


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((MEMBER,), "1 change is the same as in the stable surface, and not listed again."),
        ((MEMBER, TYPE), "2 changes are the same as in the stable surface, and not listed again."),
    ],
)
def test_what_an_unstable_surface_shares_is_said_once(changes: tuple[Change, ...], words: str) -> None:
    text = report(*changes, *(replace(change, surface="v1.unstable", pointer="/elsewhere") for change in changes))
    assert f"## `v1.unstable`\n\n{words}\n" in text.to_markdown()
    assert text.to_markdown().count("`Text.title` | added") == 1

"""The version number that changes ask for, as docs/versioning.md says."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from codegen.compare.changes import Change
from codegen.compare.effects import EFFECTS
from codegen.compare.versioning import due, minor_after, next_version
from codegen.source import read_pin
from tests.conftest import ROOT


def change(surface: str, python: Any, action: Any = "changed") -> Change:
    return Change(surface, "member", action, "A.b", python, "same", "x", "/$defs/A")


@pytest.mark.parametrize(
    ("current", "changes", "asked"),
    [
        ("0.1.0", [], "0.1.1"),
        ("0.1.4", [change("v1", "compatible")], "0.1.5"),
        ("0.1.4", [change("v1", "compatible"), change("v2.unstable", "attention")], "0.2.0"),
        ("0.1.4", [change("v1", "breaking")], "0.2.0"),
        ("1.2.3", [], "1.2.4"),
        ("1.2.3", [change("v1", "compatible", "documentation")], "1.2.4"),
        ("1.2.3", [change("v1", "compatible", "added")], "1.3.0"),
        ("1.2.3", [change("v1", "attention", "added")], "1.3.0"),
        ("1.2.3", [change("v2", "breaking"), change("v1.unstable", "breaking")], "1.3.0"),
        ("1.2.3", [change("v1", "breaking"), change("v2", "compatible", "documentation")], "2.0.0"),
    ],
)
def test_what_changes_ask_for(current: str, changes: list[Change], asked: str) -> None:
    assert next_version(current, changes) == asked


def test_a_kept_name_stays_for_one_minor_release() -> None:
    assert minor_after("0.1.0") == "0.3.0"
    assert [due("0.3.0", current) for current in ("0.1.9", "0.2.0", "0.2.11", "0.3.0", "1.0.0")] == [
        *(False, False, False),
        *(True, True),
    ]


def test_the_rules_are_written_down() -> None:
    rows = re.findall(r"^\| ([^|]+) \| (\w[\w ]*) \| (\w+) \|", (ROOT / "docs/versioning.md").read_text("utf-8"), re.M)
    words = {"compatible": "compatible", "attention": "needs attention", "breaking": "breaking"}
    assert {(rule, python, wire) for rule, python, wire in rows if rule in EFFECTS} == {
        (rule, words[effect.python], effect.wire) for rule, effect in EFFECTS.items()
    }


def test_the_newest_report_is_of_the_vendored_schemas() -> None:
    pin = read_pin()
    report = json.loads((ROOT / "docs" / "changes" / f"{pin.version}.json").read_text(encoding="utf-8"))
    assert (report["package"], report["to"], report["date"]) == (pin.package, pin.version, pin.date)
    assert (ROOT / "docs" / "changes" / f"{pin.version}.md").is_file()

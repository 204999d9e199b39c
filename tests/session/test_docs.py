"""docs/concepts/sessions.md says what is true: its example runs, and its tables name every rule's test."""

from __future__ import annotations

import importlib
import re

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "concepts" / "sessions.md").read_text(encoding="utf-8")
RULES = (
    "test_v1.py",
    "test_v1_unstable.py",
    "test_v2_messages.py",
    "test_v2_session.py",
    "test_v2_tools.py",
    "test_v2_unstable.py",
)
BESIDE = {"test_what_only_a_snapshot_of_this_surface_has"}
"""Tests of the rules' modules that are about no rule."""


def test_the_example_runs_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"<!-- test: example -->\n```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "sessions.md", "exec"), {"__name__": "__main__"})  # noqa: S102
    printed = re.findall(r"^# (.*)$", example, re.MULTILINE)
    assert capsys.readouterr().out.splitlines() == printed
    assert len(printed) == 4


def test_the_tables_name_the_test_of_every_rule() -> None:
    named = re.findall(r"`(test_\w+\.py)` `(test_\w+)`", PAGE)
    assert len(set(named)) == len(named)
    tests = {
        (module, name)
        for module in RULES
        for name in vars(importlib.import_module(f"tests.session.{module.removesuffix('.py')}"))
        if name.startswith("test_") and name not in BESIDE
    }
    assert set(named) == tests


def test_every_rule_says_where_it_is_from() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("|") and "`test_" in line]
    assert len(rows) > 80
    for row in rows:
        assert "https://agentclientprotocol.com/protocol/v" in row or "schema, `" in row or "`TypeError`" in row, row

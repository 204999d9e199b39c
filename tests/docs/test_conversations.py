"""The page about conversations: its example runs, and its table has every rule with its tests and pages."""

from __future__ import annotations

import re

import pytest

from acp_types._runtime.conversation.rule import Rule
from acp_types._runtime.conversation.table import RULES
from tests.conftest import ROOT
from tests.conversation.test_rules import EXAMPLES

PAGE = (ROOT / "docs" / "concepts" / "conversations.md").read_text(encoding="utf-8")


def row(rule: Rule) -> str:
    tests = ", ".join(f"`{rule.name}-v{version}`" for version in rule.pages)
    pages = ", ".join(f"[v{version}]({rule.page(version)})" for version in rule.pages)
    return f"| `{rule.name}` | {rule.level} | {rule.summary} | {tests} | {pages} |"


def test_the_table_is_complete() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `") and "agentclientprotocol.com" in line]
    assert rows == [row(rule) for rule in RULES.values()]


def test_its_tests_are_there() -> None:
    """For each rule and version, one that keeps it and one that breaks it."""
    named = set(re.findall(r"`([a-z-]+-v[12])`", PAGE))
    assert named == {example.name for example in EXAMPLES}
    for name in named:
        assert {example.breaks is None for example in EXAMPLES if example.name == name} == {True, False}


def test_the_example_runs_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "conversations.md", "exec"), {"__name__": "__main__"})  # noqa: S102
    printed = re.findall(r"^# (.*)$", example, re.MULTILINE)
    assert capsys.readouterr().out.splitlines() == printed

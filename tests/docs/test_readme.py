"""The README says what is true: its example runs, and its commands are those that CI runs."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_runs_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"<!-- test: example -->\n```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {"__name__": "__main__"})  # noqa: S102
    assert capsys.readouterr().out.splitlines() == [
        "Hello",
        "[Issue(path='$.update.content._mood', rule='unknown-member', value='good')]",
        '{"sessionId":"sess_1","prompt":[{"type":"text","text":"Go on"}]}',
    ]


def test_the_agent_runs_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"<!-- test: agent -->\n```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {"__name__": "__main__"})  # noqa: S102
    assert capsys.readouterr().out.splitlines() == [
        "asked: ['text']",
        '{"jsonrpc":"2.0","id":7,"result":{"messageId":"msg_1"}}',
    ]


def test_ci_runs_the_test_command() -> None:
    (command,) = re.findall(r"^\$ (pip install nox\S* && nox)\b", README, re.MULTILINE)
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()

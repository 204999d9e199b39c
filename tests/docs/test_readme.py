"""The README says what is true: its commands are those that CI runs."""

from __future__ import annotations

import re

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_ci_runs_the_test_command() -> None:
    (command,) = re.findall(r"^\$ (pip install nox\S* && nox)\b", README, re.MULTILINE)
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()

"""The README says what is true: its commands are those that CI runs, its comparison is what the peers do."""

from __future__ import annotations

import json
import re

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_ci_runs_the_test_command() -> None:
    (command,) = re.findall(r"^\$ (pip install nox\S* && nox)\b", README, re.MULTILINE)
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_comparison_is_what_was_found() -> None:
    peers = json.loads((ROOT / "docs" / "tools" / "peers.json").read_text(encoding="utf-8"))
    table = [
        [cell.strip() for cell in row.strip("| ").split("|")] for row in README.splitlines() if row.startswith("| ")
    ]
    for what, outcome in peers["acp-types"]["outcomes"].items():
        (row,) = (row for row in table if row[0] == what)
        found = [peers[name]["outcomes"][what] for name in ("sdk", "chuk-acp")]
        by_hand = ["kept", peers["msgspec"]["outcomes"][what]]  # a TypedDict is the very dict that was parsed
        assert row[1:] == [outcome, *found, *by_hand]


def test_the_versions_of_the_comparison() -> None:
    peers = json.loads((ROOT / "docs" / "tools" / "peers.json").read_text(encoding="utf-8"))
    assert f"official SDK {peers['sdk']['versions']['agent-client-protocol']} |" in README
    assert f"chuk-acp {peers['chuk-acp']['versions']['chuk-acp']} |" in README

"""CONTRIBUTING says where every folder of tests belongs, and which session runs it."""

from __future__ import annotations

import re

from tests.conftest import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`tests/.*?) \|.*\| (.*) \|$", PAGE, re.MULTILINE)


def test_every_folder_of_tests_has_a_row() -> None:
    named = {name for folders, _ in ROWS for name in re.findall(r"`tests/(\w+)`", folders)}
    assert named == {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}


def test_the_sessions_are_there() -> None:
    noxfile = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    sessions = re.findall(r"^@nox\.session.*\ndef (\w+)", noxfile, re.MULTILINE)
    named = {name for _, session in ROWS for name in re.findall(r"`(\w+)`", session)}
    assert named <= set(sessions)
    assert {"tests", "types", "conformance", "interop", "ecosystem", "wheel"} <= named

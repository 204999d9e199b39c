"""What mypy and pyright say about programs that use the package."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PROGRAMS = Path(__file__).resolve().parent / "programs"
_EXPECTED = re.compile(r"# error: ([\w-]+), (\w+)")
_MYPY = re.compile(r"^(?P<file>[^:]+):(?P<line>\d+): error: .*\[(?P<code>[\w-]+)\]$")

Finding = tuple[str, int, str]
"""File, line, code or rule."""


def expected(column: int) -> set[Finding]:
    """The errors that the programs pin to their lines: column 1 for mypy, 2 for pyright."""
    return {
        (path.name, number, match.group(column))
        for path in sorted(PROGRAMS.glob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (match := _EXPECTED.search(line))
    }


def run(*command: str) -> str:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.stdout


def test_mypy() -> None:
    pytest.importorskip("mypy")
    # File by file: the folder would leave out what the project's own run excludes.
    programs = [str(path) for path in sorted(PROGRAMS.glob("*.py"))]
    lines = run("mypy", "--strict", "--no-error-summary", *programs).splitlines()
    found = {
        (Path(match["file"]).name, int(match["line"]), match["code"]) for line in lines if (match := _MYPY.match(line))
    }
    assert found == expected(1)


def test_pyright() -> None:
    pytest.importorskip("pyright")
    report = json.loads(run("pyright", "--outputjson", "tests/typing/programs"))
    found = {
        (Path(entry["file"]).name, entry["range"]["start"]["line"] + 1, entry["rule"])
        for entry in report["generalDiagnostics"]
        # What follows from another error on the same line.
        if not entry["rule"].startswith("reportUnknown")
    }
    assert found == expected(2)


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ("contract", "hi$.messageId string nothing\n"),
        ("contract_methods", "prompt 1: s m m [1, 1] False\nstate_update\n"),
        (
            "contract_schema",
            "enum stable ['anyOf', 'description']\nv2 2 True\n0 True Agent Client Protocol\n",
        ),
    ],
)
def test_contract_runs(program: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(PROGRAMS / f"{program}.py"), run_name="__main__")
    assert capsys.readouterr().out == printed

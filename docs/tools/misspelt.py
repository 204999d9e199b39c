"""Checks whether type checkers report a misspelt member of a peer's message."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

PROGRAMS = {
    "acp-types": "from acp_types.v1 import SessionNotification as Note",
    "chuk-acp": "from chuk_acp import SessionUpdate as Note",
    "msgspec": "from benchmarks.peers.msgspec_structs import SessionNotification as Note",
    "sdk": "from acp.schema import SessionNotification as Note",
    "typeddicts": "from typing import TypedDict\n\nNote = TypedDict('Note', {'sessionId': str})",
}
"""By peer, the import of a type with a session id."""
MEMBER = {"chuk-acp": "note.sessionUpdat", "typeddicts": "note['sessionIdd']"}
"""The misspelt member, if not `note.session_idd`."""


def checkers() -> dict[str, str]:
    """The checkers with their versions."""
    return {name: importlib.metadata.version(name) for name in ("mypy", "pyright")}


def noticed(peer: str, python: Path, folders: Mapping[str, Path]) -> dict[str, bool]:
    """By checker, whether the line with the misspelt member is an error. `python` is that of the peer's environment."""
    member = MEMBER.get(peer, "note.session_idd")
    program = f"{PROGRAMS[peer]}\n\n\ndef show(note: Note) -> None:\n    print({member})\n"
    line = program.splitlines().index(f"    print({member})") + 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "program.py").write_text(program, encoding="utf-8")
        return {
            "mypy": line in mypy_lines(folder, python, folders),
            "pyright": line in pyright_lines(folder, python, folders),
        }


def mypy_lines(folder: Path, python: Path, folders: Mapping[str, Path]) -> set[int]:
    """The lines of the program with errors from mypy --strict."""
    options = ["--strict", "--config-file=", "--output=json", "--explicit-package-bases", f"--cache-dir={folder}"]
    path = os.pathsep.join(map(str, folders.values()))
    command = [sys.executable, "-m", "mypy", *options, f"--python-executable={python}", "program.py"]
    environment = {**os.environ, "MYPYPATH": path}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    reports = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {report["line"] for report in reports if report["file"] == "program.py" and report["severity"] == "error"}


def pyright_lines(folder: Path, python: Path, folders: Mapping[str, Path]) -> set[int]:
    """The lines of the program with errors from pyright in strict mode."""
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(path) for path in folders.values()]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", f"--pythonpath={python}", "--project", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)["generalDiagnostics"]
    return {report["range"]["start"]["line"] + 1 for report in found if report["severity"] == "error"}

"""The README's client ends with an error that says why, whatever the agent does, and never waits for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.blocks import blocks

FILES = {block.file: block.text for block in blocks(ROOT / "README.md") if block.file}
ANSWER = "return acp.NewSessionResponse("
AGENTS = {
    "gone": ("import sys\nsys.stdin.readline()\n", "EOFError: the agent has exited"),
    "refuses": (
        FILES["agent.py"].replace(ANSWER, 'raise acp.RpcError(-32000, "Log in first")\n        ' + ANSWER),
        "error=Error(code=ErrorCode.AUTHENTICATION_REQUIRED, message='Log in first'))",
    ),
    "asks": (
        'print(\'{"jsonrpc": "2.0", "id": 7, "method": "_acme/mood"}\', flush=True)\ninput()\ninput()\n',
        "RuntimeError: unexpected message: Request(id=7, method='_acme/mood')",
    ),
    "chatters": (
        'print("starting", flush=True)\ninput()\ninput()\n',
        "MessageError: Parse error: $: expected JSON text, got a syntax error at character 0",
    ),
}


@pytest.mark.parametrize("agent", AGENTS)
def test_what_the_client_ends_with(agent: str, tmp_path: Path) -> None:
    program, last_line = AGENTS[agent]
    (tmp_path / "agent.py").write_text(program, encoding="utf-8")
    (tmp_path / "client.py").write_text(FILES["client.py"], encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generated")}
    command = [sys.executable, "client.py"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", timeout=30, check=False
    )
    assert done.returncode == 1
    assert any(line.endswith(last_line) for line in done.stderr.splitlines())


@pytest.mark.parametrize("name", ["agent.py", "client.py"])
def test_they_are_short(name: str) -> None:
    """Twenty lines each, empty ones aside."""
    assert len([line for line in FILES[name].splitlines() if line]) <= 20

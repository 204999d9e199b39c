"""What a type checker loads for a program that imports one surface: the types, and not what reads and writes them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.typing.checkers import consumer, interpreter

PROGRAM = "from acp_types import v1 as acp\n\nprint(acp.loads(acp.ContentBlock, '{}'), acp.SESSION_PROMPT)\n"
NOT_NEEDED = re.compile(
    r"acp_types\.(v2|pydantic|cattrs|.*\._(codec|readers|writers|session|conversation|schema_symbols)\b"
    r"|_runtime\.(codec|nodes|text|fast|calls|envelopes|introspection|pydantic_\w+|cli|conversation|session)\b).*"
    r"|pydantic.*|cattrs?.*|inspect|asyncio.*"
)


def test_mypy_loads_no_codec_and_no_library(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is only in the session `types`")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    # Installed, as users have it: there mypy passes over the bodies of functions, and what they import.
    options = (f"--python-executable={interpreter(consumer())}", "--strict", "--cache-dir=/dev/null", "--verbose")
    command = [sys.executable, "-m", "mypy", *options, "program.py"]
    done = subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True, timeout=120, check=True)
    loaded = set(re.findall(r"Parsing \S+ \(([\w.]+)\)", done.stderr))
    assert {"acp_types.v1._wire", "acp_types.v1._types.content", "typing"} <= loaded
    assert not [name for name in loaded if NOT_NEEDED.fullmatch(name)]

"""Every code block of the README and of the documentation runs, and prints what the page says."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.docs.blocks import ELSEWHERE, Block, blocks, commands, pages

LANGUAGES = {"console", "json", "python", "text", "toml", "yaml"}
PAGES = [pytest.param(page, id=page.relative_to(ROOT).as_posix()) for page in pages()]


@pytest.mark.parametrize("page", PAGES)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "generated"))
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        where = f"{block.page}:{block.line}"
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            printed = run(block, namespace)
            assert block.output is None or printed == block.output, where
        elif block.language == "console":
            for command in commands(block):
                assert run_command(command.command, tmp_path) == command.output, f"{where}: {command.command}"


def run(block: Block, namespace: dict[str, Any]) -> str:
    """Run a block in its page's namespace; what it prints."""
    # The line numbers are the page's own.
    code = compile("\n" * (block.line - 1) + block.text, block.page, "exec")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(code, namespace)  # noqa: S102
        except Exception as error:
            if not block.fails:
                raise
            print(f"{type(error).__name__}: {error}")
    return printed.getvalue()


def run_command(command: str, folder: Path) -> str:
    """Run a command of a page; what it prints on standard output and on standard error."""
    words = shlex.split(command, comments=True)
    arguments = {"python": [], "acp-types": ["-m", "acp_types"]}[words[0]]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *arguments, *words[1:]],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize("page", PAGES)
def test_languages_are_named(page: Path) -> None:
    """A block of a language that is misspelt would not be run."""
    lines = (line.strip() for line in page.read_text(encoding="utf-8").splitlines())
    opening = [line.removeprefix("```") for line in lines if line.startswith("```")][::2]
    assert {fence.partition(" ")[0] for fence in opening} <= LANGUAGES


@pytest.mark.parametrize("page", sorted(ELSEWHERE))
def test_pages_with_a_test_of_their_own(page: str) -> None:
    assert (ROOT / ELSEWHERE[page]).is_file() or not (ROOT / page).is_file()

"""Runs the commands of a page: each ```console block, in a folder that has what a checkout has."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ROOT

_BLOCK = re.compile(r"(<!-- not run: [\w ]+ -->\n)?```console\n(.*?)```", re.DOTALL)


class Command(NamedTuple):
    """A command, and what the page says it prints."""

    line: str
    printed: str


def commands(page: str) -> Iterator[Command]:
    """The commands of a page that are to be run, in order."""
    for not_run, block in _BLOCK.findall(page):
        if not not_run:
            for line, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
                yield Command(line, printed)


def checkout(folder: Path, *names: str) -> Path:
    """A folder with some of the checkout in it, and an empty `build`."""
    (folder / "build").mkdir()
    for name in names:
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(command: Command, folder: Path) -> str:
    """What a command prints, standard error included; `python` is the one that runs the tests."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generated"), "PYTHONDONTWRITEBYTECODE": "1"}
    line = re.sub(r"^((?:\w+=\S+ )*)python\b", lambda found: f"{found[1]}{shlex.quote(sys.executable)}", command.line)
    shell = shutil.which("bash")
    assert shell
    command_line = [shell, "-c", f"exec 2>&1; {line}"]
    return subprocess.run(command_line, cwd=folder, env=environment, capture_output=True, text=True, check=False).stdout

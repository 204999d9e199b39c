"""Files of a checkout that a merge or a hasty edit has broken: one line that names the file, and no traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from codegen.__main__ import main
from codegen.decisions import Decisions
from codegen.errors import DecisionError, GenerationError
from codegen.project import Project
from codegen.review.dump import load
from codegen.review.names import Name, lock_names, read_lock
from codegen.source import read_pin
from codegen.tools import check_tools
from tests.codegen.test_pipeline import write_decisions
from tests.conftest import ROOT

CONFLICT = "<<<<<<< HEAD\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CONFLICT, r"schema/names\.lock: Invalid statement \(at line 1"),
        ("v1 = 3\n", r"schema/names\.lock: v1 is not a table of names"),
        ("[v1]\nA = { from = 'runtime' }\n", r"schema/names\.lock: A of v1 does not say `from` where and `since`"),
    ],
)
def test_names(text: str, message: str) -> None:
    with pytest.raises(GenerationError, match=message):
        read_lock(text)


def test_a_surface_that_the_pin_no_longer_names() -> None:
    with pytest.raises(GenerationError, match=r"PINNED\.toml: the schema of v2 is missing, which has public names"):
        lock_names([], {"v2": {"A": Name("/$defs/A", "1.0.0")}}, Decisions({}), "1.0.1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CONFLICT, r"schema/PINNED\.toml: Invalid statement"),
        ('package = "p"\ndate = 2026-01-01\n[sha256]\n', r"schema/PINNED\.toml lacks registry, version: run `git"),
    ],
)
def test_the_pin(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "PINNED.toml").write_text(text, encoding="utf-8")
    with pytest.raises(GenerationError, match=message):
        read_pin(tmp_path)


def test_a_dump() -> None:
    with pytest.raises(GenerationError, match=r"schema/model/v1\.toml: Invalid statement"):
        load(CONFLICT, "v1")


def test_the_project(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.0rc1"\n', encoding="utf-8")
    with pytest.raises(GenerationError, match=r"pyproject\.toml: expected a version of three numbers"):
        Project(tmp_path).version()
    (tmp_path / "pyproject.toml").write_text(CONFLICT, encoding="utf-8")
    with pytest.raises(GenerationError, match=r"pyproject\.toml: Invalid statement"):
        check_tools(Project(tmp_path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CONFLICT, r"decisions\.toml: Invalid statement"),
        ('[[plain]]\nsurfaces = ["v2.unstabel"]\ntype = "A"\nwhy = ""\n', r"type = 'A' names v2\.unstabel: expected"),
        (
            '[[removed]]\nsurfaces = ["v9"]\nnames = ["A"]\nwhy = ""\n',
            r"\[\[removed\]\] .* names v9: expected surfaces",
        ),
        (
            '[[alias]]\nsurfaces = ["v1"]\nname = "A"\nto = "B"\nuntil = "0.3"\nwhy = ""\n',
            r"an entry of \[\[alias\]\] until must be a version such as 0\.3\.0: name = 'A'",
        ),
    ],
)
def test_decisions(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DecisionError, match=message):
        Decisions.load(write_decisions(tmp_path, text)).check_surfaces()


@pytest.mark.parametrize(
    ("name", "types", "message"),
    [
        ("a-b", "A", r"'a-b' cannot be the name of a module"),
        ("../a", "A", r"'\.\./a' cannot be the name of a module"),
        ("class", "A", r"'class' cannot be the name of a module"),
        ("forms", "A", r"'forms' cannot be the name of a module"),
        ("content", "A", r"'content' cannot be the name of a module"),
        ("mine", "(", r"\[\[topic\]\] mine: not a pattern: missing \)"),
    ],
)
def test_topics(name: str, types: str, message: str, tmp_path: Path) -> None:
    text = f'[[topic]]\nname = "{name}"\ndoc = ""\ntypes = ["{types}"]\n'
    with pytest.raises(DecisionError, match=message):
        Decisions.load(write_decisions(tmp_path, text)).topics()


# -- the command line of the bump -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["2.3.0", "--from", "schema"], "VERSION and --from DIR exclude each other: give one of them"),
        (["--as", "2.3.0"], "--as VERSION needs --from DIR"),
    ],
)
def test_arguments_that_contradict(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bump", *arguments])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"python -m codegen bump: error: {message}"


def test_what_the_generator_needs_is_not_installed() -> None:
    """Python without its site-packages has none of it: one line says how to install it, and no traceback."""
    command = [sys.executable, "-S", "-m", "codegen", "generate"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(
        r"codegen: \w+ is not installed: run `pip install --group codegen` in the checkout\n", done.stderr
    )

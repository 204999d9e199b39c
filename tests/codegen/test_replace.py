"""What a run replaces, it replaces as a whole: interrupted, failed, or with another run at the same time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from codegen import build
from codegen.__main__ import main
from codegen.build import Output, write
from codegen.own import package as own
from codegen.project import Project
from codegen.replace import replaced
from codegen.tree import read_tree, write_tree
from tests.conftest import ROOT

NEW = Output({"__init__.py": "new = 1\n", "v1/a.py": "new = 2\n"}, {"v1.toml": "new = 3\n"}, "new = 4\n")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A checkout in which a run has made something else."""
    project = Project(tmp_path / "checkout")
    project.root.mkdir()
    write(Output({"__init__.py": "old = 1\n", "gone.py": ""}, {"v2.toml": "old = 3\n"}, "old = 4\n"), project)
    return project


def test_all_is_replaced(project: Project) -> None:
    write(NEW, project)
    assert read_tree(project.root) == {
        "generated/acp_types/__init__.py": "new = 1\n",
        "generated/acp_types/v1/a.py": "new = 2\n",
        "schema/model/v1.toml": "new = 3\n",
        "schema/names.lock": "new = 4\n",
    }


class Stops:
    """Writes trees, and then is interrupted."""

    def __init__(self, trees: int) -> None:
        self.left = trees

    def __call__(self, root: Path, files: Mapping[str, str]) -> None:
        write_tree(root, dict(list(files.items())[:1]))
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


@pytest.mark.parametrize("trees", [1, 2, 3])
def test_an_interrupted_run_changes_nothing(project: Project, monkeypatch: pytest.MonkeyPatch, trees: int) -> None:
    before = read_tree(project.root)
    monkeypatch.setattr(build, "write_tree", Stops(trees))
    with pytest.raises(KeyboardInterrupt):
        write(NEW, project)
    assert read_tree(project.root) == before


def test_an_interrupted_run_leaves_a_package_of_ones_own_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    schema, out = tmp_path / "own.json", tmp_path / "out"
    arguments = ["generate", "--schema", str(schema), "--package", "own", "--out", str(out)]
    schema.write_text(json.dumps({"$defs": {"A": {"type": "object"}}}), encoding="utf-8")
    assert main(arguments) == 0
    before = read_tree(out)
    schema.write_text(json.dumps({"$defs": {"B": {"type": "object"}}}), encoding="utf-8")
    capsys.readouterr()
    monkeypatch.setattr(own, "write_tree", Stops(1))
    assert main(arguments) == 130
    assert capsys.readouterr().err == "codegen: interrupted\n"
    assert read_tree(out) == before


def test_another_run_at_the_same_time_is_overwritten(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, path = Path.replace, project.package
    others = iter([{"other.py": "1\n"}, {"other.py": "2\n"}])

    def beside_another(self: Path, target: Path) -> Path:
        moved = replace(self, target)
        if self == path:
            for files in _first(others):
                write_tree(path, files)
        return moved

    monkeypatch.setattr(Path, "replace", beside_another)
    write(NEW, project)
    assert read_tree(project.package) == NEW.package
    assert not list(project.root.glob(".codegen-*"))


def _first(trees: Iterator[dict[str, str]]) -> list[dict[str, str]]:
    """The next tree, if there is one."""
    return [tree for tree in [next(trees, None)] if tree is not None]


def test_what_cannot_be_replaced_is_left(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read_tree(project.root)
    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if self.name == "model" and "new" in self.parts:
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write(NEW, project)
    assert read_tree(project.root) == before


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    with replaced(tmp_path, [Path("a"), Path("b/c.txt")]) as fresh:
        write_tree(fresh, {"a/x": "1", "b/c.txt": "2"})
    assert read_tree(tmp_path) == {"a/x": "1", "b/c.txt": "2"}


# -- the command ------------------------------------------------------------------------------------------------------


def test_a_machine_that_refuses_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = tmp_path / "own.json"
    schema.write_text(json.dumps({"$defs": {"A": {"type": "object"}}}), encoding="utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / "out" / "x"))

    monkeypatch.setattr(own, "write_tree", refuse)
    assert main(["generate", "--schema", str(schema), "--package", "own", "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err == f"codegen: {tmp_path / 'out' / 'x'}: Permission denied\n"


def test_a_difference_is_shown_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    schema, environment = tmp_path / "own.json", {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "codegen"]
    options = ["--schema", str(schema), "--package", "own", "--out", str(tmp_path)]
    schema.write_text(json.dumps({"$defs": {"A": {"type": "object", "description": "naïve"}}}), encoding="utf-8")
    done = subprocess.run(
        [*command, "check", *options], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert '+    """na\\xefve"""\n' in done.stdout
    assert done.stderr.count("\n") == 1


def test_who_reads_the_difference_may_stop(tmp_path: Path) -> None:
    schema = tmp_path / "own.json"
    schema.write_text(json.dumps({"$defs": {"A": {"type": "object"}}}), encoding="utf-8")
    options = ["check", "--schema", str(schema), "--package", "own", "--out", str(tmp_path)]
    command = [sys.executable, "-m", "codegen", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1

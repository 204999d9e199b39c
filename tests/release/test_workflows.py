"""The workflows run what nox runs, with as few rights as they need."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli

from codegen.project import Project
from tests.conftest import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())
NOXFILE = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
NOX = "pipx run nox==2026.10.20 --error-on-missing-interpreters -s "


def sessions() -> dict[str, list[str]]:
    """The sessions of the noxfile where all Pythons are: a function's name -> the names under which it can be run."""
    constants = {name: ast.literal_eval(source) for name, source in assigned() if name in ("PYTHONS", "NEWER")}
    constants |= {"OLDEST": constants["PYTHONS"][0], "NEWEST": constants["PYTHONS"][-1]}
    found: dict[str, list[str]] = {}
    for node in NOXFILE.body:
        for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else []:
            assert isinstance(node, ast.FunctionDef)
            if isinstance(decorator, ast.Call):
                (python,) = (eval(ast.unparse(word.value), constants) for word in decorator.keywords)
                found[node.name] = [node.name] if isinstance(python, str) else [f"{node.name}-{one}" for one in python]
            else:
                found[node.name] = [node.name]
    return found


def assigned() -> Iterator[tuple[str, str]]:
    """What the noxfile assigns at its top: name and source."""
    for node in NOXFILE.body:
        if isinstance(node, ast.Assign):
            yield ast.unparse(node.targets[0]), ast.unparse(node.value)


def defaults() -> list[str]:
    """What plain `nox` runs."""
    names = ast.literal_eval(dict(assigned())["nox.options.sessions"])
    return [run for name in names for run in sessions()[name]]


def runs(workflow: Path) -> Iterator[str]:
    """The commands of a workflow, one for each entry of a matrix."""
    text = workflow.read_text(encoding="utf-8")
    for line in text.splitlines():
        if command := re.match(r"\s*(?:- )?run: (.*)", line):
            if '"$SESSION"' in command[1]:
                yield from (command[1].replace('"$SESSION"', name) for name in re.findall(r"session: ([\w.-]+)", text))
            else:
                yield command[1]


def test_there_are_three() -> None:
    assert [path.name for path in WORKFLOWS] == ["bump.yml", "ci.yml", "release.yml"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_command_is_a_session_of_nox(workflow: Path) -> None:
    names = {name for group in sessions().values() for name in group}
    found = list(runs(workflow))
    assert found
    for command in found:
        assert command.startswith(NOX), command
        assert command.removeprefix(NOX).removesuffix(" -- latest") in names, command


def test_the_version_of_nox_is_the_project_s() -> None:
    groups = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    (pinned,) = (entry for entry in groups["types"] if isinstance(entry, str) and entry.startswith("nox=="))
    assert NOX.split()[2] == pinned


def test_ci_runs_everything_that_nox_runs() -> None:
    ci = next(path for path in WORKFLOWS if path.name == "ci.yml")
    assert [command.removeprefix(NOX) for command in runs(ci)] == defaults()
    # Each with the interpreter that it asks for.
    for session, python in re.findall(r'session: ([\w.-]+), python: "([\d.]+)"', ci.read_text(encoding="utf-8")):
        assert python == (session.rpartition("-")[2] if "-" in session else "3.13")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_and_rights_are_few(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    for action in re.findall(r"uses: (\S+)", text):
        assert action.startswith("./.github/") or re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action), action
    assert "\npermissions: {}\n" in text
    written = re.findall(r"([\w-]+): write", text)
    assert (
        written == {"bump.yml": ["contents", "pull-requests"], "ci.yml": [], "release.yml": ["id-token"]}[workflow.name]
    )
    assert "secrets." not in text


def test_the_report_is_where_the_bump_leaves_it() -> None:
    """The pull request's text is the change report."""
    (bump,) = (path.read_text(encoding="utf-8") for path in WORKFLOWS if path.name == "bump.yml")
    assert re.findall(r"[\w/]+/report\.md", bump) == [Project(ROOT).last_report.relative_to(ROOT).as_posix()] * 2

"""Checkers accept the Python of the README, of the documentation and of the reference's examples: one run of it all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from codegen.model import Surface
from docs.tools.examples import Examples
from tests.conftest import ROOT, plans
from tests.docs.blocks import blocks, pages

GENERATED = ROOT / "generated"
RUN_ELSEWHERE = ("conversations.md", "sessions.md")
"""Pages whose code has a test of its own that runs it; what checkers say of it is asked here."""
V1 = "import v1 as acp"
"""Of which version the example of a connection is."""


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a module for each page, one for each file on a page, and one for the examples of each surface."""
    folder = tmp_path_factory.mktemp("documentation")
    for path in (*pages(), *(ROOT / "docs" / "concepts" / page for page in RUN_ELSEWHERE)):
        write_page(path, folder)
    for plan in plans():
        write_examples(plan.surface, folder)
    connection = (ROOT / "examples" / "connection.py").read_text(encoding="utf-8")
    for version in ("v1", "v2"):  # it says that it serves both
        (folder / f"connection_{version}.py").write_text(connection.replace(V1, f"import {version} as acp"), "utf-8")
    return folder


def test_mypy(modules: Path) -> None:
    files = sorted(str(path) for path in modules.rglob("*.py"))
    options = ["--strict", "--config-file=", "--explicit-package-bases", "--no-error-summary", "--allow-redefinition"]
    cache = ROOT / ".mypy_cache" / "documentation"
    done = run(modules, "mypy", *options, "--cache-dir", str(cache), *files, MYPYPATH=str(GENERATED))
    assert (done.stdout + done.stderr).strip() == ""


def test_pyright(modules: Path) -> None:
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(GENERATED)], "pythonVersion": "3.10"}
    (modules / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = run(modules, "pyright", "--outputjson", "--project", ".")
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] == len(list(modules.rglob("*.py")))
    assert [f"{entry['file']}: {entry['message']}" for entry in report["generalDiagnostics"]] == []


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-m", *command]
    environment = {**os.environ, **variables}
    return subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def write_page(path: Path, folder: Path) -> None:
    """A module for the blocks of a page, and one for each file on it. What is meant to fail is left out."""
    name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "_").replace("-", "_")
    python = [block for block in blocks(path) if block.language == "python" and not block.fails]
    code = [f"# {block.page}:{block.line}\n{block.text}" for block in python if not block.file]
    if code:
        (folder / f"page_{name}.py").write_text("\n".join(code), encoding="utf-8")
    for block in python:
        if block.file:
            (folder / name).mkdir(exist_ok=True)
            (folder / name / block.file).write_text(block.text, encoding="utf-8")


def write_examples(surface: Surface, folder: Path) -> None:
    """A module with a function for each example of the reference."""
    names = "acp_types" if surface.stable else f"acp_types.{surface.version}", surface.name.rpartition(".")[2]
    lines = ["from {} import {} as acp\n".format(*names)]
    examples = Examples(surface)
    lines += [
        f"# {key}\ndef example_{number}() -> acp.{example.form}:\n    return ({example.python})\n"
        for number, (key, example) in enumerate(examples.by_name.items())
    ]
    lines += [
        f"# {key}\ndef {key}_{number}() -> None:\n{textwrap.indent(example.python, '    ')}\n"
        for key, shown in examples.plain.items()
        for number, example in enumerate(shown)
    ]
    (folder / f"reference_{surface.name.replace('.', '_')}.py").write_text("\n".join(lines), encoding="utf-8")

"""The drift check: whatever no longer goes together is found, with the command that mends it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.project import HERE, Project
from tests.bump.replay import checkout
from tests.bump.small import release, schema, tables


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A checkout with a generator of its own, made from the small protocol."""
    project = checkout(tmp_path_factory.mktemp("clean") / "checkout", release("1.0.0", schema()), tables())
    decisions = project.decisions.read_bytes()
    shutil.copytree(HERE.root / "codegen", project.root / "codegen", dirs_exist_ok=True)
    project.decisions.write_bytes(decisions)
    return project


@pytest.fixture
def project(clean: Project, tmp_path: Path) -> Project:
    shutil.copytree(clean.root, tmp_path / "checkout")
    return Project(tmp_path / "checkout")


def check(project: Project, path: str = "") -> tuple[int, str, str]:
    """The exit code, the diff and the last line of the check."""
    done = subprocess.run(
        [sys.executable, "-m", "codegen", "check"],
        cwd=project.root,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr.strip()


def append(name: str, text: str) -> Callable[[Project], object]:
    def edit(project: Project) -> None:
        with (project.root / name).open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)

    return edit


def replace(name: str, old: str, new: str) -> Callable[[Project], object]:
    def edit(project: Project) -> None:
        path = project.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")

    return edit


def remove(name: str) -> Callable[[Project], object]:
    return lambda project: (project.root / name).unlink()


CONTENT = "generated/acp_types/v1/_types/content.py"
GENERATE = "the repository differs from the generator's output: run `nox -s generate`"


def test_a_clean_checkout_passes(clean: Project) -> None:
    assert check(clean) == (0, "", "")


@pytest.mark.parametrize(
    ("edit", "shown", "message"),
    [
        (replace(CONTENT, "text: str", "text: bytes"), f"--- {CONTENT}", GENERATE),
        (append("generated/acp_types/v1/stray.py", "stray = 1\n"), "--- generated/acp_types/v1/stray.py", GENERATE),
        (append("generated/acp_types/v1/empty.py", ""), "+++ /dev/null", GENERATE),
        (append("generated/acp_types/stray.bin", "\x00"), "--- generated/acp_types/stray.bin", GENERATE),
        (remove(CONTENT), f"+++ would be {CONTENT}", GENERATE),
        (replace("codegen/templates/types.py.jinja", "frozen=True", "frozen=False"), f"--- {CONTENT}", GENERATE),
        (append("codegen/runtime/unset.py", "# more\n"), "--- generated/acp_types/_runtime/unset.py", GENERATE),
        (replace("codegen/formatting.toml", "line-length = 120", "line-length = 60"), f"--- {CONTENT}", GENERATE),
        (replace("schema/model/v1.toml", "Priority", "Weight"), "--- schema/model/v1.toml", GENERATE),
        (append("schema/model/v9.toml", "methods = []\n"), "--- schema/model/v9.toml", GENERATE),
        (remove("schema/model/v1.toml"), "+++ would be schema/model/v1.toml", GENERATE),
        (replace("schema/names.lock", "SessionId =", "SessionIx ="), "", "[[removed]]"),
        (remove("schema/names.lock"), "+++ would be schema/names.lock", GENERATE),
        (
            append("schema/v1/schema.json", "\n"),
            "",
            "run `git checkout schema`, or pin a release: `nox -s bump -- VERSION`",
        ),
        (remove("schema/v1/schema.json"), "", "schema/v1/schema.json is missing: run `git checkout schema`"),
    ],
)
def test_drift_is_found(project: Project, edit: Callable[[Project], object], shown: str, message: str) -> None:
    edit(project)
    code, diff, said = check(project)
    assert (code, shown in diff) == (1, True)
    assert message in said


@pytest.mark.parametrize("tool", ["datamodel-code-generator", "jinja2", "ruff", "tomli"])
def test_another_version_of_a_tool_is_refused(project: Project, tmp_path: Path, tool: str) -> None:
    installed = tmp_path / "site" / f"{tool.replace('-', '_')}-0.0.1.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {tool}\nVersion: 0.0.1\n", encoding="utf-8")
    code, diff, said = check(project, str(installed.parent))
    assert (code, diff) == (1, "")
    assert said.startswith(f"codegen: {tool} 0.0.1 is installed, pyproject.toml pins ")
    assert "run `nox -s generate` or `nox -s check`" in said

"""mypy accepts the Python of the README, of the documentation and of the reference's examples: one run of it all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from docs.tools.examples import Examples
from tests.conftest import ROOT, plans
from tests.docs.blocks import blocks, pages


def test_mypy_accepts_the_documentation(tmp_path: Path) -> None:
    for path in pages():
        write_page(path, tmp_path)
    for plan in plans():
        name = plan.surface.name
        lines = [f"from acp_types.{plan.surface.version} import unstable as acp" if not plan.surface.stable else ""]
        lines += [f"from acp_types import {name} as acp"] if plan.surface.stable else []
        examples = Examples(plan.surface).by_name.items()
        lines += [
            f"\n# {key}\ndef _{number}() -> acp.{e.form}:\n    return ({e.python})"
            for number, (key, e) in enumerate(examples)
        ]
        (tmp_path / f"reference_{name.replace('.', '_')}.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    modules = sorted(str(path) for path in tmp_path.rglob("*.py"))
    options = ["--strict", "--config-file=", "--explicit-package-bases", "--allow-redefinition", "--no-error-summary"]
    environment = {"MYPYPATH": f"{ROOT / 'generated'}", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "--cache-dir", str(ROOT / ".mypy_cache" / "docs"), *modules],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout + done.stderr).strip() == ""


def write_page(path: Path, folder: Path) -> None:
    """A module for the blocks of a page, and one for each file on it."""
    name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "_").replace("-", "_")
    python = [block for block in blocks(path) if block.language == "python" and not block.fails]
    code = [f"# {block.page}:{block.line}\n{block.text}" for block in python if not block.file]
    if code:
        (folder / f"page_{name}.py").write_text("\n".join(code), encoding="utf-8")
    for block in python:
        if block.file:
            (folder / name).mkdir(exist_ok=True)
            (folder / name / block.file).write_text(block.text, encoding="utf-8")

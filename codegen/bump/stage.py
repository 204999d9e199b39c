"""A copy of the checkout to work in, and the replacement of files by its results, all or none."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from codegen.project import Project
from codegen.replace import replaced

_LEFT_BEHIND = shutil.ignore_patterns(
    *(
        ".git",
        ".nox",
        ".venv",
        ".*_cache",
        ".codegen-*",
        ".hypothesis",
        "__pycache__",
        "node_modules",
        "*.egg-info",
        "build",
        "dist",
    )
)
"""Caches and environments, and the history of the checkout, which programs in the copy must not reach."""


@contextmanager
def staged(project: Project) -> Iterator[Project]:
    """A temporary copy of a checkout."""
    with tempfile.TemporaryDirectory(prefix="bump-") as scratch:
        root = Path(scratch) / "checkout"
        shutil.copytree(project.root, root, ignore=_LEFT_BEHIND, symlinks=True)
        yield Project(root)


def exchange(stage: Project, project: Project, paths: Sequence[Path]) -> None:
    """Replace files and folders, given relative to the roots, with those of the stage. If one fails, all are restored."""
    with replaced(project.root, paths) as fresh:
        for path in paths:
            _copy(stage.root / path, fresh / path)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=_LEFT_BEHIND)
    else:
        shutil.copy2(source, target)

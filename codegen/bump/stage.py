"""A copy of the checkout to work in, and the exchange of what came out of it: all of it, or nothing."""

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
"""Caches and environments; the checkout's own history stays out of reach of what runs in the copy."""


@contextmanager
def staged(project: Project) -> Iterator[Project]:
    """A copy of a checkout that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="bump-") as scratch:
        root = Path(scratch) / "checkout"
        shutil.copytree(project.root, root, ignore=_LEFT_BEHIND, symlinks=True)
        yield Project(root)


def exchange(stage: Project, project: Project, paths: Sequence[Path]) -> None:
    """Replace files and folders, given relative to the roots, with the stage's. If one fails, all are as they were."""
    with replaced(project.root, paths) as fresh:
        for path in paths:
            _copy(stage.root / path, fresh / path)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=_LEFT_BEHIND)
    else:
        shutil.copy2(source, target)

"""Replaces files and folders all at once: whatever stops it, what was there is there as it was."""

from __future__ import annotations

import contextlib
import itertools
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

_TRIES: Final = 10
"""How often another run may get in between before it is taken for something else."""


@contextlib.contextmanager
def replaced(root: Path, paths: Sequence[Path]) -> Iterator[Path]:
    """A folder for what is new. In the end `paths`, relative to it, take the place of those relative to `root`."""
    with tempfile.TemporaryDirectory(prefix=".codegen-", dir=root) as beside:
        fresh = Path(beside) / "new"
        fresh.mkdir()
        yield fresh
        _exchange(fresh, root, Path(beside), paths)


def _exchange(fresh: Path, root: Path, beside: Path, paths: Sequence[Path]) -> None:
    aside, done = beside / "old", list[Path]()
    try:
        for path in paths:
            done.append(path)
            _put(fresh / path, root / path, aside / path)
    except BaseException:
        for path in reversed(done):
            if not (fresh / path).exists():
                _move(root / path, beside / "failed" / path)
            _move(aside / path, root / path)
        raise


def _put(fresh: Path, target: Path, aside: Path) -> None:
    """Put what is new in its place. Where another run does so at the same time, that run's goes aside too."""
    for number in itertools.count(1):
        _move(target, aside if number == 1 else aside.with_name(f"{aside.name}-{number}"))
        try:
            _move(fresh, target)
        except OSError:
            if number == _TRIES or not target.exists():
                raise
        else:
            return


def _move(source: Path, target: Path) -> None:
    if source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # another run took it
            source.replace(target)

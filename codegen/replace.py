"""Replaces files and folders atomically: if it fails, the old ones are restored."""

from __future__ import annotations

import contextlib
import itertools
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

_TRIES: Final = 10
"""How often a concurrent run may interfere before this is treated as an error."""


@contextlib.contextmanager
def replaced(root: Path, paths: Sequence[Path]) -> Iterator[Path]:
    """A folder for new files. At the end, `paths` relative to it replace those relative to `root`."""
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
    """Move the new files into place. Files of a concurrent run are moved aside too."""
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

"""The package as files: formats them, writes them, and compares them with the files on disk."""

from __future__ import annotations

import difflib
import itertools
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from codegen.errors import GenerationError
from codegen.project import HERE

_SETTINGS = Path(__file__).resolve().with_name("formatting.toml")


def format_tree(files: Mapping[str, str]) -> dict[str, str]:
    """Format all Python files, with the settings in formatting.toml."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / HERE.package.name
        write_tree(root, files)
        ruff = [sys.executable, "-m", "ruff"]
        settings = ["--config", str(_SETTINGS), "--no-cache", str(root)]
        for step in (["check", "--fix-only"], ["format"]):
            done = subprocess.run([*ruff, *step, *settings], capture_output=True, text=True, check=False)
            if done.returncode:
                raise GenerationError(f"ruff {step[0]}: {done.stdout}{done.stderr}".strip())
        return read_tree(root)


def write_tree(root: Path, files: Mapping[str, str]) -> None:
    """Write all files, with LF line ends on every platform."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def read_tree(root: Path) -> dict[str, str]:
    """All files in a folder except compiled ones."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes().decode("utf-8", errors="backslashreplace")
        for path in sorted(root.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def drift(files: Mapping[str, str], root: Path = HERE.package, shown: str = "generated/acp_types") -> Iterator[str]:
    """The differences between a tree on disk and the output, as one unified diff per file, with paths in `shown`."""
    found = read_tree(root) if root.exists() else {}
    for name in sorted(files.keys() | found.keys()):
        yield from difference(f"{shown}/{name}", found.get(name), files.get(name))


def difference(name: str, old: str | None, new: str | None) -> Iterator[str]:
    """A unified diff of one file. An empty file that is superfluous or missing also has its two header lines."""
    if old == new:
        return
    yield f"--- {name if old is not None else '/dev/null'}\n"
    yield f"+++ {f'would be {name}' if new is not None else '/dev/null'}\n"
    before, after = ((text or "").splitlines(keepends=True) for text in (old, new))
    yield from itertools.islice(difflib.unified_diff(before, after), 2, None)

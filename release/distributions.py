"""Checks the content of the distributions in a folder, and their sizes.

python -m release.distributions DIR
"""

from __future__ import annotations

import email.parser
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import tomli

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "generated" / "acp_types"
BUDGET = Path(__file__).with_name("budget.toml")
_CACHES = {".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "__pycache__"}
_LEFT_BEHIND = {*_CACHES, ".git", ".nox", "build", "dist"}
"""Folders of a checkout without sources."""
_METADATA = ("METADATA", "RECORD", "WHEEL", "entry_points.txt")
_NEEDED = ("LICENSE", "README.md", "pyproject.toml", "codegen/__main__.py", "schema/PINNED.toml", "tests/conftest.py")
"""Some of the files that the sources must contain."""


class ProblemError(Exception):
    """A problem, in one line."""


def read_wheel(path: Path) -> dict[str, bytes]:
    """The files of a wheel."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def read_sdist(path: Path) -> dict[str, bytes]:
    """The files of a source distribution, without its top-level folder."""
    files = {}
    with tarfile.open(path) as archive:
        for member in archive.getmembers():
            content = archive.extractfile(member)
            if content is not None:
                files[member.name.partition("/")[2]] = content.read()
    return files


def read_package(folder: Path) -> dict[str, bytes]:
    """The files that the wheel must have: those of the generated package."""
    return {
        path.relative_to(folder.parent).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def wheel_problems(
    files: Mapping[str, bytes], package: Mapping[str, bytes], project: Mapping[str, Any]
) -> Iterator[str]:
    """Problems of a wheel, which must be the package, byte for byte, and its metadata."""
    info = f"{str(project['name']).replace('-', '_')}-{project['version']}.dist-info"
    licences = [f"licenses/{name}" for name in project["license-files"]]
    wanted = {*package, *(f"{info}/{name}" for name in (*_METADATA, *licences))}
    yield from (f"lacks {name}" for name in sorted(wanted - files.keys()))
    yield from (f"has {name}, which is no part of it" for name in sorted(files.keys() - wanted))
    for name, content in package.items():
        if files.get(name, content) != content:
            yield f"{name} is not the generated file"
    metadata = email.parser.BytesHeaderParser().parsebytes(files.get(f"{info}/METADATA", b""))
    if metadata.get_all("Requires-Dist"):
        yield "its metadata asks for other packages"
    for field, key in (("Name", "name"), ("Version", "version"), ("Requires-Python", "requires-python")):
        if metadata[field] != project[key]:
            yield f"its metadata has another {field} than pyproject.toml"


def sdist_problems(files: Mapping[str, bytes], root: Path) -> Iterator[str]:
    """Problems of a source distribution, whose files must equal the checkout's."""
    for name, content in files.items():
        if _LEFT_BEHIND & {*PurePosixPath(name).parts}:
            yield f"has {name}, which is no source"
        elif name != "PKG-INFO" and not ((root / name).is_file() and (root / name).read_bytes() == content):
            yield f"{name} is not the checkout's"
    yield from (f"lacks {name}" for name in _NEEDED if name not in files)


def budget_problems(name: str, sizes: Mapping[str, int], budget: Mapping[str, Any]) -> Iterator[str]:
    """Sizes of distributions outside the budget."""
    for what, size in sizes.items():
        least, most = budget[name][what]
        if not least <= size <= most:
            yield f"has {size:,} {what}, {least:,} to {most:,} are in release/budget.toml"


def check(folder: Path) -> list[str]:
    """One line on each distribution. Raises `ProblemError` for the first problem."""
    project = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    budget = tomli.loads(BUDGET.read_text(encoding="utf-8"))
    wheel, sdist = _only(folder, "*.whl"), _only(folder, "*.tar.gz")
    found = {wheel: read_wheel(wheel), sdist: read_sdist(sdist)}
    problems = {
        wheel: wheel_problems(found[wheel], read_package(PACKAGE), project),
        sdist: sdist_problems(found[sdist], ROOT),
    }
    lines = []
    for name, path in (("wheel", wheel), ("sdist", sdist)):
        sizes = {"bytes": path.stat().st_size, "files": len(found[path])}
        for problem in (*problems[path], *budget_problems(name, sizes, budget)):
            raise ProblemError(f"{path.name} {problem}")
        lines.append(f"{path.name}: {sizes['bytes']:,} bytes, {sizes['files']} files, as budgeted")
    return lines


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise ProblemError(f"{folder} has {len(found)} files {pattern}, expected one")
    return found[0]


def main(arguments: list[str]) -> int:
    try:
        print(*check(Path(arguments[0])), sep="\n")
    except ProblemError as problem:
        print(f"release: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

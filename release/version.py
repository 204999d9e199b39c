"""Checks that a version may be released: that tag, version and CHANGELOG match.

python -m release.version [TAG]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import tomli

ROOT = Path(__file__).resolve().parent.parent


def problems(version: str, changelog: str, tag: str | None) -> Iterator[str]:
    """A problem that prevents a release."""
    if tag is not None and tag != f"v{version}":
        yield f"the tag is {tag}, pyproject.toml says {version}: expected v{version}"
    heading = re.search(rf"^## {re.escape(version)} \((.*)\)$", changelog, re.MULTILINE)
    if heading is None:
        yield f"CHANGELOG.md has no heading `## {version} (YYYY-MM-DD)`"
    elif not re.fullmatch(r"\d{4}-\d{2}-\d{2}", heading[1]):
        yield f"CHANGELOG.md calls {version} {heading[1]}: expected the day of the release, YYYY-MM-DD"
    elif not re.match(r"\n+[^#\s]", changelog[heading.end() :]):
        yield f"CHANGELOG.md says nothing of {version}"


def main(arguments: list[str]) -> int:
    version = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = list(problems(version, changelog, arguments[0] if arguments else None))
    for problem in found:
        print(f"release: {problem}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

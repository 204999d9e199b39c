"""Which version may be released: the one that the tag and the CHANGELOG speak of."""

from __future__ import annotations

import pytest

from release.version import problems

CHANGELOG = "# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- New.\n\n## 0.1.0 (2026-11-01)\n"


@pytest.mark.parametrize(
    ("version", "changelog", "tag", "found"),
    [
        ("0.2.0", CHANGELOG, "v0.2.0", []),
        ("0.2.0", CHANGELOG, None, []),
        ("0.2.0", CHANGELOG, "0.2.0", ["the tag is 0.2.0, pyproject.toml says 0.2.0: expected v0.2.0"]),
        ("0.2.0", CHANGELOG, "main", ["the tag is main, pyproject.toml says 0.2.0: expected v0.2.0"]),
        ("0.3.0", CHANGELOG, "v0.3.0", ["CHANGELOG.md has no heading `## 0.3.0 (YYYY-MM-DD)`"]),
        ("0.1.0", CHANGELOG, "v0.1.0", ["CHANGELOG.md says nothing of 0.1.0"]),
        (
            "0.2.0",
            CHANGELOG.replace("2026-12-01", "unreleased"),
            "v0.2.0",
            ["CHANGELOG.md calls 0.2.0 unreleased: expected the day of the release, YYYY-MM-DD"],
        ),
    ],
)
def test_versions(version: str, changelog: str, tag: str | None, found: list[str]) -> None:
    assert list(problems(version, changelog, tag)) == found

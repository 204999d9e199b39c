"""The published schemas of the past as releases, the decisions that each needed, and checkouts to bump."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli

from codegen import toml_text as toml
from codegen.build import build, write
from codegen.bump.release import FILES, Release
from codegen.bump.report import Report
from codegen.bump.run import Bump, Request
from codegen.bump.vendor import vendor
from codegen.project import HERE, Project

HISTORY = HERE.root.parent / "shared" / "schemas" / "history"
SINCE = HERE.root / "tests" / "conformance" / "since.toml"
REPLAY = HERE.root / "tests" / "conformance" / "replay.toml"
DATES = {"2.0.0": "2026-10-19", "2.2.0": "2026-10-30", "2.3.0": "2026-11-02", "2.4.0": "2026-11-02"}
_FILES = dict(zip(("v1", "v1-unstable", "v2", "v2-unstable"), FILES, strict=True))

Tables = Mapping[str, list[dict[str, Any]]]


def number(version: str) -> tuple[int, ...]:
    """A version as something that can be ordered."""
    return tuple(int(part) for part in version.partition("-")[0].split("."))


def _first(entry: Mapping[str, Any]) -> str:
    """The release that a snapshot is from: `npm PACKAGE VERSION, FILE`."""
    return str(entry["first_in"]).partition(",")[0].rpartition(" ")[2]


@dataclass(frozen=True)
class Snapshots:
    """The published schemas that stand beside some checkouts."""

    entries: list[dict[str, Any]]

    @classmethod
    def read(cls) -> Snapshots:
        return cls(json.loads((HISTORY / "INDEX.json").read_text(encoding="utf-8")))

    def versions(self) -> list[str]:
        """The releases that brought a new schema, oldest first."""
        return sorted({_first(entry) for entry in self.entries}, key=lambda version: (number(version), version))

    def release(self, version: str) -> Release:
        """One release, with the schemas that it published.

        Those before 2.0.0 published one of v1, at times with and at times without its unstable features. It stands for
        the unstable surface all along, so that there is something to compare with.
        """
        files = {
            _FILES["v1-unstable" if number(version) < (2,) and entry["protocol"] == "v1" else entry["protocol"]]: (
                HISTORY / entry["file"]
            ).read_bytes()
            for entry in self.entries
            if version == _first(entry) or version in entry["also_in"]
        }
        return Release("@agentclientprotocol/sdk", "npm", version, DATES.get(version, "2026-01-01"), files)


def decisions_at(version: str) -> Tables:
    """decisions.toml as it was when a release was the newest: without what only later ones need."""
    tables: dict[str, list[dict[str, Any]]] = tomli.loads(HERE.decisions.read_text(encoding="utf-8"))
    history = tomli.loads(SINCE.read_text(encoding="utf-8"))
    for since in history.pop("since"):
        if number(since["release"]) <= number(version):
            continue
        decided = tables[since["table"]]
        matching = [entry for entry in decided if all(entry[key] == value for key, value in since["match"].items())]
        assert matching, since
        for entry in matching:
            if "members" in since:
                entry["members"] = [member for member in entry["members"] if member not in since["members"]]
            else:
                decided.remove(entry)
    return tables | valid_at(version, history)


def replay_decisions_at(version: str) -> Tables:
    """What a release needs in the replay of them all."""
    topics = tomli.loads(HERE.decisions.read_text(encoding="utf-8"))["topic"]
    return {"topic": topics, **valid_at(version, tomli.loads(REPLAY.read_text(encoding="utf-8")))}


def valid_at(version: str, tables: Tables) -> dict[str, list[dict[str, Any]]]:
    """The entries that hold at a release, without what says when they do."""
    return {
        table: [
            {key: value for key, value in entry.items() if key not in ("release", "before")}
            for entry in entries
            if number(entry["release"]) <= number(version) and not number(entry.get("before", "999")) <= number(version)
        ]
        for table, entries in tables.items()
    }


def write_decisions(project: Project, tables: Tables) -> None:
    """Write decisions.toml anew."""
    parts = [
        f"[[{table}]]\n" + "".join(f"{toml.key(key)} = {toml.value(value)}\n" for key, value in entry.items())
        for table, entries in tables.items()
        for entry in entries
    ]
    project.decisions.parent.mkdir(parents=True, exist_ok=True)
    project.decisions.write_text("\n".join(parts), encoding="utf-8")


def checkout(root: Path, release: Release, tables: Tables) -> Project:
    """What the generator needs of a checkout, pinned to a release and generated from it."""
    project = Project(root)
    project.schema.mkdir(parents=True)
    shutil.copy2(HERE.root / "pyproject.toml", root)
    shutil.copy2(HERE.schema / "LICENSE", project.schema)
    write_decisions(project, tables)
    vendor(release, project)
    write(build(project), project)
    return project


def bump(project: Project, release: Release, say: Callable[[str], None] = lambda _line: None) -> Report:
    """Bump a checkout to a release that is in memory, without type checks and tests."""
    report = Replay(project, say, release).run(Request(release.version, quick=True))
    assert report is not None
    return report


class Replay(Bump):
    """A bump that has its release already."""

    def __init__(self, project: Project, say: Callable[[str], None], release: Release) -> None:
        super().__init__(project, say)
        self.release = release

    def _release(self, request: Request, package: str) -> Release:
        return self.release

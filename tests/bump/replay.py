"""The published schemas of the past as releases, the decisions that each needed, and checkouts to bump."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
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
from codegen.decisions import Decisions
from codegen.normalise import normalise
from codegen.project import HERE, Project

HISTORY = HERE.root.parent / "shared" / "schemas" / "history"
NAMES = HERE.root / "tests" / "conformance" / "names.toml"
REPLAY = HERE.root / "tests" / "conformance" / "replay.toml"
DATES = {"2.0.0": "2026-10-19", "2.2.0": "2026-10-30", "2.3.0": "2026-11-02", "2.4.0": "2026-11-02"}
_FILES = dict(zip(("v1", "v1-unstable", "v2", "v2-unstable"), FILES, strict=True))

Tables = Mapping[str, list[dict[str, Any]]]


def number(version: str) -> tuple[int, ...]:
    """A version as something that can be ordered."""
    return tuple(int(part) for part in version.partition("-")[0].split("."))


def order(version: str) -> tuple[tuple[int, ...], str]:
    """A version as something that stands in the order of the snapshots, those before a release told apart."""
    return number(version), version


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
        return sorted({_first(entry) for entry in self.entries}, key=order)

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


def decisions_at(release: Release) -> Tables:
    """What decisions.toml would be if a release were the newest: today's, without what the release has no need of."""
    today = tomli.loads(HERE.decisions.read_text(encoding="utf-8"))
    schemas = {source_of(file): json.loads(content) for file, content in release.files.items()}
    decisions = Decisions(
        {table: list(_split(table, entries, schemas)) for table, entries in today.items() if table != "topic"}
    )
    for surface, schema in schemas.items():
        normalise(schema, decisions, surface)
    unused = [id(entry) for _, entry, *_ in decisions.unused(list(schemas))]
    needed = {
        table: [dict(entry) for entry in entries if id(entry) not in unused]
        for table, entries in decisions.tables.items()
    }
    names = valid_at(release.version, tomli.loads(NAMES.read_text(encoding="utf-8")))
    return {"topic": today["topic"], **needed, **names}


def _split(table: str, entries: list[dict[str, Any]], schemas: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Each entry once for each surface and method, a patch with the members only that there are."""
    for entry in entries:
        for surface in entry["surfaces"]:
            if table == "patch":
                members = schemas[surface]["$defs"].get(entry["type"], {}).get("properties", {})
                yield {
                    **entry,
                    "surfaces": [surface],
                    "members": [name for name in entry["members"] if name in members],
                }
            for method in entry.get("methods", [None] if table != "patch" else []):
                yield {**entry, "surfaces": [surface], **({"methods": [method]} if method else {})}


def source_of(file: str) -> str:
    """The surface that a schema is of."""
    return file.replace("/schema", "").removesuffix(".json")


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
            if order(entry["release"]) <= order(version) and not order(entry.get("before", "999")) <= order(version)
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
    """What the generator needs of a checkout of version 0.1.0, pinned to a release and generated from it."""
    project = Project(root)
    project.schema.mkdir(parents=True)
    settings = (HERE.root / "pyproject.toml").read_text(encoding="utf-8")
    settings = re.sub(r'^version = ".*"', 'version = "0.1.0"', settings, flags=re.MULTILINE)
    (root / "pyproject.toml").write_text(settings, encoding="utf-8")
    shutil.copy2(HERE.schema / "LICENSE", project.schema)
    write_decisions(project, tables)
    vendor(release, project)
    write(build(project), project)
    return project


def bump(project: Project, release: Release, say: Callable[[str], None] = lambda _line: None) -> Report:
    """Bump a checkout to a release that is in memory, skip type checks and tests."""
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

"""Reads the vendored schemas, and refuses any that do not match PINNED.toml."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen import toml_text as toml
from codegen.errors import GenerationError
from codegen.project import HERE


@dataclass(frozen=True)
class Pin:
    """The source of the vendored schemas."""

    package: str
    version: str
    date: str
    sha256: Mapping[str, str]
    """File in `schema/` -> hash."""
    registry: str = "npm"
    """The origin of the package: `npm`, `git` or `folder`."""


@dataclass(frozen=True)
class Source:
    """One published schema."""

    version: str
    stable: bool
    schema: Mapping[str, Any]
    file: str
    sha256: str
    text: str
    """The content of the file."""

    @property
    def surface(self) -> str:
        return self.version if self.stable else f"{self.version}.unstable"


def parse_schema(text: str, file: str) -> Any:
    """Parse standard JSON. Python's parser would accept invalid numbers and repeated names."""

    def member_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise GenerationError(f"{file}: an object has the member {json.dumps(twice)} twice")
        return members

    def refuse(constant: str) -> None:
        raise GenerationError(f"{file}: not JSON: {constant}")

    return json.loads(text, object_pairs_hook=member_of, parse_constant=refuse)


def read_pin(folder: Path = HERE.schema) -> Pin:
    """Read PINNED.toml."""
    table = toml.read((folder / "PINNED.toml").read_text(encoding="utf-8"), "schema/PINNED.toml")
    missing = sorted({"package", "version", "date", "sha256", "registry"} - table.keys())
    if missing:
        raise GenerationError(f"schema/PINNED.toml lacks {', '.join(missing)}: run `git checkout schema`")
    return Pin(table["package"], table["version"], str(table["date"]), table["sha256"], table["registry"])


def read_sources(folder: Path = HERE.schema) -> list[Source]:
    """The four schemas, stable before unstable."""
    pin = read_pin(folder)
    return [_read(folder, file, digest) for file, digest in sorted(pin.sha256.items())]


def _read(folder: Path, file: str, digest: str) -> Source:
    path = folder / file
    if not path.is_file():
        raise GenerationError(f"schema/{file} is missing: run `git checkout schema`")
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != digest:
        raise GenerationError(
            f"schema/{file}: sha256 is {found}, PINNED.toml says {digest}: run `git checkout schema`, or"
            " pin a release: `nox -s bump -- VERSION`"
        )
    version, _, name = file.partition("/")
    text = content.decode("utf-8")
    return Source(version, name == "schema.json", parse_schema(text, f"schema/{file}"), file, digest, text)

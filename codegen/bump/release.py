"""A published release, fetched with the npm client, or from an existing folder."""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from codegen.bump.errors import BumpError
from codegen.normal.wellformed import check_schema
from codegen.source import parse_schema

FILES: Final = ("v1/schema.json", "v1/schema.unstable.json", "v2/schema.json", "v2/schema.unstable.json")
"""The schemas of the surfaces, in `schema/`."""
SDK: Final = "@agentclientprotocol/sdk"
"""The package that publishes them."""
_LICENCE: Final = "Apache-2.0"
_VERSION: Final = re.compile(r"\w[\w.+-]*", re.ASCII)
"""Versions, tags and commits, which become names of reports."""


@dataclass(frozen=True)
class Release:
    """The schemas of one version."""

    package: str
    registry: str
    """`npm`, `git` or `folder`."""
    version: str
    date: str
    files: Mapping[str, bytes]
    unknown: tuple[str, ...] = ()
    """Schemas that no surface uses."""


def fetch(package: str, version: str, scratch: Path) -> Release:
    """A release from the registry. `version` may be a tag such as `latest`."""
    wanted = f"{package}@{version}"
    packed = _npm(["pack", wanted, "--json", "--pack-destination", str(scratch)], wanted)[0]
    # The version that was packed, because the request may be a range.
    times = _npm(["view", f"{package}@{packed['version']}", "time", "--json"], wanted)
    with tarfile.open(scratch / packed["filename"]) as archive:
        archive.extractall(scratch / "unpacked", filter="data")
    return read_folder(scratch / "unpacked" / "package", when=times[packed["version"]][:10])


def _npm(arguments: list[str], wanted: str) -> Any:
    try:
        done = subprocess.run(["npm", *arguments], capture_output=True, text=True, check=False)  # noqa: S607
    except FileNotFoundError:
        raise BumpError("npm is not installed", "install Node.js, or unpack the package and use --from DIR") from None
    if done.returncode:
        reason = " ".join(done.stderr.split())[:300]
        raise BumpError(f"npm {arguments[0]} {wanted}: {reason}", "check the version, or work offline with --from DIR")
    return json.loads(done.stdout)


def read_folder(folder: Path, version: str | None = None, when: str | None = None) -> Release:
    """A release from an unpacked npm package, a checkout of the specification, or a folder of schemas."""
    if not folder.is_dir():
        raise BumpError(f"{folder} is not a folder", "name the folder that contains schema/ or v1/")
    root = next((root for root in (folder / "schema", folder) if any((root / file).is_file() for file in FILES)), None)
    if root is None:
        raise BumpError(
            f"{folder.name} contains none of {', '.join(FILES)}", "name the folder that contains schema/ or v1/"
        )
    package, registry, found = _identity(folder)
    version = version or found
    if version is None:
        raise BumpError(f"{folder.name} does not state its version", "use --as VERSION")
    if not _VERSION.fullmatch(version):
        raise BumpError("the version cannot be part of a file name", "use --as VERSION")
    everything = {path.relative_to(root).as_posix(): path for path in sorted(root.glob("v*/schema*.json"))}
    return Release(
        package,
        registry,
        version,
        when or _commit(folder, "%cs") or date.today().isoformat(),
        {file: path.read_bytes() for file, path in everything.items() if file in FILES},
        tuple(file for file in everything if file not in FILES),
    )


def _identity(folder: Path) -> tuple[str, str, str | None]:
    """Package, registry and version of a folder."""
    manifest = folder / "package.json"
    if manifest.is_file():
        data = _manifest(manifest)
        if data.get("license") != _LICENCE:
            raise BumpError(f"package.json does not name the licence {_LICENCE}", "check whether it may be vendored")
        return str(data["name"]), "npm", str(data["version"])
    commit = _commit(folder, "%h")
    return folder.resolve().name, "git" if commit else "folder", commit


def _manifest(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        data = None
    if not isinstance(data, dict) or not {"name", "version"} <= data.keys():
        raise BumpError(
            "package.json does not state the name of the package", "unpack it again, or check what was published"
        )
    return data


def _commit(folder: Path, what: str) -> str | None:
    """Information about the newest commit of a checkout; empty if the folder is not its root."""
    if not (folder / ".git").exists():
        return None
    command = ["git", "-C", str(folder), "log", "-1", f"--format={what}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


def verify(release: Release, pinned: Mapping[str, str]) -> None:
    """Check that every file is a schema, and that no surface loses its schema."""
    missing = sorted(pinned.keys() - release.files.keys())
    if missing:
        raise BumpError(
            f"{release.version} publishes no {' and no '.join(missing)}",
            "a surface is made from it: take another version",
        )
    for file, content in release.files.items():
        try:
            schema = parse_schema(content.decode("utf-8"), file)
        except ValueError:
            raise BumpError(f"{file} is not JSON in UTF-8", "fetch it again") from None
        if not isinstance(schema, dict) or not isinstance(schema.get("$defs"), dict) or not schema["$defs"]:
            raise BumpError(f"{file} is not a JSON Schema with $defs", "check what was published")
        check_schema(schema, file)

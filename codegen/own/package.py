"""A user's own package from any ACP-style schema: an older protocol, a fork, or one with private extensions."""

from __future__ import annotations

import hashlib
import keyword
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.decisions import Decisions
from codegen.errors import DecisionError, GenerationError
from codegen.frontend import read_model
from codegen.normal.wellformed import check_schema
from codegen.normalise import normalise
from codegen.own.decisions import OwnDecisions
from codegen.place import DATA, Made, Place
from codegen.plan import plan
from codegen.render import render_alone
from codegen.replace import replaced
from codegen.source import Pin, Source, parse_schema, read_sources
from codegen.spelling.naming import Names
from codegen.tree import drift, write_tree

_IMPORTED = {"cattrs", "pydantic", "pydantic_core", "typing_extensions"}
"""Optional imports of the package, which a package of the same name would replace."""

_COMMAND = "`python -m codegen generate`"
_PLAIN_NAME = re.compile(r"[\w+-][\w .+-]*", re.ASCII)
"""File names that may appear in a comment."""


@dataclass(frozen=True)
class Wanted:
    """The options of the command line."""

    schema: Path
    package: str
    out: Path
    """The folder in which the package's folder is created."""
    decisions: Path | None = None
    like: str | None = None
    """The surface whose decisions are the defaults; if not given, the one with the most definitions in common."""

    @property
    def folder(self) -> Path:
        """The package's folder."""
        return self.out / self.package


def generate_own(wanted: Wanted, base: Path) -> list[str]:
    """Write the package, replacing an older one. Returns a summary, and the missing decisions."""
    _check_folder(wanted)
    files, summary = own_files(wanted, base)
    wanted.out.mkdir(parents=True, exist_ok=True)
    with replaced(wanted.out, [Path(wanted.package)]) as fresh:
        write_tree(fresh / wanted.package, files)
    return [f"{wanted.folder}: {summary[0]}", *summary[1:]]


def check_own(wanted: Wanted, base: Path) -> Iterator[str]:
    """The differences between the package on disk and the output."""
    return drift(own_files(wanted, base)[0], wanted.folder, wanted.folder.as_posix())


def own_files(wanted: Wanted, base: Path) -> tuple[dict[str, str], list[str]]:
    """The files of the package, path -> text, and its summary. `base` are this project's decisions."""
    _check_name(wanted.package)
    source = _read_schema(wanted)
    like = wanted.like or _nearest(source.schema)
    decisions = OwnDecisions.load_own(wanted.decisions, wanted.package, Decisions.load(base), like, source.schema)
    try:
        normal = normalise(source.schema, decisions, wanted.package)
        surface = read_model(normal, wanted.package, stable=True)
        Names(surface)  # checks names before they are matched with the patterns of topics
        decisions.check_all_used([wanted.package])
        (planned,) = plan([surface], decisions)
    except DecisionError as error:
        raise DecisionError(f"{error} (in a file for --decisions, see docs/how-to/own-package.md)") from error
    name = wanted.schema.name if _PLAIN_NAME.fullmatch(wanted.schema.name) else "a schema"
    place = Place(
        package=wanted.package,
        folder="",
        title=f"The protocol of {name}.",
        made=Made(_COMMAND, name),
        source=source,
        pin=Pin(name, "", "", {}),
        protocol_version=int(like[1]),
    )
    summary = [f"{len(surface.items)} types and {len(surface.methods)} methods, with the decisions for {like}"]
    if decisions.undecided:
        methods = ", ".join(sorted({method for _, _, method in decisions.undecided}))
        summary.append(f"no capability is decided for these, so `supports` is true for them: {methods}")
    return render_alone(planned, place), summary


def _check_name(package: str) -> None:
    # Python normalises identifiers to this form, and would look for a folder of that name.
    is_itself = unicodedata.normalize("NFKC", package) == package
    if not is_itself or not package.isidentifier() or keyword.iskeyword(package):
        raise GenerationError("--package: expected a Python identifier")
    if package in _IMPORTED:
        raise GenerationError(f"--package: {package} is a package that the generated one uses: choose another name")
    if package in sys.stdlib_module_names:
        raise GenerationError(f"--package: {package} is a module of the standard library: choose another name")


def _check_folder(wanted: Wanted) -> None:
    """Refuse to replace a folder that contains files not written by the generator."""
    if wanted.out.exists() and not wanted.out.is_dir():
        raise GenerationError(f"--out: {wanted.out} is not a folder")
    if wanted.folder.is_symlink() or (wanted.folder.exists() and not wanted.folder.is_dir()):
        raise GenerationError(f"{wanted.folder} is not a folder: move it away, or choose another --out")
    for path in sorted(wanted.folder.rglob("*")):
        if not path.is_dir() and not _is_ours(path, path.relative_to(wanted.folder).parts):
            raise GenerationError(f"{path} was not generated: move it away, or choose another --out")


def _is_ours(path: Path, parts: tuple[str, ...]) -> bool:
    if "__pycache__" in parts or parts == ("py.typed",) or parts[0] == DATA:
        return True
    with path.open("rb") as file:
        return path.suffix == ".py" and file.readline().startswith(f"# @generated by {_COMMAND} from ".encode())


def _read_schema(wanted: Wanted) -> Source:
    """Read the schema file, which must be a JSON Schema with definitions."""
    file = wanted.schema
    try:
        content = file.read_bytes()
        text = content.decode("utf-8")
        schema = parse_schema(text, str(file))
    except OSError as error:
        raise GenerationError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise GenerationError(f"{file}: byte {error.start} is not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise GenerationError(f"{file}: not JSON: {error}") from error
    if not isinstance(schema, dict) or not isinstance(schema.get("$defs"), dict) or not schema["$defs"]:
        raise GenerationError(f"{file}: expected a JSON Schema with its definitions in $defs")
    check_schema(schema, str(file))
    return Source(wanted.package, True, schema, "schema.json", hashlib.sha256(content).hexdigest(), text)


def _nearest(schema: Mapping[str, Any]) -> str:
    """The surface with the most definitions in common with a schema, relative to all definitions of both."""
    own = schema["$defs"].keys()
    shares = {
        source.surface: len(own & source.schema["$defs"].keys()) / len(own | source.schema["$defs"].keys())
        for source in read_sources()
    }
    return max(shares, key=lambda surface: shares[surface])

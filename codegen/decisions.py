"""Reads decisions.toml and checks that every decision is used on every surface that it names."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final

from codegen import toml_text as toml
from codegen.errors import DecisionError, GenerationError
from codegen.project import PLAIN_VERSION


@dataclass(frozen=True)
class Patches:
    """The decisions about the optional members of a record."""

    members: frozenset[str] = frozenset()
    """Members for which omission and null differ."""
    plain: frozenset[str] | None = None
    """Members for which they are the same; `None` if no other member needs a decision."""

    def unsaid(self, nullable: Set[str]) -> list[str]:
        """The nullable members without a decision."""
        return [] if self.plain is None else sorted(nullable - self.members - self.plain)


@dataclass
class Decisions:
    """All decisions. Each entry is read with a `take_...` call; `unused` lists entries that were not read."""

    must_decide: ClassVar[bool] = True
    """Whether each method needs a decision about its capability."""
    tables: Mapping[str, Sequence[Mapping[str, Any]]]
    file: str = "decisions.toml"
    """The name of the file in messages."""
    undecided: list[tuple[str, str, str]] = field(default_factory=list)
    """Surface, side and name of the methods without a decision about their capability."""
    _used: set[tuple[str, int, str]] = field(default_factory=set)

    @classmethod
    def load(cls, path: Path) -> Decisions:
        return cls(read_tables(path, TABLES), path.name)

    def check_surfaces(self) -> None:
        """Refuse decisions for surfaces that never existed."""
        for table, entries in self.tables.items():
            for entry in entries:
                unknown = sorted({*entry.get("surfaces", ())} - {*SURFACES})
                if unknown:
                    raise DecisionError(
                        f"{self.file}: [[{table}]] {_summary(entry)} names {', '.join(unknown)}: expected surfaces of"
                        f" {', '.join(SURFACES)}"
                    )

    def _entries(self, table: str, surface: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
        for index, entry in enumerate(self.tables.get(table, ())):
            if surface in entry["surfaces"]:
                yield index, entry

    def _take(self, table: str, surface: str, **wanted: object) -> Mapping[str, Any] | None:
        for index, entry in self._entries(table, surface):
            if all(entry[key] == value for key, value in wanted.items()):
                self._used.add((table, index, surface))
                return entry
        return None

    def take_variant_name(self, surface: str, union: str, tag: str) -> str | None:
        """The class name of a variant without a name in the schema."""
        entry = self._take("variant", surface, union=union, tag=tag)
        return entry["name"] if entry else None

    def take_enum_name(self, surface: str, record: str, member: str) -> str | None:
        """The name of an enum that the schema defines inside a record."""
        entry = self._take("enum", surface, record=record, member=member)
        return entry["name"] if entry else None

    def take_scope(self, surface: str, variants: Sequence[str]) -> tuple[str, str]:
        """The field and the union of a nested object that is merged into its record on the wire."""
        entry = self._take("scope", surface, variants=list(variants))
        if entry is None:
            raise DecisionError(f"{surface}: no [[scope]] decision for the choice between {' and '.join(variants)}")
        return entry["field"], entry["name"]

    def take_patch_members(self, surface: str, record: str, optional: Collection[str]) -> Patches | None:
        """The members of a record for which omission and null differ; `None` without a decision.

        `optional` are the record's optional members.
        """
        decided = self.decided_patch(surface, record, optional)
        return Patches() if decided is None and self.may_stay_undecided(surface) else decided

    def decided_patch(self, surface: str, record: str, optional: Collection[str]) -> Patches | None:
        """The [[patch]] or [[plain]] decision about a record. [[plain]] applies to all its members."""
        patch = self._take("patch", surface, type=record)
        plain = self._take("plain", surface, type=record)
        if patch and plain:
            raise DecisionError(f"{surface}: {record} is decided both as [[patch]] and as [[plain]]")
        if patch:
            return Patches(frozenset(patch["members"]), frozenset(patch.get("plain", ())))
        return Patches(plain=frozenset(optional)) if plain else None

    def may_stay_undecided(self, surface: str) -> bool:
        """Whether types and methods without a decision are plain and baseline, for schemas that only tests read."""
        return self._take("undecided", surface) is not None

    def take_capability(self, surface: str, side: str, method: str) -> tuple[str, ...]:
        """The path to a method's required capability in the side's capabilities; empty for baseline methods."""
        decided = self.decided_capability(surface, side, method)
        if decided is None and not self.may_stay_undecided(surface):
            self.undecided.append((surface, side, method))
        return decided or ()

    def undecided_methods(self, surface: str) -> Iterator[str]:
        """One line for the methods without a decision, if one is required."""
        methods = [f"{method} to the {side}" for where, side, method in self.undecided if where == surface]
        if methods and self.must_decide:
            have = "has" if len(methods) == 1 else "have"
            yield f"{surface}: {', '.join(methods)} {have} neither a [[capability]] nor a [[baseline]] decision"

    def decided_capability(self, surface: str, side: str, method: str) -> tuple[str, ...] | None:
        """The [[capability]] or [[baseline]] decision about a method."""
        taken = None
        for table in ("capability", "baseline"):
            for index, entry in self._entries(table, surface):
                if entry["side"] == side and method in entry["methods"]:
                    if taken is not None:
                        raise DecisionError(f"{surface}: {method} to the {side} is decided twice")
                    taken = entry
                    self._used.add((table, index, f"{surface} {method}"))
        if taken is None:
            return None
        return tuple(taken["needs"].split(".")) if "needs" in taken else ()

    def aliases(self, surface: str) -> list[tuple[str, str, str]]:
        """The deprecated names of a surface: old name, new name, the version that removes the old one."""
        return [(entry["name"], entry["to"], entry["until"]) for _, entry in self._entries("alias", surface)]

    def decided_names(self, surface: str) -> set[str]:
        """The public names that may be missing from a surface."""
        kept = {name for name, _, _ in self.aliases(surface)}
        removed = {name for _, entry in self._entries("removed", surface) for name in entry["names"]}
        if kept & removed:
            raise DecisionError(f"{surface}: {sorted(kept & removed)} decided both as [[alias]] and as [[removed]]")
        return kept | removed

    def reused_names(self, surface: str) -> set[str]:
        """The public names of a surface that may refer to something else than before."""
        return {name for _, entry in self._entries("reused", surface) for name in entry["names"]}

    def topics(self) -> list[tuple[str, str, re.Pattern[str]]]:
        """Name, docstring and pattern of each topic, in import order."""
        found: dict[str, tuple[str, str, re.Pattern[str]]] = {}
        for entry in self.tables["topic"]:
            name = entry["name"]
            if name in found or not _MODULE_NAME.fullmatch(name) or keyword.iskeyword(name) or name == "forms":
                raise DecisionError(f"{self.file}: [[topic]] {name!r} cannot be the name of a module")
            try:
                pattern = re.compile("|".join(f"(?:{p})" for p in entry["types"]) or r"(?!)")
            except re.error as error:
                raise DecisionError(f"{self.file}: [[topic]] {name}: not a pattern: {error}") from None
            found[name] = name, entry["doc"], pattern
        return list(found.values())

    def check_all_used(self, surfaces: Sequence[str]) -> None:
        """Refuse decisions that were not needed on every surface that they name."""
        unused = []
        for table, entry, surface, methods in self.unused(surfaces):
            what = _summary({**entry, "methods": methods} if methods else entry)
            unused.append(f"{self.file}: [[{table}]] {what} is not needed for {surface}: remove it there")
        if unused:
            raise DecisionError("\n".join(unused))

    def unused(self, surfaces: Sequence[str]) -> Iterator[tuple[str, Mapping[str, Any], str, list[str]]]:
        """The unused decisions: table, entry, surface, and the methods concerned, if any."""
        for table in _PER_SURFACE:
            for index, entry in enumerate(self.tables.get(table, ())):
                for surface in filter(surfaces.__contains__, entry["surfaces"]):
                    if "methods" in entry:
                        methods = [m for m in entry["methods"] if (table, index, f"{surface} {m}") not in self._used]
                        if methods:
                            yield table, entry, surface, methods
                    elif (table, index, surface) not in self._used:
                        yield table, entry, surface, []


SURFACES: Final = ("v1", "v1.unstable", "v2", "v2.unstable")
"""The surfaces that entries may name."""

TABLES: Mapping[str, Set[str]] = {
    "variant": {"surfaces", "union", "tag", "name", "why"},
    "enum": {"surfaces", "record", "member", "name", "why"},
    "scope": {"surfaces", "variants", "field", "name", "why"},
    "patch": {"surfaces", "type", "members", "why"},
    "plain": {"surfaces", "type", "why"},
    "capability": {"surfaces", "side", "methods", "needs", "why"},
    "baseline": {"surfaces", "side", "methods", "why"},
    "alias": {"surfaces", "name", "to", "until", "why"},
    "removed": {"surfaces", "names", "why"},
    "reused": {"surfaces", "names", "why"},
    "undecided": {"surfaces", "why"},
    "topic": {"name", "doc", "types"},
}
"""The required keys of each table's entries."""
OPTIONAL: Mapping[str, Set[str]] = {"patch": {"plain"}}
"""The optional keys."""
_LISTS = {"surfaces", "variants", "members", "plain", "methods", "types", "names"}
"""Keys whose values are arrays of strings; all others are strings."""

_MODULE_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PER_SURFACE = ("variant", "enum", "scope", "patch", "plain", "capability", "baseline")


def _summary(entry: Mapping[str, Any]) -> str:
    named = [
        key
        for key in ("union", "record", "variants", "type", "tag", "member", "name", "side", "methods")
        if key in entry
    ]
    return ", ".join(f"{key} = {entry[key]!r}" for key in named)


def read_tables(path: Path, keys: Mapping[str, Set[str]]) -> dict[str, list[dict[str, Any]]]:
    """The entries of a decisions file by table. `keys` are the required keys of each table."""
    try:
        tables = toml.read(path.read_text(encoding="utf-8"), path.name)
    except OSError as error:
        raise DecisionError(f"{path.name}: {error.strerror}") from error
    except GenerationError as error:
        raise DecisionError(str(error)) from None
    except UnicodeDecodeError as error:
        raise DecisionError(f"{path.name}: byte {error.start} is not UTF-8") from error
    for table, entries in tables.items():
        if table not in keys:
            raise DecisionError(f"{path.name}: unknown table [[{table}]]")
        for entry in entries if isinstance(entries, list) else [entries]:
            if not isinstance(entries, list) or not isinstance(entry, dict):
                raise DecisionError(f"{path.name}: {table} is not an array of tables: write [[{table}]]")
            missing = keys[table] - entry.keys()
            extra = entry.keys() - keys[table] - OPTIONAL.get(table, set())
            wrong = [key for key, value in entry.items() if key not in extra and not _is_of_its_kind(key, value)]
            if missing or extra or wrong:
                problem = f"lacks {sorted(missing)}" if missing else f"has unknown keys {sorted(extra)}"
                problem = problem if missing or extra else f"{wrong[0]} must be {_kind_of(wrong[0])}"
                raise DecisionError(f"{path.name}: an entry of [[{table}]] {problem}: {_summary(entry)}")
    return tables


def _is_of_its_kind(key: str, value: object) -> bool:
    if key in _LISTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, str) and (key != "until" or PLAIN_VERSION.fullmatch(value) is not None)


def _kind_of(key: str) -> str:
    return {"until": "a version such as 0.3.0"}.get(key, "an array of strings" if key in _LISTS else "a string")

"""Reads decisions.toml and sees to it that every decision is used, on every surface that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli

from codegen.errors import DecisionError


@dataclass
class Decisions:
    """Every human choice. Each entry is taken with a `take_...` call; `unused` lists what nobody took."""

    tables: Mapping[str, Sequence[Mapping[str, Any]]]
    _used: set[tuple[str, int, str]] = field(default_factory=set)

    @classmethod
    def load(cls, path: Path) -> Decisions:
        tables = tomli.loads(path.read_text(encoding="utf-8"))
        for table, entries in tables.items():
            for entry in entries:
                if table not in _KEYS:
                    raise DecisionError(f"{path.name}: unknown table [[{table}]]")
                missing = _KEYS[table] - entry.keys()
                extra = entry.keys() - _KEYS[table]
                if missing or extra:
                    problem = f"lacks {sorted(missing)}" if missing else f"has unknown keys {sorted(extra)}"
                    raise DecisionError(f"{path.name}: an entry of [[{table}]] {problem}: {_summary(entry)}")
        return cls(tables)

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
        """The class of a variant for which the schema has no name."""
        entry = self._take("variant", surface, union=union, tag=tag)
        return entry["name"] if entry else None

    def take_enum_name(self, surface: str, record: str, member: str) -> str | None:
        """The name of an enum that the schema spells out inside a record."""
        entry = self._take("enum", surface, record=record, member=member)
        return entry["name"] if entry else None

    def take_scope(self, surface: str, variants: Sequence[str]) -> tuple[str, str]:
        """The field and the union of a nested object that is spread into its record on the wire."""
        entry = self._take("scope", surface, variants=list(variants))
        if entry is None:
            raise DecisionError(f"{surface}: no [[scope]] decision names the choice between {' and '.join(variants)}")
        return entry["field"], entry["name"]

    def take_patch_members(self, surface: str, record: str) -> frozenset[str] | None:
        """The members of a record for which omission and null differ; `None` where nothing is decided."""
        patch = self._take("patch", surface, type=record)
        plain = self._take("plain", surface, type=record)
        if patch and plain:
            raise DecisionError(f"{surface}: {record} is decided both as [[patch]] and as [[plain]]")
        if patch:
            return frozenset(patch["members"])
        return frozenset() if plain or self._may_stay_undecided(surface) else None

    def _may_stay_undecided(self, surface: str) -> bool:
        """Whether a type that nobody decided is plain and a method baseline: for schemas that only tests read."""
        return self._take("undecided", surface) is not None

    def take_capability(self, surface: str, side: str, method: str) -> tuple[str, ...]:
        """The members of the side's capabilities that lead to the one a method needs; none for baseline methods."""
        taken = None
        for table in ("capability", "baseline"):
            for index, entry in self._entries(table, surface):
                if entry["side"] == side and method in entry["methods"]:
                    if taken is not None:
                        raise DecisionError(f"{surface}: {method} to the {side} is decided twice")
                    taken = entry
                    self._used.add((table, index, f"{surface} {method}"))
        if taken is None and self._may_stay_undecided(surface):
            return ()
        if taken is None:
            raise DecisionError(
                f"{surface}: {method} to the {side} has neither a [[capability]] nor a [[baseline]] decision"
            )
        return tuple(taken["needs"].split(".")) if "needs" in taken else ()

    def aliases(self, surface: str) -> list[tuple[str, str, str]]:
        """The names that a surface keeps for a while: old name, new name, the version that no longer has the old one."""
        return [(entry["name"], entry["to"], entry["until"]) for _, entry in self._entries("alias", surface)]

    def decided_names(self, surface: str) -> set[str]:
        """The public names that may be gone from a surface."""
        kept = {name for name, _, _ in self.aliases(surface)}
        removed = {name for _, entry in self._entries("removed", surface) for name in entry["names"]}
        if kept & removed:
            raise DecisionError(f"{surface}: {sorted(kept & removed)} decided both as [[alias]] and as [[removed]]")
        return kept | removed

    def topics(self) -> list[tuple[str, str, re.Pattern[str]]]:
        """Name, docstring and pattern of each topic, in the order in which they may import one another."""
        return [
            (entry["name"], entry["doc"], re.compile("|".join(f"(?:{p})" for p in entry["types"]) or r"(?!)"))
            for entry in self.tables["topic"]
        ]

    def check_all_used(self, surfaces: Sequence[str]) -> None:
        """Every decision must have been needed on every surface that it names."""
        for table, entry, surface in self.unused(surfaces):
            raise DecisionError(
                f"decisions.toml: [[{table}]] {_summary(entry)} is not needed on {surface}: remove it there"
            )

    def unused(self, surfaces: Sequence[str]) -> Iterator[tuple[str, Mapping[str, Any], str]]:
        """The decisions that nobody took on a surface: table, entry and surface."""
        for table in _PER_SURFACE:
            for index, entry in enumerate(self.tables.get(table, ())):
                for surface in entry["surfaces"]:
                    uses = [f"{surface} {method}" for method in entry["methods"]] if "methods" in entry else [surface]
                    if surface in surfaces and any((table, index, use) not in self._used for use in uses):
                        yield table, entry, surface


_KEYS = {
    "variant": {"surfaces", "union", "tag", "name", "why"},
    "enum": {"surfaces", "record", "member", "name", "why"},
    "scope": {"surfaces", "variants", "field", "name", "why"},
    "patch": {"surfaces", "type", "members", "why"},
    "plain": {"surfaces", "type", "why"},
    "capability": {"surfaces", "side", "methods", "needs", "why"},
    "baseline": {"surfaces", "side", "methods", "why"},
    "alias": {"surfaces", "name", "to", "until", "why"},
    "removed": {"surfaces", "names", "why"},
    "undecided": {"surfaces", "why"},
    "topic": {"name", "doc", "types"},
}
_PER_SURFACE = ("variant", "enum", "scope", "patch", "plain", "capability", "baseline")


def _summary(entry: Mapping[str, Any]) -> str:
    named = [key for key in ("union", "record", "variants", "type", "tag", "member", "name", "methods") if key in entry]
    return ", ".join(f"{key} = {entry[key]!r}" for key in named)

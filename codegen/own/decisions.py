"""The decisions for a user's own package: from the user's file, then from this project.

This project's decisions are those for one of its surfaces, the most similar one. They are defaults: those
that do not match the schema are ignored, and they need not be used.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from codegen.decisions import TABLES, Decisions, Patches, read_tables
from codegen.errors import DecisionError

_KEYS = {table: keys - {"surfaces"} for table, keys in TABLES.items() if table not in ("alias", "removed", "reused")}
"""Decisions about old names exist only for this project's own package, where names are locked."""


@dataclass
class OwnDecisions(Decisions):
    """`tables` are the user's decisions; `base` has the defaults, those for its surface `like`."""

    must_decide: ClassVar[bool] = False
    """Decisions are optional: `undecided` is only reported."""
    base: Decisions = field(kw_only=True)
    like: str = field(kw_only=True)
    schema: Mapping[str, Any] = field(kw_only=True)

    @classmethod
    def load_own(
        cls, path: Path | None, package: str, base: Decisions, like: str, schema: Mapping[str, Any]
    ) -> OwnDecisions:
        """Read a user's file. There is only one surface, so its entries do not name one."""
        tables = read_tables(path, _KEYS) if path else {}
        for entries in tables.values():
            for entry in entries:
                entry["surfaces"] = [package]
        name = path.name if path else "the decisions"
        return cls(tables, name, base=base, like=like, schema=schema)

    def take_variant_name(self, surface: str, union: str, tag: str) -> str | None:
        own = super().take_variant_name(surface, union, tag)
        return own or self.base.take_variant_name(self.like, union, tag)

    def take_enum_name(self, surface: str, record: str, member: str) -> str | None:
        return super().take_enum_name(surface, record, member) or self.base.take_enum_name(self.like, record, member)

    def take_scope(self, surface: str, variants: Sequence[str]) -> tuple[str, str]:
        try:
            return super().take_scope(surface, variants)
        except DecisionError as undecided:
            try:
                return self.base.take_scope(self.like, variants)
            except DecisionError:
                raise undecided from None

    def take_patch_members(self, surface: str, record: str, optional: Collection[str]) -> Patches | None:
        base = self.base.decided_patch(self.like, record, optional)
        if base is not None and self.decided_patch(surface, record, optional) is None:
            return replace(base, members=base.members & {*optional})
        return super().take_patch_members(surface, record, optional)

    def decided_capability(self, surface: str, side: str, method: str) -> tuple[str, ...] | None:
        own = super().decided_capability(surface, side, method)
        if own is not None:
            return own
        base = self.base.decided_capability(self.like, side, method)
        return base if base is None or self._has_capability(side, base) else ()

    def _has_capability(self, side: str, path: Sequence[str]) -> bool:
        """Whether the schema's capabilities of a side have a member, which an older protocol may lack."""
        definitions = self.schema["$defs"]
        record = definitions.get(f"{side.title()}Capabilities", {})
        for wire in path:
            member = record.get("properties", {}).get(wire)
            if member is None:
                return False
            options = [member, *member.get("allOf", ()), *member.get("anyOf", ())]
            names = [str(option["$ref"]).rpartition("/")[2] for option in options if "$ref" in option]
            record = definitions.get(names[0], {}) if names else {}
        return True

    def topics(self) -> list[tuple[str, str, re.Pattern[str]]]:
        return super().topics() if "topic" in self.tables else self.base.topics()

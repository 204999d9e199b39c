"""The migration tables: the counterpart of each name of a peer. Most follow from the schema, by tag or by name.

The others are in `migration.toml`, each with its counterpart or the reason why there is none.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli

from codegen.model import Record, Surface
from codegen.plan import SurfacePlan
from codegen.spelling.python import Spelling
from docs.tools.reference import page_of

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Row:
    """One name of a peer."""

    theirs: str
    ours: str
    """A name of the surface, or an expression; empty if there is none."""
    note: str = ""


def peers() -> dict[str, Any]:
    """The names found in the peers."""
    found: dict[str, Any] = json.loads((HERE / "peers.json").read_text(encoding="utf-8"))
    return found


def decisions() -> dict[str, Any]:
    """The decisions made by hand."""
    return tomli.loads((HERE / "migration.toml").read_text(encoding="utf-8"))


def class_rows(peer: str, surface: Surface) -> Iterator[Row]:
    """Each class of a peer."""
    decided: Mapping[str, Any] = decisions()[peer]["classes"]
    for name, members in peers()[peer]["classes"].items():
        if name in decided:
            yield Row(name, decided[name].get("ours", ""), decided[name].get("note", ""))
        elif re.match(decisions()[peer]["absent"]["names"], name):
            yield Row(name, "", decisions()[peer]["absent"]["note"])
        else:
            yield Row(name, *_same(name, members, surface))


def _same(name: str, members: Mapping[str, str | None], surface: Surface) -> tuple[str, str]:
    """Our record with the same discriminator, or the item of the same name in the schema."""
    tags = {wire: value for wire, value in members.items() if value is not None}
    spelling = Spelling(surface)
    selected = [item for item in surface.items.values() if isinstance(item, Record) and _is_selected(item, tags)]
    if tags and selected:
        best = max(selected, key=lambda item: len({field.wire for field in spelling.all_fields(item)} & members.keys()))
        return best.name, ""
    if name in surface.items:
        return name, ""
    raise KeyError(f"migration.toml has no entry for {name}")


def _is_selected(record: Record, tags: Mapping[str, str]) -> bool:
    return tags.items() <= {(tag.wire, tag.value) for tag in record.tags}


def name_rows(peer: str, kind: str, surface: Surface) -> Iterator[Row]:
    """Each name that is not a class. Names that the schema does not have are decided by hand."""
    decided: Mapping[str, Any] = decisions()[peer].get(kind, {})
    for name in peers()[peer][kind]:
        if name in decided:
            yield Row(name, decided[name].get("ours", ""), decided[name].get("note", ""))
        elif name in surface.items:
            yield Row(name, name)
        else:
            raise KeyError(f"migration.toml has no entry for {name}")


def table(peer: str, kind: str, plan: SurfacePlan, page: str) -> str:
    """The table of one kind of names, its links from `page`.

    Below the table are the unchanged names, and those without a counterpart for a common reason.
    """
    rows = list(class_rows(peer, plan.surface) if kind == "classes" else name_rows(peer, kind, plan.surface))
    absent = decisions()[peer]["absent"]["note"]
    gone = [row for row in rows if not row.ours and row.note == absent]
    changed = [row for row in rows if row not in gone and (row.theirs != row.ours or row.note)]
    same = [row for row in rows if row not in gone and row not in changed]
    lines = ["| theirs | acp-types | note |", "| --- | --- | --- |"] if changed else []
    lines += [f"| `{row.theirs}` | {_link(row.ours, plan, page)} | {row.note} |" for row in changed]
    if same:
        lines += ["", f"{len(same)} names are unchanged: {', '.join(_link(row.ours, plan, page) for row in same)}."]
    if gone:
        lines += [
            "",
            f"{len(gone)} names have no counterpart, because {absent}: {_listed(row.theirs for row in gone)}.",
        ]
    return "\n".join(lines)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _link(ours: str, plan: SurfacePlan, page: str) -> str:
    """A name as code; a link to the reference if it is a type."""
    if not ours:
        return "none"
    home = plan.homes.get(ours.partition("(")[0])
    if home is None:
        return f"`{ours}`"
    target = posixpath.relpath(page_of(plan, ours.partition("(")[0]), posixpath.dirname(page))
    return f"[`{ours}`]({target}#{ours.partition('(')[0]})"

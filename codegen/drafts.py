"""Drafts of the decisions that a run has stopped for, ready to be put into decisions.toml and thought about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from codegen import toml_text as toml
from codegen.model import Surface
from codegen.renames import renamed_types
from codegen.versioning import minor_after

_WHY = "(say why)"


def draft_decisions(
    gone: Mapping[str, Sequence[str]], old: Mapping[str, Surface], new: Mapping[str, Surface], version: str
) -> str:
    """An [[alias]] for each name whose type was renamed, one [[removed]] for all others of the same surfaces."""
    renamed: dict[tuple[str, str], list[str]] = defaultdict(list)
    removed: dict[str, list[str]] = defaultdict(list)
    for surface, names in gone.items():
        known = renamed_types(old[surface], new[surface]) if surface in old and surface in new else {}
        for name in names:
            if name in known:
                renamed[name, known[name]].append(surface)
            else:
                removed[name].append(surface)
    by_surfaces: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, surfaces in removed.items():
        by_surfaces[tuple(surfaces)].append(name)
    until = minor_after(version)
    parts = [
        _entry("alias", surfaces=surfaces, name=was, to=now, until=until, why=_WHY)
        for (was, now), surfaces in renamed.items()
    ]
    parts += [_entry("removed", surfaces=surfaces, names=names, why=_WHY) for surfaces, names in by_surfaces.items()]
    return "\n".join(parts)


def _entry(table: str, **data: object) -> str:
    return f"[[{table}]]\n" + "".join(f"{name} = {toml.value(value)}\n" for name, value in data.items())

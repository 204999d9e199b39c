"""Drafts of the decisions for which a run has stopped, to be reviewed and added to decisions.toml."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from codegen import toml_text as toml
from codegen.compare.renames import renamed_methods, renamed_types
from codegen.compare.versioning import minor_after
from codegen.model import Surface
from codegen.plan import public_names
from codegen.spelling.naming import Names

_WHY = "(say why)"


def draft_decisions(
    gone: Mapping[str, Sequence[str]],
    reused: Mapping[str, Sequence[str]],
    old: Mapping[str, Surface],
    new: Mapping[str, Surface],
    version: str,
) -> str:
    """An [[alias]] for each renamed name, and one [[removed]] and one [[reused]] for the others of the same surfaces."""
    renamed: dict[tuple[str, str], list[str]] = defaultdict(list)
    removed: dict[str, list[str]] = defaultdict(list)
    for surface, names in gone.items():
        known = renamed_names(old[surface], new[surface]) if surface in old and surface in new else {}
        for name in names:
            if name in known:
                renamed[name, known[name]].append(surface)
            else:
                removed[surface].append(name)
    until = minor_after(version)
    parts = [
        _entry("alias", surfaces=surfaces, name=was, to=now, until=until, why=_WHY)
        for (was, now), surfaces in renamed.items()
    ]
    for table, names_of in (("removed", removed), ("reused", reused)):
        parts += [_entry(table, surfaces=where, names=names, why=_WHY) for where, names in _by_surfaces(names_of)]
    return "\n".join(parts)


def _by_surfaces(names_of: Mapping[str, Sequence[str]]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """The names, grouped by surfaces."""
    surfaces_of: dict[str, list[str]] = defaultdict(list)
    for surface, names in names_of.items():
        for name in names:
            surfaces_of[name].append(surface)
    together: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, surfaces in surfaces_of.items():
        together[tuple(surfaces)].append(name)
    yield from together.items()


def renamed_names(old: Surface, new: Surface) -> dict[str, str]:
    """Old name -> new name, for all names of renamed types and methods in a surface."""
    types = renamed_types(old, new)
    found = dict(types)
    for was, now in types.items():
        found |= zip(public_names(old.items[was]), public_names(new.items[now]), strict=False)
    before = {method.key: Names(old).constant(method) for method in old.methods}
    after = {method.key: Names(new).constant(method) for method in new.methods}
    found |= {before[was]: after[now] for was, now in renamed_methods(old.methods, new.methods, types).items()}
    return found


def _entry(table: str, **data: object) -> str:
    return f"[[{table}]]\n" + "".join(f"{name} = {toml.value(value)}\n" for name, value in data.items())

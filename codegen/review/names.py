"""The lock of public names: each name of each surface, what it was made from, and since which source version.

A name that was public stays in the lock. Where it is gone from the package, a decision says what became of it: an
[[alias]] keeps it for one minor release, [[removed]] lets it go. Without one, the run stops and nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from codegen import toml_text as toml
from codegen.decisions import Decisions
from codegen.errors import DecisionError, GenerationError
from codegen.plan import SurfacePlan, public_names
from codegen.spelling.naming import FROM_RUNTIME, Names

_HEAD = """\
# Every public name of the package: where in the schema it comes from (`runtime`: code that no schema changes), and since
# which source version. Kept by `nox -s generate`: a name is never dropped from here, `gone` says which version did.
"""
RUNTIME = "runtime"


@dataclass(frozen=True)
class Name:
    """One public name."""

    origin: str
    """A JSON pointer into the surface's schema, or `runtime`."""
    since: str
    gone: str | None = None


Lock = Mapping[str, Mapping[str, Name]]
"""Surface -> public name -> what is known of it."""


def read_lock(text: str) -> dict[str, dict[str, Name]]:
    """A lock from its text."""
    lock: dict[str, dict[str, Name]] = {}
    for surface, names in toml.read(text, "schema/names.lock").items():
        if not isinstance(names, dict):
            raise GenerationError(f"schema/names.lock: {surface} is no table of names")
        lock[surface] = {}
        for name, entry in names.items():
            if not isinstance(entry, dict) or not {"from", "since"} <= entry.keys():
                raise GenerationError(
                    f"schema/names.lock: {name} of {surface} does not say `from` where and `since` when"
                )
            lock[surface][name] = Name(entry["from"], entry["since"], entry.get("gone"))
    return lock


def write_lock(lock: Lock) -> str:
    """A lock as text, sorted, one line a name."""
    parts = [_HEAD]
    for surface in sorted(lock):
        rows = [f"[{toml.value(surface)}]\n"]
        for name, entry in sorted(lock[surface].items()):
            gone = {"gone": entry.gone} if entry.gone else {}
            rows.append(f"{toml.key(name)} = {toml.value({'from': entry.origin, 'since': entry.since, **gone})}\n")
        parts.append("".join(rows))
    return "\n".join(parts)


def origins(plan: SurfacePlan) -> dict[str, str]:
    """Each public name of a surface, and what it is made from."""
    named = Names(plan.surface)
    items = plan.surface.items
    found = {name: item.pointer for item in items.values() for name in public_names(item)}
    found |= dict.fromkeys((*FROM_RUNTIME, *named.lazy_names()), RUNTIME)
    found |= {named.constant(method): items[method.params].pointer for method in plan.surface.methods}
    return found


def lock_names(
    plans: Sequence[SurfacePlan], old: Lock, decisions: Decisions, version: str
) -> dict[str, dict[str, Name]]:
    """The lock of today's names: `old` with what came and what went. Stops where nothing says what became of a name."""
    lost = sorted(old.keys() - {plan.surface.name for plan in plans})
    if lost:
        raise GenerationError(f"schema/PINNED.toml: no schema of {', '.join(lost)} any more, which has public names")
    lock = {surface: dict(names) for surface, names in old.items()}
    undecided: dict[str, list[str]] = {}
    for plan in plans:
        surface = plan.surface.name
        names = lock.setdefault(surface, {})
        present = origins(plan)
        for name, origin in present.items():
            known = names.get(name)
            kept = known if known and known.gone is None else Name(origin, version)
            names[name] = replace(kept, origin=origin)
        gone = {name for name in names if name not in present}
        for name in gone:
            names[name] = replace(names[name], gone=names[name].gone or version)
        _check_decided(surface, gone, present.keys(), decisions)
        undecided[surface] = sorted(gone - decisions.decided_names(surface))
    if any(undecided.values()):
        raise UndecidedNames({surface: names for surface, names in undecided.items() if names})
    return lock


def _check_decided(surface: str, gone: Set[str], present: Set[str], decisions: Decisions) -> None:
    for name in sorted(decisions.decided_names(surface) - gone):
        problem = "is a public name" if name in present else "never was a public name"
        raise DecisionError(f"decisions.toml: {name} {problem} of {surface}: remove its [[alias]] or [[removed]] there")


class UndecidedNames(DecisionError):
    """Public names that would be gone, and no decision about them."""

    def __init__(self, names: Mapping[str, Sequence[str]]) -> None:
        self.names = names
        listed = "; ".join(f"{surface}: {', '.join(gone)}" for surface, gone in names.items())
        super().__init__(
            f"public names would be gone. Decide each in decisions.toml as [[alias]] or [[removed]]. {listed}"
        )

"""The lock of public names: each name of each surface, its origin, and the source version that first had it.

A name that was public stays in the lock. If it is gone from the package, a decision is needed: an
[[alias]] keeps it for one minor release, [[removed]] removes it. If it now refers to something else, a [[reused]] confirms
this: a constant that another method takes, as when a request takes that of a notification, or a class that is no longer
one, as when a record becomes a union. Without a decision, the run stops and nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from codegen import toml_text as toml
from codegen.decisions import Decisions
from codegen.errors import DecisionError, GenerationError
from codegen.model import Alias, Record, Surface
from codegen.plan import SurfacePlan, public_names
from codegen.spelling.naming import FROM_RUNTIME, Names
from codegen.spelling.python import is_codes

_HEAD = """\
# Every public name of the package: where in the schema, or which method, it comes from (`runtime`: code that no schema
# changes), whether it is `called` as a class is, and since which source version. Kept by `nox -s generate`: a name is never
# dropped from here, `gone` says which version did, and `was` which method had it before, or that it was a class.
"""
RUNTIME = "runtime"
_A_CLASS = "a class"


@dataclass(frozen=True)
class Name:
    """One public name."""

    origin: str
    """A JSON pointer into the surface's schema, a method, or `runtime`."""
    since: str
    """The source version that first had it with that origin."""
    gone: str | None = None
    was: str | None = None
    """The method that it referred to before, or that it was a class."""
    called: bool = False
    """Whether it is a class or a `NewType`, which code calls to make values."""


Lock = Mapping[str, Mapping[str, Name]]
"""Surface -> public name -> its entry."""


def read_lock(text: str) -> dict[str, dict[str, Name]]:
    """Parse a lock."""
    lock: dict[str, dict[str, Name]] = {}
    for surface, names in toml.read(text, "schema/names.lock").items():
        if not isinstance(names, dict):
            raise GenerationError(f"schema/names.lock: {surface} is not a table of names")
        lock[surface] = {}
        for name, entry in names.items():
            if not isinstance(entry, dict) or not {"from", "since"} <= entry.keys():
                raise GenerationError(
                    f"schema/names.lock: {name} of {surface} does not say `from` where and `since` when"
                )
            lock[surface][name] = Name(
                entry["from"], entry["since"], entry.get("gone"), entry.get("was"), entry.get("called", False)
            )
    return lock


def write_lock(lock: Lock) -> str:
    """A lock as text, sorted, one line per name."""
    parts = [_HEAD]
    for surface in sorted(lock):
        rows = [f"[{toml.value(surface)}]\n"]
        for name, entry in sorted(lock[surface].items()):
            more = {key: value for key in ("called", "gone", "was") if (value := getattr(entry, key))}
            rows.append(f"{toml.key(name)} = {toml.value({'from': entry.origin, 'since': entry.since, **more})}\n")
        parts.append("".join(rows))
    return "\n".join(parts)


def origins(plan: SurfacePlan) -> dict[str, str]:
    """Each public name of a surface, and its origin."""
    named = Names(plan.surface)
    items = plan.surface.items
    found = {name: item.pointer for item in items.values() for name in public_names(item)}
    found |= dict.fromkeys((*FROM_RUNTIME, *named.lazy_names()), RUNTIME)
    return found | method_constants(plan.surface)


def _called(surface: Surface) -> set[str]:
    """The public names of a surface that are called to make a value."""
    found: set[str] = set()
    for item in surface.items.values():
        is_class = isinstance(item, Record) or is_codes(item) or (isinstance(item, Alias) and item.distinct)
        found |= {name for name in public_names(item) if is_class or name != item.name}
    return found


def method_constants(surface: Surface) -> dict[str, str]:
    """The constant of each method of a surface, and the method's key."""
    named = Names(surface)
    return {named.constant(method): method.key for method in surface.methods}


def lock_names(
    plans: Sequence[SurfacePlan], old: Lock, decisions: Decisions, version: str
) -> dict[str, dict[str, Name]]:
    """Update the lock `old` with new and missing names. Stops at a name without a decision."""
    lost = sorted(old.keys() - {plan.surface.name for plan in plans})
    if lost:
        raise GenerationError(f"schema/PINNED.toml: the schema of {', '.join(lost)} is missing, which has public names")
    lock = {surface: dict(names) for surface, names in old.items()}
    gone_undecided: dict[str, list[str]] = {}
    reused_undecided: dict[str, list[str]] = {}
    for plan in plans:
        surface = plan.surface.name
        names = lock.setdefault(surface, {})
        present, constants, called = origins(plan), method_constants(plan.surface), _called(plan.surface)
        for name, origin in present.items():
            today = Name(origin, version, called=name in called)
            names[name] = _named(names.get(name), today, of_method=name in constants)
        gone = {name for name in names if name not in present}
        for name in gone:
            names[name] = replace(names[name], gone=names[name].gone or version)
        reused = {name for name in present if names[name].was}
        _check_decided(surface, gone, reused, present.keys(), decisions)
        gone_undecided[surface] = sorted(gone - decisions.decided_names(surface))
        reused_undecided[surface] = sorted(reused - decisions.reused_names(surface))
    if any((*gone_undecided.values(), *reused_undecided.values())):
        raise UndecidedNames(gone_undecided, reused_undecided)
    return lock


def _named(known: Name | None, today: Name, *, of_method: bool) -> Name:
    """The entry of a present name. A definition may move, but a different method or a lost class counts as a change."""
    if known is None or known.gone is not None:
        return today
    if of_method and known.origin != today.origin:
        return replace(today, was=known.origin)
    if known.called and not today.called:
        return replace(today, was=_A_CLASS)
    return replace(today, since=known.since, was=None if today.called else known.was)


def _check_decided(surface: str, gone: Set[str], reused: Set[str], present: Set[str], decisions: Decisions) -> None:
    for name in sorted(decisions.decided_names(surface) - gone):
        problem = "is a public name" if name in present else "was never a public name"
        raise DecisionError(f"decisions.toml: {name} {problem} of {surface}: remove its [[alias]] or [[removed]] there")
    for name in sorted(decisions.reused_names(surface) - reused):
        problem = (
            "has not moved to another method, and is no former class" if name in present else "is not a public name"
        )
        raise DecisionError(f"decisions.toml: {name} of {surface} {problem}: remove its [[reused]] there")


class UndecidedNames(DecisionError):
    """Public names that would disappear or refer to something else, without a decision."""

    def __init__(self, gone: Mapping[str, Sequence[str]], reused: Mapping[str, Sequence[str]]) -> None:
        self.gone, self.reused = _some(gone), _some(reused)
        parts = []
        if self.gone:
            parts.append(
                "public names would disappear. Decide each in decisions.toml as [[alias]] or [[removed]]."
                f" {_listed(self.gone)}"
            )
        if self.reused:
            parts.append(
                "public names would refer to other methods, or to what is no longer a class. If this is intended, decide"
                f" each in decisions.toml as [[reused]]. {_listed(self.reused)}"
            )
        super().__init__("\n".join(parts))


def _some(names: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    return {surface: found for surface, found in names.items() if found}


def _listed(names: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(f"{surface}: {', '.join(found)}" for surface, found in names.items())

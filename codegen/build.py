"""Runs all stages: generates the package, the dumps of its models, and the lock of its public names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from codegen.compare.versioning import due
from codegen.decisions import Decisions
from codegen.errors import DecisionError, on_surface, told_in
from codegen.frontend import read_model
from codegen.model import Surface
from codegen.normalise import normalise
from codegen.plan import SurfacePlan, plan
from codegen.project import HERE, Project
from codegen.render import render
from codegen.replace import replaced
from codegen.review.drafts import draft_decisions
from codegen.review.dump import dump_all, load_all
from codegen.review.names import UndecidedNames, lock_names, read_lock, write_lock
from codegen.source import Source, read_pin, read_sources
from codegen.spelling.naming import Names
from codegen.tree import difference, drift, write_tree
from codegen.versions import mark_versions


@dataclass(frozen=True)
class Output:
    """The output of one run."""

    package: Mapping[str, str]
    """File in the package -> text."""
    model: Mapping[str, str]
    """Dump file -> text."""
    names: str
    """The lock of public names."""


def plans(decisions_file: Path = HERE.decisions, project: Project = HERE) -> list[SurfacePlan]:
    """The plan of each vendored schema."""
    return _plans(Decisions.load(decisions_file), read_sources(project.schema))


def _plans(decisions: Decisions, sources: list[Source]) -> list[SurfacePlan]:
    decisions.check_surfaces()
    surfaces: list[Surface] = []
    undecided: list[str] = []
    for source in sources:
        with told_in(undecided), on_surface(source.surface):
            normal = normalise(source.schema, decisions, source.surface)
            surface = read_model(normal, source.version, stable=source.stable)
            Names(surface)  # checks names before they are matched with the patterns of topics
            surfaces.append(surface)
    if undecided:
        raise DecisionError("\n".join(undecided))
    decisions.check_all_used([surface.name for surface in surfaces])
    return plan(mark_versions(surfaces), decisions)


def build(project: Project = HERE) -> Output:
    """Generate everything, in memory."""
    decisions, pin = Decisions.load(project.decisions), read_pin(project.schema)
    sources = read_sources(project.schema)
    planned = _plans(decisions, sources)
    model = dump_all(planned)
    _check_aliases(planned, project.version())
    old = read_lock(project.names.read_text(encoding="utf-8")) if project.names.exists() else {}
    try:
        lock = lock_names(planned, old, decisions, pin.version)
    except UndecidedNames as undecided:
        before, after = load_all(read_model_dumps(project)), load_all(model)
        drafts = draft_decisions(undecided.gone, undecided.reused, before, after, project.version())
        raise DecisionError(f"{undecided}\n\n{drafts}") from None
    licence = (project.schema / "LICENSE").read_text(encoding="utf-8")
    package = render(planned, {source.surface: source for source in sources}, pin, licence)
    return Output(package, {f"{name}.toml": text for name, text in model.items()}, write_lock(lock))


def _check_aliases(planned: list[SurfacePlan], version: str) -> None:
    for surface in planned:
        for old in surface.old_names:
            if due(old.until, version):
                raise DecisionError(
                    f"decisions.toml: {old.name} of {surface.surface.name} was kept until {old.until}, and this is"
                    f" {version}: make its [[alias]] a [[removed]]"
                )


def read_model_dumps(project: Project = HERE) -> dict[str, str]:
    """The dumps on disk: surface -> text."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(project.model.glob("*.toml"))}


def write(output: Output, project: Project = HERE) -> None:
    """Replace the package, the dumps and the lock, all or none."""
    paths = [path.relative_to(project.root) for path in (project.package, project.model, project.names)]
    package, model, names = paths
    with replaced(project.root, paths) as fresh:
        write_tree(fresh / package, output.package)
        write_tree(fresh / model, output.model)
        write_tree(fresh / names.parent, {names.name: output.names})


def differences(output: Output, project: Project = HERE) -> Iterator[str]:
    """The differences between the disk and the output, as one unified diff per file."""
    yield from drift(output.package, project.package)
    yield from drift(output.model, project.model, "schema/model")
    found = project.names.read_text(encoding="utf-8") if project.names.exists() else None
    yield from difference("schema/names.lock", found, output.names)

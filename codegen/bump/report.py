"""The change report as JSON and as Markdown, with a draft of the CHANGELOG entry."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import jinja2

from codegen.compare.changes import PYTHON, SUBJECTS, Change
from codegen.compare.versioning import next_version

_HEADINGS = {"breaking": "Breaking", "attention": "Needs attention", "compatible": "Compatible"}
_PLURALS = {"capability": "capabilities"}


@dataclass(frozen=True)
class Report:
    """The changes of a release."""

    package: str
    old_version: str
    new_version: str
    date: str
    surfaces: tuple[str, ...]
    changes: tuple[Change, ...]
    current: str
    """The version of this package before the change."""
    unknown: tuple[str, ...] = ()
    """Published schemas that no surface uses."""

    @property
    def asks_for(self) -> str:
        """The version of this package that the changes require."""
        return next_version(self.current, self.changes)

    def to_json(self) -> str:
        """The report as JSON."""
        data: dict[str, Any] = {
            "package": self.package,
            "from": self.old_version,
            "to": self.new_version,
            "date": self.date,
            "version": {"current": self.current, "asked": self.asks_for},
            "summary": {
                surface: {python: self._count(surface, python) for python in PYTHON} for surface in self.surfaces
            },
            "not_vendored": self.unknown,
            "changelog": self.changelog(),
            "changes": [asdict(change) for change in self._real()],
            "reworded": [
                {"surface": change.surface, "subject": change.subject, "name": change.name, "pointer": change.pointer}
                for change in self.changes
                if change.action == "documentation"
            ],
        }
        return "{\n" + ",\n".join(f'"{name}": {_lines(value)}' for name, value in data.items()) + "\n}\n"

    def to_markdown(self) -> str:
        """The report as Markdown."""
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(Path(__file__).parent),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
        )
        environment.filters["some"] = some
        environment.filters["cell"] = lambda text: " ".join(text.split("\n")).replace("|", "\\|")
        sections = [
            (
                surface,
                [(_HEADINGS[python], self._listed(surface, python)) for python in PYTHON],
                self._reworded(surface),
            )
            for surface in self.surfaces
        ]
        counts = [(surface, *(self._count(surface, python) for python in PYTHON)) for surface in self.surfaces]
        return environment.get_template("report.md.jinja").render(
            report=self, sections=sections, counts=counts, inherited=self._inherited
        )

    def changelog(self) -> str:
        """Lines for the CHANGELOG, breaking changes first."""
        nothing = "only documentation" if self.changes else "nothing"
        ending = "." if self._real() else f", which change {nothing}."
        lines = [f"- The schemas of `{self.package}` {self.new_version} (before: {self.old_version}){ending}"]
        for python in PYTHON:
            for surface in self.surfaces:
                changes = self._listed(surface, python)
                if changes:
                    lines.append(f"- {_HEADINGS[python]}, `{surface}`: {'; '.join(_grouped(changes))}.")
        return "\n".join(lines) + "\n"

    def _real(self) -> list[Change]:
        return [change for change in self.changes if change.action != "documentation"]

    def _count(self, surface: str, python: str) -> int:
        return sum(change.surface == surface and change.python == python for change in self._real())

    def _inherited(self, surface: str) -> int:
        """The number of changes of an unstable surface that its stable one has too."""
        return sum(change.surface == surface and self._is_inherited(change) for change in self._real())

    def _is_inherited(self, change: Change) -> bool:
        stable, _, unstable = change.surface.partition(".")
        return bool(unstable) and replace(change, surface=stable, pointer="") in self._without_pointers

    @functools.cached_property
    def _without_pointers(self) -> set[Change]:
        """Pointers are removed, because a stable surface's change has another location in the unstable schema."""
        return {replace(change, pointer="") for change in self.changes}

    def _listed(self, surface: str, python: str) -> list[Change]:
        """The changes that a surface does not share with its stable one, by subject."""
        found = (
            change
            for change in self._real()
            if change.surface == surface and change.python == python and not self._is_inherited(change)
        )
        return sorted(found, key=lambda change: SUBJECTS.index(change.subject))

    def _reworded(self, surface: str) -> list[str]:
        return [
            f"`{change.name}`"
            for change in self.changes
            if change.surface == surface and change.action == "documentation" and not self._is_inherited(change)
        ]


def _lines(value: Any) -> str:
    """JSON with one line for each item of a list."""
    if not isinstance(value, (list, tuple)) or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in value) + "\n]"


def _grouped(changes: Sequence[Change]) -> Iterator[str]:
    """Changes in words, grouped by subject and action."""
    for subject in SUBJECTS:
        for action in ("removed", "renamed", "changed", "added"):
            found = (change for change in changes if (change.subject, change.action) == (subject, action))
            labels = list(dict.fromkeys(map(_label, found)))
            if labels:
                words = f"{len(labels)} {_PLURALS.get(subject, f'{subject}s')}" if len(labels) > 1 else subject
                yield f"{words} {action} ({some(labels, 8)})"


def some(names: Sequence[str], most: int) -> str:
    """The first of many names; the JSON report has all."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def _label(change: Change) -> str:
    was = f"`{change.was}` -> " if change.was else ""
    return f"{was}`{change.name}`"

"""Counts the outcomes of the messages of all traces.

Memory is bounded for any trace: everything is counted, but only a limited number of different things are
distinguished, an error keeps only its first few places, and text from a trace is truncated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar

from ..conversation.rule import Level, Violation
from ..errors import Issue, Rule
from ..messages import Side
from .check import MessageKind, Outcome
from .dialogue import Step
from .trace import LogText

K = TypeVar("K")

_TOLD_APART: Final = 1000
_PLACES: Final = 5
_TEXT_LIMIT: Final = 160

_INDEX: Final = re.compile(r"\[\d+\]")
_TAG: Final = re.compile(r"[\w./:$-]{1,64}\Z")


@dataclass
class FileCount:
    """One trace. `broken_json` counts log lines that begin like a message and may be truncated."""

    name: str
    protocols: list[str] = field(default_factory=list[str])
    """The surfaces used for its messages, in order."""
    messages: int = 0
    failed: int = 0
    log_lines: int = 0
    broken_json: int = 0


class MethodKind(NamedTuple):
    method: str | None
    """None for a reply whose request was not seen, and for anything but a message."""
    kind: MessageKind


class IssueKind(NamedTuple):
    rule: Rule
    method: str | None
    path: str
    """With `[]` for each index."""
    value: str | None
    """An unknown tag or enum value, if it is a short word. No other value is ever shown."""


class ErrorKind(NamedTuple):
    method: str | None
    kind: MessageKind
    path: str
    """With `[]` for each index."""
    message: str
    """What was expected and found, with a hint if there is one, without the place."""


class Place(NamedTuple):
    file: str
    line: int
    path: str | None
    """None if the violation has no place in the message."""


class ViolationKind(NamedTuple):
    rule: str
    level: Level
    sender: Side
    message: str
    page: str


SAME_AS_ERROR: Final = "type"
"""The rule whose violations are already reported as errors."""


class Tally(Generic[K]):
    """Counts by key. Once it is full, new keys are counted together in `rest`."""

    def __init__(self) -> None:
        self.counts: dict[K, int] = {}
        self.rest = 0

    def add(self, key: K) -> None:
        if key in self.counts or len(self.counts) < _TOLD_APART:
            self.counts[key] = self.counts.get(key, 0) + 1
        else:
            self.rest += 1

    def most_common(self) -> list[tuple[K, int]]:
        """Sorted by frequency, then by first occurrence."""
        return sorted(self.counts.items(), key=lambda item: -item[1])


class Report:
    """The counts of all traces so far."""

    def __init__(self) -> None:
        self.files: list[FileCount] = []
        self.passed: Tally[MethodKind] = Tally()
        self.failed: Tally[MethodKind] = Tally()
        self.other_methods: Tally[MethodKind] = Tally()
        self.unknown_values: Tally[IssueKind] = Tally()
        self.unknown_members: Tally[IssueKind] = Tally()
        self.leniency: Tally[IssueKind] = Tally()
        self.errors: Tally[ErrorKind] = Tally()
        self.violations: Tally[ViolationKind] = Tally()
        self.places: dict[object, list[Place]] = {}
        """By kind of error or of violation."""

    @property
    def ok(self) -> bool:
        """Whether each message decodes."""
        return not any(file.failed for file in self.files)

    @property
    def obeys(self) -> bool:
        """Whether no MUST of the protocol is violated, apart from errors."""
        return not any(kind.level == "MUST" for kind in self.violations.counts)

    def begin(self, name: str) -> None:
        """Start a file, to which later additions belong."""
        self.files.append(FileCount(name))

    def add_log(self, text: LogText) -> None:
        self.files[-1].log_lines += 1
        self.files[-1].broken_json += text.like_json

    def add(self, line: int, outcome: Outcome) -> None:
        file = self.files[-1]
        file.messages += 1
        if outcome.surface not in file.protocols:
            file.protocols.append(outcome.surface)
        method = None if outcome.method is None else _cut(outcome.method)
        key = MethodKind(method, outcome.kind)
        if not outcome.known:
            self.other_methods.add(key)
        for issue in outcome.issues:
            self._tally_for(issue.rule).add(_kind_of_issue(method, issue))
        if outcome.error is None:
            self.passed.add(key)
            return
        file.failed += 1
        self.failed.add(key)
        error = outcome.error
        message = _cut(f"expected {error.expected}, got {error.got}{': ' if error.hint else ''}{error.hint}")
        kind = ErrorKind(method, outcome.kind, _normal(error.path), message)
        self._locate(self.errors, kind, Place(file.name, line, _cut(error.path)))

    def add_steps(self, steps: Iterable[Step]) -> None:
        """Add the violations found by the file's conversations."""
        for step in steps:
            for violation in step.violations:
                self._add_violation(violation)

    def _add_violation(self, violation: Violation) -> None:
        if violation.rule == SAME_AS_ERROR:
            return
        kind = ViolationKind(violation.rule, violation.level, violation.sender, _cut(violation.message), violation.page)
        path = None if violation.path is None else _cut(violation.path)
        self._locate(self.violations, kind, Place(self.files[-1].name, violation.number, path))

    def _locate(self, tally: Tally[K], kind: K, place: Place) -> None:
        """Count something, and keep its first few places."""
        tally.add(kind)
        if tally.counts.get(kind, _PLACES + 1) <= _PLACES:
            self.places.setdefault(kind, []).append(place)

    def _tally_for(self, rule: Rule) -> Tally[IssueKind]:
        if rule == "unknown-member":
            return self.unknown_members
        return self.unknown_values if rule in ("unknown-variant", "unknown-value") else self.leniency


def _kind_of_issue(method: str | None, issue: Issue) -> IssueKind:
    shown = issue.value if issue.rule in ("unknown-variant", "unknown-value") else None
    tag = shown if isinstance(shown, str) and _TAG.match(shown) else None
    return IssueKind(issue.rule, method, _normal(issue.path), tag)


def _normal(path: str) -> str:
    return _cut(_INDEX.sub("[]", path))


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT_LIMIT else text[: _TEXT_LIMIT - 3] + "..."

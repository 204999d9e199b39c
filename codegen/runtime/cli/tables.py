"""Formats a report: aligned tables as text, or one JSON object."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, Union

from . import showable
from .check import MessageKind
from .report import ErrorKind, IssueKind, MethodKind, Report, Tally

_Cell: TypeAlias = Union[str, int, tuple[str, ...], None]

_KINDS: Final[tuple[MessageKind, ...]] = ("request", "response", "error", "notification", "invalid")


class _Table(NamedTuple):
    name: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[_Cell, ...]]
    rest: int = 0
    """How much was counted without being distinguished."""


def as_json(report: Report) -> str:
    """One line of JSON: each table, the `errors` and the `violations` as lists of objects; `not_listed` has what they omit.

    `ok` is whether all messages decode, `obeys` whether nothing else violates a MUST of the protocol.
    """
    tables = _tables(report)
    rest = {table.name: table.rest for table in tables} | {
        "errors": report.errors.rest,
        "violations": report.violations.rest,
    }
    errors, violations = (
        [
            {**kind._asdict(), "count": count, "places": [place._asdict() for place in report.places[kind]]}
            for kind, count in counted
        ]
        for counted in (report.errors.most_common(), report.violations.most_common())
    )
    return json.dumps(
        {table.name: [dict(zip(table.columns, row, strict=True)) for row in table.rows] for table in tables}
        | {"errors": errors, "violations": violations}
        | {"not_listed": {name: count for name, count in rest.items() if count}}
        | {"ok": report.ok, "obeys": report.obeys}
    )


def as_text(report: Report) -> str:
    """The non-empty tables, the errors, the violations, and a summary on the last line."""
    sections = ["\n".join(_aligned(table)) for table in _tables(report) if table.rows]
    if not report.ok:
        sections.append("\n".join(_errors(report)))
    if report.violations.counts:
        sections.append("\n".join(_violations(report)))
    messages, failed = sum(file.messages for file in report.files), sum(file.failed for file in report.files)
    broken = sum(report.violations.counts.values()) + report.violations.rest
    sections.append(_verdict(messages, failed, broken))
    return "\n\n".join(sections)


def _verdict(messages: int, failed: int, broken: int) -> str:
    noun = "message" if messages == 1 else "messages"
    if failed:
        verdict = f"{failed:,} of {messages:,} {noun} {'does' if failed == 1 else 'do'} not decode"
    else:
        verdict = f"{messages:,} {noun} {'decodes' if messages == 1 else 'decode'}"
    if broken:
        verdict += f"; {broken:,} {'violates' if broken == 1 else 'violate'} a rule of the protocol"
    return verdict


def _tables(report: Report) -> list[_Table]:
    files = [
        (file.name, tuple(file.protocols), file.messages, file.failed, file.log_lines, file.broken_json)
        for file in report.files
    ]
    methods = sorted(report.passed.counts.keys() | report.failed.counts.keys(), key=_by_method)
    others = [
        (kind.method, kind.kind, (kind.method or "").startswith("_"), count)
        for kind, count in report.other_methods.most_common()
    ]
    return [
        _Table("files", ("file", "protocols", "messages", "failed", "log_lines", "broken_json"), files),
        _Table(
            "messages",
            ("method", "kind", "ok", "failed"),
            [(*key, report.passed.counts.get(key, 0), report.failed.counts.get(key, 0)) for key in methods],
            report.passed.rest + report.failed.rest,
        ),
        _Table("other_methods", ("method", "kind", "extension", "count"), others, report.other_methods.rest),
        _issues("unknown_values", ("rule", "method", "path", "value"), report.unknown_values),
        _issues("unknown_members", ("method", "path"), report.unknown_members),
        _issues("leniency", ("rule", "method", "path"), report.leniency),
    ]


def _by_method(key: MethodKind) -> tuple[bool, str, int]:
    return key.method is None, key.method or "", _KINDS.index(key.kind)


def _issues(name: str, columns: tuple[str, ...], tally: Tally[IssueKind]) -> _Table:
    rows = [(*(getattr(kind, column) for column in columns), count) for kind, count in tally.most_common()]
    return _Table(name, (*columns, "count"), rows, tally.rest)


def _aligned(table: _Table) -> Iterator[str]:
    """A title line, then columns: numbers aligned to the right, everything else to the left."""
    header = tuple(column.replace("_", " ") for column in table.columns)
    rows = [header, *(tuple(_text(cell) for cell in row) for row in table.rows)]
    widths = [max(map(showable.width, column)) for column in zip(*rows, strict=True)]
    numeric = [type(cell) is int for cell in table.rows[0]]
    yield table.name.replace("_", " ").upper()
    for row in rows:
        cells = (_padded(cell, w, right=right) for cell, w, right in zip(row, widths, numeric, strict=True))
        yield "  " + "  ".join(cells).rstrip()
    if table.rest:
        yield f"  ... and {table.rest:,} of further kinds"


def _padded(cell: str, width: int, *, right: bool) -> str:
    space = " " * (width - showable.width(cell))
    return space + cell if right else cell + space


def _errors(report: Report) -> Iterator[str]:
    yield "ERRORS"
    for kind, count in report.errors.most_common():
        places = report.places[kind]
        for place in places:
            yield f"  {_text(place.file)}:{place.line}: {_subject(kind)}: {_text(place.path)}: {_text(kind.message)}"
        if count > len(places):
            yield f"  ... and {count - len(places):,} more like this"
    if report.errors.rest:
        yield f"  ... and {report.errors.rest:,} of further kinds"


def _violations(report: Report) -> Iterator[str]:
    yield "VIOLATIONS"
    for kind, count in report.violations.most_common():
        yield f"  {kind.level} {kind.rule} ({kind.page}), by the {kind.sender}: {_text(kind.message)}"
        places = report.places[kind]
        for place in places:
            at = "" if place.path is None else f": {_text(place.path)}"
            yield f"    {_text(place.file)}:{place.line}{at}"
        if count > len(places):
            yield f"    ... and {count - len(places):,} more like this"
    if report.violations.rest:
        yield f"  ... and {report.violations.rest:,} of further kinds"


def _subject(kind: ErrorKind) -> str:
    return "not a message" if kind.kind == "invalid" else f"{_text(kind.method)} {kind.kind}"


def _text(cell: _Cell) -> str:
    """One cell, always on one line."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    text = cell if isinstance(cell, str) else ", ".join(cell)
    return showable.exact(text)

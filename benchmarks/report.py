"""The table of ratios: as data, as text and as Markdown."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date

from benchmarks.cases import CASES, HELD, MALFORMED, PARSED
from benchmarks.environments import OURS, PEERS, ROOT, Cache
from benchmarks.measure import FLOOR, SAMPLES_PER_ROUND, SURFACES, Results

NOTES = """
Each figure is a ratio to the baseline in its heading, measured in the same round: the minimum, with the median in
brackets. Lower is better. Times are CPU time without the garbage collector, as in `timeit`; memory is counted by
tracemalloc and does not vary. The names in each expression are imported beforehand: `loads(form, text)`, not
`acp.loads(acp.SessionNotification, text)`.

`dataclasses` in the import sections: the same generated classes with the real `@dataclass`. In the others: frozen
slotted classes for these messages only, read by handwritten functions that do not check types.

cattrs and mashumaro read into those classes too, and msgspec into its own Structs. These are about thirty classes and
not the whole protocol, which favours them in first use; ours also have a slot for unknown members, and take as much
memory as the same classes with the real `@dataclass`.

The SDK is measured with `model_validate_json` and `model_dump_json`, which are faster than the dicts that its
connection uses; in the row of the JSON-RPC message it uses dicts. cattrs is in its fast mode. msgspec and pydantic
decode in compiled code; msgspec writes bytes. The first use of `dataclasses` is reading only.

Of these messages, chuk-acp models only the text chunk, without its notification.
"""


@dataclass(frozen=True)
class Cell:
    """One figure, or why there is none."""

    minimum: float | None = None
    median: float | None = None
    bytes: int | None = None
    refused: str = ""


@dataclass(frozen=True)
class Row:
    """One thing that was measured, for each peer."""

    name: str
    title: str
    cells: dict[str, Cell]


@dataclass(frozen=True)
class Section:
    """Rows with one baseline."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Report:
    """The results of a run."""

    date: str
    python: str
    versions: tuple[str, ...]
    rounds: int
    seed: int
    peers: dict[str, str]
    """The title of each column."""
    sections: tuple[Section, ...]

    def data(self) -> dict[str, object]:
        return asdict(self)


def rows() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each section's title, and the names and titles of its rows."""
    surfaces = [(surface, surface) for surface in SURFACES]
    yield (
        f"Import, in a fresh process; 1 = {FLOOR}",
        [(f"import {name}", title) for name, title in [("acp_types", "acp_types"), *surfaces]],
    )
    yield "Import, with those three loaded before; same 1", [(f"own {name}", title) for name, title in surfaces]
    yield "Peak of memory while importing; same 1", [(f"peak {name}", title) for name, title in surfaces]
    cases = [(case.name, case.title) for case in CASES]
    yield (
        "Decode; 1 = json.loads of the same text",
        [(f"decode {name}", title) for name, title in [*cases, (MALFORMED.name, MALFORMED.title)]],
    )
    yield "Encode; 1 = json.dumps of the plain dict", [(f"encode {name}", title) for name, title in cases]
    parsed = [(case.name, case.title) for case in PARSED]
    yield (
        "Read what json has parsed; 1 = json.loads of its text",
        [(f"structure {name}", title) for name, title in parsed],
    )
    yield "Write plain dicts; 1 = json.dumps of them", [(f"unstructure {name}", title) for name, title in parsed]
    yield "Build a chunk's three objects by keyword; 1 = dataclasses", [("build chunk", "text chunk")]
    yield "Memory held by a decoded message; 1 = the plain dict", [(case.name, case.title) for case in HELD]
    yield (
        "First use, fresh process to 200 messages read and written; 1 = json alone",
        [("first use", "stream of 200 updates")],
    )


def make_report(results: Results, cache: Cache, rounds: int, seed: int) -> Report:
    peers = {peer.name: peer.title for peer in PEERS if cache.has(peer)}

    def cell(row: str, peer: str) -> Cell:
        series = results.series.get((row, peer))
        if series is None:
            return Cell(refused=results.refused.get((row, peer), ""))
        if row.startswith(("peak", "held")):
            return Cell(minimum=series.minimum(), bytes=round(series.subject()))
        return Cell(minimum=series.minimum(), median=series.median())

    sections = tuple(
        Section(title, tuple(Row(name, shown, {peer: cell(name, peer) for peer in peers}) for name, shown in names))
        for title, names in rows()
    )
    found = {f"{name} {version}": None for peer in PEERS for name, version in cache.versions(peer).items()}
    return Report(
        date=date.today().isoformat(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        versions=(f"acp-types {our_version()}", *found),
        rounds=rounds,
        seed=seed,
        peers=peers,
        sections=sections,
    )


def our_version() -> str:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "(.+)"$', project, re.MULTILINE)
    assert found is not None
    return found[1]


def number(value: float) -> str:
    """A figure with three digits; large ones as integers."""
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def shown(cell: Cell) -> str:
    if cell.minimum is None:
        return "fails" if cell.refused else ""
    if cell.bytes is not None:
        size = f"{cell.bytes} B" if cell.bytes < 10_000 else f"{cell.bytes / 1000:.0f} kB"
        return f"{number(cell.minimum)}, {size}"
    assert cell.median is not None
    return f"{number(cell.minimum)} ({number(cell.median)})"


def heading(report: Report) -> str:
    return (
        f"{report.date}, {report.python}; {', '.join(report.versions)}; {report.rounds} rounds, each with one fresh "
        f"process for each import and first use, and {SAMPLES_PER_ROUND} samples of everything else in one process per "
        f"library, interleaved, seed {report.seed}."
    )


def short(section: Section) -> str:
    return section.title.split(";")[0].split(",")[0].lower()


def failures(report: Report) -> Iterator[str]:
    """Which libraries have no figure where one is expected, and why."""
    found: dict[str, list[str]] = {}
    for section in report.sections:
        for row in section.rows:
            for peer, cell in row.cells.items():
                if cell.refused:
                    found.setdefault(f"{short(section)}, {row.title}: {cell.refused}", []).append(report.peers[peer])
    for reason, peers in found.items():
        yield f"Fails ({reason}): {', '.join(peers)}."


def losses(report: Report) -> Iterator[str]:
    """Where other libraries have lower figures than this package."""
    for peer, title in report.peers.items():
        ahead = [text for section in report.sections if (text := ahead_in(section, peer))]
        if ahead:
            yield f"{title} is ahead of acp-types in " + "; ".join(ahead) + "."


def ahead_in(section: Section, peer: str) -> str:
    """The rows of a section in which a peer has lower figures, with both figures."""
    both = [
        (row.title, theirs, ours)
        for row in section.rows
        if (theirs := row.cells[peer].minimum) is not None and (ours := row.cells[OURS.name].minimum) is not None
    ]
    won = [figures for figures in both if figures[1] < figures[2]]
    if len(won) > 2 and len(won) == len(both):
        return f"all of {short(section)} ({span([one[1] for one in won])}, ours {span([one[2] for one in won])})"
    return short(section) + ": " + ", ".join(f"{t} ({number(a)}, ours {number(b)})" for t, a, b in won) if won else ""


def span(values: Sequence[float]) -> str:
    return f"{number(min(values))}-{number(max(values))}"


def as_text(report: Report) -> str:
    """The table for a terminal."""

    def line(cells: Sequence[str]) -> str:
        first, *others = cells
        return (f"{first:37}" + "".join(f"{cell:>15}" for cell in others)).rstrip()

    def table(section: Section) -> Iterator[str]:
        yield ""
        yield section.title
        for row in section.rows:
            yield line([f"  {row.title}", *(shown(cell) for cell in row.cells.values())])

    parts = [heading(report), "", line(["", *report.peers.values()])]
    for section in report.sections:
        parts += table(section)
    return "\n".join([*parts, "", *remarks(report, lambda note: f"- {note}")]) + "\n"


def as_markdown(report: Report) -> str:
    """The table for a page."""
    width = len(report.peers)
    parts = [
        f"# Benchmarks on {report.python}",
        "",
        "Generated by `python -m benchmarks`. " + heading(report),
        "",
        "| | " + " | ".join(report.peers.values()) + " |",
        "| --- |" + " ---: |" * width,
    ]
    for section in report.sections:
        parts.append(f"| **{section.title}** |" + " |" * width)
        parts += [
            f"| {row.title} | " + " | ".join(shown(cell) for cell in row.cells.values()) + " |" for row in section.rows
        ]
    return "\n".join([*parts, "", *remarks(report, lambda note: f"- {note}")]) + "\n"


def remarks(report: Report, item: Callable[[str], str]) -> Iterator[str]:
    notes = (note.replace("\n", " ") for note in NOTES.strip().split("\n\n"))
    yield from map(item, (*notes, *losses(report), *failures(report)))

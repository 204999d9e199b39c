"""The tables that compare this package with other libraries, from `peers.json` and the benchmark results.

`python -m docs.tools.comparison` writes them into the README and the page about performance.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.environments import ROOT
from benchmarks.report import number
from docs.tools.probing import MESSAGES

DATA = Path(__file__).resolve().parent / "peers.json"
RESULTS = ROOT / "docs" / "benchmarks"
README = ROOT / "README.md"
PERFORMANCE = ROOT / "docs" / "performance.md"
PYTHON = "3.11"
"""Which results the tables show."""
BY_HAND = "up to you"
VERSIONS = {"v1": "v1", "v2": "v2 draft"}

FIGURES = {
    "import acp_types.v1.unstable": "import v1 with its unstable features; 1 = `import json, typing, dataclasses`",
    "decode stream": "decode a stream of 200 updates; 1 = `json.loads`",
    "decode prompt": "decode a prompt with a resource",
    "decode whole": "decode a text chunk in its JSON-RPC message",
    "encode stream": "encode the stream; 1 = `json.dumps`",
    "encode whole": "encode a text chunk in its JSON-RPC message",
}
"""The rows of the page about performance, by their name in the results."""
MEASURED = ("acp-types", "sdk", "sdk-candidate", "cattrs", "msgspec")

Found = Mapping[str, Any]
Kinds = Mapping[str, Mapping[str, list[str]]]
"""By surface, the kinds of update with and without a type in a module."""


def found() -> Found:
    """The results of the probe, by peer."""
    peers: Found = json.loads(DATA.read_text(encoding="utf-8"))
    return peers


def results(python: str) -> Mapping[str, Mapping[str, float]]:
    """The minimum ratio of each peer, by row, as measured on a Python (`3.11`)."""
    report = json.loads((RESULTS / python / "results.json").read_text(encoding="utf-8"))
    return {
        row["name"]: {peer: cell["minimum"] for peer, cell in row["cells"].items() if cell["minimum"] is not None}
        for section in report["sections"]
        for row in section["rows"]
    }


def titles(python: str) -> Mapping[str, str]:
    """The title of each peer in the report of a run."""
    report = json.loads((RESULTS / python / "results.json").read_text(encoding="utf-8"))
    called: Mapping[str, str] = report["peers"]
    return called


def columns(peers: Found) -> dict[str, str]:
    """The title of each column by the name of the peer."""
    sdk = peers["sdk"]["versions"]["agent-client-protocol"]
    chuk = peers["chuk-acp"]["versions"]["chuk-acp"]
    return {
        "acp-types": "acp-types",
        "sdk": f"official SDK {sdk}",
        "chuk-acp": f"chuk-acp {chuk}",
        "typeddicts": "TypedDicts by hand",
        "msgspec": "msgspec by hand",
    }


def table(peers: Found, measured: Mapping[str, Mapping[str, float]]) -> list[list[str]]:
    """The whole table: a row of titles, and a row for each criterion."""
    names = columns(peers)
    imports, reading = measured["import acp_types.v1.unstable"], {**measured["decode chunk"], "typeddicts": 1.0}
    rows = [["", *names.values()]]
    rows += [[message, *(peers[name]["outcomes"][message] for name in names)] for message in MESSAGES]
    rows += [
        ["error for a value of the wrong type", *(misfit(peers[name]["misfit"]) for name in names)],
        ["a misspelt member, in mypy and pyright", *(misspelt(peers[name]) for name in names)],
        ["protocol", *(protocol(peers[name]["modules"]) for name in names)],
        ["starts agents, transports messages", *("yes" if peers[name]["starts agents"] else "no" for name in names)],
        ["dependencies", *(weight(peers[name]) for name in names)],
        ["import time; 1 = `json`, `typing`, `dataclasses`", *(ratio(imports, name, BY_HAND) for name in names)],
        ["decoding a text chunk; 1 = `json.loads`", *(ratio(reading, name, "") for name in names)],
    ]
    return rows


def figures(called: Mapping[str, str], measured: Mapping[str, Mapping[str, float]]) -> list[list[str]]:
    """The table of the page about performance."""
    rows = [["", *(called[peer] for peer in MEASURED)]]
    rows += [[what, *(ratio(measured[name], peer, "") for peer in MEASURED)] for name, what in FIGURES.items()]
    return rows


def misfit(said: Mapping[str, Any]) -> str:
    if not said["noticed"]:
        return "not noticed"
    if said["lines"] == 1 and said["places"] == 1 and not said["shown"]:
        return "one line, with the place"
    places = {0: "an error", 1: "the place"}.get(said["places"], f"{said['places']} places")
    return f"{places}, and the value" if said["shown"] else places


def misspelt(peer: Mapping[str, Any]) -> str:
    answers = set(peer["a misspelt member is noticed"].values())
    return {frozenset({True}): "error", frozenset({False}): "not noticed"}.get(frozenset(answers), "one of them errs")


def protocol(modules: Mapping[str, Kinds]) -> str:
    """How much of the protocol has types, and whether unstable types are separate."""
    if not modules:
        return BY_HAND
    said = [extent(version, modules) for version in VERSIONS]
    stable = [kinds for kinds in modules.values() if kinds["v1"]["typed"]]
    with_unstable = [kinds for kinds in stable if kinds["v1.unstable"]["typed"]]
    if with_unstable:
        said.append("unstable mixed in" if len(with_unstable) == len(stable) else "unstable separate")
    return ", ".join(filter(None, said))


def extent(version: str, modules: Mapping[str, Kinds]) -> str:
    """How much of a version the best module covers."""
    best = max((kinds[version] for kinds in modules.values()), key=lambda kinds: len(kinds["typed"]))
    if not best["typed"]:
        return ""
    if not best["not typed"]:
        return VERSIONS[version]
    return f"{len(best['typed'])} of the {len(best['typed']) + len(best['not typed'])} updates of {VERSIONS[version]}"


def weight(peer: Mapping[str, Any]) -> str:
    names = ", ".join(peer["requires"]) or "none"
    return f"{names} (compiled)" if peer["compiled"] else names


def ratio(row: Mapping[str, float], name: str, otherwise: str) -> str:
    return number(row[name]) if name in row else otherwise


def as_markdown(rows: Sequence[Sequence[str]], rule: str) -> str:
    """A table. `rule` is the separator below each title but the first."""
    below = ["---", *[rule] * (len(rows[0]) - 1)]
    lines = ("|".join(f" {cell} " if cell else " " for cell in row) for row in [rows[0], below, *rows[1:]])
    return "".join(f"|{line}|\n" for line in lines)


def put(page: Path, table: str) -> None:
    """Replace the table that begins like this one, up to its second title."""
    text = page.read_text(encoding="utf-8")
    start = re.escape(table[: table.index("|", len("| | "))])
    changed, count = re.subn(rf"^{start}.*\n(?:^\|.*\n)+", lambda _: table, text, flags=re.MULTILINE)
    if count != 1:
        raise SystemExit(f"{page.name} has {count} tables for this, not one")
    page.write_text(changed, encoding="utf-8", newline="\n")


def main() -> None:
    measured = results(PYTHON)
    put(README, as_markdown(table(found(), measured), "---"))
    put(PERFORMANCE, as_markdown(figures(titles(PYTHON), measured), "---:"))


if __name__ == "__main__":
    main()

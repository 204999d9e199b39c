"""Generation time by schema size: the v2 schema, and two to eight copies of it in one.

python -m benchmarks.generator     (in an environment with the dependency group `codegen`)
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from codegen.decisions import Decisions
from codegen.frontend import read_model
from codegen.normalise import normalise
from codegen.plan import plan
from codegen.project import HERE
from codegen.render import render
from codegen.source import Source, read_pin, read_sources

SCALES = (1, 2, 4, 8)
SURFACE = "v2"

_NAMED = {"variant": ("union", "name"), "enum": ("record", "name"), "patch": ("type",), "plain": ("type",)}
"""By table of decisions, the keys that name types."""


@dataclasses.dataclass(frozen=True)
class Cost:
    """The time of generating, in seconds."""

    definitions: int
    characters: int
    modelled: float
    rendered: float
    """The formatter is a separate process, so this is real time; the others are CPU time."""


def enlarged(schema: Mapping[str, Any], times: int) -> dict[str, Any]:
    """A schema with several copies of each definition, which refer to each other. Methods are not copied."""
    definitions = dict(schema["$defs"])
    for copy in range(2, times + 1):
        definitions |= {f"{name}{copy}": _renamed(body, copy) for name, body in schema["$defs"].items()}
    return {**schema, "$defs": definitions}


def _renamed(node: Any, copy: int) -> Any:
    if isinstance(node, dict):
        kept = {key: value for key, value in node.items() if key not in ("x-side", "x-method")}
        return {key: f"{value}{copy}" if key == "$ref" else _renamed(value, copy) for key, value in kept.items()}
    return [_renamed(item, copy) for item in node] if isinstance(node, list) else node


def decisions_for(times: int) -> Decisions:
    """Apply the decisions about a type to its copies too."""
    tables: dict[str, Sequence[Mapping[str, Any]]] = dict(Decisions.load(HERE.decisions).tables)
    for table, keys in _NAMED.items():
        tables[table] = [*tables[table], *_copies(tables[table], keys, times)]
    tables["scope"] = [
        *tables["scope"],
        *(
            {**entry, "name": f"{entry['name']}{copy}", "variants": [f"{name}{copy}" for name in entry["variants"]]}
            for copy in range(2, times + 1)
            for entry in tables["scope"]
        ),
    ]
    return Decisions(tables)


def _copies(entries: Sequence[Mapping[str, Any]], keys: Sequence[str], times: int) -> Iterator[Mapping[str, Any]]:
    for copy in range(2, times + 1):
        for entry in entries:
            yield {**entry, **{key: f"{entry[key]}{copy}" for key in keys}}


def measure(source: Source, times: int) -> Cost:
    """Generate the package of one surface."""
    schema = enlarged(source.schema, times)
    decisions = decisions_for(times)
    start = time.process_time()
    surface = read_model(normalise(schema, decisions, SURFACE), source.version, stable=True)
    planned = plan([surface], decisions)
    modelled = time.process_time() - start
    start = time.perf_counter()
    files = render(planned, {SURFACE: dataclasses.replace(source, schema=schema)}, read_pin(), "")
    rendered = time.perf_counter() - start
    return Cost(len(schema["$defs"]), sum(map(len, files.values())), modelled, rendered)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generator", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the minimum is reported (%(default)s)")
    rounds = parser.parse_args().rounds
    source = next(source for source in read_sources() if source.surface == SURFACE)
    print("schema  definitions   kB of code   s to the plan   s to the files   s per definition, to that at 1x")
    base = 0.0
    for times in SCALES:
        costs = [measure(source, times) for _ in range(rounds)]
        modelled, rendered = min(cost.modelled for cost in costs), min(cost.rendered for cost in costs)
        each = (modelled + rendered) / costs[0].definitions
        base = base or each
        print(
            f"{f'{times}x':>6} {costs[0].definitions:12} {costs[0].characters / 1000:12.0f} {modelled:15.2f}"
            f" {rendered:16.2f} {each / base:34.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()

"""Measures acp-types and its peers and prints the ratios: `python -m benchmarks`, in a checkout, with any Python."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.environments import ROOT, SHARED, Cache
from benchmarks.measure import measure
from benchmarks.report import Report, as_markdown, as_text, make_report

ROUNDS, QUICK_ROUNDS = 15, 2


def write(report: Report, cache: Cache, folder: Path) -> None:
    """Write the report and its charts to a folder for this Python."""
    folder = folder / cache.folder.name
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / "results.json"
    results.write_text(json.dumps(report.data(), indent=1) + "\n", encoding="utf-8")
    (folder / "results.md").write_text(as_markdown(report), encoding="utf-8")
    cache.run(SHARED, ["-m", "benchmarks.charts", str(results.resolve())], ROOT)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each thing is measured (%(default)s)")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_ROUNDS} rounds, and write nothing")
    parser.add_argument("--seed", type=int, default=1, help="seed of the order (%(default)s)")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "benchmarks", help="where the peers are kept")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "benchmarks", help="where the report goes")
    options = parser.parse_args()
    rounds = QUICK_ROUNDS if options.quick else options.rounds
    cache = Cache(options.cache.resolve())
    cache.prepare()
    report = make_report(measure(cache, rounds, options.seed), cache, rounds, options.seed)
    sys.stdout.write(as_text(report))
    if not options.quick:
        write(report, cache, options.output)


if __name__ == "__main__":
    main()

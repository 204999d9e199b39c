"""python -m codegen bump VERSION | latest | --from DIR."""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path

from codegen.bump.run import Bump, Request, Stopped
from codegen.project import HERE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("version", nargs="?", help="a version of the SDK; without one or --from, `latest`")
    parser.add_argument("--from", dest="folder", type=Path, metavar="DIR", help="an unpacked package, or a checkout")
    parser.add_argument("--as", dest="name", metavar="VERSION", help="the version of a DIR that does not state it")
    parser.add_argument("--quick", action="store_true", help="skip type checks and tests")


def main(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Run the command and return its exit status."""
    if options.folder and options.version:
        parser.error("VERSION and --from DIR exclude each other: give one of them")
    if options.name and not options.folder:
        parser.error("--as VERSION needs --from DIR")
    HERE.last_report.unlink(missing_ok=True)
    request = Request(options.version or "latest", options.folder, options.name, options.quick)
    try:
        report = Bump(HERE, lambda line: print(line, flush=True)).run(request)
    except Stopped as stopped:
        if stopped.__cause__:
            traceback.print_exception(stopped.__cause__)
        print(stopped, file=sys.stderr)
        return 1
    if report:
        HERE.last_report.parent.mkdir(parents=True, exist_ok=True)
        HERE.last_report.write_text(report.to_markdown(), encoding="utf-8", newline="\n")
        print(
            f"bump: {report.package} {report.old_version} -> {report.new_version} requires version {report.asks_for}:"
            f" read docs/changes/{report.new_version}.md"
        )
    return 0

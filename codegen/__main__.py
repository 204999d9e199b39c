"""python -m codegen generate | check."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from codegen.decisions import Decisions
from codegen.errors import GenerationError
from codegen.frontend import read_model
from codegen.normalise import normalise
from codegen.plan import SurfacePlan, plan
from codegen.render import render
from codegen.source import read_pin, read_sources
from codegen.tree import PACKAGE, drift, write_tree
from codegen.versions import mark_versions

DECISIONS = Path(__file__).resolve().parent / "decisions.toml"


def plans(decisions_file: Path = DECISIONS) -> list[SurfacePlan]:
    """The plan of each vendored schema."""
    decisions = Decisions.load(decisions_file)
    surfaces = [
        read_model(normalise(source.schema, decisions, source.surface), source.version, stable=source.stable)
        for source in read_sources()
    ]
    decisions.check_all_used([surface.name for surface in surfaces])
    return plan(mark_versions(surfaces), decisions)


def package_files() -> dict[str, str]:
    """The whole package: path -> text."""
    return render(plans(), {source.surface: source for source in read_sources()}, read_pin())


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m codegen", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("generate", help="delete and rewrite generated/acp_types")
    commands.add_parser("check", help="compare generated/acp_types with what would be generated; exit 1 if it differs")
    command = parser.parse_args(arguments).command
    try:
        files = package_files()
    except GenerationError as error:
        print(f"codegen: {error}", file=sys.stderr)
        return 1
    if command == "generate":
        shutil.rmtree(PACKAGE, ignore_errors=True)
        write_tree(PACKAGE, files)
        return 0
    differences = list(drift(files))
    sys.stdout.writelines(differences)
    if differences:
        print("codegen: generated/acp_types is not what the generator makes: run `nox -s generate`", file=sys.stderr)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())

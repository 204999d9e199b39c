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
from codegen.own_options import add_options, make_own, read_options
from codegen.plan import SurfacePlan, plan
from codegen.render import render
from codegen.source import read_pin, read_sources
from codegen.tree import PACKAGE, drift, write_tree

DECISIONS = Path(__file__).resolve().parent / "decisions.toml"


def plans(decisions_file: Path = DECISIONS) -> list[SurfacePlan]:
    """The plan of each vendored schema."""
    decisions = Decisions.load(decisions_file)
    surfaces = [
        read_model(normalise(source.schema, decisions, source.surface), source.version, stable=source.stable)
        for source in read_sources()
    ]
    decisions.check_all_used([surface.name for surface in surfaces])
    return plan(surfaces, decisions)


def package_files() -> dict[str, str]:
    """The whole package: path -> text."""
    return render(plans(), {source.surface: source for source in read_sources()}, read_pin())


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m codegen", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    generate = commands.add_parser("generate", help="delete and rewrite generated/acp_types, or a package of your own")
    check = commands.add_parser("check", help="compare it with what would be generated; exit 1 if it differs")
    for subparser in (generate, check):
        add_options(subparser)
    options = parser.parse_args(arguments)
    command = options.command
    try:
        wanted = read_options(options, parser)
        if wanted is not None:
            return make_own(command, wanted, DECISIONS)
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

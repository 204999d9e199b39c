"""python -m codegen generate | check | bump."""

from __future__ import annotations

import argparse
import sys

from codegen.build import DECISIONS, build, differences, package_files, plans, write
from codegen.bump.command import add_arguments
from codegen.bump.command import main as bump
from codegen.errors import GenerationError
from codegen.own.options import add_options, make_own, read_options
from codegen.tools import check_tools

__all__ = ["DECISIONS", "main", "package_files", "plans"]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m codegen", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    generate = commands.add_parser("generate", help="delete and rewrite what is generated, or a package of your own")
    check = commands.add_parser("check", help="compare it with what would be generated; exit 1 if it differs")
    for subparser in (generate, check):
        add_options(subparser)
    add_arguments(commands.add_parser("bump", help="follow a published release, or change nothing"))
    options = parser.parse_args(arguments)
    if options.command == "bump":
        return bump(options)
    try:
        check_tools()
        wanted = read_options(options, parser)
        if wanted is not None:
            return make_own(options.command, wanted, DECISIONS)
        output = build()
    except GenerationError as error:
        print(f"codegen: {error}", file=sys.stderr)
        return 1
    if options.command == "generate":
        write(output)
        return 0
    found = list(differences(output))
    sys.stdout.writelines(found)
    if found:
        print("codegen: the repository is not what the generator makes: run `nox -s generate`", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

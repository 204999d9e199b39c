"""python -m codegen generate | check | bump."""

from __future__ import annotations

import argparse
import io
import os
import sys

try:
    from codegen.build import build, differences, write
    from codegen.bump.command import add_arguments
    from codegen.bump.command import main as bump
    from codegen.errors import TOO_DEEP, GenerationError
    from codegen.own.options import add_options, make_own, read_options
    from codegen.project import HERE
    from codegen.tools import check_tools
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] in ("", "codegen"):
        raise
    sys.exit(f"codegen: {error.name} is not installed: run `pip install --group codegen` in the checkout")


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 for an error or a difference, 2 for wrong arguments, 130 if interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # schemas have characters that some terminals lack
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except GenerationError as error:
        print(f"codegen: {error}", file=sys.stderr)
        return 1
    except RecursionError:
        print(f"codegen: {TOO_DEEP}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("codegen: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader has closed the output. Redirect it to nowhere, because Python flushes it again on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(f"codegen: {error.filename or 'this machine'}: {error.strerror}", file=sys.stderr)
        return 1
    return status


def _run(arguments: list[str] | None) -> int:
    parser = argparse.ArgumentParser(prog="python -m codegen", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    generate = commands.add_parser("generate", help="regenerate the package, or generate your own")
    check = commands.add_parser("check", help="compare it with the generator's output; exit 1 if it differs")
    for subparser in (generate, check):
        add_options(subparser)
    follow = commands.add_parser("bump", help="update to a published release, all or nothing")
    add_arguments(follow)
    options = parser.parse_args(arguments)
    if options.command == "bump":
        return bump(options, follow)
    check_tools()
    wanted = read_options(options, parser)
    if wanted is not None:
        return make_own(options.command, wanted, HERE.decisions)
    output = build()
    if options.command == "generate":
        write(output)
        return 0
    found = list(differences(output))
    sys.stdout.writelines(found)
    if found:
        print("codegen: the repository differs from the generator's output: run `nox -s generate`", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

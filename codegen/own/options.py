"""The options of `python -m codegen generate` and `check` for a user's own package."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from codegen.decisions import SURFACES
from codegen.own.package import Wanted, check_own, generate_own


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--schema` and related options."""
    own = parser.add_argument_group("your own package (docs/how-to/own-package.md)")
    own.add_argument("--schema", type=Path, metavar="FILE", help="an ACP-style JSON Schema")
    own.add_argument("--package", metavar="NAME", help="the name to import it by")
    own.add_argument("--out", type=Path, metavar="DIR", help="the folder in which the package's folder is created")
    own.add_argument("--decisions", type=Path, metavar="FILE", help="choices that the schema leaves open, as TOML")
    own.add_argument(
        "--like",
        metavar="SURFACE",
        choices=SURFACES,
        help=f"the surface whose decisions apply in addition to yours: {', '.join(SURFACES)}; "
        "by default the surface with the most definitions in common",
    )


def read_options(options: argparse.Namespace, parser: argparse.ArgumentParser) -> Wanted | None:
    """The requested package; `None` for this project's own."""
    needed = {name: getattr(options, name) for name in ("schema", "package", "out")}
    given = {*needed, "decisions", "like"} - {name for name in vars(options) if getattr(options, name) is None}
    if not given:
        return None
    missing = [f"--{name}" for name, value in needed.items() if value is None]
    if missing:
        parser.error(f"{', '.join(f'--{name}' for name in sorted(given))} needs {' and '.join(missing)}")
    return Wanted(**needed, decisions=options.decisions, like=options.like)


def make_own(command: str, wanted: Wanted, base: Path) -> int:
    """Run the command and return its exit status."""
    if command == "generate":
        print(*generate_own(wanted, base), sep="\n")
        return 0
    differences = list(check_own(wanted, base))
    sys.stdout.writelines(differences)
    if differences:
        print(f"codegen: {wanted.folder} differs from the generator's output: generate it again", file=sys.stderr)
    return 1 if differences else 0

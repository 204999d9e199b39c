"""`acp-types --version`: the versions of the package and its schemas."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any


class ShowVersion(argparse.Action):
    """Prints one line and exits. Versions are looked up only when needed."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        words = "print the versions of the package and its schemas"
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=words)

    def __call__(self, parser: argparse.ArgumentParser, *arguments: Any) -> None:
        print(version_line())
        sys.stdout.flush()
        parser.exit()


def version_line() -> str:
    """The versions of this package and of its schemas, which all come from one release."""
    from importlib.metadata import PackageNotFoundError, version

    from acp_types.v1._schema import SCHEMA

    try:
        package = version("acp-types")
    except PackageNotFoundError:  # its files are here, but it was not installed
        package = "(not installed)"
    return f"acp-types {package}, ACP v1 and v2 of {SCHEMA.source} {SCHEMA.version} ({SCHEMA.date})"

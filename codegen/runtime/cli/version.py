"""`acp-types --version`: which package this is, and which schemas it is made from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any


class ShowVersion(argparse.Action):
    """Prints one line and ends; nothing is looked up for it before it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        words = "print the versions of the package and its schemas"
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=words)

    def __call__(self, parser: argparse.ArgumentParser, *arguments: Any) -> None:
        print(version_line())
        sys.stdout.flush()
        parser.exit()


def version_line() -> str:
    """This package and the release of its schemas: all four are of one."""
    from importlib.metadata import PackageNotFoundError, version

    from acp_types.v1._schema import SCHEMA

    try:
        package = version("acp-types")
    except PackageNotFoundError:  # its files are here, and no installer put them here
        package = "(not installed)"
    return f"acp-types {package}, ACP v1 and v2 of {SCHEMA.source} {SCHEMA.version} ({SCHEMA.date})"

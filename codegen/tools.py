"""Checks that the tools that determine the output have their pinned versions."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version

from codegen import toml_text as toml
from codegen.errors import GenerationError
from codegen.project import HERE, Project

_PIN = re.compile(r"([\w-]+)==([\w.]+)")


def check_tools(project: Project = HERE) -> None:
    """Stop if the front end, the template engine or the formatter does not have the version pinned in pyproject.toml."""
    table = toml.read((project.root / "pyproject.toml").read_text(encoding="utf-8"), "pyproject.toml")
    for requirement in table["dependency-groups"]["codegen"]:
        pin = _PIN.fullmatch(requirement)
        if pin is None:
            raise GenerationError(f"pyproject.toml: {requirement!r} is not pinned exactly, as all of `codegen` must be")
        found = _installed(pin[1])
        if found != pin[2]:
            raise GenerationError(
                f"{pin[1]} {found} is installed, pyproject.toml pins {pin[2]}, and another version writes other files:"
                " run `nox -s generate` or `nox -s check`, which install the pinned one"
            )


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(none)"

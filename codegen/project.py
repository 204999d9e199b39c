"""Where things stand in a checkout: one place that knows the folders, so that all else can work on a copy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tomli


@dataclass(frozen=True)
class Project:
    """A checkout, or a copy of what the generator needs of one."""

    root: Path

    @property
    def schema(self) -> Path:
        """The published schemas and their pin."""
        return self.root / "schema"

    @property
    def model(self) -> Path:
        """The dumps of the models, one a surface."""
        return self.schema / "model"

    @property
    def names(self) -> Path:
        """What public names there are and were."""
        return self.schema / "names.lock"

    @property
    def package(self) -> Path:
        """The generated package."""
        return self.root / "generated" / "acp_types"

    @property
    def decisions(self) -> Path:
        """Every human choice."""
        return self.root / "codegen" / "decisions.toml"

    @property
    def changes(self) -> Path:
        """The change reports."""
        return self.root / "docs" / "changes"

    @property
    def last_report(self) -> Path:
        """The report of the last bump, where it changed anything: the text of a pull request."""
        return self.root / "build" / "bump" / "report.md"

    def version(self) -> str:
        """The version of this package."""
        table = tomli.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))
        return str(table["project"]["version"])


HERE = Project(Path(__file__).resolve().parent.parent)
"""The checkout that this generator stands in."""

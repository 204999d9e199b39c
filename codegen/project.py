"""The folders of a checkout, in one place, so that everything else can work on a copy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from codegen import toml_text as toml
from codegen.errors import GenerationError

PLAIN_VERSION: Final = re.compile(r"(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}", re.ASCII)
"""The format of this package's versions."""


@dataclass(frozen=True)
class Project:
    """A checkout, or a copy of the parts that the generator needs."""

    root: Path

    @property
    def schema(self) -> Path:
        """The published schemas and their pin."""
        return self.root / "schema"

    @property
    def model(self) -> Path:
        """The dumps of the models, one per surface."""
        return self.schema / "model"

    @property
    def names(self) -> Path:
        """The lock of public names."""
        return self.schema / "names.lock"

    @property
    def package(self) -> Path:
        """The generated package."""
        return self.root / "generated" / "acp_types"

    @property
    def decisions(self) -> Path:
        """The decisions."""
        return self.root / "codegen" / "decisions.toml"

    @property
    def changes(self) -> Path:
        """The change reports."""
        return self.root / "docs" / "changes"

    @property
    def last_report(self) -> Path:
        """The report of the last bump, if it changed anything, as the text of a pull request."""
        return self.root / "build" / "bump" / "report.md"

    def version(self) -> str:
        """The version of this package."""
        table = toml.read((self.root / "pyproject.toml").read_text(encoding="utf-8"), "pyproject.toml")
        version = str(table["project"]["version"])
        if not PLAIN_VERSION.fullmatch(version):
            raise GenerationError("pyproject.toml: expected a version of three numbers, such as 0.3.0")
        return version


HERE = Project(Path(__file__).resolve().parent.parent)
"""The checkout that contains this generator."""

"""The example of a package of one's own, as its how-to makes it."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

from codegen.__main__ import main
from tests.conftest import ROOT

FOLDER = ROOT / "examples" / "vendor_extension"
DECISIONS = FOLDER / "decisions.toml"


def make_schema(file: Path) -> Path:
    """The published schema with the vendor's additions."""
    example = runpy.run_path(str(FOLDER / "extend.py"))
    published = json.loads((ROOT / "schema" / "v2" / "schema.json").read_text(encoding="utf-8"))
    additions = json.loads(example["ADDITIONS"].read_text(encoding="utf-8"))
    file.write_text(json.dumps(example["extended"](published, additions)), encoding="utf-8")
    return file


def make_package(schema: Path, out: Path) -> None:
    """`acme_acp`, in a folder."""
    options = ["--schema", str(schema), "--package", "acme_acp", "--out", str(out), "--decisions", str(DECISIONS)]
    assert main(["generate", *options]) == 0

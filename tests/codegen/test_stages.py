"""One way through: no stage of the generator knows of a later one, and one module alone of the front end's library."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import jinja2
import jinja2.nodes
import pytest

from tests.conftest import ROOT

CODEGEN = ROOT / "codegen"
STAGES = (
    *("errors", "toml_text", "project", "source", "tools", "tree", "replace", "decisions", "own.decisions"),
    *("normal.keywords", "normal.values", "normal.wellformed", "normal.envelopes", "normal.form", "normal.records"),
    *("normal.tags", "normalise", "model", "frontend", "versions", "spelling.naming", "plan"),
    *("shapes", "spelling.docstrings", "spelling.python", "spelling.fast", "spelling.readers", "spelling.writers"),
    *("spelling.symbols", "spelling.homes", "place", "render", "review.names", "review.dump"),
    *("compare.renames", "compare.changes", "compare.effects", "compare.versioning", "compare.models"),
    *("review.drafts", "build", "own.package", "own.options"),
)
"""Each may import what stands before it."""


def imported(module: str) -> Iterator[str]:
    """The modules that one imports, and what else it imports from packages."""
    file = CODEGEN / f"{module.replace('.', '/')}.py"
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            name = node.module.removeprefix("codegen").removeprefix(".")
            yield name
            yield from (f"{name}.{alias.name}".removeprefix(".") for alias in node.names)


def test_every_module_has_its_place() -> None:
    folders = {folder.name for folder in CODEGEN.iterdir() if (folder / "__init__.py").is_file()} - {"bump", "runtime"}
    files = [*CODEGEN.glob("*.py"), *(file for folder in folders for file in (CODEGEN / folder).glob("*.py"))]
    names = {".".join(file.relative_to(CODEGEN).with_suffix("").parts) for file in files}
    found = {name for name in names if not name.endswith(("__init__", "__main__"))}
    assert found == {*STAGES}
    assert len(STAGES) == len(found)


@pytest.mark.parametrize("module", STAGES)
def test_no_stage_reaches_back(module: str) -> None:
    assert {*imported(module)} & {*STAGES} <= {*STAGES[: STAGES.index(module)]}


def test_one_module_reads_with_the_library() -> None:
    (reader,) = (m for m in STAGES if any(name.startswith("datamodel_code_generator") for name in imported(m)))
    assert reader == "frontend"


def test_templates_see_objects_of_the_model_alone() -> None:
    """A schema would be asked for members by their names in JSON."""
    for template in sorted((CODEGEN / "templates").iterdir()):
        parsed = jinja2.Environment(autoescape=True).parse(template.read_text(encoding="utf-8"))
        asked = [node.arg for node in parsed.find_all(jinja2.nodes.Getitem)]
        assert not any(isinstance(name, jinja2.nodes.Const) for name in asked), template.name


def test_modules_are_of_a_size_that_a_person_reads() -> None:
    for file in sorted(CODEGEN.rglob("*.py")):
        assert file.read_text(encoding="utf-8").count("\n") < 400, file.name

"""Which names a definition may have: none that the generated modules use themselves."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

from codegen.project import HERE
from codegen.spelling.naming import RESERVED, Names
from tests.conftest import plan, surface

NAMES_TYPES = sorted(
    path
    for pattern in ("_types/*.py", "_readers/*.py", "_writers/*.py", "_*.py")
    for path in (HERE.package / "v2" / "unstable").glob(pattern)
    if path.name not in ("_conversation.py", "_schema.py", "_schema_symbols.py", "_symbols.py", "_wire.py")
)
"""The modules that import or define types."""


def used_names(module: ast.Module) -> Iterator[str]:
    """What a module imports from elsewhere than other modules of types, and what it defines without being asked to."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and "_types" not in (node.module or ""):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and hasattr(builtins, node.id):
            yield node.id


@pytest.mark.parametrize("path", NAMES_TYPES, ids=lambda path: path.relative_to(HERE.package).as_posix())
def test_what_generated_modules_use_is_reserved(path: Path) -> None:
    made = set(Names(plan("v2.unstable").surface).lazy_names()) | set(dir(builtins))
    types = set(surface("v2.unstable").SYMBOLS)
    relevant = {name for name in used_names(ast.parse(path.read_text(encoding="utf-8"))) if name[0].isupper()}
    assert relevant - types - made - {"DecodeError", "Issue", "UnsetType"} <= RESERVED


def test_nothing_is_reserved_for_nothing() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.package.glob("v?/**/*.py"))
    assert [name for name in sorted(RESERVED) if name not in text] == []

"""What each checker takes the revealed expressions for, as text: one expression and its type a line, by function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.typing.checkers import HERE, Report

EXPRESSIONS: Final = "revealed/expressions.py"


def path(checker: str) -> Path:
    """Where a checker's snapshot is kept."""
    return HERE / "revealed" / f"{checker}.txt"


def text(report: Report) -> str:
    """The snapshot. An expression that a checker says nothing of has `?` for its type."""
    module = ast.parse((HERE / EXPRESSIONS).read_text(encoding="utf-8"))
    lines: list[str] = []
    for function in module.body:
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines.append(f"{function.name}:")
            for line, expression in _asked(function):
                lines.append(f"    {expression}: {report.revealed.get((EXPRESSIONS, line), '?')}")
    return "\n".join(lines) + "\n"


def _asked(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[int, str]]:
    """The expressions that a function asks about, each with its line, as they stand."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: node.lineno):
        if isinstance(call.func, ast.Name) and call.func.id == "reveal_type":
            yield call.lineno, ast.unparse(call.args[0])

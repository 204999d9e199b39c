"""The migration tables name what there is: each name is found, each file is there, and each call has what it needs."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import acp_types
from codegen.model import Surface
from docs.tools.migration import Row, class_rows, name_rows, peers
from tests.conftest import ROOT, plan, surface

UNSTABLE = "v1.unstable"
KINDS = [
    ("sdk", "classes"),
    ("sdk", "unions"),
    ("sdk", "package"),
    ("sdk", "errors"),
    ("sdk", "contrib"),
    ("sdk", "agent"),
    ("sdk", "client"),
    ("sdk", "functions"),
    ("chuk-acp", "classes"),
    ("chuk-acp", "functions"),
]


def rows(peer: str, kind: str) -> list[Row]:
    described: Surface = plan(UNSTABLE).surface
    return list(class_rows(peer, described) if kind == "classes" else name_rows(peer, kind, described))


@pytest.mark.parametrize(("peer", "kind"), KINDS)
def test_what_is_named_is_there(peer: str, kind: str) -> None:
    found = rows(peer, kind)
    assert [row.theirs for row in found] == list(peers()[peer][kind])
    for row in found:
        assert row.ours or row.note, row.theirs
        if "/" in row.ours:
            assert (ROOT / row.ours).is_file(), row
        elif row.ours:
            check(ast.parse(row.ours, mode="eval").body)


def check(node: ast.expr) -> None:
    """That an expression of a table means something, as far down as it goes."""
    if isinstance(node, ast.Call):
        if isinstance(function := value(node.func), type):
            given: dict[str, object] = {keyword.arg or "**": ... for keyword in node.keywords}
            inspect.signature(function).bind(*node.args, **given)
        for inner in (*node.args, *(keyword.value for keyword in node.keywords)):
            check(inner)
    elif isinstance(node, (ast.Name, ast.Attribute)):
        if not (isinstance(node, ast.Name) and node.id == "peer"):  # it is the reader's
            value(node)
    else:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                check(child)


def value(node: ast.expr) -> Any:
    """What a dotted name stands for: of the unstable surface, or of the package."""
    names = list(reversed([*_names(node)]))
    if names[0] == acp_types.__name__:
        return getattr(importlib.import_module(".".join(names[:-1])), names[-1])
    found: Any = surface(UNSTABLE)
    for name in names:
        found = getattr(found, name)
    return found


def _names(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Attribute):
        yield node.attr
        node = node.value
    assert isinstance(node, ast.Name)
    yield node.id


def test_the_pages_have_every_table() -> None:
    for peer, page in (("sdk", "agent-client-protocol"), ("chuk-acp", "chuk-acp")):
        text = (ROOT / "docs" / "migrating" / f"{page}.md").read_text(encoding="utf-8")
        assert [kind for of, kind in KINDS if of == peer and f"<!-- migration: {peer} {kind} -->" not in text] == []

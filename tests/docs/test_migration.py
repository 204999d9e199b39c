"""The migration tables name what there is: each name is found, each file is there, and each call has what it needs."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

import acp_types
from acp_types import v1, v2
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


NEXT = ROOT / "docs" / "migrating" / "v1-to-v2.md"


def cells(heading: str) -> list[list[list[str]]]:
    """The code in each cell of each row of the table below a heading."""
    section = NEXT.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return [[re.findall(r"`(\w+)`", cell) for cell in row] for row in rows]


def test_every_name_that_v2_does_not_have_is_told() -> None:
    """Or that is no class in v2, and was one."""
    table = cells("Names")
    told = [name for old, _ in table for name in old]
    assert sorted(told) == sorted(
        name for name in v1.__all__ if name not in v2.__all__ or (fields(v1, name) and not fields(v2, name))
    )
    assert {name for _, new in table for name in new} <= {*v2.__all__}


def test_every_member_that_v2_does_not_have_is_told() -> None:
    told = {(cls, member) for classes, old, _ in cells("Members") for cls in classes for member in old}
    lost = {
        (name, member)
        for name in {*v1.__all__} & {*v2.__all__}
        for member in fields(v1, name) - fields(v2, name)
        if fields(v2, name)
    }
    assert told == lost
    members = {member for name in v2.__all__ for member in fields(v2, name)}
    assert {name for *_, new in cells("Members") for name in new} <= members | {*v2.__all__}


def fields(surface: Any, name: str) -> set[str]:
    """The members of a class; nothing where the name is of something else."""
    found = getattr(surface, name)
    is_class = isinstance(found, type) and dataclasses.is_dataclass(found)
    return {field.name for field in dataclasses.fields(found)} if is_class else set()

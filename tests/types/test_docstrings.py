"""Everything in the generated source has a docstring, as an editor shows it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import zip_longest

import pytest

from tests.types.support import type_modules

MODULES = dict(type_modules())


@pytest.fixture(params=MODULES)
def module(request: pytest.FixtureRequest) -> ast.Module:
    return MODULES[request.param]


def text_of(statement: ast.stmt | None) -> str:
    """The text of a statement that is nothing but a string."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text.strip()
    return ""


def documented(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Each statement with the string that follows it."""
    for statement, after in zip_longest(body, body[1:]):
        yield statement, text_of(after)


def classes(module: ast.Module) -> Iterator[ast.ClassDef]:
    return (node for node in module.body if isinstance(node, ast.ClassDef))


def public_assignments(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr | None, str]]:
    """Each name that is given a value or a type, with its value and the docstring after it."""
    for statement, text in documented(body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not name.startswith("_"):
                yield name, value, text
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if not name.startswith("_"):
                yield name, value, text


def test_modules(module: ast.Module) -> None:
    assert ast.get_docstring(module)


def test_classes(module: ast.Module) -> None:
    assert not [node.name for node in classes(module) if not ast.get_docstring(node)]


def test_members_and_codes(module: ast.Module) -> None:
    assert not [
        f"{node.name}.{name}" for node in classes(module) for name, _, text in public_assignments(node.body) if not text
    ]


def test_aliases_and_identifiers(module: ast.Module) -> None:
    assert not [name for name, _, text in public_assignments(module.body) if not text]


def test_enum_docstrings_name_every_value(module: ast.Module) -> None:
    for name, value, text in public_assignments(module.body):
        for known in literal_values(value):
            assert f'- `"{known}"`' in text, name


def literal_values(alias: ast.expr | None) -> Iterator[str]:
    """The values of the `Literal` in an alias."""
    for node in ast.walk(alias) if alias is not None else ():
        match node:
            case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=elements)):
                yield from (str(element.value) for element in elements if isinstance(element, ast.Constant))
            case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Constant(value=str(one))):
                yield one


def test_something_was_found() -> None:
    """These tests look for what lacks a docstring: they must have found all there is."""
    found = [list(public_assignments(node.body)) for module in MODULES.values() for node in classes(module)]
    assert sum(map(len, found)) > 1000
    aliases = [one for module in MODULES.values() for one in public_assignments(module.body)]
    assert sum(len([*literal_values(value)]) for _, value, _ in aliases) > 50

"""The reference: its examples are what they say, and it leaves nothing out."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from docs.tools import reference
from docs.tools.examples import Examples
from tests.conftest import SURFACES, plan, plans, surface

_ENTRY = re.compile(r"^##+ (?=.* \{ #)", re.MULTILINE)
_PAIR = re.compile(r"^```json\n(.*?)\n```\n\n```python\n(.*?)\n```$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", SURFACES)
def test_the_python_of_an_example_makes_its_json(name: str) -> None:
    acp: Any = surface(name)
    for key, example in Examples(plan(name).surface).by_name.items():
        form = getattr(acp, example.form)
        value = eval(example.python, {"acp": acp})
        assert acp.encode(form, value) == example.value == json.loads(example.json), key
        assert acp.decode(form, example.value) == value, key


@pytest.mark.parametrize("name", SURFACES)
def test_values_that_are_no_objects_are_made_and_read_as_shown(name: str) -> None:
    acp: Any = surface(name)
    items = plan(name).surface.items
    for key, shown in Examples(plan(name).surface).plain.items():
        others = getattr(items[key], "other", None) or key == "ErrorCode"
        assert len(shown) == (2 if others else 1), key
        for example in shown:
            made: dict[str, Any] = {"acp": acp}
            exec(example.python, made)  # noqa: S102
            value, read = made["value"], made["read"]
            assert type(read) is type(value), key
            assert acp.encode(getattr(acp, key), value) == example.value == json.loads(example.json), key


def test_json_stands_beside_the_python_of_every_entry() -> None:
    """And no other Python than that which is tested above."""
    pages = reference.pages(plans())
    for planned in plans():
        examples = Examples(planned.surface)
        tested = {(example.json, example.python) for example in examples.by_name.values()}
        tested |= {(example.json, example.python) for shown in examples.plain.values() for example in shown}
        folder = f"reference/{planned.surface.name.replace('.', '-')}"
        for page in ("methods", *(topic.name for topic in planned.topics)):
            entries = _ENTRY.split(pages[f"{folder}/{page}.md"])[1:]
            assert entries
            for entry in entries:
                pairs = _PAIR.findall(entry)
                assert pairs, entry.partition(" ")[0]
                assert set(pairs) <= tested
                assert entry.count("```") == 4 * len(pairs)


def test_every_type_member_variant_and_method_has_its_place() -> None:
    pages = reference.pages(plans())
    for planned in plans():
        folder = f"reference/{planned.surface.name.replace('.', '-')}"
        methods = pages[f"{folder}/methods.md"]
        for method in planned.surface.methods:
            assert f"### {method.name} {{" in methods
        for topic in planned.topics:
            page = pages[f"{folder}/{topic.name}.md"]
            for item in topic.items:
                assert f"## {item.name} {{ #{item.name} }}" in page
                entry = page.split(f"## {item.name} {{")[1].split("\n## ")[0]
                members = getattr(item, "fields", ())
                assert all(f"`{member.name}`" in entry and f"`{member.wire}`" in entry for member in members)
                assert all(f"`{json.dumps(value.value)}`" in entry for value in getattr(item, "values", ()))
                tags = [variant.tag for variant in getattr(item, "variants", ()) if variant.tag]
                assert all(f'`"{tag}"`' in entry for tag in tags)

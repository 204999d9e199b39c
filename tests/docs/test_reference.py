"""The reference: its examples are what they say, and it leaves nothing out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from docs.tools import reference
from docs.tools.examples import Examples
from tests.conftest import SURFACES, plan, plans, surface


@pytest.mark.parametrize("name", SURFACES)
def test_the_python_of_an_example_makes_its_json(name: str) -> None:
    acp: Any = surface(name)
    for key, example in Examples(plan(name).surface).by_name.items():
        form = getattr(acp, example.form)
        value = eval(example.python, {"acp": acp})
        assert acp.encode(form, value) == example.value == json.loads(example.json), key
        assert acp.decode(form, example.value) == value, key


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

"""A package of one's own: pydantic and cattrs take its types, too, with modules that are its own."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import pytest

from tests.codegen import vendor

pydantic = pytest.importorskip("pydantic", reason="pydantic is not here: `nox -s ecosystem` has it")
cattrs = pytest.importorskip("cattrs", reason="cattrs is not here: `nox -s ecosystem` has it")

DIAGRAM = {"type": "_acme_diagram", "language": "dot", "source": "a -> b"}


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The package of the how-to's vendor."""
    folder = tmp_path_factory.mktemp("own")
    vendor.make_package(vendor.make_schema(folder / "acme.schema.json"), folder)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("acme_acp")
    sys.path.remove(str(folder))


def test_pydantic(acme: Any) -> None:
    wire = importlib.import_module("acme_acp.pydantic").Wire(acme)
    for form in (acme.ContentBlock, Annotated[acme.ContentBlock, wire]):
        blocks = pydantic.TypeAdapter(form)
        assert blocks.validate_python(DIAGRAM) == acme.AcmeDiagram(language="dot", source="a -> b")
        assert blocks.dump_python(blocks.validate_python(DIAGRAM)) == DIAGRAM
        assert "AcmeDiagram" in blocks.json_schema()["$defs"]
    with pytest.raises(pydantic.ValidationError) as caught:
        pydantic.TypeAdapter(Annotated[acme.ContentBlock, wire]).validate_python({**DIAGRAM, "source": 1})
    assert caught.value.errors()[0]["loc"] == ("source",)


def test_cattrs(acme: Any) -> None:
    converter = cattrs.Converter()
    importlib.import_module("acme_acp.cattrs").register(converter, acme)
    block = converter.structure(DIAGRAM, acme.ContentBlock)
    assert type(block) is acme.AcmeDiagram
    assert converter.unstructure(block, unstructure_as=acme.ContentBlock) == DIAGRAM

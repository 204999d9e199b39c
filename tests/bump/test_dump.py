"""The dump of a model says all of it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from codegen.model import Alias, Array, Enum, Field, Item, Map, Record, Ref, Scalar, Surface, Tag, Union, Value, Variant
from codegen.review.dump import digest, dump, dump_all, load, load_all
from tests.conftest import SURFACES, plan, plans


@pytest.mark.parametrize("name", SURFACES)
def test_a_loaded_dump_is_the_model(name: str) -> None:
    surface = plan(name).surface
    read = load_all(dump_all(plans()))[name]
    assert {item: without_words(body) for item, body in read.items.items()} == {
        item: without_words(body) for item, body in surface.items.items()
    }
    assert [dataclasses.replace(method, doc="") for method in read.methods] == [
        dataclasses.replace(method, doc="") for method in surface.methods
    ]


def without_words(item: Item) -> Item:
    """Equality of items ignores their words, but not where they stand in a union or an enum."""
    return dataclasses.replace(item, doc="")


def test_words_are_told_by_their_digest() -> None:
    surface = plan("v2").surface
    read = load(dump(surface), "v2")
    for name, item in surface.items.items():
        assert read.items[name].doc == digest(item.doc)
        assert read.items[name].pointer == item.pointer
        if isinstance(item, Record):
            loaded: Any = read.items[name]
            assert [(f.doc, f.pointer) for f in loaded.fields] == [(digest(f.doc), f.pointer) for f in item.fields]
    assert digest("One  line") == digest("One\nline") != digest("Another line")
    assert digest("") == ""


def test_an_unstable_surface_leaves_out_what_it_takes_over() -> None:
    text = dump_all(plans())["v2.unstable"]
    assert "[type.TextContent]" not in text
    assert "[type.ForkSessionRequest]" in text


ODD = Record(
    "Odd",
    "Words.",
    "/$defs/Odd",
    (
        Field("type", "type", Scalar("string", min_length=2, pattern="^a$"), required=True, pointer="/elsewhere"),
        Field("a_b", "$a/b~c", Map(Array(Ref("Kind"), min_items=1)), required=False, default={"x": None}),
        Field("x", "x", Array(Scalar("integer", 0, 2**63, format="uint64"), skip_invalid=True), False, when=("a", "b")),
        Field("n", "n", Scalar("number", 0.5, 1.5), required=False, nullable=True, default="\x7f\x00\n\"'\\é"),
    ),
    base="Base",
    tags=(Tag("kind", "kind", ""), Tag("mode", "mode", None)),
)


def test_odd_models() -> None:
    items: tuple[Item, ...] = (
        ODD,
        Record("Base", "", "", ()),
        Enum(
            "Kind",
            "",
            "",
            (Value(-1, "NONE", ""), Value(1, "ONE", "One.")),
            True,
            None,
            Scalar("integer", format="int8"),
        ),
        Union("Any", "", "", (Variant(Scalar("null")), Variant(Ref("Odd"), "")), tag="t", default="Odd"),
        Alias("Name", "", "", Scalar("string"), distinct=True),
    )
    surface = Surface("v1", True, {item.name: item for item in items}, ())
    read = load(dump(surface), "v1")
    assert read == surface
    assert read.items["Odd"].pointer == "/$defs/Odd"

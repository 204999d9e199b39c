"""Changes that only some idioms of the schema lead to, made to models; and that every rule is tested."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from codegen.compare import models as compare
from codegen.compare.effects import EFFECTS, Effect
from codegen.compare.models import Comparison
from codegen.model import (
    Array,
    Enum,
    Field,
    Item,
    Method,
    Other,
    Record,
    Ref,
    Scalar,
    Scope,
    Surface,
    Tag,
    Union,
    Value,
    Variant,
)
from tests.bump import test_compare


def surface(*items: Item, methods: tuple[Method, ...] = ()) -> Surface:
    """A model written by hand, by its items."""
    return Surface("v1", True, {item.name: item for item in items}, methods)


def one(field: Field) -> Surface:
    return surface(Record("A", "", "/$defs/A", (field,)), Record("B", "", "/$defs/B", ()))


def scoped(union: str, *, exclusive: bool) -> Surface:
    record = Record("A", "", "/$defs/A", (), scope=Scope("scope", union, exclusive))
    unions = [Union(name, name, f"/$defs/{name}", (Variant(Ref("B")),)) for name in "ST"]
    return surface(record, *unions, Record("B", "", "/$defs/B", ()))


def union(*variants: Variant, tag: str | None = "type", opened: bool = False) -> Surface:
    records = [Record(name, name, f"/$defs/{name}", ()) for name in ("B", "C")]
    return surface(Union("A", "", "/$defs/A", variants, tag=tag, open_in_schema=opened), *records)


def codes(name: str, low: int) -> Surface:
    values = (Value(-1, name, "One."),)
    return surface(Enum("A", "", "/$defs/A", values, True, None, Scalar("integer", low, format="int32")))


def asked(**more: Any) -> Surface:
    method = Method("ask", "request", "agent", "B", "C", "ask", "")
    records = [Record(name, name, f"/$defs/{name}", ()) for name in ("B", "C", "D")]
    return surface(*records, methods=(dataclasses.replace(method, **more),))


TEXT = Field("text", "text", Scalar("string"), required=True, pointer="/$defs/A/properties/text")
FREE = dataclasses.replace(TEXT, required=False)
OTHER = Other("A", Tag("type", "type", None), ("b",))
MODELS: list[tuple[Surface, Surface, list[tuple[str, ...]]]] = [
    (
        one(TEXT),
        one(dataclasses.replace(TEXT, name="words")),
        [("member", "A.text", "breaking", "same", "name: text -> words")],
    ),
    (
        one(dataclasses.replace(FREE, nullable=True)),
        one(dataclasses.replace(FREE, nullable=True, patch=True)),
        [("member", "A.text", "breaking", "same", "annotation: str | None -> Patch[str]")],
    ),
    (one(TEXT), one(FREE), [("member", "A.text", "breaking", "looser", "required: yes -> no")]),
    (
        one(dataclasses.replace(TEXT, nullable=True)),
        one(dataclasses.replace(FREE, nullable=True)),
        [("member", "A.text", "compatible", "looser", "required: yes -> no")],
    ),
    (
        one(dataclasses.replace(FREE, nullable=True)),
        one(FREE),
        [("member", "A.text", "attention", "stricter", "nullable: yes -> no")],
    ),
    (
        one(dataclasses.replace(FREE, nullable=True, default_on_error=True)),
        one(dataclasses.replace(FREE, default_on_error=True)),
        [("member", "A.text", "compatible", "stricter", "nullable: yes -> no")],
    ),
    (
        one(TEXT),
        one(dataclasses.replace(TEXT, when=("state", "idle"))),
        [("member", "A.text", "attention", "different", "goes with: anything -> state idle")],
    ),
    (
        one(dataclasses.replace(TEXT, shape=Scalar("number", 1, 2))),
        one(dataclasses.replace(TEXT, shape=Scalar("number", 3, 4))),
        [("member", "A.text", "attention", "different", "minimum: 1 -> 3, maximum: 2 -> 4")],
    ),
    (
        one(dataclasses.replace(TEXT, shape=Array(Array(Ref("B"), 1)))),
        one(dataclasses.replace(TEXT, shape=Array(Array(Ref("B"), 2)))),
        [("member", "A.text", "attention", "stricter", "items minItems: 1 -> 2")],
    ),
    (
        scoped("S", exclusive=False),
        scoped("S", exclusive=True),
        [("type", "A", "attention", "stricter", "scope S became exclusive")],
    ),
    (
        scoped("S", exclusive=True),
        scoped("S", exclusive=False),
        [("type", "A", "compatible", "looser", "scope S became inclusive")],
    ),
    (
        scoped("S", exclusive=True),
        scoped("T", exclusive=False),
        [("type", "A", "breaking", "different", "scope: S -> T")],
    ),
    (
        scoped("S", exclusive=True),
        surface(
            *(
                dataclasses.replace(item, scope=Scope("tied_to", "S", True))
                if isinstance(item, Record) and item.scope
                else item
                for item in scoped("S", exclusive=True).items.values()
            )
        ),
        [("member", "A.tied_to", "breaking", "same", "name: scope -> tied_to")],
    ),
    (
        surface(Record("OtherA", "", "/$defs/A/anyOf/1", (TEXT,), other=OTHER)),
        surface(Record("OtherA", "", "/$defs/A/anyOf/1", (), other=OTHER)),
        [("member", "OtherA.text", "breaking", "same", "string")],
    ),
    (
        union(Variant(Ref("B"), "b")),
        union(Variant(Ref("C"), "b")),
        [("variant", "A b", "breaking", "different", "class: B -> C")],
    ),
    (
        union(Variant(Ref("B"), "b")),
        union(Variant(Ref("B"), "b"), tag="kind", opened=True),
        [
            ("type", "A", "breaking", "different", "tag: type -> kind"),
            ("type", "A", "compatible", "looser", "open in the schema"),
        ],
    ),
    (
        union(Variant(Ref("B")), Variant(Scalar("null")), tag=None),
        union(Variant(Ref("B")), tag=None),
        [("variant", "A null", "breaking", "different", "removed")],
    ),
    (
        union(Variant(Ref("B")), Variant(Scalar("null")), Variant(Ref("C")), tag=None),
        union(Variant(Ref("C")), Variant(Ref("B")), tag=None),
        [
            ("type", "A", "attention", "different", "order: B, null, C -> C, B"),
            ("variant", "A null", "breaking", "different", "removed"),
        ],
    ),
    (
        surface(Enum("A", "", "/$defs/A", (Value("1", "1", ""),), True, "OtherA")),
        codes("ONE", 0),
        [("type", "A", "breaking", "different", "enum -> codes")],
    ),
    (codes("ONE", -2), codes("UNO", -2), [("value", "A -1", "breaking", "same", "name: ONE -> UNO")]),
    (codes("ONE", -2), codes("ONE", -9), [("type", "A", "compatible", "looser", "minimum: -2 -> -9")]),
    (
        asked(),
        asked(params="D"),
        [("method", "ask (request to the agent)", "breaking", "different", "takes: B -> D")],
    ),
    (
        asked(),
        asked(attribute="ask_notification"),
        [
            (
                "method",
                "ask (request to the agent)",
                "breaking",
                "same",
                "name: ASK, ask -> ASK_NOTIFICATION, ask_notification",
            )
        ],
    ),
    (
        asked(),
        asked(capability=("session", "ask")),
        [("method", "ask (request to the agent)", "attention", "same", "needs: nothing -> session.ask")],
    ),
]


@pytest.mark.parametrize(("old", "new", "expected"), MODELS)
def test_what_only_some_idioms_lead_to(old: Surface, new: Surface, expected: list[tuple[str, ...]]) -> None:
    found = Comparison(old, new).changes()
    assert [(c.subject, c.name, c.python, c.wire, c.what) for c in found] == expected


def test_what_moves_into_a_base_is_no_change() -> None:
    base = Record("Base", "", "/$defs/Base", (TEXT,))
    before = surface(base, Record("A", "", "/$defs/A", (TEXT,)))
    after = surface(base, Record("A", "", "/$defs/A", (), base="Base"))
    assert Comparison(before, after).changes() == []
    assert Comparison(after, before).changes() == []


def test_a_type_that_is_no_more_taken_over_was_not_reworded() -> None:
    """An unstable surface has a stable one's words for what it takes over, and its own for what differs."""
    stable = surface(Record("A", "Of the stable one.", "/$defs/A", (TEXT,)))
    own = surface(
        Record("A", "Of the unstable one.", "/$defs/A", (TEXT, dataclasses.replace(FREE, name="more", wire="more")))
    )
    old = {"v1": stable, "v1.unstable": dataclasses.replace(stable, stable=False)}
    new = {"v1": stable, "v1.unstable": dataclasses.replace(own, stable=False)}
    for before, after, action in ((old, new, "added"), (new, old, "removed")):
        assert [(c.action, c.name) for c in compare.compare_all(before, after, {})] == [(action, "A.more")]
    reworded = compare.compare_all({"v1": stable}, {"v1": own}, {})
    assert [change.action for change in reworded] == ["documentation", "added"]


def test_another_type_has_other_bounds() -> None:
    old, new = (
        one(dataclasses.replace(TEXT, shape=shape)) for shape in (Scalar("string", 0, 1), Scalar("integer", 2, 3))
    )
    assert [change.what for change in Comparison(old, new).changes()] == ["type: string -> integer"]


def test_every_rule_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()

    class Recorded(dict[str, Effect]):
        def __getitem__(self, rule: str) -> Effect:
            used.add(rule)
            return super().__getitem__(rule)

    monkeypatch.setattr(compare, "EFFECTS", Recorded(EFFECTS))
    for _, edit, _ in test_compare.CASES:
        test_compare.changes(edit)
    for old, new, _ in MODELS:
        Comparison(old, new).changes()
    test_compare.test_a_kept_name_is_no_break()
    test_compare.test_surfaces_come_and_go()
    assert EFFECTS.keys() == used

"""Two makers of JSON values that know nothing of each other: one reads the generator's model, one the schema's text.

The model's also spoils what it makes. Every text that it makes up holds `SECRET` and every number of another type is
`SECRET_NUMBER`, so that an error which shows a value gives itself away. Member names are no secrets: paths show them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from hypothesis import strategies as st

from codegen.model import MISSING, Array, Enum, Field, Map, Record, Ref, Scalar, Shape, Surface, Union
from codegen.spelling.python import Spelling

Draw = Callable[[st.SearchStrategy[Any]], Any]

SECRET: Final = "sk-5ecr3t"  # noqa: S105
SECRET_NUMBER: Final = 918273645

_ODD_TEXTS: Final = ("\ud800", "\udfff", "\U0001f600", "\x00", "\r\n", "\u2028", "\x85", '"', "$.", "\u00e9", "_", " ")
_TEXTS: Final = st.one_of(
    st.just(SECRET),
    st.sampled_from([SECRET, *(SECRET + odd for odd in _ODD_TEXTS), *(odd + SECRET for odd in _ODD_TEXTS)]),
    st.text(st.characters(), max_size=3).map(SECRET.__add__),
)
_ODD_KEYS: Final = ("", " ", "a b", "0", "\n", "\u2028", "\ud800", "__proto__", "__class__", "unknown_fields", "k" * 90)
_BEYOND: Final = (2**53 + 1, 2**63, -(2**63) - 1, 2**64, 10**40, -(10**400), 1e300, -1.5, 0.25, 5e-324)
_NUMBERS: Final = (0, 1, -1, 0.0, -0.0, 1.0, 0.5, *_BEYOND)
_SCALARS: Final = st.one_of(st.none(), st.booleans(), st.sampled_from(_NUMBERS), _TEXTS)
_MISFITS: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    1.0,
    SECRET_NUMBER,
    0.5,
    "",
    SECRET,
    [],
    [SECRET],
    [None],
    {},
    {"k": [SECRET]},
)
_DEEP: Final = 4
"""How deep optional members and longer arrays go."""


def json_values(keys: tuple[str, ...] = _ODD_KEYS) -> st.SearchStrategy[Any]:
    """Any JSON."""
    return st.recursive(
        _SCALARS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(keys), inner, max_size=3),
        max_leaves=6,
    )


# -- from the model ----------------------------------------------------------------------------------------------------


class ModelValues:
    """Values for the items of one surface."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.spelling = Spelling(surface)
        self.keys = (*_ODD_KEYS, *sorted(self._wires()))
        """Names for unknown members: odd ones, and those that mean something elsewhere."""
        self.json = json_values(self.keys)

    def _wires(self) -> Iterator[str]:
        for item in self.surface.items.values():
            if isinstance(item, Record):
                yield from (field.wire for field in item.fields)
                yield from (tag.wire for tag in item.tags)

    def own_wires(self, record: Record) -> set[str]:
        """The names of a record's members."""
        wires = {field.wire for field in self.spelling.all_fields(record)}
        return wires.union(*map(self.own_wires, self.scope_variants(record)))

    def scope_variants(self, record: Record) -> list[Record]:
        """The records whose members may stand beside a record's own."""
        variants = [self.surface.items[name] for name in self.spelling.scope_variants(record)]
        return [variant for variant in variants if isinstance(variant, Record)]

    def valid(self, name: str) -> st.SearchStrategy[Any]:
        """Values that the schema accepts."""
        return _made_of_model(self, name, spoil=False)

    def any(self, name: str) -> st.SearchStrategy[Any]:
        """Valid values and spoiled ones: a little here or there, or all over."""
        return _made_of_model(self, name, spoil=True)


@st.composite
def _made_of_model(draw: Draw, known: ModelValues, name: str, *, spoil: bool) -> Any:
    return _Making(known, draw, draw(_RATES) if spoil else 0).shape(Ref(name), 0)


_RATES: Final = st.sampled_from([30, 16, 8, 4])


class _Making:
    """One value in the making. `rate` is how often something is spoiled: once in so many places, 0 for never."""

    def __init__(self, known: ModelValues, draw: Draw, rate: int) -> None:
        self.known = known
        self.draw = draw
        self.rate = rate
        self.item = known.surface.items.__getitem__

    def spoils(self) -> bool:
        """Whether to spoil here. Shrinking goes towards not."""
        return self.rate > 0 and self.happens(self.rate)

    def happens(self, once_in: int) -> bool:
        return bool(self.draw(st.integers(0, once_in - 1)) == once_in - 1)

    def one_of(self, *values: Any) -> Any:
        return self.draw(st.sampled_from(values))

    def sheltered(self, shape: Shape, depth: int) -> Any:
        """A value where leniency shelters the rest from what is wrong with it: more can be, above all deep inside."""
        rate = self.rate
        if rate and self.happens(max(4, rate // 4)):
            return self.misfit()
        self.rate = rate and max(3, rate // 4)
        value = self.fitting(shape, depth)
        self.rate = rate
        return value

    def shape(self, shape: Shape, depth: int) -> Any:
        return self.misfit() if self.spoils() else self.fitting(shape, depth)

    def fitting(self, shape: Shape, depth: int) -> Any:
        """A value of the right JSON type; parts of it may be spoiled."""
        if isinstance(shape, Ref):
            return self.named(shape.name, depth)
        if isinstance(shape, Array):
            return self.array(shape, depth)
        if isinstance(shape, Map):
            keys = self.draw(st.lists(st.sampled_from(self.known.keys), max_size=2, unique=True))
            return {key: self.shape(shape.value, depth + 1) for key in keys}
        return self.scalar(shape)

    def misfit(self) -> Any:
        return self.draw(self.known.json) if self.happens(3) else self.one_of(*_MISFITS)

    def array(self, shape: Array, depth: int) -> list[Any]:
        most = shape.min_items + (2 if depth < _DEEP else 0)
        least = 0 if self.spoils() else shape.min_items
        length = self.draw(st.integers(least, most))
        make = self.sheltered if shape.skip_invalid else self.shape
        items = [make(shape.item, depth + 1) for _ in range(length)]
        if self.spoils():
            items.insert(self.draw(st.integers(0, len(items))), self.misfit())
        return items

    def scalar(self, shape: Scalar) -> Any:
        if shape.kind == "integer":
            return self.one_of(*(_beyond if self.spoils() else _within)(*_range(shape)))
        if shape.kind == "number":
            least, most = shape.minimum, shape.maximum
            fitting = [n for n in _NUMBERS if (least is None or n >= least) and (most is None or n <= most)]
            return self.one_of(*(_NUMBERS if self.spoils() else fitting))
        if shape.kind == "string":
            return "" if self.happens(8) and (not shape.min_length or self.spoils()) else self.draw(_TEXTS)
        if shape.kind == "boolean":
            return self.draw(st.booleans())
        return None if shape.kind == "null" else self.draw(self.known.json)

    def named(self, name: str, depth: int) -> Any:
        item = self.item(name)
        if isinstance(item, Record):
            return self.record(item, depth)
        if isinstance(item, Union):
            return self.union(item, depth)
        return self.enum(item) if isinstance(item, Enum) else self.shape(item.shape, depth)

    def enum(self, enum: Enum) -> Any:
        values = [value.value for value in enum.values]
        if enum.bounds:
            values += _within(*_range(enum.bounds))
        if self.spoils() or (enum.other and self.takes_unknown(enum) and self.happens(4)):
            return self.unknown(tuple(values))
        return self.one_of(*values)

    def takes_unknown(self, item: Enum | Union) -> bool:
        """Whether an unknown value is in order here: where the schema says so, and where leniency is asked for."""
        return item.open_in_schema or self.rate > 0

    def unknown(self, known: tuple[Any, ...]) -> Any:
        """A text like none of the known values, or nearly one of them."""
        near = [text for value in known for text in (f"{value} ", str(value).title()) if text not in known]
        return self.one_of(f"_acme.{SECRET}", SECRET, "", *near)

    def union(self, union: Union, depth: int) -> Any:
        variant = self.one_of(*union.variants)
        value = self.shape(variant.shape, depth)
        if union.tag is None or not isinstance(value, dict):
            return value
        known = tuple(variant.tag for variant in union.variants if variant.tag is not None)
        if union.other and self.takes_unknown(union) and self.happens(len(union.variants) + 1):
            value = {**self.named(union.other, depth), union.tag: self.unknown(known)}
        elif variant.tag is not None:
            value = {**value, union.tag: variant.tag}
        if self.spoils():
            others = known if self.happens(2) else (self.unknown(known), *_MISFITS)
            value = {**value, union.tag: self.one_of(*others)}
        if self.spoils():
            value.pop(union.tag, None)
        return value

    def record(self, record: Record, depth: int) -> dict[str, Any]:
        out = self.members(record, depth)
        for key in self.more_keys(record):
            out.setdefault(key, self.draw(self.known.json))
        return dict(reversed(out.items())) if self.happens(8) else out

    def members(self, record: Record, depth: int) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for field in self.known.spelling.all_fields(record):
            if record.other and field.wire == record.other.tag.wire:
                out[field.wire] = self.unknown(record.other.known)
            elif self.has(field, out, depth):
                out[field.wire] = self.member(field, depth)
        for variant in self.scopes(record):
            out.update(self.members(variant, depth))
        return out

    def more_keys(self, record: Record) -> list[str]:
        """Names of unknown members; spoiled, of any."""
        if not self.happens(6):
            return []
        keys = self.draw(st.lists(st.sampled_from(self.known.keys), max_size=2, unique=True))
        return [key for key in keys if key not in self.known.own_wires(record) or self.spoils()]

    def has(self, field: Field, out: Mapping[str, Any], depth: int) -> bool:
        if field.required:
            return not self.spoils()
        if field.when and out.get(field.when[0]) != field.when[1] and not self.spoils():
            return False
        return self.happens(2) if depth < _DEEP else False

    def member(self, field: Field, depth: int) -> Any:
        if (field.nullable or (field.default_on_null and self.rate)) and self.happens(5):
            return None
        if field.default is not MISSING and self.happens(4):
            return field.default
        make = self.sheltered if field.default_on_error else self.shape
        return make(field.shape, depth + 1)

    def scopes(self, record: Record) -> list[Record]:
        """The scope of a record; spoiled, two or none."""
        variants = self.known.scope_variants(record)
        if not variants:
            return []
        return [self.one_of(*variants) for _ in range(self.one_of(0, 2) if self.spoils() else 1)]


def _range(shape: Scalar) -> tuple[int, int]:
    """The least and the greatest integer."""
    format = shape.format or "int64"
    bits = int(format.rpartition("int")[2])
    low, high = (0, 2**bits - 1) if format.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    return int(low if shape.minimum is None else shape.minimum), int(high if shape.maximum is None else shape.maximum)


def _within(low: int, high: int) -> list[Any]:
    middle = [n for n in (0, 1, -1, 1.0, -0.0, 2**32, 2**53 + 1) if low <= n <= high]
    return [*middle, low, high]


def _beyond(low: int, high: int) -> list[Any]:
    return [low - 1, high + 1, low - 0.5, float(high + 1), *_BEYOND]


# -- from the schema ---------------------------------------------------------------------------------------------------


class SchemaValues:
    """Valid values for the definitions of a schema, by its keywords alone.

    `hypothesis-jsonschema` can make them too, but works out canonical schemas first: that takes minutes a surface.
    """

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self.definitions = definitions

    def valid(self, name: str) -> st.SearchStrategy[Any]:
        return _made_of_schema(self.definitions, name)


@st.composite
def _made_of_schema(draw: Draw, definitions: Mapping[str, Any], name: str) -> Any:
    return _Reading(definitions, draw).value(definitions[name], 0)


_JSON: Final = json_values(("x", "_y", "", "a b", "z" * 100))
_NEW_TEXTS: Final = ("_new", "new", "", "New value", "\ud83d")


class _Reading:
    """One value in the making."""

    def __init__(self, definitions: Mapping[str, Any], draw: Draw) -> None:
        self.definitions = definitions
        self.draw = draw

    def value(self, schema: Any, depth: int) -> Any:
        """A value of all parts of a schema at once, for each choice between schemas one of them."""
        parts = list(self.parts(schema))
        if any(part.get("type") == "object" or "properties" in part for part in parts):
            return self.object(parts, depth)
        (part,) = [part for part in parts if part] or [{}]
        return self.plain(part, depth)

    def parts(self, schema: Any) -> Iterator[Mapping[str, Any]]:
        """The schemas that a value must fit, outermost first, without those that only refer to others."""
        if schema is True:
            return
        keywords = {key: schema[key] for key in schema.keys() & _MEANT}
        if keywords:
            yield keywords
        for nested in schema.get("allOf", ()):
            yield from self.parts(nested)
        if "$ref" in schema:
            yield from self.parts(self.definitions[schema["$ref"].removeprefix("#/$defs/")])
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                yield from self.parts(self.draw(st.sampled_from(schema[choice])))

    def plain(self, schema: Mapping[str, Any], depth: int) -> Any:
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.draw(st.sampled_from(schema["enum"]))
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.value({**schema, "type": self.draw(st.sampled_from(kind))}, depth)
        if kind == "array":
            least = schema.get("minItems", 0)
            length = self.draw(st.integers(least, least + (2 if depth < _DEEP else 0)))
            return [self.value(schema.get("items", True), depth + 1) for _ in range(length)]
        if kind in ("integer", "number"):
            least, most = schema.get("minimum", -(10**30)), schema.get("maximum", 10**30)
            whole = st.one_of(st.integers(least, most), st.just(float(max(least, min(0, most)))))
            return self.draw(whole if kind == "integer" else whole | st.floats(float(least), float(most)))
        if kind == "string":
            return self.draw(st.text(min_size=schema.get("minLength", 0), max_size=6))
        return {"boolean": self.draw(st.booleans()), "null": None}[kind] if kind else self.draw(_JSON)

    def object(self, parts: list[Mapping[str, Any]], depth: int) -> dict[str, Any]:
        """An object. Where two parts speak of one member, the later one chooses: it narrows what the outer one says."""
        properties: dict[str, Any] = {}
        required: set[str] = set()
        others: Any = True
        for part in parts:
            properties.update(part.get("properties", {}))
            required.update(part.get("required", ()))
            others = part.get("additionalProperties", others)
        out: dict[str, Any] = {}
        for wire, schema in properties.items():
            if wire in required or (depth < _DEEP and self.draw(st.booleans())):
                excluded = {tag for part in parts for tag in _excluded(part.get("not", {}), wire)}
                out[wire] = self.draw(st.sampled_from(_NEW_TEXTS)) if excluded else self.value(schema, depth + 1)
        if self.draw(st.integers(0, 9)) == 9 or (others is not True and self.draw(st.booleans())):
            for key in self.draw(st.lists(st.sampled_from(["_k", "", "k k", "\n"]), max_size=2, unique=True)):
                out[key] = self.value(others, depth + 1)
        return out


_MEANT: Final = {
    "additionalProperties",
    "const",
    "enum",
    "items",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "not",
    "properties",
    "required",
    "type",
}
"""The keywords that say something of a value by themselves. A new one makes invalid values, which the tests tell."""


def _excluded(schema: Mapping[str, Any], wire: str) -> Iterator[str]:
    """The constants of a member that the `not` of an open variant excludes."""
    for branch in schema.get("anyOf", ()):
        if "const" in branch.get("properties", {}).get(wire, {}):
            yield branch["properties"][wire]["const"]

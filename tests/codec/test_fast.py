"""The fast codec against the reference codec: never another answer, and no valid message left to the slower one."""

from __future__ import annotations

import copy
import dataclasses
import functools
import importlib
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from acp_types._runtime import text
from codegen.model import Array, Item, Record, Ref, Shape, Union
from codegen.spelling.python import Spelling
from tests.conformance.samples import Samples
from tests.conftest import SURFACES, model, spelling, surface

SEED = 20260728
MUTATIONS = int(os.environ.get("ACP_TYPES_MUTATIONS", "20000"))
"""How many broken or odd values of each surface are compared."""

ODD_VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2**63, 2**64, 1.0, 1.5, -0.0, 1e300, "", "word", "text", "\ud800", "é\u2028\x00",
    [], [None], ["word"], [{}], {}, {"type": "text"}, {"type": "text", "text": "word"}, {"_meta": None}, {"_meta": {}},
]  # fmt: skip


def readers_of(name: str) -> Any:
    return importlib.import_module(f"acp_types.{name}._wire").readers()


@functools.cache
def sample_values(name: str) -> list[tuple[str, Any]]:
    """Everything that a surface can be asked for, with a value to read: valid, lenient and broken ones."""
    public = model(name).items.keys() & set(surface(name).__all__)
    return [(sample.definition, sample.value) for sample in Samples(model(name)).all(sorted(public))]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container inside a value with each of its keys."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def mutated(value: Any, rng: random.Random) -> Any:
    """The value with one to three of its members changed, dropped, doubled or added."""
    value = {"": pickle.loads(pickle.dumps(value))}  # in a third of the time of a deep copy
    for _ in range(rng.randint(1, 3)):
        container, key = rng.choice(list(places(value)))
        odd = copy.deepcopy(rng.choice(ODD_VALUES))
        match rng.randrange(4):
            case 0 if isinstance(container, list) or container is not value:
                del container[key]
            case 1 if isinstance(container[key], dict):
                container[key][rng.choice(["_acme.x", "extra", "type", "kind", "_meta"])] = odd
            case 2 if isinstance(container[key], list):
                container[key].append(copy.deepcopy(rng.choice([*container[key], odd])))
            case _:
                container[key] = odd
    return value[""]


def outcome(call: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What a call gave, or its error."""
    try:
        return call(*args, **options)
    except Exception as error:
        return type(error), str(error)


def is_record(value: Any) -> bool:
    return dataclasses.is_dataclass(value)


def slow_dumps(acp: Any, form: Any, value: Any) -> str:
    """What `dumps` should give: the nodes of the reference codec know nothing of the fast one."""
    node = importlib.import_module(f"{acp.__name__}._wire").forms().find_node(form)
    return text.write(node.encode(value, None))


def check_reading(acp: Any, form: Any, value: Any) -> None:
    """Asking for issues is what takes `decode` and `loads` past the fast codec."""
    reference = outcome(acp.decode, form, value, on_issue=lambda _: None)
    fast = outcome(acp.decode, form, value)
    shown = repr(reference)
    assert fast == reference, value
    assert repr(fast) == shown, value
    if isinstance(reference, tuple) and len(reference) == 2 and isinstance(reference[0], type):
        return
    line = slow_dumps(acp, form, reference)
    assert slow_dumps(acp, form, fast) == line, value
    assert acp.dumps(form, fast) == line
    assert acp.dumps(form, reference) == line
    assert repr(acp.encode(form, fast)) == repr(json.loads(line))
    assert repr(acp.loads(form, line)) == shown


@pytest.mark.parametrize("name", SURFACES)
def test_samples_read_and_written_as_by_the_reference(name: str, count: Callable[[str, int], None]) -> None:
    acp = surface(name)
    samples = sample_values(name)
    for definition, value in samples:
        check_reading(acp, getattr(acp, definition), value)
    count(f"samples of {name} read and written by the fast codec as by the reference", len(samples))


@pytest.mark.parametrize("name", SURFACES)
def test_mutations_read_and_written_as_by_the_reference(name: str, count: Callable[[str, int], None]) -> None:
    acp, samples, rng = surface(name), sample_values(name), random.Random(SEED)
    for _ in range(MUTATIONS):
        definition, value = rng.choice(samples)
        check_reading(acp, getattr(acp, definition), mutated(value, rng))
    count(f"mutations of {name} read and written by the fast codec as by the reference", MUTATIONS)


def test_corpus_read_and_written_as_by_the_reference(corpus: ModuleType, count: Callable[[str, int], None]) -> None:
    cases = 0
    for name in ("messages", "synthetic"):
        for record in corpus.records(name):
            form, value = corpus.body(record)
            acp = surface(record["protocol"].replace("-", "."))
            if form in acp.__all__:
                check_reading(acp, getattr(acp, form), value)
                cases += 1
    for record in corpus.records("adversarial"):
        acp = surface(record["protocol"].replace("-", "."))
        form, text = getattr(acp, record["type"], None), corpus.raw_input(record)
        if form:
            reference = outcome(acp.loads, form, text, on_issue=lambda _: None)
            assert repr(outcome(acp.loads, form, text)) == repr(reference), record
            cases += 1
    count("corpus messages read and written by the fast codec as by the reference", cases)


@pytest.mark.parametrize("name", SURFACES)
def test_odd_objects_written_as_by_the_reference(name: str, count: Callable[[str, int], None]) -> None:
    """Objects with a member that its annotation does not allow: the same error, or the same text."""
    acp, rng = surface(name), random.Random(SEED)
    odd = [*ODD_VALUES, (), (1,), ("word",), b"word", object, {1: 2}, float("nan"), float("inf"), int, acp.UNSET]
    cases = 0
    for definition, value in sample_values(name):
        form = getattr(acp, definition)
        try:
            read = acp.decode(form, value)
        except acp.DecodeError:
            continue
        if not is_record(read):
            continue
        for field in dataclasses.fields(read):
            if not field.init:
                continue
            changed = outcome(dataclasses.replace, read, **{field.name: rng.choice(odd)})
            reference = outcome(slow_dumps, acp, form, changed)
            assert outcome(acp.dumps, form, changed) == reference, changed
            encoded = outcome(acp.encode, form, changed)
            assert repr(encoded) == repr(json.loads(reference) if isinstance(reference, str) else reference), changed
            cases += 1
    count(f"odd objects of {name} written by the fast codec as by the reference", cases)


@functools.cache
def is_left_to_the_reference(name: str, definition: str) -> bool:
    return holds_beside(spelling(name), model(name).items[definition])


def holds_beside(spelled: Spelling, item: Item, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a type has a scope, the one thing that is left to the reference codec, or holds a type that does."""
    if item.name in seen:
        return False
    seen |= {item.name}
    if isinstance(item, Record) and spelled.scope_of(item):
        return True
    shapes: list[Shape] = []
    if isinstance(item, Record):
        shapes = [field.shape for field in item.fields]
    elif isinstance(item, Union):
        shapes = [variant.shape for variant in item.variants]
    inner = [shape.item if isinstance(shape, Array) else shape for shape in shapes]
    items = spelled.surface.items
    return any(holds_beside(spelled, items[shape.name], seen) for shape in inner if isinstance(shape, Ref))


def has_whole_float(value: Any) -> bool:
    """`1.0` where the schema has an integer: valid JSON Schema, and rare enough to be left to the reference codec."""
    return any(isinstance(container[key], float) and container[key] == 1 for container, key in places({"": value}))


@pytest.mark.parametrize("name", SURFACES)
def test_no_valid_message_reaches_the_reference(name: str, count: Callable[[str, int], None]) -> None:
    acp, items, read, left = surface(name), model(name).items, 0, 0
    readers = readers_of(name)
    for definition, value in sample_values(name):
        form = getattr(acp, definition)
        item = items[definition]
        if form not in readers:  # an unknown variant is read by its union
            assert not isinstance(item, Record) or item.other or is_left_to_the_reference(name, definition)
            continue
        try:
            acp.decode(form, value, strict=True)
        except acp.DecodeError:
            continue
        issues: list[Any] = []
        acp.decode(form, value, on_issue=issues.append)
        if issues or has_whole_float(value):
            continue
        if is_left_to_the_reference(name, definition):
            left += 1
            continue
        readers[form](value)
        read += 1
    count(f"valid samples of {name} read by the fast codec alone", read)
    count(f"valid samples of {name} left to the reference (elicitation requests)", left)
    assert read > 10 * left


@pytest.mark.parametrize("name", SURFACES)
def test_no_reader_of_an_object_takes_anything_else(name: str) -> None:
    """Not even text or an array that has the names of members in it, as an object has."""
    acp, spelled, readers, tried = surface(name), spelling(name), readers_of(name), 0
    for item in spelled.surface.items.values():
        form = getattr(acp, item.name)
        if not isinstance(item, Record) or form not in readers:
            continue
        names = [field.wire for field in spelled.all_fields(item)]
        values: list[Any] = [None, True, 0, 7, 1.5, "", "x", *names, " ".join(names)]
        for value in (*values, [], [{}], names, *([wire] for wire in names)):
            with pytest.raises(Exception):  # noqa: B017, PT011  (whatever it is, the reference codec is asked then)
                readers[form](value)
            tried += 1
    assert tried > 1000


@pytest.mark.parametrize("name", SURFACES)
def test_what_is_read_is_of_the_real_classes(name: str) -> None:
    """Not of the twins that readers fill."""
    acp = surface(name)
    for definition, value in sample_values(name):
        read = outcome(acp.decode, getattr(acp, definition), value)
        if is_record(read):
            assert type(read).__module__.startswith("acp_types.v"), definition
            assert not type(read).__name__.startswith("_"), definition
            with pytest.raises(dataclasses.FrozenInstanceError):
                read.anything = 1


WITHOUT_HELPERS = """
import json, json.decoder, json.encoder, json.scanner, sys
{patch}
import acp_types.v1 as acp
text = (
    '{{"sessionId":"s","update":{{"sessionUpdate":"agent_message_chunk",'
    '"content":{{"type":"text","text":"\\u00e9 \\\\u2028"}},"_x":[1.5,{{}}]}}}}'
)
note = acp.loads(acp.SessionNotification, text)
assert acp.loads(acp.SessionNotification, acp.dumps(acp.SessionNotification, note)) == note
try:
    acp.loads(acp.SessionNotification, '{{"sessionId":1e999}}')
except acp.DecodeError as error:
    print(error)
print(acp.dumps(acp.SessionNotification, note))
line = acp.write_message(acp.Notification(method="session/update", params=note))
print(line, acp.read_message(line, sender="agent"))
"""
PATCHES = {
    "as it is": "",
    "without the C encoder": "json.encoder.c_make_encoder = None",
    "without the C string writer": "json.encoder.c_encode_basestring_ascii = None",
    "without class swaps": "from acp_types._runtime import fast\nfast.can_swap_classes = lambda: False",
    "without scan_once": (
        "json.decoder.scanner.make_scanner = json.scanner.py_make_scanner\n"
        "init = json.JSONDecoder.__init__\n"
        "def without(self, **options):\n"
        "    init(self, **options)\n"
        "    scan = self.__dict__.pop('scan_once')\n"
        "    self.raw_decode = lambda text, idx=0: scan(text, idx)\n"
        "json.JSONDecoder.__init__ = without"
    ),
}


def answer_with(patch: str) -> str:
    program = WITHOUT_HELPERS.format(patch=patch)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("helper", [helper for helper in PATCHES if helper != "as it is"])
def test_without_undocumented_helpers(helper: str) -> None:
    """What the interpreter does not promise to have is asked for once, and there is a documented way without it."""
    assert answer_with(PATCHES[helper]) == answer_with(PATCHES["as it is"])

"""Every type of every surface, with samples made from the model; the published schema is the judge of validity."""

from __future__ import annotations

import copy
import functools
import pickle
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from codegen.model import MISSING
from codegen.source import Source, read_sources
from tests.conformance.json_values import same
from tests.conformance.samples import Sample, Samples
from tests.conftest import SURFACES, model, plan, surface


@functools.cache
def source(name: str) -> Source:
    return next(source for source in read_sources() if source.surface == name)


@functools.cache
def samples(name: str) -> list[Sample]:
    """The samples of what the surface defines itself; what it shares is the stable surface's to show."""
    own = {item.name for topic in plan(name).topics for item in topic.items}
    return list(Samples(model(name)).all(own & source(name).schema["$defs"].keys()))


@functools.cache
def validator(name: str, definition: str) -> Any:
    schema = source(name).schema
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]})


@pytest.mark.parametrize("name", SURFACES)
def test_default_mode(name: str, count: Callable[[str, int], None]) -> None:
    """Reading gives what it should, reports exactly what it did, and writing gives the value back."""
    acp = surface(name)
    for sample in samples(name):
        form = getattr(acp, sample.definition)
        issues: list[Any] = []
        if sample.written is MISSING:
            with pytest.raises(acp.DecodeError) as caught:
                acp.decode(form, sample.value)
            assert caught.value.path == sample.error_path, sample
            continue
        value = acp.decode(form, sample.value, on_issue=issues.append)
        assert same(acp.encode(form, value), sample.written), sample
        assert [(issue.path, issue.rule) for issue in issues] == sample.issues, sample
        assert acp.loads(form, acp.dumps(form, value)) == value, sample
    count(f"samples of {name} read and written in default mode", len(samples(name)))


@pytest.mark.parametrize("name", SURFACES)
def test_strict_mode_accepts_what_the_schema_accepts(name: str, count: Callable[[str, int], None]) -> None:
    acp = surface(name)
    valid = 0
    for sample in samples(name):
        form = getattr(acp, sample.definition)
        if validator(name, sample.definition).is_valid(sample.value):
            valid += 1
            # What leniency would change is valid only where another variant takes it, unchanged.
            lenient = any(rule.startswith(("default-", "skip-")) for _, rule in sample.issues)
            written = sample.value if lenient else sample.written
            assert same(acp.encode(form, acp.decode(form, sample.value, strict=True)), written), sample
        else:
            with pytest.raises(acp.DecodeError):
                acp.decode(form, sample.value, strict=True)
    assert 0 < valid < len(samples(name))
    count(f"samples of {name} judged by the schema ({valid:,} valid)", len(samples(name)))


@pytest.mark.parametrize("name", SURFACES)
def test_what_is_read_behaves(name: str, count: Callable[[str, int], None]) -> None:
    """Hashing, printing, copying and pickling never fail, whatever was read."""
    acp = surface(name)
    read = 0
    for sample in samples(name):
        if sample.written is MISSING:
            continue
        value = acp.decode(getattr(acp, sample.definition), sample.value)
        assert eval(repr(value), vars(acp)) == value, sample
        assert copy.deepcopy(value) == value, sample
        assert pickle.loads(pickle.dumps(value)) == value, sample
        if not isinstance(value, (list, dict)):
            assert hash(value) == hash(copy.copy(value)), sample
        read += 1
    count(f"values of {name} hashed, printed, copied and pickled", read)


@pytest.mark.parametrize("name", SURFACES)
def test_every_definition_has_a_name_and_samples(name: str, count: Callable[[str, int], None]) -> None:
    schema = source(name).schema["$defs"]
    definitions = {definition for definition, body in schema.items() if not body.get("x-docs-ignore")}
    acp = surface(name)
    assert definitions <= set(acp.__all__)
    assert all(hasattr(acp, definition) for definition in definitions)
    shared = definitions - {sample.definition for sample in samples(name)}
    assert not shared or not model(name).stable
    assert all(plan(name).homes[definition][1] for definition in shared)
    count(f"definitions of {name} are public names", len(definitions))


@pytest.mark.parametrize(("version", "shared", "of"), [("v1", 155, 178), ("v2", 171, 197)])
def test_stable_and_unstable_share_classes(version: str, shared: int, of: int) -> None:
    """Wherever the wire shape is the same there is one class; the counts are of the schema's own definitions."""
    definitions = source(version).schema["$defs"]
    homes = plan(f"{version}.unstable").homes
    assert len(definitions) == of
    assert sum(homes.get(definition, ("", False))[1] for definition in definitions) == shared
    stable, unstable = surface(version), surface(f"{version}.unstable")
    for name, (_, is_shared) in homes.items():
        if is_shared:
            assert getattr(stable, name) is getattr(unstable, name)
        elif name in stable.__all__:
            assert getattr(stable, name) is not getattr(unstable, name)

"""What the schemas may do next: edits drawn at random, the report beside what each was made to be, and the package tried."""

from __future__ import annotations

import copy
import functools
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli

from codegen.compare.models import compare_all
from codegen.decisions import Decisions
from codegen.frontend import read_model
from codegen.model import Surface
from codegen.normalise import normalise
from codegen.plan import SurfacePlan, plan
from codegen.project import HERE
from codegen.render import render
from codegen.review.dump import dump_all, load_all
from codegen.source import Source, read_pin, read_sources
from codegen.tree import write_tree
from tests.bump.evolve import EDITS, Edits
from tests.conformance.samples import Samples

STABLE = ("v1", "v2")


@functools.cache
def source(name: str) -> Source:
    return next(source for source in read_sources() if source.surface == name)


def planned(schema: Any, name: str) -> list[SurfacePlan]:
    """The plan of one surface, of whose methods and patches nothing need be decided."""
    tables = tomli.loads(HERE.decisions.read_text(encoding="utf-8"))
    kept = {table: tables[table] for table in ("topic", "variant", "enum", "scope")}
    decisions = Decisions({**kept, "undecided": [{"surfaces": [*STABLE], "why": "a test"}]})
    return plan([read_model(normalise(schema, decisions, name), name, stable=True)], decisions)


def loaded(plans: list[SurfacePlan]) -> dict[str, Surface]:
    return load_all(dump_all(plans))


@functools.cache
def before(name: str) -> dict[str, Surface]:
    return loaded(planned(source(name).schema, name))


@pytest.mark.parametrize("seed", range(12))
def test_a_report_says_what_was_done_and_nothing_else(seed: int) -> None:
    name = STABLE[seed % 2]
    schema = copy.deepcopy(dict(source(name).schema))
    made = Edits(schema["$defs"], random.Random(seed)).make(5)
    changes = compare_all(before(name), loaded(planned(schema, name)), {})
    said = {(c.subject, c.action, c.name, c.python) for c in changes if c.action != "documentation"}
    assert said == {fact for _, facts in made for fact in facts}, made


TRY = """
import importlib, json, pathlib, pkgutil, sys
import acp_types
name = sys.argv[1]
acp = importlib.import_module(f"acp_types.{name}")
for module in ("_types", "_codec", "_readers", "_writers"):
    package = importlib.import_module(f"acp_types.{name}.{module}")
    for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        importlib.import_module(info.name)
for form in acp.__all__:
    getattr(acp, form)
text = importlib.import_module("acp_types._runtime.text")
forms = importlib.import_module(f"acp_types.{name}._wire").forms()
tried = 0
for definition, value in json.loads(pathlib.Path("samples.json").read_text(encoding="utf-8")):
    form, results = getattr(acp, definition), []
    for more in {}, {"on_issue": lambda issue: None}:  # without a callback, the fast codec reads it
        try:
            results.append(acp.decode(form, value, **more))
        except acp.DecodeError as error:
            results.append(str(error))
    assert results[0] == results[1] and repr(results[0]) == repr(results[1]), (definition, value, results)
    if not isinstance(results[0], str):
        assert eval(repr(results[0]), vars(acp)) == results[0], definition
        assert acp.dumps(form, results[0]) == text.write(forms.find_node(form).encode(results[0], None)), definition
    tried += 1
print(tried)
"""


@pytest.mark.parametrize("name", STABLE)
def test_the_package_of_all_edits_at_once_reads_and_writes(name: str, tmp_path: Path) -> None:
    schema = copy.deepcopy(dict(source(name).schema))
    edits = Edits(schema["$defs"], random.Random(name))
    edits.make(len(EDITS))
    plans = planned(schema, name)
    write_tree(tmp_path / "acp_types", render(plans, {name: source(name)}, read_pin(), ""))
    samples = [(s.definition, s.value) for s in Samples(plans[0].surface).all(sorted(edits.touched))]
    (tmp_path / "samples.json").write_text(json.dumps(samples), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", TRY, name],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(samples) > 200

"""What each surface says of its schema, put to the vendored schemas themselves."""

from __future__ import annotations

import hashlib
import json
import pickle
import re
import shutil
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any

import pytest

import acp_types
from acp_types._published import SchemaName
from codegen.project import HERE
from codegen.source import read_pin
from tests.conftest import ROOT, SURFACES, surface
from tests.types.support import PACKAGE
from tests.types.test_imports import SLOW, modules_after

PIN = read_pin(ROOT / "schema")
STABLE = {"v1.unstable": "v1", "v2.unstable": "v2"}


def vendored(name: str) -> Any:
    """The schema of a surface, as it lies in the repository."""
    return json.loads((HERE.schema / surface(name).SCHEMA.file).read_bytes())


def resolve(schema: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        schema = schema[int(step) if isinstance(schema, list) else step.replace("~1", "/").replace("~0", "~")]
    return schema


def test_there_is_a_schema_for_each_surface() -> None:
    assert typing.get_args(SchemaName) == SURFACES
    assert {surface(name).SCHEMA.file for name in SURFACES} == PIN.sha256.keys()


@pytest.mark.parametrize("name", SURFACES)
def test_a_surface_says_what_it_is_made_from(name: str) -> None:
    info = surface(name).SCHEMA
    assert (info.source, info.version, info.date) == (PIN.package, PIN.version, PIN.date)
    assert (info.surface, info.stable) == (name, name not in STABLE)
    assert f"v{info.protocol_version}" == name.partition(".")[0]
    assert info.sha256 == PIN.sha256[info.file]
    assert hashlib.sha256(info.text().encode("utf-8")).hexdigest() == info.sha256
    assert info.text().encode("utf-8") == (HERE.schema / info.file).read_bytes()


@pytest.mark.parametrize("name", SURFACES)
def test_the_schema_is_a_fresh_value_each_time(name: str) -> None:
    first, second = acp_types.schema(typing.cast("SchemaName", name)), surface(name).SCHEMA.json()
    assert first == second == vendored(name)
    first.clear()
    assert acp_types.schema(typing.cast("SchemaName", name)) == second


def test_it_is_a_small_frozen_value() -> None:
    info = surface("v2").SCHEMA
    assert pickle.loads(pickle.dumps(info)) == info
    assert len({info, surface("v1").SCHEMA, pickle.loads(pickle.dumps(info))}) == 2
    with pytest.raises(AttributeError):
        info.sha256 = ""
    with pytest.raises(AttributeError):
        surface("v2").SYMBOLS["ToolKind"].stability = "unstable"


def test_another_name_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^schema\(name\): expected one of 'v1', 'v1.unstable', 'v2', 'v2.unstable'$"):
        acp_types.schema("v3")  # type: ignore[arg-type]  # what is tested
    with pytest.raises(AttributeError, match="module 'acp_types' has no attribute 'v3'"):
        acp_types.v3  # type: ignore[attr-defined]  # noqa: B018  (what is tested)
    assert {"schema", "SchemaName"} <= set(dir(acp_types))


# -- what it costs -----------------------------------------------------------------------------------------------------


def test_what_a_surface_is_made_from_is_loaded_when_it_is_asked_for() -> None:
    loaded = modules_after("from acp_types import v2")
    assert not {name for name in loaded if name.endswith(("._schema", "._symbols", ".schema_info"))}


def test_naming_a_schema_loads_neither_codec_nor_data() -> None:
    loaded = modules_after("from acp_types import v2; v2.SCHEMA.sha256; v2.SYMBOLS['ToolKind'].pointer")
    assert "acp_types.v2._symbols" in loaded
    assert not loaded & {*SLOW, "json", "importlib.resources"}
    assert not {name for name in loaded if "._codec" in name}


def test_the_schema_is_read_without_its_surface() -> None:
    loaded = modules_after("import acp_types; acp_types.schema('v2')['$defs']")
    assert {name for name in loaded if name.startswith("acp_types.")} == {
        "acp_types._published",
        "acp_types._runtime",
        "acp_types._runtime.json_value",
        "acp_types._runtime.schema_info",
    }


def test_all_of_it_works_from_a_zip_archive(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "tree" / "acp_types", ignore=shutil.ignore_patterns("__pycache__"))
    archive = shutil.make_archive(str(tmp_path / "acp"), "zip", tmp_path / "tree")
    code = (
        f"import sys; sys.path.insert(0, {archive!r})\n"
        "import acp_types; from acp_types.v1 import unstable\n"
        "assert acp_types.__file__.startswith(sys.path[0])\n"
        "print(len(acp_types.schema('v1.unstable')['$defs']), len(unstable.SCHEMA.text()))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, capture_output=True, text=True)
    schema = vendored("v1.unstable")
    assert done.stdout.split() == [str(len(schema["$defs"])), str(len(surface("v1.unstable").SCHEMA.text()))]


# -- the names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SURFACES)
def test_the_symbols_are_the_names_that_come_from_the_schema(name: str) -> None:
    module, schema = surface(name), vendored(name)
    defined = {key for key, body in schema["$defs"].items() if not body.get("x-docs-ignore")}
    assert defined <= module.SYMBOLS.keys() <= set(module.__all__)
    assert all(key == symbol.name for key, symbol in module.SYMBOLS.items())
    assert list(module.SYMBOLS) == sorted(module.SYMBOLS)
    # What is left is made here: messages, handlers, stubs, views, the functions and what they are typed with.
    methods = {getattr(module, key) for key in module.SYMBOLS if key.isupper()}
    tables = {
        method
        for key in module.__all__
        if key.endswith(("_REQUESTS", "_NOTIFICATIONS"))
        for method in getattr(module, key).values()
    }
    assert methods == tables
    for key in set(module.__all__) - module.SYMBOLS.keys():
        made = getattr(module, key)
        assert "._types." not in getattr(made, "__module__", ""), key


@pytest.mark.parametrize("name", SURFACES)
def test_every_pointer_leads_to_what_has_the_name(name: str) -> None:
    module, schema = surface(name), vendored(name)
    for symbol in module.SYMBOLS.values():
        assert symbol.pointer is not None, symbol
        place = resolve(schema, symbol.pointer)
        if symbol.name in schema["$defs"]:
            assert symbol.pointer == f"/$defs/{symbol.name}"
        if symbol.kind in ("request", "notification"):
            assert place["x-method"] == getattr(module, symbol.name).name
        if symbol.kind == "object":
            assert place["type"] == "object", symbol


@pytest.mark.parametrize("name", ["v1", "v2"])
def test_a_stable_surface_is_stable(name: str) -> None:
    assert {(symbol.stability, symbol.new) for symbol in surface(name).SYMBOLS.values()} == {("stable", ())}


@pytest.mark.parametrize("name", sorted(STABLE))
def test_stability_is_what_the_two_surfaces_have(name: str) -> None:
    module, stable = surface(name), surface(STABLE[name])
    for symbol in module.SYMBOLS.values():
        assert (symbol.stability == "unstable") == (symbol.name not in stable.SYMBOLS), symbol
        ours = getattr(module, symbol.name)
        if isinstance(ours, type):
            assert (symbol.stability == "stable") == (ours is getattr(stable, symbol.name, None)), symbol
    levels = {symbol.stability for symbol in module.SYMBOLS.values()}
    assert levels == {"stable", "changed", "unstable"}


@pytest.mark.parametrize("name", sorted(STABLE))
def test_what_the_schema_calls_unstable_is_not_called_stable(name: str) -> None:
    """The schema says so in words, which the generator does not read."""
    module, schema = surface(name), vendored(name)
    marked = {
        key
        for key, body in schema["$defs"].items()
        if key in module.SYMBOLS and re.match(r"\*\*UNSTABLE\*\*", body.get("description", ""))
    }
    assert len(marked) > 20
    assert {module.SYMBOLS[key].stability for key in marked} == {"unstable"}


@pytest.mark.parametrize("name", sorted(STABLE))
def test_what_is_new_is_what_the_stable_schema_lacks(name: str) -> None:
    module = surface(name)
    ours, theirs = vendored(name)["$defs"], vendored(STABLE[name])["$defs"]
    for symbol in module.SYMBOLS.values():
        if symbol.kind != "object" or symbol.pointer != f"/$defs/{symbol.name}" or symbol.name not in theirs:
            continue
        added = ours[symbol.name].get("properties", {}).keys() - theirs[symbol.name].get("properties", {}).keys()
        if "anyOf" not in ours[symbol.name]:  # whose variants bring members of their own
            assert {field.replace("_", "") for field in symbol.new} == {wire.lower() for wire in added}, symbol

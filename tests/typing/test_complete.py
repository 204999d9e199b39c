"""The types of the package are complete: nothing is unknown, nothing differs from what runs, nothing is `Any`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import typing
from collections.abc import Callable
from dataclasses import make_dataclass
from typing import Any

import pytest

from acp_types import v2
from tests.conftest import ROOT
from tests.typing import signatures
from tests.typing.checkers import HERE, consumer, environment
from tests.typing.signatures import SURFACES


def test_pyright_verifies_the_types() -> None:
    pytest.importorskip("pyright", reason="pyright is only in the session `types`")
    # It takes the interpreter from the search path, and is told none otherwise.
    search = os.pathsep.join((str(environment(consumer()) / "bin"), os.environ["PATH"]))
    command = (sys.executable, "-m", "pyright", "--verifytypes", "acp_types", "--outputjson")
    done = subprocess.run(
        command, cwd=consumer(), capture_output=True, text=True, check=False, env=os.environ | {"PATH": search}
    )
    found: dict[str, Any] = json.loads(done.stdout)["typeCompleteness"]
    incomplete = [
        f"{symbol['name']}: {entry['message']}"
        for symbol in found["symbols"]
        for entry in symbol["diagnostics"]
        if entry["severity"] == "error"
    ]
    assert not incomplete
    assert found["pyTypedPath"].endswith("site-packages/acp_types/py.typed")
    assert found["exportedSymbolCounts"]["withKnownType"] > 1000
    assert found["completenessScore"] == 1


def test_stubtest() -> None:
    pytest.importorskip("mypy", reason="mypy is only in the session `types`")
    source = str(ROOT / "generated")
    options = (f"--mypy-config-file={ROOT}/pyproject.toml", f"--allowlist={HERE}/stubtest-allowlist.txt")
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "acp_types", "--concise", *options],
        cwd=consumer(),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": source, "MYPYPATH": source},
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


@pytest.mark.parametrize("surface", SURFACES)
def test_no_public_signature_says_any(surface: str) -> None:
    hints = dict(signatures.hints(surface))
    assert len(hints) > 500
    assert [name for name, hint in hints.items() if signatures.mentions_any(hint)] == []


@pytest.mark.parametrize("hint", [Any, dict[str, Any], dict, Callable[[Any], str], Callable, str | Any])
def test_any_is_found(hint: object) -> None:
    assert signatures.mentions_any(hint)


@pytest.mark.parametrize("surface", SURFACES)
def test_json_values_stand_where_the_schema_says_any_json_and_nowhere_else(surface: str) -> None:
    assert signatures.json_members(surface) == signatures.json_members_of_schema(surface)


def test_a_users_annotations_with_json_values_resolve() -> None:
    theirs = make_dataclass("Theirs", [("data", "v2.JsonValue"), ("patch", "v2.Patch[v2.JsonValue]")])
    hints = typing.get_type_hints(theirs, {"v2": v2})
    assert {str, bool, type(None)} < set(typing.get_args(hints["data"]))
    assert v2.UnsetType in typing.get_args(hints["patch"])

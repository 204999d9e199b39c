"""What `initialize` agreed on: by the shape of the answer as well as by its number."""

from __future__ import annotations

import os
import subprocess
import sys
from types import MappingProxyType
from typing import Any

import pytest

from acp_types import v1
from acp_types import v2 as acp
from acp_types.negotiation import negotiate, version_of

V1_SHAPE: dict[str, Any] = {"agentCapabilities": {}, "authMethods": []}
V2_SHAPE: dict[str, Any] = {"info": {"name": "a", "version": "1"}, "capabilities": {}}


@pytest.mark.parametrize(
    ("result", "version", "reported"),
    [
        ({"protocolVersion": 1, **V1_SHAPE}, 1, False),
        ({"protocolVersion": 2, **V2_SHAPE}, 2, False),
        ({"protocolVersion": 2, **V1_SHAPE}, 1, True),  # many agents echo the client's number
        ({"protocolVersion": 2}, 1, True),
        ({"protocolVersion": 3, **V2_SHAPE}, 2, True),
        ({"protocolVersion": 1, **V2_SHAPE}, 1, False),
        ({"protocolVersion": 0, **V1_SHAPE}, 1, True),
        ({"protocolVersion": "1", **V1_SHAPE}, 1, True),
        ({"protocolVersion": "2025-01-01", **V2_SHAPE}, 1, True),
        ({"protocolVersion": True, **V1_SHAPE}, 1, True),
        (V1_SHAPE, 1, True),
        (None, 1, True),
    ],
)
def test_one_rule(result: Any, version: int, reported: bool) -> None:
    issues: list[Any] = []
    assert negotiate(result, on_issue=issues.append) == version_of(result) == version
    number = result.get("protocolVersion") if result else None
    assert issues == ([("$.protocolVersion", "protocol-version", number)] if reported else [])


def test_what_is_agreed_on_can_be_read() -> None:
    echoing = {"protocolVersion": 2, **V1_SHAPE}
    assert negotiate(echoing) == 1
    assert v1.INITIALIZE.decode_result(echoing).protocol_version == 2
    with pytest.raises(acp.DecodeError):
        acp.INITIALIZE.decode_result(echoing)


def test_any_mapping_is_an_object() -> None:
    assert version_of(MappingProxyType({"protocolVersion": 2, **V2_SHAPE})) == 2
    assert negotiate(MappingProxyType({"protocolVersion": 2, **V2_SHAPE}), on_issue=print) == 2


@pytest.mark.parametrize(
    "typed",
    [
        acp.InitializeResponse(protocol_version=2, info=acp.Implementation(name="a", version="1")),
        acp.Response(id=1, result={"protocolVersion": 2, **V2_SHAPE}),
        b'{"protocolVersion": 2}',
        {"a", "b"},
    ],
)
def test_what_is_no_json_has_no_version(typed: Any) -> None:
    """Version 1 would be the answer to whatever cannot be looked into."""
    for ask in (negotiate, version_of):
        with pytest.raises(TypeError) as caught:
            ask(typed)
        assert str(caught.value) == f"$: expected parsed JSON, got {type(typed).__name__}"


def test_no_surface_is_loaded() -> None:
    code = "import sys, acp_types.negotiation; print([m for m in sys.modules if m.startswith('acp_types.v')])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

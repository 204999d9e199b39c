"""The capability view: null-safe, and one answer for every method."""

from __future__ import annotations

from typing import Any

import pytest

from acp_types import v1
from acp_types import v2 as acp
from acp_types.v1 import unstable as v1_unstable
from tests.conftest import SURFACES, model, surface


def test_a_gated_method_needs_its_capability() -> None:
    assert not v1.AgentCapabilityView(v1.AgentCapabilities()).supports("session/load")
    assert v1.AgentCapabilityView(v1.AgentCapabilities(load_session=True)).supports("session/load")
    listing = v1.SessionCapabilities(list=v1.SessionListCapabilities())
    assert v1.AgentCapabilityView(v1.AgentCapabilities(session_capabilities=listing)).supports("session/list")
    files = v1.ClientCapabilities(fs=v1.FileSystemCapabilities(read_text_file=True))
    assert v1.ClientCapabilityView(files).supports("fs/read_text_file")
    assert not v1.ClientCapabilityView(files).supports("fs/write_text_file")
    assert not v1.ClientCapabilityView(files).supports("terminal/create")
    fork = v1_unstable.SessionCapabilities(fork=v1_unstable.SessionForkCapabilities())
    unstable = v1_unstable.AgentCapabilities(session_capabilities=fork)
    assert v1_unstable.AgentCapabilityView(unstable).supports("session/fork")


def test_v2_has_session_methods_only_with_the_session_capability() -> None:
    assert not acp.AgentCapabilityView(acp.AgentCapabilities()).supports("session/prompt")
    session = acp.AgentCapabilityView(acp.AgentCapabilities(session=acp.SessionCapabilities()))
    assert session.supports("session/prompt")
    assert not session.supports("session/delete")


def test_unknown_methods_are_not_supported() -> None:
    assert not acp.AgentCapabilityView(None).supports("session/unheard_of")  # type: ignore[arg-type]


def test_what_is_no_capabilities_is_refused() -> None:
    """It would support nothing, and say so for ever."""
    whole: Any = v1.InitializeResponse(protocol_version=1, agent_capabilities=v1.AgentCapabilities(load_session=True))
    with pytest.raises(TypeError, match=r"^expected AgentCapabilities or None, got InitializeResponse$"):
        v1.AgentCapabilityView(whole)


@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.parametrize("side", ["agent", "client"])
def test_every_method_has_an_answer(name: str, side: str) -> None:
    """Nothing advertised: what no capability gates. Everything advertised: every method."""
    module: Any = surface(name)
    view = getattr(module, f"{side.title()}CapabilityView")
    capabilities = getattr(module, f"{side.title()}Capabilities")
    methods = [method for method in model(name).methods if method.is_received_by(side)]
    everything = module.decode(capabilities, _all_of(name, capabilities.__name__))
    for method in methods:
        assert view(everything).supports(method.name), method.name
        for nothing in (None, capabilities()):
            assert view(nothing).supports(method.name) == (not method.capability), method.name
    assert any(method.capability for method in methods)


def _all_of(name: str, capabilities: str) -> Any:
    from codegen.model import Ref
    from tests.conformance.samples import Samples

    return Samples(model(name)).value(Ref(capabilities), full=True)

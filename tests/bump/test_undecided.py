"""What a release leaves to decide is told at once, a line each, and of which surface it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.build import plans
from codegen.bump.vendor import vendor
from codegen.errors import DecisionError, UnknownShape
from codegen.project import Project
from tests.bump.replay import write_decisions
from tests.bump.small import release, schema, tables


def test_what_several_surfaces_leave_to_decide_is_told_at_once(tmp_path: Path) -> None:
    project = Project(tmp_path)
    write_decisions(project, {"topic": tables()["topic"]})
    vendor(release("1.0.0", schema(), **{"v2/schema.json": schema()}), project)
    with pytest.raises(DecisionError) as caught:
        plans(project.decisions, project)
    first, second = str(caught.value).splitlines()
    assert first.startswith("v1: session/prompt to the agent, ask to the client, ")
    assert second.startswith("v2: session/prompt to the agent, ask to the client, ")
    unneeded = {"type": "PlanEntry", "why": "a test"}
    plain = [{"surfaces": ["v1"], **unneeded}, {"surfaces": ["v1"], **unneeded, "type": "Gone"}]
    write_decisions(project, tables(plain=[*plain, {"surfaces": ["v1"], **unneeded, "type": "Lost"}]))
    vendor(release("1.0.1", schema()), project)
    with pytest.raises(DecisionError) as caught:
        plans(project.decisions, project)
    assert [line.partition("type = ")[2] for line in str(caught.value).splitlines()] == [
        "'Gone' is not needed for v1: remove it there",
        "'Lost' is not needed for v1: remove it there",
    ]


def test_all_methods_that_need_what_is_gone_are_told_at_once(tmp_path: Path) -> None:
    project = Project(tmp_path)
    gate = {
        "surfaces": ["v1"],
        "side": "agent",
        "methods": ["session/prompt", "note"],
        "needs": "gone",
        "why": "a test",
    }
    write_decisions(project, tables(capability=[gate]))
    vendor(release("1.0.0", schema()), project)
    with pytest.raises(DecisionError) as caught:
        plans(project.decisions, project)
    assert str(caught.value).splitlines() == [
        f"v1: decisions.toml: {method} needs gone: there is no gone" for method in ("session/prompt", "note")
    ]


def test_a_pointer_says_into_which_schema(tmp_path: Path) -> None:
    project = Project(tmp_path)
    write_decisions(project, {**tables(), "undecided": [{"surfaces": ["v1", "v2"], "why": "a test"}]})
    body = schema()
    body["$defs"]["TextContent"]["properties"]["more"] = {"oneOf": []}
    vendor(release("1.0.0", schema(), **{"v2/schema.json": body}), project)
    with pytest.raises(UnknownShape, match=r"^v2: /\$defs/TextContent/properties/more: "):
        plans(project.decisions, project)

"""The lock of public names: what came, what went, and what becomes of a name that a schema drops."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path

import pytest

from codegen.build import build, write
from codegen.bump.vendor import vendor
from codegen.errors import DecisionError, GenerationError
from codegen.project import HERE, Project
from codegen.review.names import Name, read_lock, write_lock
from tests.bump.replay import checkout, write_decisions
from tests.bump.small import release, schema, tables
from tests.bump.test_compare import ask_what_was_only_said, rename
from tests.conftest import SURFACES, surface


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return checkout(tmp_path / "checkout", release("1.0.0", schema()), tables())


def lock(project: Project) -> dict[str, Name]:
    return read_lock(project.names.read_text(encoding="utf-8"))["v1"]


def renamed() -> dict[str, object]:
    """The second release: two types have other names, one is gone."""
    after = copy.deepcopy(schema())
    rename("PlanEntry", "PlanStep")(after["$defs"])
    rename("Priority", "Weight")(after["$defs"])
    del after["$defs"]["CancelNotification"]
    return after


@pytest.mark.parametrize("name", SURFACES)
def test_the_lock_has_every_public_name(name: str) -> None:
    names = read_lock(HERE.names.read_text(encoding="utf-8"))[name]
    assert {public for public, entry in names.items() if entry.gone is None} == set(surface(name).__all__)


def test_the_lock_is_sorted_and_reads_back() -> None:
    text = HERE.names.read_text(encoding="utf-8")
    assert write_lock(read_lock(text)) == text
    rows = [line.partition(" =")[0] for line in text.partition("[")[2].partition("\n\n")[0].splitlines()[1:]]
    assert rows == sorted(rows)


def test_a_name_keeps_its_first_release_and_gets_its_newest_place(project: Project) -> None:
    assert lock(project)["SessionId"] == Name("/$defs/SessionId", "1.0.0")
    assert lock(project)["SESSION_PROMPT"] == Name("session/prompt (request to the agent)", "1.0.0")
    assert lock(project)["decode"] == Name("runtime", "1.0.0")
    more = schema()
    more["$defs"]["Extra"] = {"description": "More.", "type": "string"}
    vendor(release("1.1.0", more), project)
    write(build(project), project)
    assert lock(project)["SessionId"].since == "1.0.0"
    assert lock(project)["Extra"] == Name("/$defs/Extra", "1.1.0")


def bump_names(project: Project, **decisions: list[dict[str, object]]) -> None:
    vendor(release("2.0.0", renamed()), project)
    write_decisions(project, tables(**decisions))
    write(build(project), project)


ALIASES: list[dict[str, object]] = [
    {"surfaces": ["v1"], "name": was, "to": now, "until": "99.0.0", "why": "the schema renamed it"}
    for was, now in (("PlanEntry", "PlanStep"), ("Priority", "Weight"), ("OtherPriority", "OtherWeight"))
]
REMOVED: list[dict[str, object]] = [
    {"surfaces": ["v1"], "names": ["CancelNotification", "SESSION_CANCEL"], "why": "the schema has it no more"}
]


def test_a_name_that_would_be_gone_stops_with_drafts(project: Project) -> None:
    with pytest.raises(DecisionError) as stopped:
        bump_names(project)
    text = str(stopped.value)
    assert "v1: CancelNotification, OtherPriority, PlanEntry, Priority, SESSION_CANCEL" in text.splitlines()[0]
    for was, now in (("PlanEntry", "PlanStep"), ("Priority", "Weight"), ("OtherPriority", "OtherWeight")):
        assert f'[[alias]]\nsurfaces = ["v1"]\nname = "{was}"\nto = "{now}"\n' in text
    assert '[[removed]]\nsurfaces = ["v1"]\nnames = ["CancelNotification", "SESSION_CANCEL"]\n' in text


def test_a_decided_name_is_gone_and_stays_in_the_lock(project: Project) -> None:
    bump_names(project, alias=ALIASES, removed=REMOVED)
    assert lock(project)["PlanEntry"] == Name("/$defs/PlanEntry", "1.0.0", gone="2.0.0")
    assert lock(project)["PlanStep"] == Name("/$defs/PlanStep", "2.0.0")
    before = project.names.read_text(encoding="utf-8")
    write(build(project), project)
    assert project.names.read_text(encoding="utf-8") == before
    write_decisions(project, tables(alias=ALIASES))
    with pytest.raises(DecisionError, match="CancelNotification, SESSION_CANCEL"):
        build(project)


REUSED: dict[str, object] = {"surfaces": ["v1"], "names": ["SESSION_CANCEL"], "why": "it is a request now"}


def test_a_constant_of_another_method_stops_with_a_draft(project: Project) -> None:
    after = schema()
    ask_what_was_only_said(after["$defs"])
    vendor(release("2.0.0", after), project)
    with pytest.raises(
        DecisionError, match=r"^public names would refer to other methods.* v1: SESSION_CANCEL"
    ) as found:
        build(project)
    assert '\n[[reused]]\nsurfaces = ["v1"]\nnames = ["SESSION_CANCEL"]\n' in str(found.value)
    write_decisions(project, tables(reused=[REUSED]))
    for _ in range(2):
        write(build(project), project)
        was = "session/cancel (notification to the agent)"
        assert lock(project)["SESSION_CANCEL"] == Name("session/cancel (request to the agent)", "2.0.0", was=was)
        assert lock(project)["SESSION_CANCEL_NOTIFICATION"] == Name(was, "2.0.0")
    write_decisions(project, tables())
    with pytest.raises(DecisionError, match="v1: SESSION_CANCEL"):
        build(project)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("SESSION_PROMPT", "SESSION_PROMPT of v1 has not moved to another method"),
        ("GONE", "GONE of v1 is not a public name"),
    ],
)
def test_a_reused_name_must_be_one(project: Project, name: str, problem: str) -> None:
    write_decisions(project, tables(reused=[{**REUSED, "names": [name]}]))
    with pytest.raises(DecisionError, match=problem):
        build(project)


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ([{"name": "PlanStep"}], "PlanStep is a public name of v1"),
        ([{"name": "Nothing"}], "Nothing was never a public name of v1"),
        ([{"to": "Nothing"}], r"\[\[alias\]\] PlanEntry: acp_types.v1 has no Nothing"),
        (
            [{"until": "0.0.1"}],
            r"PlanEntry of v1 was kept until 0.0.1, and this is .*: make its \[\[alias\]\] a ",
        ),
        ([{}, {"name": "SESSION_CANCEL"}], r"'SESSION_CANCEL'.* decided both as \[\[alias\]\] and as \[\[removed\]\]"),
    ],
)
def test_decisions_about_names_must_fit(project: Project, entries: list[dict[str, str]], problem: str) -> None:
    odd = [{**ALIASES[0], **entry} for entry in entries]
    with pytest.raises(GenerationError, match=problem):
        bump_names(project, alias=[*odd, *ALIASES[1:]], removed=REMOVED)


PROGRAM = """
import warnings
import acp_types.v1 as acp

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import acp_types.v1
    assert not caught
    assert acp.PlanEntry is acp.PlanStep and acp.OtherPriority is acp.OtherWeight
    assert acp.Priority is acp.Weight
    from acp_types.v1 import PlanEntry
    assert PlanEntry is acp.PlanStep
messages = {str(warning.message) for warning in caught}
assert "acp_types.v1.PlanEntry is now acp_types.v1.PlanStep; the old name will be removed in 99.0.0" in messages, messages
assert {warning.category for warning in caught} == {DeprecationWarning}
assert {warning.filename for warning in caught} == {__file__}, caught
assert "PlanEntry" not in acp.__all__ and "PlanEntry" not in vars(acp) and "PlanEntry" not in dir(acp)
assert acp.decode(acp.PlanEntry, {"content": "x"}) == acp.PlanStep(content="x")
for name in ("SESSION_CANCEL", "CancelNotification"):
    assert not hasattr(acp, name), name
with warnings.catch_warnings():
    warnings.simplefilter("error")
    from acp_types.v1 import *
"""


def test_an_alias_works_and_warns_where_it_is_used(project: Project, tmp_path: Path) -> None:
    bump_names(project, alias=ALIASES, removed=REMOVED)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program)],
        env={"PYTHONPATH": str(project.package.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_checkers_say_that_an_alias_is_deprecated(project: Project, tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    bump_names(project, alias=ALIASES, removed=REMOVED)
    program = tmp_path / "program.py"
    program.write_text(
        "import acp_types.v1 as acp\n"
        "entry: acp.PlanStep = acp.PlanEntry(content='x')\n"
        "weight: acp.Weight = 'high'\n"
        "old: acp.Priority = weight\n"
        "acp.CancelNotification\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--enable-error-code", "deprecated", "--no-error-summary"]
    done = subprocess.run(
        [*command, "--cache-dir", str(tmp_path / "cache"), str(program)],
        cwd=project.package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    found = [line.partition("program.py:")[2] for line in done.stdout.splitlines()]
    said = "class acp_types.v1.PlanEntry is deprecated: Now `PlanStep`; the old name will be removed in 99.0.0.  [deprecated]"
    assert found[0] == f"2: error: {said}", done.stdout
    assert [line.partition(":")[0] for line in found] == ["2", "5"], done.stdout

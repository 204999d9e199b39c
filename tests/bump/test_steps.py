"""Release after release of a small protocol of our own, each report beside a plain walk over the two schemas."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import tomli

from codegen.build import read_model_dumps
from codegen.bump.release import Release
from codegen.bump.report import Report
from codegen.bump.run import Stopped
from codegen.project import Project
from codegen.review.dump import load_all
from tests.bump.independent import facts_of_report, facts_of_schemas
from tests.bump.replay import bump, checkout, write_decisions
from tests.bump.small import release, schema, tables
from tests.bump.test_compare import CASES


def test_release_after_release(tmp_path: Path) -> None:
    """Release after release, each with another change of the small protocol; each report beside a plain walk.

    `tests/conformance/test_replay.py` does so with the releases of the past.
    """
    old = release("1.0.0", schema())
    project = checkout(tmp_path / "checkout", old, tables())
    agreed = 0
    for number, (_, edit, _) in enumerate(CASES[::3], 1):
        body = copy.deepcopy(schema())
        edit(body["$defs"])
        new = release(f"1.0.{number}", body)
        before = load_all(read_model_dumps(project))["v1"]
        report = through(project, new)
        after = load_all(read_model_dumps(project))["v1"]
        agreed += agree(report, old, new, before.items.keys() & after.items.keys())
        old = new
    assert len(CASES[::3]) > 10
    assert agreed > 20


def through(project: Project, new: Release) -> Report:
    """Bump with the decisions that the drafts propose: names go where the schema drops them, or become other methods'."""
    write_decisions(project, tables())
    try:
        return bump(project, new)
    except Stopped as stopped:
        reason, _, drafts = str(stopped).rpartition("\nbump: nothing was changed")[0].partition("\n\n")
        assert "public names would" in reason
        write_decisions(project, tables(**tomli.loads(drafts)))
        return bump(project, new)


def agree(report: Report, old: Release, new: Release, kept: Any) -> int:
    """How many facts the report and a plain walk agree on."""
    before, after = (json.loads(r.files["v1/schema.json"]) for r in (old, new))
    names = {c.was: c.name for c in report.changes if c.subject == "type" and c.was is not None}
    said = facts_of_report(list(report.changes), before, after, kept)
    found = facts_of_schemas(before, after, names)
    for fact, seen in found.items():
        assert said[fact] == seen, (new.version, fact)
    return sum(map(len, found.values()))

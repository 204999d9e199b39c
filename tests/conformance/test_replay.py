"""The bump over all published releases, from each to the next, with decisions as data; each report is checked.

The twin of this that needs nothing beside the checkout is `tests/bump/test_bump.py`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from codegen.build import read_model_dumps
from codegen.bump.release import Release
from codegen.bump.report import Report
from codegen.model import Surface
from codegen.review.dump import load_all
from tests.bump.independent import facts_of_report, facts_of_schemas
from tests.bump.replay import (
    HISTORY,
    Snapshots,
    bump,
    checkout,
    decisions_at,
    replay_decisions_at,
    source_of,
    write_decisions,
)
from tests.conftest import ROOT

pytestmark = [
    pytest.mark.skipif(not HISTORY.is_dir(), reason="no older schemas beside this checkout"),
    pytest.mark.skipif(not os.environ.get("ACP_TYPES_ALL_SCHEMAS"), reason="takes a minute: `nox -s conformance`"),
]


Models = Mapping[str, Surface]


def schemas(release: Release) -> dict[str, Any]:
    """Surface -> schema."""
    return {source_of(file): json.loads(content) for file, content in release.files.items()}


def check(report: Report, old: Release, new: Release, models: tuple[Models, Models]) -> int:
    """Put a report beside the plain walk; how many facts they agree on."""
    before, after = schemas(old), schemas(new)
    agreed = 0
    for surface in before.keys() & after.keys():
        changes = [change for change in report.changes if change.surface == surface]
        renamed = {c.was: c.name for c in changes if c.subject == "type" and c.was is not None}
        kept = models[0][surface].items.keys() & models[1][surface].items.keys()
        said = facts_of_report(changes, before[surface], after[surface], kept)
        found = facts_of_schemas(before[surface], after[surface], renamed)
        for fact, seen in found.items():
            stable, _, unstable = surface.partition(".")
            if "reworded" in fact and unstable and stable in after:
                continue  # what it takes over from the stable surface has that one's words
            assert said[fact] == seen, (new.version, surface, fact, sorted(said[fact] ^ seen))
            agreed += len(seen)
    return agreed


def test_every_release(tmp_path: Path, count: Callable[[str, int], None]) -> None:
    snapshots = Snapshots.read()
    old, *later = [snapshots.release(version) for version in snapshots.versions()]
    assert len(later) > 10
    project = checkout(tmp_path / "checkout", old, replay_decisions_at(old.version))
    for new in later:
        write_decisions(project, replay_decisions_at(new.version))
        before = load_all(read_model_dumps(project))
        report = bump(project, new)
        agreed = check(report, old, new, (before, load_all(read_model_dumps(project))))
        count("facts about past releases on which the report and a plain walk agree", agreed)
        old = new
    count("bumps from a past release to the next", len(later))


def test_the_examples_in_the_documentation(tmp_path: Path) -> None:
    """The reports in docs/changes of these releases say what a bump with the decisions of today says.

    They stay as they were written: where the generator takes its words from another place today, their lists of what
    was reworded differ.
    """
    snapshots = Snapshots.read()
    first, *later = [snapshots.release(version) for version in ("2.0.0", "2.2.0", "2.3.0", "2.4.0")]
    project = checkout(tmp_path / "checkout", first, decisions_at(first))
    for release in later:
        write_decisions(project, decisions_at(release))
        bump(project, release)
        written, kept = (
            json.loads((folder / f"{release.version}.json").read_text(encoding="utf-8"))
            for folder in (project.changes, ROOT / "docs" / "changes")
        )
        assert bool(written.pop("reworded")) == bool(kept.pop("reworded")) == (release.version != "2.4.0")
        assert written == kept

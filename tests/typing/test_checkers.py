"""What mypy, pyright, ty and pyrefly say about programs that use the package."""

from __future__ import annotations

import difflib
import re

import pytest

from tests.typing import page, snapshots
from tests.typing.checkers import CHECKERS, Report, report
from tests.typing.expectations import expected, false_errors, mistakes

AGAIN = "if that is right, `nox -s typing` writes it anew"
_COROUTINE = re.compile(r"Coroutine(?:Type)?\[(?:Any|Unknown), (?:Any|Unknown), ")


@pytest.fixture(params=CHECKERS)
def checker(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    pytest.importorskip(name, reason=f"{name} is only in the session `types`")
    return name


@pytest.fixture
def said(checker: str) -> Report:
    return report(checker)


def test_the_programs_have_no_errors(said: Report) -> None:
    assert said.in_folder("programs") == {}


def test_every_mistake_is_reported_on_its_line_and_nothing_else(checker: str, said: Report) -> None:
    reports = expected(checker).reports
    assert said.in_folder("mistakes") == {
        mistake.place: reports[mistake.name] for mistake in mistakes() if mistake.name in reports
    }


def test_false_errors_are_known(checker: str, said: Report) -> None:
    known = {error.place: {error.code} for error in false_errors() if error.checker == checker}
    assert said.in_folder("false_errors") == known


def test_what_is_not_reported_has_a_reason(checker: str) -> None:
    written = expected(checker)
    names = [mistake.name for mistake in mistakes()]
    assert len(names) == len(set(names))
    assert written.reports.keys().isdisjoint(written.limits)
    assert written.reports.keys() | written.limits.keys() == set(names)
    assert all(written.limits.values())


def test_revealed_types(checker: str, said: Report) -> None:
    assert said.in_folder("revealed") == {}
    kept = snapshots.path(checker).read_text(encoding="utf-8")
    assert kept == snapshots.text(said), _difference(kept, snapshots.text(said))


def test_no_expression_is_of_any_type(checker: str) -> None:
    kept = _COROUTINE.sub("", snapshots.path(checker).read_text(encoding="utf-8"))
    assert kept.count("\n    ") >= 100
    assert not re.findall(r".*\b(?:Any|Unknown|Todo)\b.*|.*: \?$", kept, re.MULTILINE)


def test_the_page() -> None:
    for name in CHECKERS:
        pytest.importorskip(name, reason=f"{name} is only in the session `types`")
    kept = page.PATH.read_text(encoding="utf-8")
    assert kept == page.text(), _difference(kept, page.text())


def _difference(kept: str, made: str) -> str:
    lines = difflib.unified_diff(kept.splitlines(), made.splitlines(), "kept", "now", lineterm="", n=0)
    return "\n".join([AGAIN, *lines])

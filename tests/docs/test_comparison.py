"""What the README and the documentation say of other libraries is what was found in them and measured of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.tools.comparison import (
    PERFORMANCE,
    PYTHON,
    README,
    RESULTS,
    as_markdown,
    extent,
    figures,
    found,
    misfit,
    protocol,
    put,
    results,
    table,
    titles,
    weight,
)
from tests.conftest import ROOT

PYTHONS = sorted(path.parent.name for path in RESULTS.glob("*/results.json"))


def test_the_comparison_is_what_was_found() -> None:
    assert as_markdown(table(found(), results(PYTHON)), "---") in README.read_text(encoding="utf-8")


def test_the_figures_of_the_performance_page() -> None:
    expected = as_markdown(figures(titles(PYTHON), results(PYTHON)), "---:")
    assert expected in PERFORMANCE.read_text(encoding="utf-8")


def test_tables_are_put_where_they_were(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    others = "| | others |\n| --- | --- |\n"
    page.write_text(f"| | us | them |\n| --- | --- | --- |\n| size | 3 | 4 |\n\n{others}", encoding="utf-8")
    put(page, as_markdown([["", "us", "all"], ["size", "2", ""]], "---"))
    assert page.read_text(encoding="utf-8") == f"| | us | all |\n| --- | --- | --- |\n| size | 2 | |\n\n{others}"
    with pytest.raises(SystemExit, match=r"page\.md has 0 tables"):
        put(page, as_markdown([["", "nobody"], ["size", "2"]], "---"))


@pytest.mark.parametrize("page", [README, PERFORMANCE], ids=["README", "performance"])
@pytest.mark.parametrize("python", PYTHONS)
def test_what_it_loses_at(page: Path, python: str) -> None:
    text = " ".join(page.read_text(encoding="utf-8").split())
    measured = results(python)
    decoding = [row for name, row in measured.items() if name.startswith("decode ") and "msgspec" in row]
    assert "msgspec's compiled decoder is several times as fast" in text
    assert min(row["acp-types"] / row["msgspec"] for row in decoding) > 3
    assert "finds errors in half the time" in text
    assert 0.4 < measured["decode error"]["sdk"] / measured["decode error"]["acp-types"] < 0.6


@pytest.mark.parametrize("python", PYTHONS)
def test_nothing_else_is_lost(python: str) -> None:
    """Where the SDK and chuk-acp are ahead is said."""
    rows = {name: row for name, row in results(python).items() if not name.startswith(("decode error", "unstructure "))}
    for row in rows.values():
        assert all(row[peer] > row["acp-types"] for peer in ("sdk", "sdk-candidate", "chuk-acp") if peer in row)


@pytest.mark.parametrize("python", PYTHONS)
def test_what_is_lost_in_plain_dicts(python: str) -> None:
    text = " ".join(PERFORMANCE.read_text(encoding="utf-8").split())
    rows = [row for name, row in results(python).items() if name.startswith("unstructure ")]
    assert "it takes up to one and a half times as long as the SDK's dicts" in text
    assert 1.1 < max(row["acp-types"] / row["sdk"] for row in rows) < 1.6
    assert "cattrs makes them in about half the time" in text
    assert all(0.35 < row["cattrs"] / row["acp-types"] < 0.65 for row in rows)


def test_the_figures_of_the_changelog() -> None:
    text = " ".join((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split())
    ours = {name: f"{row['acp-types']:.1f}" for name, row in results(PYTHON).items() if "acp-types" in row}
    said = "reads a stream of updates in {decode stream} times `json.loads` and writes it in {encode stream} times"
    assert said.format_map(ours) in text
    said = "use it too, at {decode whole} and {encode whole} times what `json` takes for a chunk"
    assert said.format_map(ours) in text


def test_what_is_said_of_the_candidate() -> None:
    candidate = found()["sdk-candidate"]
    version = candidate["versions"]["agent-client-protocol"]
    assert f"its release candidate {version} has the v2 draft" in " ".join(README.read_text(encoding="utf-8").split())
    assert extent("v2", candidate["modules"]) == "v2 draft"


def test_words_follow_from_what_was_found() -> None:
    assert misfit({"noticed": True, "lines": 3, "places": 0, "shown": False}) == "an error"
    assert misfit({"noticed": True, "lines": 3, "places": 2, "shown": False}) == "2 places"
    kinds = {"typed": ["a"], "not typed": ["b"]}
    nothing: dict[str, list[str]] = {"typed": [], "not typed": ["a"]}
    module = {"v1": kinds, "v1.unstable": nothing, "v2": nothing}
    assert protocol({"theirs": module}) == "1 of the 2 updates of v1"
    assert protocol({"theirs": module, "more": {**module, "v1.unstable": kinds}}).endswith(", unstable separate")
    assert protocol({}) == "up to you"
    assert weight({"requires": [], "compiled": []}) == "none"

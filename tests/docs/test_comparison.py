"""What the README and the documentation say of other libraries is what was found in them and measured of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.report import number
from docs.tools.comparison import RESULTS, extent, found, misfit, protocol, results, table, weight
from tests.conftest import ROOT

README = ROOT / "README.md"
PERFORMANCE = ROOT / "docs" / "performance.md"
PYTHONS = sorted(path.parent.name for path in RESULTS.glob("*/results.json"))


def tables(path: Path) -> list[list[list[str]]]:
    """The tables of a page, without the line below the titles."""
    blocks = re.findall(r"(?:^\|.*\n)+", path.read_text(encoding="utf-8"), re.MULTILINE)
    rows = [[[cell.strip() for cell in row[1:-1].split("|")] for row in block.splitlines()] for block in blocks]
    return [[block[0], *block[2:]] for block in rows]


def test_the_comparison_is_what_was_found() -> None:
    assert table(found(), results("3.11")) in tables(README)


def test_the_figures_of_the_performance_page() -> None:
    measured = results("3.11")
    (head, *rows) = tables(PERFORMANCE)[0]
    assert head[1:] == ["acp-types", "SDK 0.12.1", "SDK 1.0.0rc3", "cattrs", "msgspec"]
    names = ["import acp_types.v1.unstable", "decode stream", "decode prompt", "encode stream"]
    peers = ["acp-types", "sdk", "sdk-candidate", "cattrs", "msgspec"]
    cells = [[number(measured[name][peer]) if peer in measured[name] else "" for peer in peers] for name in names]
    assert [row[1:] for row in rows] == cells


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
    rows = {name: row for name, row in results(python).items() if name != "decode error"}
    for row in rows.values():
        assert all(row[peer] > row["acp-types"] for peer in ("sdk", "sdk-candidate", "chuk-acp") if peer in row)


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
    assert protocol({"theirs": module, "more": {**module, "v1.unstable": kinds}}).endswith(", unstable apart")
    assert protocol({}) == "what you write"
    assert weight({"requires": [], "compiled": []}) == "nothing"

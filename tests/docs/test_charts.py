"""The charts can be read on a phone: their text is not scaled down to nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

CHARTS = sorted((ROOT / "docs" / "benchmarks").glob("*/*.svg"))
SCREEN = 360 - 2 * 16
"""What a narrow phone has for a picture, in its pixels."""


def test_there_are_some() -> None:
    assert {path.stem for path in CHARTS} == {"decode-dark", "decode-light", "import-dark", "import-light"}


@pytest.mark.parametrize("chart", CHARTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_text_is_readable_on_a_phone(chart: Path) -> None:
    svg = chart.read_text(encoding="utf-8")
    (width,) = re.findall(r'<svg[^>]* viewBox="0 0 ([\d.]+) ', svg)
    # Letters are drawn as outlines, a hundred units to the size of the font.
    sizes = {100 * float(scale) for scale in re.findall(r"\bscale\(([\d.]+) -[\d.]+\)", svg)}
    assert sizes
    assert min(sizes) * SCREEN / float(width) >= 11

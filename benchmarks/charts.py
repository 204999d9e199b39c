"""Draws a report's bar charts, light and dark. Runs in the environment that has matplotlib."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

CHARTS = (
    ("import", "import acp_types.v1.unstable", "Import time, 1 = import json, typing, dataclasses"),
    ("decode", "decode stream", "Decoding a stream of 200 updates, 1 = json.loads"),
)
THEMES = {
    "light": {"text": "#1f2328", "ours": "#0969da", "others": "#afb8c1"},
    "dark": {"text": "#e6edf3", "ours": "#4493f8", "others": "#656c76"},
}


WIDTH = 4.5
"""In inches. As narrow as a phone, so that charts are not scaled down there."""
FONT = 11
"""In points."""


def bars(report: dict[str, Any], row_name: str) -> list[tuple[str, float, bool]]:
    """The title and figure of each peer, lowest first, and whether it is this package."""
    row = next(row for section in report["sections"] for row in section["rows"] if row["name"] == row_name)
    found = [
        (report["peers"][name], cell["minimum"], name == "acp-types")
        for name, cell in row["cells"].items()
        if cell["minimum"] is not None
    ]
    return sorted(found, key=lambda bar: bar[1])


def draw(report: dict[str, Any], row_name: str, title: str, theme: dict[str, str], path: Path) -> None:
    shown = bars(report, row_name)
    figure = Figure(figsize=(WIDTH, 0.75 + 0.34 * len(shown)), layout="constrained")
    axes = figure.add_subplot()
    drawn = axes.barh(
        [label for label, _, _ in shown],
        [value for _, value, _ in shown],
        color=[theme["ours" if ours else "others"] for _, _, ours in shown],
        height=0.62,
    )
    axes.bar_label(
        drawn, fmt=lambda value: f"{value:.2f}" if value < 10 else f"{value:.1f}", padding=4, color=theme["text"]
    )
    axes.invert_yaxis()
    below = f"{report['python']}, {report['date']}; less is better"
    figure.suptitle(f"{title}\n{below}", color=theme["text"], fontsize=FONT)
    axes.tick_params(left=False, bottom=False, labelbottom=False, labelcolor=theme["text"])
    axes.spines[:].set_visible(False)
    axes.margins(x=0.2)
    figure.savefig(path, transparent=True, metadata={"Date": None, "Creator": None})


def main(results: Path) -> None:
    mpl.rcParams |= {"svg.hashsalt": "acp-types", "font.size": FONT}
    report = json.loads(results.read_text(encoding="utf-8"))
    for name, row, title in CHARTS:
        for theme, colours in THEMES.items():
            draw(report, row, title, colours, results.parent / f"{name}-{theme}.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

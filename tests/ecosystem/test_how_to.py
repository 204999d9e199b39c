"""docs/how-to/other-libraries.md says what is true: each of its blocks runs and prints what stands beside it."""

from __future__ import annotations

import re
import sys
import types

import pytest

from tests.conftest import ROOT

for library in ("attrs", "cattrs", "fastapi", "msgspec", "orjson", "pydantic"):
    pytest.importorskip(library, reason=f"{library} is not here: `nox -s ecosystem` has it")

PAGE = (ROOT / "docs" / "how-to" / "other-libraries.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_block_prints_what_it_says(
    number: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    block = BLOCKS[number]
    module = types.ModuleType(f"block_{number}")  # pydantic and cattrs look the names of a class up in its module
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(block, f"block {number}", "exec"), vars(module))  # noqa: S102
    expected = re.findall(r"^ *print\(.*\)(?:  |\n *)# (.*)$", block, re.MULTILINE)
    assert len(expected) == block.count("print(") > 0
    assert capsys.readouterr().out.splitlines() == expected


def test_there_are_blocks() -> None:
    assert len(BLOCKS) == 7


def test_links_within_the_page_lead_somewhere() -> None:
    headings = {line[3:].lower().replace(" ", "-") for line in PAGE.splitlines() if line.startswith("## ")}
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) <= headings

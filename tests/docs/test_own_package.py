"""The how-to says what is true: its commands print what it shows."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conftest import ROOT
from tests.docs.console import checkout, commands, run

PAGE = (ROOT / "docs" / "how-to" / "own-package.md").read_text(encoding="utf-8")


def test_the_commands_print_what_the_page_shows(tmp_path: Path) -> None:
    folder = checkout(tmp_path, "codegen", "schema", "examples", "docs")
    found = list(commands(PAGE))
    assert len(found) == 6
    for command in found:
        assert uncounted(run(command, folder)) == uncounted(command.printed), command.line


def uncounted(printed: str) -> str:
    """Without the numbers that change with the protocol."""
    return re.sub(r"\d+ (types|methods)", r"some \1", printed)


def test_files_are_quoted_as_they_are() -> None:
    quoted = re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    assert quoted
    for name, text in quoted:
        assert text in (ROOT / name).read_text(encoding="utf-8")


def test_links_lead_to_files() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / "how-to" / link).exists()] == []

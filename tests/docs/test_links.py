"""Links of the pages outside the site lead somewhere; those of the site are checked where it is built."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

PAGES = [path for path in (*ROOT.glob("*.md"), *ROOT.glob("examples/*.md")) if path.is_file()]
HOSTS = ("https://agentclientprotocol.com",)
_LINK = re.compile(r"(?:\]\(|src=\"|srcset=\")([^)\"\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links(page: Path) -> None:
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        if link.startswith("http"):
            assert link.startswith(HOSTS), link
        else:
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


def anchors(page: Path) -> set[str]:
    """The headings of a page, as a link names them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}

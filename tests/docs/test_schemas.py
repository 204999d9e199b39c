"""The how-to on schemas says what is true: its program prints what it shows."""

from __future__ import annotations

import re

import pytest

import acp_types
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "how-to" / "schemas.md").read_text(encoding="utf-8")


def test_the_program_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"<!-- test: runs -->\n```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(program, "schemas.md", "exec"), {"__name__": "__main__"})  # noqa: S102
    (printed,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    *lines, last = capsys.readouterr().out.splitlines()
    *shown, _ = printed.splitlines()
    assert lines == shown
    assert re.fullmatch(r"changed \(('\w+',? ?)+\)", last)  # which ones moves with the unstable features


def test_every_member_is_described() -> None:
    from acp_types import v2

    for name in (*v2.SchemaInfo._fields, *v2.SchemaSymbol._fields):
        assert f"`{name}`" in PAGE or name == "name"
    for name in acp_types.__all__:
        assert hasattr(acp_types, name)

"""What an editor shows to whoever writes a program with the package: hover, completion and signature help."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import pytest
import tomli

from acp_types import v2
from codegen.decisions import Decisions
from codegen.project import HERE as CHECKOUT
from tests.typing.checkers import HERE

if TYPE_CHECKING:
    from tests.typing.editor import Editor

HEAD: Final = "from acp_types import v1\nfrom acp_types import v2 as acp\n\n"

SHOWN: Final = tomli.loads((HERE / "editor.toml").read_text(encoding="utf-8"))


def cases(kind: str) -> pytest.MarkDecorator:
    """One test for each entry of a kind."""
    return pytest.mark.parametrize("case", SHOWN[kind], ids=lambda case: case["code"].encode("unicode_escape").decode())


class Session:
    """An editor, and the event loop that it lives in."""

    def __init__(self, editor: Editor, loop: asyncio.AbstractEventLoop) -> None:
        self.editor = editor
        self.wait = loop.run_until_complete


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    pytest.importorskip("pyright", reason="pyright is only in the session `types`")
    pytest.importorskip("pygls", reason="pygls is only in the session `types`")
    from tests.typing.editor import open_editor

    loop = asyncio.new_event_loop()
    opened = open_editor()
    try:
        yield Session(loop.run_until_complete(opened.__aenter__()), loop)
        loop.run_until_complete(opened.__aexit__(None, None, None))
    finally:
        loop.close()


@cases("hover")
def test_hover(session: Session, case: dict[str, str]) -> None:
    code, _, text = session.wait(session.editor.hover(HEAD + case["code"])).partition("\n---\n")
    assert one_line(code.strip("`").removeprefix("python")).startswith(case["shows"])
    assert case.get("says", "") in one_line(text)


@cases("completion")
def test_completion(session: Session, case: dict[str, Any]) -> None:
    offered = list(session.wait(session.editor.complete(HEAD + case["code"])))
    assert offered[: len(case["offers"])] == case["offers"]


def test_a_surface_offers_its_public_names_and_no_others(session: Session) -> None:
    """Those that go are offered until they have gone; an editor strikes them through."""
    old = {
        entry["name"]
        for entry in Decisions.load(CHECKOUT.decisions).tables.get("alias", ())
        if "v2" in entry["surfaces"]
    }
    assert set(session.wait(session.editor.complete(HEAD + "acp.‸"))) == {*v2.__all__, *old}


def test_a_completion_explains_itself(session: Session) -> None:
    offered = session.wait(session.editor.complete(HEAD + "def f(call: acp.ToolCallUpdate):\n    call.‸"))
    explained = session.wait(session.editor.explain(offered["raw_input"]))
    assert "raw_input: Patch[JsonValue]" in explained
    assert "Raw input parameters sent to the tool." in explained


@cases("signature")
def test_signature_help(session: Session, case: dict[str, str]) -> None:
    (label, text), *_ = session.wait(session.editor.signatures(HEAD + case["code"]))
    assert label == case["shows"]
    assert one_line(text).startswith(case["says"])


def test_enough_is_looked_at() -> None:
    assert {kind: len(entries) >= 7 for kind, entries in SHOWN.items()} == dict.fromkeys(SHOWN, True)
    assert sum(map(len, SHOWN.values())) >= 30


def one_line(text: str) -> str:
    return " ".join(text.split()).replace("( ", "(").replace(" )", ")")

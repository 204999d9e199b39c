"""Sessions of real agents, and one of our own: no update is refused, and a replay makes an equal view."""

from __future__ import annotations

import collections
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import CORPUS, ROOT, surface
from tests.methods.test_traces import trace_lines
from tests.session.support import replayed, session


def views_in(text: str, stability: str) -> dict[tuple[str, str], Any]:
    """The views of all sessions in a trace, by surface and session id."""
    views: dict[tuple[str, str], Any] = {}
    for line in trace_lines(text):
        version = line.module.__name__.split(".")[1]
        name = version + stability
        acp = surface(name)
        value = json.loads(line.text)
        if isinstance(value, dict) and value.get("method") == "session/update" and "id" not in value:
            form = acp.SessionNotification if version == "v1" else acp.UpdateSessionNotification
            try:
                note = acp.decode(form, value["params"])
            except acp.DecodeError:
                continue
            view = views.setdefault((name, note.session_id), session(name).SessionView())
            view.apply(note.update)
    return views


def check(text: str, stability: str) -> collections.Counter[str]:
    """Check the views of a trace; gives how many entities of each kind they hold."""
    kinds: collections.Counter[str] = collections.Counter()
    for (name, _), view in views_in(text, stability).items():
        again = replayed(name, view)
        assert again == view
        assert again.snapshot() == view.snapshot()
        assert [getattr(entity, "text", None) for entity in again.timeline] == [
            getattr(entity, "text", None) for entity in view.timeline
        ]
        assert replayed(name, again) == view
        kinds.update(type(entity).__name__ for entity in view.timeline)
    return kinds


@pytest.mark.parametrize("stability", ["", ".unstable"])
def test_the_sample_trace(stability: str) -> None:
    text = (ROOT / "examples" / "sample-trace.jsonl").read_text(encoding="utf-8")
    kinds = check(text, stability)
    assert kinds["Message"] >= 1
    assert kinds["ToolCall"] >= 1


@pytest.mark.parametrize("stability", ["", ".unstable"])
def test_real_traces(stability: str, count: Callable[[str, int], None]) -> None:
    traces = sorted((CORPUS / "traces").glob("*.jsonl"))
    if not traces:
        pytest.skip("no message corpus beside this checkout")
    kinds: collections.Counter[str] = collections.Counter()
    for trace in traces:
        kinds += check(trace.read_bytes().decode("utf-8"), stability)
    assert kinds.keys() >= {"Message", "Thought", "ToolCall", "Terminal", "Compaction", "Plan", "OtherSessionUpdate"}
    count(f"entities of real sessions{stability}", kinds.total())

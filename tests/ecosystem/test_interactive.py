"""What a person sees at a prompt: IPython, Rich, the debugger."""

from __future__ import annotations

import io
from typing import Any

import pytest

from acp_types import v2

IPython = pytest.importorskip("IPython", reason="IPython is not here: `nox -s ecosystem` has it")
rich_console = pytest.importorskip("rich.console", reason="Rich is not here: `nox -s ecosystem` has it")
rich_pretty = pytest.importorskip("rich.pretty", reason="Rich is not here: `nox -s ecosystem` has it")

NOTE = v2.UpdateSessionNotification(
    session_id=v2.SessionId("s"),
    update=v2.ToolCallUpdate(
        tool_call_id=v2.ToolCallId("1"),
        title="a title that leaves no room for anything else on its line",
        locations=(v2.ToolCallLocation(path=v2.AbsolutePath("/a")),),
    ),
)
SHOWN = """\
UpdateSessionNotification(
    session_id='s',
    update=ToolCallUpdate(
        tool_call_id='1',
        title='a title that leaves no room for anything else on its line',
        locations=(ToolCallLocation(path='/a'),)))"""


@pytest.fixture(scope="module")
def shell() -> Any:
    made = IPython.core.interactiveshell.InteractiveShell.instance()
    made.user_ns.update(acp=v2, note=NOTE, call=NOTE.update)
    return made


def completions(shell: Any, line: str, *, jedi: bool) -> set[str]:
    shell.Completer.use_jedi = jedi
    with IPython.core.completer.provisionalcompleter():
        return {found.text.lstrip(".") for found in shell.Completer.completions(line, len(line))}


@pytest.mark.parametrize("jedi", [False, True], ids=["run time", "jedi"])
def test_ipython_completes_names_and_members(shell: Any, jedi: bool) -> None:
    assert completions(shell, "acp.TextC", jedi=jedi) == {"TextContent", "TextCommandInput"}
    assert {"session_id", "update", "meta", "unknown_fields"} == completions(shell, "note.", jedi=jedi)
    assert {"title", "session_update", "raw_input"} <= completions(shell, "call.", jedi=jedi)
    assert completions(shell, "acp.SESSION_PRO", jedi=jedi) == {"SESSION_PROMPT"}


def test_ipython_completes_keyword_arguments(shell: Any) -> None:
    assert completions(shell, "acp.TextContent(te", jedi=True) == {"text="}


def test_ipython_shows_an_object_on_as_many_lines_as_it_takes(shell: Any) -> None:
    assert shell.display_formatter.format(NOTE)[0]["text/plain"] == SHOWN
    assert shell.display_formatter.format(v2.TextContent(text="hi"))[0]["text/plain"] == "TextContent(text='hi')"
    assert shell.display_formatter.format(v2.InitializeResponse)[0]["text/plain"].startswith("acp_types.v2")


def test_ipython_help(shell: Any) -> None:
    found = shell.inspector.info(v2.TextContent, "acp.TextContent")
    assert found["init_definition"] or found["definition"]
    assert found["docstring"] == "Text provided to or from an LLM."
    assert found["file"].endswith("content.py")


def test_rich_shows_an_object_on_as_many_lines_as_it_takes() -> None:
    assert rich_pretty.pretty_repr(NOTE, max_width=80).splitlines()[:4] == [
        "UpdateSessionNotification(",
        "    session_id='s',",
        "    update=ToolCallUpdate(",
        "        tool_call_id='1',",
    ]
    out = io.StringIO()
    rich_console.Console(file=out, width=80).print(v2.TextContent(text="hi"))
    assert out.getvalue() == "TextContent(text='hi')\n"

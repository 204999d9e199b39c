"""The programs that the checkers read also run, and do what they say."""

from __future__ import annotations

import runpy

import pytest

from tests.typing.checkers import HERE

AGENT = """\
0: {'protocolVersion': 2, 'info': {'name': 'counter', 'version': '1.0'}, 'capabilities': {'session': {}}}
1: {'sessionId': 's1'}
heard: one two
heard: a
heard: an extension called _odd
2: {'messageId': 'prompt'}
3: error -32601, Method not found: session/close
'x': {'s1': 7}
4: error -32602, Invalid params: $.params.sessionId: expected string, got int
"""
CLIENT = """\
version 1
images: True load: False
tool: Read a.py /src/a.py
agent: the second line is 'second'
title: (none)
done: end_turn
"""
EVERYDAY = """\
['reads Look', 'reads (none)', 'OtherSessionUpdate'] ['tool', 'tool', 'glow']
['Look', '(none)'] Look old
[{'type': 'text', 'text': 'x'}, {'type': 'text', 'text': 'y'}, \
{'type': 'resource_link', 'name': 'a', 'uri': 'file:///a'}]
['asked wrongly', 'ours', '7']
['a', 'b', 'expected an object'] a call
"""
PROXY = """\
version 1: initialize x1, answer x1, tool of kind _acme.look x1, from_the_future x1, _acme.com/ping x1
version 2: initialize x1, answer x1, tool completed x1, error -32099 x1, \
unreadable: Invalid params: $.params.sessionId: expected string, got int x1
"""
RECORDER = """\
None {'u': 'hello', 'a': 'good day'} {'t': OtherToolCallStatus('_acme.waiting')}
{'default-on-error': 1, 'unknown-value': 1} ['$.used: not integer 0..18446744073709551615']
as sent: [True, True, True, True, True, False, True, False]
"""
UI = """\
agent: hi
. Edit
  move /a to /b
? Edit
25% used
idle: end_turn
not shown: _acme.glow
"""


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ("contract", "hi$.messageId string nothing\n"),
        ("contract_conversations", "[] False\n"),
        ("contract_methods", "prompt 1: s m m [1, 1] False\nstate_update\n"),
        (
            "contract_schema",
            "enum stable ['anyOf', 'description']\nv2 2 True\n0 True Agent Client Protocol\n",
        ),
        ("contract_session", "agent: hi, _acme\n"),
        ("agent", AGENT),
        ("client", CLIENT),
        ("everyday", EVERYDAY),
        ("proxy", PROXY),
        ("recorder", RECORDER),
        ("ui", UI),
    ],
)
def test_runs(program: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(HERE / "programs" / f"{program}.py"), run_name="__main__")
    assert capsys.readouterr().out == printed


def test_all_programs_run() -> None:
    contracts = {"contract", "contract_conversations", "contract_methods", "contract_schema", "contract_session"}
    names = {path.stem for path in (HERE / "programs").glob("*.py")} - {"__init__"}
    assert names == {"agent", "client", "everyday", "proxy", "recorder", "ui"} | contracts


@pytest.mark.parametrize("name", ["agent", "client", "everyday", "proxy", "recorder", "ui"])
def test_a_program_is_of_a_size_to_read(name: str) -> None:
    assert 60 <= len((HERE / "programs" / f"{name}.py").read_text(encoding="utf-8").splitlines()) <= 150

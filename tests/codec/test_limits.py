"""Hostile sizes and nesting: a `DecodeError` or a value, and a value that was read can be used in every way."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from types import FrameType, MappingProxyType
from typing import Any

import pytest

from acp_types import v1
from acp_types import v2 as acp
from acp_types._runtime.nesting import MAX_NESTING
from benchmarks.scaling import CASES, Case
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def _counted(count: Callable[[str, int], None]) -> None:
    count("hostile sizes and nestings put to the test", 1)


MILLION = 1_000_000
FAR = 100_000
"""Far beyond what Python itself could read or print."""


def nested(depth: int) -> Any:
    """Arrays and objects in turns, an object outermost."""
    value: Any = 1
    for level in range(depth):
        value = {"a": value} if (depth - level) % 2 else [value]
    return value


def text_of(depth: int) -> str:
    """JSON text of `nested(depth)`, which `json.dumps` cannot write."""
    half = (depth + 1) // 2
    opening, closing = '{"a":[' * half, "]}" * half
    return f"{opening}1{closing}" if depth % 2 == 0 else f"{opening[:-1]}1{closing[1:]}"


PLACES: dict[str, tuple[Any, str]] = {
    "raw JSON": (acp.JsonValue, "{}"),
    "a raw member": (acp.ToolCallUpdate, '{{"toolCallId":"t","rawInput":{}}}'),
    "_meta": (acp.TextContent, '{{"text":"a","_meta":{}}}'),
    "an unknown member": (acp.TextContent, '{{"text":"a","x":{}}}'),
    "an unknown variant": (acp.ContentBlock, '{{"type":"_x","x":{}}}'),
    "an unknown member far inside": (
        acp.UpdateSessionNotification,
        (
            '{{"sessionId":"s","update":{{"sessionUpdate":"tool_call_update","toolCallId":"t",'
            '"content":[{{"type":"content","content":{{"type":"text","text":"a","x":{}}}}}]}}}}'
        ),
    ),
    "what is replaced by a default": (acp.TextContent, '{{"text":"a","annotations":[{}]}}'),
    "what is skipped": (acp.ToolCallUpdate, '{{"toolCallId":"t","content":[{}]}}'),
}
"""Wherever JSON of any shape may stand, in a value or in an `Issue`."""


def room(text: str) -> int:
    """How deep a value may nest where the braces are."""
    before = text.partition("{}")[0].format()
    return MAX_NESTING - before.count("{") - before.count("[")


def exercise(value: Any) -> None:
    """What one does with what was read."""
    assert value == copy.deepcopy(value)
    repr(value)
    if not isinstance(value, (dict, list)):
        assert hash(value) == hash(copy.copy(value))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value


@pytest.mark.parametrize("place", PLACES)
def test_what_nests_as_deeply_as_is_allowed_can_be_used(place: str) -> None:
    form, around = PLACES[place]
    text = around.format(text_of(room(around)))
    issues: list[acp.Issue] = []
    value = acp.loads(form, text, on_issue=issues.append)
    assert value == acp.decode(form, json.loads(text))
    exercise(value)
    exercise(issues)
    assert acp.loads(form, acp.dumps(form, value)) == value


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("deeper", [1, 2, 1000 - MAX_NESTING, FAR])
def test_what_nests_more_deeply_is_refused(place: str, deeper: int) -> None:
    form, around = PLACES[place]
    depth = room(around) + deeper
    before, after = around.format("\0").split("\0")
    with pytest.raises(acp.DecodeError) as from_text:
        acp.loads(form, f"{before}{text_of(depth)}{after}")
    value: Any = json.loads(around.format('"deep"'))
    with pytest.raises(acp.DecodeError) as from_value:
        acp.decode(form, replaced(value, nested(depth)))
    for caught in (from_text, from_value):
        assert str(caught.value) == "$: expected JSON nested at most 128 deep, got deep nesting"


def replaced(value: Any, deep: Any) -> Any:
    """`value` with `deep` in the place that is marked in it."""
    if isinstance(value, dict):
        return {key: replaced(part, deep) for key, part in value.items()}
    if isinstance(value, list):
        return [replaced(part, deep) for part in value]
    return deep if value == "deep" else value


def test_the_limit_is_the_documented_one() -> None:
    assert f"more than {MAX_NESTING} levels deep" in (acp.decode.__doc__ or "")


@pytest.mark.parametrize("deeper", [1, FAR])
def test_a_message_that_nests_deeply_is_refused(deeper: int) -> None:
    for member in ('"method":"_x","params":', '"id":1,"result":', '"method":"_x","unknown":'):
        line = f'{{"jsonrpc":"2.0",{member}%s}}'
        message = acp.read_message(line % text_of(MAX_NESTING - 1), sender="client")
        exercise(message)
        assert acp.read_message(acp.write_message(message), sender="client") == message
        with pytest.raises(acp.MessageError) as caught:
            acp.read_message(line % text_of(MAX_NESTING - 1 + deeper), sender="client")
        assert caught.value.error.code == -32700


@pytest.mark.parametrize(
    "text", ['["{}"]', '["\\"{}"]', '["\\\\\\"{}"]', '["\\\\", "{}"]', '{{"{}": 1}}', '["]]]]", "{}", "é😀"]']
)
def test_brackets_in_strings_do_not_nest(text: str) -> None:
    full = text.format("[{" * 1000)
    assert acp.loads(acp.JsonValue, full) == json.loads(full)
    wide = f"[{full},{','.join(['[{}]'] * 1000)}]"
    assert acp.loads(acp.JsonValue, wide) == json.loads(wide)
    with pytest.raises(acp.DecodeError, match="deep nesting"):
        acp.loads(acp.JsonValue, f"[{full},{text_of(MAX_NESTING)}]")


def test_what_is_not_json_is_said_to_be_that_where_it_goes_wrong_before_it_nests() -> None:
    for text in ("]" * 1000, "[]" * 1000, '"' * 1000 + "[" * 100, "{]" * 60 + "[" * 8):
        with pytest.raises(acp.DecodeError, match="a syntax error"):
            acp.loads(acp.JsonValue, text)


def test_a_raised_recursion_limit_lets_nothing_through() -> None:
    """Where Python's own parser has no limit left, on 3.10 and 3.11, it would end the process."""
    run_fresh(
        "import sys; from acp_types import v2 as acp; sys.setrecursionlimit(10**9)\n"
        "for text in ('[' * 10**6, '{\"a\":' * 10**6, '[' * 10**6 + ']' * 10**6):\n"
        "    try: acp.loads(acp.JsonValue, text)\n"
        "    except acp.DecodeError as error: assert error.got == 'deep nesting'\n"
        "    else: raise AssertionError\n"
        "loop = []; loop.append(loop)\n"
        "for write in (acp.encode, acp.dumps):\n"
        "    try: write(acp.JsonValue, loop)\n"
        "    except ValueError: pass\n"
        "    else: raise AssertionError"
    )


def run_fresh(code: str) -> None:
    """Run a program that might take the interpreter down."""
    path = f"import sys; sys.path.insert(0, {str(ROOT / 'generated')!r})"
    done = subprocess.run([sys.executable, "-c", f"{path}\n{code}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# -- writing -----------------------------------------------------------------------------------------------------------


def array_loop() -> Any:
    array: list[Any] = []
    array.append(array)
    return array


def twofold_loop() -> Any:
    twice: dict[str, Any] = {}
    twice.update(a=twice, b=(twice,))
    return twice


def mapping_loop() -> Any:
    inner: dict[str, Any] = {}
    inner["a"] = MappingProxyType(inner)
    return MappingProxyType(inner)


TOO_DEEP: dict[str, Callable[[], Any]] = {
    "an array in itself": array_loop,
    "an object in itself, twice": twofold_loop,
    "a mapping in itself": mapping_loop,
    "far too deep": lambda: nested(FAR),
    "one too deep": lambda: nested(MAX_NESTING + 1),
}


@pytest.mark.parametrize("what", TOO_DEEP)
def test_what_could_not_be_read_again_is_not_written(what: str) -> None:
    value = TOO_DEEP[what]()
    meta: Any = {"m": value}
    block = acp.TextContent(text="a", meta=meta)
    prompt = acp.PromptRequest(session_id=acp.SessionId("s"), prompt=(block,))
    writers: list[Callable[[], object]] = [
        lambda: acp.encode(acp.JsonValue, meta),
        lambda: acp.encode(acp.ContentBlock, block),
        lambda: acp.dumps(acp.PromptRequest, prompt),
        lambda: acp.dumps(acp.ContentBlock, acp.OtherContentBlock(type="_x", payload=meta)),
        lambda: acp.dumps(acp.TextContent, acp.TextContent(text="a", unknown_fields=meta)),
        lambda: acp.dumps(acp.ToolCallUpdate, acp.ToolCallUpdate(tool_call_id=acp.ToolCallId("t"), raw_input=value)),
        lambda: acp.write_message(acp.Response(id=1, result=value)),
        lambda: acp.write_message(acp.Request(id=1, method="_x", params=meta)),
        lambda: acp.write_message(acp.Request(id=1, method="session/prompt", params=prompt)),
        lambda: acp.write_message(acp.Notification(method="_x", unknown_fields=meta)),
        lambda: acp.SESSION_PROMPT.encode_params(prompt),
    ]
    for write in writers:
        with pytest.raises(ValueError, match=r"^\$: expected JSON nested at most 128 deep, got deep nesting$"):
            write()


def test_a_typed_member_cannot_hold_itself() -> None:
    prompt: Any = []
    prompt.append(prompt)
    with pytest.raises(TypeError, match=r"\$\.prompt\[0\]: expected ContentBlock, got list"):
        acp.encode(acp.PromptRequest, acp.PromptRequest(session_id=acp.SessionId("s"), prompt=prompt))


def test_one_value_in_many_places_is_written() -> None:
    """A value that is shared is no loop."""
    shared = {"a": [1]}
    value: Any = {"b": [shared] * 1000, "c": shared}
    assert acp.loads(acp.JsonValue, acp.dumps(acp.JsonValue, value)) == value


# -- a full stack ------------------------------------------------------------------------------------------------------

UPDATE = (
    '{"toolCallId":"t","title":3,"content":[{"type":"content","content":{"type":"text","text":"a"}}],'
    '"rawInput":{"a":[1,{"b":2}]},"x":1}'
)
MESSAGE = f'{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s","update":{UPDATE}}}}}'.replace(
    '"toolCallId"', '"sessionUpdate":"tool_call_update","toolCallId"'
)


@pytest.mark.parametrize(
    "read",
    [
        lambda: acp.loads(acp.ToolCallUpdate, UPDATE),
        lambda: acp.decode(acp.ToolCallUpdate, json.loads(UPDATE)),
        lambda: acp.read_message(MESSAGE, sender="agent"),
    ],
    ids=["loads", "decode", "read_message"],
)
def test_with_hardly_any_stack_left(read: Callable[[], object]) -> None:
    """The right value or an error, never a value that leniency made of a full stack. A few calls suffice."""
    value = read()
    with pytest.raises(acp.MessageError):  # what an error is made of is loaded, whichever test has run before
        acp.read_message(MESSAGE.replace('"s"', "5"), sender="agent")
    outcomes: list[str] = []

    def outcome(left: int) -> str:
        try:
            return "value" if descend(frames_to_limit() - left, read) == value else "another value"
        except acp.DecodeError as error:
            return error.got
        except acp.MessageError as error:
            return str(error).rpartition("got ")[2]
        except RecursionError:
            return "no call"  # of `loads`, or of what it calls before it reads

    # In a thread of its own the stack is nearly empty, whatever runs the tests.
    thread = threading.Thread(target=lambda: outcomes.extend(map(outcome, range(80))))
    thread.start()
    thread.join()
    assert set(outcomes) == {"no call", "too little", "value"}
    assert set(outcomes[40:]) == {"value"}


def frames_to_limit() -> int:
    frame: FrameType | None = sys._getframe()
    used = 0
    while frame is not None:
        frame = frame.f_back
        used += 1
    return sys.getrecursionlimit() - used


def descend(frames: int, call: Callable[[], object]) -> object:
    return call() if frames <= 0 else descend(frames - 1, call)


@pytest.mark.parametrize("left", [5, 20, 40, 60])
def test_a_first_use_that_fails_for_want_of_stack_breaks_nothing(left: int) -> None:
    """Modules are imported, tables and constructors made at first use; an error half-way leaves nothing half-made."""
    run_fresh(
        f"UPDATE = {UPDATE!r}\nMESSAGE = {MESSAGE!r}\n"
        "import dataclasses\n"
        "from acp_types import v2 as acp\n"
        "def use():\n"
        "    acp.TextContent(text='a'); acp.AgentHandler; acp.SESSION_PROMPT\n"
        "    acp.write_message(acp.read_message(MESSAGE, sender='agent'))\n"
        "    return dataclasses.fields(acp.loads(acp.ToolCallUpdate, UPDATE))\n"
        "def descend(n):\n"
        "    return use() if n == 0 else descend(n - 1)\n"
        f"try: descend(sys.getrecursionlimit() - {left})\n"
        "except (acp.DecodeError, RecursionError): pass\n"
        "except Exception as error: assert isinstance(error, acp.MessageError)\n"
        "assert len(use()) > 10"
    )


# -- sizes -------------------------------------------------------------------------------------------------------------


def comes_back(form: Any, text: str) -> tuple[Any, list[acp.Issue]]:
    """Read and write; the value and the issues."""
    issues: list[acp.Issue] = []
    value = acp.loads(form, text, on_issue=issues.append)
    assert json.loads(acp.dumps(form, value)) == json.loads(text)
    return value, issues


@pytest.mark.parametrize("piece", ["a", "[", "é", "😀", '"', "\\", "\n", "\ud800"])
def test_a_huge_string(piece: str) -> None:
    text = piece * (20 * MILLION // len(json.dumps(piece)))
    value, _ = comes_back(acp.TextContent, json.dumps({"text": text}))
    assert value.text == text


@pytest.mark.parametrize("piece", ["k", "é", "["])
def test_a_very_long_key(piece: str) -> None:
    """It is kept, and cut short where it is shown, once or for each of the many issues below it."""
    key = piece * 5 * MILLION
    value, issues = comes_back(acp.TextContent, json.dumps({"text": "a", key: 1}))
    assert value.unknown_fields == {key: 1}
    assert len(issues[0].path) < 600
    form = {"type": "string", **{f"x{i}": i for i in range(3000)}}
    _, issues = comes_back(acp.ElicitationSchema, json.dumps({"type": "object", "properties": {key: form}}))
    assert len(issues) == 3000
    assert max(len(issue.path) for issue in issues) < 600
    with pytest.raises(acp.DecodeError) as caught:
        acp.decode(acp.ElicitationSchema, {"type": "object", "properties": {key: {"type": "string", "minLength": "x"}}})
    assert len(str(caught.value)) < 700


def test_a_million_items() -> None:
    raw, _ = comes_back(acp.JsonValue, json.dumps(list(range(MILLION))))
    assert len(raw) == MILLION
    roles = ["user", "assistant"] * (MILLION // 2)
    note, _ = comes_back(acp.Annotations, json.dumps({"audience": roles}))
    assert note.audience == tuple(roles)
    assert note == copy.deepcopy(note)
    assert hash(note) == hash(copy.copy(note))
    assert len(repr(note)) > 8 * MILLION


def test_a_hundred_thousand_objects() -> None:
    blocks = [{"type": "text", "text": str(i)} if i % 2 else {"type": "_x", "i": i} for i in range(100_000)]
    prompt, issues = comes_back(acp.PromptRequest, json.dumps({"sessionId": "s", "prompt": blocks}))
    assert (len(prompt.prompt), len(issues)) == (100_000, 50_000)
    assert prompt == pickle.loads(pickle.dumps(prompt))
    assert hash(prompt) == hash(copy.copy(prompt))
    assert repr(prompt).count("TextContent(") == 50_000


def test_a_million_unknown_members() -> None:
    members = {f"k{i}": i for i in range(MILLION)}
    value = acp.loads(acp.TextContent, json.dumps({"text": "a", **members}))
    assert value.unknown_fields == members
    assert json.loads(acp.dumps(acp.TextContent, value)) == {"text": "a", **members}
    assert hash(value) == hash(acp.TextContent(text="a"))


def test_a_hundred_thousand_issues_of_each_kind() -> None:
    many = 100_000
    value, issues = comes_back(acp.TextContent, json.dumps({"text": "a", **{f"k{i}": i for i in range(many)}}))
    assert issues == [acp.Issue(f"$.k{i}", "unknown-member", i) for i in range(many)]
    value, issues = comes_back(acp.Annotations, json.dumps({"audience": ["_new"] * many}))
    assert [issue.path for issue in issues] == [f"$.audience[{i}]" for i in range(many)]
    assert all(role.is_custom for role in value.audience)
    issues.clear()
    content = [{}, 5] * (many // 2)
    value = acp.decode(acp.ToolCallUpdate, {"toolCallId": "t", "content": content}, on_issue=issues.append)
    assert value.content == ()
    assert {issue.rule for issue in issues} == {"skip-invalid-items"}
    assert len(issues) == many


def test_an_error_at_the_very_end() -> None:
    blocks = [{"type": "text", "text": "a"}] * 100_000
    with pytest.raises(acp.DecodeError, match=r"^\$\.prompt\[100000\]\.text: expected string, got int$"):
        acp.decode(acp.PromptRequest, {"sessionId": "s", "prompt": [*blocks, {"type": "text", "text": 1}]})
    with pytest.raises(acp.DecodeError, match="a syntax error at character 2000001"):
        acp.loads(acp.JsonValue, f"[{'1,' * MILLION}x]")


@pytest.mark.parametrize("digits", [4300, 4301, 5000, 10 * MILLION])
def test_huge_integers(digits: int) -> None:
    text = f'{{"toolCallId":"t","rawInput":{"7" * digits}}}'
    if digits > 4300:
        with pytest.raises(acp.DecodeError, match=r"^\$: expected an integer of fewer digits, got a longer one$"):
            acp.loads(acp.ToolCallUpdate, text)
    else:
        value, _ = comes_back(acp.ToolCallUpdate, text)
        exercise(value)


@pytest.mark.skipif(not hasattr(sys, "set_int_max_str_digits"), reason="an older 3.10")
@pytest.mark.parametrize(("limit", "readable"), [(0, 4300), (640, 640), (10 * MILLION, 4300)])
def test_the_interpreters_own_limit_on_integers_may_be_another(limit: int, readable: int) -> None:
    """An application may have lifted it, or lowered it, which makes `int` itself refuse what JSON may hold."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(limit)
    try:
        assert acp.loads(acp.JsonValue, "7" * readable)
        with pytest.raises(acp.DecodeError):
            acp.loads(acp.JsonValue, "7" * (readable + 1))
        if limit == 640:
            with pytest.raises(ValueError, match=r"^\$\._meta\.a\[0\]: expected an integer of fewer digits, got int$"):
                acp.dumps(acp.TextContent, acp.TextContent(text="a", meta={"a": [10**640]}))
        if limit == 0:
            written = acp.TextContent(text="a", meta={"a": [10**5000]})
            assert acp.encode(acp.TextContent, written) == json.loads(acp.dumps(acp.TextContent, written))
    finally:
        sys.set_int_max_str_digits(before)


def test_huge_fractions() -> None:
    assert acp.loads(acp.Cost, f'{{"amount":0.{"3" * MILLION},"currency":"EUR"}}').amount == 1 / 3
    assert acp.loads(acp.Cost, f'{{"amount":1e-{"9" * MILLION},"currency":"EUR"}}').amount == 0
    for amount in (f"1e{'9' * MILLION}", "9" * 5000 + ".5"):
        with pytest.raises(acp.DecodeError, match="numbers that a float can hold"):
            acp.loads(acp.Cost, f'{{"amount":{amount},"currency":"EUR"}}')


def test_numbers_far_out_of_range() -> None:
    for number in (2**64, 1e300, -1e300, 10**4000):
        with pytest.raises(v1.DecodeError, match=r"\$\.line: expected integer 0\.\.4294967295"):
            v1.decode(v1.ReadTextFileRequest, {"sessionId": "s", "path": "/a", "line": number})


# -- cost --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("direction", "case"),
    [
        (direction, case)
        for direction in ("decode", "encode")
        for case in CASES
        if direction == "decode" or not case.fails
    ],
    ids=lambda part: part.name if isinstance(part, Case) else part,
)
def test_ten_times_the_size_takes_ten_times_the_calls(direction: str, case: Case) -> None:
    """`benchmarks.scaling` measures time on the same cases; calls can be counted, so this is no timed test."""
    small, large = (calls_in(getattr(case, direction)(size)) for size in (100, 1000))
    assert large < 10.5 * small


def calls_in(work: Callable[[], object]) -> int:
    """How many functions are called, Python's and C's."""
    work()  # what is made at first use
    calls = 0

    def count_call(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count_call)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls

"""attrs and cattrs: our types in classes of a user's own."""

from __future__ import annotations

import json
from typing import Any, Optional, cast

import pytest

from acp_types import v1, v2
from acp_types.cattrs import register
from codegen.model import MISSING
from tests.conformance.json_values import same
from tests.conformance.test_samples import samples
from tests.conftest import SURFACES, surface

attrs = pytest.importorskip("attrs", reason="attrs is not here: `nox -s ecosystem` has it")
cattrs = pytest.importorskip("cattrs", reason="cattrs is not here: `nox -s ecosystem` has it")

HI = v2.TextContent(text="hi", unknown_fields={"_x": 1})
GONE = v2.OtherContentBlock(type="_gone", payload={"a": [1]})
UPDATE = v2.ToolCallUpdate(tool_call_id=v2.ToolCallId("1"), title=None)


@attrs.frozen
class Turn:
    """A class of a user's own."""

    block: v2.ContentBlock
    blocks: tuple[v2.ContentBlock, ...]
    update: Optional[v2.SessionUpdate] = None
    request: Optional[v2.PromptRequest] = None
    kind: v2.ToolKind = "read"


TURN = cast("Any", Turn)(
    block=HI,
    blocks=(HI, GONE),
    update=UPDATE,
    request=v2.PromptRequest(session_id=v2.SessionId("s"), prompt=(HI,)),
    kind=v2.OtherToolKind("_lint"),
)


def converter(surface: Any = v2) -> Any:
    made = cattrs.Converter()
    register(made, surface)
    return made


def test_attrs_keeps_our_objects_whole() -> None:
    assert attrs.asdict(TURN)["block"] is HI
    assert attrs.evolve(TURN, kind="edit").blocks == TURN.blocks
    assert hash(TURN) == hash(attrs.evolve(TURN))
    assert not attrs.has(v2.TextContent)


def test_cattrs_loses_nothing() -> None:
    made = converter()
    plain = made.unstructure(TURN)
    block = {"type": "text", "text": "hi", "_x": 1}
    assert plain == {
        "block": block,
        "blocks": [block, {"type": "_gone", "a": [1]}],
        "update": {"sessionUpdate": "tool_call_update", "toolCallId": "1", "title": None},
        "request": {"sessionId": "s", "prompt": [block]},
        "kind": "_lint",
    }
    read = made.structure(json.loads(json.dumps(plain)), Turn)
    assert read == TURN
    assert read.update.status is v2.UNSET
    assert type(read.kind) is v2.OtherToolKind


def test_cattrs_names_the_place_of_an_error() -> None:
    plain = {**converter().unstructure(TURN), "block": {"type": "text", "text": 1}}
    with pytest.raises(cattrs.ClassValidationError) as caught:
        converter().structure(plain, Turn)
    (error,) = caught.value.exceptions
    assert isinstance(error, v2.DecodeError)
    assert str(error) == "$.text: expected string, got int"
    assert "attribute block" in getattr(error, "__notes__", [""])[0]


@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.parametrize("maybe", [False, True], ids=["", "or None"])
def test_cattrs_reads_and_writes_every_type(name: str, maybe: bool) -> None:
    acp = surface(name)
    made = converter(acp)
    for sample in samples(name):
        form: Any = getattr(acp, sample.definition)
        own = type(sample.value) in (str, int, float, bool) or sample.value is None  # cattrs turns 1 into "1"
        if not own and sample.written is not MISSING:
            asked = Optional[form] if maybe else form
            value = made.structure(sample.value, asked)
            assert value == acp.decode(form, sample.value), sample
            assert same(made.unstructure(value, unstructure_as=asked), sample.written), sample
    if maybe:
        assert made.structure(None, Optional[acp.ContentBlock]) is None
        assert made.unstructure(None, unstructure_as=Optional[acp.ContentBlock]) is None


def test_cattrs_with_two_surfaces() -> None:
    made = converter()
    register(made, v1)
    assert made.structure({"type": "text", "text": "hi"}, v1.ContentBlock) == v1.TextContent(text="hi")
    assert made.structure({"type": "text", "text": "hi"}, v2.ContentBlock) == v2.TextContent(text="hi")


@attrs.frozen
class Entry:
    """A line of a journal of a user's own."""

    call: v2.Request
    any_of_them: v2.Message
    answer: Optional[v2.Response] = None


def test_cattrs_writes_messages_and_leaves_reading_them_to_who_knows_the_sender() -> None:
    """Taken for any dataclasses they would have no `jsonrpc`, and params that nobody has read."""
    made = converter()
    call = v2.Request(id=1, method="session/list", params=v2.ListSessionsRequest(cwd=v2.AbsolutePath("/w")))
    told = v2.Notification(method="_x", unknown_fields={"trace": "t"})
    plain = {"jsonrpc": "2.0", "id": 1, "method": "session/list", "params": {"cwd": "/w"}}
    entry: Any = cast("Any", Entry)(call=call, any_of_them=told)
    assert made.unstructure(entry) == {
        "call": plain,
        "any_of_them": {"jsonrpc": "2.0", "method": "_x", "trace": "t"},
        "answer": None,
    }
    assert made.unstructure(call) == plain
    for form in (v2.Request, v2.Message, Optional[v2.Request], Optional[v2.Message]):
        assert made.structure(call, form) is call
        with pytest.raises(TypeError, match=r"^read JSON with read_message, which takes the sender$"):
            made.structure(plain, form)
    assert made.structure(None, Optional[v2.Message]) is None


def test_cattrs_without_hooks_reads_nothing_and_writes_what_no_peer_reads() -> None:
    bare = cattrs.Converter()
    for form in (v2.TextContent, v2.ContentBlock, v2.PromptRequest):
        with pytest.raises(cattrs.StructureHandlerNotFoundError):
            bare.structure({}, form)
    assert bare.unstructure(HI) == {"text": "hi", "annotations": None, "meta": None, "unknown_fields": {"_x": 1}}


def test_cattrs_needs_the_type_to_write_a_tag() -> None:
    assert converter().unstructure(HI, unstructure_as=v2.ContentBlock) == {"type": "text", "text": "hi", "_x": 1}
    assert "type" not in converter().unstructure(HI)

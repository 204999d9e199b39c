"""Everyday operations on the objects: copying, filtering, subclassing, matching, and taking JSON apart."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from typing_extensions import override

from acp_types import v2 as acp

T = TypeVar("T")

KIND: Final = "read"
WORDS: Mapping[acp.ToolKind, str] = {"read": "reads", "edit": "edits", acp.OtherToolKind("_acme.lint"): "lints"}
COUNTED: dict[type[acp.SessionUpdate], Callable[[], str]] = {acp.ToolCallUpdate: lambda: "a call"}


def finished(call: acp.ToolCallUpdate, *, well: bool) -> acp.ToolCallUpdate:
    status: acp.ToolCallStatus = "completed" if well else "failed"
    return dataclasses.replace(call, title=None, status=status)


def only(updates: Sequence[acp.SessionUpdate], cls: type[T]) -> list[T]:
    return [update for update in updates if isinstance(update, cls)]


def or_old(patch: acp.Patch[T], old: T | None) -> T | None:
    return old if patch is acp.UNSET else patch


def title_of(call: acp.ToolCallUpdate) -> str:
    if not call.title:
        return "(none)"
    return call.title


def asked(session: acp.SessionId, texts: Iterable[str]) -> acp.PromptRequest:
    blocks = [acp.TextContent(text=text) for text in texts]
    return acp.PromptRequest(session_id=session, prompt=(*blocks, acp.ResourceLink(name="a", uri="file:///a")))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Coloured(acp.TextContent):
    """A block with something of one's own, which stays here: it is not written."""

    colour: str = "red"


def render(update: acp.SessionUpdate) -> str:
    if not isinstance(update, acp.ToolCallUpdate):
        return type(update).__name__
    return f"{WORDS.get(update.kind, '?') if update.kind else '?'} {title_of(update)}"


def reason(error: acp.Error) -> str:
    match error.code:
        case acp.ErrorCode.METHOD_NOT_FOUND | acp.ErrorCode.INVALID_PARAMS:
            return "asked wrongly"
        case -32099:
            return "ours"
        case other:
            return str(int(other))


def tag_of(update: acp.SessionUpdate) -> str:
    match update.session_update:
        case "tool_call_update" | "tool_call_content_chunk":
            return "tool"
        case "_acme.glow":
            return "glow"
        case tag:
            return tag


class Extensions(acp.AgentHandler):
    @override
    async def extension_request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        match params:
            case {"name": str(name), "times": int(times)}:
                return {"name": name * times}
            case _:
                pass
        if isinstance(params, Mapping):
            return len(params)
        if isinstance(params, str):
            return params.upper()
        raise acp.RpcError(acp.ErrorCode.INVALID_PARAMS, "expected an object", {"of": ["name", None]})

    @override
    async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
        return acp.PromptResponse(message_id=acp.MessageId(params.session_id))


async def answers() -> list[str]:
    agent = Extensions()
    first, second = await asyncio.gather(
        agent.session_prompt(asked(acp.SessionId("a"), ["x"])), agent.session_prompt(asked(acp.SessionId("b"), ()))
    )
    try:
        await agent.extension_request("_acme.com/x", None)
    except acp.RpcError as error:
        return [first.message_id, second.message_id, error.message]
    return []


def main() -> None:
    extra = {"_acme.trace": "x"}
    call = acp.ToolCallUpdate(
        tool_call_id=acp.ToolCallId("t"), kind=KIND, title="Look", meta=extra, raw_input=[1, None]
    )
    updates: list[acp.SessionUpdate] = [
        call,
        finished(call, well=True),
        acp.OtherSessionUpdate(session_update="_acme.glow"),
    ]
    print([render(update) for update in updates], [tag_of(update) for update in updates])
    print(
        [title_of(call) for call in only(updates, acp.ToolCallUpdate)],
        or_old(call.title, "old"),
        or_old(call.name, "old"),
    )
    blocks: list[acp.ContentBlock] = [Coloured(text="x", colour="blue"), *asked(acp.SessionId("s"), ["y"]).prompt]
    print(acp.encode(tuple[acp.ContentBlock, ...], tuple(blocks)))
    print([reason(acp.Error(code=code, message="")) for code in (acp.ErrorCode.INVALID_PARAMS, -32099, 7)])
    print(asyncio.run(answers()), COUNTED[type(call)]())


if __name__ == "__main__":
    main()

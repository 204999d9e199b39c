"""Members that cannot be read, or changed, so."""

from __future__ import annotations

from acp_types import v1
from acp_types import v2 as acp


def misspelt_attribute(block: acp.TextContent) -> object:
    return block.txet  # error: misspelt-attribute


def wire_attribute(update: acp.ToolCallUpdate) -> object:
    return update.toolCallId  # error: wire-attribute


def misspelt_attribute_of_a_match(update: acp.SessionUpdate) -> object:
    match update:
        case acp.UsageUpdate():
            return update.usd  # error: misspelt-attribute-of-match
        case _:
            return None


def misspelt_attribute_in_a_pattern(update: acp.SessionUpdate) -> bool:
    match update:
        case acp.UsageUpdate(usd=5):  # error: misspelt-attribute-in-pattern
            return True
        case _:
            return False


def misspelt_class() -> object:
    return acp.TextContents  # error: misspelt-class


def misspelt_code(error: acp.Error) -> bool:
    return error.code == acp.ErrorCode.METHOD_NOT_FUOND  # error: misspelt-code


def only_unstable() -> object:
    return v1.InitializeProxyRequest  # error: only-unstable


def only_one_variant_has_it(block: acp.ContentBlock) -> str:
    return block.text  # error: only-one-variant


def not_after_this_check(block: acp.ContentBlock) -> str:
    if isinstance(block, (acp.ImageContent, acp.AudioContent)):
        return block.uri or ""  # error: only-one-variant-left
    return ""


def unset_not_handled(update: acp.ToolCallUpdate) -> str | None:
    return update.title  # error: unset-not-handled


def unset_taken_for_text(update: acp.ToolCallUpdate) -> str:
    if update.title is None:
        return ""
    return update.title.upper()  # error: unset-taken-for-text


def none_not_handled(capabilities: acp.AgentCapabilities) -> object:
    return capabilities.session.prompt  # error: none-not-handled


def null_after_unset(update: acp.ToolCallUpdate) -> str:
    return "" if update.title is acp.UNSET else update.title  # error: null-not-handled


def json_taken_for_text(block: acp.OtherContentBlock) -> str:
    return block.payload["text"]  # error: json-taken-for-text


def frozen(block: acp.TextContent) -> None:
    block.text = "y"  # error: frozen


def frozen_tag(block: acp.OtherContentBlock) -> None:
    block.type = "text"  # error: frozen-tag


def constant_tag(block: acp.TextContent) -> None:
    block.type = "image"  # error: constant-tag


def deleted(block: acp.TextContent) -> None:
    del block.annotations  # error: deleted


def read_only_mapping(block: acp.TextContent) -> None:
    block.unknown_fields["x"] = 1  # error: read-only-mapping


def tuple_has_no_append(request: acp.PromptRequest, block: acp.ContentBlock) -> None:
    request.prompt.append(block)  # error: tuple-append


def order(kind: acp.ToolKind) -> bool:
    return kind.is_custom  # error: literal-is-no-other

"""Links into the specification lead to pages and anchors that it is known to have."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from docs.tools import reference, spec
from tests.conftest import ROOT, plans

PATTERNS = ("*.md", "examples/**/*.md", "examples/**/*.py", "docs/**/*.md", "generated/acp_types/v[12]/**/*.py")


def links() -> Iterator[tuple[str, str]]:
    """Where a link is, and the link, from the site on."""
    texts = dict(reference.pages(plans()))
    for pattern in PATTERNS:
        texts |= {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in ROOT.glob(pattern)}
    for place, text in texts.items():
        for link in spec.links_in(text):
            yield place, link.removeprefix(spec.SITE).strip("/")


@pytest.fixture(scope="module")
def found() -> list[tuple[str, str]]:
    return list(links())


def test_every_link_is_verified_or_has_a_reason(found: list[tuple[str, str]]) -> None:
    excused = {*spec.unverified(), *spec.decisions()["mended"]}
    assert {link: place for place, link in found if link not in excused and not spec.is_verified(link)} == {}


def test_reasons_are_still_needed(found: list[tuple[str, str]]) -> None:
    used = {link for _, link in found}
    assert len(spec.unverified()) < 20, "read a newer checkout of the specification"
    for link, reason in spec.unverified().items():
        assert link in used, link
        assert not spec.is_verified(link), link
        assert reason
    for wrong, right in spec.decisions()["mended"].items():
        assert not spec.is_verified(wrong)
        assert spec.is_verified(right)


def test_the_reference_has_no_link_that_is_known_to_be_wrong(found: list[tuple[str, str]]) -> None:
    wrong = set(spec.decisions()["mended"])
    assert [link for place, link in found if place.startswith("reference/") and link in wrong] == []


def test_anchors_of_a_schema_page() -> None:
    schema = {
        "$defs": {
            "Hidden": {"x-docs-ignore": True},
            "SessionId": {},
            "PromptRequest": {"x-side": "agent", "x-method": "session/prompt"},
            "MessageMcpRequest": {"x-side": "both", "x-method": "mcp/message"},
            "InitializeRequest": {"x-side": "agent", "x-method": "initialize"},
            "CancelRequestNotification": {"x-side": "protocol", "x-method": "$/cancel_request"},
            "ProxySuccessorRequest": {"x-side": "proxy", "x-method": "proxy/successor"},
        }
    }
    assert spec.schema_anchors(schema) == {
        "sessionid",
        "promptrequest",
        "session-prompt",
        "messagemcprequest",
        "agent-mcp-message",
        "client-mcp-message",
        "initializerequest",
        "initialize",
        "cancelrequestnotification",
        "$-cancel_request",
    }


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("File System", "file-system"),
        ("The `_meta` Field", "the-_meta-field"),
        ("1. User Message", "1-user-message"),
        ("Enum and Tagged-Union Variants", "enum-and-tagged-union-variants"),
        ('<span class="font-mono">SessionId</span>', "sessionid"),
        ("What about [MCP](/x)?", "what-about-mcp"),
    ],
)
def test_the_anchor_of_a_heading(heading: str, anchor: str) -> None:
    assert spec.slug(heading) == anchor

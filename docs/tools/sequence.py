"""Sequence diagrams as SVG: two sides of a connection, arrows between them, and frames around loops and options.

The colour is that of the page (`currentColor`), for both light and dark themes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal, TypeAlias

WIDTH, LEFT, RIGHT, STEP, TOP = 440, 56, 384, 34, 56


@dataclass(frozen=True)
class Arrow:
    """A message; `answer` draws it dashed."""

    text: str
    to: Literal["agent", "client"]
    answer: bool = False


@dataclass(frozen=True)
class Frame:
    """Steps in a loop or option."""

    text: str
    steps: tuple[Step, ...]


Step: TypeAlias = "Arrow | Frame"


def svg(title: str, steps: Sequence[Step]) -> str:
    """The drawing, for a page."""
    body: list[str] = []
    bottom = _draw(steps, TOP + 20, 0, body)
    height = bottom + 14
    caption = escape(title)
    return "\n".join(
        [
            '<figure class="acp-sequence">',
            f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{caption}">',
            *_end("Client", LEFT, bottom),
            *_end("Agent", RIGHT, bottom),
            *body,
            f"</svg><figcaption>{caption}</figcaption></figure>",
        ]
    )


def _end(name: str, x: int, bottom: int) -> Iterator[str]:
    """One side of the connection, with its lifeline."""
    yield f'<rect x="{x - 46}" y="10" width="92" height="30" rx="4"/>'
    yield f'<text x="{x}" y="30" text-anchor="middle">{name}</text>'
    yield f'<line x1="{x}" y1="40" x2="{x}" y2="{bottom}" class="life"/>'


def _draw(steps: Sequence[Step], y: int, depth: int, body: list[str]) -> int:
    """Draw steps from `y` down, and return the position of the next one."""
    for step in steps:
        if isinstance(step, Arrow):
            body += _arrow(step, y)
            y += STEP
        else:
            top = y - 12
            y = _draw(step.steps, y + STEP, depth + 1, body)
            inset = 6 + 8 * depth
            size = f'width="{WIDTH - 2 * inset}" height="{y - top - 12}"'
            body.append(f'<rect x="{inset}" y="{top}" {size} rx="4" class="frame"/>')
            body.append(f'<text x="{LEFT + 8}" y="{top + 16}" class="label">{escape(step.text)}</text>')
            y += 12
    return y


def _arrow(arrow: Arrow, y: int) -> Iterator[str]:
    start, end = (LEFT, RIGHT) if arrow.to == "agent" else (RIGHT, LEFT)
    back = 9 if end == RIGHT else -9
    style = ' class="answer"' if arrow.answer else ""
    yield f'<text x="{WIDTH // 2}" y="{y - 2}" text-anchor="middle">{escape(arrow.text)}</text>'
    yield f'<line x1="{start}" y1="{y + 5}" x2="{end}" y2="{y + 5}"{style}/>'
    yield f'<path d="M{end} {y + 5} l{-back} -4 v8 z" class="head"/>'


PROMPT_V1 = (
    Arrow("session/prompt", "agent"),
    Frame(
        "until the turn ends",
        (
            Arrow("session/update: plan, agent_message_chunk", "client"),
            Arrow("session/update: tool_call", "client"),
            Frame(
                "if it needs permission",
                (
                    Arrow("session/request_permission", "client"),
                    Arrow("RequestPermissionResponse", "agent", answer=True),
                ),
            ),
            Arrow("session/update: tool_call_update", "client"),
            Frame("if the user cancels", (Arrow("session/cancel", "agent"),)),
        ),
    ),
    Arrow("PromptResponse: stop_reason", "client", answer=True),
)

PROMPT_V2 = (
    Arrow("session/prompt", "agent"),
    Arrow("PromptResponse: accepted", "client", answer=True),
    Arrow("session/update: user_message", "client"),
    Arrow("session/update: state_update, running", "client"),
    Frame(
        "while there is foreground work",
        (
            Arrow("session/update: plan, agent_message", "client"),
            Arrow("session/update: tool_call_update", "client"),
            Frame(
                "if it needs permission",
                (
                    Arrow("session/request_permission", "client"),
                    Arrow("session/update: state_update, requires_action", "client"),
                    Arrow("RequestPermissionResponse", "agent", answer=True),
                    Arrow("session/update: state_update, running", "client"),
                ),
            ),
            Arrow("session/update: tool_call_content_chunk", "client"),
            Frame("if the user cancels", (Arrow("session/cancel", "agent"),)),
        ),
    ),
    Arrow("session/update: state_update, idle with stop_reason", "client"),
)

DIAGRAMS = {
    "prompt-v1": ("A prompt in v1: the response ends the turn", PROMPT_V1),
    "prompt-v2": ("A prompt in v2: the response accepts the prompt", PROMPT_V2),
}
"""The diagrams by the name used in pages."""

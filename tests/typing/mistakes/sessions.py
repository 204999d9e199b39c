"""Views of a session taken for what they are not."""

from __future__ import annotations

from acp_types.v2 import unstable
from acp_types.v2.session import Message, SessionView


def update_of_another_surface(view: SessionView, update: unstable.PlanRemoved) -> None:
    view.apply(update)  # error: other-surface


def frozen_entity(message: Message) -> None:
    message.role = "user"  # error: frozen-entity


def text_of_any_entity(view: SessionView) -> str:
    return view.timeline[0].text  # error: text-of-any-entity

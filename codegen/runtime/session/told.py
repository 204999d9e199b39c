"""What has streamed content, as it stood at one moment."""

from __future__ import annotations

from typing import Generic, TypeVar

from ..model import Model, dataclass, slotted
from .body import Body, Part

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Model, Generic[T_co], metaclass=slotted):
    """What has streamed content."""

    body: Body[T_co]
    """The content, with how it came."""

    @property
    def parts(self) -> tuple[Part[T_co], ...]:
        """The content blocks with the `_meta` of the chunk that brought each."""
        return self.body.parts

    @property
    def text(self) -> str:
        """The text of all text blocks, joined."""
        return self.body.text

    def text_from(self, start: int) -> str:
        """The text from character `start` on: what a display that has shown that many needs next."""
        return self.body.text[start:]

"""Types of a surface in pydantic models and FastAPI, where it matters which type it is that stands there.

    class Turn(BaseModel):
        blocks: tuple[Annotated[acp.ContentBlock, Wire(acp)], ...]

Classes need no `Wire`: pydantic reads and writes them with this package's codec as they are, and a class that is a
variant of a union as that variant, with its tag. A union marked with `Wire` has one error instead of one for each
variant; a class marked with it stands for itself, without a tag, as in `decode` and `encode`.
"""

from collections.abc import Callable
from types import ModuleType

from acp_types._runtime.errors import Issue

__all__ = ["Wire"]


class Wire:
    """Metadata for `Annotated`: the type before it is read and written as a surface's `decode` and `encode` do it.

    `surface` is the module, such as `acp_types.v2`; `strict` and `on_issue` are those of `decode`. pydantic raises
    `TypeError` where the class of the model is made if the type is none of the surface's.
    """

    __slots__ = ("on_issue", "strict", "surface")

    surface: ModuleType
    """Whose type it is."""
    strict: bool
    """As for `decode`."""
    on_issue: Callable[[Issue], object] | None
    """As for `decode`."""

    def __init__(
        self, surface: ModuleType, *, strict: bool = False, on_issue: Callable[[Issue], object] | None = None
    ) -> None:
        self.surface = surface
        self.strict = strict
        self.on_issue = on_issue

    def __repr__(self) -> str:
        return f"Wire({self.surface.__name__}, strict={self.strict})"

    def __deepcopy__(self, memo: object) -> "Wire":
        """Itself: fields of a model are copied with their metadata, and a module cannot be."""
        return self

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> object:
        from acp_types._runtime.pydantic_fields import field_of_form

        return field_of_form(self.surface.__name__, source, self.strict, self.on_issue).schema()

    def __get_pydantic_json_schema__(self, schema: object, handler: object) -> object:
        from acp_types._runtime.pydantic_shapes import json_schema_of_field

        return json_schema_of_field(schema, handler)

"""pydantic and FastAPI support: names the exact type of a field.

    class Turn(BaseModel):
        blocks: tuple[Annotated[acp.ContentBlock, Wire(acp)], ...]

Classes work without `Wire`: pydantic reads and writes them with this package's codec, and a class that is a
variant of a union as that variant, with its discriminator. A union marked with `Wire` gives one error instead of one for
each variant; a class marked with it has no discriminator, as in `decode` and `encode`.
"""

from collections.abc import Callable
from types import ModuleType

from acp_types._runtime.errors import Issue

__all__ = ["Wire"]


class Wire:
    """Metadata for `Annotated`: the annotated type is read and written like in a surface's `decode` and `encode`.

    `surface` is the module, such as `acp_types.v2`; `strict` and `on_issue` are as in `decode`. pydantic raises
    `TypeError` when the model class is created if the type is not one of the surface.
    """

    __slots__ = ("on_issue", "strict", "surface")

    surface: ModuleType
    """The module of the surface."""
    strict: bool
    """As in `decode`."""
    on_issue: Callable[[Issue], object] | None
    """As in `decode`."""

    def __init__(
        self, surface: ModuleType, *, strict: bool = False, on_issue: Callable[[Issue], object] | None = None
    ) -> None:
        self.surface = surface
        self.strict = strict
        self.on_issue = on_issue

    def __repr__(self) -> str:
        return f"Wire({self.surface.__name__}, strict={self.strict})"

    def __deepcopy__(self, memo: object) -> "Wire":
        """Returns itself: pydantic copies fields with their metadata, and a module cannot be copied."""
        return self

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> object:
        from acp_types._runtime.pydantic_fields import field_of_form

        return field_of_form(self.surface.__name__, source, self.strict, self.on_issue).schema()

    def __get_pydantic_json_schema__(self, schema: object, handler: object) -> object:
        from acp_types._runtime.pydantic_shapes import json_schema_of_field

        return json_schema_of_field(schema, handler)

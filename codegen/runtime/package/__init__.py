"""Typed bindings for the Agent Client Protocol (ACP).

Import a surface: `acp_types.v1`, `acp_types.v1.unstable`, `acp_types.v2` or `acp_types.v2.unstable`. This package
itself loads none of them. `acp_types.schema("v2")` returns the published JSON Schema of a surface.
"""

# Not imported from `typing`, which takes longer to import than this package: type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from acp_types._published import SchemaName, schema
else:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            hint = f"use `from {__name__} import v1` or v2"
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {hint}")
        from acp_types import _published

        globals()[name] = value = getattr(_published, name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


__all__ = ["SchemaName", "schema"]

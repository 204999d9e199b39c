"""The reference codec: one node for each kind of type, each with `decode` and `encode`.

A generated `_codec` module describes a surface as a table of these nodes. They handle all values and always know the
path; speed is secondary.
"""

from ..node import LaterNode
from .arrays import Array, Map
from .records import Member, Object, Other, Scope
from .scalars import (
    BOOLEAN,
    INTEGER,
    JSON,
    NULL,
    NUMBER,
    STRING,
    Boolean,
    Codes,
    Integer,
    Json,
    Null,
    Number,
    String,
    Values,
)
from .unions import Tagged, Untagged

__all__ = [
    "BOOLEAN",
    "INTEGER",
    "JSON",
    "NULL",
    "NUMBER",
    "STRING",
    "Array",
    "Boolean",
    "Codes",
    "Integer",
    "Json",
    "LaterNode",
    "Map",
    "Member",
    "Null",
    "Number",
    "Object",
    "Other",
    "Scope",
    "String",
    "Tagged",
    "Untagged",
    "Values",
]

"""One module for each peer, imported only in an environment that has the peer.

Each module has these functions, and imports only what the peer needs, because first use is measured too:

- `decoding(form)`: how a user reads `text` as a type, such as `SessionNotification`.
- `encoding(form)`: how a user writes `value`; None if it is not measured.
- `structuring(form)` and `unstructuring(form)`: the same from and to parsed JSON, `plain`; None as above.
- `describing()`: how a user gets the problem and its place from an `error`; None if that is impossible.
- `building()`: how a user makes a notification with a chunk of text; None if the classes are another peer's.
"""


class Code:
    """An expression as a user would write it, and the names that it imports."""

    __slots__ = ("expression", "names")

    def __init__(self, expression: str, **names: object) -> None:
        self.expression = expression
        self.names = names

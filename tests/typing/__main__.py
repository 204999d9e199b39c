"""`python -m tests.typing` writes anew what is kept of the checkers' words: the snapshots and the page in docs/."""

from __future__ import annotations

from tests.typing import page, snapshots
from tests.typing.checkers import CHECKERS, report


def main() -> None:
    for checker in CHECKERS:
        snapshots.path(checker).write_text(snapshots.text(report(checker)), encoding="utf-8", newline="\n")
    page.PATH.write_text(page.text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

"""The code blocks of the README and of the documentation, and what they should print.

- The Python blocks of a page run one after the other, in one namespace.
- A `text` block right behind one is what it prints; its last line may be the error that it ends with.
- Behind `<!-- file: NAME -->` a block is a file, which the console blocks of the page may run.
- A console block's `python` and `acp-types` commands are run, and print what stands below them.
- Pages with a test of their own stand in `ELSEWHERE`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

_BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n)?^( *)```(\w+)[^\n]*\n(.*?)^\2```$", re.DOTALL | re.MULTILINE)
ELSEWHERE = {
    "docs/concepts/conversations.md": "tests/docs/test_conversations.py",
    "docs/concepts/sessions.md": "tests/session/test_docs.py",
    "docs/how-to/other-libraries.md": "tests/ecosystem/test_how_to.py",
    "docs/how-to/own-package.md": "tests/docs/test_own_package.py",
    "docs/type-checkers.md": "tests/typing/page.py",
}
"""Pages with blocks that need more than this package to run, or that are made: each with its test."""
_RUNNABLE = ("acp-types ", "python ")


@dataclass(frozen=True)
class Block:
    """A fenced block."""

    page: str
    line: int
    language: str
    text: str
    file: str | None
    output: str | None
    """What a Python block prints, where the page says it."""

    @property
    def fails(self) -> bool:
        """Whether it ends with an error, and is no example of what a checker accepts."""
        last = (self.output or "").rstrip("\n").rpartition("\n")[2]
        return re.match(r"[A-Z]\w*(Error|Warning): ", last) is not None


@dataclass(frozen=True)
class Command:
    """A command of a console block with what it prints."""

    command: str
    output: str


def pages() -> list[Path]:
    """The README and all pages but those with a test of their own."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path for path in found if path.is_file() and path.relative_to(ROOT).as_posix() not in ELSEWHERE]


def blocks(path: Path) -> list[Block]:
    """All blocks of a page."""
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT).as_posix()
    matches = list(_BLOCK.finditer(text))
    found: list[Block] = []
    for index, match in enumerate(matches):
        file, indent, language, body = match.groups()
        following = matches[index + 1] if index + 1 < len(matches) else None
        output = None
        if following and following[3] == "text" and not text[match.end() : following.start()].strip():
            output = _dedent(following[4], following[2])
        line = text.count("\n", 0, match.start(4)) + 1
        found.append(Block(name, line, language, _dedent(body, indent), file, output))
    return found


def _dedent(text: str, indent: str) -> str:
    return "".join(line.removeprefix(indent) for line in text.splitlines(keepends=True))


def commands(block: Block) -> list[Command]:
    """The commands of a console block that can be run here."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    split = [part.partition("\n") for part in parts]
    return [Command(command, output) for command, _, output in split if command.startswith(_RUNNABLE)]

"""docs/type-checkers.md: which checker says what about which program, made from what they say."""

from __future__ import annotations

from collections import Counter
from importlib.metadata import version
from typing import Final

import jinja2

from tests.conftest import ROOT
from tests.typing.checkers import CHECKERS, HERE, PYTHON, report
from tests.typing.expectations import expected, false_errors, mistakes

PATH: Final = ROOT / "docs" / "type-checkers.md"


def text() -> str:
    """The page."""
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  (Markdown)
    )
    template = environment.from_string((HERE / "page.md.jinja").read_text(encoding="utf-8"))
    return template.render(
        python=PYTHON,
        checkers={name: version(name) for name in CHECKERS},
        programs=_programs(),
        sums=_sums(),
        chapters=_chapters(),
        notes=list(_notes()),
        false_errors=false_errors(),
    )


def _programs() -> list[tuple[str, str, list[str]]]:
    """Each program that is right: its name, what it says of itself, and what each checker says."""
    rows: list[tuple[str, str, list[str]]] = []
    for path in sorted((HERE / "programs").glob("*.py")):
        words = path.read_text(encoding="utf-8").splitlines()[:1]
        if words:
            counts = [_count(checker, f"programs/{path.name}") for checker in CHECKERS]
            rows.append(
                (path.stem, words[0].strip('"'), [f"{count} errors" if count else "no error" for count in counts])
            )
    return rows


def _sums() -> list[tuple[str, list[str]]]:
    """Each program that is wrong: how many of its mistakes each checker reports."""
    of = Counter(mistake.place[0] for mistake in mistakes())
    return [
        (path.removeprefix("mistakes/").removesuffix(".py"), [f"{_count(name, path)} of {total}" for name in CHECKERS])
        for path, total in of.items()
    ]


def _count(checker: str, path: str) -> int:
    return sum(place[0] == path for place in report(checker).errors)


def _chapters() -> list[tuple[str, list[list[str]]]]:
    """The mistakes by program: name, line, and each checker's code for it or the number of a note."""
    numbers = {note: number for number, note in enumerate(_notes(), 1)}
    chapters: dict[str, list[list[str]]] = {}
    for mistake in mistakes():
        code = mistake.code.replace("|", "\\|")
        cells = [mistake.name.replace("-", " "), f"`{code}`"]
        for checker in CHECKERS:
            codes = sorted(report(checker).errors.get(mistake.place, ()))
            limit = expected(checker).limits.get(mistake.name, "")
            cells.append(f"`{codes[0]}`" if codes else f"not reported ({numbers[limit]})" if limit else "not reported")
        program = mistake.place[0].removeprefix("mistakes/").removesuffix(".py")
        chapters.setdefault(program, []).append(cells)
    return list(chapters.items())


def _notes() -> dict[str, None]:
    """Why something is not reported: each reason once, in the order in which the mistakes need them."""
    limits = [expected(checker).limits for checker in CHECKERS]
    return {limit[mistake.name]: None for mistake in mistakes() for limit in limits if mistake.name in limit}

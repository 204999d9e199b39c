"""Every rule, with conversations that keep it and conversations that break it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import pytest

from acp_types._runtime.conversation.table import RULES
from tests.conversation.examples_both import both
from tests.conversation.examples_own import own
from tests.conversation.talk import Example, listen

EXAMPLES = [*both(), *own()]
SOUND = [example for example in EXAMPLES if example.breaks is None]
BROKEN = [example for example in EXAMPLES if example.breaks is not None]
PAIRS = [(rule.name, version) for rule in RULES.values() for version in rule.pages]


@pytest.mark.parametrize("example", SOUND, ids=lambda example: example.name)
def test_a_sound_conversation_gives_none(example: Example) -> None:
    talk = listen(example.version, example.said, unstable=example.unstable, complete=example.complete)
    assert talk.violations == ()


@pytest.mark.parametrize("example", BROKEN, ids=lambda example: example.name)
def test_a_broken_one_gives_that_one(example: Example) -> None:
    talk = listen(example.version, example.said, unstable=example.unstable, complete=example.complete)
    assert example.breaks is not None
    place = example.breaks % len(example.said)
    (violation,) = talk.violations
    assert (violation.rule, violation.number, violation.path) == (example.rule, place + 1, example.path)
    assert violation.sender == example.said[place][0]
    rule = RULES[example.rule]
    assert violation.level == rule.level
    assert violation.page == rule.page(example.version)


@pytest.mark.parametrize(("rule", "version"), PAIRS)
def test_each_rule_has_both(rule: str, version: int) -> None:
    for examples in (SOUND, BROKEN):
        assert any((example.rule, example.version) == (rule, version) for example in examples)


def test_examples_are_of_rules() -> None:
    assert {(example.rule, example.version) for example in EXAMPLES} == set(PAIRS)


def test_sentences(count: Callable[[str, int], None]) -> None:
    """Violations are one sentence each, and say the same wherever the rule is broken in that way."""
    said = [
        violation
        for example in BROKEN
        for violation in listen(
            example.version, example.said, unstable=example.unstable, complete=example.complete
        ).violations
    ]
    for violation in said:
        assert violation.message.endswith(".")
        assert "\n" not in violation.message
    kinds = groupby(sorted((violation.rule, violation.message) for violation in said))
    count("kinds of violations", sum(1 for _kind in kinds))

"""Whatever peers send, in whatever order, a conversation takes it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import CORPUS
from tests.conversation.talk import Said, conversation, read
from tests.conversation.test_rules import EXAMPLES

ROUNDS = 150
SIZE = 40


@pytest.mark.parametrize("unstable", [False, True])
@pytest.mark.parametrize("version", [1, 2])
def test_our_own(version: int, unstable: bool, count: Callable[[str, int], None]) -> None:
    said = [each for example in EXAMPLES for each in example.said]
    chance = random.Random(f"{version} {unstable}")
    for _round in range(ROUNDS):
        talk = conversation(version, unstable=unstable, complete=chance.random() < 0.8)
        for sender, message in jumbled(chance, said):
            take(talk, version, unstable, sender, message)
    count("messages in any order", 4 * ROUNDS * SIZE)


@pytest.mark.parametrize("name", ["claude-agent-acp", "codex-acp2-v2", "ts-sdk-v1"])
def test_real_ones(name: str, corpus: ModuleType) -> None:
    said: list[Said] = []
    for line in (CORPUS / "traces" / f"{name}.jsonl").read_bytes().split(b"\n"):
        if line:
            record = json.loads(line)
            try:
                message = json.loads(record["line"])
            except ValueError:
                continue
            if isinstance(message, dict) and message.get("jsonrpc") == "2.0" and len(message) > 2:
                said.append(("client" if record["dir"] == "c2a" else "agent", message))
    assert corpus is not None
    chance = random.Random(name)
    for version in (1, 2):
        talk = conversation(version, keep=False)
        for sender, message in chance.sample(said, len(said)):
            take(talk, version, False, sender, message)


def take(talk: Any, version: int, unstable: bool, sender: Any, message: dict[str, Any]) -> None:
    try:
        typed = read(version, (sender, message), unstable=unstable)
    except KeyError:  # neither a call nor readable as an answer
        talk.skip(sender=sender)
        return
    for violation in talk.add(typed, sender=sender):
        assert violation.message.endswith(".")


def jumbled(chance: random.Random, said: list[Said]) -> Iterator[Said]:
    """Messages of different conversations, now and then from the wrong side, with ids and members taken away."""
    for sender, message in chance.choices(said, k=SIZE):
        changed = json.loads(json.dumps(message))
        if chance.random() < 0.2:
            target = changed
            while isinstance(target, dict) and target:
                key = chance.choice(sorted(target))
                if isinstance(target[key], dict) and chance.random() < 0.7:
                    target = target[key]
                elif target is not changed:
                    target[key] = chance.choice([None, 0, "", [], {}, "s"])
                    break
                else:
                    break
        yield (sender, changed) if chance.random() < 0.9 else ("agent" if sender == "client" else "client", changed)

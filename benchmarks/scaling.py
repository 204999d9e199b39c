"""Checks that the cost per byte does not grow with the size of the input, in any of these cases.

python -m benchmarks.scaling
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "generated"))

from acp_types import v2 as acp

SCALES = (1, 10, 100, 1000)
UNIT = 100
"""The size of a case at 1x: items, members, hundreds of characters."""


class Case(NamedTuple):
    """A kind of input, in any size."""

    name: str
    text: Callable[[int], str]
    """The JSON text of a size."""
    form: Any
    """The type it is read as; `None` for a message."""
    fails: bool = False
    """Whether reading ends in an error."""
    is_written: bool = True
    """Whether the value can be written after reading."""

    def decode(self, size: int) -> Callable[[], object]:
        text = self.text(size)
        return lambda: self._read(text)

    def encode(self, size: int) -> Callable[[], object]:
        value = self._read(self.text(size))
        if self.form is None:
            return lambda: acp.write_message(value)
        return lambda: acp.dumps(self.form, value)

    def _read(self, text: str) -> Any:
        issues: list[acp.Issue] = []
        try:
            if self.form is None:
                return acp.read_message(text, sender="agent", on_issue=issues.append)
            return acp.loads(self.form, text, on_issue=issues.append)
        except acp.DecodeError:
            if not self.fails:
                raise
            return None


def _message(size: int) -> str:
    content = {
        "type": "text",
        "text": 'A line of text, with "quotes" in it; and some more, so that it is a hundred.\n' * size,
    }
    update = {"sessionUpdate": "agent_message_chunk", "messageId": "m", "content": content}
    return json.dumps({"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s", "update": update}})


def _prompt(*blocks: Any) -> str:
    return json.dumps({"sessionId": "s", "prompt": blocks})


def _items(size: int) -> str:
    return _prompt(*({"type": "text", "text": f"block {i:06}"} for i in range(size)))


def _unknown_variants(size: int) -> str:
    return _prompt(*({"type": "_acme.block", "id": f"block {i:06}"} for i in range(size)))


def _unknown_members(size: int) -> str:
    return json.dumps({"text": "a", **{f"_acme.member{i:06}": i % 10 for i in range(size)}})


def _skipped(size: int) -> str:
    return json.dumps({"toolCallId": "t", "content": [{"type": "diff", "path": f"/file{i:06}"} for i in range(size)]})


def _late_error(size: int) -> str:
    return _prompt(*({"type": "text", "text": f"block {i:06}"} for i in range(size)), {"type": "text", "text": 1})


def _raw(size: int) -> str:
    entry = {"path": "/a", "size": 1, "tags": ["x", None, True]}
    return json.dumps({"toolCallId": "t", "rawOutput": [entry for _ in range(size)]})


CASES = (
    Case("message size", _message, None),
    Case("array items", _items, acp.PromptRequest),
    Case("unknown variants", _unknown_variants, acp.PromptRequest),
    Case("unknown members", _unknown_members, acp.TextContent),
    Case("invalid items skipped", _skipped, acp.ToolCallUpdate, is_written=False),
    Case("an error at the very end", _late_error, acp.PromptRequest, fails=True, is_written=False),
    Case("items of raw JSON", _raw, acp.ToolCallUpdate),
)


def standard(direction: str, text: str) -> Callable[[], object]:
    """What `json` does with the same text."""
    if direction == "decode":
        return lambda: json.loads(text)
    value = json.loads(text)
    return lambda: json.dumps(value)


def _seconds(work: Callable[[], object], repeats: int) -> float:
    start = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - start) / repeats


def _per_byte(works: list[Callable[[], object]], sizes: list[int], rounds: int) -> list[float]:
    """Nanoseconds for each byte of text, at each scale: the minimum of rounds that go through all scales in turn."""
    best = [float("inf")] * len(SCALES)
    for _ in range(rounds):
        for i, (scale, work) in enumerate(zip(SCALES, works, strict=True)):
            best[i] = min(best[i], _seconds(work, max(1, SCALES[-1] // scale // 10)))
    return [1e9 * least / size for size, least in zip(sizes, best, strict=True)]


def _ratios(costs: list[float]) -> str:
    return " ".join(f"{cost / costs[0]:6.2f}" for cost in costs)


def main() -> None:
    parser = argparse.ArgumentParser(description="The cost of a byte by size: its ratio to the cost at 1x.")
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    gc.disable()  # as `timeit` does
    scales = " ".join(f"{f'{scale}x':>6}" for scale in SCALES)
    print(f"{'cost of a byte, to that at 1x':34}{scales}    json:{scales[2:]}   ns/byte at 1x")
    for direction in ("decode", "encode"):
        for case in CASES:
            if direction == "decode" or case.is_written:
                texts = [case.text(UNIT * scale) for scale in SCALES]
                sizes = list(map(len, texts))
                costs = _per_byte([getattr(case, direction)(UNIT * scale) for scale in SCALES], sizes, rounds)
                reference = _per_byte([standard(direction, text) for text in texts], sizes, rounds)
                name = f"{direction}: {case.name}"
                print(f"{name:34}{_ratios(costs)}       {_ratios(reference)} {costs[0]:15.1f}", flush=True)


if __name__ == "__main__":
    main()

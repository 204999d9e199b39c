"""The cost of an update in a session view, by the length of the session: this package and the Python SDK's accumulator.

python -m benchmarks.session
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from benchmarks.environments import OURS, PEERS, ROOT, Cache, Peer

SIZES: Final = (250, 1_000, 10_000, 100_000)
SDK_SIZES: Final = SIZES[:2]
"""The SDK's sizes; larger ones take minutes."""
REFERENCE: Final = 1_000
"""The size that the others are compared with."""
SDK: Final = next(peer for peer in PEERS if peer.name == "sdk")

Updates = list[dict[str, Any]]
Apply = Callable[[Any], object]


def one_message(size: int) -> Updates:
    """An answer in many chunks."""
    return [_chunk("agent_message_chunk", f"word {i:06} ", "m") for i in range(size)]


def turns(size: int) -> Updates:
    """Many turns with thoughts, tool calls and their updates, a plan, and an answer."""
    made: Updates = []
    for turn in range(size // 25 + 1):
        call: dict[str, Any] = {"toolCallId": f"call {turn}"}
        content = [{"type": "content", "content": {"type": "text", "text": "some output\n" * 5}}]
        entries = [{"content": f"step {i}", "priority": "low", "status": "pending"} for i in range(4)]
        made += [_chunk("agent_thought_chunk", f"thought {i} ", f"t {turn}") for i in range(8)]
        made += [
            {"sessionUpdate": "tool_call", **call, "title": "Read", "kind": "read", "rawInput": {"path": "/a"}},
            {"sessionUpdate": "tool_call_update", **call, "status": "in_progress"},
            {"sessionUpdate": "tool_call_update", **call, "status": "completed", "content": content},
            {"sessionUpdate": "plan", "entries": entries},
        ]
        made += [_chunk("agent_message_chunk", f"word {i} ", f"m {turn}") for i in range(13)]
    return made[:size]


def _chunk(tag: str, text: str, message_id: str) -> dict[str, Any]:
    return {"sessionUpdate": tag, "messageId": message_id, "content": {"type": "text", "text": text}}


STREAMS: Final[Mapping[str, Callable[[int], Updates]]] = {"one message": one_message, "turns": turns}


# -- what is measured, each in an environment of its own ---------------------------------------------------------------


def ours(updates: Updates) -> Iterator[tuple[str, Callable[[], Apply], Sequence[Any]]]:
    """The ways to use our view."""
    from acp_types import v1
    from acp_types.v1.session import Message, SessionView, Thought

    typed = [v1.decode(v1.SessionUpdate, update) for update in updates]

    def looking(look: Callable[[SessionView], object]) -> Callable[[], Apply]:
        def make() -> Apply:
            view = SessionView()

            def apply(update: Any) -> None:
                view.apply(update)
                look(view)

            return apply

        return make

    def reading_on() -> Apply:
        view, shown = SessionView(), {"": 0}

        def apply(update: Any) -> None:
            view.apply(update)
            if isinstance(view.touched, (Message, Thought)):
                message_id = view.touched.message_id or ""
                done = shown.get(message_id, 0)
                shown[message_id] = done + len(view.touched.text_from(done))

        return apply

    yield "apply", lambda: SessionView().apply, typed
    yield "apply, snapshot", looking(lambda view: view.snapshot()), typed
    yield "apply, whole text", looking(lambda view: view.messages and view.messages[-1].text), typed
    yield "apply, new text", reading_on, typed


def sdk(updates: Updates) -> Iterator[tuple[str, Callable[[], Apply], Sequence[Any]]]:
    """The SDK's accumulator, which makes a snapshot for each update."""
    from acp.contrib.session_state import SessionAccumulator
    from acp.schema import SessionNotification

    typed = [SessionNotification.model_validate({"sessionId": "s", "update": update}) for update in updates]
    yield "apply, snapshot", lambda: SessionAccumulator().apply, typed


def _nanoseconds(work: Apply, items: Sequence[Any]) -> float:
    """CPU time for each item."""
    start = time.process_time_ns()
    for item in items:
        work(item)
    return (time.process_time_ns() - start) / len(items)


def measure(name: str, rounds: int) -> dict[str, float]:
    """The minimum cost of an update, as a ratio to `json.loads` of its text, by stream, use and size."""
    gc.disable()  # as `timeit` does
    best: dict[str, float] = {}
    for stream, make in STREAMS.items():
        for _ in range(rounds):  # all sizes in each round, so that a busy moment affects all of them
            for size in SIZES if name == OURS.name else SDK_SIZES:
                updates = make(size)
                texts = list(map(json.dumps, updates))
                for use, start, items in (ours if name == OURS.name else sdk)(updates):
                    repeats = max(1, REFERENCE // size) if name == OURS.name else 1
                    for _ in range(repeats):
                        cost = _nanoseconds(start(), items)
                        key = f"{stream}|{use}|{size}"
                        best[key] = min(best.get(key, cost), cost)
                cost = min(_nanoseconds(json.loads, texts) for _ in range(3))
                key = f"{stream}|json.loads|{size}"
                best[key] = min(best.get(key, cost), cost)
                gc.collect()
    return {key: cost / best[_json_key(key)] for key, cost in best.items() if "|json.loads|" not in key}


def _json_key(key: str) -> str:
    stream, _, size = key.split("|")
    return f"{stream}|json.loads|{size}"


# -- the report --------------------------------------------------------------------------------------------------------


def _measured(cache: Cache, peer: Peer, rounds: int) -> dict[str, float]:
    folders = (ROOT, cache.package) if peer is OURS else (ROOT,)
    command = [str(cache.python(peer.environment)), "-m", "benchmarks.session", "--measure", peer.name]
    done = subprocess.run(
        [*command, "--rounds", str(rounds)],
        env=cache.variables(*folders),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{peer.name}: {done.stderr}")
    found: dict[str, float] = json.loads(done.stdout)
    return found


def report(results: Mapping[str, Mapping[str, float]], rounds: int) -> str:
    """The table, in Markdown."""
    sizes = " | ".join(f"{size:,}" for size in SIZES)
    lines = [
        f"# Cost of an update in a session view, on CPython {platform.python_version()}",
        "",
        f"Generated by `python -m benchmarks.session`. {date.today()}; {OURS.title}, {SDK.title}; best of {rounds} rounds.",
        "",
        f"| updates in the session | {sizes} | {SIZES[-1]:,} to {REFERENCE:,} |",
        f"| --- |{' ---: |' * (len(SIZES) + 1)}",
    ]
    for stream in STREAMS:
        lines.append(f"| **{stream}; 1 = `json.loads` of the update's text** |{' |' * (len(SIZES) + 1)}")
        for peer, found in results.items():
            uses = dict.fromkeys(key.split("|")[1] for key in found if key.startswith(f"{stream}|"))
            for use in uses:
                costs = [found.get(f"{stream}|{use}|{size}") for size in SIZES]
                cells = " | ".join("" if cost is None else shown(cost) for cost in costs)
                last, reference = costs[-1], costs[SIZES.index(REFERENCE)]
                growth = f"{last / reference:.2f}" if last and reference else ""
                lines.append(f"| {peer}: {use} | {cells} | {growth} |")
    lines += ["", *NOTES.strip().splitlines(), ""]
    return "\n".join(lines)


def shown(cost: float) -> str:
    """A figure with three digits; large ones in full."""
    return f"{cost:.3g}" if cost < 1000 else f"{cost:,.0f}"


NOTES = """
- Lower is better. CPU time for one decoded update, without the garbage collector. Both libraries get the same v1
  updates. The last column is the cost of an update in a session of 100,000 relative to one of 1,000.
- `apply, snapshot` is what the SDK's accumulator does for every update: it copies everything, so it is not measured
  beyond 1,000. It keeps no usage, titles or options, and does not group chunks by message.
- `whole text` reads the text of the last message after each update and discards it before the next. Keeping every
  whole text costs a copy of each, as with any string; `new text` reads only what has not been shown yet
  (`text_from`).
- In `turns` every fifth update adds an entity.
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.session", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each thing is measured (%(default)s)")
    parser.add_argument("--measure", choices=[OURS.name, SDK.name], help=argparse.SUPPRESS)
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "benchmarks", help="where the peers are kept")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "benchmarks", help="where the report goes")
    options = parser.parse_args()
    if options.measure:
        json.dump(measure(options.measure, options.rounds), sys.stdout)
        return
    cache = Cache(options.cache.resolve())
    cache.prepare()
    peers = [(OURS, options.rounds), (SDK, 1)]  # a round of the SDK's takes half a minute
    text = report({peer.title: _measured(cache, peer, rounds) for peer, rounds in peers}, options.rounds)
    sys.stdout.write(text)
    (options.output / cache.folder.name / "session.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

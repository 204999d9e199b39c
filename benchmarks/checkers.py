"""The cost of type-checking a program that imports one surface, without a cache, compared with the official SDK.

python -m benchmarks.checkers
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.environments import GENERATED, ROOT, SDK, Cache, Environment

CHECKERS = Environment("checkers", (*SDK.requirements, "mypy==2.4.1", "pyright[nodejs]==1.1.414"))

NOTHING, STABLE, UNSTABLE, PEER = "nothing", "acp_types.v1", "acp_types.v1.unstable", "SDK 0.12.1"

OURS = """
from {package} import {module} as acp


def shown(note: acp.SessionNotification) -> str:
    match note.update:
        case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
            return text
        case acp.ToolCallUpdate(tool_call_id=call, status="completed"):
            return call
        case acp.Plan(entries=entries):
            return ", ".join(entry.content for entry in entries)
        case _:
            return ""


hello = acp.AgentMessageChunk(content=acp.TextContent(text="hello"))
print(shown(acp.SessionNotification(session_id=acp.SessionId("s"), update=hello)))
print(shown(acp.loads(acp.SessionNotification, input())))
"""
THEIRS = """
from acp import schema as acp


def shown(note: acp.SessionNotification) -> str:
    match note.update:
        case acp.AgentMessageChunk(content=acp.TextContentBlock(text=text)):
            return text
        case acp.ToolCallProgress(tool_call_id=call, status="completed"):
            return call
        case acp.AgentPlanUpdate(entries=entries):
            return ", ".join(entry.content for entry in entries)
        case _:
            return ""


hello = acp.AgentMessageChunk(
    session_update="agent_message_chunk", content=acp.TextContentBlock(type="text", text="hello")
)
print(shown(acp.SessionNotification(session_id="s", update=hello)))
print(shown(acp.SessionNotification.model_validate_json(input())))
"""
PROGRAMS = {
    NOTHING: "print(1)\n",
    STABLE: OURS.format(package="acp_types", module="v1"),
    UNSTABLE: OURS.format(package="acp_types.v1", module="unstable"),
    PEER: THEIRS,
}
"""The same program with each package's types. The first one shows the checker's own cost."""

COMMANDS = {
    "mypy --strict": ("-m", "mypy", "--strict", f"--cache-dir={os.devnull}", "--no-error-summary"),
    "pyright": ("-m", "pyright", "--pythonpath", "{python}"),
}


class Cost(NamedTuple):
    """The cost of one run: seconds of CPU time, and the size of its largest process in MB."""

    seconds: float
    megabytes: float


def check(cache: Cache, command: tuple[str, ...], program: Path) -> Cost:
    """Run a checker without a cache. It must not find an error."""
    python = str(cache.python(CHECKERS))
    arguments = [python, *(part.format(python=python) for part in command), program.name]
    output = program.with_suffix(".txt")
    with output.open("w", encoding="utf-8") as file:
        redirect = [(os.POSIX_SPAWN_DUP2, file.fileno(), 1), (os.POSIX_SPAWN_DUP2, file.fileno(), 2)]
        process = os.posix_spawn(arguments[0], arguments, cache.variables(), file_actions=redirect)
        _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"{' '.join(command)}: {output.read_text(encoding='utf-8')}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000)


def measure(cache: Cache, rounds: int) -> Mapping[tuple[str, str], Cost]:
    """The minimum of each, measured in interleaved runs."""
    folder = cache.folder / "programs"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    programs = {name: folder / f"program_{index}.py" for index, name in enumerate(PROGRAMS)}
    for name, program in programs.items():
        program.write_text(PROGRAMS[name], encoding="utf-8")
    os.chdir(folder)
    costs: dict[tuple[str, str], list[Cost]] = {(checker, name): [] for checker in COMMANDS for name in PROGRAMS}
    shuffler = random.Random(1)  # noqa: S311  (the same order again)
    for _ in range(rounds):
        for checker, name in shuffler.sample(sorted(costs), len(costs)):
            costs[checker, name].append(check(cache, COMMANDS[checker], programs[name]))
    return {key: Cost(min(c.seconds for c in each), min(c.megabytes for c in each)) for key, each in costs.items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.checkers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the minimum is reported (%(default)s)")
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "benchmarks", help="where the peers are kept")
    options = parser.parse_args()
    if not hasattr(os, "wait4"):
        sys.exit("benchmarks.checkers: this system does not report the cost of a process")
    cache = Cache(options.cache.resolve())
    cache.install(CHECKERS)
    installed = cache.site_packages(CHECKERS) / GENERATED.name
    shutil.rmtree(installed, ignore_errors=True)
    shutil.copytree(GENERATED, installed, ignore=shutil.ignore_patterns("__pycache__"))
    costs = measure(cache, options.rounds)
    print(f"{'cold, one file':38}{'CPU s':>8}{'MB':>6}   to the SDK   the same, less `nothing`")
    for checker in COMMANDS:
        nothing, peer = costs[checker, NOTHING], costs[checker, PEER]
        for name in PROGRAMS:
            cost = costs[checker, name]
            line = f"{f'{checker}: {name}':38}{cost.seconds:8.2f}{cost.megabytes:6.0f}"
            if name in (STABLE, UNSTABLE):
                line += f"   {ratio(cost, peer)}   {ratio(more(cost, nothing), more(peer, nothing))}"
            print(line)


def more(cost: Cost, base: Cost) -> Cost:
    """The cost beyond the checker's own."""
    return Cost(cost.seconds - base.seconds, cost.megabytes - base.megabytes)


def ratio(ours: Cost, theirs: Cost) -> str:
    return f"{ours.seconds / theirs.seconds:.2f}, {ours.megabytes / theirs.megabytes:.2f}"


if __name__ == "__main__":
    main()

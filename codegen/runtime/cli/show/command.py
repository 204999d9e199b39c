"""The command `show`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ..dialogue import Dialogues
from ..progress import Progress
from ..surfaces import SURFACES, Protocol
from ..trace import NO_MESSAGE, LogText, TraceError, display_name, open_trace
from .machine import MachineShow
from .style import ENCODING_FALLBACK, style_of_stdout
from .text import TextShow
from .transcript import ConnectionLog, Recorder

if TYPE_CHECKING:
    from argparse import _SubParsersAction  # pyright: ignore[reportPrivateUsage]  (the type has no public name)

_DESCRIPTION: Final = """\
Print a recorded session in readable form: turns, messages, tool calls with their status and diffs, plans and usage.
The trace has the same format as for check, and may begin or end in the middle of a session. Messages that do not fit the
protocol are left out and counted."""

_EPILOG: Final = """\
example:
  acp-types show session.jsonl | less -R
  acp-types show --json session.jsonl | jq '.connections[].sessions[].turns[].stop_reason'

exit status: 0, or 2 if the trace cannot be read or has no message, or the output cannot be written"""


def add_parser(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    show = commands.add_parser(
        "show",
        help="print a recorded session",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    show.add_argument("file", metavar="FILE", help="a trace; - for standard input")
    show.add_argument("--protocol", choices=SURFACES, help="read all messages as this version, ignoring negotiation")
    show.add_argument("--full", action="store_true", help="show long tool output and thoughts in full")
    show.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto: on a terminal, unless NO_COLOR is set",
    )
    show.add_argument("--json", action="store_true", help="print everything as one JSON object")
    show.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        logs = list(record(options.file, Protocol(options.protocol, unstable=True)))
    except TraceError as error:
        print(f"acp-types: {error}", file=sys.stderr)
        return 2
    if not logs:
        print(f"acp-types: {display_name(options.file)}: {NO_MESSAGE}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps({"connections": [MachineShow(log).connection() for log in logs]}))
        return 0
    show = TextShow(style_of_stdout(options.color), full=options.full)
    encoding = sys.stdout.encoding or "utf-8"  # an in-memory stream has none
    for number, log in enumerate(logs):
        for line in ("", "") if number else ():
            print(line)
        for line in show.connection(log):
            print(line.encode(encoding, ENCODING_FALLBACK).decode(encoding))
    return 0


def record(path: str, protocol: Protocol) -> Iterator[ConnectionLog]:
    """The connections of a trace that have a conversation."""
    dialogues = Dialogues(protocol, keep=True)
    recorders = [Recorder(dialogues.current)]
    progress = Progress(display_name(path))
    try:
        with open_trace(path, progress.tick) as lines:
            for line in lines:
                if isinstance(line, LogText):
                    continue
                for step in dialogues.take(line):
                    _recorder(recorders, dialogues).take(step)
            for step in dialogues.end():
                _recorder(recorders, dialogues).take(step)
    finally:
        progress.clear()
    return (recorder.log for recorder in recorders if recorder.log.dialogue.conversation is not None)


def _recorder(recorders: list[Recorder], dialogues: Dialogues) -> Recorder:
    """The log of the connection of the current step."""
    if recorders[-1].log.dialogue is not dialogues.current:
        recorders.append(Recorder(dialogues.current))
    return recorders[-1]

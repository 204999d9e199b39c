"""The command line's arguments and exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import cache
from typing import Final

from .check import Connection
from .dialogue import Dialogues
from .progress import Progress
from .report import Report
from .show.command import add_parser as add_show_parser
from .surfaces import SURFACES, Protocol
from .tables import as_json, as_text
from .trace import NO_MESSAGE, LogText, TraceError, display_name, open_trace
from .version import ShowVersion

_EXAMPLES: Final = """\
examples:
  acp-types check session.jsonl          summarise a recorded session, with errors and violations
  acp-types check --json session.jsonl   the same as JSON
  acp-types show session.jsonl           print a recorded session in readable form
  acp-types check --help                 the format of a recording, and all options"""

_DESCRIPTION: Final = """\
Decode every message of recorded ACP traffic, and report what does not fit the protocol: messages that do not match their
types, and messages that violate its rules.

A trace is a file of lines, plain or gzip. Each line is a JSON-RPC message, or a record with a message and its direction:

  {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}}
  {"dir": "c2a", "line": "{\\"jsonrpc\\": \\"2.0\\", ...}"}

The direction (dir or direction) is c2a, client, client->agent or a2c, agent, agent->client; any other is ignored, and the
method then determines the receiver. The message (line, message or raw) is text or JSON. Lines that are not JSON are
counted as log lines; those that begin with { are also counted as broken JSON.

Messages are read as the version of ACP that the trace negotiates in initialize, determined by the shape of the response as
well as its number. Messages before the first initialize are read as v1: use --protocol for a trace that begins later.
Replies are matched with requests by id; a reply whose request is not in the trace is counted under the method "-"."""

_EPILOG: Final = """\
example:
  acp-types check session.jsonl other.jsonl.gz
  my-agent < requests.jsonl | acp-types check --protocol v2 -

exit status: 0 if every message decodes, 1 if one does not, 2 if a trace cannot be read or has no message, or the report
cannot be written; with --strict 3 if every message decodes but a MUST of the protocol is violated"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    given = sys.argv[1:] if arguments is None else arguments
    if not given:
        parser.print_help(sys.stderr)
        return 2
    if sys.stdout is None:  # closed by the parent process, as for a service
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  (open until the process ends)
    try:
        options = parser.parse_args(given)
        status: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _forget_output()  # the reader has closed it
        return 1
    except OSError as error:  # unreadable input raises `TraceError`
        _forget_output()
        print(f"acp-types: <stdout>: {error.strerror or error}", file=sys.stderr)
        return 2
    return status


def _forget_output() -> None:
    """Redirect output to nowhere, because Python flushes it again on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@cache
def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="acp-types",
        description="Tools for the Agent Client Protocol.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=ShowVersion)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    check = commands.add_parser(
        "check",
        help="decode every message of recorded traffic",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    check.add_argument("files", nargs="+", metavar="FILE", help="a trace; - for standard input")
    surface = check.add_mutually_exclusive_group()
    surface.add_argument("--protocol", choices=SURFACES, help="read all messages as this version, ignoring negotiation")
    surface.add_argument(
        "--unstable", action="store_true", help="use the negotiated version with its unstable features"
    )
    check.add_argument("--strict", action="store_true", help="fail if a message violates a MUST of the protocol")
    check.add_argument("--json", action="store_true", help="print the report as one JSON object")
    check.set_defaults(run=_run_check)
    add_show_parser(commands)
    return parser


def _run_check(options: argparse.Namespace) -> int:
    protocol = Protocol(options.protocol, options.unstable)
    return _check(options.files, protocol, as_machine=options.json, strict=options.strict)


def _check(paths: Sequence[str], protocol: Protocol, *, as_machine: bool, strict: bool) -> int:
    report, unreadable = Report(), False
    for path in paths:
        try:
            _check_file(path, protocol, report)
        except TraceError as error:
            unreadable = True
            print(f"acp-types: {error}", file=sys.stderr)
    if report.files:
        text = as_json(report) if as_machine else as_text(report)
        encoding = sys.stdout.encoding or "utf-8"  # an in-memory stream has none
        print(text.encode(encoding, "backslashreplace").decode(encoding))
    if unreadable:
        return 2
    if not report.ok:
        return 1
    return 3 if strict and not report.obeys else 0


def _check_file(path: str, protocol: Protocol, report: Report) -> None:
    name = display_name(path)
    connection, dialogues, progress = Connection(protocol), Dialogues(protocol), Progress(name)
    try:
        with open_trace(path, progress.tick) as lines:
            report.begin(name)
            for line in lines:
                if isinstance(line, LogText):
                    report.add_log(line)
                else:
                    report.add(line.number, connection.read(line))
                    report.add_steps(dialogues.take(line))
            report.add_steps(dialogues.end())
            if not report.files[-1].messages:
                raise TraceError(f"{name}: {NO_MESSAGE}")
    finally:
        progress.clear()

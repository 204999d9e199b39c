"""The command as a program of its own: it names no surface, and imports one when a message asks for it."""

import sys

from acp_types._runtime.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

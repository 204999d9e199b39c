"""`python -m acp_types`, the same as the command `acp-types`."""

import sys

from acp_types._runtime.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

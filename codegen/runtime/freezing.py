"""Where PyInstaller finds its hook for this package: an entry point of the distribution names `hook_dirs`."""

from __future__ import annotations


def hook_dirs() -> list[str]:
    """The folders with hooks."""
    from pathlib import Path

    return [str(Path(__file__).parent.parent / "_pyinstaller_hooks")]

"""Entry point by which PyInstaller finds the hook of this package."""

from __future__ import annotations


def hook_dirs() -> list[str]:
    """The folders with hooks."""
    from pathlib import Path

    return [str(Path(__file__).parent.parent / "_pyinstaller_hooks")]

"""Checks before publishing, run by `nox -s build` and `nox -s release_check`."""

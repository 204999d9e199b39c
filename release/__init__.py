"""What must be so before anything is published: run by `nox -s build` and `nox -s release_check`."""

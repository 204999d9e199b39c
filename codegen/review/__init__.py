"""Files for review after a run: the models as text, the lock of public names, drafts of decisions."""

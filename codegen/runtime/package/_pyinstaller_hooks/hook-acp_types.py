"""PyInstaller hook: collects what import statements do not show."""

# Only PyInstaller runs this; elsewhere PyInstaller may be missing.
from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata  # type: ignore[import-untyped, import-not-found, unused-ignore]

datas = collect_data_files("acp_types", includes=["_schemas/**"]) + copy_metadata("acp-types")
hiddenimports = collect_submodules("acp_types")

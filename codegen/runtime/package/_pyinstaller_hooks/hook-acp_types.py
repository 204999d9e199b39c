"""For PyInstaller: what a frozen program needs of this package that no import statement names."""

# Only PyInstaller runs this; elsewhere it may not be there.
from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata  # type: ignore[import-untyped, import-not-found, unused-ignore]

datas = collect_data_files("acp_types", includes=["_schemas/**"]) + copy_metadata("acp-types")
hiddenimports = collect_submodules("acp_types")

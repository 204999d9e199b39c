"""For PyInstaller: what a frozen program needs of this package that no import statement names."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

datas = collect_data_files("acp_types", includes=["_schemas/**"])
hiddenimports = collect_submodules("acp_types")

// Runs a Python program in Pyodide: `run.mjs FOLDER WHEEL PROGRAM ARGUMENT...`, all of them names in FOLDER.
// The wheel is put on `sys.path` as it is. Prints what the program prints, and which Python ran it.

import { loadPyodide } from "pyodide";

const [root, wheel, program, ...args] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.mkdirTree("/mounted");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/mounted");
python.globals.set("wheel", `/mounted/${wheel}`);
python.globals.set("argv", python.toPy([program, ...args].map((name) => `/mounted/${name}`)));
await python.runPythonAsync(`
import runpy, sys, warnings
warnings.simplefilter("error")
sys.path.insert(0, wheel)
sys.argv[:] = argv
runpy.run_path(argv[0], run_name="__main__")
print("Python", *sys.version_info[:2], sys.modules["acp_types.v2"].__file__)
`);
